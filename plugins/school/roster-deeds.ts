/** What an import of people does for a row, and how that is taken back. Each change is noted in its own unit of work. */
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../schema/school/operation.ts';
import { ProblemError } from '../../schema/school/problem.ts';
import { enrollment } from '../../schema/school/resources/students.ts';
import { type KnownPerson, MISSING_FROM, type PlannedRow, type RosterOutcome } from '../../schema/school/roster.ts';
import { INVITATIONS_PER_SITE } from '../../schema/throttle.ts';
import { nextVersion } from './operations/engine/conflicts.ts';
import { resourceRows } from './operations/engine/resource-rows.ts';
import { type EnrollmentContext, enrollBatch } from './operations/learning/batch-enrollment.ts';
import type { Candidate } from './operations/learning/enrollment-candidates.ts';
import { memberRows } from './operations/people/member-rows.ts';
import { inviteMember } from './operations/people/members.ts';
import { changeRoleOrStatus, requireNotAbove } from './operations/people/role-and-status.ts';
import type { NewRosterDeed, RosterDeed, StoredRoster } from './stores.ts';

/** Less than the limit, which other invitations of the school share. */
const INVITED_PER_HOUR = INVITATIONS_PER_SITE.limit * 0.8;

interface Progress {
  /** The positions of what was done before. */
  done: ReadonlySet<number>;
  /** How many people were invited by the rows before. */
  before: number;
}

/** Returns false for what is refused because something has happened meanwhile. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await work()) !== false;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

const at = (operator: Operator, version: number | null | undefined): Operator => ({
  ...operator,
  onlyVersions: [version ?? -1],
});

export function rosterDeeds(app: FastifyInstance) {
  const context = { app, members: memberRows(app), enrollments: resourceRows(app, enrollment) };
  return { carryOut: carryOutRow(context), takeBack: takeBackRow(context) };
}

/** The invitations and enrollments of an import. */
function addRow(context: EnrollmentContext) {
  const { app } = context;
  const { rosters } = app.school;
  async function enroll(
    operator: Operator,
    roster: StoredRoster,
    candidate: Candidate,
    deed: NewRosterDeed,
    delayMs: number,
  ): Promise<unknown> {
    const { courseId } = roster;
    if (courseId === null) return false;
    const further: Parameters<typeof enrollBatch>[2]['further'] = ([row], [invited]) => {
      const version = invited === undefined ? null : operator.now;
      const what = {
        personId: row?.personId ?? null,
        enrollmentId: row?.id ?? null,
        enrollmentVersion: row?.updatedAt,
      };
      return [rosters.noteStep(roster, { ...deed, ...what, version })];
    };
    const terms = { courseId, source: 'import' as const, further, delayMs };
    return enrollBatch(context, operator, terms, [candidate], (_at, property) => property);
  }

  async function invite(
    operator: Operator,
    roster: StoredRoster,
    row: PlannedRow,
    deed: NewRosterDeed,
    before: number,
  ) {
    const { email, gives: role = 'member' } = row;
    const name = row.name === '' ? undefined : row.name;
    const delayMs = Math.floor(before / INVITED_PER_HOUR) * INVITATIONS_PER_SITE.windowMs;
    if (row.enrolls) return enroll(operator, roster, { email, name, role }, deed, delayMs);
    const further = (personId: string) => [rosters.noteStep(roster, { ...deed, personId, version: operator.now })];
    return inviteMember(app, operator, { email, name, role, further, delayMs });
  }

  return { enroll, invite };
}

