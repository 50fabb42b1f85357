/** Tokens that are bound to a key (DPoP, RFC 9449) at every surface: what a proof must be, and what each refusal says. */
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import t, { type Test } from 'tap';
import { addCallers } from '../support/admin.ts';
import { BASE, testApp } from '../support/app.ts';
import {
  boundTokens,
  CLIENT,
  call,
  callWith,
  code,
  dpopChallenge,
  exchangeWith,
  hashOf,
  makeKey,
  type ProofKey,
  type Proving,
  proofOf,
  refreshWith,
  SURFACES,
  TOKEN,
} from '../support/dpop.ts';
import { introspect, type Tokens } from '../support/oauth-client.ts';

t.setTimeout(120_000);

const MINUTE = 60_000;

/** How a proof is bent: in its header or claims, or made in another way. */
type Bend = (good: {
  key: ProofKey;
  other: ProofKey;
  proving: Proving;
}) => Partial<Proving> | Promise<string | string[]>;

const claims =
  (bent: Record<string, unknown>): Bend =>
  () => ({ claims: bent });
const header =
  (bent: Record<string, unknown>): Bend =>
  () => ({ header: bent });

/** RFC 9449 §4.3, check by check, with the error that answers it. */
const INVALID: readonly (readonly [what: string, bend: Bend, error?: string])[] = [
  ['no JWT', async () => 'proof'],
  ['an empty proof', async () => ''],
  ['two proofs', async ({ key, proving }) => [await proofOf(key, proving), await proofOf(key, proving)]],
  [
    'two proofs with a comma',
    async ({ key, proving }) => `${await proofOf(key, proving)},${await proofOf(key, proving)}`,
  ],
  ['a proof of 8 KiB', ({ proving }) => ({ ...proving, claims: { more: 'x'.repeat(8192) } })],
  ['no typ', header({ typ: undefined })],
  ['the typ of another JWT', header({ typ: 'JWT' })],
  ['alg none', async ({ key, proving }) => unsigned(await proofOf(key, proving))],
  ['a symmetric algorithm', async ({ proving }) => withSecret(proving)],
  ['RS256', async ({ proving }) => proofOf(await makeKey('RS256'), proving)],
  ['ES384', async ({ proving }) => proofOf(await makeKey('ES384'), proving)],
  [
    'ES256 with the jwk of another curve',
    async ({ key, proving }) => proofOf(key, { ...proving, header: { jwk: (await makeKey('ES384')).jwk } }),
  ],
  ['no jwk', header({ jwk: undefined })],
  ['a jwk that is no object', header({ jwk: 'key' })],
  ['the private jwk', async ({ proving }) => withPrivateJwk(proving)],
  ['a point that is not on the curve', ({ key }) => ({ header: { jwk: { ...key.jwk, x: key.jwk.y } } })],
  ['the signature of another key', ({ other }) => ({ header: { jwk: other.jwk } })],
  ['a signature that was changed', async ({ key, proving }) => tampered(await proofOf(key, proving))],
  ['an unknown critical header', header({ crit: ['more'], more: true })],
  ['no jti', claims({ jti: undefined })],
  ['an empty jti', claims({ jti: '' })],
  ['a jti of 257 characters', claims({ jti: 'x'.repeat(257) })],
  ['a jti that is a number', claims({ jti: 1 })],
  ['no htm', claims({ htm: undefined })],
  ['another method', claims({ htm: 'DELETE' })],
  ['the method in lower case', ({ proving }) => ({ claims: { htm: proving.method?.toLowerCase() } })],
  ['no htu', claims({ htu: undefined })],
  ['another path', claims({ htu: `${BASE}/api/oauth/revoke` })],
  ['another host', ({ proving }) => ({ claims: { htu: `https://id.evil.example${pathOf(proving)}` } })],
  ['another port', ({ proving }) => ({ claims: { htu: `${BASE}1${pathOf(proving)}` } })],
  ['another scheme', ({ proving }) => ({ claims: { htu: `ftp${BASE.slice(4)}${pathOf(proving)}` } })],
  [
    'a name before the host',
    ({ proving }) => ({ claims: { htu: `${BASE.replace('//', '//ana@')}${pathOf(proving)}` } }),
  ],
  ['only a path', ({ proving }) => ({ claims: { htu: pathOf(proving) } })],
  ['the path with a slash at its end', ({ proving }) => ({ claims: { htu: `${BASE}${pathOf(proving)}/` } })],
  ['the path in upper case', ({ proving }) => ({ claims: { htu: `${BASE}${pathOf(proving).toUpperCase()}` } })],
  [
    'an encoded slash',
    ({ proving }) => ({ claims: { htu: `${BASE}/${pathOf(proving).slice(1).replace('/', '%2F')}%2F` } }),
  ],
  ['no iat', claims({ iat: undefined })],
  ['an iat that is a text', claims({ iat: '1' })],
  ['an iat of six minutes ago', ({ proving }) => ({ claims: { iat: proving.now / 1000 - 301 } }), 'use_dpop_nonce'],
  ['an iat of six minutes ahead', ({ proving }) => ({ claims: { iat: proving.now / 1000 + 301 } }), 'use_dpop_nonce'],
  ['an unknown nonce', claims({ nonce: 'n' }), 'use_dpop_nonce'],
  ['a nonce that is no text', claims({ nonce: 1 })],
];
/** Only with an access token. */
const INVALID_WITH_TOKEN: typeof INVALID = [
  ['no ath', claims({ ath: undefined })],
  ['the ath of another token', claims({ ath: hashOf('at_1.x') })],
  ['another key', async ({ other, proving }) => proofOf(other, proving), 'invalid_token'],
];
/** What a proof may also look like. */
const VALID: readonly (readonly [what: string, bend: Bend])[] = [
  ['the htu with a query', ({ proving }) => ({ claims: { htu: `${BASE}${pathOf(proving)}?a=b` } })],
  ['the htu with a fragment', ({ proving }) => ({ claims: { htu: `${BASE}${pathOf(proving)}#a` } })],
  ['the host in upper case', ({ proving }) => ({ claims: { htu: BASE.toUpperCase() + pathOf(proving) } })],
  ['an iat of five minutes ago', ({ proving }) => ({ claims: { iat: proving.now / 1000 - 300 } })],
  ['an iat of five minutes ahead', ({ proving }) => ({ claims: { iat: proving.now / 1000 + 300 } })],
  ['an iat with a fraction', ({ proving }) => ({ claims: { iat: proving.now / 1000 + 0.5 } })],
  ['a jti of 256 characters', ({ proving }) => ({ claims: { jti: `${proving.path} `.padEnd(256, 'x') } })],
  ['claims that are not read', claims({ more: { a: 1 } })],
];

