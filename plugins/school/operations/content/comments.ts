/**
 * Admin operations for reading comments, which the admin API cannot change or delete. Instructors see only those on the
 * courses they teach.
 */
import type { FastifyInstance } from 'fastify';
import { comment } from '../../../../schema/school/resources/comments.ts';
import { resourceOperations } from '../engine/crud.ts';
import { withinTaughtCourses } from '../engine/resource-rows.ts';

export function commentsOperations(app: FastifyInstance) {
  const comments = resourceOperations(app, comment, { visibility: withinTaughtCourses(app, 'targetId') });
  return [comments.list('list_comments'), comments.get('get_comment')];
}
