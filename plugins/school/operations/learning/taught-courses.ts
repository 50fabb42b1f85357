/**
 * Restricts instructors to the courses they teach. Every admin operation on courses, curriculum, students, enrollments
 * and comments takes this rule from here.
 */
import type { FastifyInstance } from 'fastify';
import type { Visibility } from '../engine/resource-rows.ts';

/**
 * An instructor reaches the courses they teach and what belongs to them, everybody else all of the school.
 * @param column which of the rows' columns holds the id of a course, or of a course or lecture (`targetId`)
 */
export const withinTaughtCourses =
  ({ school: { teaching } }: FastifyInstance, column = 'courseId'): Visibility =>
  async ({ role, siteId, personId }) =>
    role === 'instructor' ? teaching.reachOf(siteId, personId, column) : undefined;
