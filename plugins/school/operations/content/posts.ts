/**
 * Admin operations for posts and the scheduling of their publication. A background job, not an operation, publishes
 * scheduled posts when their time comes.
 */
import type { FastifyInstance } from 'fastify';
import { instantValue } from '../../../../schema/school/fields.ts';
import type { Operation } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { post } from '../../../../schema/school/resources/posts.ts';
import { action } from '../engine/action.ts';
import { crud } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';
import { resourceRows } from '../engine/resource-rows.ts';

export const postsOperations = (app: FastifyInstance): Operation[] => {
  const posts = resourceRows(app, post);
  return [
    ...crud(app, post, {
      initial: ({ personId }, { authorId }) => ({ status: 'draft', authorId: authorId ?? personId }),
      async check({ siteId }, { authorId }, before) {
        // Who wrote it may have left since.
        if (before !== undefined && before.authorId === authorId) return;
        await requireReferences(app, siteId, [{ path: 'authorId', to: 'members', id: authorId }]);
      },
    }),
    action(post, posts, {
      verb: 'publish',
      description: 'Publishes a draft or scheduled post now, to the audience given by its visibility.',
      judge: ({ now }, { status }) =>
        status === 'published' ? undefined : { columns: { status: 'published', publishAt: now } },
    }),
    action(post, posts, {
      verb: 'schedule',
      description:
        'Schedules a draft for publication, or reschedules a scheduled post. At publishAt it is published, and its status changes within a minute. A published post must be unpublished first.',
      input: { publishAt: instantValue.describe('Time of publication, in the future') },
      judge({ now }, { status, publishAt }, input) {
        const at = Date.parse(String(input.publishAt));
        if (at <= now) throw invalidInput([{ path: 'publishAt', code: 'past', message: 'must be in the future' }]);
        if (status === 'published') throw new ProblemError('conflict', 'the post is published; unpublish it first');
        return status === 'scheduled' && publishAt === at
          ? undefined
          : { columns: { status: 'scheduled', publishAt: at } };
      },
    }),
    action(post, posts, {
      verb: 'unpublish',
      description: 'Turns a published or scheduled post back into a draft, visible to operators only.',
      judge: (_operator, { status }) =>
        status === 'draft' ? undefined : { columns: { status: 'draft', publishAt: null } },
    }),
  ];
};
