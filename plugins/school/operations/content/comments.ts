/**
 * Admin operations for reading comments, which the admin API cannot change or delete. Instructors see only those on the
 * courses they teach.
 */
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../../../schema/school/operation.ts';
import { comment } from '../../../../schema/school/resources/comments.ts';
import { crud } from '../engine/crud.ts';
import { withinTaughtCourses } from '../learning/taught-courses.ts';

/** To read only: what members say is theirs. To instructors, what they say about the courses they teach. */
export function commentsOperations(app: FastifyInstance): Operation[] {
  const visibility = withinTaughtCourses(app, 'targetId');
  return crud(app, comment, { only: ['list', 'get'], visibility });
}
