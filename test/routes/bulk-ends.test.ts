// slow
/** What the audit log of a school, and the activity of its people, say where many connections end together. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { DEMO, obtainTokens, type TestClient } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
const ACTIVITY = '/account/activity';
const [RUTH, ANA, BEN] = ['ruth@riverside.example', 'ana@riverside.example', 'ben@riverside.example'];
const { activity, events } = textFor('en');

/** Ends all connections with the app, or all of the school. */
async function endAll(browser: Browser, client: string | undefined): Promise<void> {
  const list = await browser.get(`${ADMIN}/connections${client === undefined ? '' : `?client=${client}`}`);
  const href = linksOf(list).find((one) => one.endsWith(client === undefined ? '/end-all' : '/end-client')) ?? '?';
  await browser.submit(await browser.get(href), href, { password: PASSWORD });
}

const connect = async (app: FastifyInstance, ...emails: readonly string[]): Promise<void> => {
  for (const email of emails) await obtainTokens(app, DEMO.cli, {}, { email });
};

t.test('who ends connections for the school reads of the own ones only, and of each once', async (t) => {
  const { app, clock } = await testApp(t);
  const ruth = await signedIn(app, RUTH);
  const schoolEnded = (count: number) => activity.ended.school({ app: 'Demo CLI', school: 'Riverside Academy', count });
  const lines = async (): Promise<string> => said(await ruth.get(ACTIVITY));

  for (const client of [DEMO.cli.id, undefined]) {
    await connect(app, ANA, BEN);
    await endAll(ruth, client);
    const page = await lines();
    for (const line of [events.grant_revoked.over.you, events.grant_revoked.you, 'Demo CLI']) t.notMatch(page, line);
    clock.advance(1000);
  }

  for (const client of [DEMO.cli.id, undefined]) {
    await connect(app, ANA, RUTH);
    await endAll(ruth, client);
    clock.advance(1000);
  }
  const page = await lines();
  t.equal(page.split(schoolEnded(1)).length - 1, 2, 'as everyone whose connection ended');
  for (const line of [events.grant_revoked.over.you, events.grant_revoked.you]) t.notMatch(page, line);

  await connect(app, RUTH);
  const apps = '/account/connected-apps';
  const href = linksOf(await ruth.get(apps)).find((one) => one.endsWith('/end-app')) ?? '';
  await ruth.submit(await ruth.get(href), href);
  t.match(await lines(), events.grant_revoked.you, 'what she disconnects for herself is hers');
});

const CALLBACK = 'http://127.0.0.1:49152/callback';

async function registered(app: FastifyInstance, name: string): Promise<TestClient> {
  const payload = { client_name: name, redirect_uris: [CALLBACK] };
  const response = await app.inject({ method: 'POST', url: '/api/oauth/register', payload });
  return { id: response.json().client_id, redirectUri: CALLBACK, secret: undefined };
}

const LOG = `${ADMIN}/audit`;

/** Performs what a page asks the password for. */
const dare = async (browser: Browser, path: string) =>
  browser.submit(await browser.get(path), path, { password: PASSWORD });

t.test('the log says how many connections of how many people ended, and with which apps', async (t) => {
  const { app, clock } = await testApp(t);
  const ruth = await signedIn(app, RUTH);
  const newest = async (): Promise<string> => {
    clock.advance(1000);
    return said(await ruth.get(LOG));
  };

  await connect(app, ANA, ANA, BEN);
  await endAll(ruth, DEMO.cli.id);
  t.match(await newest(), 'Ruth Adler ended everyone’s connections with Demo CLI: 3 connections of 2 people.');
  await connect(app, ANA);
  await endAll(ruth, undefined);
  const log = await newest();
  t.match(log, 'Ruth Adler ended all connections of the school: 1 connection of 1 person.');
  t.notMatch(log, /Connections: |people: /, 'nothing is said twice');

  for (const client of [DEMO.cli, DEMO.notebook, DEMO.cli]) await obtainTokens(app, client, {}, { email: ANA });
  await connect(app, BEN);
  await dare(ruth, `${ADMIN}/members/usr_demo_ana/connections/end`);
  t.match(await newest(), /Ruth Adler ended all connections of Ana Lima: Demo CLI, Demo Notebook\. Connections: 3 /);

  for (let n = 0; n < 22; n += 1) {
    await obtainTokens(app, await registered(app, `App ${n}`), { scope: 'openid' }, { email: ANA });
  }
  await dare(ruth, `${ADMIN}/members/usr_demo_ana/connections/end`);
  const many = /ended all connections of Ana Lima: (App [^.]*)\. Connections: 22 /.exec(await newest())?.[1] ?? '';
  t.equal(many.split(', ').length, 21);
  t.match(many, /, and 2 more$/, 'the list has an end');

  for (const language of LANGUAGES) {
    ruth.headers['accept-language'] = language;
    const { audit } = textFor(language);
    const page = said(await ruth.get(`${LOG}?event=grant_revoked`));
    for (const size of [
      { connections: 3, people: 2 },
      { connections: 1, people: 1 },
    ]) {
      t.match(page, audit.change.endedSize(size), language);
    }
    t.match(page, ['Demo CLI', 'Demo Notebook'].join(audit.change.listSeparator), language);
  }
});

