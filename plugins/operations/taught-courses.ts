import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../schema/operation.ts';
import { notFound } from '../../schema/problem.ts';
import type { Narrow } from './resource-rows.ts';

/**
 * An instructor reaches the courses they teach and what belongs to them, everybody else all of the school.
 * @param column which of the rows' columns holds the id of a course
 */
export const withinTaughtCourses =
  ({ teaching }: FastifyInstance, column = 'courseId'): Narrow =>
  async ({ role, siteId, personId }) =>
    role === 'instructor' ? { column, values: await teaching.coursesOf(siteId, personId) } : undefined;

/** @throws {ProblemError} `not-found` */
export async function requireReachable(narrow: Narrow, operator: Operator, courseId: string): Promise<void> {
  const within = await narrow(operator);
  if (within !== undefined && !within.values.includes(courseId)) throw notFound('course');
}
