/** Sign-in at the provider of a school: what the relying party believes, and what it refuses with which reason. */
import { gzipSync } from 'node:zlib';
import { exportJWK, exportSPKI, generateKeyPair } from 'jose';
import t, { type Test } from 'tap';
import type { ProviderWish } from '../../plugins/people/providers/index.ts';
import { PROVIDER_SECRETS } from '../../schema/people/provider.ts';
import type { ProviderRefusal } from '../../schema/people/provider-sign-in.ts';
import { type Answer, type DocumentHost, documentHost, isDown, JSON_TYPE, served } from '../support/document-host.ts';
import {
  answerTo,
  CLIENT_ID,
  CLIENT_SECRET,
  ISSUER,
  ORIGIN,
  type Relying,
  relyingParty,
  type SchoolProvider,
  schoolProvider,
} from '../support/school-provider.ts';
import { START } from '../support/settings.ts';
import { testTimer } from '../support/timer.ts';
import { until } from '../support/until.ts';

const MINUTE = 60_000;
const SECONDS = START / 1000;
const METADATA = `${ISSUER}/.well-known/openid-configuration`;
const INSIDE = '10.1.2.3';

interface Setting extends Relying {
  host: DocumentHost;
  provider: SchoolProvider;
}

async function setting(t: Test, options: Parameters<typeof relyingParty>[2] = {}): Promise<Setting> {
  const host = await documentHost(t);
  const relying = await relyingParty(t, host, options);
  return { ...relying, host, provider: await schoolProvider(host, () => relying.clock.now) };
}

t.test('a sign-in there says who the person is, for this issuer [OpenID Connect Core §3.1.3.7]', async (t) => {
  const { browser, provider, host } = await setting(t);
  provider.claims = {
    ...{ sub: 'sub-1', email: 'Ana@school.example', email_verified: true, hd: 'School.Example' },
    ...{ auth_time: SECONDS - 30, amr: ['pwd', 'mfa', 7], acr: 'phr', name: 'Ana' },
  };
  const it = browser();
  const { location = '' } = await it.begin({
    next: '/oauth/continue/1',
    requestId: 'req_1',
    maxAge: 60,
    prompt: 'login',
    loginHint: 'ana@school.example',
    locale: 'de',
  });
  const sent = Object.fromEntries(new URL(location).searchParams);
  const { state, nonce, code_challenge: challenge, redirect_uri: callback, ...rest } = sent;
  t.ok(location.startsWith(`${ISSUER}/authorize?`), location);
  t.strictSame(rest, {
    ...{ client_id: CLIENT_ID, response_type: 'code', scope: 'openid email profile', code_challenge_method: 'S256' },
    ...{
      login_hint: 'ana@school.example',
      max_age: '60',
      prompt: 'login',
    },
    ui_locales: 'de',
  });
  t.equal(new Set([state, nonce, challenge]).size, 3);
  t.strictSame(await it.finish(answerTo(location)), {
    attempt: {
      ...{ providerId: 'prv_a', version: 1, purpose: 'sign_in', startedAt: START, next: '/oauth/continue/1' },
      ...{ requestId: 'req_1', maxAge: 60 },
    },
    claims: {
      ...{ issuer: ISSUER, subject: 'sub-1', email: 'Ana@school.example', emailVerified: true, name: 'Ana' },
      ...{ hostedDomain: 'school.example', authTime: START - 30_000, amr: ['pwd', 'mfa'], acr: 'phr' },
    },
  });
  t.equal(it.cookie, undefined, 'nothing is under way any more');
  t.strictSame([callback, provider.exchanges[0]?.get('redirect_uri')], Array(2).fill(`${ORIGIN}/sign-in/via/prv_a`));
  t.equal(provider.exchanges[0]?.get('code_verifier')?.length, 43);
  t.equal(host.requests.filter((url) => url === METADATA).length, 1);
});

/** What is done to the ID token, and why the sign-in is refused; the subject that is believed if it is not. */
type TokenRow = [
  title: string,
  change: (provider: SchoolProvider, relying: Setting) => unknown,
  refused: ProviderRefusal | { subject?: string; authTime?: number },
  wish?: Partial<ProviderWish>,
];
const changed = (claims: Record<string, unknown>) => (provider: SchoolProvider) => (provider.claims = claims);

