// slow
/** Site admin: the live grants of a school, for those who run it. */
import Database from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { DEMO, obtainTokens, refresh, type TestClient, type Tokens, userinfo } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { withStatements } from '../support/statements.ts';
import type { Engine } from '../support/templates.ts';

const LIST = '/admin/riverside/connections';
const CALLBACK = 'http://127.0.0.1:49152/callback';
const RUTH = 'ruth@riverside.example';
const STAFF = 'noor@schools.example';
const [ANA, BEN] = ['ana@riverside.example', 'ben@riverside.example'];
const RIVERSIDE = 'site_demo_riverside';
const HARBOUR = 'site_demo_harbour';
const KILOBYTE = 1024;
const { connections: text, message, shell } = textFor('en');

async function registered(app: FastifyInstance, name: string, scope?: string): Promise<TestClient> {
  const payload = { client_name: name, redirect_uris: [CALLBACK], ...(scope === undefined ? {} : { scope }) };
  const response = await app.inject({ method: 'POST', url: '/api/oauth/register', payload });
  return { id: response.json().client_id, redirectUri: CALLBACK, secret: undefined };
}

async function setting(t: Test, engine?: Engine) {
  const file = databaseFile(t, engine);
  const test = await testApp(t, { databaseUrl: file.url, housekeeping: engine !== 'sqlite' });
  return { ...test, file };
}

const detailLinks = (page: Page): string[] => linksOf(page).filter((href) => /\/connections\/\d+$/.test(href));
const firstDetail = async (browser: Browser, query = ''): Promise<Page> =>
  browser.get(detailLinks(await browser.get(LIST + query))[0] ?? 'nowhere');
const lives = async (app: FastifyInstance, { access_token }: Tokens): Promise<boolean> =>
  (await userinfo(app, access_token)).statusCode === 200;

const endings = async (file: DatabaseFile): Promise<unknown[][]> =>
  (
    await file.rows(
      `select person_id, site_id, client_id, target from audit_events where event = 'grant_revoked' order by id`,
    )
  ).map(Object.values);

t.setTimeout(120_000);

