/**
 * Enrolls a batch of people in one course, either all of them or nobody. People who are not members of the school yet
 * are invited in the same transaction.
 */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { postponed } from '../../../../schema/data/outgoing-message.ts';
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import type { OutputOf } from '../../../../schema/school/resource.ts';
import { enrollment } from '../../../../schema/school/resources/students.ts';
import { emailKey } from '../../../../schema/text/email.ts';
import type { RowIn, Step } from '../../stores.ts';
import { nextVersion, retryOnConflict } from '../engine/conflicts.ts';
import { requireReferences } from '../engine/references.ts';
import type { ResourceRows } from '../engine/resource-rows.ts';
import { invitedEvent, type MemberRows, newAccount } from '../people/member-rows.ts';
import { requireFree } from '../people/members.ts';
import { requireNotAbove } from '../people/role-and-status.ts';
import { type Candidate, type CandidateState, faultsOf, type PathOf, rejectFaults } from './enrollment-candidates.ts';

/** Fewer than for other operations, because each attempt reads up to a hundred people. */
const MAX_ATTEMPTS = 10;

type CourseRow = RowIn<'courses'>;
type EnrollmentRow = Awaited<ReturnType<FastifyInstance['school']['enrollments']['inCourse']>>[number];

/** When access ends: the last day, and the instant at which that day is over in the timezone. */
interface Expiry extends Pick<EnrollmentRow, 'expireDate' | 'expiresAt'> {
  readonly timezone: string;
}

export interface Terms {
  courseId: string;
  expireDate?: string | null | undefined;
  source?: 'grant' | 'import' | undefined;
  /** Returns further steps of the same unit of work. */
  further?(enrolled: readonly EnrollmentRow[], invited: readonly string[]): readonly Step[];
  /** When the e-mails are tried, in milliseconds from now. */
  delayMs?: number;
}

/** The rows of enrollments and of members, with the server that stores them. */
export interface EnrollmentContext {
  readonly app: FastifyInstance;
  readonly enrollments: ResourceRows<typeof enrollment>;
  readonly members: MemberRows;
}

/**
 * @param pathOf locates a property of a candidate in the input, for error messages
 * @returns the enrollments, in the order of the candidates
 * @throws {ProblemError}
 */
export async function enrollBatch(
  context: EnrollmentContext,
  operator: Operator,
  { courseId, expireDate, source = 'grant', further, delayMs = 0 }: Terms,
  candidates: readonly Candidate[],
  pathOf: PathOf,
): Promise<OutputOf<typeof enrollment>[]> {
  const { app } = context;
  const { siteId } = operator;
  return retryOnConflict(
    'course',
    async () => {
      const course = await requireOpenCourse(app, operator, courseId);
      const { timezone, ...expiry } = await expiryOf(app, operator, course, expireDate);
      const state = await stateOf(app, operator, courseId, candidates);
      rejectFaults(faultsOf(candidates, state, pathOf));
      const batch = await prepareBatch(context, operator, candidates, state, { courseId, source, ...expiry });
      const { enrolled, invited, events } = batch;
      const personIds = enrolled.map(({ row }) => row.personId);
      const { expireDate: lastDay } = expiry;
      const emails = app.people.mailer.outgoing(
        ...invited.map(
          (personId) => ({ order: 'invitation', siteId, personId, isImported: source === 'import' }) as const,
        ),
        { order: 'course_enrolled', siteId, courseId, personIds, expireDate: lastDay },
      );
      const steps = further?.(
        enrolled.map(({ row }) => row),
        invited,
      );
      const messages = emails.map((message) => app.outboxStore.add(postponed(message, delayMs)));
      const invitations = [...batch.invitations, ...(steps ?? []), ...messages];
      if (!(await app.school.enrollments.enroll(siteId, courseId, enrolled, { timezone, invitations, events }))) {
        return undefined;
      }
      return showEnrolled(context, operator, courseId, personIds);
    },
    MAX_ATTEMPTS,
  );
}

/** @throws {ProblemError} `invalid-input` if the course does not exist, `conflict` if it is archived */
async function requireOpenCourse(app: FastifyInstance, { siteId }: Operator, courseId: string): Promise<CourseRow> {
  await requireReferences(app, siteId, [{ path: 'courseId', to: 'courses', id: courseId }]);
  const course = await app.school.records('courses').find(siteId, courseId);
  if (course === undefined || course.status === 'archived') {
    throw new ProblemError('conflict', 'the course is archived; publish or unpublish it first');
  }
  return course;
}