const pathOf = ({ path = TOKEN }: Proving): string => path.split('?')[0] ?? '';
const part = (text: object): string => Buffer.from(JSON.stringify(text)).toString('base64url');

function unsigned(jwt: string): string {
  const [head = '', payload] = jwt.split('.');
  return `${part({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'none' })}.${payload}.`;
}

function tampered(jwt: string): string {
  const [head, payload, signature = ''] = jwt.split('.');
  return `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}

const payloadOf = async (proving: Proving) =>
  JSON.parse(Buffer.from((await proofOf(await makeKey(), proving)).split('.')[1] ?? '', 'base64url').toString());

async function withSecret(proving: Proving): Promise<string> {
  const secret = Buffer.alloc(32, 'k');
  const jwk = { kty: 'oct', k: secret.toString('base64url') };
  return new SignJWT(await payloadOf(proving)).setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk }).sign(secret);
}

async function withPrivateJwk(proving: Proving): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return new SignJWT(await payloadOf(proving))
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
    .sign(privateKey);
}

async function bentProof(bend: Bend, good: Parameters<Bend>[0]): Promise<string | string[]> {
  const bent = bend(good);
  return bent instanceof Promise ? bent : proofOf(good.key, { ...good.proving, ...bent });
}

async function started(test: Test): Promise<{ app: FastifyInstance; key: ProofKey; other: ProofKey; tokens: Tokens }> {
  const { app } = await testApp(test);
  await addCallers(app);
  const key = await makeKey();
  return { app, key, other: await makeKey(), tokens: await boundTokens(app, key) };
}

t.test(
  'the token endpoint refuses every proof that is not of its request, and the code still works [RFC 9449 §4.3]',
  async (t) => {
    const { app, key, other } = await started(t);
    const authorization = await code(app);
    for (const [what, bend, error = 'invalid_dpop_proof'] of INVALID) {
      const proving = { method: 'POST', path: TOKEN, now: app.clock() };
      const response = await exchangeWith(app, authorization, await bentProof(bend, { key, other, proving }));
      t.equal(response.statusCode, 400, `${what}: ${response.body}`);
      t.equal(response.json().error, error, what);
      t.equal(response.headers['dpop-nonce'] !== undefined, error === 'use_dpop_nonce', `${what}: nonce`);
    }
    const proof = await proofOf(key, { now: app.clock() });
    t.match((await exchangeWith(app, authorization, proof)).json(), { token_type: 'DPoP' });
  },
);

t.test('the token endpoint takes every proof that the standard allows [RFC 9449 §4.3]', async (t) => {
  const { app, key, other } = await started(t);
  for (const [what, bend] of VALID) {
    const proving = { method: 'POST', path: TOKEN, now: app.clock() };
    const proof = await bentProof(bend, { key, other, proving });
    t.match((await exchangeWith(app, await code(app), proof)).json(), { token_type: 'DPoP' }, what);
  }
});

t.test('each algorithm can be used, by each of its names [RFC 9449 §4.2]', async (t) => {
  const { app } = await started(t);
  for (const alg of ['ES256', 'EdDSA', 'Ed25519']) {
    const key = await makeKey(alg);
    const tokens = await boundTokens(app, key);
    t.equal(tokens.token_type, 'DPoP', alg);
    t.match(await introspect(app, CLIENT, tokens.access_token), { token_type: 'DPoP', cnf: { jkt: key.jkt } }, alg);
    for (const surface of SURFACES)
      t.equal((await callWith(app, surface, { key, token: tokens.access_token })).statusCode, 200);
  }
});

for (const surface of SURFACES) {
  const [name, method, path] = surface;
  t.test(
    `${name}: a proof that is not of the request is refused with a challenge [RFC 9449 §4.3, RFC 9449 §7.1]`,
    async (t) => {
      const { app, key, other, tokens } = await started(t);
      const token = tokens.access_token;
      for (const [what, bend, error = 'invalid_dpop_proof'] of [...INVALID, ...INVALID_WITH_TOKEN]) {
        const proving = { method, path, now: app.clock(), accessToken: token };
        const dpop = await bentProof(bend, { key, other, proving });
        const response = await call(app, surface, { authorization: `DPoP ${token}`, dpop });
        t.equal(response.statusCode, 401, `${what}: ${response.body}`);
        t.match(dpopChallenge(response), { error, error_description: /./, algs: 'ES256 EdDSA Ed25519' }, what);
        t.match(
          response.headers['www-authenticate'],
          /^Bearer scope="[^"]+", resource_metadata="[^"]+", DPoP error/,
          what,
        );
        t.equal(response.headers['dpop-nonce'] !== undefined, error === 'use_dpop_nonce', `${what}: nonce`);
        t.equal(response.headers['cache-control'], 'no-store', what);
      }
      for (const [what, bend] of VALID) {
        const proving = { method, path, now: app.clock(), accessToken: token };
        const dpop = await bentProof(bend, { key, other, proving });
        const response = await call(app, surface, { authorization: `DPoP ${token}`, dpop });
        t.equal(response.statusCode, 200, `${what}: ${response.body}`);
      }
      for (const scheme of ['dpop ', 'DPOP ', 'DPoP  ']) {
        const dpop = await proofOf(key, { method, path, now: app.clock(), accessToken: token });
        t.equal((await call(app, surface, { authorization: scheme + token, dpop })).statusCode, 200, scheme);
      }
    },
  );
}

t.test(
  'what a 401 says without a token is as before, and nothing is said of proofs to who sends none [RFC 6750 §3]',
  async (t) => {
    const { app } = await started(t);
    for (const surface of SURFACES) {
      for (const authorization of surface[0] === 'tools' ? ['Bearer x'] : [undefined, 'Bearer x']) {
        const response = await call(app, surface, { authorization });
        t.equal(response.statusCode, 401, surface[0]);
        t.match(response.headers['www-authenticate'], /^Bearer error="invalid_token", [^D]*$/, surface[0]);
      }
      const unknown = await call(app, surface, { authorization: 'DPoP x' });
      t.match(dpopChallenge(unknown), { error: 'invalid_token' }, surface[0]);
    }
  },
);

t.test('a scope that a bound token lacks is asked for with both schemes [RFC 6750 §3.1]', async (t) => {
  const { app, key } = await started(t);
  const { access_token: token } = await boundTokens(app, key, { fields: { scope: 'openid' } });
  const response = await callWith(app, ['', 'GET', '/api/v1/courses'], { key, token });
  t.equal(response.statusCode, 403);
  t.match(response.headers['www-authenticate'], /^Bearer error="insufficient_scope", .*scope="courses:read"/);
  t.match(dpopChallenge(response), { error: 'insufficient_scope' });
});

t.test(
  'a nonce helps a client whose clock is wrong, at every endpoint, for its period and the next [RFC 9449 §8]',
  async (t) => {
    const { app, clock } = await testApp(t, { nodes: 2 });
    await addCallers(app);
    const key = await makeKey();
    const authorization = await code(app);
    const yesterday = { claims: { iat: clock.now / 1000 - 86_400 } };
    const refused = await exchangeWith(app, authorization, await proofOf(key, { now: clock.now, ...yesterday }));
    t.match(refused.json(), { error: 'use_dpop_nonce' });
    const nonce = String(refused.headers['dpop-nonce']);
    t.match(nonce, /^[A-Za-z0-9_-]{43}$/);
    const withNonce = { claims: { ...yesterday.claims, nonce } };
    const issued = await exchangeWith(app, authorization, await proofOf(key, { now: clock.now, ...withNonce }));
    t.match(issued.json(), { token_type: 'DPoP' });
    const { access_token: token, refresh_token: refreshToken } = issued.json<Tokens>();
    clock.advance(5 * MINUTE);
    for (const surface of SURFACES)
      t.equal((await callWith(app, surface, { key, token, ...withNonce })).statusCode, 200, surface[0]);
    clock.advance(5 * MINUTE);
    for (const surface of SURFACES) {
      const response = await callWith(app, surface, { key, token, ...withNonce });
      t.equal(response.statusCode, 401, surface[0]);
      t.match(dpopChallenge(response), { error: 'use_dpop_nonce' });
      const next = { claims: { ...yesterday.claims, nonce: response.headers['dpop-nonce'] } };
      t.equal(
        (await callWith(app, surface, { key, token, ...next })).statusCode,
        200,
        `${surface[0]}: with the new one`,
      );
    }
    const late = await refreshWith(app, refreshToken, await proofOf(key, { now: clock.now, ...withNonce }));
    t.match(late.json(), { error: 'use_dpop_nonce' });
    const again = { claims: { ...yesterday.claims, nonce: late.headers['dpop-nonce'] } };
    t.equal((await refreshWith(app, refreshToken, await proofOf(key, { now: clock.now, ...again }))).statusCode, 200);
  },
);

t.test('with DPOP_NONCE=required, a proof that was made before is worth nothing [RFC 9449 §11.2]', async (t) => {
  const { app, clock } = await testApp(t, { nodes: 2, env: { DPOP_NONCE: 'required' } });
  await addCallers(app);
  const key = await makeKey();
  const authorization = await code(app);
  const asked = await exchangeWith(app, authorization, await proofOf(key, { now: clock.now }));
  t.match(asked.json(), { error: 'use_dpop_nonce' });
  const claims = { nonce: asked.headers['dpop-nonce'] };
  const issued = await exchangeWith(app, authorization, await proofOf(key, { now: clock.now, claims }));
  const { access_token: token } = issued.json<Tokens>();
  for (const surface of SURFACES) {
    const response = await callWith(app, surface, { key, token });
    t.match(dpopChallenge(response), { error: 'use_dpop_nonce' }, surface[0]);
    t.equal(response.headers['dpop-nonce'], claims.nonce, 'one nonce for all endpoints');
    t.match(response.headers['access-control-expose-headers'] ?? 'DPoP-Nonce', /DPoP-Nonce/);
    t.equal((await callWith(app, surface, { key, token, claims })).statusCode, 200, surface[0]);
  }
});

t.test('metadata name the algorithms [RFC 9449 §5.1, RFC 9728 §2]', async (t) => {
  const { app } = await testApp(t);
  const read = async (url: string) => (await app.inject(url)).json();
  const algorithms = ['ES256', 'EdDSA', 'Ed25519'];
  t.match(await read('/.well-known/oauth-authorization-server'), { dpop_signing_alg_values_supported: algorithms });
  for (const path of ['', '/mcp', '/account/graphql', '/mcp?auth=required']) {
    t.match(await read(`/.well-known/oauth-protected-resource${path}`), {
      dpop_signing_alg_values_supported: algorithms,
      dpop_bound_access_tokens_required: false,
    });
  }
});
