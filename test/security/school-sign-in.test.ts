/**
 * What the provider of a school says counts at that school only: an owner chooses it, and can be anybody there. Each test
 * is an attack of such an owner, or of a person at the school, on an account.
 */
import { decodeJwt } from 'jose';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { CALLERS, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { walk } from '../support/crawl.ts';
import { documentHost } from '../support/document-host.ts';
import { ANA, NOOR, RUTH, VENDOR } from '../support/interaction.ts';
import {
  authorizeUrl,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  type TestClient,
  type Tokens,
  userinfo,
  walkThrough,
} from '../support/oauth-client.ts';
import { routesOf } from '../support/routes.ts';
import { type AtSchool, atSchool, offerProvider } from '../support/school-sign-in.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { signedIn } from '../support/with-emails.ts';

t.setTimeout(240_000);

const NOOR_ID = 'usr_demo_noor';
const ANA_ID = CALLERS.member.id;
const VIA_NOOR = 'noor-at-provider';
const VIA_ANA = 'ana-at-provider';
/** What belongs to the account and not to the school. */
const ELSEWHERE = /Harbour Music|harbour\.example/;

/** What every client may ask for. */
const IDENTITY = { scope: 'openid profile email', resource: undefined };

/** Goes to the client in a browser that is signed in, by the pages that it is shown. */
async function codeFor(
  browser: Browser,
  client: TestClient,
  overrides = {},
): Promise<{ page: Page; verifier: string }> {
  const verifier = makeVerifier();
  const page = await browser.get(authorizeUrl(client, verifier, { ...IDENTITY, ...overrides }));
  return { page: await walkThrough(browser, page), verifier };
}

async function tokensFor({ app }: AtSchool, browser: Browser, client: TestClient, overrides = {}): Promise<Tokens> {
  const { page, verifier } = await codeFor(browser, client, overrides);
  const code = page.leavesFor?.searchParams.get('code');
  if (code == null) throw new Error(`no code: ${page.status} ${page.leavesFor} ${said(page)}`);
  const answer = await exchange(
    app,
    client,
    { code, verifier, params: new URLSearchParams() },
    { resource: undefined },
  );
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Tokens>();
}

t.test('a session at a school opens no page of another school, of the account or of the platform', async (t) => {
  const school = await atSchool(t, { env: { PLATFORM_OPERATORS: NOOR } });
  const { app } = school;
  await school.connect(NOOR_ID, VIA_NOOR);
  const browser = await school.signedInAs(VIA_NOOR, { email: NOOR, email_verified: true });
  const paths = routesOf(app)
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) => path);
  t.ok(paths.length > 150);
  let pages = 0;
  const starts = paths.flatMap((path) =>
    path.startsWith('/platform') || path.startsWith('/account') || path.startsWith('/admin')
      ? [RIVERSIDE.slug, HARBOUR.slug].map((slug) => path.replace(':school', slug).replaceAll(/:\w+/g, NOOR_ID))
      : [],
  );
  await walk(
    app,
    (place, text) => {
      pages += 1;
      // The sign-in page of the account names what it was asked for; and the public pages of schools are for everybody.
      if (!/^\/(?:sign-in|schools|docs)\b/.test(place)) t.notMatch(text, ELSEWHERE, place);
    },
    'a session at Riverside',
    browser,
    [...new Set([...starts, '/', '/account/school', '/admin/riverside', '/sign-in'])],
  );
  t.ok(pages > 50, `${pages} pages were read`);
  for (const path of [
    '/platform',
    '/platform/attempts',
    '/platform/accounts',
    '/admin/harbour',
    '/account',
    '/account/profile',
  ]) {
    const page = await browser.get(path);
    t.ok(page.status === 403 || /^\/(?:sign-in|account\/school)/.test(page.url), `${path}: ${page.status} ${page.url}`);
  }
  t.match((await browser.get('/account/connected-apps')).url, '/account/school?closed=1');
  t.equal((await browser.get('/admin/riverside')).status, 200, 'what Noor runs at Riverside is open');
  t.equal((await browser.get('/platform')).body.includes('Harbour'), false);
});

