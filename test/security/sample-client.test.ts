/** What the client of `npm run connect` believes of an answer: only what belongs to its own attempt, its server and itself. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import t, { type Test } from 'tap';
import { prepareAuthorization, readAuthorizationResponse } from '../../scripts/connect/authorize.ts';
import { discover, type Server } from '../../scripts/connect/discover.ts';
import { connect } from '../../scripts/connect/flow.ts';
import type { Http, JsonObject, Outgoing } from '../../scripts/connect/http.ts';
import { fetchUserInfo, verifyIdToken } from '../../scripts/connect/identity.ts';
import { listenOnLoopback } from '../../scripts/connect/loopback.ts';
import { exchangeCode, readTokens } from '../../scripts/connect/tokens.ts';

const ISSUER = 'https://id.school.example';
const CLIENT = 'c_sample';
const server: Server = {
  issuer: ISSUER,
  resource: ISSUER,
  resourceMetadataUrl: `${ISSUER}/.well-known/oauth-protected-resource`,
  authorizationEndpoint: `${ISSUER}/oauth/authorize`,
  tokenEndpoint: `${ISSUER}/api/oauth/token`,
  registrationEndpoint: undefined,
  revocationEndpoint: undefined,
  userinfoEndpoint: `${ISSUER}/api/oauth/userinfo`,
  jwksUri: `${ISSUER}/.well-known/jwks.json`,
  metadata: {},
  resourceScopes: [],
};

/** A server that answers each URL with one thing. */
const answering = (answers: Readonly<Record<string, JsonObject>>): Http => ({
  send: async ({ url }) => ({ status: 200, statusLine: '200 OK', headers: new Headers(), body: answers[url] ?? {} }),
  call: async ({ url }) => answers[url] ?? {},
});

const attempt = () => prepareAuthorization(server, CLIENT, 'http://127.0.0.1:49152/callback', 'openid email');
const refusal = { name: 'ConnectError' };

t.test(
  'each attempt has a state, a nonce and a verifier of its own, 256 random bits each [ASVS 10.1.2, RFC 7636 §7.1]',
  (t) => {
    const attempts = Array.from({ length: 50 }, attempt);
    const values = attempts.flatMap(({ state, nonce, codeVerifier }) => [state, nonce, codeVerifier]);
    t.equal(new Set(values).size, 150);
    for (const value of values) t.match(value, /^[A-Za-z0-9_-]{43}$/);
    for (const { url, codeVerifier } of attempts) {
      const asked = new URL(url).searchParams;
      t.equal(asked.get('code_challenge'), createHash('sha256').update(codeVerifier).digest('base64url'));
      t.equal(asked.get('code_challenge_method'), 'S256');
      t.notOk(url.includes(codeVerifier), 'the verifier does not pass through the browser');
    }
    t.end();
  },
);

t.test('a callback counts only with the state of this very attempt, once [ASVS 10.1.2, ASVS 10.2.1]', (t) => {
  const [mine, other] = [attempt(), attempt()];
  const read = (query: Record<string, string> | [string, string][]) =>
    readAuthorizationResponse(server, mine, new URLSearchParams(query));
  t.equal(read({ code: 'ac_1.x', state: mine.state, iss: ISSUER }), 'ac_1.x');
  for (const state of [other.state, '', mine.state.slice(0, -1), `${mine.state}x`, mine.state.toLowerCase()]) {
    t.throws(() => read({ code: 'ac_1.x', state, iss: ISSUER }), refusal, JSON.stringify(state));
    t.throws(() => read({ error: 'access_denied', state, iss: ISSUER }), { message: /does not carry our state/ });
  }
  t.throws(() => read({ code: 'ac_1.x', iss: ISSUER }), refusal, 'none at all');
  const twice: [string, string][] = [
    ['code', 'ac_1.x'],
    ['state', mine.state],
    ['state', other.state],
    ['iss', ISSUER],
  ];
  t.throws(() => read(twice), refusal, 'two of them');
  t.throws(
    () => read([...twice.filter(([, value]) => value !== other.state), ['code', 'ac_2.y']]),
    refusal,
    'two codes',
  );
  t.end();
});