const TOKENS: readonly TokenRow[] = [
  [
    'a wrong key under the right id',
    async (p) => (p.key = (await generateKeyPair('RS256')).privateKey),
    'token_invalid',
  ],
  ['a key that is not published', (p) => (p.header = { kid: 'another' }), 'key_unknown'],
  ['no signature', (p) => (p.key = 'none'), 'token_invalid'],
  [
    'HS256 with the client secret',
    (p) => Object.assign(p, { key: Buffer.from(CLIENT_SECRET.padEnd(32)), header: { ...p.header, alg: 'HS256' } }),
    'token_invalid',
  ],
  [
    'HS256 with the public key',
    async (p) =>
      Object.assign(p, { key: Buffer.from(await exportSPKI(p.publicKey)), header: { ...p.header, alg: 'HS256' } }),
    'token_invalid',
  ],
  [
    'its own key in the header',
    async (p) => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      Object.assign(p, {
        key: privateKey,
        header: { ...p.header, jwk: await exportJWK(publicKey), jku: 'https://evil.example/keys' },
      });
    },
    'token_invalid',
  ],
  [
    'an algorithm that its metadata does not name',
    async (p) => {
      const { privateKey } = await generateKeyPair('ES256');
      Object.assign(p, { key: privateKey, header: { ...p.header, alg: 'ES256' } });
    },
    'token_invalid',
  ],
  ['a critical extension', (p) => (p.header = { ...p.header, crit: ['b64'], b64: true }), 'token_invalid'],
  ['another client', changed({ aud: 'another' }), 'token_invalid'],
  ['this client among others', changed({ aud: [CLIENT_ID, 'another'] }), 'token_invalid'],
  ['two clients, authorized for the other', changed({ aud: [CLIENT_ID, 'another'], azp: 'another' }), 'token_invalid'],
  ['this client, authorized for another', changed({ azp: 'another' }), 'token_invalid'],
  ['two clients, authorized for this one', changed({ aud: [CLIENT_ID, 'another'], azp: CLIENT_ID }), {}],
  ['no audience', changed({ aud: undefined }), 'token_invalid'],
  ['another issuer', changed({ iss: 'https://login.other.example' }), 'token_invalid'],
  ['the issuer with a slash', changed({ iss: `${ISSUER}/` }), 'token_invalid'],
  ['another nonce', changed({ nonce: 'another' }), 'token_invalid'],
  ['no nonce', changed({ nonce: undefined }), 'token_invalid'],
  ['no expiry', changed({ exp: undefined }), 'token_invalid'],
  ['no time of issue', changed({ iat: undefined }), 'token_invalid'],
  ['expired two minutes ago', changed({ exp: SECONDS - 120 }), 'clock_off'],
  ['expired 50 seconds ago', changed({ exp: SECONDS - 50 }), {}],
  ['a clock that is ten minutes ahead', changed({ iat: SECONDS + 600, exp: SECONDS + 900 }), 'clock_off'],
  ['a clock that is ten minutes late', changed({ iat: SECONDS - 600, exp: SECONDS + 300 }), 'clock_off'],
  ['a clock that is 50 seconds ahead', changed({ iat: SECONDS + 50, nbf: SECONDS + 50, exp: SECONDS + 300 }), {}],
  ['a clock that is 50 seconds late', changed({ iat: SECONDS - 50, exp: SECONDS + 300 }), {}],
  ['not valid for two minutes', changed({ nbf: SECONDS + 120 }), 'clock_off'],
  ['signed in there in ten minutes', changed({ auth_time: SECONDS + 600 }), 'clock_off'],
  ['signed in there in 50 seconds', changed({ auth_time: SECONDS + 50 }), { authTime: START }],
  [
    'signed in there ten years ago',
    changed({ auth_time: SECONDS - 315_360_000 }),
    { authTime: START - 315_360_000_000 },
  ],
  ['a time of sign-in that is no number', changed({ auth_time: '1' }), 'token_invalid'],
  ['signed in there too long ago', changed({ auth_time: SECONDS - 300 }), 'not_recent', { maxAge: 0, prompt: 'login' }],
  ['no time of sign-in where one is demanded', changed({}), 'not_recent', { maxAge: 0, prompt: 'login' }],
  [
    'signed in there just now, as demanded',
    changed({ auth_time: SECONDS - 5 }),
    { authTime: START - 5000 },
    { maxAge: 0 },
  ],
  ['no time of sign-in in a test', changed({}), {}, { maxAge: 0, purpose: 'test' }],
  ['a subject of 255 characters', changed({ sub: 's'.repeat(255) }), { subject: 's'.repeat(255) }],
  ['a subject of 128 characters of two units', changed({ sub: '\u{1f600}'.repeat(128) }), 'token_invalid'],
  ['a subject of 256 characters', changed({ sub: 's'.repeat(256) }), 'token_invalid'],
  ['an empty subject', changed({ sub: '' }), 'token_invalid'],
  ['no subject', changed({ sub: undefined }), 'token_invalid'],
  ['a number as subject', changed({ sub: 1 }), 'token_invalid'],
  ['a subject with NUL', changed({ sub: 'sub\u0000' }), 'token_invalid'],
  ['half a character as subject', changed({ sub: 'sub\ud800' }), 'token_invalid'],
  ['a subject in upper case', changed({ sub: 'SUB-1' }), { subject: 'SUB-1' }],
  ['a subject with a blank at the end', changed({ sub: 'sub-1 ' }), { subject: 'sub-1 ' }],
  ['a subject with a composed letter', changed({ sub: 'ä' }), { subject: 'ä' }],
  ['a subject with a decomposed letter', changed({ sub: 'a\u0308' }), { subject: 'a\u0308' }],
];

