/** The list of a school's applications at size: found, sorted, paged in both directions, and changed several at once. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { addAdmin, CALLERS, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import type { Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { CALLBACK, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { said, signedIn } from '../support/signed-in.ts';

const LIST = '/admin/riverside/applications';
const SELECTED = `${LIST}/selected`;
const { applications, connections } = textFor('en');
const { list } = applications;
/** How many the demo has at Riverside. */
const DEMO = 6;

async function add(app: FastifyInstance, number: number, siteId: string = RIVERSIDE.id): Promise<string> {
  const id = `c_test_${siteId}_${number}`;
  const createdAt = app.clock() + number;
  const client = {
    id,
    origin: 'site_application' as const,
    siteId,
    name: `Diary ${number}`,
    authMethod: 'none' as const,
    redirectUris: ['http://127.0.0.1/callback'],
    scopes: ['openid', 'account:read'] as const,
    createdAt,
  };
  await app.oauth.clients.create(client, { event: 'client_created', at: createdAt, siteId });
  return id;
}

async function setting(t: Test) {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  await addAdmin(app);
  const ids: string[] = [];
  for (let number = 1; number <= 57; number += 1) ids.push(await add(app, number));
  return { app, file, ids, owner: await signedIn(app, CALLERS.owner.email) };
}

const namesOn = ({ body }: Page): string[] =>
  [...body.matchAll(/<a href="\/admin\/riverside\/applications\/c_[^"]*">([^<]*)</g)].map(([, name = '']) => name);
const pagesOn = (page: Page): string[] =>
  [...page.body.matchAll(/<a class="secondary" href="([^"]*)" rel="(?:next|prev)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => href.startsWith(`${LIST}?`));
const choose = (action: string, ids: readonly string[]): string =>
  `${SELECTED}?${new URLSearchParams([['action', action], ...ids.map((id): [string, string] => ['application', id])])}`;

t.setTimeout(180_000);

t.test('applications are counted, and their pages turn in both directions', async (t) => {
  const { ids, owner } = await setting(t);
  const first = await owner.get(LIST);
  t.match(said(first), `1–25 of ${ids.length + DEMO}`);
  t.match(said(first), `All ${ids.length + DEMO}`);
  t.equal(namesOn(first).length, 25);
  t.equal(namesOn(first)[0], 'Diary 57', 'the newest first');
  t.strictSame(pagesOn(first), [`${LIST}?page=2`]);
  const second = await owner.get(`${LIST}?page=2`);
  t.strictSame(pagesOn(second), [`${LIST}?page=3`]);
  t.match(second.body, `<a class="secondary" href="${LIST}" rel="prev">`);
  const third = await owner.get(`${LIST}?page=3`);
  t.equal(new Set([first, second, third].flatMap(namesOn)).size, ids.length + DEMO, 'each is on one of them');
  t.strictSame(pagesOn(third), [`${LIST}?page=2`]);
  for (const page of ['99', '0', '-1', '1.5', 'x', '99999999999']) {
    t.ok(namesOn(await owner.get(`${LIST}?page=${page}`)).length > 0, page);
  }
  t.ok(Buffer.byteLength(first.body) < 35_000, `${Buffer.byteLength(first.body)} bytes`);
});

t.test('applications are found by name or client ID, and sorted by name or last use', async (t) => {
  const { app, file, ids, owner } = await setting(t);
  t.strictSame(namesOn(await owner.get(`${LIST}?q=${encodeURIComponent('dIARY 5')}&sort=name`)), [
    'Diary 5',
    ...[50, 51, 52, 53, 54, 55, 56, 57].map((number) => `Diary ${number}`),
  ]);
  t.strictSame(namesOn(await owner.get(`${LIST}?q=${ids[6]}`)), ['Diary 7'], 'by its whole client ID');
  const pages = await owner.get(`${LIST}?q=diary&sort=name`);
  t.match(said(pages), '1–25 of 57');
  t.strictSame(
    pagesOn(pages),
    [`${LIST}?q=diary&amp;sort=name&amp;page=2`].map((href) => href.replaceAll('&amp;', '&')),
  );
  await file.edit('update clients set last_used_at = ? where id = ?', app.clock() + 1000, ids[30] ?? '');
  t.equal(namesOn(await owner.get(`${LIST}?sort=used`))[0], 'Diary 31');
  for (const nothing of ['no such', '%00', '%25', '<b>']) {
    const page = await owner.get(`${LIST}?q=${encodeURIComponent(nothing)}`);
    t.match(said(page), list.noneFound, nothing);
    t.match(said(page), connections.noneFoundText);
  }
  t.equal(namesOn(await owner.get(`${LIST}?sort=strange`)).length, 25, 'what is not known is not obeyed');
});