t.test('the connections of a school', async (t) => {
  const { app } = await setting(t);
  const [ruth, staff] = [await signedIn(app, RUTH), await signedIn(app, STAFF)];

  t.test('the page says when nothing is connected, and when a filter finds nothing', async (t) => {
    const page = await ruth.get(LIST);
    t.match(said(page), `${text.none} ${text.noneText}`);
    t.notOk(linksOf(page).includes(`${LIST}/end-all`));
    t.match(said(await ruth.get(`${LIST}?client=c_nobody`)), text.noneFound);
  });

  t.test('connections show app, person, scopes and last use, and filter by app and person', async (t) => {
    await obtainTokens(app, DEMO.cli, {}, { email: ANA });
    await obtainTokens(app, DEMO.notebook, {}, { email: ANA });
    await obtainTokens(app, DEMO.notebook, {}, { email: BEN });
    const all = await ruth.get(LIST);
    t.equal(detailLinks(all).length, 3);
    t.match(said(all), text.details({ app: 'Demo CLI', person: 'Ana Lima' }));
    t.match(said(all), ANA);
    t.match(all.body, new RegExp(`<td data-label="${text.lastUsed}"><time [^>]*>Nov 21, 2026<`));
    const found = async (query: Record<string, string>) => {
      const page = await ruth.get(`${LIST}?${new URLSearchParams(query)}`);
      return [...page.body.matchAll(/<th scope="row">[\s\S]*?<a [^>]*>([^<]*)</g)].map(([, name]) => name);
    };
    t.strictSame(await found({ client: DEMO.notebook.id, person: '' }), [
      text.details({ app: 'Demo Notebook', person: 'Ana Lima' }),
      text.details({ app: 'Demo Notebook', person: 'Ben Okafor' }),
    ]);
    t.strictSame((await found({ person: ' ANA@riverside.example ' })).length, 2, 'however the address is written');
    t.strictSame(await found({ person: BEN, client: DEMO.notebook.id }), [
      text.details({ app: 'Demo Notebook', person: 'Ben Okafor' }),
    ]);
    t.strictSame(await found({ person: BEN, client: DEMO.cli.id }), []);
    t.strictSame(await found({ person: 'nobody@riverside.example' }), []);
    t.strictSame(await found({ person: 'a\0b', client: '\0' }), []);
    const detail = await firstDetail(ruth);
    t.match(said(detail), textFor('en').scopes['account:read']);
    t.ok(linksOf(detail).includes(`${LIST}?client=${DEMO.cli.id}`));
    t.ok(linksOf(detail).includes(`${LIST}?person=ana%40riverside.example`));
  });

  t.test('the filter offers the apps of the school by name, and keeps one named in the URL', async (t) => {
    const optionsOf = async (query = ''): Promise<string[]> => {
      const { body } = await ruth.get(LIST + query);
      return [...body.matchAll(/<option ([^>]*)>([^<]*)</g)].map(([, attributes, label]) => `${attributes} ${label}`);
    };
    const [any, ...apps] = await optionsOf();
    t.equal(any, `value="" selected ${text.filter.anyApp}`);
    t.ok(apps.includes(`value="${DEMO.notebook.id}" Demo Notebook`));
    t.strictSame(
      apps.map((option) => option.replace(/^\S* /, '')),
      apps.map((option) => option.replace(/^\S* /, '')).toSorted((a, b) => a.localeCompare(b)),
    );
    t.ok((await optionsOf(`?client=${DEMO.cli.id}`)).includes(`value="${DEMO.cli.id}" selected Demo CLI`));
    t.ok((await optionsOf('?client=c_gone')).includes('value="c_gone" selected c_gone'));
    t.equal((await optionsOf('?client=c_gone')).length, apps.length + 2);
    const hugo = await signedIn(app, 'hugo@harbour.example');
    t.notMatch(
      (await hugo.get('/admin/harbour/connections')).body,
      'Demo Notebook',
      'apps of other schools are not told',
    );
  });

  t.test('staff may see connections but not end them, and members may not see them', async (t) => {
    const list = await staff.get(LIST);
    t.match(said(list), text.leadLooking);
    t.equal(detailLinks(list).length, 3);
    t.notOk(linksOf(list).includes(`${LIST}/end-all`));
    const detail = await firstDetail(staff);
    t.equal(detail.status, 200);
    t.notOk(linksOf(detail).includes(`${detail.url}/end`));
    const csrf = /name="csrf" value="([^"]*)"/.exec(detail.body)?.[1] ?? '';
    for (const path of [`${detail.url}/end`, `${detail.url}/end-client`, `${LIST}/end-all`]) {
      t.equal((await staff.get(path)).status, 403, path);
      const refused = await staff.post(path, [
        ['csrf', csrf],
        ['password', PASSWORD],
      ]);
      t.equal(refused.status, 403, path);
    }
    t.equal(detailLinks(await ruth.get(LIST)).length, 3);
    t.equal((await (await signedIn(app, ANA)).get(LIST)).status, 403, 'and members do not even look');
  });

  t.test('a school neither sees nor ends the connections of another school [W38]', async (t) => {
    const shared = await registered(app, 'Planner');
    const scope = 'openid courses:read';
    const there = await obtainTokens(app, shared, { scope }, { email: STAFF, site: HARBOUR });
    const hugo = await signedIn(app, 'hugo@harbour.example');
    const [own = ''] = detailLinks(await hugo.get('/admin/harbour/connections'));
    const number = own.replace(/.*\//, '');
    t.equal((await hugo.get(own)).status, 200);
    t.match(said(await ruth.get(`${LIST}/${number}`)), text.done.gone);
    t.equal(detailLinks(await ruth.get(`${LIST}?client=${shared.id}`)).length, 0);
    t.equal(detailLinks(await ruth.get(`${LIST}?person=${encodeURIComponent(STAFF)}`)).length, 0);
    const csrf = /name="csrf" value="([^"]*)"/.exec((await ruth.get(LIST)).body)?.[1] ?? '';
    const proof: [string, string][] = [
      ['csrf', csrf],
      ['password', PASSWORD],
    ];
    t.match(said(await ruth.post(`${LIST}/${number}/end`, proof)), text.done.gone);
    t.match(said(await ruth.post(`${LIST}/${number}/end-client`, proof)), text.done.gone);
    t.equal((await ruth.post(`/admin/harbour/connections/${number}/end`, proof)).status, 403);
    t.ok(await lives(app, there));
    const after = await ruth.get(`${LIST}?after=${number}`);
    t.equal(detailLinks(after).length, 3, 'a place in the list of others is none here');
  });
});

