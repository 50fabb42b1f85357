// slow
/** The first admin page of a school: what needs the person, its figures, and its next events. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { momentText } from '../../routes/pages/kit/components.ts';
import { textFor } from '../../routes/words/index.ts';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { addAdmin, CALLERS, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, type TestAppOptions, temporaryFolder, testApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { CALLBACK, DEMO, obtainTokens, type TestClient } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { withStatements } from '../support/statements.ts';
import { until } from '../support/until.ts';
import { addEndpoint } from '../support/webhooks.ts';

const HOME = '/admin/riverside';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { members, schoolHome: text } = textFor('en');
const { needs } = text;
/** Nothing listens there, so e-mails wait. */
const AWAY = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'school@riverside.example' };

interface Item {
  sentence: string;
  href: string;
}

/** What a page lists under *Needs you*. */
async function needsOf(browser: Browser, path = HOME): Promise<Item[]> {
  const { body, status } = await browser.get(path);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  const list = /<ul class="needs">(.*?)<\/ul>/s.exec(body)?.[1] ?? '';
  return [...list.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href = '', sentence = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    sentence: sentence.replaceAll('&#39;', "'"),
  }));
}

/** The demo with its database, an administrator, and an older school, which has no first steps any more. */
async function setting(t: Test, options: TestAppOptions = {}) {
  const file = databaseFile(t);
  const made = await testApp(t, { databaseUrl: file.url, housekeeping: false, ...options });
  await addAdmin(made.app);
  const browserOf = (caller: keyof typeof CALLERS) => signedIn(made.app, CALLERS[caller].email);
  /** Whether those who run Riverside, and the owner of another school, are told a sentence. */
  const told = async (sentence: string): Promise<string[]> => {
    const who = ['owner', 'admin', 'staff', 'foreignOwner'] as const;
    const are = await Promise.all(
      who.map(async (caller) => {
        const path = caller === 'foreignOwner' ? '/admin/harbour' : HOME;
        return (await needsOf(await browserOf(caller), path)).some((item) => item.sentence === sentence);
      }),
    );
    return who.filter((_, index) => are[index]);
  };
  return { ...made, file, browserOf, told };
}

const record = async (
  { app }: Awaited<ReturnType<typeof setting>>,
  ...events: (Partial<AuditEvent> & Pick<AuditEvent, 'event'>)[]
): Promise<void> => {
  for (const event of events) await app.audit.record({ at: app.clock(), siteId: RIVERSIDE.id, ...event });
};

const GIL = 'gil@elsewhere.example';

t.test('what is missing in the own account is said to whoever it concerns, until it is there [E-48f]', async (t) => {
  const made = await setting(t, { env: AWAY });
  const { file, told, browserOf } = made;
  t.strictSame(await told(needs.email), [], 'the addresses of the demo are confirmed');
  await file.edit('update people set email_verified = ? where id = ?', false, CALLERS.staff.id);
  t.strictSame(await told(needs.email), ['staff']);
  const [item] = (await needsOf(await browserOf('staff'))).filter(({ sentence }) => sentence === needs.email);
  t.equal(item?.href, '/account/profile');
  await file.edit('update people set email_verified = ? where id = ?', true, CALLERS.staff.id);
  t.strictSame(await told(needs.email), []);

  t.strictSame(await told(needs.factor), ['owner', 'admin', 'staff', 'foreignOwner']);
  await file.edit(
    'insert into passkeys (id, person_id, name, public_key, counter, transports, is_backed_up, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
    ...['key', CALLERS.admin.id, 'Phone', Buffer.from('key'), 0, '[]', false, 0],
  );
  t.strictSame(await told(needs.factor), ['owner', 'staff', 'foreignOwner']);
});

t.test('nobody is asked to confirm an address where no e-mail is sent [E-48f]', async (t) => {
  const { file, told } = await setting(t, { env: { SMTP_URL: 'off' } });
  await file.edit('update people set email_verified = ? where id = ?', false, CALLERS.owner.id);
  t.strictSame(await told(needs.email), []);
});