t.test(
  'an ID token counts for this sign-in only, signed by the provider and in time [OpenID Connect Core §3.1.3.7]',
  (t) => {
    for (const [title, change, expected, wish] of TOKENS) {
      t.test(title, async (t) => {
        const it = await setting(t);
        await change(it.provider, it);
        const outcome = await it.browser().signIn(wish);
        if (typeof expected === 'string') t.equal(outcome.refused, expected);
        else t.match(outcome, { claims: { subject: 'sub-1', ...expected } });
        t.match(it.provider.exchanges.length, 1);
        t.match(outcome.attempt, { providerId: 'prv_a' });
      });
    }
    t.end();
  },
);

t.test('what an address or a method says counts only in its right form', async (t) => {
  const { browser, provider } = await setting(t);
  for (const [claims, wanted] of [
    [
      { email: 'ana@school.example', email_verified: 'true' },
      { email: 'ana@school.example', emailVerified: false },
    ],
    [{ email: 'ana@school.example', email_verified: 1 }, { emailVerified: false }],
    [{ email: 'no address', email_verified: true }, { email: undefined }],
    [{ email: ['ana@school.example'] }, { email: undefined }],
    [{ email: `${'a'.repeat(300)}@school.example` }, { email: undefined }],
    [
      { amr: 'mfa', acr: ['phr'], hd: 1 },
      { amr: [], acr: undefined, hostedDomain: undefined },
    ],
  ] as const) {
    provider.claims = claims;
    const { claims: found } = (await browser().signIn()) as unknown as { claims: Record<string, unknown> };
    for (const [name, value] of Object.entries(wanted)) t.strictSame(found[name], value, JSON.stringify(claims));
  }
});

const endless: Answer = (_request, response) => {
  response.writeHead(200, JSON_TYPE).write(' ');
};
const redirect: Answer = (_request, response) => {
  response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
};
const error = (code: string, status = 400): Answer => served(JSON.stringify({ error: code }), JSON_TYPE, status);

