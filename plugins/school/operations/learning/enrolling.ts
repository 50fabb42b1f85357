/** Enrolling members, or people who become members by it, one or many at once. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defineOperation, type Operation } from '../../../../schema/school/operation.ts';
import { enrollment } from '../../../../schema/school/resources/students.ts';
import type { ResourceRows } from '../engine/resource-rows.ts';
import type { MemberRows } from '../people/member-rows.ts';
import { enrollingTogether, type Terms } from './enrolling-together.ts';
import { type Candidate, candidateWith } from './enrollment-candidates.ts';

const terms = {
  courseId: z.string().min(1).max(64).describe('The course, which must not be archived'),
  expireDate: z.iso
    .date('must be a day such as 2026-09-01')
    .nullable()
    .optional()
    .describe('The last day of access, null is for ever; as the course has it when left out'),
  source: z.enum(['grant', 'import']).optional().describe('How it came about; grant when left out'),
};

const MAX_AT_ONCE = 100;

export function enrollingOperations(app: FastifyInstance, rows: ResourceRows, people: MemberRows): Operation[] {
  const enroll = enrollingTogether(app, rows, people);

  const enrollOne = defineOperation({
    name: 'enroll_student',
    summary: 'Enroll a student',
    description:
      'Enrolls a member in a course, by memberId or by e-mail address. Who is no member yet gets an invitation. Who was revoked begins anew and keeps the progress; for who is enrolled already there are extend_enrollment and set_enrollment_expiry.',
    scope: 'students:write',
    input: candidateWith(terms),
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
      students: z.array(candidateWith({})).min(1).max(MAX_AT_ONCE).describe('Whom to enroll'),
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
