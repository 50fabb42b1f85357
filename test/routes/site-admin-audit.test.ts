// slow
import Database from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import {
  ACCESS_TOKEN_ONLY,
  type AuditEvent,
  type AuditEventName,
  type AuditFilter,
  fieldValues,
} from '../../schema/audit/audit-event.ts';
import { EVENT_NAMES, rowOfEvent } from '../../schema/audit/events.ts';
import { endOfDay } from '../../schema/school/calendar.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { leavesOf, spokenBy } from '../support/page-texts.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { withStatements } from '../support/statements.ts';

const LOG = '/admin/riverside/audit';
const DAY = 86_400_000;

/** Events of Riverside, one an hour from a day on, unless they say otherwise. */
async function record(app: FastifyInstance, ...events: Partial<AuditEvent>[]): Promise<void> {
  for (const event of events) {
    await app.audit.record({ event: 'resource_changed', at: app.clock(), siteId: RIVERSIDE.id, ...event });
  }
}

const ENTRY = /^\/admin\/riverside\/audit\/\d+$/;

/** Opens every entry that a page of the log lists. */
const entriesOf = (browser: Browser, page: Page): Promise<Page[]> =>
  Promise.all(
    linksOf(page)
      .filter((href) => ENTRY.test(href))
      .map((href) => browser.get(href)),
  );

const textsOf = async (browser: Browser, page: Page): Promise<string> =>
  (await entriesOf(browser, page)).map(said).join('\n');

const copyOf = async (browser: Browser, format: string, conditions = '') => {
  const page = await browser.get(`${LOG}${conditions}`);
  return browser.submit(page, '/audit/export', { format });
};