/** @throws {ProblemError} `invalid-input` if the last day has passed */
async function expiryOf(
  app: FastifyInstance,
  { siteId, now }: Operator,
  { accessDays }: CourseRow,
  requested: string | null | undefined,
): Promise<Expiry> {
  const timezone = await app.school.enrollments.timezoneOf(siteId);
  const today = dateAt(now, timezone);
  if (requested != null && requested < today) {
    const message = `must not be before today (${today})`;
    throw invalidInput([{ path: 'expireDate', code: 'out_of_range', message }]);
  }
  const byDefault = accessDays === null ? null : addDays(today, accessDays);
  const expireDate = requested === undefined ? byDefault : requested;
  return { timezone, expireDate, expiresAt: expireDate === null ? null : endOfDay(expireDate, timezone) };
}

/** Finds out who the candidates are, which of them are members, and who is or was enrolled in the course. */
async function stateOf(
  { school: { enrollments } }: FastifyInstance,
  { siteId }: Operator,
  courseId: string,
  candidates: readonly Candidate[],
): Promise<CandidateState<EnrollmentRow>> {
  const keys = candidates.flatMap(({ email }) => (email === undefined ? [] : [emailKey(email)]));
  const accounts = await enrollments.accountsOf(keys);
  const ids = candidates.map(({ memberId, email }) => memberId ?? accounts.get(emailKey(email ?? '')));
  const known = ids.filter((id) => id !== undefined);
  const members = await enrollments.membersAmong(siteId, known);
  const earlier = new Map((await enrollments.inCourse(siteId, courseId, known)).map((row) => [row.personId, row]));
  return { ids, members, earlier };
}

interface Batch {
  /** New enrollments, and revoked ones that start again, each with the version of the revoked one. */
  readonly enrolled: { row: EnrollmentRow; seen: number | undefined }[];
  /** The ids of the people who are invited. */
  readonly invited: string[];
  readonly invitations: Step[];
  readonly events: AuditEvent[];
}

/** Prepares the enrollments, and the invitations of candidates who are not members, with their audit events. */
async function prepareBatch(
  { app, enrollments }: EnrollmentContext,
  operator: Operator,
  candidates: readonly Candidate[],
  state: CandidateState<EnrollmentRow>,
  terms: Pick<EnrollmentRow, 'courseId' | 'source' | 'expireDate' | 'expiresAt'>,
): Promise<Batch> {
  const { siteId, now } = operator;
  const batch: Batch = { enrolled: [], invited: [], invitations: [], events: [] };
  for (const [index, { email, name, role = 'member' }] of candidates.entries()) {
    const knownId = state.ids[index];
    const personId = knownId ?? makeIdentifier('usr');
    if (email !== undefined && !state.members.has(personId)) {
      const account = knownId === undefined ? newAccount(personId, email, name, now) : undefined;
      requireNotAbove(operator, role);
      if (knownId === undefined) await requireFree(app, email, now);
      const invited = { personId, email, account, name, role };
      const invitation = { ...invited, siteId, invitedBy: operator.personId, notes: {} };
      batch.invitations.push(...(await app.school.members.inviteSteps(invitation, now)));
      batch.invited.push(personId);
      batch.events.push(invitedEvent(operator, personId, invitation.role));
    }
    const earlier = state.earlier.get(personId);
    const row = newEnrollment({ ...terms, siteId, personId, startsAt: now }, earlier);
    batch.enrolled.push({ row, seen: earlier?.updatedAt });
    batch.events.push(
      earlier === undefined
        ? enrollments.eventOf(operator, 'resource_created', row.id, { after: row })
        : enrollments.eventOf(operator, 'resource_changed', row.id, { before: earlier, after: row }),
    );
  }
  return batch;
}

/** The row of a new enrollment. A revoked enrollment that starts again keeps its id and progress. */
function newEnrollment(
  terms: Pick<EnrollmentRow, 'siteId' | 'personId' | 'courseId' | 'source' | 'startsAt' | 'expireDate' | 'expiresAt'>,
  earlier: EnrollmentRow | undefined,
): EnrollmentRow {
  const updatedAt = nextVersion({ now: terms.startsAt }, earlier ?? { updatedAt: 0 });
  return {
    id: makeIdentifier(enrollment.prefix),
    progressPercent: 0,
    completedAt: null,
    lastLectureId: null,
    lastPositionSeconds: null,
    lastWatchedAt: null,
    ...earlier,
    ...terms,
    status: 'active',
    updatedAt,
  };
}

async function showEnrolled(
  { app, enrollments }: EnrollmentContext,
  operator: Operator,
  courseId: string,
  personIds: readonly string[],
): Promise<OutputOf<typeof enrollment>[]> {
  const rows = await app.school.enrollments.inCourse(operator.siteId, courseId, personIds);
  const byPerson = new Map(rows.map((row) => [row.personId, row]));
  const inOrder = personIds.flatMap((personId) => byPerson.get(personId) ?? []);
  return enrollments.showAll(operator, inOrder);
}