t.test('invitations that were not delivered, lapse soon or have lapsed are said to managers [E-48f]', async (t) => {
  const { app, clock, file, told, browserOf } = await setting(t, { env: AWAY });
  const ruth = await browserOf('owner');
  const form = await ruth.get(`${HOME}/members/invite`);
  await ruth.submit(form, '/members/invite', { email: GIL, role: 'member' });
  const id = String(await file.read('select id from people where email = ?', GIL));
  const linkOf = () => file.read("select hash from mail_links where person_id = ? and purpose = 'invitation'", id);
  const isTried = async (): Promise<boolean> => {
    await app.outbox.sendDue();
    return Number(await file.read("select count(*) from outbox where kind = 'invitation' and failure is not null")) > 0;
  };
  await until(isTried);
  t.ok(await linkOf(), 'the link is stored');
  const states = Object.entries(members.delivery.states);
  /** What the page of the member says of the e-mail. */
  const delivery = async (browser = ruth): Promise<string[]> => {
    const page = said(await browser.get(`${HOME}/members/${id}`));
    return states.filter(([, sentence]) => page.includes(sentence)).map(([state]) => state);
  };
  t.strictSame(await delivery(), ['delayed']);
  t.strictSame(await delivery(await browserOf('staff')), [], 'who cannot send it again is not told');
  for (const kind of ['bounced', 'lapsing', 'lapsed'] as const)
    t.strictSame(await told(needs[kind]({ count: 1, email: GIL })), []);
  t.strictSame(await told(needs.delayed({ count: 1, email: GIL })), ['owner', 'admin'], 'from the first failure on');

  await file.edit("update outbox set failed_at = ?, due_at = null where kind = 'invitation'", clock.now);
  t.strictSame(await told(needs.bounced({ count: 1, email: GIL })), ['owner', 'admin']);
  t.strictSame(await delivery(), ['failed']);
  const [item] = (await needsOf(ruth)).filter(({ sentence }) => sentence === needs.bounced({ count: 1, email: GIL }));
  t.equal(item?.href, `${HOME}/members/${id}`, 'the page with the button that sends it again');
  const before = await linkOf();
  await ruth.submit(await ruth.get(item?.href ?? ''), '/invite-again');
  const [state] = await delivery();
  t.ok(state === 'waiting' || state === 'delayed', 'the new one, whatever became of the one before');
  await until(async () => {
    await app.outbox.sendDue();
    return String(await linkOf()) !== String(before);
  });
  t.strictSame(await told(needs.bounced({ count: 1, email: GIL })), [], 'the new one is on its way');
  // It arrives.
  await file.run('delete from outbox');
  t.strictSame(await delivery(), ['sent']);

  clock.advance(5 * DAY - HOUR);
  t.strictSame(await told(needs.lapsing({ count: 1, email: GIL })), []);
  clock.advance(2 * HOUR);
  t.strictSame(await told(needs.lapsing({ count: 1, email: GIL })), ['owner', 'admin']);
  clock.advance(2 * DAY);
  t.strictSame(await told(needs.lapsing({ count: 1, email: GIL })), []);
  t.strictSame(await told(needs.lapsed({ count: 1, email: GIL })), ['owner', 'admin']);
  t.strictSame(await delivery(await browserOf('owner')), ['lapsed']);
  await file.run("delete from mail_links where purpose = 'invitation'");
  t.strictSame(await told(needs.lapsed({ count: 1, email: GIL })), ['owner', 'admin'], 'also after the link is gone');
  await file.edit("update memberships set status = 'active' where person_id = ?", id);
  t.strictSame(await told(needs.lapsed({ count: 1, email: GIL })), [], 'accepted');
  await file.edit("update memberships set status = 'invited' where person_id = ?", id);
  clock.advance(30 * DAY);
  t.strictSame(await told(needs.lapsed({ count: 1, email: GIL })), [], 'not for ever');
});

