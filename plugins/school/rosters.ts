/**
 * Imports of lists of people. What was shown (`roster-plan.ts`) is carried out, once it is confirmed, row by row by the code of
 * invitations, roles and enrollments (`roster-deeds.ts`), and noted with each change, so that an import that was interrupted
 * goes on where it stopped.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type AuditEventName, fieldValues } from '../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../schema/credential.ts';
import type { Operator } from '../../schema/school/operation.ts';
import type { PlannedRow } from '../../schema/school/roster.ts';
import { emailKey } from '../../schema/text/email.ts';
import { provide } from '../provide.ts';
import { auditEventOf } from './operations/engine/audit-events.ts';
import { rosterDeeds } from './roster-deeds.ts';
import { inParts, knownAmong, type PlanRoster, planRows, ROWS_PER_PART, rowsOf } from './roster-plan.ts';
import type { StoredRoster } from './stores.ts';

/** What a command adds to an import: its target in the audit log, and what it does between rows, where it may throw. */
export interface RosterCommand {
  readonly target?: string;
  each?(done: number, all: number): void;
}

export interface Rosters {
  readonly plan: PlanRoster;
  /** All rows of an import, as they were shown. */
  rows(roster: StoredRoster): AsyncGenerator<PlannedRow, void>;
  /** Carries out what was shown, or goes on with it. @returns once all of it is done, or nobody may go on */
  carryOut(operator: Operator, roster: StoredRoster, endsMissing: boolean, command?: RosterCommand): Promise<void>;
  /** Takes back what an import has done, where nothing has happened since. */
  takeBack(operator: Operator, roster: StoredRoster): Promise<void>;
}

declare module './stores.ts' {
  interface School {
    readonly roster: Rosters;
  }
}

const AT_ONCE = 20;
/** How long an import can be taken back. */
const KEPT_MS = 30 * 24 * 3_600_000;
const LEASE_MS = 60_000;

export default fp(
  async (app) => {
    const closing = new AbortController();
    /** By the import, so that a repetition follows what runs. */
    const running = new Map<string, Promise<void>>();
    app.addHook('onClose', async () => {
      closing.abort();
      await Promise.allSettled(running.values());
    });
    const following = async (id: string, begin: () => Promise<void>): Promise<void> => {
      const work = running.get(id) ?? begin().finally(() => running.delete(id));
      running.set(id, work);
      return work;
    };
    const { carryOut, takeBack } = rosterRunner(app, closing.signal);
    provide(app.school, 'roster', {
      plan: planRows(app),
      rows: (roster) => rowsOf(app, roster),
      carryOut: (...given) => following(given[1].id, () => carryOut(...given)),
      takeBack: (...given) => following(given[1].id, () => takeBack(...given)),
    } satisfies Rosters);
  },
  { name: 'rosters', dependencies: ['stores', 'mailer', 'throttle', 'key-ring'] },
);

/** Does something with all rows, a few at a time, and ends after an error once those that have begun are done. */
async function severalAtOnce<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const waiting = rows.values();
  const worker = async (): Promise<void> => {
    for (const row of waiting) await work(row);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Returns what carries out all rows, and false if it had to stop in between. */
function rowImporter(app: FastifyInstance, mayGoOn: (operator: Operator, roster: StoredRoster) => Promise<boolean>) {
  const { clock, school } = app;
  const { rosters } = school;
  const deeds = rosterDeeds(app);

  return async function importRows(
    operator: Operator,
    roster: StoredRoster,
    each?: RosterCommand['each'],
  ): Promise<boolean> {
    const { error, new: added, changed, missing, same } = roster.counts;
    let [invited, passed] = [0, 0];
    for await (const rows of inParts(rowsOf(app, roster))) {
      each?.(passed, error + added + changed + missing + same);
      passed += rows.length;
      if (!(await mayGoOn(operator, roster))) return false;
      // A row has two deeds at most.
      const earlier = await rosters.deeds(roster.id, 2 * (rows[0]?.line ?? 0) - 1, 2 * rows.length);
      const done = new Set(earlier.map(({ position }) => position));
      const known = await knownAmong(app, operator.siteId, rows, roster.courseId);
      const numbered = rows.map((row) => ({ row, before: row.kind === 'new' ? invited++ : 0 }));
      await severalAtOnce(numbered, async ({ row, before }) => {
        await deeds.carryOut({ ...operator, now: clock() }, roster, row, known.get(emailKey(row.email)), {
          done,
          before,
        });
      });
    }
    return true;
  };
}

function rosterRunner(app: FastifyInstance, closing: AbortSignal) {
  const { clock, leases, school } = app;
  const { rosters } = school;
  const deeds = rosterDeeds(app);
  const node = makeIdentifier('node');

  const eventOf = (operator: Operator, event: AuditEventName, { counts, courseId }: StoredRoster) => {
    const { error: _, same: __, roles: ___, ...numbers } = counts;
    const after = fieldValues({ ...numbers, ...(courseId === null ? {} : { courseId }) });
    const { target: _target, ...rest } = auditEventOf(operator, event, '');
    return { ...rest, after };
  };

  /** One node at a time goes on, while it runs and the person still has the role. */
  const mayGoOn = async ({ siteId, personId, role }: Operator, { id }: StoredRoster): Promise<boolean> => {
    if (closing.aborted || !(await leases.take(`roster ${id}`, node, clock(), LEASE_MS))) return false;
    const me = await school.members.find(siteId, personId);
    return me?.role === role && me.status === 'active' && (await school.platform.siteById(siteId)) !== undefined;
  };

  const importRows = rowImporter(app, mayGoOn);

  return {
    async carryOut(
      operator: Operator,
      shown: StoredRoster,
      endsMissing: boolean,
      { each, target }: RosterCommand = {},
    ): Promise<void> {
      let roster = shown;
      if (shown.state === 'shown') {
        const now = clock();
        const begun = { state: 'running' as const, endsMissing, confirmedAt: now, expiresAt: now + KEPT_MS };
        if (
          !(await rosters.move(shown, begun, {
            ...eventOf(operator, 'roster_imported', shown),
            ...(target === undefined ? {} : { target }),
          }))
        )
          return;
        roster = { ...shown, ...begun };
      }
      if (roster.state !== 'running' || !(await importRows(operator, roster, each))) return;
      await rosters.move(roster, { state: 'done' });
      await leases.release(`roster ${roster.id}`, node);
    },

    async takeBack(operator: Operator, done: StoredRoster): Promise<void> {
      const roster = { ...done, state: 'undoing' as const };
      const begins = done.state === 'done';
      if (!(begins || done.state === 'undoing')) return;
      if (begins && !(await rosters.move(done, { state: 'undoing' }, eventOf(operator, 'roster_undone', done)))) return;
      let after = -1;
      for (;;) {
        if (!(await mayGoOn(operator, roster))) return;
        const some = await rosters.deeds(roster.id, after, ROWS_PER_PART);
        await severalAtOnce(some, (deed) => deeds.takeBack({ ...operator, now: clock() }, deed));
        after = some.at(-1)?.position ?? -1;
        if (some.length < ROWS_PER_PART) break;
      }
      await rosters.move(roster, { state: 'undone' });
      await leases.release(`roster ${roster.id}`, node);
    },
  };
}
