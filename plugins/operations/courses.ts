import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';
import { course } from '../../schema/resources/courses.ts';
import { crud } from './crud.ts';

export const courseOperations = (app: FastifyInstance): Operation[] => [
  ...crud(app, course, {
    initial: () => ({ status: 'draft' }),
    compute: async ({ siteId }, rows) => {
      const counts = await app.schoolCounts.ofCourses(
        siteId,
        rows.map(({ id }) => String(id)),
      );
      return rows.map((row) => ({ ...row, ...(counts.get(String(row.id)) ?? { lectureCount: 0, studentCount: 0 }) }));
    },
    keeps: async ({ siteId }, { id }) => {
      const enrolled = await app.records('enrollments').count(siteId, { courseId: id });
      return enrolled === 0 ? undefined : `${enrolled} people are or were enrolled; archive the course instead`;
    },
  }),
];