t.test('an app whose connections keep ending is named to managers of that school [E-48f]', async (t) => {
  const made = await setting(t);
  const { clock, file, told, browserOf } = made;
  const clientId = DEMO.notebook.id;
  const name = String(await file.read('select name from clients where id = ?', clientId));
  const reuse = { event: 'refresh_reuse', clientId } as const;
  await record(made, reuse, { ...reuse, siteId: HARBOUR.id }, { event: 'code_replay', clientId });
  const sentence = needs.failing({ app: name, times: 3 });
  t.strictSame(await told(sentence), [], 'two at this school');
  await record(made, reuse);
  t.strictSame(await told(sentence), ['owner', 'admin']);
  const [item] = (await needsOf(await browserOf('owner'))).filter((one) => one.sentence === sentence);
  const log = await (await browserOf('owner')).get(item?.href ?? '');
  t.match(log.url, `${HOME}/audit?client=`);
  t.equal([...said(log).matchAll(new RegExp(name, 'g'))].length > 2, true, 'the log shows its events');
  await file.edit('update clients set active = ? where id = ?', false, clientId);
  t.strictSame(await told(sentence), [], 'switched off');
  await file.edit('update clients set active = ? where id = ?', true, clientId);
  clock.advance(7 * DAY + 1);
  t.strictSame(await told(sentence), [], 'a week ago');
});

t.test('a webhook that fails or was switched off is named to managers of its school [E-48f]', async (t) => {
  const { app, clock, file, told, browserOf } = await setting(t);
  const { id } = await addEndpoint(app, RIVERSIDE.id, 'https://hooks.example/in?key=s3cret');
  const [failing, stopped] = [needs.undelivered({ host: 'hooks.example' }), needs.stopped({ host: 'hooks.example' })];
  t.strictSame(await told(failing), []);
  await file.edit('update webhook_endpoints set failures = 2, failing_since = ? where id = ?', clock.now, id);
  t.strictSame(await told(failing), ['owner', 'admin']);
  await file.edit("update webhook_endpoints set status = 'disabled', stop = 'failing' where id = ?", id);
  t.strictSame(await told(failing), []);
  t.strictSame(await told(stopped), ['owner', 'admin']);
  const ruth = await browserOf('owner');
  const href = (await needsOf(ruth)).find(({ sentence }) => sentence === stopped)?.href ?? '';
  t.equal(href, `${HOME}/webhooks/${id}`);
  await ruth.submit(await ruth.get(`${href}/enable`), '/enable', { password: PASSWORD });
  t.strictSame(await told(stopped), [], 'switched on on that page');
  await file.edit("update webhook_endpoints set status = 'disabled', stop = 'school' where id = ?", id);
  t.strictSame(await told(stopped), [], 'the school has decided so itself');
});

const APP = 'https://tool.example/client.json';
const tool: TestClient = { id: APP, redirectUri: CALLBACK, secret: undefined };

t.test('apps that wait for a review are said to whoever decides, at a school that uses them [E-48f]', async (t) => {
  const host = await documentHost(t);
  host.serve(APP, documentFor(APP));
  const env = {
    CIMD_OPEN_REGISTRATION: 'on',
    PLATFORM_OPERATORS: `${CALLERS.owner.email},${CALLERS.foreignOwner.email}`,
  };
  const { app, file, told, browserOf } = await setting(t, { network: host.network, env });
  const sentence = needs.reviews({ count: 1 });
  t.strictSame(await told(sentence), []);
  await obtainTokens(app, tool, { scope: 'openid' }, { email: CALLERS.owner.email });
  t.strictSame(await told(sentence), ['owner'], 'nobody at the other school uses it');
  const ruth = await browserOf('owner');
  const list = await ruth.get((await needsOf(ruth)).find((one) => one.sentence === sentence)?.href ?? '');
  t.match(said(list), 'tool.example');
  const approve = await ruth.get(`${HOME}/reviews/approve?${new URLSearchParams({ client: APP })}`);
  await ruth.submit(approve, '/reviews/approve', { password: PASSWORD });
  t.strictSame(await told(sentence), [], 'approved');
  await file.edit('update metadata_documents set approved_metadata = metadata where client_id = ?', APP);
  t.strictSame(await told(sentence), ['owner'], 'the document has changed since');
  await file.edit('update grants set revoked_at = 1 where client_id = ?', APP);
  t.strictSame(await told(sentence), [], 'nobody uses it any more');
});