/** A reader of CSV, as strict as the format is written [RFC 4180 §2]. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain, end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error('not RFC 4180');
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

t.test('the audit log shows events as sentences, newest first, page by page [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const targets = Array.from({ length: 45 }, (_, n) => `course/crs_${n}`);
  await record(app, ...targets.map((target) => ({ target, personId: CALLERS.admin.id })));
  const owner = await signedIn(app, CALLERS.owner.email);
  const shown: string[] = [];
  let next: string | undefined = LOG;
  while (next !== undefined) {
    const page = await owner.get(next);
    shown.push(...[...said(page).matchAll(/Ada Minster edited (course crs_\d+)\./g)].map(([, target = '']) => target));
    next = linksOf(page).find((href) => href.includes('before='));
  }
  t.strictSame(
    shown,
    targets.toReversed().map((target) => target.replace('/', ' ')),
  );
});

t.test('the audit log shows objects by name if they have one, and by id otherwise [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['courses:write', 'coupons:write', 'members:write', 'students:write']);
  const made = await call(app, token, 'POST', '/courses', { title: 'Tide <tables>', slug: 'tide-tables' });
  const invited = await call(app, token, 'POST', '/members', {
    email: 'hugo@harbour.example',
    role: 'member',
  });
  const enrollment = { courseId: made.json.id, memberId: CALLERS.member.id, expireDate: null };
  const enrolled = await call(app, token, 'POST', '/enrollments', enrollment);
  t.strictSame([made.status, invited.status, enrolled.status], [201, 201, 201]);
  await record(
    app,
    { target: `outline/${made.json.id}` },
    { target: 'course/crs_gone' },
    { target: 'enrollment/enr_gone' },
    { siteId: HARBOUR.id, target: `enrollment/${enrolled.json.id}` },
    { target: `member/${CALLERS.member.id}` },
    { event: 'grant_revoked', target: `member/${CALLERS.member.id}` },
    { event: 'beta_feature_off', target: 'mcp_connections' },
    { siteId: HARBOUR.id, target: `course/${made.json.id}` },
  );
  const owner = await signedIn(app, CALLERS.owner.email);
  const [page, statements] = await withStatements(() => owner.get(LOG));
  const log = said(page);
  t.match(log, 'Ruth Adler created “Tide <tables>” (course).');
  t.match(page.body, '“Tide &lt;tables&gt;”', 'as text');
  t.match(log, 'edited “Tide <tables>” (outline of the course).');
  t.match(await textsOf(owner, page), `Target course/${made.json.id}`, 'the page of an entry has the id');
  t.match(log, 'edited course crs_gone.', 'of what is gone the id is left');
  t.match(log, 'edited “Ana Lima” (member).');
  t.match(log, 'enrolled Ana Lima in “Tide <tables>”.', 'what connects two is called after both');
  t.match(log, 'edited enrollment enr_gone.');
  t.match(log, 'ended all connections of Ana Lima.');
  t.match(
    log,
    'invited hugo@harbour.example as Member.',
    'who was invited has not said yet that the school may know the name',
  );
  t.notMatch(log, 'Hugo Lindqvist');
  t.match(log, 'turned off a beta feature: MCP connections.');
  t.equal(
    statements.filter((sql) => sql.includes('union all') && sql.includes('lecturers')).length,
    1,
    'in one statement',
  );
  owner.headers['accept-language'] = 'de';
  t.match(said(await owner.get(LOG)), '„Tide <tables>“ (Kurs)');
  const foreign = await signedIn(app, CALLERS.foreignOwner.email);
  const theirs = said(await foreign.get('/admin/harbour/audit'));
  t.match(theirs, `edited enrollment ${enrolled.json.id}.`, 'nor of people of another school');
  t.match(theirs, `edited course ${made.json.id}.`);
  t.notMatch(theirs, 'Tide', 'things of another school have no name');
});

t.test('the audit log says whom someone removed, by the name and address of that moment', async (t) => {
  const database = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });
  const token = await tokenOf('owner', ['members:write']);
  const invited = await call(app, token, 'POST', '/members', { email: 'HUGO@Harbour.example', role: 'member' });
  for (const id of [CALLERS.member.id, String(invited.json.id)]) {
    t.equal((await call(app, token, 'DELETE', `/members/${id}`)).status, 204);
  }
  await record(
    app,
    { event: 'account_imported', personId: CALLERS.member.id, target: 'operator/Ola' },
    // As earlier versions recorded the invitation of an owner.
    { event: 'resource_created', personId: CALLERS.admin.id, target: 'operator/Ola' },
  );
  const owner = await signedIn(app, CALLERS.owner.email);
  const page = await owner.get(LOG);
  const log = said(page);
  const ana = `Ruth Adler removed Ana Lima (${CALLERS.member.email}) from the school.`;
  t.match(log, ana);
  t.match(log, 'The account of Ana Lima was imported.');
  t.match(log, 'Ruth Adler withdrew the invitation of HUGO@Harbour.example.', 'as the school wrote the address');
  t.notMatch(log, /Hugo Lindqvist|usr_|\(former member\)/, 'whose name the school never saw');
  t.match(log, 'The platform’s administrators invited Ada Minster as Owner.');
  t.match(await textsOf(owner, page), `Target member/${CALLERS.member.id}`, 'the page of an entry has the id');

  await database.edit(
    "update people set email = 'later@home.example', email_key = 'later@home.example', name = 'Ana Later' where id = ?",
    CALLERS.member.id,
  );
  const later = [said(await owner.get(LOG)), (await copyOf(owner, 'jsonl')).body].join();
  t.match(later, ana);
  t.match(later, `"person_email":"${CALLERS.member.email}","person_name":"Ana Lima"`);
  t.notMatch(later, /later@home|Ana Later/, 'nothing that the person took later');

  await database.edit(
    "update memberships set invited_email = null, former_name = null where site_id = ? and status = 'removed'",
    RIVERSIDE.id,
  );
  const without = said(await owner.get(LOG));
  t.match(without, 'Ruth Adler removed (former member) from the school.', 'as of those removed by an earlier version');
  t.match(without, 'Ruth Adler invited (invited person) as Member.', 'who never was a member');
  t.match(without, 'Ruth Adler withdrew the invitation of (invited person).');
});

t.test('the audit log says through which app something was done, unless the sentence does', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['courses:write']);
  const made = await call(app, token, 'POST', '/courses', { title: 'Oboe', slug: 'oboe' });
  t.equal(made.status, 201);
  const [created] = await app.audit.log.page(RIVERSIDE.id, { event: 'resource_created' }, 1);
  const clientName = created?.clientName ?? '?';
  const byApp = { personId: CALLERS.owner.id, clientId: String(created?.clientId) };
  await record(
    app,
    { ...byApp, event: 'member_suspended', target: `member/${CALLERS.member.id}` },
    { ...byApp, event: 'tool_called', target: 'list_courses' },
    { ...byApp, event: 'grant_revoked', target: 'everyone' },
    { personId: CALLERS.owner.id, target: `course/${made.json.id}` },
    { personId: CALLERS.owner.id, clientId: 'c_gone', event: 'resource_deleted', target: 'course/crs_gone' },
  );
  const owner = await signedIn(app, CALLERS.owner.email);
  const linesOf = async (path: string, list: string): Promise<string[]> => {
    const [, items = ''] = new RegExp(`<ul class="${list}">(.*?)</ul>`, 's').exec((await owner.get(path)).body) ?? [];
    return items.split('</li>').map((body) => said({ body: `<main${body}` }));
  };
  for (const [path, list] of [[LOG, 'rows']] as const) {
    const lines = await linesOf(path, list);
    const through = (sentence: string) =>
      / · (through .*?)(?: \d+ min\. ago)? $/.exec(lines.find((one) => one.includes(sentence)) ?? '?')?.[1];
    const sentences = ['created “Oboe” (course).', 'suspended Ana Lima.', 'deleted course crs_gone.'];
    t.strictSame(
      sentences.map(through),
      [`through ${clientName}`, `through ${clientName}`, 'through a deleted app'],
      path,
    );
    const others = ['used the tool “list_courses”', 'ended everyone’s connections', 'edited “Oboe” (course).'];
    for (const other of others) {
      t.ok(
        lines.some((one) => one.includes(other)),
        other,
      );
      t.equal(through(other), undefined, `${other}: named already, or no app`);
    }
  }
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const line = textFor(language).audit.through({ app: clientName });
    t.match(line, clientName);
    t.equal((await owner.get(LOG)).body.split(` · ${line}`).length, 3, `${language}: ${line}`);
  }
});

t.test('the audit log says who ended a connection, and whether an app only gave up an access token', async (t) => {
  const { app } = await adminApp(t);
  const about = { personId: CALLERS.member.id, clientId: 'c_demo_cli', target: '7' };
  await record(
    app,
    { ...about, event: 'grant_revoked', before: fieldValues({ scopes: ['openid'] }) },
    { ...about, event: 'grant_revoked' },
    { ...about, event: 'token_revoked' },
    { ...about, event: 'token_revoked', after: fieldValues({ [ACCESS_TOKEN_ONLY]: true }) },
    { event: 'member_signed_out', personId: CALLERS.owner.id, target: `member/${CALLERS.member.id}` },
    { event: 'member_reset_sent', personId: CALLERS.owner.id, target: `member/${CALLERS.member.id}` },
    { event: 'second_factor_reset_approved', personId: CALLERS.owner.id, target: `member/${CALLERS.member.id}` },
  );
  const log = said(await (await signedIn(app, CALLERS.owner.email)).get(LOG));
  t.match(log, 'Ana Lima disconnected Demo CLI.');
  t.match(log, 'The connection of Ana Lima with Demo CLI ended.', 'nobody reads that Ana did it');
  t.match(log, 'Demo CLI ended its own connection with Ana Lima.');
  t.match(log, 'Demo CLI revoked an access token of Ana Lima and stays connected.');
  t.notMatch(log, ACCESS_TOKEN_ONLY);
  t.match(log, 'Ruth Adler signed Ana Lima out of all browsers.');
  t.match(log, 'Ruth Adler sent Ana Lima a password reset link.');
  t.match(log, 'Ruth Adler ordered a reset of the second factor of Ana Lima.');
});

t.test('every audit event has a complete sentence in every language, for each who reads it [E-49]', (t) => {
  const readers: ReadonlySet<string> = new Set(['kind', 'log', 'you', 'toYou']);
  for (const language of LANGUAGES) {
    const { events } = textFor(language);
    t.strictSame(Object.keys(events).sort(), [...EVENT_NAMES, 'unknown'].sort());
    for (const name of EVENT_NAMES) {
      const { own, toMember } = rowOfEvent(name);
      const expected = ['kind', 'log', ...(own ? ['you'] : []), ...(toMember ? ['toYou'] : [])];
      const has = Object.keys(events[name]).filter((key) => readers.has(key));
      t.strictSame(has.sort(), expected.sort(), `${name} in ${language}`);
    }
    for (const leaf of leavesOf(events)) t.notMatch(spokenBy(leaf), /undefined|\$\{|^\s*$/, leaf.path.join('.'));
  }
  t.end();
});

t.test('the audit log is filtered by event, person, client and day [E-49]', async (t) => {
  const { app, clock } = await adminApp(t);
  const now = clock.now;
  await record(
    app,
    { event: 'consent_given', personId: CALLERS.member.id, clientId: 'c_demo_cli', at: now - 3 * DAY },
    { event: 'consent_given', personId: CALLERS.staff.id, clientId: 'c_other', at: now - 2 * DAY },
    { event: 'tool_called', personId: CALLERS.staff.id, clientId: 'c_demo_cli', target: 'list_courses', at: now },
  );
  const owner = await signedIn(app, CALLERS.owner.email);
  const sentences = async (conditions: string) =>
    [...said(await owner.get(`${LOG}?${conditions}`)).matchAll(/(Ana|Noor)[^.]*\./g)].map(([sentence]) => sentence);
  const [ana] = await sentences('person=ana%40riverside.example');
  t.match(ana, /^Ana .* allowed .* to connect\.$/);
  t.strictSame((await sentences('person=ANA%40riverside.example')).length, 1, 'as addresses are looked up');
  t.strictSame((await sentences('event=consent_given')).length, 2);
  t.strictSame((await sentences('client=c_demo_cli')).length, 2);
  t.strictSame((await sentences('client=c_demo_cli&event=tool_called&person=noor%40schools.example')).length, 1);
  t.strictSame((await sentences('from=2026-11-19')).length, 2, 'from this day on');
  t.strictSame((await sentences('to=2026-11-18')).length, 1, 'this day included');
  t.strictSame((await sentences('from=2026-11-19&to=2026-11-19')).length, 1);
  t.match(said(await owner.get(`${LOG}?person=nobody%40at.all`)), 'No entries found', 'who has no account');
  t.match(
    said(await owner.get(`${LOG}?event=no_such_event`)),
    'Ana Lima allowed Demo CLI to connect.',
    'an event that is none is no condition',
  );
  const wrong = await owner.get(`${LOG}?from=2026-02-30`);
  t.equal(wrong.status, 400);
  t.match(said(wrong), 'Enter a valid date.');
});

t.test('the events of the filter are in groups, and the edits of the school itself are one of them', async (t) => {
  const { app, clock } = await adminApp(t);
  await record(
    app,
    { target: `school/${RIVERSIDE.id}`, personId: CALLERS.admin.id },
    { target: `appearance/${RIVERSIDE.id}`, personId: CALLERS.owner.id, at: clock.now - 2 * DAY },
    { target: 'course/crs_1' },
    { event: 'school_exported', target: `school/${RIVERSIDE.id}` },
    { siteId: HARBOUR.id, target: `school/${HARBOUR.id}` },
  );
  const owner = await signedIn(app, CALLERS.owner.email);
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { audit, events: words } = textFor(language);
    const { filter } = audit;
    const page = await owner.get(LOG);
    const [select = ''] = /<select id="event".*?<\/select>/s.exec(page.body) ?? [];
    const groups = [...select.matchAll(/<optgroup label="([^"]*)">/g)].map(([, label]) => label);
    t.strictSame(groups, Object.values(filter.groups), language);
    const events = [...select.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value);
    t.equal(new Set(events).size, events.length, 'each is there once');
    t.equal(events[0], 'member_invited', 'people come first');
    t.match(select, `<option value="member_invited">${filter.invited}</option>`);
    t.match(select, `<option value="app_sign_ins">${textFor(language).schoolHome.figures.signIns}</option>`);
    t.match(select, `<option value="school_edited">${filter.schoolEdited}</option>`);
    t.match(select, `<option value="webhook_sent">${words.webhook_sent.kind}</option>`);
    t.match(said(page), filter.personHint);
  }
  owner.headers['accept-language'] = 'en';
  const edited = await owner.get(`${LOG}?event=school_edited`);
  t.match(edited.body, '<option value="school_edited" selected>');
  t.match(said(edited), 'Ada Minster edited the school settings.');
  t.match(said(edited), 'edited the appearance.');
  t.equal((await entriesOf(owner, edited)).length, 2, 'nothing else');
  const today = await owner.get(`${LOG}?event=school_edited&from=2026-11-20`);
  t.notMatch(said(today), 'edited the appearance.', 'with other conditions as well');
  t.equal((await copyOf(owner, 'jsonl', '?event=school_edited')).body.trim().split('\n').length, 2);
});

t.test('invitations, and sign-ins to apps with a question or without, are chosen alone [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const { id: personId } = CALLERS.owner;
  const of = { siteId: RIVERSIDE.id, personId, at: app.clock() };
  const events = [
    ['resource_created', 'course/crs_new'],
    ['resource_created', `member/${CALLERS.member.id}`],
    ['consent_given', undefined],
    ['code_issued_silently', undefined],
    ['consent_denied', undefined],
  ] as const;
  for (const [event, target] of events)
    await app.audit.record({ ...of, event, ...(target === undefined ? {} : { target }) });
  const found = async (choice: string) => {
    const copy = await copyOf(owner, 'jsonl', `?event=${choice}&from=${new Date(of.at).toISOString().slice(0, 10)}`);
    const rows = copy.body
      .trim()
      .split('\n')
      .map((line): { event: string; target: string } => JSON.parse(line));
    return rows.map(({ event, target }) => [event, target ?? undefined]).sort();
  };
  t.strictSame(await found('resource_created'), [['resource_created', 'course/crs_new']], 'an item is no member');
  t.strictSame(await found('member_invited'), [['resource_created', `member/${CALLERS.member.id}`]]);
  t.strictSame(await found('app_sign_ins'), [
    ['code_issued_silently', undefined],
    ['consent_given', undefined],
  ]);
  const { emptyPerson, emptyText } = textFor('en').audit;
  t.match(said(await owner.get(`${LOG}?person=ruth`)), `${emptyText} ${emptyPerson}`);
  t.notMatch(said(await owner.get(`${LOG}?event=webhook_sent`)), emptyPerson);
});

t.test(
  'an address finds the people of the school only, and former members by that which the school knew [ASVS 2.2.2, W38]',
  async (t) => {
    const database = databaseFile(t);
    const { app } = await adminApp(t, { databaseUrl: database.url });
    const { member, foreignOwner } = CALLERS;
    await record(
      app,
      { event: 'consent_denied', personId: foreignOwner.id, target: 'by-hugo' },
      { event: 'consent_denied', personId: member.id, target: 'by-ana' },
    );
    const owner = await signedIn(app, CALLERS.owner.email);
    const log = (email: string) =>
      owner.get(`${LOG}?${new URLSearchParams({ person: email, event: 'consent_denied' })}`);
    const withoutAddress = async (email: string) => said(await log(email)).replace(email, '');
    t.match(said(await log(foreignOwner.email)), 'No entries found', 'an account of another school');
    t.notMatch((await copyOf(owner, 'csv', `?person=${foreignOwner.email}`)).body, 'by-hugo');
    t.equal(await withoutAddress(foreignOwner.email), await withoutAddress('nobody@at.all'), 'as one that is none');
    t.match(await textsOf(owner, await log(member.email)), 'by-ana');
    const question = await owner.get(`/admin/riverside/members/${member.id}/remove`);
    await owner.submit(question, '/remove', { password: PASSWORD });
    t.equal((await owner.get(`/admin/riverside/members/${member.id}`)).status, 404, 'is a member no more');
    const later = 'later@home.example';
    await database.edit('update people set email = ?, email_key = ? where id = ?', later, later, member.id);
    t.match(said(await log(later)), 'No entries found', 'not by an address that the person took later');
    t.match(await textsOf(owner, await log(member.email.toUpperCase())), 'by-ana', 'but by that at that moment');
    t.match((await copyOf(owner, 'csv', `?person=${member.email}`)).body, 'by-ana');
    const [entry] = await entriesOf(owner, await log(member.id));
    t.match(entry && said(entry), 'by-ana', 'and what was done stays');
    t.match(entry && said(entry), 'By Ana Lima');
    t.ok(entry && linksOf(entry).includes(`${LOG}?person=${member.id}`), 'where the trail leads by itself');
    t.match((await log(member.id)).body, `value="${member.email}"`, 'with the address in its field');
    t.match(
      said(await (await signedIn(app, foreignOwner.email)).get(`/admin/harbour/audit?person=${member.email}`)),
      'No entries found',
      'another school knows nothing',
    );

    await database.edit(
      'update people set email = ?, email_key = ? where id = ?',
      member.email,
      member.email,
      CALLERS.staff.id,
    );
    t.match(said(await log(member.email)), 'No entries found', 'a member who has the address now goes first');
    t.match(await textsOf(owner, await log(member.id)), 'by-ana', 'and the trail still leads to the former one');
  },
);

t.test('the audit log of a person has the address of a member in its field, and finds the same by it', async (t) => {
  const { app } = await adminApp(t);
  const { member, foreignOwner } = CALLERS;
  await record(app, ...Array.from({ length: 21 }, () => ({ personId: member.id, target: 'course/by-ana' })), {
    personId: foreignOwner.id,
    target: 'course/by-hugo',
  });
  const owner = await signedIn(app, CALLERS.owner.email);
  const fieldOf = ({ body }: Page) => /<input[^>]* name="person"[^>]* value="([^"]*)"/.exec(body)?.[1];
  const [href = ''] = linksOf(await owner.get(`/admin/riverside/members/${member.id}`)).filter((one) =>
    one.startsWith(`${LOG}?`),
  );
  t.equal(href, `${LOG}?person=${member.id}`);
  const page = await owner.get(href);
  t.equal(fieldOf(page), member.email);
  t.equal((await entriesOf(owner, page)).length, 20);
  const next = linksOf(page).find((one) => one.includes('before=')) ?? '';
  t.equal((await entriesOf(owner, await owner.get(next))).length, 1, 'and so has the next page');
  const copy = await owner.submit(page, '/audit/export', { format: 'jsonl' });
  t.equal(copy.body.trim().split('\n').length, 21, 'and a copy');
  const foreign = await owner.get(`${LOG}?person=${foreignOwner.id}`);
  t.equal(fieldOf(foreign), foreignOwner.id, 'the address of another is not shown');
  t.notMatch(foreign.body, foreignOwner.email);
  const unstorable = await owner.get(`${LOG}?person=usr_%00`);
  t.equal(unstorable.status, 200);
  t.match(said(unstorable), 'No entries found');
});

t.test('the days of the filter are those of the school’s time zone [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const timezone = (await app.school.platform.siteById(RIVERSIDE.id))?.timezone;
  t.not(timezone, 'UTC', 'or this shows nothing');
  const midnight = Date.UTC(2026, 10, 20);
  await record(
    app,
    { target: 'course/before', at: midnight - 1 },
    { target: 'course/after', at: midnight + 23 * 3_600_000 },
  );
  const end = endOfDay('2026-11-19', String(timezone));
  await record(app, { target: 'course/last', at: end - 1 }, { target: 'course/first', at: end });
  t.match(said(await owner.get(`${LOG}?to=2026-11-19`)), 'course last');
  t.notMatch(said(await owner.get(`${LOG}?to=2026-11-19`)), 'course first');
  t.match(said(await owner.get(`${LOG}?from=2026-11-20`)), 'course first');
  t.notMatch(said(await owner.get(`${LOG}?from=2026-11-20`)), 'course last');
});

t.test('nothing of another school is shown, by page, filter, cursor or export [W38]', async (t) => {
  const { app } = await adminApp(t);
  await record(
    app,
    { siteId: HARBOUR.id, target: 'course/of-harbour', personId: CALLERS.staff.id, clientId: 'c_demo_cli' },
    { target: 'course/of-riverside', personId: CALLERS.staff.id, clientId: 'c_demo_cli' },
  );
  await app.audit.record({ event: 'sign_in', at: app.clock(), personId: CALLERS.staff.id, target: 'of-no-school' });
  const owner = await signedIn(app, CALLERS.owner.email);
  const conditions = [
    '',
    '?person=noor%40schools.example',
    '?client=c_demo_cli',
    '?event=resource_changed',
    '?before=999999',
  ];
  for (const condition of conditions) {
    for (const body of [said(await owner.get(LOG + condition)), (await copyOf(owner, 'jsonl', condition)).body]) {
      t.match(body, 'of-riverside');
      t.notMatch(body, /of-harbour|of-no-school/);
    }
  }
  const foreign = await signedIn(app, CALLERS.foreignOwner.email);
  const [entry] = linksOf(await owner.get(`${LOG}?client=c_demo_cli`)).filter((href) => ENTRY.test(href));
  if (entry === undefined) throw new Error('the log has no entry');
  t.match(said(await owner.get(entry)), 'course of-riverside');
  for (const path of [LOG, entry]) t.equal((await foreign.get(path)).status, 403, path);
  const [theirs] = await app.audit.log.page(HARBOUR.id, {}, 1);
  for (const id of [theirs?.id, Number(entry.split('/').at(-1)) + 1000, 0, 'x', '1e3', '-1']) {
    t.equal((await owner.get(`${LOG}/${id}`)).status, 404, `${id}`);
  }
  t.equal((await foreign.post(`${LOG}/export`, [['format', 'csv']])).status, 403);
});

t.test('administrators read the audit log; staff neither reads nor exports it [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  t.equal((await staff.get(LOG)).status, 403);
  t.equal((await staff.get(`${LOG}/1`)).status, 403);
  const csrf = /name="csrf" value="([^"]*)"/.exec((await staff.get('/admin/riverside')).body)?.[1] ?? '';
  t.equal(
    (
      await staff.post(`${LOG}/export`, [
        ['csrf', csrf],
        ['format', 'csv'],
      ])
    ).status,
    403,
  );
  const admin = await signedIn(app, CALLERS.admin.email);
  t.equal((await admin.get(LOG)).status, 200);
  const page = await admin.get(LOG);
  const own = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const foreign = await admin.post(
    `${LOG}/export`,
    [
      ['csrf', own],
      ['format', 'csv'],
    ],
    { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  );
  t.equal(foreign.status, 403, 'another site takes no copy');
  t.strictSame(await app.audit.log.page(RIVERSIDE.id, { event: 'audit_exported' }, 1), []);
});

const HOSTILE = {
  formula: '=cmd|"/c calc"!A1',
  plus: '+1+1',
  minus: '-2+3',
  at: '@SUM(A1)',
  tab: '\t=1',
  quotes: 'a "b", c',
  lines: 'one\r\ntwo\nthree',
  markup: '<script>alert(1)</script>',
};

t.test('exports contain every row and column, and the audit log records who made them [E-49]', async (t) => {
  const { app } = await adminApp(t);
  await record(
    app,
    ...Object.values(HOSTILE).map((userAgent) => ({ userAgent, personId: CALLERS.staff.id, ip: '2001:db8::1' })),
  );
  await record(app, ...Array.from({ length: 1203 }, () => ({ target: 'page/many' })));
  const owner = await signedIn(app, CALLERS.owner.email);
  const csv = await copyOf(owner, 'csv');
  t.match(csv.headers['content-type'], 'text/csv; charset=utf-8');
  t.equal(csv.headers['content-disposition'], 'attachment; filename="audit-riverside-2026-11-21.csv"');
  t.equal(csv.headers['x-content-type-options'], 'nosniff');
  t.equal(csv.body.at(0), '\uFEFF', 'by which spreadsheets know the encoding');
  const [head = [], ...rows] = parseCsv(csv.body.slice(1));
  t.ok(
    rows.every((row) => row.length === head.length),
    'as many cells in every row',
  );
  const column = (name: string, row: string[]) => row[head.indexOf(name)];
  const ids = rows.map((row) => Number(column('id', row)));
  t.strictSame(
    ids,
    ids.toSorted((a, b) => b - a),
  );
  t.equal(new Set(ids).size, ids.length);
  t.equal(rows.filter((row) => column('target', row) === 'page/many').length, 1203);
  const agents = rows.map((row) => column('user_agent', row) ?? '');
  for (const [name, text] of Object.entries(HOSTILE)) {
    t.ok(agents.map((agent) => agent.replaceAll("'", '')).includes(text), name);
  }
  t.notOk(
    rows.flat().some((cell) => /^[=+\-@\t\r]/.test(cell)),
    'no cell begins as a formula does',
  );

  const lines = await copyOf(owner, 'jsonl', '?person=noor%40schools.example');
  t.match(lines.headers['content-type'], 'application/jsonl');
  const entries = lines.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  t.strictSame(Object.keys(entries[0] ?? {}), head, 'both formats have the same columns');
  t.ok(entries.every((entry) => entry.person_email === 'noor@schools.example'));
  t.strictSame(new Set(entries.map((entry) => entry.user_agent).filter((agent) => agent !== '')).size >= 8, true);
  t.ok(
    entries.some((entry) => entry.user_agent === HOSTILE.formula),
    'JSON needs no guard',
  );

  t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'audit_exported' }, 3), [
    { personId: CALLERS.owner.id, target: /^jsonl \{"personId":"usr_demo_noor"\}$/, ip: '127.0.0.1' },
    { personId: CALLERS.owner.id, target: 'csv {}' },
  ]);
});

t.test('exports say in words what happened, and to what, in the language of the person who exports', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['courses:write', 'members:write']);
  await call(app, token, 'POST', '/courses', { title: '弦楽器とBüro', slug: 'strings' });
  await call(app, token, 'POST', '/members', { email: '+1+1@harbour.example', role: 'member' });
  const owner = await signedIn(app, CALLERS.owner.email);
  const created = await owner.submit(await owner.get('/admin/riverside/applications/new'), '/applications/new', {
    name: '=1+1',
    description: '',
    kind: 'public',
    redirect_uris: 'http://127.0.0.1/callback',
    post_logout_redirect_uris: '',
    scope: ['openid'],
  });
  const clientId = /<input id="client_id"[^>]*value="([^"]*)"/.exec(created.body)?.[1] ?? '';
  await record(
    app,
    { event: 'token_revoked', personId: CALLERS.member.id, clientId },
    { target: `appearance/${RIVERSIDE.id}`, personId: CALLERS.owner.id },
    { event: 'tool_called', target: 'list_courses', personId: CALLERS.owner.id },
  );
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { audit, admin } = textFor(language);
    const { body } = await copyOf(owner, 'jsonl');
    t.not(body.at(0), '\uFEFF', 'JSON has no such mark');
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line): Record<string, string | null> => JSON.parse(line));
    const [head = [], ...rows] = parseCsv((await copyOf(owner, 'csv')).body.slice(1));
    const cellsOf = (event: string, name: string) =>
      rows.filter((row) => row[head.indexOf('event')] === event).map((row) => row[head.indexOf(name)]);
    const course = audit.named({ name: '弦楽器とBüro', thing: audit.things.course });
    t.ok(cellsOf('resource_created', 'target_name').includes(course), language);
    t.ok(
      lines.some((line) => line.target_name === course),
      language,
    );
    t.ok(cellsOf('resource_created', 'target_name').includes("'+1+1@harbour.example"), 'no formula');
    t.ok(lines.some((line) => line.target_name === '+1+1@harbour.example'));
    t.ok(cellsOf('resource_changed', 'target_name').includes(admin.area.pages.look));
    t.strictSame(cellsOf('tool_called', 'target_name'), [''], 'a tool has no other name');
    const page = said(await owner.get(LOG));
    for (const { sentence } of lines.filter(({ event }) => event !== 'audit_exported').slice(0, 5))
      t.match(page, String(sentence), 'as the list says it');
    const [revoked = ''] = cellsOf('token_revoked', 'sentence');
    t.notMatch(revoked, /^=/, language);
    t.match(revoked, /=1\+1/);
  }
});

t.test('answering an invitation leaves neither IP address nor user agent in the log [E-49]', async (t) => {
  const database = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: database.url });
  const { id, email } = CALLERS.foreignOwner;
  for (const [answer, name] of [
    ['decline', 'invitation_declined'],
    ['accept', 'invitation_accepted'],
  ] as const) {
    await app.school.platform.add({ createdAt: 0, sites: [], people: [], memberships: [] });
    const operation = app.school.operations.invite_member;
    if (operation === undefined) throw new Error('no operation');
    const operator = { siteId: RIVERSIDE.id, personId: CALLERS.owner.id, role: 'owner' as const };
    await app.school.runOperation(
      operation,
      { ...operator, now: app.clock(), requestId: 'x' },
      { email: 'HUGO@Harbour.example', role: 'member' },
    );
    const hugo = await signedIn(app, email);
    await hugo.submit(await hugo.get('/account'), `/${answer}`);
    const kept = 'select coalesce(ip, user_agent) from audit_events where person_id = ? and event = ?';
    t.equal(await database.read(kept, id, name), null, 'nothing is kept');
    if (answer === 'accept') continue;
    const log = said(await (await signedIn(app, CALLERS.owner.email)).get(`${LOG}?event=${name}`));
    t.match(log, 'HUGO@Harbour.example declined the invitation', 'as the school wrote the address');
    t.notMatch(log, email, 'not as the account has it');
    await database.edit(
      'update memberships set invited_email = null where person_id = ? and site_id = ?',
      id,
      RIVERSIDE.id,
    );
    const earlier = said(await (await signedIn(app, CALLERS.owner.email)).get(LOG));
    t.match(earlier, '(invited person) declined the invitation', 'as of an earlier version');
    t.match(earlier, 'invited (invited person) as Member');
    t.notMatch(earlier, /former member/);
  }
});

t.test('user agents and targets in the audit log are shown as text [W17]', async (t) => {
  const { app } = await adminApp(t);
  await record(app, {
    userAgent: '<script>alert(1)</script>\u001b[31m\u202Eevil',
    target: '"><img src=x>',
    event: 'tool_called',
  });
  await record(app, { event: 'from_a_later_version' as AuditEventName });
  const owner = await signedIn(app, CALLERS.owner.email);
  const log = await owner.get(LOG);
  const body = [log, ...(await entriesOf(owner, log))].map((page) => page.body).join();
  t.match(body, '&lt;script&gt;alert(1)&lt;/script&gt;');
  t.notMatch(body, /<script>alert|<img src=x/);
  for (const character of ['\u001b', '\u202E']) t.notOk(body.includes(character), 'nothing that turns text around');
  t.match(body, 'from_a_later_version', 'an event that is not known is shown all the same');
});

t.test('the log is read through its indexes, or in sections if no index fits the filter [E-49]', async (t) => {
  const database = databaseFile(t, 'sqlite');
  const { app } = await adminApp(t, { databaseUrl: database.url });
  const connection = new Database(database.url.slice('file:'.length), { readonly: true });
  t.teardown(() => connection.close());
  const planOf = (sql: string): string =>
    connection
      .prepare<null[], { detail: string }>(`explain query plan ${sql}`)
      .all(...Array.from(sql.matchAll(/\?/g), () => null))
      .map(({ detail }) => detail)
      .join('\n');
  /** The plans of the statements whose rows are shown, each as far as it chooses them. */
  const alongOf = async (filter: AuditFilter): Promise<string[]> => {
    const [, statements] = await withStatements(() => app.audit.log.page(RIVERSIDE.id, filter, 20));
    return [...new Set(statements.filter((one) => one.includes('left join')).map(planOf))].sort();
  };
  const startsAlong = async (filter: AuditFilter, ...indexes: string[]): Promise<void> => {
    const plans = await alongOf(filter);
    t.strictSame(
      plans.map((plan) => /^CO-ROUTINE stretch\nSEARCH audit_events USING (?:COVERING )?INDEX (.*)/.exec(plan)?.[1]),
      indexes.sort(),
      JSON.stringify(filter),
    );
    for (const plan of plans) t.notMatch(plan, /^(?:SCAN (?!stretch$|EXISTS)|USE TEMP B-TREE FOR ORDER|MULTI)/m);
  };
  const [bySite, byEvent] = [
    'audit_events_by_site (site_id=? AND id<?)',
    'audit_events_by_event (site_id=? AND event=? AND id<?)',
  ];
  const ofPerson = [
    'audit_events_by_person (person_id=? AND id<?)',
    'audit_events_about_member (site_id=? AND target=? AND id<?)',
    // What was done to places of the person, and what ended connections of the person.
    ...[
      'audit_events_by_site (site_id=? AND id=? AND rowid<?)',
      'audit_events_by_site (site_id=? AND id=? AND rowid<?)',
    ],
  ];
  const byClient = 'audit_events_by_client (site_id=? AND client_id=? AND id<?)';
  await startsAlong({}, bySite);
  await startsAlong({ from: 0, to: 1 }, bySite);
  await startsAlong({ event: 'sign_in' }, byEvent);
  await startsAlong({ event: 'resource_changed', ofSchool: true, from: 1 }, byEvent);
  await startsAlong({ ofTools: true }, byEvent);
  await startsAlong({ ofEnds: true }, byEvent);
  await startsAlong({ personId: 'usr_1' }, ...ofPerson);
  await startsAlong({ personId: 'usr_1', event: 'tool_failed', clientId: 'c_1', from: 0 }, ...ofPerson);
  await startsAlong({ clientId: 'c_1', event: 'tool_failed' }, byClient, byEvent);
  const plans = await alongOf({ personId: 'usr_1' });
  const [ended = '', held = ''] = plans.filter((one) => one.includes('audit_events_by_site'));
  t.match(held, /USING COVERING INDEX audit_events_of_holdings \(site_id=\? AND target=\?\)/);
  t.match(ended, /SEARCH grants USING INDEX grants_by_person \(person_id=\? AND site_id=\?\)/);
  t.match(ended, /SEARCH about USING (?:COVERING )?INDEX audit_events_of_ends \(site_id=\? AND at=\?\)/);
  await record(app, { event: 'tool_called', requestId: 'r_1' });
  const [entry] = await app.audit.log.page(RIVERSIDE.id, {}, 1);
  if (entry === undefined) throw new TypeError('no entry');
  const end = { ...entry, event: 'client_disabled' as const };
  const [, [people = '']] = await withStatements(() => app.audit.log.endedPeople(RIVERSIDE.id, [end]));
  t.match(planOf(people), /SEARCH grants USING INDEX grants_by_end \(revoked_at=\? AND site_id=\?\)/);
  const [, [failed = '']] = await withStatements(() => app.audit.log.failedCalls(RIVERSIDE.id, [entry]));
  t.match(
    planOf(failed),
    /^SEARCH audit_events USING INDEX audit_events_of_failed_calls \(site_id=\? AND request_id=\?\)/,
  );
  await record(app, { clientId: 'c_gone' });
  const [, all] = await withStatements(() => app.audit.log.page(RIVERSIDE.id, {}, 20));
  t.match(
    planOf(all.find((one) => one.includes(`= 'client_deleted'`)) ?? ''),
    /audit_events_by_event \(site_id=\? AND event=\? AND id>\?\)/,
  );
});