function carryOutRow(context: EnrollmentContext) {
  const { app, enrollments, members } = context;
  const { rosters } = app.school;
  const { enroll, invite } = addRow(context);

  function changeRole(operator: Operator, roster: StoredRoster, { gives, person }: PlannedRow, deed: NewRosterDeed) {
    if (gives === undefined || person === undefined) return Promise.resolve(false);
    requireNotAbove(operator, gives);
    const { id: personId, role: roleBefore, version } = person;
    return changeRoleOrStatus(
      app,
      members,
      at(operator, version),
      personId,
      () => ({ role: gives }),
      ({ updatedAt }) => [rosters.noteStep(roster, { ...deed, personId, roleBefore, version: updatedAt })],
    );
  }

  const endAccess = (operator: Operator, roster: StoredRoster, { person }: PlannedRow, deed: NewRosterDeed) =>
    enrollments.change(at(operator, person?.enrollment?.version), person?.enrollment?.id ?? '', (row) => {
      const what = { personId: row.personId, enrollmentId: row.id, enrollmentVersion: nextVersion(operator, row) };
      return { columns: { status: 'revoked' }, further: [rosters.noteStep(roster, { ...deed, ...what })] };
    });

  /** @param known what is known of the person by now */
  return async function carryOut(
    operator: Operator,
    roster: StoredRoster,
    row: PlannedRow,
    known: KnownPerson | undefined,
    { done, before }: Progress,
  ): Promise<void> {
    const attempt = async (position: number, work: (deed: NewRosterDeed) => Promise<unknown>): Promise<void> => {
      if (done.has(position)) return;
      const deed = { position, outcome: 'done' as const };
      if (await unlessRefused(() => work(deed))) return;
      // Nothing, if it was done after all.
      await rosters.apply(rosters.noteStep(roster, { position, outcome: 'skipped', personId: row.person?.id ?? null }));
    };
    const first = 2 * row.line;
    if (row.kind === 'new') {
      return attempt(first, async (deed) => known === undefined && invite(operator, roster, row, deed, before));
    }
    if (row.kind === 'missing' && roster.endsMissing) {
      return attempt(first, (deed) => endAccess(operator, roster, row, deed));
    }
    if (row.kind !== 'changed') return;
    if (row.gives !== undefined) await attempt(first, async (deed) => changeRole(operator, roster, row, deed));
    if (row.enrolls !== true) return;
    const isSame =
      known?.id === row.person?.id &&
      known?.status === row.person?.status &&
      known?.enrollment?.version === row.person?.enrollment?.version;
    await attempt(first + 1, async (deed) => isSame && enroll(operator, roster, { memberId: known?.id }, deed, 0));
  };
}

function takeBackRow({ app, enrollments, members }: EnrollmentContext) {
  const { rosters, enrollments: enrollmentStore, members: memberStore } = app.school;

  /** Ends or opens again the access to a course, if nothing has happened to it since. */
  const setAccess = (operator: Operator, deed: RosterDeed, status: 'active' | 'revoked', outcome?: RosterOutcome) =>
    enrollments.change(at(operator, deed.enrollmentVersion), deed.enrollmentId ?? '', (row) => {
      const isUsed = status === 'revoked' && row.lastWatchedAt !== null && row.lastWatchedAt > row.startsAt;
      if (isUsed) throw new ProblemError('conflict', 'the course was begun');
      return { columns: { status }, further: outcome === undefined ? [] : [rosters.deciding(deed, { outcome })] };
    });

  async function takeBackInvitation(operator: Operator, deed: RosterDeed, personId: string): Promise<boolean> {
    const member = await memberStore.find(operator.siteId, personId);
    if (member?.status !== 'invited' || member.updatedAt !== deed.version) return false;
    // The access may have been ended before the server stopped.
    if (deed.enrollmentId !== null) await unlessRefused(() => setAccess(operator, deed, 'revoked'));
    await changeRoleOrStatus(
      app,
      members,
      at(operator, deed.version),
      personId,
      () => ({ status: 'removed' }),
      ({ updatedAt }) => [rosters.deciding(deed, { outcome: 'undone', version: updatedAt })],
    );
    return true;
  }

  async function reverse(operator: Operator, deed: RosterDeed, personId: string): Promise<unknown> {
    const { roleBefore, version } = deed;
    if (version !== null && roleBefore === null) return takeBackInvitation(operator, deed, personId);
    if (version !== null && roleBefore !== null) {
      requireNotAbove(operator, roleBefore);
      const further = (): ReturnType<typeof rosters.deciding>[] => [rosters.deciding(deed, { outcome: 'undone' })];
      return changeRoleOrStatus(app, members, at(operator, version), personId, () => ({ role: roleBefore }), further);
    }
    const [present] = await enrollmentStore.membersAmong(operator.siteId, [personId]);
    const wasEnded = deed.position >= 2 * MISSING_FROM;
    return present !== undefined && setAccess(operator, deed, wasEnded ? 'active' : 'revoked', 'undone');
  }

  return async function takeBack(operator: Operator, deed: RosterDeed): Promise<void> {
    const { outcome, personId } = deed;
    if (outcome !== 'done') return;
    const isReversed = personId !== null && (await unlessRefused(() => reverse(operator, deed, personId)));
    if (!isReversed) await rosters.apply(rosters.deciding(deed, { outcome: 'kept' }));
  };
}
