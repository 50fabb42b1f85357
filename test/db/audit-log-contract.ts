/** What the audit trail, and reading it, promise on either engine. */
import type { Test } from 'tap';
import { type AuditLogStore, auditLogStore } from '../../db/audit/audit-log.ts';
import type { AuditFilter } from '../../schema/audit/audit-event.ts';
import { event, insertRows, NOW, person, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode } from './stores.ts';

const OTHER = 'site_2';

const DAY = 86_400_000;

/** An event of every sort by turns, a day after the one before, at two sites, with wide gaps between the ids of many. */
const rowOf = (n: number) => ({
  id: n < 50 ? n + 1 : n * 1000,
  at: NOW + n * DAY,
  event: n % 3 === 0 ? ('consent_given' as const) : ('tool_called' as const),
  siteId: n % 4 === 0 ? OTHER : SITE.id,
  personId: n % 5 === 0 ? null : `usr_${n % 2}`,
  clientId: n % 7 === 0 ? 'c_1' : null,
  target: n % 11 === 0 ? `member/usr_${n % 3}` : n % 4 === 1 ? 'course/crs_1' : null,
});

type Row = ReturnType<typeof rowOf>;

const FILTERS: readonly AuditFilter[] = [
  {},
  { event: 'consent_given' },
  { personId: 'usr_1' },
  { clientId: 'c_1' },
  { event: 'tool_called', personId: 'usr_0' },
  { from: NOW + 20 * DAY, to: NOW + 90 * DAY },
  { to: NOW + 3 * DAY },
  { from: NOW + 119 * DAY },
  { from: NOW + 500 * DAY },
  { clientId: 'c_1', from: NOW + 60 * DAY },
  { event: 'tool_called', clientId: 'c_1' },
  { event: 'tool_called', clientId: 'c_none' },
  { event: 'tool_called', to: NOW + 30 * DAY },
  { personId: 'usr_1', clientId: 'c_1' },
  { personId: 'usr_0', from: NOW + 10 * DAY, to: NOW + 11 * DAY },
  { event: 'consent_given', personId: 'usr_1', clientId: 'c_1', from: NOW, to: NOW + 100 * DAY },
  { personId: 'usr_nobody' },
  { clientId: 'c_none' },
];

const fits =
  ({ from = 0, to = Number.MAX_SAFE_INTEGER, personId, ...exact }: AuditFilter) =>
  (row: Row): boolean =>
    row.siteId === SITE.id &&
    row.at >= from &&
    row.at < to &&
    (personId === undefined || row.personId === personId || row.target === `member/${personId}`) &&
    Object.entries(exact).every(([name, value]) => row[name as keyof Row] === value);

async function readsBy(t: Test, auditLog: AuditLogStore, rows: readonly Row[], store: string): Promise<void> {
  for (const filter of FILTERS) {
    const expected = rows
      .filter(fits(filter))
      .map(({ id }) => id)
      .reverse();
    const name = `${store}: ${JSON.stringify(filter)}`;
    const all = (await Array.fromAsync(auditLog.pages(SITE.id, filter, 7))).map((page) => page.map(({ id }) => id));
    t.strictSame(all.flat(), expected, name);
    t.ok(
      all.every((page) => page.length > 0 && page.length <= 7),
      `${name}: pages`,
    );
    const [, second] = expected;
    if (second === undefined) continue;
    const page = await auditLog.page(SITE.id, filter, 3, second);
    t.strictSame(
      page.map(({ id }) => id),
      expected.slice(2, 5),
      `${name}: older than one of them`,
    );
  }
}

export function auditLogContract(t: Test, node: NewNode): void {
  t.test('the audit log keeps every field of its events and their order', async (t) => {
    const { audit, db } = await node(t, false);
    const full = event({
      siteId: 's',
      personId: 'p',
      clientId: 'c',
      target: 't',
      ip: '2001:db8::1',
      userAgent: 'u',
      requestId: 'r',
      before: 'sha of before',
      after: 'sha of after',
    });
    for (const i of times(30, (i) => i)) await audit.record({ ...full, at: NOW - i });
    const rows = await rowsOf(db, 'auditEvents');
    t.strictSame(
      rows.sort((a, b) => Number(a.id) - Number(b.id)).map(({ at }) => at),
      times(30, (i) => NOW - i),
    );
    const { id: _, ...first } = rows[0] ?? {};
    t.strictSame(first, { ...full, sequence: null, hash: null });
  });

  t.test('a site reads its own audit log by any filter, newest first and in pages [E-49]', async (t) => {
    const { auditLog, db } = await node(t);
    const rows = Array.from({ length: 120 }, (_, n) => rowOf(n));
    const empty = { before: null, after: null, ip: null, userAgent: null, requestId: null };
    await insertRows(
      db,
      'auditEvents',
      rows.map((row) => ({ ...row, ...empty })),
    );
    const stretches = [auditLog, auditLogStore(db, 1), auditLogStore(db, 5)];
    for (const [at, auditLog] of stretches.entries()) await readsBy(t, auditLog, rows, `stretch ${at}`);
    t.strictSame(await auditLog.page('site_none', {}, 5), []);
  });

  t.test('the audit log hides people outside the school, and where invitations were answered [E-49]', async (t) => {
    const { audit, auditLog, platform } = await node(t);
    await platform.add({
      createdAt: NOW,
      sites: [{ id: OTHER, slug: 'harbour', name: 'Harbour' }],
      people: [person('usr_2'), person('usr_3')],
      memberships: [
        { personId: 'usr_2', siteId: OTHER, role: 'member' },
        { personId: 'usr_3', siteId: SITE.id, role: 'member', status: 'suspended' },
      ],
    });
    const seenFrom = { ip: '::1', userAgent: 'x', siteId: SITE.id };
    for (const personId of ['usr_1', 'usr_2', 'usr_3']) await audit.record(event({ ...seenFrom, personId }));
    for (const name of ['invitation_declined', 'invitation_accepted'] as const) {
      await audit.record(event({ ...seenFrom, event: name, personId: 'usr_2' }));
    }
    const entries = await auditLog.page(SITE.id, {}, 5);
    t.strictSame(
      entries.map(({ personId, personEmail, personName, ip, userAgent }) => [
        personId,
        personEmail,
        personName !== null,
        ip,
        userAgent,
      ]),
      [
        ['usr_2', null, false, null, null],
        ['usr_2', null, false, null, null],
        ['usr_3', 'usr_3@Riverside.example', true, '::1', 'x'],
        ['usr_2', null, false, '::1', 'x'],
        ['usr_1', 'usr_1@Riverside.example', true, '::1', 'x'],
      ],
    );
  });

  t.test('an audit entry has every field, and names its person and client while they exist [E-49]', async (t) => {
    const { audit, auditLog } = await node(t);
    const full = event({
      event: 'resource_changed',
      siteId: SITE.id,
      personId: 'usr_1',
      clientId: 'c_1',
      target: 'course/crs_1',
      before: 'a',
      after: 'b',
      ip: '::1',
      userAgent: 'x',
      requestId: 'r',
    });
    const { siteId: _, ...kept } = full;
    await audit.record(full);
    await audit.record(event({ siteId: SITE.id, personId: 'usr_gone', clientId: 'c_gone' }));
    const [gone, there] = await auditLog.page(SITE.id, {}, 2);
    t.match(gone, { personName: null, personEmail: null, clientName: null, personId: 'usr_gone', clientId: 'c_gone' });
    t.match(there, { ...kept, personEmail: 'usr_1@Riverside.example', personName: /./, clientName: /./ });
  });
}
