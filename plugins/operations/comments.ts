import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';
import { comment } from '../../schema/resources/comments.ts';
import { crud } from './crud.ts';
import type { Narrow } from './resource-rows.ts';
import { withinTaughtCourses } from './taught-courses.ts';

/** To read only: what members say is theirs. To instructors, what they say about the courses they teach. */
export function commentsOperations(app: FastifyInstance): Operation[] {
  const taught = withinTaughtCourses(app);
  // Ids tell what kind of thing they are of, so courses and lectures stand in one list.
  const narrow: Narrow = async (operator) => {
    const within = await taught(operator);
    if (within === undefined) return undefined;
    const lectureIds = await app.teaching.lecturesOf(operator.siteId, within.values);
    return { column: 'targetId', values: [...within.values, ...lectureIds] };
  };
  return crud(app, comment, { only: ['list', 'get'], narrow });
}
