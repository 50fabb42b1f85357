/** Enrolling members, or people who become members by it, one or many at once. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addDays, dateAt, endOfDay } from '../../schema/calendar.ts';
import { makeIdentifier } from '../../schema/credential.ts';
import { emailKey, isEmail } from '../../schema/email.ts';
import { defineOperation, type Operation, type Operator } from '../../schema/operation.ts';
import { type InputFault, invalidInput, ProblemError } from '../../schema/problem.ts';
import { enrollment } from '../../schema/resources/students.ts';
import { invitedRow, type MemberRows } from './member-rows.ts';
import { requireReferences } from './references.ts';
import { changedMeanwhile, type ResourceRows, type Row, type Step } from './resource-rows.ts';

type EnrollmentRow = Awaited<ReturnType<FastifyInstance['enrollments']['inCourse']>>[number];

/** Whom to enroll: a member, or an address. */
interface Candidate {
  memberId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
}

interface Terms {
  courseId: string;
  expireDate?: string | null;
  source?: 'grant' | 'import';
}

const candidate = {
  memberId: z.string().min(1).max(64).optional().describe('A member of the school'),
  email: z
    .string()
    .max(400)
    .refine((given) => isEmail(emailKey(given)), 'must be an e-mail address')
    .optional()
    .describe('Instead of memberId; who is no member yet is invited'),
  name: z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'holds characters that cannot be shown')
    .optional()
    .describe('Of a person whose address has no account yet'),
};
const terms = {
  courseId: z.string().min(1).max(64).describe('The course, which must not be archived'),
  expireDate: z.iso
    .date('must be a day such as 2026-09-01')
    .nullable()
    .optional()
    .describe('The last day of access, null is for ever; as the course has it when left out'),
  source: z.enum(['grant', 'import']).optional().describe('How it came about; grant when left out'),
};
const isOneWay = ({ memberId, email }: Candidate): boolean => (memberId === undefined) !== (email === undefined);

const MAX_AT_ONCE = 100;
/** Others may enroll or invite the same people meanwhile; then it is judged anew. */
const TRIES = 10;