t.test('what the provider says of an address proves none', async (t) => {
  const school = await atSchool(t);
  await school.file.edit('update people set email_verified = ? where id = ?', false, ANA_ID);
  await school.connect(ANA_ID, VIA_ANA);
  await school.signedInAs(VIA_ANA, { email: 'root@platform.example', email_verified: true });
  const row = await school.file.row('select email, email_verified from people where id = ?', ANA_ID);
  t.strictSame([row?.email, Number(row?.email_verified)], [ANA, 0]);
});

t.test(
  'a shared client knows a person through the school by another sub, an application of the school by the same',
  async (t) => {
    const school = await atSchool(t);
    const { app } = school;
    await school.connect(ANA_ID, VIA_ANA);
    const shared = { prompt: 'consent' };
    const byPassword = await tokensFor(school, await signedIn(app, ANA), DEMO.cli, shared);
    const subOf = ({ id_token }: Tokens) => decodeJwt(id_token ?? '').sub;
    t.equal(subOf(byPassword), ANA_ID);
    for (const [client, sub] of [
      [VENDOR, `usr_shared_${RIVERSIDE.id}_${VIA_ANA}`],
      [DEMO.cli, ANA_ID],
    ] as const) {
      const tokens = await tokensFor(school, await school.signedInAs(VIA_ANA), client, shared);
      const claims = decodeJwt(tokens.id_token ?? '');
      const info = (await userinfo(app, tokens.access_token)).json();
      const seen = await introspect(app, client, tokens.access_token);
      t.strictSame([claims.sub, info.sub, seen.sub], [sub, sub, sub], client.id);
      t.strictSame([claims.email_verified, info.email_verified], [false, false]);
      const hinted = await (await school.signedInAs(VIA_ANA)).get(
        authorizeUrl(client, makeVerifier(), { ...IDENTITY, ...shared, id_token_hint: tokens.id_token }),
      );
      t.match(hinted.body, '/decision"', 'a hint with this sub is about this person');
    }
    const other = await (await school.signedInAs(VIA_ANA)).get(
      authorizeUrl(VENDOR, makeVerifier(), { ...IDENTITY, ...shared, id_token_hint: byPassword.id_token }),
    );
    t.match(other.body, '/sign-in"', 'the account is another person there');
  },
);

t.test('an address that the provider names leads to no account, and the answer is the same without one', async (t) => {
  const school = await atSchool(t);
  const answers: string[] = [];
  for (const email of [ANA, RUTH, 'nobody@riverside.example']) {
    const browser = new Browser(school.app);
    const page = await school.arrive(browser, `stranger ${email}`, undefined, { email, email_verified: true });
    answers.push(`${page.status} ${said(page)}`);
    t.notOk(browser.cookies.has('sid'));
  }
  t.match(answers[0], /Connect your account first/);
  t.equal(new Set(answers).size, 1);
  t.strictSame(await school.file.rows('select id from provider_identities'), []);
});

t.test('a membership with the role owner, a suspended and a removed one are not opened', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  const set = (column: string, value: string) =>
    file.edit(`update memberships set ${column} = ? where person_id = ? and site_id = ?`, value, ANA_ID, RIVERSIDE.id);
  await school.connect(ANA_ID, VIA_ANA);
  const before = await school.signedInAs(VIA_ANA);
  const tokens = await tokensFor(school, await school.signedInAs(VIA_ANA), DEMO.cli);
  for (const [column, value, words] of [
    ['role', 'owner', /Owners sign in with their account/],
    ['status', 'suspended', /Ask your school/],
    ['status', 'removed', /Ask your school/],
  ] as const) {
    await set(column, value);
    const browser = new Browser(app);
    t.match(said(await school.arrive(browser, VIA_ANA)), words);
    t.notOk(browser.cookies.has('sid'), value);
    t.match((await before.get('/account/school')).url, '/sign-in', `${value}: a session from before`);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 401, `${value}: a token from before`);
    await set('role', 'member');
    await set('status', 'active');
  }
  t.equal((await before.get('/account/school')).status, 200);
});

