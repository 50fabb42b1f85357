/** The pages on which owners and administrators look after the webhooks of their school. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { MAX_ENDPOINTS } from '../../schema/school/webhook.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { CALLERS } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { type Browser, formsOf, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentHost } from '../support/document-host.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { addEndpoint, isVerified, receiver } from '../support/webhooks.ts';

const LIST = '/admin/riverside/webhooks';
const SITE = 'site_demo_riverside';
const URL = 'https://hooks.example/in?key=s3cret';
const { webhooks: text } = textFor('en');

async function setting(t: Test) {
  const host = await documentHost(t);
  const file = databaseFile(t);
  const made = await testApp(t, { databaseUrl: file.url, network: host.network, housekeeping: false });
  return { ...made, host, file, ruth: await signedIn(made.app, 'ruth@riverside.example') };
}

const secretOf = ({ body }: Page): string => /value="(whsec_[^"]+)"/.exec(body)?.[1] ?? '';

async function add(browser: Browser, url = URL, event: string[] = ['member.role_changed']): Promise<Page> {
  return confirmed(browser, await browser.get(`${LIST}/new`), { url, event });
}

/** Sends the form, and the password that is asked for if nothing is wrong. */
async function confirmed(browser: Browser, form: Page, fields: Record<string, string | string[]>): Promise<Page> {
  const page = await browser.submit(form, `${LIST}/new`, fields);
  if (!page.body.includes('name="password"')) return page;
  return browser.submit(page, `${LIST}/new`, { password: PASSWORD });
}

const idsOf = async (app: FastifyInstance): Promise<string[]> =>
  (await app.school.webhookEndpoints.ofSite(SITE)).map(({ id }) => id);

t.test('a webhook is added with a secret that is shown once, tried, and its messages are listed [E-41]', async (t) => {
  const { app, host, file, ruth } = await setting(t);
  t.match(said(await ruth.get(LIST)), text.list.empty);
  t.ok(linksOf(await ruth.get('/admin/riverside')).includes(LIST), 'on the overview');
  const form = await ruth.get(`${LIST}/new`);
  const filled = { url: URL, event: ['member.role_changed', 'event.cancelled'] };
  const asked = await ruth.submit(form, `${LIST}/new`, filled);
  t.equal((await ruth.submit(asked, `${LIST}/new`, { password: 'wrong' })).status, 400);
  t.strictSame(await idsOf(app), [], 'it requires the password');
  const issued = await confirmed(ruth, form, filled);
  t.equal(issued.status, 200);
  const secret = secretOf(issued);
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const twice = await confirmed(ruth, form, filled);
  t.equal(secretOf(twice), secret, 'a form that is sent twice is answered as the first time');
  const [id = ''] = await idsOf(app);
  t.equal((await idsOf(app)).length, 1);
  const one = `${LIST}/${id}`;
  t.notMatch((await ruth.get(one)).body, 'whsec_', 'never again');

  const hook = receiver(host, URL, 200);
  hook.state.answer = '<b>thank you</b>';
  const done = await ruth.submit(await ruth.get(one), `${one}/test`, {});
  t.match(said(done), text.done.tested);
  await app.school.webhooks.sendDue();
  t.strictSame(hook.types(), ['webhook.test']);
  t.ok(hook.received.every((message) => isVerified(message, secret)));
  const page = await ruth.get(one);
  t.match(said(page), new RegExp(`${text.log.delivered}.*1 attempt.*msg_.*Answer: 200 <b>thank you</b>`));
  t.notMatch(page.body, '<b>thank');

  const replayed = await ruth.submit(page, `${one}/replay`, { delivery: hook.received[0]?.id ?? '' });
  t.match(said(replayed), text.done.replayed);
  await app.school.webhooks.sendDue();
  t.equal(hook.received.length, 2);
  t.equal(new Set(hook.received.map((message) => message.id)).size, 1, 'the same id');
  const events = await file.rows("select event, target from audit_events where event like 'webhook%' order by id");
  t.strictSame(
    events.map(({ event }) => event),
    ['webhook_created', 'webhook_sent', 'webhook_sent'],
  );
  t.ok(
    events.every(({ target }) => target === `hooks.example ${id}`),
    'without what may be secret in the address',
  );
});