t.test('ending connections', async (t) => {
  t.test('ending one connection revokes its tokens at once and is in the audit log [W10]', async (t) => {
    const { app, file } = await setting(t);
    const ruth = await signedIn(app, RUTH);
    const [ana, ben] = [await obtainTokens(app), await obtainTokens(app, DEMO.cli, {}, { email: BEN })];
    const { url } = await firstDetail(ruth, `?person=${ANA}`);
    const question = await ruth.get(`${url}/end`);
    t.match(said(question), `${text.ending.one} Demo CLI, for Ana Lima`);
    t.ok(await lives(app, ana), 'a question ends nothing');
    const done = await ruth.submit(question, '/end');
    t.match(
      said(done),
      `${text.done.one} ${text.details({ app: 'Demo CLI', person: 'Ana Lima' })} ${text.since}`,
      'which it was',
    );
    t.notOk(await lives(app, ana));
    t.equal((await refresh(app, DEMO.cli, ana.refresh_token)).json().error, 'invalid_grant');
    t.ok(await lives(app, ben));
    t.strictSame(await endings(file), [['usr_demo_ruth', RIVERSIDE, DEMO.cli.id, 'member/usr_demo_ana']]);
    t.equal(await file.read(`select revoked_by from grants where revoked_at is not null`), 'school');
    await file.edit("update grants set site_id = 'site_demo_harbour' where revoked_at is not null");
    t.notMatch(
      said(await ruth.get(done.url)),
      text.details({ app: 'Demo CLI', person: 'Ana Lima' }),
      'of no other school',
    );
  });

  t.test('the selected connections end after one page that names them, and no other does [W10]', async (t) => {
    const { app, file } = await setting(t);
    const ruth = await signedIn(app, RUTH);
    const tokens: Tokens[] = [];
    for (const email of [ANA, BEN]) tokens.push(await obtainTokens(app, DEMO.notebook, {}, { email }));
    const kept = await obtainTokens(app, DEMO.cli, {}, { email: ANA });
    const list = await ruth.get(LIST);
    const ids = detailLinks(await ruth.get(`${LIST}?client=${DEMO.notebook.id}`)).map(
      (href) => href.split('/').at(-1) ?? '',
    );
    for (const id of ids) t.match(list.body, `<input type="checkbox" name="grant" value="${id}"`);
    const query = (some: readonly string[]): string => some.map((id) => `grant=${id}`).join('&');
    const asking = await ruth.get(`${LIST}/selected?${query([...ids, '999999', 'x'])}`);
    t.match(
      said(asking),
      `${text.details({ app: 'Demo Notebook', person: 'Ana Lima' })} ${text.details({ app: 'Demo Notebook', person: 'Ben Okafor' })}`,
    );
    t.match(said(asking), 'This ends 2 connections of 2 people.');
    t.match(said(asking), text.ending.submitSelected({ count: 2 }));
    t.match(said(await ruth.get(`${LIST}/selected?${query(ids.slice(1))}`)), ' End 1 connection ');
    t.match(said(await ruth.get(`${LIST}/selected`)), text.done.none, 'none selected');
    t.ok(await lives(app, tokens[0] ?? kept), 'looking ends nothing');
    const hugo = await signedIn(app, 'hugo@harbour.example');
    t.match(
      (await hugo.get(`/admin/harbour/connections/selected?${query(ids)}`)).url,
      'done=gone',
      'of another school',
    );
    const staff = await signedIn(app, STAFF);
    t.equal((await staff.get(`${LIST}/selected?${query(ids)}`)).status, 403);
    t.match(said(await ruth.submit(asking, '/selected')), text.done.several);
    for (const one of tokens) t.notOk(await lives(app, one));
    t.ok(await lives(app, kept), 'the others go on');
    const ended = await endings(file);
    t.strictSame(ended.map((row) => row.at(-1)).sort(), ['member/usr_demo_ana', 'member/usr_demo_ben']);
    for (const email of [ANA, BEN]) {
      const { activity } = textFor('en');
      const line = activity.ended.school({ app: 'Demo Notebook', school: 'Riverside Academy', count: 1 });
      t.match(said(await (await signedIn(app, email)).get('/account/activity')), line, 'and each is told');
    }
    t.match((await ruth.submit(asking, '/selected', { once: '' })).url, 'done=gone', 'a second time ends nothing');
  });

  t.test('ending all connections of an app requires the password and keeps other apps [W37]', async (t) => {
    const { app, file } = await setting(t);
    const ruth = await signedIn(app, RUTH);
    const ended = [await obtainTokens(app), await obtainTokens(app, DEMO.cli, {}, { email: BEN })];
    const kept = await obtainTokens(app, DEMO.notebook);
    const endsOfApp = async (browser: Browser, query: string): Promise<string[]> =>
      linksOf(await browser.get(LIST + query)).filter((href) => href.endsWith('/end-client'));
    const ofApp = `?client=${DEMO.cli.id}`;
    const [href = '?', ...others] = await endsOfApp(ruth, ofApp);
    t.strictSame(others, []);
    t.ok(linksOf(await firstDetail(ruth, ofApp)).includes(href), 'also on the page of each connection');
    for (const query of ['', `?person=${ANA}`, `${ofApp}&person=${ANA}`, '?client=c_nobody']) {
      t.strictSame(await endsOfApp(ruth, query), [], query);
    }
    t.strictSame(await endsOfApp(await signedIn(app, STAFF), ofApp), []);
    const question = await ruth.get(href);
    t.match(said(question), text.ending.size({ connections: 2, people: 2 }));
    const refused = await ruth.submit(question, '/end-client', { password: 'not it' });
    t.equal(refused.status, 400);
    t.match(said(refused), shell.confirm.wrong);
    for (const tokens of ended) t.ok(await lives(app, tokens));
    t.match(said(await ruth.submit(refused, '/end-client', { password: PASSWORD })), text.done.client);
    for (const tokens of ended) t.notOk(await lives(app, tokens));
    t.ok(await lives(app, kept));
    t.strictSame(await endings(file), [['usr_demo_ruth', RIVERSIDE, DEMO.cli.id, 'everyone']]);
  });

  t.test('ending all connections of a school requires the password and keeps other schools’ [W37]', async (t) => {
    const { app, file } = await setting(t);
    const ruth = await signedIn(app, RUTH);
    const shared = await registered(app, 'Planner');
    const scope = 'openid courses:read';
    const ended = [await obtainTokens(app), await obtainTokens(app, shared, { scope }, { email: RUTH })];
    const elsewhere = await obtainTokens(app, shared, { scope }, { email: 'hugo@harbour.example' });
    const question = await ruth.get(`${LIST}/end-all`);
    t.match(said(question), text.ending.size({ connections: 2, people: 2 }));
    t.match(said(await ruth.submit(question, '/end-all')), shell.confirm.wrong, 'not without the password');
    t.ok(await lives(app, ended[0] as Tokens));
    const done = await ruth.submit(question, '/end-all', { password: PASSWORD });
    t.match(said(done), text.done.all);
    t.match(said(done), text.none);
    for (const tokens of ended) t.notOk(await lives(app, tokens));
    t.ok(await lives(app, elsewhere));
    t.strictSame(await endings(file), [['usr_demo_ruth', RIVERSIDE, null, 'all']]);
    t.match(said(await ruth.get(`${LIST}/end-all`)), text.done.gone, 'nothing is left to ask about');
  });

  t.test('no connection ends without a valid form token or from another site [RFC 6749 §10.12]', async (t) => {
    const { app } = await setting(t);
    const ruth = await signedIn(app, RUTH);
    const tokens = await obtainTokens(app);
    const { url } = await firstDetail(ruth);
    t.match(said(await ruth.post(`${url}/end`, [])), message.page_too_old.title);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    t.equal((await ruth.post(`${url}/end`, [], foreign)).status, 403);
    t.ok(await lives(app, tokens));
  });
});