t.test('a consent of the account is none in a session at a school, nor the other way round', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await school.connect(ANA_ID, VIA_ANA);
  const asks = async (browser: Browser, client: TestClient) => {
    const url = authorizeUrl(client, makeVerifier(), IDENTITY);
    return (await browser.get(url, { 'sec-fetch-site': 'none' })).body.includes('/decision"');
  };
  await tokensFor(school, await school.signedInAs(VIA_ANA), VENDOR);
  t.strictSame(await file.rows('select client_id from consents'), []);
  t.equal(await asks(await signedIn(app, ANA), VENDOR), true, 'what was allowed at the school');
  await tokensFor(school, await signedIn(app, ANA), VENDOR);
  t.equal(await asks(await signedIn(app, ANA), VENDOR), false, 'the account has allowed it');
  t.equal(await asks(await school.signedInAs(VIA_ANA), VENDOR), true, 'what the account has allowed');
  await tokensFor(school, await signedIn(app, ANA), DEMO.portal);
  t.equal(await asks(await school.signedInAs(VIA_ANA), DEMO.portal), false, 'an application of the school');
});

t.test('a browser has one session, and a form of the one before is too old', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await offerProvider(app, HARBOUR.id, 'prv_harbour');
  await school.connect(NOOR_ID, VIA_NOOR);
  await school.connect(NOOR_ID, VIA_NOOR, HARBOUR.id);
  const browser = await signedIn(app, NOOR);
  const account = await browser.get('/account/profile');
  await school.arrive(browser, VIA_NOOR);
  const form = formsOf(account.body).find(({ action }) => action === '/account/profile');
  t.equal((await browser.post('/account/profile', form?.fields ?? [])).status, 403);
  const tab = await browser.get('/admin/riverside/settings');
  const riverside = formsOf(tab.body).find(({ action }) => action === '/sign-out');
  await school.arrive(browser, VIA_NOOR, '/sign-in/at/harbour');
  t.equal((await browser.get('/admin/riverside')).status, 403, 'the sign-in at Harbour opens Harbour');
  t.equal((await browser.post('/sign-out', riverside?.fields ?? [])).status, 403);
  const open = await file.rows('select school_id from sessions where person_id = ? and ended_at is null', NOOR_ID);
  t.strictSame(
    open.map((row) => row.school_id),
    [HARBOUR.id],
  );
  await browser.submit(await browser.get('/sign-in?other=1&next=/account'), '/sign-in', {
    email: NOOR,
    password: PASSWORD,
  });
  t.equal((await file.rows('select id from sessions where ended_at is null and school_id is not null')).length, 0);
});

t.test('the pages say through which school somebody is signed in, in every language', async (t) => {
  const school = await atSchool(t);
  await school.connect(NOOR_ID, VIA_NOOR);
  const browser = await school.signedInAs(VIA_NOOR);
  for (const language of LANGUAGES) {
    browser.headers = { ...browser.headers, 'accept-language': language };
    const pages = {
      home: await browser.get('/'),
      account: await browser.get('/account/school'),
      admin: await browser.get('/admin/riverside'),
      picker: await browser.get(authorizeUrl(VENDOR, makeVerifier(), { ...IDENTITY, prompt: 'select_account' })),
      consent: await browser.get(authorizeUrl(VENDOR, makeVerifier(), { ...IDENTITY, prompt: 'consent' })),
      signIn: await browser.get('/sign-in?next=/account'),
    };
    const through = textFor(language).schoolSignIn.through({ school: RIVERSIDE.name });
    for (const [name, { body }] of Object.entries(pages)) t.match(body, through, `${name} in ${language}`);
  }
});