t.test('several applications are disabled at once, after one page that names them [E-33]', async (t) => {
  const { app, file, ids, owner } = await setting(t);
  const [used = '', other = '', off = ''] = ids;
  const foreign = await add(app, 1, HARBOUR.id);
  await file.edit('update clients set active = ? where id = ?', 0, off);
  const tokens = await obtainTokens(app, { id: used, redirectUri: CALLBACK, secret: undefined }, { scope: 'openid' });
  const asking = await owner.get(choose('disable', [used, other, off, foreign, 'c_nothing']));
  t.match(said(asking), list.selected.ask.disable({ count: 2 }));
  t.match(said(asking), list.selected.consequences.disable);
  t.match(said(asking), connections.total({ count: 1 }));
  t.match(said(asking), `${list.selected.already} Diary 3`);
  t.notMatch(asking.body, foreign);
  const isOn = async (id: string): Promise<boolean> =>
    Boolean(await file.read('select active from clients where id = ?', id));

  t.equal((await owner.submit(asking, '/selected', { password: 'not it' })).status, 400);
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 200, 'a wrong password changes nothing');
  for (const email of [CALLERS.staff.email, CALLERS.member.email]) {
    t.equal((await (await signedIn(app, email)).get(choose('disable', [used]))).status, 403, email);
  }
  t.equal(
    (
      await owner.post(
        SELECTED,
        [
          ['action', 'disable'],
          ['application', used],
          ['password', PASSWORD],
        ],
        { origin: 'https://evil.example' },
      )
    ).status,
    403,
  );
  t.ok(await isOn(used));

  const done = await owner.submit(asking, '/selected', { password: PASSWORD });
  t.match(said(done), list.selected.done.disable({ names: 'Diary 2, Diary 1' }));
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 401, 'at once');
  t.strictSame(await Promise.all([used, other, off, foreign].map(isOn)), [false, false, false, true]);
  t.equal(await file.read("select count(*) from audit_events where event = 'client_disabled'"), 2, 'each in the trail');
  const again = await owner.submit(asking, '/selected', { password: PASSWORD, once: '' });
  t.match(said(again), list.selected.none, 'twice is once');
});

t.test('several applications are deleted at once, and nothing selected deletes nothing [E-33]', async (t) => {
  const { file, ids, owner } = await setting(t);
  const count = (): Promise<unknown> => file.read("select count(*) from clients where origin = 'site_application'");
  const before = Number(await count());
  const page = await owner.get(LIST);
  t.match(page.body, 'name="application" value="c_test_');
  for (const query of ['', 'action=remove', `action=burn&application=${ids[0]}`]) {
    t.match(said(await owner.get(`${SELECTED}?${query}`)), list.selected.none, query);
  }
  const asking = await owner.get(choose('remove', ids.slice(0, 30)));
  t.match(said(asking), list.selected.ask.remove({ count: 25 }), 'no more than a page has');
  const done = await owner.submit(asking, '/selected', { password: PASSWORD });
  t.match(said(done), list.selected.done.remove({ names: '' }).slice(0, 8));
  t.equal(Number(await count()), before - 25);
  t.equal(await file.read("select count(*) from audit_events where event = 'client_deleted'"), 25);
  const named = `select count(distinct after) from audit_events where event = 'client_deleted' and after like '{"name":"Diary %"}'`;
  t.equal(await file.read(named), 25, 'each with its own name');
});

t.test('what can break an application is at the bottom of its page, and says what it does', async (t) => {
  const { ids, owner } = await setting(t);
  const path = `${LIST}/${ids[0]}`;
  const { body } = await owner.get(path);
  const [above = '', rest = ''] = body.split(`<h2>${applications.one.end}</h2>`);
  const [zone = '', after = ''] = rest.split('</section>');
  for (const end of ['disable', 'delete']) {
    t.notMatch(above, `${path}/${end}`);
    t.match(zone, `${path}/${end}`);
  }
  t.match(zone, applications.danger.remove.text);
  t.notMatch(after, `${path}/`, 'nothing follows that changes it');
  t.notMatch(zone, '/secret"', 'it has none');
});
