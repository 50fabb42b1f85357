// sqlite
/** The relying party signs people in at oidc-provider, as the provider of a school, over TLS. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import Provider from 'oidc-provider';
import t, { type Test } from 'tap';
import { documentHost, testCa } from '../support/document-host.ts';
import { CLIENT_ID, CLIENT_SECRET, ISSUER, ORIGIN, relyingParty } from '../support/school-provider.ts';

const ADDRESS = '93.184.215.20';
const CALLBACK = `${ORIGIN}/sign-in/via/prv_a`;
const DAY = 86_400;

/** How the person signs in there, who agrees to everything. */
interface Person {
  accountId: string;
  amr?: string[];
  ts?: number;
}

async function oidcProvider(t: Test, person: Person, secret = CLIENT_SECRET) {
  const host = await documentHost(t);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(ISSUER, {
    clients: [{ client_id: CLIENT_ID, client_secret: secret, redirect_uris: [CALLBACK] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'school-1' }] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'ana@school.example', email_verified: true, name: 'Ana' }),
    }),
  });
  Object.assign(provider, { proxy: true });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.url?.startsWith('/interaction/') !== true) return provider.callback()(incoming, response);
    const grant = new provider.Grant({ accountId: person.accountId, clientId: CLIENT_ID });
    grant.addOIDCScope('openid email profile');
    await provider.interactionDetails(incoming, response);
    return provider.interactionFinished(incoming, response, {
      login: person,
      consent: { grantId: await grant.save() },
    });
  };
  const plain = createServer(answer).listen(0, '127.0.0.1');
  const secure = createTlsServer(
    { SNICallback: (name, done) => void testCa.contextFor(name).then((context) => done(null, context), done) },
    answer,
  ).listen(0, '127.0.0.1');
  await Promise.all([once(plain, 'listening'), once(secure, 'listening')]);
  t.teardown(() => {
    for (const server of [plain, secure]) {
      server.close();
      server.closeAllConnections();
    }
  });
  host.resolveTo(new URL(ISSUER).hostname, [ADDRESS]);
  host.dialTo(ADDRESS, () => connect((secure.address() as AddressInfo).port, '127.0.0.1'));
  const relying = await relyingParty(t, host);
  // The library keeps the time itself.
  relying.clock.now = Date.now();
  return { ...relying, visit: (url: string) => visit(url, (plain.address() as AddressInfo).port) };
}

/** Follows the redirects of the provider, as a browser behind a proxy. @returns the query with which it sends the browser back */
async function visit(url: string, port: number): Promise<string> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let hops = 0; hops < 10 && !next.href.startsWith(CALLBACK); hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: next.host, 'x-forwarded-proto': 'https', ...(cookie === '' ? {} : { cookie }) };
    const sent = request({ host: '127.0.0.1', port, path: next.pathname + next.search, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    for (const line of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const body = Buffer.concat(await response.toArray()).toString();
    if (response.headers.location === undefined) throw new Error(`${next.href}: ${response.statusCode} ${body}`);
    next = new URL(response.headers.location, next);
  }
  return next.search.slice(1);
}

t.test(
  'oidc-provider signs a person in, who was there lately if that is demanded [OpenID Connect Core §3.1.3.7]',
  async (t) => {
    const { browser, clock, visit } = await oidcProvider(t, { accountId: 'ana', amr: ['pwd', 'mfa'] });
    const it = browser();
    const { location = '' } = await it.begin({ loginHint: 'ana@school.example', locale: 'de' });
    const answer = await visit(location);
    t.match(answer, /iss=https%3A%2F%2Flogin\.school\.example/, 'it names itself [RFC 9207 §2.4]');
    t.match(await it.finish(answer), {
      claims: { issuer: ISSUER, subject: 'ana', email: 'ana@school.example', emailVerified: true, amr: ['pwd', 'mfa'] },
    });
    t.equal((await it.finish(answer)).refused, 'attempt_unknown');
    const recent = await it.begin({ maxAge: 0, prompt: 'login', purpose: 'again', sessionId: 'ses_1' });
    const outcome = await it.finish(await visit(recent.location ?? ''));
    t.match(outcome, { attempt: { purpose: 'again', sessionId: 'ses_1' }, claims: { subject: 'ana' } });
    const authTime = outcome.refused === undefined ? (outcome.claims.authTime ?? 0) : 0;
    t.ok(authTime <= clock.now && authTime > clock.now - 60_000, `${authTime}`);
  },
);

t.test('a sign-in at oidc-provider a day ago is none of today', async (t) => {
  const { browser, visit } = await oidcProvider(t, { accountId: 'ana', ts: Math.floor(Date.now() / 1000) - DAY });
  const it = browser();
  const { location = '' } = await it.begin({ maxAge: 2 * DAY });
  t.match(await it.finish(await visit(location)), { claims: { subject: 'ana' } });
});

t.test('oidc-provider refuses a wrong secret and a code that was used', async (t) => {
  const { browser, visit, rows } = await oidcProvider(t, { accountId: 'ana' }, 'another-secret-of-the-client-there');
  const it = browser();
  t.equal((await it.finish(await visit((await it.begin()).location ?? ''))).refused, 'secret_wrong');
  t.ok(rows.size);
  const right = await oidcProvider(t, { accountId: 'ana' });
  const [one, other] = [right.browser(), right.browser()];
  const answer = new URLSearchParams(await right.visit((await one.begin()).location ?? ''));
  t.match(await one.finish(answer), { claims: { subject: 'ana' } });
  const { location = '' } = await other.begin();
  answer.set('state', new URL(location).searchParams.get('state') ?? '');
  t.equal((await other.finish(answer)).refused, 'code_refused', 'a stolen code in another browser');
});