t.test('e-mails that do not arrive are said to those who run the platform [E-48f]', async (t) => {
  const env = { ...AWAY, PLATFORM_OPERATORS: CALLERS.owner.email };
  const { app, clock, file, told, browserOf } = await setting(t, { env });
  await app.people.mailer.post({
    order: 'role_changed',
    siteId: RIVERSIDE.id,
    personId: 'usr_demo_ana',
    role: 'member',
  });
  const isTried = async (): Promise<boolean> => {
    await app.outbox.sendDue();
    return (
      Number(await file.read("select count(*) from outbox where kind = 'role_changed' and failure is not null")) > 0
    );
  };
  await until(isTried);
  // The e-mails about new browsers wait as well.
  const countOf = async (condition: string): Promise<number> =>
    Number(await file.read(`select count(*) from outbox where ${condition}`));
  const hasLate = /late/;
  const since = momentText(clock.now - HOUR - 1, 'en', 'Europe/Lisbon');
  const owner = await browserOf('owner');
  t.notOk((await needsOf(owner)).some(({ sentence }) => hasLate.test(sentence)));
  await file.edit('update outbox set created_at = ?, due_at = ?', clock.now - HOUR - 1, clock.now + DAY);
  // What is on its way may be replaced by an e-mail of now.
  await app.outbox.sendDue();
  const late = await countOf(`created_at < ${clock.now - HOUR}`);
  t.strictSame(await told(needs.lateEmails({ count: late, since })), ['owner']);
  await file.edit('update outbox set failed_at = ?, due_at = null where created_at < ?', clock.now, clock.now - HOUR);
  t.strictSame(await told(needs.lateEmails({ count: late, since })), []);
  t.strictSame(await told(needs.failedEmails({ count: late })), ['owner']);
  await file.run('delete from outbox where failed_at is not null');
  t.strictSame(await told(needs.failedEmails({ count: late })), []);
});

t.test('an old backup, or none, is said to those who run the platform [E-48f]', async (t) => {
  const folder = temporaryFolder(t);
  const env = { BACKUP_DIR: folder, PLATFORM_OPERATORS: CALLERS.owner.email };
  const { clock, told } = await setting(t, { env });
  const backupAt = (at: number): string =>
    join(folder, `schoolgate-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`);
  t.strictSame(await told(needs.noBackup), ['owner']);
  const old = backupAt(clock.now - 3 * DAY);
  mkdirSync(old);
  t.strictSame(await told(needs.noBackup), []);
  t.strictSame(await told(needs.oldBackup({ days: 3 })), ['owner']);
  mkdirSync(backupAt(clock.now - 25 * HOUR));
  t.strictSame(await told(needs.oldBackup({ days: 3 })), []);
  t.strictSame(await told(needs.oldBackup({ days: 1 })), [], 'last night');
  clock.advance(2 * HOUR);
  t.strictSame(await told(needs.oldBackup({ days: 1 })), ['owner']);
  rmSync(old, { recursive: true });
});

/** What the drawing of a figure says, by its title. */
const drawnIn = (body: string): ReadonlyMap<string, string> =>
  new Map(
    [...body.matchAll(/<\/svg>([^<]*)<\/h3>.*?aria-label="([^"]*)"/gs)].map(([, title = '', label = '']) => [
      title,
      label,
    ]),
  );
const figureIn = (body: string, title: string): string =>
  new RegExp(`</svg>${title}</h3><p class="figure">([^<]*)</p>`).exec(body)?.[1] ?? '';
const beforeIn = (body: string, title: string): string =>
  new RegExp(`</svg>${title}</h3>.*?<p class="detail">([^<]*)</p>`, 's').exec(body)?.[1] ?? '';
const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Half an hour before and after midnight in Madrid, which is an hour ahead of UTC. */
const MIDNIGHT = Date.UTC(2026, 10, 18, 23);

