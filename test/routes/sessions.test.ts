/** The person's page of browsers: where they are signed in, and the ways out. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { hashCredential } from '../../schema/credential.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { obtainTokens, userinfo } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const PATH = '/account/sessions';
const [ANA, BEN] = ['ana@riverside.example', 'ben@riverside.example'];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KILOBYTE = 1024;
const { activity, events, message, sessions: text, shell } = textFor('en');

const AGENTS = {
  'Firefox 140 on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Safari 18 on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Chrome 138 on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Edge 138 on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  'Chrome 138 on Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
} as const;

async function setting(t: Test, env: Record<string, string> = {}) {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url, env });
  async function signedInWith(userAgent: string, email = ANA, headers: Record<string, string> = {}): Promise<Browser> {
    const browser = new Browser(app);
    browser.headers = { ...browser.headers, 'user-agent': userAgent, ...headers };
    await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
    return browser;
  }
  return { app, clock, file, signedInWith };
}

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/account')).url === '/account';
const formActions = ({ body }: Page): string[] =>
  [...body.matchAll(/action="(\/account\/sessions\/[^"]*\/end)"/g)].map(([, action = '']) => action);
const signOuts = async (file: DatabaseFile): Promise<unknown[][]> =>
  (await file.rows(`select person_id, target from audit_events where event = 'sign_out' order by id`)).map(
    Object.values,
  );

t.setTimeout(120_000);

t.test('browsers of the same kind are told apart by the time of the sign-in', async (t) => {
  const { clock, signedInWith } = await setting(t);
  const firefox = AGENTS['Firefox 140 on Windows'];
  const ana = await signedInWith(firefox);
  clock.advance(20_000);
  await signedInWith(firefox);
  await signedInWith(AGENTS['Safari 18 on iPhone']);
  const { body } = await ana.get(PATH);
  const times = [...body.matchAll(/<h2>([^<]*)<.*?Signed in <time[^>]*>this hour<\/time>( · [^<]*)?</gs)];
  t.match(times.map(([, name, at]) => `${name}${at?.replaceAll('\u202f', ' ') ?? ''}`).sort(), [
    /^Firefox 140 on Windows · \w+ \d+, \d{4}, \d+:\d\d:00 [AP]M WET$/,
    /^Firefox 140 on Windows · \w+ \d+, \d{4}, \d+:\d\d:20 [AP]M WET$/,
    /^Safari 18 on iPhone$/,
  ]);
});

t.test('people see the browsers in which they are signed in, and no browsers of others [W37]', async (t) => {
  const { app, clock, signedInWith } = await setting(t);
  for (const agent of Object.values(AGENTS)) await signedInWith(agent);
  await signedInWith('curl/8.5.0 <b>\u202e', ANA);
  await signedInWith('', ANA);
  await signedInWith(`strange ${'x'.repeat(300)}`, ANA);
  await signedInWith('Ben’s browser', BEN);
  clock.advance(HOUR);
  const ana = await signedInWith('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  const page = await ana.get(PATH);
  const names = [...page.body.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, name]) => name);
  t.equal(names[0], 'Firefox 140 on Linux', 'this one first');
  t.match(said(page), `Firefox 140 on Linux ${text.here} ${text.since} this hour ${text.lastSeen} this hour`);
  t.match(said(page), `${text.since} 1 hour ago ${text.lastSeen} 1 hour ago`, 'both no more exactly than is known');
  for (const name of Object.keys(AGENTS)) t.ok(names.includes(name), name);
  t.ok(names.includes('curl/8.5.0 &lt;b&gt;'), 'as it calls itself, harmless');
  t.ok(names.includes(text.unknown));
  t.ok(names.includes(`strange ${'x'.repeat(52)}…`), 'and not at any length');
  t.notMatch(said(page), 'Ben’s');
  t.equal(formActions(page).length, 8, 'every other one has a way out');
  clock.advance(30 * DAY);
  const later = await signedIn(app, ANA);
  t.equal(formActions(await later.get(PATH)).length, 0, 'whose time is over is not listed');
  t.match(said(await later.get(PATH)), text.here);
  t.notOk(linksOf(await later.get(PATH)).includes(`${PATH}/end-others`), 'nothing to end elsewhere');
});

t.test('times name their zone in every language, also where it has no name of its own', async (t) => {
  const { signedInWith } = await setting(t);
  const ana = await signedInWith('a');
  // Lisbon, in winter.
  for (const language of LANGUAGES) {
    const page = said(
      await ana.get('/account/activity', { 'accept-language': language === 'zh-Hant' ? 'zh-TW' : language }),
    );
    t.notMatch(page, 'GMT', language);
    t.match(page, /UTC|WEZ|WET/, language);
  }
});

t.test('beside a browser stands where its network is, if a trusted proxy says so [W26]', async (t) => {
  const places = ['Lisboa', 'DE', Buffer.from('Zürich').toString('latin1'), ' \u0000', 'x'.repeat(300)];
  const proxied = await setting(t, { TRUST_PROXY: '127.0.0.1', PLACE_HEADER: 'X-Place' });
  for (const place of places) await proxied.signedInWith(`a ${places.indexOf(place)}`, ANA, { 'x-place': place });
  const here = await proxied.signedInWith('here');
  const page = said(await here.get(PATH));
  const from = (place: string): string => `${text.since} this hour · ${place} ${text.lastSeen}`;
  for (const place of ['Lisboa', 'Germany', 'Zürich', 'x'.repeat(80)]) t.match(page, from(place));
  t.equal(page.split(' · ').length - 1, 4, 'nothing is said where nothing is known');
  const german = said(await here.get(PATH, { 'accept-language': 'de' }));
  t.match(german, ' · Deutschland ', 'the code of a country is its name in each language');
  for (const env of [{ TRUST_PROXY: '10.0.0.1', PLACE_HEADER: 'X-Place' }, { TRUST_PROXY: '127.0.0.1' }]) {
    const { signedInWith } = await setting(t, env);
    const claims = await signedInWith('a', ANA, { 'x-place': 'Lisboa' });
    t.notMatch(said(await claims.get(PATH)), 'Lisboa', JSON.stringify(env));
  }
});

t.test('a person can sign out another of their browsers, but no browser of another person [W37]', async (t) => {
  const { app, file, signedInWith } = await setting(t);
  const iPhone = Object.values(AGENTS).find((one) => one.includes('iPhone')) ?? '';
  const [here, there] = [await signedInWith('Here'), await signedInWith(iPhone)];
  const ben = await signedIn(app, BEN);
  const page = await here.get(PATH);
  const [action = ''] = formActions(page);
  const csrf = /name="csrf" value="([^"]*)"/.exec((await ben.get(PATH)).body)?.[1] ?? '';
  t.equal((await ben.post(action, [['csrf', csrf]])).status, 200, 'to others it looks the same');
  t.ok(await isSignedIn(there), 'and does nothing');
  t.match(said(await here.post(action, [['csrf', csrf]])), message.page_too_old.title);
  t.equal((await here.post(action, [], { origin: 'https://elsewhere.example' })).status, 403);
  t.ok(await isSignedIn(there));
  t.match(said(await here.submit(page, action)), text.done.one);
  t.notOk(await isSignedIn(there));
  t.ok(await isSignedIn(here));
  t.match(await signOuts(file), [['usr_demo_ana', /^ses_/]]);
  const shown = said(await here.get('/account/activity'));
  const since = activity.signedInSince({ at: 'Nov 21, 2026, 9:00:00 AM WET' });
  t.match(
    shown.replaceAll('\u202f', ' '),
    `${events.sign_out.otherBrowser.you({ browser: 'Safari on iPhone' })} ${since} `,
    'and not that she signed out',
  );
  t.match(shown, activity.doneIn({ browser: 'Here' }));
  t.match(said(await here.post(action, [['csrf', csrfOf(page)]])), text.done.one, 'twice is once');
  t.match(await signOuts(file), [['usr_demo_ana', /^ses_/]]);
});

t.test('all other browsers are signed out once the password is given [W37]', async (t) => {
  const { app, file, signedInWith } = await setting(t);
  const [here, there, elsewhere] = [await signedInWith('a'), await signedInWith('b'), await signedInWith('c')];
  const ben = await signedIn(app, BEN);
  const question = await here.get(`${PATH}/end-others`);
  t.match(said(question), text.ending.othersText);
  const refused = await here.submit(question, '/end-others', { password: 'not it' });
  t.equal(refused.status, 400);
  t.match(said(refused), shell.confirm.wrong);
  t.ok(await isSignedIn(there));
  const copy = here.copy();
  const done = await here.submit(question, '/end-others', { password: PASSWORD });
  t.match(said(done), text.done.others);
  t.strictSame(await Promise.all([here, there, elsewhere, ben].map(isSignedIn)), [true, false, false, true]);
  t.notOk(await isSignedIn(copy), 'nor does a copy of the cookie from before go on');
  t.strictSame(await signOuts(file), [['usr_demo_ana', 'others']]);
  t.match(said(await here.get('/account/activity')), events.sign_out.others.you);
});

t.test('a person signs out everywhere, here too, and connected apps keep their access [W36, W37]', async (t) => {
  const { app, file, signedInWith } = await setting(t);
  const [here, there] = [await signedInWith('a'), await signedInWith('b')];
  const tokens = await obtainTokens(app, undefined, {}, { browser: there });
  const question = await here.get(`${PATH}/end-everywhere`);
  t.equal((await here.submit(question, '/end-everywhere', { password: 'not it' })).status, 400);
  t.strictSame(await Promise.all([here, there].map(isSignedIn)), [true, true]);
  const cookies = new Map(here.cookies);
  const done = await here.submit(question, '/end-everywhere', { password: PASSWORD });
  t.match(said(done), message.signed_out.title);
  t.notOk(here.cookies.has('sid'), 'the cookie is taken back');
  for (const [name, value] of cookies) here.cookies.set(name, value);
  t.strictSame(await Promise.all([here, there].map(isSignedIn)), [false, false], 'and would open nothing');
  t.strictSame(await signOuts(file), [
    ['usr_demo_ana', 'others'],
    ['usr_demo_ana', null],
  ]);
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 200);
});

t.test('with very many browsers a page stays below 30 KB in every language', async (t) => {
  const { app, clock } = await setting(t);
  for (let n = 0; n < 24; n += 1) {
    await app.people.sessions.open(
      {
        id: `ses_${n}`,
        hash: hashCredential(`session ${n}`),
        personId: 'usr_demo_ana',
        credentialsVersion: 0,
        authenticatedAt: clock.now,
        authenticatedBy: 'password',
        expiresAt: clock.now + DAY,
        userAgent: 'x'.repeat(256),
      },
      undefined,
      { event: 'sign_in', at: clock.now },
    );
  }
  const browser = await signedIn(app, ANA);
  for (const language of LANGUAGES) {
    browser.headers['accept-language'] = language;
    const page = await browser.get(PATH);
    const size = Buffer.byteLength(page.body);
    t.ok(size < 30 * KILOBYTE, `${language}: ${size} bytes`);
    t.equal(formActions(page).length, 19);
    const rest = await browser.get(linksOf(page).find((href) => href.includes('?from=')) ?? 'nowhere');
    t.equal(formActions(rest).length, 5);
    for (const one of [page, rest]) t.match(said(one), textFor(language).sessions.total({ count: 25 }));
    const back = await browser.get(linksOf(rest).find((href) => href === PATH) ?? 'nowhere');
    t.strictSame(formActions(back), formActions(page), 'and back');
  }
});

const csrfOf = ({ body }: Page): string => /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? '';
