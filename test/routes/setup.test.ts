// slow
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { hashCredential, randomSecret } from '../../schema/credential.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { authorize, authorizeUrl, DEMO, encode, type Fields, makeVerifier } from '../support/oauth-client.ts';
import { outcomeOf } from '../support/with-emails.ts';

const HTML = 'text/html';
const MINUTE = 60_000;
const { setup, home, message, recovery } = textFor('en');

const SCHOOL = {
  school_name: 'Maple Street School',
  school_slug: 'maple-street',
  owner_name: 'Olga Berg',
  owner_email: 'olga@maple.example',
  password: 'seven quiet rivers',
};

/** What `npm start` does on an empty database. */
async function openLink(app: FastifyInstance): Promise<string> {
  const token = randomSecret();
  await app.people.setup.openLink(hashCredential(token), app.clock() + 30 * MINUTE);
  return token;
}

/** What `schoolgate schools create` does. */
const createSchool = (app: FastifyInstance, slug: string) =>
  app.school.schools.create(
    { slug, name: 'North School', owner: 'una@north.example', locale: 'en', timezone: 'UTC', currency: 'EUR' },
    { name: 'Ola' },
  );

const show = (app: FastifyInstance, token: string): Promise<Page> =>
  new Browser(app).get(`/setup?${encode({ token })}`);

const csrfOf = (page: Page): string => formsOf(page.body)[0]?.fields.find(([name]) => name === 'csrf')?.[1] ?? '';

const send = (
  app: FastifyInstance,
  fields: Fields,
  headers: Record<string, string> = { origin: BASE },
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: '/setup',
    headers: { accept: HTML, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: encode(fields),
  });

function gone(t: Test, { status, body }: { status: number; body: string }): void {
  t.equal(status, 404);
  t.match(body, recovery.gone.title);
  t.notMatch(body, '<form');
}