/** What was done, and when; of which the school sees the days. The clock of the demo stands on 21 November. */
const DONE: readonly [what: string, at: number, school: string][] = [
  ['before midnight', MIDNIGHT - HOUR / 2, RIVERSIDE.id],
  ['after midnight', MIDNIGHT + HOUR / 2, RIVERSIDE.id],
  ['at another school', MIDNIGHT + HOUR / 2, HARBOUR.id],
  ['the week before', MIDNIGHT - 6 * DAY, RIVERSIDE.id],
  ['earlier', MIDNIGHT - 20 * DAY, RIVERSIDE.id],
];

t.test('the figures are those of the rows, by day in the timezone of the school [E-48f]', async (t) => {
  const { clock, file, browserOf } = await setting(t);
  const { figures } = text;
  await file.edit("update sites set timezone = 'Europe/Madrid'");
  for (const table of ['milestones', 'payments', 'event_registrations']) await file.run(`delete from ${table}`);
  for (const [index, [, at, siteId]] of DONE.entries()) {
    const id = `done_${index}`;
    for (const kind of ['enrolled', 'completed'])
      await file.edit(
        'insert into milestones (site_id, person_id, course_id, kind, reached_at) values (?, ?, ?, ?, ?)',
        ...[siteId, CALLERS.member.id, id, kind, at],
      );
    await file.edit(
      'insert into payments (order_id, kind, paid_at, site_id, amount, currency) values (?, ?, ?, ?, ?, ?)',
      ...[id, 'payment', at, siteId, 1050, 'EUR'],
    );
    await file.edit(
      "insert into event_registrations (id, site_id, event_id, person_id, status, registered_at, updated_at) select ?, site_id, id, ?, 'registered', ?, ? from events where site_id = ? and status = 'published' and ends_at > ? order by id limit 1",
      ...[id, `usr_${index}`, at, at, siteId, clock.now],
    );
  }
  const { body } = await (await browserOf('owner')).get(HOME);
  const days = Array.from({ length: 7 }, (_, index) => WEEK[new Date(clock.now - (6 - index) * DAY).getUTCDay()] ?? '');
  const drawn = drawnIn(body);
  for (const [title, one, two] of [
    [figures.enrollments, '1', '2'],
    [figures.completions, '1', '2'],
    [figures.orders, '€10.50', '€21.00'],
    [figures.registrations, '1', '2'],
  ] as const) {
    t.equal(figureIn(body, title), two, title);
    t.equal(beforeIn(body, title), figures.weekBefore({ count: one }), title);
    const none = one.replaceAll(/[1-9]/g, '0').replace('€00', '€0');
    const each = days.map((day, index) => figures.onDay({ day, count: index === 3 || index === 4 ? one : none }));
    t.equal(drawn.get(title), figures.perDay({ what: title, days: each.join(figures.separator) }));
  }
  const harbour = (await (await browserOf('foreignOwner')).get('/admin/harbour')).body;
  t.equal(figureIn(harbour, figures.enrollments), '1');
});

/** What staff see, by what they can read. */
const RIGHTS: readonly [scopes: string, figures: readonly (keyof typeof text.figures)[], isAccess: boolean][] = [
  ['', [], false],
  ['students:read', ['enrollments', 'completions'], false],
  ['orders:read', ['orders'], false],
  ['events:read members:read', ['registrations'], true],
  ['analytics:read', ['enrollments', 'completions', 'orders', 'registrations'], false],
];

t.test('staff see the figures that they can read elsewhere, and no others [E-48f]', async (t) => {
  const { file, browserOf } = await setting(t);
  const staff = await browserOf('staff');
  for (const [scopes, seen, isAccess] of RIGHTS) {
    await file.edit('update sites set staff_scope = ? where id = ?', scopes, RIVERSIDE.id);
    const page = said(await staff.get(HOME));
    for (const name of ['enrollments', 'completions', 'registrations'] as const)
      t.equal(page.includes(`${text.figures[name]} `), seen.includes(name), `${scopes}: ${name}`);
    t.equal(page.includes(text.access.title), isAccess, `${scopes}: access`);
  }
});

