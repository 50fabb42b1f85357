/** What the rows of a database must be like after any fault, on both engines. */
import Sqlite from 'better-sqlite3';
import { execute } from '../support/postgres.ts';
import type { Settings } from '../support/server-process.ts';
import { command } from './backup.ts';
import { HALF_WRITTEN } from './crash.ts';
import type { Expected } from './ledger.ts';
import { type Check, check } from './report.ts';

type Rows = readonly Record<string, unknown>[];

/** Reads rows of the database that a server may be working on. */
export async function rowsOf({ DATABASE_URL: url = '' }: Settings, sql: string): Promise<Rows> {
  if (!url.startsWith('file:')) return (await execute(url, sql)).rows;
  const connection = new Sqlite(url.slice('file:'.length), { readonly: true, timeout: 30_000 });
  try {
    return connection.prepare(sql).all() as Rows;
  } finally {
    connection.close();
  }
}

/** Whoever cannot know whether a password was changed tries several, and an account has only so many wrong tries. */
export async function forgetFailures({ DATABASE_URL: url = '' }: Settings): Promise<void> {
  const sql = 'delete from throttles';
  if (!url.startsWith('file:')) return void (await execute(url, sql));
  const connection = new Sqlite(url.slice('file:'.length), { timeout: 30_000 });
  connection.exec(sql);
  connection.close();
}

/** Rows that contradict others, each of which must be none. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  ...HALF_WRITTEN,
  'grants with two refresh tokens that can be used':
    "select count(*) from (select 1 from tokens where kind = 'refresh' and rotated_at is null and revoked_at is null group by grant_id having count(*) > 1) as doubled",
  'successors of two tokens':
    'select count(*) from (select 1 from tokens where successor_id is not null group by successor_id having count(*) > 1) as shared',
  // The session in which the password was changed is that old as well.
  'people with two live sessions of an older password':
    "select count(*) from (select 1 from sessions s where s.ended_at is null and s.authenticated_at < (select max(at) from audit_events e where e.event = 'password_changed' and e.person_id = s.person_id) group by s.person_id having count(*) > 1) as others",
  'courses with a wrong number of students':
    "select count(*) from courses c where student_count <> (select count(*) from enrollments e join memberships m on m.person_id = e.person_id and m.site_id = e.site_id where e.course_id = c.id and e.status <> 'revoked')",
  'courses with a wrong number of lectures':
    "select count(*) from courses c where lecture_count <> (select count(*) from lectures l where l.course_id = c.id and l.status = 'published')",
  'enrollments with another latest position than was watched last':
    'select count(*) from enrollments e where e.last_lecture_id is not null and not exists (select 1 from watch_positions w where w.enrollment_id = e.id and w.lecture_id = e.last_lecture_id and w.position_seconds = e.last_position_seconds)',
};

export async function inspectRows(settings: Settings): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [what, sql] of Object.entries(CONTRADICTIONS)) {
    const [row = {}] = await rowsOf(settings, sql);
    checks.push(check(what, Number(Object.values(row)[0]), 0));
  }
  return checks;
}

/** The audit log has an event for whatever was acknowledged, and nobody has changed it. */
export async function inspectAudit(settings: Settings, expected: readonly Expected[]): Promise<Check[]> {
  const rows = await rowsOf(settings, 'select event, target, person_id, at, request_id, after from audit_events');
  const events = new Map<string, string[]>();
  for (const { event, target, person_id: person, at, request_id: request, after } of rows) {
    for (const key of [`${event} ${target}`, `${event} of ${person}`]) {
      events.set(key, [...(events.get(key) ?? []), `${at} ${request} ${after}`]);
    }
  }
  const wrong = expected.flatMap(({ event, target, personId, least, most }) => {
    const key = target === undefined ? `${event} of ${personId}` : `${event} ${target}`;
    const found = events.get(key) ?? [];
    const isRight = found.length >= least && found.length <= most;
    return isRight ? [] : [`${key}: ${least} to ${most} expected, found ${found.join(', ') || 'none'}`];
  });
  const verified = await command(settings, 'audit', 'verify').then(
    () => 'whole',
    (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
  );
  return [
    check('audit events that are missing or doubled', wrong.slice(0, 5), []),
    check('audit log', verified, 'whole'),
  ];
}