/** What any of its three addresses may answer with. */
const ANSWERS: Readonly<Record<string, [answer: Answer, refused: ProviderRefusal]>> = {
  'that nobody is there': [isDown, 'provider_down'],
  'an error of its own': [served('{}', JSON_TYPE, 500), 'provider_down'],
  'that it is busy': [served('{}', JSON_TYPE, 429), 'provider_down'],
  'a redirect into our network': [redirect, 'provider_invalid'],
  'a page': [served('<p>Hello</p>', { 'content-type': 'text/html' }), 'provider_invalid'],
  '300 KiB': [served(`{"a":"${'a'.repeat(300 * 1024)}"}`), 'provider_invalid'],
  'a bomb': [
    served(gzipSync(Buffer.alloc(1_000_000, ' ')), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    'provider_invalid',
  ],
  'no JSON': [served('{"a":'), 'provider_invalid'],
  'an answer without end': [endless, 'provider_down'],
};

t.test('whatever a provider answers ends within five seconds and 256 KiB, and leads nowhere else', (t) => {
  for (const [title, [answer, refused]] of Object.entries(ANSWERS)) {
    for (const path of ['/.well-known/openid-configuration', '/token', '/keys']) {
      t.test(`${title} at ${path}`, async (t) => {
        const { timer, advance } = testTimer();
        const { host, browser } = await setting(t, { timer });
        host.answer(`${ISSUER}${path}`, answer);
        const it = browser();
        const done = (async () => {
          const begun = await it.begin();
          return begun.location === undefined ? begun : it.finish(answerTo(begun.location));
        })();
        if (answer === endless) {
          await until(() => host.requests.includes(`${ISSUER}${path}`));
          advance(5000);
        }
        t.match(await done, { refused });
        t.notOk(
          host.resolved.some((name) => name !== 'login.school.example'),
          'nothing else is looked up',
        );
      });
    }
  }
  t.end();
});

/** What the token endpoint may say of a code or of us. */
t.test('what the token endpoint refuses has its reason', (t) => {
  for (const [code, status, refused] of [
    ['invalid_client', 401, 'secret_wrong'],
    ['unauthorized_client', 400, 'secret_wrong'],
    ['invalid_grant', 400, 'code_refused'],
    ['temporarily_unavailable', 400, 'provider_down'],
    ['Something <b>else</b>', 400, 'provider_error'],
  ] as const) {
    t.test(`a token endpoint says ${code}`, async (t) => {
      const { provider, browser, logs } = await setting(t);
      provider.token = error(code, status);
      t.match(await browser().signIn(), { refused, attempt: { next: '/' } });
      t.notMatch(logs.join(''), /<b>/);
    });
  }
  t.end();
});

const METADATA_CHANGES: readonly [title: string, change: Record<string, unknown>][] = [
  ['another issuer', { issuer: 'https://login.other.example' }],
  ['the issuer with a slash', { issuer: `${ISSUER}/` }],
  ['no token endpoint', { token_endpoint: undefined }],
  ['keys by http', { jwks_uri: `http://login.school.example/keys` }],
  ['a token endpoint by http', { token_endpoint: `http://login.school.example/token` }],
  ['an authorization endpoint that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['a password in an address', { token_endpoint: `https://a:b@login.school.example/token` }],
  ['algorithms without a signature', { id_token_signing_alg_values_supported: ['none', 'HS256'] }],
];
t.test('metadata is for its issuer, with https addresses and algorithms that can be verified', (t) => {
  for (const [title, change] of METADATA_CHANGES) {
    t.test(title, async (t) => {
      const { provider, browser, host } = await setting(t);
      Object.assign(provider.metadata, change);
      t.strictSame(await browser().begin(), { refused: 'provider_invalid' });
      t.strictSame(host.requests, [METADATA]);
    });
  }
  t.end();
});

t.test('a host with a private address is reached only if the platform lists the issuer, and it alone', async (t) => {
  for (const [title, env, endpoint, refused, resolves] of [
    ['any issuer', {}, undefined, 'provider_invalid', ['169.254.169.254']],
    ['one private address among several', {}, undefined, 'provider_invalid', ['93.184.215.14', INSIDE]],
    ['a listed issuer', { SCHOOL_PROVIDERS: ISSUER }, undefined, undefined, [INSIDE]],
    [
      'another host of its metadata',
      { SCHOOL_PROVIDERS: ISSUER },
      'https://vault.school.example/token',
      'provider_invalid',
      [INSIDE],
    ],
  ] as const) {
    const { host, provider, browser } = await setting(t, { env });
    for (const name of ['login.school.example', 'vault.school.example']) host.resolveTo(name, [...resolves]);
    if (endpoint !== undefined) provider.metadata = { ...provider.metadata, token_endpoint: endpoint };
    const it = browser();
    const begun = await it.begin();
    const outcome = begun.location === undefined ? begun : await it.finish(answerTo(begun.location));
    t.equal(outcome.refused, refused, title);
    if (title.startsWith('any') || title.startsWith('one')) t.strictSame(host.dialled, [], `${title}: no connection`);
    t.notOk(
      host.requests.some((url) => url.startsWith('https://vault')),
      title,
    );
  }
});

t.test('the platform says which issuers schools may use, and one for everybody is none', async (t) => {
  for (const [env, issuer] of [
    [{ SCHOOL_PROVIDERS: 'off' }, ISSUER],
    [{ SCHOOL_PROVIDERS: 'https://accounts.google.com' }, ISSUER],
    [{}, 'https://login.microsoftonline.com/common/v2.0'],
    [{}, 'http://login.school.example'],
    [{}, 'https://login.school.example?x'],
    [{}, ORIGIN],
  ] as const) {
    const { app, rows, browser, host } = await setting(t, { env });
    const row = rows.get('prv_a');
    if (row !== undefined) rows.set('prv_a', { ...row, issuer });
    t.strictSame(await browser().begin(), { refused: 'not_allowed' }, issuer);
    t.equal(await app.providers.tryOut(issuer), 'not_allowed');
    t.strictSame(host.requests, []);
  }
  const { app } = await setting(t);
  t.equal(await app.providers.tryOut(ISSUER), undefined);
});

t.test('an answer counts once, in the browser and at the address that it was asked for', async (t) => {
  const it = await setting(t);
  const { clock, rows, provider, browser, host } = it;
  const other = await schoolProvider(host, () => clock.now, 'https://login.other.example');
  const row = rows.get('prv_a');
  if (row === undefined) throw new Error('no provider');
  rows.set('prv_b', { ...row, id: 'prv_b', issuer: other.issuer });
  const exchanges = (): number => provider.exchanges.length + other.exchanges.length;
  const refused = async (title: string, outcome: Promise<unknown>, reason: ProviderRefusal = 'attempt_unknown') => {
    const before = exchanges();
    t.match(await outcome, { refused: reason }, title);
    t.equal(exchanges(), before, `${title}: no code is sent anywhere`);
  };
  const begun = async (of = 'prv_a', wish: object = {}) => {
    const one = browser();
    const { location = '' } = await one.begin({ of, ...wish } as object);
    return { one, answer: answerTo(location), location };
  };

  const mine = await begun();
  await refused('a browser that began nothing', browser().finish(mine.answer));
  await refused('a state that nobody sent', mine.one.finish('code=c&state=x'));
  await refused('no state', mine.one.finish('code=c'));
  t.match(await mine.one.finish(mine.answer), { claims: { subject: 'sub-1' } }, 'it is still under way after these');
  await refused('the same answer again', mine.one.finish(mine.answer));
  const kept = await begun();
  const { cookie } = kept.one;
  t.match(await kept.one.finish(kept.answer), { claims: { subject: 'sub-1' } });
  kept.one.cookie = cookie;
  await refused('a copy of the cookie', kept.one.finish(kept.answer));

  const mixed = await begun('prv_b');
  await refused('a code of B at the address of A', mixed.one.finish(mixed.answer, 'prv_a'));
  await refused('and then at that of B', mixed.one.finish(mixed.answer, 'prv_b'));
  await refused(
    'a provider that is not there',
    (async () => {
      const { one, answer } = await begun();
      return one.finish(answer, 'prv_x');
    })(),
  );

  const late = await begun();
  clock.advance(10 * MINUTE);
  await refused('after ten minutes', late.one.finish(late.answer));

  const long = await begun();
  clock.advance(9 * MINUTE);
  await long.one.begin();
  clock.advance(2 * MINUTE);
  await refused('after eleven minutes, beside a newer one', long.one.finish(long.answer));

  const stale = await begun();
  rows.set('prv_a', { ...row, updatedAt: 2 });
  await refused('other settings meanwhile', stale.one.finish(stale.answer), 'settings_changed');
  rows.set('prv_a', row);

  const forged = browser();
  const attempt = JSON.stringify([
    {
      providerId: 'prv_a',
      version: 1,
      purpose: 'sign_in',
      startedAt: clock.now,
      state: 's',
      nonce: 'n',
      verifier: 'v',
      next: '/',
    },
  ]);
  forged.cookie = it.app.keyRing
    .seal('another purpose', Buffer.from(JSON.stringify([clock.now + MINUTE, attempt])))
    .toString('base64url');
  await refused('a cookie that was sealed for something else', forged.finish('code=c&state=s'));

  const stolen = await begun();
  t.match(
    await stolen.one.finish(
      answerTo(stolen.location, { code: `stolen.${Buffer.from('of another').toString('base64url')}` }),
    ),
    { refused: 'token_invalid' },
    'a code of another sign-in: the nonce',
  );
});

t.test('an answer names its issuer if the provider promises it [RFC 9207 §2.4], and nothing twice', async (t) => {
  for (const [promised, changes, refused] of [
    [true, {}, 'token_invalid'],
    [true, { iss: 'https://login.other.example' }, 'token_invalid'],
    [false, { iss: 'https://login.other.example' }, 'token_invalid'],
    [true, { iss: ISSUER }, undefined],
    [false, { error: 'access_denied', code: undefined }, 'access_denied'],
    [false, { error: 'login_required' }, 'access_denied'],
    [false, { error: 'server_error' }, 'provider_error'],
    [false, { error: 'invalid_client' }, 'provider_error'],
    [false, { error: 'invalid_grant' }, 'provider_error'],
    [false, { error: 'invalid_scope' }, 'provider_error'],
    [false, { code: undefined }, 'token_invalid'],
    [false, { id_token: 'x' }, 'token_invalid'],
    [false, { response: 'x' }, 'token_invalid'],
    [false, { again: 'code=other' }, 'token_invalid'],
    [false, { again: 'state=other' }, 'token_invalid'],
  ] as const) {
    const { app, provider, browser } = await setting(t);
    Object.assign(provider.metadata, { authorization_response_iss_parameter_supported: promised });
    const { again, ...own } = changes as Record<string, string | undefined>;
    const it = browser();
    const { location = '' } = await it.begin();
    const outcome = await it.finish([answerTo(location, own), again].filter((part) => part !== undefined).join('&'));
    t.equal(outcome.refused, refused, JSON.stringify(changes));
    t.equal(provider.exchanges.length, refused === undefined ? 1 : 0, JSON.stringify(changes));
    t.equal(app.providers.failing('prv_a'), undefined, 'a browser raises no alarm about a provider');
  }
});

t.test('a browser has five sign-ins under way in one cookie, of which the oldest is dropped', async (t) => {
  const { app, browser } = await setting(t);
  const it = browser();
  const next = `/oauth/continue/${'x'.repeat(100)}`;
  const begun: string[] = [];
  for (let n = 0; n < 6; n += 1)
    begun.push((await it.begin({ next, requestId: 'r'.repeat(30), sessionId: 's'.repeat(30) })).location ?? '');
  t.ok((it.cookie?.length ?? 0) < 3900, `${it.cookie?.length}`);
  const outcomes = [];
  for (const location of begun) outcomes.push((await it.finish(answerTo(location))).refused);
  t.strictSame(outcomes, ['attempt_unknown', undefined, undefined, undefined, undefined, undefined]);
  const short: string[] = [];
  for (let n = 0; n < 6; n += 1) short.push((await it.begin()).location ?? '');
  t.match(await it.finish(answerTo(short[0] ?? '')), { refused: 'attempt_unknown' }, 'five, however short they are');
  t.match(await it.finish(answerTo(short[1] ?? '')), { claims: { subject: 'sub-1' } });
  // Addresses that are long leave room for fewer, and one that is too long is left out.
  for (let n = 0; n < 6; n += 1) await it.begin({ next: `/${'y'.repeat(900)}` });
  t.ok((it.cookie?.length ?? 0) < 3900, `${it.cookie?.length}`);
  t.match(await it.signIn({ next: `/${'z'.repeat(1000)}` }), { attempt: { next: '/' } });
  const [cookie] = [(await app.inject({ method: 'POST', url: '/begin', payload: {} })).headers['set-cookie']].flat();
  t.match(cookie, /^__Host-via=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

t.test('keys are read once, and again for one that is not known, but not within a minute', async (t) => {
  const { provider, browser, clock } = await setting(t);
  const signIn = async () => (await browser().signIn()).refused;
  t.equal(await signIn(), undefined);
  t.equal(await signIn(), undefined);
  t.equal(provider.keyReads(), 1);
  await provider.rotate();
  t.equal(await signIn(), 'key_unknown');
  t.equal(provider.keyReads(), 1, 'whoever makes up ids of keys makes no requests');
  clock.advance(MINUTE + 1000);
  t.equal(await signIn(), undefined);
  t.equal(provider.keyReads(), 2);
  clock.advance(4 * MINUTE);
  t.equal(await signIn(), undefined);
  t.equal(provider.keyReads(), 2);
  clock.advance(2 * MINUTE);
  t.equal(await signIn(), undefined);
  t.equal(provider.keyReads(), 3, 'and after five minutes, so that a key that was withdrawn ends');
});

t.test('metadata is read once an hour, once for many, and not again at once while it fails', async (t) => {
  const { host, browser, clock, provider } = await setting(t);
  const reads = (): number => host.requests.filter((url) => url === METADATA).length;
  await Promise.all(Array.from({ length: 5 }, () => browser().begin()));
  t.equal(reads(), 1);
  clock.advance(59 * MINUTE);
  await browser().begin();
  t.equal(reads(), 1);
  await browser().begin({ purpose: 'test' });
  t.equal(reads(), 2, 'a test wants to know how it is now');
  host.answer(METADATA, isDown);
  clock.advance(61 * MINUTE);
  for (let n = 0; n < 3; n += 1) t.strictSame(await browser().begin(), { refused: 'provider_down' });
  t.equal(reads(), 3);
  host.serve(METADATA, provider.metadata);
  clock.advance(11_000);
  t.match(await browser().begin(), { location: /^https/ });
});

t.test('Google, which refuses prompt=login, lets the person choose an account', async (t) => {
  const { browser, rows, host, clock } = await setting(t);
  await schoolProvider(host, () => clock.now, 'https://accounts.google.com');
  const row = rows.get('prv_a');
  if (row !== undefined) rows.set('prv_a', { ...row, issuer: 'https://accounts.google.com' });
  const { location = '' } = await browser().begin({ prompt: 'login', maxAge: 0 });
  t.equal(new URL(location).searchParams.get('prompt'), 'select_account');
});

t.test('whoever cancels, and a provider that is down, keep nobody else in the network out', async (t) => {
  const { browser, provider } = await setting(t);
  for (let n = 0; n < 130; n += 1) {
    const it = browser();
    const { location = '' } = await it.begin();
    await it.finish(answerTo(location, { code: undefined, error: 'access_denied' }));
  }
  provider.token = served('{}', JSON_TYPE, 503);
  t.equal((await browser().signIn()).refused, 'provider_down');
  provider.token = undefined;
  t.match(await browser().signIn(), { claims: { subject: 'sub-1' } });
});

t.test('a secret that nothing decrypts any more is one to enter again', async (t) => {
  const { app, browser, rows } = await setting(t);
  const row = rows.get('prv_a');
  if (row !== undefined) rows.set('prv_a', { ...row, sealedSecret: app.keyRing.seal('elsewhere', Buffer.from('x')) });
  t.strictSame(await browser().begin(), { refused: 'secret_wrong' });
});

t.test('a network that makes up codes makes 120 requests with the secret of a school, and then waits', async (t) => {
  const { app, browser, provider } = await setting(t);
  t.match(await browser().signIn(), { claims: { subject: 'sub-1' } });
  provider.token = served('<p>What?</p>', { 'content-type': 'text/html' }, 400);
  const outcomes = new Set<string | undefined>();
  for (let n = 0; n < 122; n += 1) outcomes.add((await browser().signIn()).refused);
  t.equal(provider.exchanges.length, 121);
  const it = browser();
  const { location = '' } = await it.begin();
  t.equal((await it.finish(answerTo(location, { code: undefined, error: 'access_denied' }))).refused, 'code_refused');
  t.strictSame([...outcomes], ['provider_invalid', 'code_refused']);
  t.equal(app.providers.failing('prv_a'), undefined, 'and the owner is not alarmed');
});

t.test('a client without a secret, and a provider that takes it in the body', async (t) => {
  const { rows, provider, browser } = await setting(t);
  await browser().signIn();
  t.equal(provider.exchanges[0]?.get('client_secret'), null, 'in the header by default');
  provider.metadata = { ...provider.metadata, token_endpoint_auth_methods_supported: ['client_secret_post'] };
  const second = await setting(t);
  second.provider.metadata = provider.metadata;
  await second.browser().signIn();
  t.equal(second.provider.exchanges[0]?.get('client_secret'), CLIENT_SECRET);
  const row = rows.get('prv_a');
  if (row !== undefined) rows.set('prv_a', { ...row, sealedSecret: null });
  t.match(await browser().signIn(), { claims: { subject: 'sub-1' } });
  t.equal(provider.exchanges[1]?.get('client_id'), CLIENT_ID);
});

t.test('no secret, code, state or token is in the log, whatever fails', async (t) => {
  const { app, browser, provider, logs, rows } = await setting(t);
  const planted: string[] = [CLIENT_SECRET, 'planted-code'];
  const failing: (() => unknown)[] = [
    () => {},
    () => (provider.key = 'none'),
    () => (provider.claims = { sub: '', email: 'planted@school.example' }),
    () =>
      (provider.token = served(
        JSON.stringify({ error: 'invalid_grant', error_description: 'planted-words' }),
        JSON_TYPE,
        400,
      )),
    () => (provider.token = served('planted-words')),
    () => (provider.token = isDown),
  ];
  for (const fail of failing) {
    fail();
    const it = browser();
    const { location = '' } = await it.begin();
    for (const name of ['state', 'nonce', 'code_challenge'])
      planted.push(new URL(location).searchParams.get(name) ?? '?');
    await it.finish(answerTo(location));
  }
  const row = rows.get('prv_a');
  if (row !== undefined)
    rows.set('prv_a', { ...row, sealedSecret: app.keyRing.seal(PROVIDER_SECRETS.slice(1), Buffer.from('x')) });
  await browser()
    .signIn()
    .catch(() => {});
  planted.push(
    ...provider.given,
    ...provider.exchanges.map((form) => form.get('code_verifier') ?? '?'),
    'planted-words',
    'planted@school.example',
  );
  const text = logs.join('');
  t.ok(logs.length >= 5, text);
  for (const value of planted) t.notOk(text.includes(value), value);
});

t.test('a provider that keeps requests takes no more than its part, which is no fault of its own', async (t) => {
  const host = await documentHost(t);
  const relying = await relyingParty(t, host);
  const provider = await schoolProvider(host, () => relying.clock.now);
  const held: (() => void)[] = [];
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const browser = relying.browser();
      return { browser, answer: answerTo((await browser.begin()).location ?? '') };
    }),
  );
  provider.token = (_request, response) => void held.push(() => response.destroy());
  const outcomes = answers.map(({ browser, answer }) => browser.finish(answer));
  const first = await Promise.race(outcomes);
  t.equal(first.refused, 'provider_down');
  t.equal(relying.app.providers.failing('prv_a'), undefined, 'nothing is known against it');
  t.equal(held.length <= 10, true, `${held.length} requests`);
  for (const end of held) end();
  await Promise.all(outcomes);
});

t.test('schools with the same provider do not keep each other out, and a request waits for its turn', async (t) => {
  const host = await documentHost(t);
  const relying = await relyingParty(t, host);
  const provider = await schoolProvider(host, () => relying.clock.now);
  const row = relying.rows.get('prv_a');
  if (row !== undefined) relying.rows.set('prv_b', { ...row, id: 'prv_b' });
  const beginAt = async (of: string) => {
    const browser = relying.browser();
    return { browser, of, answer: answerTo((await browser.begin({ of } as Partial<ProviderWish>)).location ?? '') };
  };
  const crowd = await Promise.all(Array.from({ length: 11 }, () => beginAt('prv_a')));
  const other = await beginAt('prv_b');
  const held: (() => void)[] = [];
  provider.token = (_request, response) => void held.push(() => response.destroy());
  const outcomes = crowd.map(({ browser, answer }) => browser.finish(answer));
  await until(() => held.length >= 10);
  provider.token = undefined;
  t.equal((await other.browser.finish(other.answer, 'prv_b')).refused, undefined, 'another school');
  held.shift()?.();
  const all = await Promise.all([
    ...outcomes,
    new Promise((end) => setTimeout(end, 500)).then(() => held.map((go) => go())),
  ]);
  t.equal(all.filter((one) => 'claims' in one && one.claims !== undefined).length, 1, 'the eleventh had to wait');
});