t.test('the one-time setup link', async (t) => {
  t.test('an empty platform has no account and no setup link [W30]', async (t) => {
    const file = databaseFile(t);
    await testApp(t, { seed: false, databaseUrl: file.url });
    t.equal(await file.read('select count(*) from people'), 0);
    t.equal(await file.read('select count(*) from setup_links'), 0, 'and no link before the start made one');
  });

  t.test('until there is a school, the pages where people sign in say so, and how one is created', async (t) => {
    const { app } = await testApp(t, { seed: false });
    const token = await openLink(app);
    for (const url of ['/', '/sign-in']) t.match((await new Browser(app).get(url)).body, setup.waiting.text, url);
    const browser = new Browser(app);
    await browser.submit(await show(app, token), '/setup', SCHOOL);
    for (const url of ['/', '/sign-in']) t.notMatch((await browser.get(url)).body, setup.waiting.title, url);
    t.notMatch((await show(app, token)).body, setup.waiting.again);
  });

  t.test('the school gets a slug from its name if none is entered', async (t) => {
    for (const [school_name, slug] of [
      ['Maple Street Schüle', /^maple-street-schuele$/],
      ['東京音楽学校', /^school-[0-9a-f]{8}$/],
    ] as const) {
      const { app } = await testApp(t, { seed: false });
      const page = await show(app, await openLink(app));
      t.notMatch(/<input[^>]*name="school_slug"[^>]*>/.exec(page.body)?.[0] ?? '', 'required');
      const done = await new Browser(app).submit(page, '/setup', { ...SCHOOL, school_name, school_slug: '' });
      t.equal(done.status, 200);
      const [, made = ''] = /%2Fadmin%2F([a-z0-9-]+)/.exec(done.body) ?? [];
      t.match(made, slug, school_name);
    }
  });

  t.test('the setup link makes a school and its owner, who can then sign in [W32]', async (t) => {
    const { app } = await testApp(t, { seed: false });
    const token = await openLink(app);
    const page = await show(app, token);
    t.equal(page.status, 200);
    t.match(page.body, setup.title);
    t.match(page.headers, {
      'content-security-policy': /form-action 'self'/,
      // The address holds the token: no other request names it.
      'referrer-policy': 'strict-origin',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    });
    const browser = new Browser(app);
    const done = await browser.submit(page, '/setup', SCHOOL);
    t.equal(done.status, 200);
    t.match(done.body, message.school_ready.title);
    t.notMatch(done.body, SCHOOL.password);
    t.notOk(browser.cookies.has('sid'), 'nobody is signed in by it');
    t.match(done.body, `/sign-in?${encode({ next: '/admin/maple-street' })}"`);

    const client = (
      await app.inject({
        method: 'POST',
        url: '/api/oauth/register',
        payload: { client_name: 'Tool', redirect_uris: ['http://127.0.0.1/cb'] },
      })
    ).json();
    const tool = { id: client.client_id, redirectUri: 'http://127.0.0.1/cb', secret: undefined };
    const start = await browser.get(authorizeUrl(tool, makeVerifier(), { scope: 'openid members:write' }));
    const consent = await browser.submit(start, '/sign-in', { email: SCHOOL.owner_email, password: SCHOOL.password });
    t.match(consent.body, textFor('en').consent.atSchool({ role: 'Owner', school: SCHOOL.school_name }));
    const left = await browser.submit(consent, '/decision', { decision: 'allow' });
    t.ok(left.leavesFor?.searchParams.has('code'));
  });

  t.test('the form of the first start asks for language, time zone and currency, and checks them', async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { seed: false, databaseUrl: file.url });
    const token = await openLink(app);
    const details = { school_locale: 'ja', school_timezone: 'Asia/Tokyo', school_currency: 'jpy' };
    const wrong = { school_locale: '??', school_timezone: 'Tokyo', school_currency: 'YEN' };
    for (const [name, value] of Object.entries(wrong)) {
      const browser = new Browser(app);
      const page = await browser.submit(await show(app, token), '/setup', { ...SCHOOL, ...details, [name]: value });
      t.equal(page.status, 400, name);
      t.match(page.body, `href="#${name}"`, 'the summary leads to the field');
    }
    const page = await show(app, token);
    t.match(page.body, '<option value="en" selected>');
    t.equal((await new Browser(app).submit(page, '/setup', { ...SCHOOL, ...details })).status, 200);
    t.equal(await file.read(`select locale || ' ' || timezone || ' ' || currency from sites`), 'ja Asia/Tokyo JPY');
  });

  t.test('opening the setup link does not use it up, completing the form does [W32]', async (t) => {
    const { app } = await testApp(t, { seed: false });
    const token = await openLink(app);
    const page = await show(app, token);
    t.equal(csrfOf(await show(app, token)), csrfOf(page), 'the form stays good however often it is opened');
    t.equal((await send(app, { ...SCHOOL, token, csrf: csrfOf(page) })).statusCode, 200);

    gone(t, await show(app, token));
    const again = await send(app, { ...SCHOOL, owner_email: 'eve@maple.example', token, csrf: csrfOf(page) });
    gone(t, { status: again.statusCode, body: again.body });
  });

  t.test('the setup link expires after half an hour [W32]', async (t) => {
    const { app, clock } = await testApp(t, { seed: false });
    const token = await openLink(app);
    const csrf = csrfOf(await show(app, token));
    clock.advance(30 * MINUTE - 1);
    t.equal((await show(app, token)).status, 200);
    clock.advance(1);
    const late = await show(app, token);
    gone(t, late);
    t.match(late.body, setup.waiting.again);
    t.notMatch(late.body, '/account', 'nobody has one');
    const sent = await send(app, { ...SCHOOL, token, csrf });
    gone(t, { status: sent.statusCode, body: sent.body });
  });

  t.test('a link that never existed gets the same response as a used one [W32]', async (t) => {
    const { app } = await testApp(t, { seed: false });
    const token = await openLink(app);
    for (const wrong of ['', 'x', token.slice(1), `${token}A`, token.toLowerCase(), randomSecret()]) {
      gone(t, await show(app, wrong));
    }
    gone(t, await new Browser(app).get('/setup'));
    gone(t, await new Browser(app).get(`/setup?token=${token}&token=${token}`));
    t.equal((await show(app, token)).status, 200);
  });

  t.test('a new setup link replaces the one before [W32]', async (t) => {
    const { app } = await testApp(t, { seed: false });
    const first = await openLink(app);
    const csrf = csrfOf(await show(app, first));
    const second = await openLink(app);
    gone(t, await show(app, first));
    const response = await send(app, { ...SCHOOL, token: first, csrf });
    gone(t, { status: response.statusCode, body: response.body });
    t.equal((await show(app, second)).status, 200);
  });

  t.test(
    'once a school has an owner, also one who was invited by the command, the setup link is refused',
    async (t) => {
      const file = databaseFile(t);
      const { app } = await testApp(t, { seed: false, databaseUrl: file.url });
      const token = await openLink(app);
      const csrf = csrfOf(await show(app, token));
      t.ok(await createSchool(app, 'north'));
      const opened = await show(app, token);
      gone(t, opened);
      t.match(opened.body, setup.done.text);
      t.match(opened.body, setup.done.owner, 'the next step of the owner');
      t.match(opened.body, 'schoolgate schools create', 'and of the people who run the server');
      t.notMatch(opened.body, setup.waiting.again, 'a restart prints no link any more');
      const sent = await send(app, { ...SCHOOL, token, csrf });
      gone(t, { status: sent.statusCode, body: sent.body });
      t.match(sent.body, setup.done.text);
      gone(t, await show(app, await openLink(app)));
      t.equal(await file.read('select count(*) from sites'), 1, 'nor does a link that was stored later');
    },
  );

  t.test(
    'of a setup and a command that create the first school together, the later one sees the earlier',
    async (t) => {
      for (let round = 0; round < 6; round += 1) {
        const file = databaseFile(t);
        const { app } = await testApp(t, { seed: false, databaseUrl: file.url });
        const token = await openLink(app);
        const csrf = csrfOf(await show(app, token));
        // The form hashes a password first, so the command begins at different times.
        const [sent, link] = await Promise.all([
          send(app, { ...SCHOOL, token, csrf }),
          sleep(2 * round).then(() => createSchool(app, 'north')),
        ]);
        t.ok(link, 'the command creates its school in any case');
        const order = await file.read(
          "select string_agg(event, ' ' order by id) from audit_events where site_id is not null",
        );
        t.equal(order, sent.statusCode === 200 ? 'setup_completed school_created' : 'school_created');
      }
    },
  );

  t.test('only a hash of the link is stored, and neither it nor the password is logged [W32]', async (t) => {
    const file = databaseFile(t);
    const { app, logs } = await testApp(t, {
      seed: false,
      databaseUrl: file.url,
      env: { LOG_LEVEL: 'trace' },
      costlyPasswords: true,
    });
    const token = await openLink(app);
    t.equal(await file.read('select length(hash) from setup_links'), 32);
    t.equal(await file.read('select count(*) from setup_links where hash = ?', token), 0);
    await send(app, { ...SCHOOL, token, csrf: csrfOf(await show(app, token)) });
    t.match(await file.read('select password_hash from people'), /^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=/);
    const text = logs.join('');
    t.match(text, '/setup');
    for (const secret of [token, SCHOOL.password, SCHOOL.owner_email]) t.notMatch(text, secret);
  });

  t.test('of eight simultaneous requests exactly one succeeds, and creates one school [W32]', async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { seed: false, databaseUrl: file.url });
    const token = await openLink(app);
    const csrf = csrfOf(await show(app, token));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        send(app, { ...SCHOOL, school_slug: `school-${i}`, owner_email: `owner${i}@maple.example`, token, csrf }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    t.strictSame(statuses, [200, ...Array(7).fill(404)]);
    for (const table of ['people', 'sites', 'memberships'])
      t.equal(await file.read(`select count(*) from ${table}`), 1);
    t.equal(await file.read("select count(*) from audit_events where event = 'setup_completed'"), 1);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    t.equal(await file.read('select email from people'), `owner${winner}@maple.example`);
    t.equal(await file.read('select slug from sites'), `school-${winner}`);
    t.equal(await file.read('select role from memberships'), 'owner');
  });

  t.test('the form counts only from our own page, made for this link [RFC 6749 §10.12]', async (t) => {
    const { app } = await testApp(t, { seed: false });
    const token = await openLink(app);
    const csrf = csrfOf(await show(app, token));
    const fields = { ...SCHOOL, token, csrf };
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      {},
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const response = await send(app, fields, headers);
      t.equal(response.statusCode, 403, JSON.stringify(headers));
      t.match(response.body, message.forbidden_origin.title);
    }
    for (const wrong of ['', undefined, `${csrf}A`, csrf.slice(1), [csrf, csrf]]) {
      t.equal((await send(app, { ...fields, csrf: wrong })).statusCode, 403);
    }
    t.equal((await send(app, { ...fields, token: randomSecret() })).statusCode, 403, 'the token of another link');
    t.equal((await send(app, {})).statusCode, 403);
    const json = await app.inject({
      method: 'POST',
      url: '/setup',
      headers: { origin: BASE, 'content-type': 'application/json' },
      payload: JSON.stringify(fields),
    });
    t.ok(json.statusCode >= 400 && json.statusCode < 500);
    t.equal((await show(app, token)).status, 200, 'none of it spent the link');
    t.match((await send(app, fields)).body, message.school_ready.title);
  });
});

