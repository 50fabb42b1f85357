/** What the client of `schoolgate connect` believes of an answer: only what belongs to its own attempt, its server and itself. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectTo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { customFetch } from 'oauth4webapi';
import t, { type Test } from 'tap';
import { type ConnectResult, connect } from '../../scripts/commands/connect/flow.ts';
import { listenOnLoopback } from '../../scripts/commands/connect/loopback.ts';
import { discover, identify, prepare, readCallback, type Session } from '../../scripts/commands/connect/oauth.ts';

const ISSUER = 'https://id.school.example';
const CLIENT = 'c_sample';
const session: Session = {
  server: {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/oauth/authorize`,
    authorization_response_iss_parameter_supported: true,
  },
  ...identify(CLIENT),
  resource: ISSUER,
  http: {},
};

const attempt = () => prepare(session, 'http://127.0.0.1:49152/callback', 'openid email');
const disbelief = { name: 'OperationProcessingError' };
const refusal = { name: 'ConnectError' };

type Members = Record<string, unknown>;

/** What a server says other than it should. */
interface Changes {
  metadata?: (origin: string) => Members;
  tokens?: Members;
  userinfo?: Members;
  idToken?: (claims: Members) => Promise<string> | string;
}

const KEYS = await generateKeyPair('ES256', { extractable: true });
const JWKS = { keys: [{ ...(await exportJWK(KEYS.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
const ACCESS_TOKEN = 'at_1.x';
const AT_HASH = createHash('sha256').update(ACCESS_TOKEN).digest().subarray(0, 16).toString('base64url');

/** Takes the client through all its steps at a server of the test's. */
async function tour(t: Test, { metadata, tokens, userinfo, idToken = (claims) => sign(claims) }: Changes = {}) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  let asked = new URLSearchParams();
  let redeemed = new URLSearchParams();
  let isRevoked = false;

  const described = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    revocation_endpoint: `${origin}/revoke`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/jwks`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...metadata?.(origin),
  };
  const answers: Record<string, (form: URLSearchParams) => Members | Promise<Members>> = {
    '/.well-known/oauth-protected-resource': () => ({ resource: origin, authorization_servers: [origin] }),
    '/.well-known/oauth-authorization-server': () => described,
    '/jwks': () => JWKS,
    '/userinfo': () => ({ sub: 'usr_ana', ...userinfo }),
    '/revoke': () => {
      isRevoked = true;
      return {};
    },
    '/token': async (form) => {
      if (form.get('grant_type') === 'refresh_token') {
        return { access_token: 'at_2.y', token_type: 'Bearer', refresh_token: 'rt_2.y', scope: 'openid' };
      }
      redeemed = form;
      const claims = { iss: origin, aud: CLIENT, sub: 'usr_ana', nonce: asked.get('nonce'), at_hash: AT_HASH };
      return {
        ...{ access_token: ACCESS_TOKEN, token_type: 'Bearer', refresh_token: 'rt_1.x', scope: 'openid' },
        id_token: await idToken(claims),
        ...tokens,
      };
    },
  };
  const challenge = `Bearer error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource"`;
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url ?? '', origin);
    const answer = await answers[pathname]?.(new URLSearchParams(await text(request)));
    if (pathname === '/userinfo' && isRevoked) response.writeHead(401, { 'www-authenticate': challenge });
    else response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });

  const result: ConnectResult = await connect({
    server: origin,
    clientId: CLIENT,
    scope: 'openid',
    timeoutMs: 10_000,
    print: () => {},
    async openAuthorizationUrl(url) {
      asked = new URL(url).searchParams;
      const query = new URLSearchParams({ code: 'ac_1.x', state: asked.get('state') ?? '', iss: origin });
      await fetch(`${asked.get('redirect_uri')}?${query}`);
    },
  });
  return { result, asked, redeemed };
}

function sign(changes: Members, key = KEYS.privateKey): Promise<string> {
  const { exp = '10m', ...claims } = changes;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime(String(exp))
    .sign(key);
}

t.test('the client completes every step at a correct server', async (t) => {
  const { result } = await tour(t);
  t.match(result, { clientId: CLIENT, sub: 'usr_ana', idTokenVerified: true, revoked: true });
});

t.test(
  'each attempt has a state, a nonce and a verifier of its own, 256 random bits each [ASVS 10.1.2, RFC 7636 §7.1]',
  async (t) => {
    const attempts = await Promise.all(Array.from({ length: 50 }, attempt));
    const values = attempts.flatMap(({ state, nonce, codeVerifier }) => [state, nonce, codeVerifier]);
    t.equal(new Set(values).size, 150);
    for (const value of values) t.match(value, /^[A-Za-z0-9_-]{43}$/);
    for (const { url, codeVerifier } of attempts) {
      const asked = url.searchParams;
      t.equal(asked.get('code_challenge'), createHash('sha256').update(codeVerifier).digest('base64url'));
      t.equal(asked.get('code_challenge_method'), 'S256');
      t.notOk(url.href.includes(codeVerifier), 'the verifier does not pass through the browser');
    }
  },
);

t.test('a callback counts only with the state of this very attempt, once [ASVS 10.1.2, ASVS 10.2.1]', async (t) => {
  const [mine, other] = [await attempt(), await attempt()];
  const read = (query: Record<string, string> | [string, string][]) =>
    readCallback(session, mine, new URLSearchParams(query)).get('code');
  t.equal(read({ code: 'ac_1.x', state: mine.state, iss: ISSUER }), 'ac_1.x');
  for (const state of [other.state, '', mine.state.slice(0, -1), `${mine.state}x`, mine.state.toLowerCase()]) {
    t.throws(() => read({ code: 'ac_1.x', state, iss: ISSUER }), disbelief, JSON.stringify(state));
    t.throws(() => read({ error: 'access_denied', state, iss: ISSUER }), { message: /"state"/ });
  }
  t.throws(() => read({ code: 'ac_1.x', iss: ISSUER }), disbelief, 'none at all');
  const once: [string, string][] = [
    ['state', mine.state],
    ['iss', ISSUER],
    ['code', 'ac_1.x'],
  ];
  t.throws(() => read([...once, ['state', other.state]]), disbelief, 'two of them');
  t.throws(() => read([...once, ['iss', ISSUER]]), disbelief, 'two issuers');
});

t.test('a code from another or an unnamed server is not used [ASVS 10.2.2]', async (t) => {
  const mine = await attempt();
  for (const iss of [
    'https://evil.example',
    `${ISSUER}/`,
    `${ISSUER}.evil.example`,
    ISSUER.toUpperCase(),
    '',
    undefined,
  ]) {
    const query = new URLSearchParams({ code: 'ac_1.x', state: mine.state, ...(iss === undefined ? {} : { iss }) });
    t.throws(() => readCallback(session, mine, query), { ...disbelief, message: /"iss"/ }, String(iss));
  }
});

t.test('the authorization request asks for the named scope and one resource, nothing else [ASVS 10.2.3]', async (t) => {
  const asked = (await attempt()).url.searchParams;
  t.strictSame([...asked.keys()].sort(), [
    ...['client_id', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri'],
    ...['resource', 'response_type', 'scope', 'state'],
  ]);
  t.equal(asked.get('scope'), 'openid email');
  t.equal(asked.get('resource'), ISSUER);
  t.equal(asked.get('response_type'), 'code');
});

t.test('metadata of another issuer than the requested one is not used [ASVS 10.5.3]', async (t) => {
  const others: ((origin: string) => unknown)[] = [
    () => 'https://evil.example',
    (origin) => `${origin}/`,
    (origin) => origin.toUpperCase(),
    ...['', undefined, 1].map((issuer) => () => issuer),
  ];
  for (const other of others) {
    await t.rejects(tour(t, { metadata: (origin) => ({ issuer: other(origin) }) }), refusal, String(other(ISSUER)));
  }
});

t.test('codes are sent only to the issuer’s origin, and only with PKCE [RFC 9700 §2.1.1]', async (t) => {
  for (const metadata of [
    { token_endpoint: 'https://evil.example/token' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { code_challenge_methods_supported: ['plain'] },
    { code_challenge_methods_supported: undefined },
  ]) {
    await t.rejects(tour(t, { metadata: () => metadata }), refusal, JSON.stringify(metadata));
  }
});

t.test('metadata is read between the host and the path of the issuer [RFC 8414 §3.1]', async (t) => {
  for (const path of ['', '/tenant', '/a/b']) {
    const issuer = `${ISSUER}${path}`;
    const answers: Record<string, Members> = {
      [`${ISSUER}/.well-known/oauth-protected-resource`]: { resource: ISSUER, authorization_servers: [issuer] },
      [`${ISSUER}/.well-known/oauth-authorization-server${path}`]: { issuer },
    };
    const http = { [customFetch]: async (url: string) => Response.json(answers[url]) };
    t.equal((await discover(new URL(ISSUER), http)).server.issuer, issuer);
  }
});

t.test('a code is redeemed with the verifier of its own attempt [RFC 7636 §4.5]', async (t) => {
  const { asked, redeemed } = await tour(t);
  const verifier = redeemed.get('code_verifier') ?? '';
  t.equal(createHash('sha256').update(verifier).digest('base64url'), asked.get('code_challenge'));
});

t.test('a token of another type than Bearer is not used [RFC 6749 §7.1]', async (t) => {
  for (const type of ['Bearer', 'bearer', 'BEARER']) {
    t.ok((await tour(t, { tokens: { token_type: type } })).result.revoked, type);
  }
  for (const type of ['mac', 'DPoP', 'Bearer ', 'Bearerx', '', undefined, 1]) {
    await t.rejects(tour(t, { tokens: { token_type: type } }), refusal, String(type));
  }
});

t.test('the client warns of plain http to another computer before it sends anything [RFC 6749 §10.3]', async (t) => {
  const warned = async (origin: string): Promise<boolean> => {
    const lines: string[] = [];
    const tour = connect({
      server: origin,
      signal: AbortSignal.abort(new Error('before anything is sent')),
      openAuthorizationUrl: () => {},
      print: (line) => lines.push(line),
    });
    await t.rejects(tour, origin);
    return lines.some((line) => line.includes('warning: plain http'));
  };
  for (const origin of ['http://id.school.example', 'http://192.0.2.1:3000', 'http://localhost.evil.example']) {
    t.ok(await warned(origin), origin);
  }
  for (const origin of [ISSUER, 'http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
    t.notOk(await warned(origin), origin);
  }
});

t.test('the client listens for the callback on the loopback interface only [RFC 8252 §8.3]', async (t) => {
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
    .map(({ address }) => address);
  for (const host of ['127.0.0.1', 'localhost'] as const) {
    const { redirectUri, close } = await listenOnLoopback({ host, port: 0, path: '/callback' });
    t.teardown(close);
    const port = Number(new URL(redirectUri).port);
    const isOpen = async (address: string): Promise<boolean> => {
      const socket = connectTo(port, address);
      const opened = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      return opened;
    };
    t.ok(await isOpen('127.0.0.1'), host);
    // All of 127.0.0.0/8 is this computer, so that a listener on every interface would answer here.
    for (const address of ['127.0.0.2', ...others]) t.notOk(await isOpen(address), `${host}: ${address}`);
  }
});

t.test('the ID token', async (t) => {
  const stranger = await generateKeyPair('ES256');
  const refused = async (t: Test, changes: Members, what: string): Promise<void> => {
    await t.rejects(tour(t, { idToken: (claims) => sign({ ...claims, ...changes }) }), refusal, what);
  };

  t.test('an ID token with another nonce, or without one, is refused [ASVS 10.5.1, ASVS 10.1.2]', async (t) => {
    await refused(t, { nonce: (await attempt()).nonce }, 'of another attempt');
    await refused(t, { nonce: undefined }, 'without one');
    await refused(t, { nonce: '' }, 'with an empty one');
  });

  t.test('an ID token for another client, or for two, is refused [ASVS 10.5.4]', async (t) => {
    await refused(t, { aud: 'c_other' }, 'another client');
    await refused(t, { aud: [CLIENT, 'c_other'] }, 'two clients');
    await refused(t, { aud: CLIENT.toUpperCase() }, 'other letters');
  });

  t.test(
    'a wrong issuer, algorithm, key, expiry or at_hash is refused [OpenID Connect Core §3.1.3.7, OpenID Connect Core §3.1.3.8, RFC 8725 §3.1]',
    async (t) => {
      await refused(t, { iss: 'https://evil.example' }, 'another issuer');
      await refused(t, { exp: '-2m' }, 'expired');
      await refused(t, { at_hash: 'x' }, 'another access token');
      const byStranger = tour(t, { idToken: (claims) => sign(claims, stranger.privateKey) });
      await t.rejects(byStranger, refusal, 'another key');
      const unsigned = tour(t, { idToken: (claims) => new UnsecuredJWT(claims).setExpirationTime('10m').encode() });
      await t.rejects(unsigned, refusal, 'no signature');
      const pem = new TextEncoder().encode(await exportSPKI(KEYS.publicKey));
      const confused = tour(t, {
        idToken: (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
            .setIssuedAt()
            .setExpirationTime('10m')
            .sign(pem),
      });
      await t.rejects(confused, refusal, 'our public key as the secret of an HMAC');
    },
  );

  t.test('an ID token without sub, and UserInfo of another sub, are refused [ASVS 10.5.2]', async (t) => {
    await refused(t, { sub: undefined }, 'without sub');
    await refused(t, { sub: '' }, 'with an empty sub');
    for (const sub of ['usr_ben', '', undefined]) {
      const told = tour(t, { userinfo: { sub, email: 'ana@riverside.example' } });
      await t.rejects(told, refusal, 'the same address is not enough');
    }
  });
});