export function enrollingOperations(app: FastifyInstance, rows: ResourceRows, people: MemberRows): Operation[] {
  const { enrollments, members, records } = app;

  /** The ids of the candidates. New people have none yet. */
  async function identify(candidates: readonly Candidate[]): Promise<(string | undefined)[]> {
    const keys = candidates.flatMap(({ email }) => (email === undefined ? [] : [emailKey(email)]));
    const accounts = await enrollments.accountsOf(keys);
    return candidates.map(({ memberId, email }) => memberId ?? accounts.get(emailKey(email ?? '')));
  }

  /** @param pathOf where the input has a candidate, and one of its members */
  async function enroll(
    operator: Operator,
    { courseId, expireDate, source = 'grant' }: Terms,
    candidates: readonly Candidate[],
    pathOf: (index: number, member: string) => string,
  ): Promise<Row[]> {
    const { now, siteId } = operator;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const course = await requireOpenCourse(operator, courseId);
      const { timezone, ...term } = await termOf(operator, course, expireDate);
      const ids = await identify(candidates);
      const known = ids.filter((id) => id !== undefined);
      const present = await enrollments.membersAmong(siteId, known);
      const before = new Map((await enrollments.inCourse(siteId, courseId, known)).map((row) => [row.personId, row]));
      refuse(faultsOf({ candidates, ids, present, before, pathOf }));

      const events = [];
      const invitations: Step[] = [];
      const invited: string[] = [];
      const enrolled = [];
      for (const [index, { email, name }] of candidates.entries()) {
        const personId = ids[index] ?? makeIdentifier('usr');
        if (email !== undefined && !present.has(personId)) {
          const account = ids[index] === undefined ? accountOf(personId, email, name, now) : undefined;
          const invitation = { siteId, personId, email: stored(email), account, role: 'member' as const, notes: {} };
          invitations.push(...(await members.inviteSteps(invitation, now)));
          invited.push(personId);
          events.push(people.eventOf(operator, 'resource_created', undefined, invitedRow(invitation, now)));
        }
        const earlier = before.get(personId);
        const row = newEnrollment({ siteId, personId, courseId, source, startsAt: now, ...term }, earlier);
        enrolled.push({ row, seen: earlier?.updatedAt });
        const event = earlier === undefined ? 'resource_created' : 'resource_changed';
        events.push(rows.eventOf(operator, event, row.id, { ...(earlier && { before: earlier }), after: row }));
      }
      if (await enrollments.enroll(siteId, courseId, enrolled, { timezone, invitations, events })) {
        for (const id of invited) app.mailer.afterwards(() => app.sendInvitation(siteId, id), 'bulk');
        const personIds = enrolled.map(({ row }) => row.personId);
        const stored = new Map(
          (await enrollments.inCourse(siteId, courseId, personIds)).map((row) => [row.personId, row]),
        );
        return rows.showAll(
          operator,
          personIds.flatMap((personId) => stored.get(personId) ?? []),
        );
      }
    }
    throw changedMeanwhile('course');
  }

  async function requireOpenCourse({ siteId }: Operator, courseId: string): Promise<Row> {
    await requireReferences(app, siteId, [{ path: 'courseId', to: 'courses', id: courseId }]);
    const course = await records('courses').find(siteId, courseId);
    if (course === undefined || course.status === 'archived') {
      throw new ProblemError('conflict', 'the course is archived; publish or unpublish it first');
    }
    return course;
  }

  /** The last day of access and the instant at which it is over. */
  async function termOf({ siteId, now }: Operator, { accessDays }: Row, expireDate: string | null | undefined) {
    const timezone = await enrollments.timezoneOf(siteId);
    const today = dateAt(now, timezone);
    if (expireDate != null && (expireDate < today || expireDate > '9999-12-30')) {
      const message = `must not be before today (${today}) nor after 9999-12-30`;
      throw invalidInput([{ path: 'expireDate', code: 'out_of_range', message }]);
    }
    const usual = accessDays === null ? null : addDays(today, Number(accessDays));
    const last = expireDate === undefined ? usual : expireDate;
    return { timezone, expireDate: last, expiresAt: last === null ? null : endOfDay(last, timezone) };
  }

  const enrollOne = defineOperation({
    name: 'enroll_student',
    summary: 'Enroll a student',
    description:
      'Enrolls a member in a course, by memberId or by e-mail address. Who is no member yet gets an invitation. Who was revoked begins anew and keeps the progress; for who is enrolled already there are extend_enrollment and set_enrollment_expiry.',
    scope: 'students:write',
    input: z
      .strictObject({ ...terms, ...candidate })
      .refine(isOneWay, { error: 'either memberId or email is needed', path: ['memberId'] }),
    output: enrollment.output,
    rest: { method: 'POST', path: '/enrollments', status: 201 },
    async run(operator, input) {
      const { memberId, email, name, ...given } = input as unknown as Candidate & Terms;
      const [made] = await enroll(operator, given, [{ memberId, email, name }], (_index, member) => member);
      if (made === undefined) throw new Error('an enrollment vanished on its way out');
      return made;
    },
  });

  const enrollMany = defineOperation({
    name: 'bulk_enroll_students',
    summary: 'Enroll many students',
    description: `Enrolls up to ${MAX_AT_ONCE} people in one course, as enroll_student does: all of them, or nobody when one of them cannot be enrolled. The errors name each of those by its index.`,
    scope: 'students:write',
    input: z.strictObject({
      ...terms,
      students: z
        .array(
          z
            .strictObject(candidate)
            .refine(isOneWay, { error: 'either memberId or email is needed', path: ['memberId'] }),
        )
        .min(1)
        .max(MAX_AT_ONCE)
        .describe('Whom to enroll'),
    }),
    output: z.object({ nodes: z.array(enrollment.output) }),
    rest: { method: 'POST', path: '/enrollments/bulk', status: 200 },
    async run(operator, input) {
      const { students, ...given } = input as unknown as Terms & { students: Candidate[] };
      return { nodes: await enroll(operator, given, students, (index, member) => `students.${index}.${member}`) };
    },
  });

  return [enrollOne, enrollMany];
}

/** An address in the form in which it is kept: the characters that it is judged by (W61). */
const stored = (email: string): string => email.normalize('NFKC').trim();

const accountOf = (id: string, email: string, name: string | undefined, createdAt: number) => ({
  id,
  email: stored(email),
  emailKey: emailKey(email),
  emailVerified: false,
  // Until the person says it.
  name: name ?? emailKey(email).replace(/@.*/, ''),
  passwordHash: null,
  active: true,
  createdAt,
});

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

interface Judged {
  candidates: readonly Candidate[];
  ids: readonly (string | undefined)[];
  present: ReadonlySet<string>;
  before: ReadonlyMap<string, { status: string }>;
  pathOf(index: number, member: string): string;
}

function faultsOf({ candidates, ids, present, before, pathOf }: Judged): InputFault[] {
  const seen = new Set<string>();
  return candidates.flatMap(({ memberId, email }, index): InputFault[] => {
    const id = ids[index];
    const path = pathOf(index, memberId === undefined ? 'email' : 'memberId');
    const who = id ?? emailKey(email ?? '');
    const isRepeated = seen.has(who);
    seen.add(who);
    if (isRepeated) return [{ path, code: 'repeated', message: 'is named twice' }];
    if (memberId !== undefined && !present.has(memberId)) {
      return [{ path, code: 'no_such_reference', message: 'is not a member of the school' }];
    }
    const earlier = id === undefined ? undefined : before.get(id);
    if (earlier === undefined || earlier.status === 'revoked') return [];
    return [{ path, code: 'already_enrolled', message: 'is enrolled in the course already' }];
  });
}

/** @throws {ProblemError} `conflict` when all that is wrong is who is enrolled already, else `invalid-input` */
function refuse(faults: readonly InputFault[]): void {
  if (faults.length === 0) return;
  if (faults.some(({ code }) => code !== 'already_enrolled')) throw invalidInput(faults);
  throw new ProblemError('conflict', faults.map(({ path, message }) => `${path} ${message}`).join('; '), faults);
}