t.test('a code of another server than the one asked, or of an unnamed one, is not used [ASVS 10.2.2]', (t) => {
  const mine = attempt();
  for (const iss of [
    'https://evil.example',
    `${ISSUER}/`,
    `${ISSUER}.evil.example`,
    ISSUER.toUpperCase(),
    '',
    undefined,
  ]) {
    const query = new URLSearchParams({ code: 'ac_1.x', state: mine.state, ...(iss === undefined ? {} : { iss }) });
    t.throws(() => readAuthorizationResponse(server, mine, query), { message: /The code is not used/ }, String(iss));
  }
  t.end();
});

t.test('the authorization request asks for the named scope and one resource, nothing else [ASVS 10.2.3]', (t) => {
  const asked = new URL(attempt().url).searchParams;
  t.strictSame([...asked.keys()].sort(), [
    ...['client_id', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri'],
    ...['resource', 'response_type', 'scope', 'state'],
  ]);
  t.equal(asked.get('scope'), 'openid email');
  t.equal(asked.get('resource'), ISSUER);
  t.equal(asked.get('response_type'), 'code');
  t.end();
});

t.test('metadata of another issuer than the one asked for is not used [ASVS 10.5.3]', async (t) => {
  const resource = { resource: ISSUER, authorization_servers: [ISSUER] };
  const metadata = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/oauth/authorize`,
    token_endpoint: `${ISSUER}/api/oauth/token`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
  const discovering = (changes: JsonObject) =>
    discover(
      answering({
        [`${ISSUER}/.well-known/oauth-protected-resource`]: resource,
        [`${ISSUER}/.well-known/oauth-authorization-server`]: { ...metadata, ...changes },
      }),
      ISSUER,
    );
  t.equal((await discovering({})).issuer, ISSUER);
  for (const issuer of ['https://evil.example', `${ISSUER}/`, ISSUER.toUpperCase(), '', undefined, 1]) {
    await t.rejects(discovering({ issuer }), refusal, String(issuer));
  }
});

t.test('metadata is read between the host and the path of the issuer [RFC 8414 §3.1]', async (t) => {
  for (const path of ['', '/tenant', '/a/b']) {
    const issuer = `${ISSUER}${path}`;
    const found = await discover(
      answering({
        [`${ISSUER}/.well-known/oauth-protected-resource`]: { resource: ISSUER, authorization_servers: [issuer] },
        [`${ISSUER}/.well-known/oauth-authorization-server${path}`]: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          code_challenge_methods_supported: ['S256'],
        },
      }),
      ISSUER,
    );
    t.equal(found.issuer, issuer);
  }
});

t.test('a code is redeemed with the verifier of its own attempt [RFC 7636 §4.5]', async (t) => {
  const sent: Outgoing[] = [];
  const http: Http = {
    ...answering({}),
    async call(outgoing) {
      sent.push(outgoing);
      return { access_token: 'at_1.x', token_type: 'Bearer', refresh_token: 'rt_1.x', scope: 'openid' };
    },
  };
  const mine = attempt();
  await exchangeCode(http, server, { id: CLIENT, secret: undefined }, mine, 'ac_1.x', 'openid');
  t.equal(sent.length, 1);
  t.match(sent[0], { method: 'POST', url: server.tokenEndpoint, form: { code_verifier: mine.codeVerifier } });
});

t.test('a token of another type than Bearer is not used [RFC 6749 §7.1]', (t) => {
  const answer = { access_token: 'at_1.x', refresh_token: 'rt_1.x', scope: 'openid' };
  for (const type of ['Bearer', 'bearer', 'BEARER']) {
    t.equal(readTokens({ ...answer, token_type: type }, 'openid').accessToken, 'at_1.x', type);
  }
  for (const type of ['mac', 'DPoP', 'Bearer ', 'Bearerx', '', undefined, 1]) {
    t.throws(() => readTokens({ ...answer, token_type: type }, 'openid'), refusal, String(type));
  }
  t.end();
});

t.test('plain http to another computer is warned of before anything is sent [RFC 6749 §10.3]', async (t) => {
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

t.test('the callback is listened for on the loopback interface alone [RFC 8252 §8.3]', async (t) => {
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
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const stranger = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }];
  const http = answering({ [server.jwksUri ?? '']: { keys } });
  const { nonce } = attempt();
  const accessToken = 'at_1.x';
  const atHash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  const expected = { clientId: CLIENT, nonce, accessToken };
  const claims = { sub: 'usr_ana', nonce, at_hash: atHash };
  const signed = (changes: Record<string, unknown> = {}, key = privateKey, header: Record<string, unknown> = {}) => {
    const { iss = ISSUER, aud = CLIENT, exp = '10m', ...rest } = changes;
    return new SignJWT({ ...claims, ...rest })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header })
      .setIssuer(String(iss))
      .setAudience(aud as string | string[])
      .setIssuedAt()
      .setExpirationTime(exp as string)
      .sign(key);
  };
  const refused = async (t: Test, idToken: string, what: string): Promise<void> => {
    await t.rejects(verifyIdToken(http, server, idToken, expected), refusal, what);
  };
  t.equal((await verifyIdToken(http, server, await signed(), expected)).sub, 'usr_ana');

  t.test('an ID token with another nonce, or without one, is refused [ASVS 10.5.1, ASVS 10.1.2]', async (t) => {
    await refused(t, await signed({ nonce: attempt().nonce }), 'of another attempt');
    await refused(t, await signed({ nonce: undefined }), 'without one');
    await refused(t, await signed({ nonce: '' }), 'with an empty one');
  });

  t.test('an ID token for another client, or for two, is refused [ASVS 10.5.4]', async (t) => {
    await refused(t, await signed({ aud: 'c_other' }), 'another client');
    await refused(t, await signed({ aud: [CLIENT, 'c_other'] }), 'two clients');
    await refused(t, await signed({ aud: CLIENT.toUpperCase() }), 'other letters');
  });

  t.test(
    'a wrong issuer, algorithm, key, expiry or at_hash is refused [OpenID Connect Core §3.1.3.7, OpenID Connect Core §3.1.3.8, RFC 8725 §3.1]',
    async (t) => {
      await refused(t, await signed({ iss: 'https://evil.example' }), 'another issuer');
      await refused(t, await signed({}, stranger.privateKey), 'another key');
      await refused(t, new UnsecuredJWT({ ...claims, iss: ISSUER, aud: CLIENT }).encode(), 'no signature');
      const pem = await exportSPKI(publicKey);
      const confused = new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .setIssuer(ISSUER)
        .setAudience(CLIENT);
      const hmac = confused.setIssuedAt().setExpirationTime('10m').sign(new TextEncoder().encode(pem));
      await refused(t, await hmac, 'our public key as the secret of an HMAC');
      await refused(t, await signed({ exp: '-2m' }), 'expired');
      await refused(t, await signed({ at_hash: 'x' }), 'another access token');
    },
  );

  t.test('an ID token without sub, and UserInfo of another sub, are refused [ASVS 10.5.2]', async (t) => {
    await refused(t, await signed({ sub: undefined }), 'without sub');
    await refused(t, await signed({ sub: '' }), 'with an empty sub');
    const told = (sub: unknown) =>
      answering({ [server.userinfoEndpoint ?? '']: { sub, email: 'ana@riverside.example' } });
    const tokens = { accessToken, refreshToken: 'rt_1.x', idToken: undefined, scope: ['openid'] };
    const ask = (sub: unknown) => fetchUserInfo(told(sub), server, tokens as never, 'usr_ana');
    t.equal(await ask('usr_ana'), 'usr_ana');
    for (const sub of ['usr_ben', '', undefined]) await t.rejects(ask(sub), refusal, 'the same address is not enough');
  });
});