t.test('the line of access counts members, apps, sign-ins and tool calls, with links to them [E-48f]', async (t) => {
  const made = await setting(t);
  const { app, clock, file, browserOf } = made;
  await obtainTokens(app, DEMO.notebook, {}, { email: CALLERS.member.email });
  await obtainTokens(app, DEMO.cli, {}, { email: CALLERS.member.email });
  for (const at of [clock.now - DAY, clock.now - 8 * DAY])
    await record(made, { event: 'tool_called', at }, { event: 'code_issued_silently', at });
  await record(made, { event: 'tool_failed', siteId: HARBOUR.id });
  const members = Number(
    await file.read("select count(*) from memberships where site_id = ? and status = 'active'", RIVERSIDE.id),
  );
  const { access } = text;
  const { body } = await (await browserOf('owner')).get(HOME);
  for (const [path, sentence] of [
    ['/members', access.members({ count: members, shown: String(members) })],
    ['/connections', access.apps({ count: 2, shown: '2' })],
    ['/audit?event=app_sign_ins', access.signIns({ count: 3, shown: '3' })],
    ['/audit?event=tool_called', access.toolCalls({ count: 1, shown: '1' })],
  ] as const)
    t.ok(body.includes(`<a href="${HOME}${path}">${sentence}</a>`), sentence);
  const staff = said(await (await browserOf('staff')).get(HOME));
  t.match(staff, access.apps({ count: 2, shown: '2' }));
  t.notMatch(staff, access.toolCalls({ count: 1, shown: '1' }), 'of the audit log, which staff cannot see');

  await file.edit(
    `insert into audit_events (id, at, event, site_id) with recursive n(i) as (select 1 union all select i + 1 from n where i < 2100) select 5000000 + i, ${clock.now}, 'tool_called', '${RIVERSIDE.id}' from n`,
  );
  const many = said(await (await browserOf('owner')).get(HOME));
  t.match(many, '2,000+ tool calls', 'of very many, no more are counted');
});

t.test('the next events are listed with their seats, and those that began are not', async (t) => {
  const { clock, file, browserOf } = await setting(t);
  const ruth = await browserOf('owner');
  const listed = async (): Promise<string[]> => {
    const list = /<ul class="next">(.*?)<\/ul>/s.exec((await ruth.get(HOME)).body)?.[1] ?? '';
    return [...list.matchAll(/<a href="[^"]*">([^<]*)<\/a><span>([^<]*)</g)].map(
      ([, title, seats]) => `${title}: ${seats}`,
    );
  };
  await file.edit('update events set starts_at = ?, ends_at = ?', clock.now - HOUR, clock.now + HOUR);
  t.strictSame(await listed(), []);
  const idOf = async (which: 'min' | 'max'): Promise<string> =>
    String(await file.read(`select ${which}(id) from events where site_id = ? and status = 'published'`, RIVERSIDE.id));
  const [first, second] = [await idOf('min'), await idOf('max')];
  await file.edit(
    "update events set title = 'Later', starts_at = ?, ends_at = ?, capacity = null, registered_count = 3 where id = ?",
    clock.now + 9 * DAY,
    clock.now + 10 * DAY,
    first,
  );
  await file.edit(
    "update events set title = 'Soon', starts_at = ?, ends_at = ?, capacity = 20, registered_count = 12 where id = ?",
    clock.now + DAY,
    clock.now + 2 * DAY,
    second,
  );
  t.strictSame(await listed(), ['Soon: 12 of 20', 'Later: 3']);
});