t.test('no form of the account takes anything from a session at a school', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await school.connect(ANA_ID, VIA_ANA);
  const browser = await school.signedInAs(VIA_ANA);
  const csrf = formsOf((await browser.get('/account/school')).body).flatMap(({ fields }) => fields)[0]?.[1] ?? '';
  const state = async () =>
    JSON.stringify([
      await file.rows('select * from people where id = ?', ANA_ID),
      await file.rows('select id from passkeys'),
      await file.rows('select person_id from authenticators'),
      await file.rows('select id from provider_identities'),
      await file.rows('select hash from mail_links'),
    ]);
  const before = await state();
  const forms = routesOf(app).filter(
    ({ method, path }) =>
      method === 'POST' && /^\/(?:account|platform)\b/.test(path) && !path.startsWith('/account/school/'),
  );
  t.ok(forms.length > 20);
  for (const { path } of forms) {
    const page = await browser.post(path.replaceAll(/:\w+/g, 'x'), [
      ['csrf', csrf],
      ['password', PASSWORD],
      ['new_password', 'another long password'],
      ['email', 'thief@riverside.example'],
      ['name', 'Thief'],
    ]);
    t.ok(
      page.status === 403 || page.status === 401 || page.url.startsWith('/sign-in'),
      `${path}: ${page.status} ${page.url}`,
    );
  }
  t.equal(await state(), before);
});

t.test('a browser becomes no known browser of the account', async (t) => {
  const school = await atSchool(t);
  await school.connect(ANA_ID, VIA_ANA);
  const browser = await school.signedInAs(VIA_ANA);
  for (const path of ['/', '/account/school', '/admin/riverside', '/sign-in']) await browser.get(path);
  t.strictSame(
    [...browser.cookies.keys()].filter((name) => !['sid', 'pre', 'via'].includes(name)),
    [],
  );
});

t.test('the page of the school lists and ends the apps there, and none of another school', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await school.connect(NOOR_ID, VIA_NOOR);
  const account = await signedIn(app, NOOR);
  const verifier = makeVerifier();
  const asked = await account.get(authorizeUrl(VENDOR, verifier, IDENTITY));
  const page = await walkThrough(account, asked, { site: HARBOUR.id });
  const code = page.leavesFor?.searchParams.get('code') ?? '';
  await exchange(app, VENDOR, { code, verifier, params: new URLSearchParams() }, { resource: undefined });
  const elsewhere = await file.read('select id from grants where site_id = ?', HARBOUR.id);
  t.ok(elsewhere);
  const browser = await school.signedInAs(VIA_NOOR);
  await tokensFor(school, browser, DEMO.cli);
  const own = await browser.get('/account/school');
  t.match(said(own), /Demo CLI/);
  t.notMatch(said(own), /Claude/);
  const form = formsOf(own.body).find(({ action }) => action.endsWith('/end'));
  await browser.post(`/account/school/apps/${elsewhere}/end`, form?.fields ?? []);
  t.equal(await file.read('select revoked_at from grants where id = ?', Number(elsewhere)), null);
  t.notMatch(said(await browser.submit(own, '/end')), /Demo CLI/);
});

