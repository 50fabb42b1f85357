/**
 * Restricts instructors to the courses they teach. Every admin operation on courses, curriculum, students, enrollments
 * and comments takes this rule from here.
 */
import type { FastifyInstance } from 'fastify';
import type { Visibility } from '../engine/resource-rows.ts';

/**
 * Instructors see the courses they teach and what belongs to them; everybody else sees the whole school.
 * @param column the column with the id of a course, or with the id of a course or lecture (`targetId`)
 */
export const withinTaughtCourses =
  ({ school: { teaching } }: FastifyInstance, column = 'courseId'): Visibility =>
  async ({ role, siteId, personId }) =>
    role === 'instructor' ? teaching.reachOf(siteId, personId, column) : undefined;