t.test('the entries of the setup form', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { seed: false, databaseUrl: file.url });
  const token = await openLink(app);
  const csrf = csrfOf(await show(app, token));
  const enter = (fields: Partial<typeof SCHOOL>) => send(app, { ...SCHOOL, ...fields, token, csrf });
  const { problems } = setup;

  const bad: [string, Partial<typeof SCHOOL>, string][] = [
    ['an empty school name', { school_name: '' }, problems.required],
    ['a blank school name', { school_name: '   ' }, problems.required],
    ['a school name of 101 characters', { school_name: 'x'.repeat(101) }, problems.too_long],
    ['a school name with control characters', { school_name: 'a\u0007b' }, problems.invalid],
    ['a slug in capitals', { school_slug: 'Maple' }, problems.invalid],
    ['a slug with a space', { school_slug: 'maple street' }, problems.invalid],
    ['a slug that begins with a hyphen', { school_slug: '-maple' }, problems.invalid],
    ['a slug with two hyphens', { school_slug: 'maple--street' }, problems.invalid],
    ['a slug of 101 characters', { school_slug: 'x'.repeat(101) }, problems.too_long],
    ['an empty owner name', { owner_name: '' }, problems.required],
    ['an owner name of 101 characters', { owner_name: 'x'.repeat(101) }, problems.too_long],
    ['an empty e-mail address', { owner_email: '' }, problems.required],
    ['an e-mail address without a host', { owner_email: 'olga' }, problems.invalid],
    ['an e-mail address without a top-level domain', { owner_email: 'olga@maple' }, problems.invalid],
    ['a pair of e-mail addresses', { owner_email: 'a@b.example,c@d.example' }, problems.invalid],
    ['an e-mail address with a line break', { owner_email: 'a@b.example\nbcc:x@y.example' }, problems.invalid],
    [
      'an e-mail address of 255 characters',
      { owner_email: `${'x'.repeat(60)}@${'y'.repeat(186)}.example` },
      problems.invalid,
    ],
    ['an empty password', { password: '' }, problems.required],
    ['a password of 9 characters', { password: 'k7-Quz!pw' }, problems.too_short],
    ['a password of 129 characters', { password: 'ab3-'.repeat(33).slice(0, 129) }, problems.too_long],
    ['a password of one character over and over', { password: 'aaaaaaaaaaaa' }, problems.too_common],
    ['the name of the school as the password', { password: 'Maple Street School' }, problems.too_common],
    ['the name of the school and a year as the password', { password: 'maple-street2026!' }, problems.too_common],
    ['the e-mail address as the password', { password: 'Olga@maple.example' }, problems.too_common],
    ['the name of the product in the password', { password: 'schoolgate123' }, problems.too_common],
  ];
  for (const [name, fields, problem] of bad) {
    t.test(`${name} is refused with the error beside its field [ASVS 2.2.1]`, async (t) => {
      const response = await enter(fields);
      t.equal(response.statusCode, 400);
      const [field = ''] = Object.keys(fields);
      const error = new RegExp(`id="${field}-error">([^<]*)<`).exec(response.body)?.[1];
      t.equal(error, problem.replaceAll("'", '&#39;'));
      t.equal(response.body.split('class="error"').length - 1, 1, 'the other fields are in order');
      t.match(response.body, `<a href="#${field}">`, 'the summary leads to it');
      const kept = new Map(formsOf(response.body)[0]?.fields);
      const other = field === 'owner_name' ? 'school_name' : 'owner_name';
      t.equal(kept.get(other), SCHOOL[other], 'the others stay filled in');
      t.equal(kept.get('password'), '', 'the password does not');
      t.equal(kept.get('token'), token);
      t.equal(kept.get('csrf'), csrf);
    });
  }

  t.test('all errors of a form are shown at once [ASVS 2.2.1]', async (t) => {
    const response = await enter({ school_name: '', school_slug: '', owner_name: '', owner_email: '', password: '' });
    t.equal(response.statusCode, 400);
    t.equal(response.body.split('class="error"').length - 1, 4);
  });

  t.test('entered values come back escaped [ASVS 1.2.1]', async (t) => {
    const nasty = '"><script>alert(1)</script>';
    const response = await enter({ school_name: nasty, owner_name: nasty, owner_email: nasty, school_slug: nasty });
    // Both scripts are ours.
    t.notMatch(
      response.body.replaceAll(/<script src="\/assets\/(?:password|zone)-[0-9a-f]{8}\.js" defer><\/script>/g, ''),
      '<script',
    );
    t.equal(new Map(formsOf(response.body)[0]?.fields).get('school_name'), nasty);
  });

  t.test('refused entries do not use up the link, and values at the exact limits are accepted [W32]', async (t) => {
    t.equal(await file.read('select count(*) from people'), 0);
    const response = await enter({
      school_name: ` ${'S'.repeat(100)} `,
      school_slug: 'a1-b2',
      owner_name: "Zoë O'Neil <b>",
      owner_email: ' Olga@Maple.Example ',
      password: 'ä😀3-quiet!',
    });
    t.equal(response.statusCode, 200);
    t.match(response.body, message.school_ready.title);
    t.equal(await file.read('select name from sites'), 'S'.repeat(100));
    t.equal(await file.read('select email from people'), 'Olga@Maple.Example');
    t.equal(await file.read('select email_key from people'), 'olga@maple.example');
    t.equal(await file.read('select name from people'), "Zoë O'Neil <b>");
  });

  t.test('a password of 128 characters is accepted exactly as typed [ASVS 6.2.8, ASVS 6.2.9]', async (t) => {
    const { app } = await testApp(t, { seed: false });
    const token = await openLink(app);
    const password = ` ${'Ab-3 '.repeat(26).slice(0, 126)} `;
    t.equal(password.length, 128);
    await send(app, { ...SCHOOL, password, token, csrf: csrfOf(await show(app, token)) });
    t.equal(await outcomeOf(app, SCHOOL.owner_email, password), 'signed_in');
    for (const wrong of [password.trim(), password.toLowerCase(), password.slice(0, 72), `${password}x`]) {
      t.equal(await outcomeOf(app, SCHOOL.owner_email, wrong), 'wrong_credentials');
    }
  });
});