t.test('a new school has first steps that tick themselves, until they are done, hidden or old [E-48f]', async (t) => {
  const { clock, file, browserOf } = await setting(t, { env: AWAY });
  const { steps } = text;
  const progress = async (): Promise<string | undefined> =>
    new RegExp(`${steps.title} (\\d of \\d) done`).exec(said(await (await browserOf('owner')).get(HOME)))?.[1];
  t.equal(await progress(), undefined, 'the schools of the demo are older');
  await file.edit('update sites set created_at = ?', clock.now);
  await file.edit('update people set email_verified = ? where id = ?', false, CALLERS.owner.id);
  await file.run('delete from appearances');
  await file.run('delete from memberships where site_id = ? and person_id <> ?', RIVERSIDE.id, CALLERS.owner.id);
  await file.edit("update clients set site_id = 'elsewhere' where site_id = ?", RIVERSIDE.id);
  t.equal(await progress(), '0 of 5');
  const ruth = await browserOf('owner');
  const home = await ruth.get(HOME);
  t.ok(said(home).includes(`${steps.also.lead} ${steps.also.details} · ${steps.also.owner}`));
  for (const more of ['/settings', '/members']) t.ok(linksOf(home).includes(`${HOME}${more}`), more);
  t.notOk(
    (await needsOf(ruth)).some(({ sentence }) => sentence === needs.email || sentence === needs.factor),
    'said once',
  );

  await file.edit('update people set email_verified = ? where id = ?', true, CALLERS.owner.id);
  t.equal(await progress(), '1 of 5');
  await file.edit(
    "insert into appearances (site_id, theme_color, accent_color, font, header_links, footer_markdown, homepage_sections, custom_css, updated_at) values (?, '#112233', '#445566', 'system', '[]', '', '[]', '', 0)",
    RIVERSIDE.id,
  );
  t.equal(await progress(), '2 of 5');
  await ruth.submit(await ruth.get(`${HOME}/members/invite`), '/members/invite', {
    email: 'gil@elsewhere.example',
    role: 'member',
  });
  t.equal(await progress(), '3 of 5');
  await file.edit("update clients set site_id = ? where site_id = 'elsewhere'", RIVERSIDE.id);
  t.equal(await progress(), '4 of 5');

  t.notMatch(said(await (await browserOf('foreignOwner')).get('/admin/harbour')), '4 of 5', 'each school has its own');
  const hidden = await ruth.submit(await ruth.get(HOME), '/first-steps');
  t.equal(hidden.url, HOME);
  t.notMatch(said(hidden), steps.title);
  t.ok(
    (await needsOf(ruth)).some(({ sentence }) => sentence === needs.factor),
    'what is left needs her',
  );
  t.equal(await progress(), '4 of 5', 'in another browser it is there');
  clock.advance(30 * DAY - 1);
  t.equal(await progress(), '4 of 5');
  clock.advance(1);
  t.equal(await progress(), undefined);

  await file.edit('update sites set created_at = ?', clock.now);
  await file.edit(
    'insert into passkeys (id, person_id, name, public_key, counter, transports, is_backed_up, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
    ...['key', CALLERS.owner.id, 'Phone', Buffer.from('key'), 0, '[]', false, 0],
  );
  t.equal(await progress(), undefined, 'all of them are done');
});

t.test('the first steps of a school with the longest slug are hidden, too', async (t) => {
  const { clock, file, browserOf } = await setting(t, { env: AWAY });
  const slug = 'n'.repeat(100);
  await file.edit('update sites set created_at = ?, slug = ? where id = ?', clock.now, slug, RIVERSIDE.id);
  const ruth = await browserOf('owner');
  const home = await ruth.get(`/admin/${slug}`);
  t.match(said(home), text.steps.title);
  t.notMatch(said(await ruth.submit(home, '/first-steps')), text.steps.title);
});

t.test('the page asks the database equally often, however large the school is [E-48f]', async (t) => {
  const { app, file, browserOf } = await setting(t, { env: { ...AWAY, PLATFORM_OPERATORS: CALLERS.owner.email } });
  const ruth = await browserOf('owner');
  await ruth.get(HOME);
  const [, before] = await withStatements(() => ruth.get(HOME));
  for (let n = 0; n < 5; n += 1) {
    await obtainTokens(app, n % 2 === 0 ? DEMO.cli : DEMO.notebook, {}, { email: CALLERS.member.email });
    await addEndpoint(app, RIVERSIDE.id, `https://hooks${n}.example/in`);
  }
  await file.run("update memberships set status = 'invited' where site_id = ? and role = 'member'", RIVERSIDE.id);
  const [, after] = await withStatements(() => ruth.get(HOME));
  // One more, for e-mails that were given up, since there are invitations.
  t.ok(after.length <= before.length + 1, `${before.length} statements, then ${after.length}`);
  // Names are read for each kind of what is listed under *Latest*.
  t.ok(after.length < 48, `${after.length} statements`);
});