t.test(
  'taking an account back ends the sign-in that an intruder connected, of which the owner had a letter',
  async (t) => {
    const school = await atSchool(t);
    const { app, clock, file, mailbox } = school;
    const thief = await signedIn(app, ANA);
    const asked = await school.arrive(thief, 'thief', '/sign-in/at/riverside?link=1', {
      email: 'thief@school.example',
    });
    t.equal(asked.url, '/account/sign-in/connect');
    t.match(said(asked), /thief@school\.example.*login\.school\.example.*Riverside/);
    const done = await thief.submit(asked, '/connect');
    t.match(said(done), /Connected\. You can now sign in through the school/);
    await school.signedInAs('thief');
    const letter = (await mailbox.wait()).find(({ subject }) => /sign-in of Riverside/.test(subject));
    t.match(letter?.text ?? '', /thief@school\.example, at login\.school\.example/);
    const link = /https?:\/\/\S+\/not-me\?\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    const owner = new Browser(app);
    clock.advance(60_000);
    await owner.submit(await owner.get(new URL(link).pathname + new URL(link).search), '/not-me');
    t.strictSame(await file.rows('select id from provider_identities'), []);
    const again = new Browser(app);
    t.match(said(await school.arrive(again, 'thief')), /Connect your account first/);
    t.notOk(again.cookies.has('sid'));
  },
);

t.test('a sign-in that nothing is connected with is connected once, by the account', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  const browser = new Browser(app);
  const page = await school.arrive(browser, VIA_ANA);
  const href = /href="(\/sign-in\?[^"]*connect)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const asked = await browser.submit(await browser.get(href), '/sign-in', { email: ANA, password: PASSWORD });
  t.match(said(asked), /will open what is yours at Riverside Academy/);
  t.match(said(await browser.submit(asked, '/connect')), /Connected/);
  t.equal((await file.rows('select id from provider_identities')).length, 1);
  t.equal((await browser.get('/account/sign-in/connect')).url, '/account/sign-in?done=school_refused', 'once');
  const at = await school.signedInAs(VIA_ANA);
  t.equal((await at.get('/account/school')).status, 200);
  const list = await browser.get('/account/sign-in');
  const disconnect = /href="(\/account\/sign-in\/schools\/[^"]*)"/.exec(list.body)?.[1] ?? '';
  t.match(said(await browser.submit(await browser.get(disconnect), '/disconnect')), /Disconnected\./);
  t.match((await at.get('/account/school')).url, '/sign-in', 'its session has ended');
  // Another browser cannot use the proof, nor this one for another account.
  const stranger = await signedIn(app, 'mila@harbour.example');
  await school.arrive(stranger, 'mila', '/sign-in/at/riverside?link=1');
  t.equal((await stranger.get('/account/sign-in/connect')).url, '/account/sign-in?done=school_refused', 'no member');
  t.equal(
    (await (await signedIn(app, ANA)).get('/account/sign-in/connect')).url,
    '/account/sign-in?done=school_refused',
  );
});

t.test('whoever signed in long ago enters the password to connect, and what was shown is connected', async (t) => {
  const school = await atSchool(t);
  const { app, clock, file } = school;
  const browser = await signedIn(app, ANA);
  clock.advance(11 * 60_000);
  const shown = await school.arrive(browser, 'first', '/sign-in/at/riverside?link=1');
  const other = await school.arrive(browser, 'second', '/sign-in/at/riverside?link=1');
  t.match((await browser.submit(shown, '/connect')).url, 'done=school_refused', 'another tab brought another proof');
  const asked = await browser.submit(other, '/connect');
  t.equal((await browser.submit(asked, '/connect', { password: 'not the password' })).status, 400);
  t.strictSame(await file.rows('select id from provider_identities'), []);
  t.match(said(await browser.submit(asked, '/connect', { password: PASSWORD })), /Connected\./);
  t.equal(await file.read('select subject from provider_identities'), 'second');
  await school.arrive(browser, 'third', '/sign-in/at/riverside?link=1').catch(() => undefined);
  await browser.submit(await browser.get('/account/profile'), '/sign-out');
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: NOOR, password: PASSWORD });
  t.match((await browser.get('/account/sign-in/connect')).url, 'done=school_refused', 'of another session');
});