t.test('a school with many connections', async (t) => {
  const { app, file } = await setting(t, 'sqlite');
  const scope = ['openid', 'profile', 'email', ...OPERATOR_SCOPES].join(' ');
  const clients = [await registered(app, 'Planner', scope), await registered(app, 'Another planner', scope)];
  const ruth = await signedIn(app, RUTH);
  for (const client of clients) {
    for (let n = 0; n < 20; n += 1) await obtainTokens(app, client, { scope }, { browser: ruth });
  }

  t.test('many connections come in pages, each below 30 KB in every language', async (t) => {
    const seen = new Set<string>();
    let next: string | undefined = LIST;
    for (let pages = 0; next !== undefined; pages += 1) {
      t.ok(pages < 3);
      const page: Page = await ruth.get(next);
      for (const href of detailLinks(page)) seen.add(href);
      t.match(said(page), '40 connections');
      if (pages > 0) {
        const back = await ruth.get(linksOf(page).find((href) => href.includes('before=')) ?? 'nowhere');
        t.strictSame(
          detailLinks(back),
          [...seen].slice(-15 - detailLinks(page).length, -detailLinks(page).length),
          'the page before',
        );
      } else t.notMatch(page.body, 'before=');
      next = linksOf(page).find((href) => href.includes('after='));
    }
    t.equal(seen.size, 40);
    for (const language of LANGUAGES) {
      ruth.headers['accept-language'] = language;
      for (const page of [await ruth.get(LIST), await firstDetail(ruth)]) {
        const size = Buffer.byteLength(page.body);
        t.ok(size < 30 * KILOBYTE, `${language}, ${page.url}: ${size} bytes`);
      }
    }
    ruth.headers['accept-language'] = 'en';
  });

  t.test('the filter distinguishes apps of the same name, and takes a client_id if there are many', async (t) => {
    const namesake = await registered(app, 'Planner', scope);
    await obtainTokens(app, namesake, { scope }, { browser: ruth });
    const { body } = await ruth.get(LIST);
    for (const { id } of [clients[0] ?? namesake, namesake]) {
      t.match(body, `<option value="${id}">Planner (${id})</option>`);
    }
    t.match(body, '>Another planner</option>', 'by its name alone where that is enough');
    const also = await registered(app, 'Planner', scope);
    t.notMatch((await ruth.get(LIST)).body, `value="${also.id}"`, 'what is connected to no school is offered nowhere');
    for (let n = 0; n < 50; n += 1) {
      await obtainTokens(app, await registered(app, `Many ${n}`, scope), { scope }, { browser: ruth });
    }
    const many = await ruth.get(`${LIST}?client=${also.id}`);
    t.match(many.body, new RegExp(`<input id="client" [^>]*value="${also.id}"`));
    t.notMatch(many.body, '<select');
  });

  t.test('listing and ending connections use an index, and no statement scans a table', async (t) => {
    const connection = new Database(file.url.slice('file:'.length), { readonly: true });
    t.teardown(() => connection.close());
    const planOf = (sql: string): string[] =>
      connection
        .prepare<null[], { detail: string }>(`explain query plan ${sql}`)
        .all(...Array.from(sql.matchAll(/\?/g), () => null))
        .map(({ detail }) => detail);
    const client = `client=${encodeURIComponent(clients[0]?.id ?? '')}`;
    const person = `person=${encodeURIComponent(RUTH)}`;
    const questions = {
      [LIST]: /grants_by_site \(site_id=\? AND client_id>\?\)/,
      [`${LIST}?after=1`]: /grants_by_site \(site_id=\? AND client_id=\? AND id>\?\)/,
      [`${LIST}?before=9`]: /grants_by_site \(site_id=\? AND client_id=\? AND id<\?\)/,
      [`${LIST}?before=10`]: /grants_by_site \(site_id=\? AND client_id<\?\)/,
      [`${LIST}?${client}`]: /grants_by_site \(site_id=\? AND client_id=\? AND id>\?\)/,
      [`${LIST}?${person}`]: /grants_by_person \(person_id=\? AND site_id=\?/,
      [`${LIST}?${person}&${client}`]: /grants_by_person \(person_id=\? AND site_id=\?/,
      [`${LIST}/end-all`]: /grants_by_site \(site_id=\?\)/,
      '/account/connected-apps': /grants_by_person \(person_id=\?\)/,
    };
    for (const [url, index] of Object.entries(questions)) {
      const [, statements] = await withStatements(() => ruth.get(url));
      const asked = [...new Set(statements)].filter((sql) => /^\s*select/i.test(sql));
      const plans = asked.map(planOf);
      t.ok(
        asked.some((sql) => sql.includes('from "grants"')),
        url,
      );
      t.strictSame(
        // The rows of a recursive or limited statement, which itself goes along an index, and the ids of a list that a statement is given.
        plans.flat().filter((step) => /^SCAN (?!CONSTANT ROW|apps$|live$|json_each )/.test(step)),
        [],
        `${url}: nothing is read whole`,
      );
      t.match(plans.flat().join('\n'), index, url);
    }
    const ends = await withStatements(async () => {
      const question = await ruth.get(`${LIST}/end-all`);
      await ruth.submit(question, '/end-all', { password: PASSWORD });
    });
    const writes = [...new Set(ends[1])].filter((sql) => /^\s*(update "grants"|delete from "consents")/i.test(sql));
    t.equal(writes.length, 2);
    const steps = writes.flatMap(planOf);
    t.match(steps.join('\n'), /grants_by_site/);
    t.strictSame(
      steps.filter((step) => /^SCAN/.test(step)),
      [],
    );
  });
});