t.test('the start page', async (t) => {
  const { app } = await testApp(t);

  t.test('the start page links to the metadata documents, all of which are there [spec 4]', async (t) => {
    const page = await new Browser(app).get('/');
    t.equal(page.status, 200);
    t.match(page.body, home.visitorText);
    t.match(page.body, BASE);
    const links = [...page.body.matchAll(/<li><a href="([^"]*)"(?! lang=)/g)].map(([, href = '']) => href);
    t.ok(links.includes('/.well-known/oauth-authorization-server'));
    t.ok(links.includes('/.well-known/openid-configuration'));
    t.ok(links.length >= 5);
    for (const link of links) {
      const isBack = link.startsWith('/language/');
      t.equal((await app.inject(link.replace(BASE, ''))).statusCode, isBack ? 303 : 200, link);
    }
    const style = /<link rel="stylesheet" href="([^"]*)"/.exec(page.body)?.[1] ?? '';
    const css = await app.inject(style);
    t.equal(css.statusCode, 200);
    t.match(css.headers, { 'content-type': 'text/css; charset=utf-8', 'cache-control': /immutable/ });
  });

  t.test('the start page says who is signed in, and is not cached [E-44]', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    const page = await browser.get('/');
    t.match(page.body, 'Ana Lima');
    t.match(page.body, home.signOut);
    t.equal(page.headers['cache-control'], 'no-store');
    const other = await new Browser(app).get('/');
    t.notMatch(other.body, 'Ana Lima');
    t.notMatch(other.body, '<form');
  });

  t.test('a HEAD of the start page is answered 200 without a body [RFC 9110 §9.3.2]', async (t) => {
    const response = await app.inject({ method: 'HEAD', url: '/' });
    t.equal(response.statusCode, 200);
    t.equal(response.body, '');
  });

  t.test('a 404, or the 405 of a form’s URL, is a page for people and JSON for programs [E-40]', async (t) => {
    const browser = new Browser(app);
    const id = 'req_0123456789abcdefghijkl';
    for (const [url, status, title] of [
      ['/nothing-here', 404, message.not_found.title],
      ['/oauth/nothing-here', 404, message.not_found.title],
      [`/oauth/continue/${id}/sign-in`, 405, message.method_not_allowed.title],
      [`/oauth/continue/${id}/decision`, 405, message.method_not_allowed.title],
      ['/oauth/logout/confirm', 405, message.method_not_allowed.title],
    ] as const) {
      const page = await browser.get(url);
      t.equal(page.status, status, url);
      t.match(page.headers['content-type'], /^text\/html/);
      t.match(page.body, `<h1>${title}</h1>`);
      t.match(page.body, String(page.headers['x-request-id']));
      t.equal(page.headers['cache-control'], 'no-store');
      if (status === 405) t.equal(page.headers.allow, 'POST');
      const json = await app.inject({ url, headers: { accept: 'application/json' } });
      t.equal(json.statusCode, status);
      t.equal(json.json().error, status === 404 ? 'not_found' : 'method_not_allowed');
    }
    const german = await browser.get('/nichts', { 'accept-language': 'de' });
    t.match(german.body, textFor('de').message.not_found.title);
    for (const url of ['/.well-known/nothing', '/api/nothing', '/mcp', '/account/graphql']) {
      const response = await app.inject({ url, headers: { accept: HTML } });
      t.match(response.headers['content-type'], /^application\/json/, url);
    }
    const nasty = await browser.get('/%3Cscript%3Ealert(1)%3C/script%3E');
    t.notMatch(nasty.body, '<script');
  });

  t.test('a seeded platform has no setup page and no default password [W30]', async (t) => {
    gone(t, await new Browser(app).get('/setup'));
    gone(t, await show(app, randomSecret()));
    for (const password of ['', 'admin', 'password', 'schoolgate', 'demo']) {
      t.equal(await outcomeOf(app, 'ruth@riverside.example', password), 'wrong_credentials');
    }
    t.equal(await outcomeOf(app, 'ruth@riverside.example', PASSWORD), 'signed_in');
  });
});