t.test('a link of a stranger neither replaces a session nor leads to a provider', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await school.connect(ANA_ID, VIA_ANA);
  const stranger = new Browser(app);
  const cross = await stranger.get('/sign-in/at/riverside', { 'sec-fetch-site': 'cross-site' });
  t.equal(cross.leavesFor, undefined);
  t.match(said(cross), /Members of Riverside Academy can sign in there.*Continue at login\.school\.example/);
  const signed = await signedIn(app, NOOR);
  const asked = await signed.get('/sign-in/at/riverside');
  t.equal(asked.leavesFor, undefined);
  t.match(said(asked), 'Noor Haddad');
  const link = linksOf(cross).find((href) => href.includes('go=')) ?? '';
  t.equal((await signed.get(link)).leavesFor, undefined, 'the token of another browser');
  t.equal(
    (await signed.get(linksOf(asked).find((href) => href.includes('go=')) ?? '')).leavesFor?.host,
    'login.school.example',
  );
  t.equal((await file.rows('select id from sessions where ended_at is not null')).length, 0);
});

t.test('a recent sign-in counts only if the provider confirms it', async (t) => {
  const school = await atSchool(t);
  const { clock, provider } = school;
  await school.connect(ANA_ID, VIA_ANA);
  for (const [authTime, error] of [
    [undefined, 'unmet_authentication_requirements'],
    [-3600, 'unmet_authentication_requirements'],
    [5, null],
  ] as const) {
    const browser = await school.signedInAs(VIA_ANA);
    clock.advance(1000);
    const asked = await browser.get(authorizeUrl(DEMO.portal, makeVerifier(), { ...IDENTITY, max_age: '0' }));
    const href = /href="(\/sign-in\/at\/[^"]*)"/.exec(asked.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    clock.advance(2000);
    const claims = authTime === undefined ? {} : { auth_time: Math.floor(clock.now / 1000) + Math.min(authTime, 0) };
    const page = await walkThrough(browser, await school.arrive(browser, VIA_ANA, href, claims));
    const told = page.leavesFor ?? new URL(linksOf(page).find((link) => link.includes('error=')) ?? 'https://none');
    t.equal(told.searchParams.get('error'), error, `auth_time ${authTime}: ${said(page)}`);
  }
  t.ok(provider.given.length > 0);
});

t.test('a connection through the school lasts as long as the school says', async (t) => {
  const school = await atSchool(t);
  await school.connect(ANA_ID, VIA_ANA);
  const tokens = await tokensFor(school, await school.signedInAs(VIA_ANA), DEMO.cli);
  t.equal(tokens.authorization_expires_in, 30 * 86_400);
  const browser = await school.signedInAs(VIA_ANA);
  school.clock.advance(12 * 3_600_000 + 1);
  t.match((await browser.get('/account/school')).url, '/sign-in', 'twelve hours');
});

t.test('erasing an account ends its sessions at schools and what the provider named', async (t) => {
  const school = await atSchool(t);
  await school.connect(ANA_ID, VIA_ANA);
  const browser = await school.signedInAs(VIA_ANA, { email: 'ana@school.example' });
  const event = { event: 'account_erased', at: school.clock.now, personId: ANA_ID } as const;
  t.equal(await school.app.people.erasures.erase({ personId: ANA_ID, messages: [] }, event), true);
  t.match((await browser.get('/account/school')).url, '/sign-in');
  t.strictSame(await school.file.rows('select id from provider_identities'), []);
  t.strictSame(await school.file.rows('select id from sessions where person_id = ?', ANA_ID), []);
});

t.test('a host that is not there, and a school without a provider, end at a page', async (t) => {
  const school = await atSchool(t);
  const browser = new Browser(school.app);
  t.equal((await browser.get('/sign-in/at/harbour')).status, 404);
  t.equal((await browser.get('/sign-in/at/nowhere')).status, 404);
  t.equal((await browser.get('/sign-in/via/prv_none?code=x&state=y')).status, 403);
  t.notOk(browser.cookies.has('sid'));
  t.ok(await documentHost(t));
});