t.test('the log says how many connections an application had that was disabled or deleted', async (t) => {
  const { app, clock } = await testApp(t);
  const ruth = await signedIn(app, RUTH);
  const applications = `${ADMIN}/applications`;
  const form = await ruth.get(`${applications}/new`);
  const issued = await ruth.submit(form, '/applications/new', {
    name: 'Timetable',
    description: '',
    kind: 'public',
    redirect_uris: CALLBACK,
    post_logout_redirect_uris: '',
    scope: ['openid', 'account:read'],
  });
  const id = /<input id="client_id"[^>]*value="([^"]*)"/.exec(issued.body)?.[1] ?? '?';
  const client = { id, redirectUri: CALLBACK, secret: undefined };
  const scope = 'openid';
  for (const email of [ANA, ANA, BEN]) await obtainTokens(app, client, { scope }, { email });
  await dare(ruth, `${applications}/${id}/disable`);
  const disabled = 'Ruth Adler disabled the app Timetable; its 3 connections of 2 people ended.';
  t.match(said(await ruth.get(LOG)), disabled);
  clock.advance(1000);
  await ruth.submit(await ruth.get(`${applications}/${id}`), '/enable');
  await obtainTokens(app, client, { scope }, { email: BEN });
  await dare(ruth, `${applications}/${id}/delete`);
  const log = said(await ruth.get(LOG));
  t.match(log, 'Ruth Adler deleted the app Timetable; its only connection ended.');
  t.match(log, disabled, 'also when it is gone');
  t.notMatch(log, 'Connections: ', 'nothing is said twice');

  const { whoseEnded } = textFor('en').audit.change;
  for (const [event, of] of [
    ['client_disabled', [ANA, BEN]],
    ['client_deleted', [BEN]],
  ] as const) {
    const [entry] = await app.audit.log.page(RIVERSIDE.id, { event }, 1);
    const page = said(await ruth.get(`${LOG}/${entry?.id}`));
    t.match(page, whoseEnded, event);
    for (const email of [ANA, BEN]) {
      t.equal(
        page.includes(email),
        of.some((one) => one === email),
        `${event} ${email}`,
      );
      const found = linksOf(await ruth.get(`${LOG}?person=${encodeURIComponent(email)}`));
      t.equal(
        found.includes(`${LOG}/${entry?.id}`),
        of.some((one) => one === email),
        `${event} ${email}`,
      );
    }
  }
});

const nameOf = (email: string): string => (email === ANA ? 'Ana Lima' : 'Ben Okafor');

/** The page of the newest entry. */
const newestEntry = async (browser: Browser) => {
  const href = linksOf(await browser.get(LOG)).find((one) => /\/audit\/\d+$/.test(one)) ?? '?';
  return { href, page: await browser.get(href) };
};

