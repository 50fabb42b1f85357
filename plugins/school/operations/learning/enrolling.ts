/** Admin operations that enroll people in a course, one or many at once. People who are not members yet are invited. */
import { z } from 'zod';
import { dayValue } from '../../../../schema/school/calendar.ts';
import { day, list, reference, withDefault } from '../../../../schema/school/fields.ts';
import { defineOperation } from '../../../../schema/school/operation.ts';
import { enrollment } from '../../../../schema/school/resources/students.ts';
import { type EnrollmentContext, enrollBatch } from './batch-enrollment.ts';
import { candidateShape, exactlyOneId } from './enrollment-candidates.ts';

const terms = {
  courseId: z.string().min(1).max(64).describe('Id of the course, which must not be archived'),
  expireDate: dayValue
    .nullable()
    .optional()
    .describe("Last day of access; null for lifetime access. By default it follows the course's accessDays"),
  source: z.enum(['grant', 'import']).optional().describe('How the student was enrolled; grant by default'),
};

const MAX_BATCH = 100;

export function enrollingOperations(context: EnrollmentContext) {
  const enrollOne = defineOperation({
    name: 'enroll_student',
    summary: 'Enroll a student',
    description:
      'Enrolls a member in a course, by memberId or e-mail address, and returns the enrollment. Someone who is not a member yet is invited; a member is notified by e-mail. A member whose enrollment was revoked, or to whom only a subscription gives the course, is enrolled again and keeps the progress. For anyone else who is enrolled already, use extend_enrollment or set_enrollment_expiry.',
    scope: 'students:write',
    input: z.strictObject({ ...terms, ...candidateShape }).refine(...exactlyOneId),
    output: enrollment.output,
    rest: { method: 'POST', path: '/enrollments', status: 201 },
    pageFields: {
      memberId: reference({ description: 'The member' }),
      courseId: reference({ description: 'The course' }),
      expireDate: withDefault(null, day({ description: 'Last day of access' })),
    },
    async run(operator, input) {
      const { memberId, email, name, ...options } = input;
      const candidates = [{ memberId, email, name }];
      const [enrolled] = await enrollBatch(context, operator, options, candidates, (_index, property) => property);
      if (enrolled === undefined) throw new Error('the enrollment is missing after it was created');
      return enrolled;
    },
  });

  const enrollMany = defineOperation({
    name: 'bulk_enroll_students',
    summary: 'Enroll students in bulk',
    description: `Enrolls up to ${MAX_BATCH} people in one course, as enroll_student does, and returns the enrollments. If any of them cannot be enrolled, none is; the errors list those by index.`,
    scope: 'students:write',
    input: z.strictObject({
      ...terms,
      students: z
        .array(z.strictObject(candidateShape).refine(...exactlyOneId))
        .min(1)
        .max(MAX_BATCH)
        .describe('People to enroll'),
    }),
    output: z.object({ nodes: z.array(enrollment.output) }),
    rest: { method: 'POST', path: '/enrollments/bulk', status: 200 },
    pageFields: {
      courseId: reference({ description: 'The course' }),
      students: list(z.strictObject(candidateShape), MAX_BATCH, { description: 'People to enroll' }, 'people'),
      expireDate: withDefault(null, day({ description: 'Last day of access' })),
    },
    async run(operator, input) {
      const { students, ...options } = input;
      const pathOf = (index: number, property: string) => `students.${index}.${property}`;
      return { nodes: await enrollBatch(context, operator, options, students, pathOf) };
    },
  });

  return [enrollOne, enrollMany];
}
