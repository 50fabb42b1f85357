/**
 * Admin operations for posts and the scheduling of their publication. A background job, not an operation, publishes
 * scheduled posts when their time comes.
 */
import type { FastifyInstance } from 'fastify';
import { instantOf, instantValue } from '../../../../schema/school/calendar.ts';
import { instant } from '../../../../schema/school/fields.ts';
import { PUBLIC } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { post } from '../../../../schema/school/resources/posts.ts';
import { type Check, resourceOperations } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';

export const postsOperations = (app: FastifyInstance) => {
  const posts = resourceOperations(app, post);
  const check: Check<typeof post> = async ({ siteId }, { authorId }, before) => {
    // An author who has left the school stays the author.
    if (before !== undefined && before.authorId === authorId) return;
    await requireReferences(app, siteId, [{ path: 'authorId', to: 'members', id: authorId }]);
  };
  return [
    posts.list('list_posts'),
    posts.get('get_post'),
    posts.create('create_post', {
      initial: ({ personId }, { authorId }) => ({ status: 'draft', authorId: authorId ?? personId }),
      check,
    }),
    posts.update('update_post', { personDecidesOn: PUBLIC, check }),
    posts.delete('delete_post'),
    posts.action('publish_post', {
      path: 'publish',
      from: ['draft', 'scheduled'],
      effect: 'seen_by_strangers',
      description: 'Publishes a draft or scheduled post now, to the audience given by its visibility.',
      decide: ({ now }, { status }) =>
        status === 'published' ? undefined : { columns: { status: 'published', publishAt: now } },
    }),
    posts.action('schedule_post', {
      path: 'schedule',
      from: ['draft', 'scheduled'],
      effect: 'seen_by_strangers',
      description:
        'Schedules a draft for publication, or reschedules a scheduled post. At publishAt it is published, and its status changes within a minute. A published post must be unpublished first.',
      input: { publishAt: instantValue.describe('Time of publication, in the future') },
      pageFields: { publishAt: instant({ description: 'Time of publication, in the future' }) },
      decide({ now }, { status, publishAt }, input) {
        const at = instantOf(input.publishAt);
        if (at <= now) throw invalidInput([{ path: 'publishAt', code: 'past', message: 'must be in the future' }]);
        if (status === 'published') throw new ProblemError('conflict', 'the post is published; unpublish it first');
        return status === 'scheduled' && publishAt === at
          ? undefined
          : { columns: { status: 'scheduled', publishAt: at } };
      },
    }),
    posts.action('unpublish_post', {
      path: 'unpublish',
      personDecidesOn: PUBLIC,
      from: ['published', 'scheduled'],
      description: 'Turns a published or scheduled post back into a draft, visible to operators only.',
      decide: (_operator, { status }) =>
        status === 'draft' ? undefined : { columns: { status: 'draft', publishAt: null } },
    }),
  ];
};