t.test('a webhook is changed, given a new secret, switched off and on, and deleted with its log [E-41]', async (t) => {
  const { app, file, host, ruth } = await setting(t);
  const old = secretOf(await add(ruth));
  const [id = ''] = await idsOf(app);
  const one = `${LIST}/${id}`;
  const edit = await ruth.get(`${one}/edit`);
  const asked = await ruth.submit(edit, `${one}/edit`, { url: 'https://new.example/', event: ['event.cancelled'] });
  t.equal((await ruth.submit(asked, `${one}/edit`, { password: 'wrong' })).status, 400);
  const isSaved = async () => (await app.school.webhookEndpoints.find(SITE, id))?.url === 'https://new.example/';
  t.equal(await isSaved(), false, 'another address requires the password');
  t.match(said(await ruth.submit(asked, `${one}/edit`, { password: PASSWORD })), text.done.changed);
  t.equal(await isSaved(), true);
  const events = await ruth.get(`${one}/edit`);
  const both = { event: ['member.role_changed', 'event.cancelled'] };
  t.match(said(await ruth.submit(events, `${one}/edit`, both)), text.done.changed, 'the events alone do not');
  const stale = await ruth.submit(edit, `${one}/edit`, { url: 'https://other.example/' });
  t.equal(stale.status, 409);
  t.match(said(stale), text.form.stale);

  const ask = await ruth.get(`${one}/secret`);
  t.equal((await ruth.submit(ask, `${one}/secret`, { password: 'wrong' })).status, 400);
  const rotated = await ruth.submit(await ruth.get(`${one}/secret`), `${one}/secret`, { password: PASSWORD });
  const secret = secretOf(rotated);
  t.ok(secret.length > 40 && secret !== old);
  const again = await ruth.submit(ask, `${one}/secret`, { password: PASSWORD });
  t.equal(again.status, 409, 'a form that is sent again replaces nothing');
  t.match(said(await ruth.get(one)), text.one.oldSecret);

  const hook = receiver(host, 'https://new.example/');
  t.match(said(await ruth.submit(await ruth.get(one), `${one}/disable`, {})), text.done.disabled);
  t.notOk(formsOf((await ruth.get(one)).body).some(({ action }) => action.endsWith('/test')));
  const on = await ruth.submit(await ruth.get(`${one}/enable`), `${one}/enable`, { password: 'wrong' });
  t.equal(on.status, 400, 'sending again requires the password');
  t.match(said(await ruth.submit(on, `${one}/enable`, { password: PASSWORD })), text.done.enabled);
  await ruth.submit(await ruth.get(one), `${one}/test`, {});
  await app.school.webhooks.sendDue();
  t.ok(
    hook.received.length === 1 &&
      hook.received.every((message) => isVerified(message, old) && isVerified(message, secret)),
  );

  const gone = await ruth.submit(await ruth.get(`${one}/delete`), `${one}/delete`, { password: PASSWORD });
  t.match(said(gone), text.list.deleted);
  t.equal((await ruth.get(one)).status, 404);
  t.equal(await file.read('select count(*) from webhook_deliveries'), 0);
});

t.test(
  'addresses that nothing can be sent to, forms without events, and an eleventh webhook are refused',
  async (t) => {
    const { app, ruth } = await setting(t);
    for (const url of [
      'http://hooks.example/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://localhost/',
      'https://intranet/',
      'https://user:pass@hooks.example/',
      'https://hooks.example/#part',
      `https://hooks.example/${'x'.repeat(500)}`,
      'ftp://hooks.example/',
      'nonsense',
    ]) {
      const page = await add(ruth, url);
      t.equal(page.status, 400, url);
      t.match(said(page), text.form.urlFault);
    }
    const none = await add(ruth, URL, ['no.such']);
    t.equal(none.status, 400);
    t.match(said(none), text.form.eventsFault);
    t.strictSame(await idsOf(app), []);
    for (let i = 0; i < MAX_ENDPOINTS; i += 1) await addEndpoint(app, SITE, `https://h${i}.example/`);
    t.match(said(await ruth.get(LIST)), text.list.full({ most: MAX_ENDPOINTS }));
    await add(ruth);
    t.equal((await idsOf(app)).length, MAX_ENDPOINTS);
  },
);

t.test('only owners and administrators reach the pages, and none those of another school', async (t) => {
  const { app } = await setting(t);
  const { id } = await addEndpoint(app, SITE, URL);
  const noor = await signedIn(app, CALLERS.staff.email);
  for (const path of ['', '/new', `/${id}`, `/${id}/edit`, `/${id}/secret`, `/${id}/delete`]) {
    t.equal((await noor.get(`${LIST}${path}`)).status, 403, `staff: ${path}`);
  }
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  t.equal((await hugo.get(LIST)).status, 403);
  t.equal((await hugo.get(`/admin/harbour/webhooks/${id}`)).status, 404, 'the webhook of another school');
});

t.test('each page says everything in its language, within 30 KB with a full log', async (t) => {
  const { app, file, clock, ruth } = await setting(t);
  const { id } = await addEndpoint(app, SITE, `https://hooks.example/${'long-path/'.repeat(40)}`);
  for (let i = 0; i < 20; i += 1) {
    await file.run(
      `insert into webhook_deliveries (id, site_id, endpoint_id, name, payload, created_at, expires_at, attempts, tried_at, failed_at, status, answer)
       values (?, ?, ?, 'application.disconnected', '{}', ?, 0, 12, 1, 1, 503, ?)`,
      `msg_${String(i).padStart(22, '0')}`,
      SITE,
      id,
      clock.now + i,
      '錯'.repeat(200),
    );
  }
  for (const language of LANGUAGES) {
    for (const path of ['', `/${id}`, `/${id}/edit`, '/new', `/${id}/secret`, `/${id}/delete`]) {
      const page = await ruth.get(`${LIST}${path}?ui_locales=${language}`, { 'accept-language': language });
      t.equal(page.status, 200);
      t.ok(Buffer.byteLength(page.body) <= 30_720, `${language} ${path}: ${Buffer.byteLength(page.body)} bytes`);
    }
    const page = await ruth.get(`${LIST}/${id}`, { 'accept-language': language });
    t.match(said(page), textFor(language).webhooks.log.title, language);
  }
});
