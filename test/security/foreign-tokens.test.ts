/** What a stranger signs, encrypts or details is worth nothing here, and costs nothing. */
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { CompactEncrypt, CompactSign, type JWTPayload } from 'jose';
import t from 'tap';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { documentHost } from '../support/document-host.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  type Fields,
  makeVerifier,
  obtainTokens,
  postForm,
  userinfo,
} from '../support/oauth-client.ts';

const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a token of ours says, bound to us by everything but the one thing that counts. */
async function forgeries(own: string, jwk: JsonWebKey & { kid?: string }): Promise<Record<string, string>> {
  const [, payload = ''] = own.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const theirs = foreign.publicKey.export({ format: 'jwk' });
  const sign = (header: Record<string, unknown>, key = foreign.privateKey) =>
    new CompactSign(text(claims)).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);
  // Our public key, used as the secret of an HMAC.
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  const confused = `${encoded({ alg: 'HS256', kid: jwk.kid })}.${payload}`;
  return {
    'without a signature': `${encoded({ alg: 'none' })}.${payload}.`,
    'with the signature cut off': `${own.split('.').slice(0, 2).join('.')}.`,
    'with our public key as the secret of an HMAC': `${confused}.${createHmac('sha256', pem).update(confused).digest('base64url')}`,
    'signed by somebody else under our key id': await sign({ kid: jwk.kid }),
    'that brings its key along': await sign({ kid: 'x', jwk: theirs }),
    'that names where its key is': await sign({ kid: jwk.kid, jku: 'https://keys.example/jwks.json' }),
    'that names its certificate': await sign({ kid: jwk.kid, x5u: 'https://keys.example/cert.pem' }),
    'signed with RSA': await new CompactSign(text(claims))
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '' })
      .sign(rsa.privateKey),
    'with a critical header nobody knows': `${encoded({ alg: 'ES256', kid: jwk.kid, crit: ['b64'], b64: false })}.${payload}.${own.split('.')[2]}`,
    'encrypted for us': await new CompactEncrypt(text(claims))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(createPublicKey({ key: jwk, format: 'jwk' })),
    'that would take a billion rounds of PBKDF2': `${encoded({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 1_000_000_000, p2s: 'AAAA' })}.AA.AA.AA.AA`,
    'that would be unpacked': `${encoded({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' })}..AA.${Buffer.alloc(2000).toString('base64url')}.AA`,
  };
}

t.test('a forged JWT is no hint, token or client assertion, is never decrypted and loads no key [W70]', async (t) => {
  const host = await documentHost(t);
  const { app } = await testApp(t, { network: host.network });
  const browser = new Browser(app);
  const { id_token: own = '' } = await obtainTokens(app, DEMO.portal, {}, { browser });
  const { keys } = (await app.inject('/.well-known/jwks.json')).json<{ keys: (JsonWebKey & { kid: string })[] }>();
  const ask = (hint: string) =>
    browser.get(authorizeUrl(DEMO.portal, makeVerifier(), { prompt: 'none', id_token_hint: hint }));
  t.match((await ask(own)).leavesFor?.searchParams.get('code'), /^ac_/, 'ours is one');
  for (const [what, forged] of Object.entries(await forgeries(own, keys[0] ?? {}))) {
    const { leavesFor } = await ask(forged);
    t.equal(leavesFor?.searchParams.get('error'), 'login_required', what);
    const page = await browser.get(`/oauth/logout?${new URLSearchParams({ id_token_hint: forged })}`);
    t.match(page.body, '/confirm"', `${what}: signing out is asked for`);
    t.equal((await userinfo(app, forged)).statusCode, 401, `${what}: nor is it an access token`);
    const asserted = {
      client_assertion: forged,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    };
    const refused = await postForm(app, '/api/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: 'rt_1.x',
      ...asserted,
    });
    t.equal(refused.json().error, 'invalid_client', `${what}: nor does it authenticate a client`);
  }
  t.strictSame(host.resolved, [], 'nobody was asked for a key');
  t.match((await browser.get('/account')).url, '/account', 'and the session is still there');
});

t.test(
  'authorization_details change nothing, and no metadata claims to support them [W13, ASVS 10.4.15]',
  async (t) => {
    const { app } = await testApp(t);
    const details = JSON.stringify([{ type: 'account_information', actions: ['read', 'write'], locations: [BASE] }]);
    for (const value of [details, '', 'not json', '[{}]', `[${'{"type":"x"},'.repeat(50)}{"type":"x"}]`]) {
      const fields: Fields = { scope: 'openid', authorization_details: value };
      const authorization = await authorize(app, DEMO.cli, fields);
      const response = await exchange(app, DEMO.cli, authorization, { authorization_details: value });
      t.equal(response.statusCode, 200, value.slice(0, 20));
      t.equal(response.json().scope, 'openid');
      t.notOk('authorization_details' in response.json());
    }
    const browser = new Browser(app);
    const page = await browser.get(authorizeUrl(DEMO.cli, makeVerifier(), { authorization_details: details }));
    const consent = await browser.submit(page, '/sign-in', { email: 'ana@riverside.example', password: PASSWORD });
    t.match(consent.body, '/decision"');
    t.notMatch(consent.body, 'account_information', 'nobody is shown what nobody understands');
    const metadata = (await app.inject('/.well-known/oauth-authorization-server')).json();
    t.notOk('authorization_details_types_supported' in metadata);
  },
);
