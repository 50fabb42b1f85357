/** Enrolls some people in one course: all of them, or nobody. */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { emailKey } from '../../../../schema/people/email.ts';
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import type { OutputOf } from '../../../../schema/school/resource.ts';
import { enrollment } from '../../../../schema/school/resources/students.ts';
import type { RowIn, Step } from '../../stores.ts';
import { retryOnConflict } from '../engine/conflicts.ts';
import { requireReferences } from '../engine/references.ts';
import type { ResourceRows } from '../engine/resource-rows.ts';
import { invitedRow, keptEmail, type MemberRows, newAccount } from '../people/member-rows.ts';
import { type Candidate, faultsOf, type PathOf, refuse } from './enrollment-candidates.ts';

type CourseRow = RowIn<'courses'>;
type EnrollmentRow = Awaited<ReturnType<FastifyInstance['school']['enrollments']['inCourse']>>[number];

export interface Terms {
  courseId: string;
  expireDate?: string | null | undefined;
  source?: 'grant' | 'import' | undefined;
}

/** Each looks at up to a hundred people. */
const TRIES = 10;

export function enrollingTogether(app: FastifyInstance, rows: ResourceRows<typeof enrollment>, people: MemberRows) {
  const { enrollments, members, records } = app.school;

  /** The ids of the candidates. New people have none yet. */
  async function identify(candidates: readonly Candidate[]): Promise<(string | undefined)[]> {
    const keys = candidates.flatMap(({ email }) => (email === undefined ? [] : [emailKey(email)]));
    const accounts = await enrollments.accountsOf(keys);
    return candidates.map(({ memberId, email }) => memberId ?? accounts.get(emailKey(email ?? '')));
  }

  async function requireOpenCourse({ siteId }: Operator, courseId: string): Promise<CourseRow> {
    await requireReferences(app, siteId, [{ path: 'courseId', to: 'courses', id: courseId }]);
    const course = await records('courses').find(siteId, courseId);
    if (course === undefined || course.status === 'archived') {
      throw new ProblemError('conflict', 'the course is archived; publish or unpublish it first');
    }
    return course;
  }

  /** The last day of access and the instant at which it is over. */
  async function termOf({ siteId, now }: Operator, { accessDays }: CourseRow, expireDate: string | null | undefined) {
    const timezone = await enrollments.timezoneOf(siteId);
    const today = dateAt(now, timezone);
    if (expireDate != null && (expireDate < today || expireDate > '9999-12-30')) {
      const message = `must not be before today (${today}) nor after 9999-12-30`;
      throw invalidInput([{ path: 'expireDate', code: 'out_of_range', message }]);
    }
    const usual = accessDays === null ? null : addDays(today, accessDays);
    const last = expireDate === undefined ? usual : expireDate;
    return { timezone, expireDate: last, expiresAt: last === null ? null : endOfDay(last, timezone) };
  }

  /** Who the candidates are, which of them are members, and which are or were in the course. */
  async function situationOf({ siteId }: Operator, courseId: string, candidates: readonly Candidate[]) {
    const ids = await identify(candidates);
    const known = ids.filter((id) => id !== undefined);
    const present = await enrollments.membersAmong(siteId, known);
    const before = new Map((await enrollments.inCourse(siteId, courseId, known)).map((row) => [row.personId, row]));
    return { ids, present, before };
  }
  type Situation = Awaited<ReturnType<typeof situationOf>>;

  /** What enrolls the candidates, with the invitations of those who are no members, and what the trail says of it all. */
  async function prepare(
    operator: Operator,
    candidates: readonly Candidate[],
    { ids, present, before }: Situation,
    term: Pick<EnrollmentRow, 'courseId' | 'source' | 'expireDate' | 'expiresAt'>,
  ) {
    const { siteId, now } = operator;
    const events: AuditEvent[] = [];
    const invitations: Step[] = [];
    const invited: string[] = [];
    const enrolled: { row: EnrollmentRow; seen: number | undefined }[] = [];
    for (const [index, { email, name }] of candidates.entries()) {
      const personId = ids[index] ?? makeIdentifier('usr');
      if (email !== undefined && !present.has(personId)) {
        const account = ids[index] === undefined ? newAccount(personId, email, name, now) : undefined;
        const place = { siteId, personId, email: keptEmail(email), account, role: 'member' as const, notes: {} };
        invitations.push(...(await members.inviteSteps(place, now)));
        invited.push(personId);
        events.push(people.eventOf(operator, 'resource_created', personId, { after: invitedRow(place, now) }));
      }
      const earlier = before.get(personId);
      const row = newEnrollment({ ...term, siteId, personId, startsAt: now }, earlier);
      enrolled.push({ row, seen: earlier?.updatedAt });
      const event = earlier === undefined ? 'resource_created' : 'resource_changed';
      events.push(rows.eventOf(operator, event, row.id, { ...(earlier && { before: earlier }), after: row }));
    }
    return { enrolled, invited, invitations, events };
  }

  async function shown(operator: Operator, courseId: string, personIds: readonly string[]) {
    const kept = await enrollments.inCourse(operator.siteId, courseId, personIds);
    const ofPerson = new Map(kept.map((row) => [row.personId, row]));
    return rows.showAll(
      operator,
      personIds.flatMap((personId) => ofPerson.get(personId) ?? []),
    );
  }

  /** @returns the enrollments, in the order of the candidates */
  return async function enroll(
    operator: Operator,
    { courseId, expireDate, source = 'grant' }: Terms,
    candidates: readonly Candidate[],
    pathOf: PathOf,
  ): Promise<OutputOf<typeof enrollment>[]> {
    const { siteId } = operator;
    return retryOnConflict(
      'course',
      async () => {
        const course = await requireOpenCourse(operator, courseId);
        const { timezone, ...term } = await termOf(operator, course, expireDate);
        const situation = await situationOf(operator, courseId, candidates);
        refuse(faultsOf({ ...situation, candidates, pathOf }));
        const unit = await prepare(operator, candidates, situation, { courseId, source, ...term });
        const { enrolled, invited, ...further } = unit;
        if (await enrollments.enroll(siteId, courseId, enrolled, { timezone, ...further })) {
          for (const id of invited) app.people.mailer.afterwards(() => app.people.sendInvitation(siteId, id), 'bulk');
          const personIds = enrolled.map(({ row }) => row.personId);
          return shown(operator, courseId, personIds);
        }
        return undefined;
      },
      TRIES,
    );
  };
}

/** Who comes back keeps the row, and the progress there was. */
function newEnrollment(
  terms: Pick<EnrollmentRow, 'siteId' | 'personId' | 'courseId' | 'source' | 'startsAt' | 'expireDate' | 'expiresAt'>,
  earlier: EnrollmentRow | undefined,
): EnrollmentRow {
  const blank = { progressPercent: 0, completedAt: null, lastLectureId: null, lastPositionSeconds: null };
  const updatedAt = Math.max(terms.startsAt, (earlier?.updatedAt ?? 0) + 1);
  const id = makeIdentifier(enrollment.prefix);
  return { ...blank, lastWatchedAt: null, id, ...earlier, ...terms, status: 'active', updatedAt };
}