t.test('the log says whose connections ended together, and the log of each person has it', async (t) => {
  const { app, clock } = await testApp(t);
  const ruth = await signedIn(app, RUTH);
  const { whoseEnded } = textFor('en').audit.change;
  const ends: [end: () => Promise<unknown>, of: readonly string[]][] = [
    [() => endAll(ruth, DEMO.cli.id), [ANA, BEN]],
    [() => endAll(ruth, undefined), [BEN]],
  ];
  for (const [end, of] of ends) {
    clock.advance(1000);
    await connect(app, ...of, ...of);
    await end();
    clock.advance(1000);
    const { href, page } = await newestEntry(ruth);
    t.match(said(page), whoseEnded);
    const { body } = await ruth.submit(await ruth.get(LOG), '/audit/export', { format: 'jsonl' });
    const rows: { id: number; details: string | null }[] = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const rowOf = (of: string) => rows.find(({ id }) => of.endsWith(`/${id}`));
    for (const email of [RUTH, ANA, BEN]) {
      const isOf = of.includes(email);
      t.equal(said(page).split(whoseEnded)[1]?.split(textFor('en').audit.facts.by)[0]?.includes(email), isOf, email);
      if (email === RUTH) continue;
      t.equal(rowOf(href)?.details?.includes(nameOf(email)), isOf, `the export, ${email}`);
      for (const more of ['', '&from=2020-01-01', '&event=grant_revoked']) {
        const found = linksOf(await ruth.get(`${LOG}?person=${encodeURIComponent(email)}${more}`));
        t.equal(found.includes(href), isOf, `${email} ${more}`);
      }
    }
  }

  clock.advance(1000);
  await connect(app, ANA);
  for (const email of [ANA, BEN]) await obtainTokens(app, DEMO.notebook, {}, { email });
  await endAll(ruth, undefined);
  clock.advance(1000);
  const { href, page } = await newestEntry(ruth);
  const [, ofAna = '', ofBen = ''] = said(page).split(/\(ana@[^)]*\)|\(ben@[^)]*\)/);
  t.match(ofAna, 'Demo CLI, Demo Notebook', 'with which apps, as it says it nowhere else');
  t.match(ofBen, 'Demo Notebook');
  t.notMatch(ofBen, 'Demo CLI');
  const { body } = await ruth.submit(await ruth.get(LOG), '/audit/export', { format: 'csv' });
  t.match(body, `${whoseEnded}: Ana Lima (${ANA}): Demo CLI, Demo Notebook; Ben Okafor (${BEN}): Demo Notebook`);
  for (const [client, isFound] of [
    [DEMO.cli, true],
    [DEMO.notebook, true],
    [DEMO.webApp, false],
  ] as const) {
    for (const more of ['', '&event=grant_revoked', `&person=${encodeURIComponent(ANA)}`]) {
      const list = await ruth.get(`${LOG}?client=${client.id}${more}`);
      t.equal(linksOf(list).includes(href), isFound, `the log of the app ${client.id} ${more}`);
    }
  }
  for (const [email, client, isFound] of [
    [BEN, DEMO.cli, false],
    [BEN, DEMO.notebook, true],
    [RUTH, DEMO.cli, true],
  ] as const) {
    const list = await ruth.get(`${LOG}?person=${encodeURIComponent(email)}&client=${client.id}`);
    t.equal(linksOf(list).includes(href), isFound, `${email} with ${client.id}, whose connections she ended`);
  }

  clock.advance(1000);
  await connect(app, ANA);
  await dare(ruth, `${ADMIN}/members/usr_demo_ana/connections/end`);
  t.notMatch(said((await newestEntry(ruth)).page), whoseEnded, 'where the sentence has the person');
});

t.test('the log counts those whose connections ended and whose accounts were deleted since', async (t) => {
  const { app, clock } = await testApp(t);
  const ruth = await signedIn(app, RUTH);
  const { deletedPeople, whoseEnded } = textFor('en').audit.change;
  const ended: { href: string; named: readonly string[]; unnamed: number }[] = [];
  for (const { of, client, named } of [
    { of: [ANA, BEN], client: DEMO.cli.id, named: [BEN] },
    { of: [ANA, BEN], client: undefined, named: [BEN] },
    { of: [ANA], client: undefined, named: [] },
    { of: [BEN], client: undefined, named: [BEN] },
  ]) {
    clock.advance(1000);
    await connect(app, ...of);
    await endAll(ruth, client);
    clock.advance(1000);
    ended.push({ href: (await newestEntry(ruth)).href, named, unnamed: of.length - named.length });
  }
  const expectPages = async (gone: boolean): Promise<void> => {
    const { body } = await ruth.submit(await ruth.get(LOG), '/audit/export', { format: 'jsonl' });
    for (const { href, named, unnamed } of ended) {
      const row = body.split('\n').find((line) => line.startsWith(`{"id":${href.split('/').at(-1)},`)) ?? '';
      for (const said of [(await ruth.get(href)).body, row]) {
        t.match(said, whoseEnded);
        for (const email of named) t.match(said, email);
        t.equal(said.includes(ANA), unnamed > 0 && !gone, href);
        t.equal(said.includes(deletedPeople({ count: 1 })), unnamed > 0 && gone, href);
      }
    }
  };
  await expectPages(false);
  await dare(await signedIn(app, ANA), '/account/delete');
  await expectPages(true);
});
