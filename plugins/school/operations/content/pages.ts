/**
 * Admin operations for a school's pages and the choice of its homepage. The homepage must be published, and it can be
 * neither unpublished nor deleted until another page takes its place.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defineOperation, type Operator, PUBLIC } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { page } from '../../../../schema/school/resources/pages.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { type Check, resourceOperations } from '../engine/crud.ts';
import { keyOf, type RowFor } from '../engine/resource-rows.ts';

const HOMEPAGE = 'this page is the homepage; set another homepage first';

const check: Check<typeof page> = async (_operator, { blocks, bodyMarkdown }) => {
  if (blocks == null || bodyMarkdown == null) return;
  const message = 'must be null if the page has blocks';
  throw invalidInput([{ path: 'bodyMarkdown', code: 'both', message }]);
};

export const pagesOperations = (app: FastifyInstance) => {
  const pages = resourceOperations(app, page);

  /** The change that makes a page the homepage or an ordinary page, with its event. */
  function homepageChange(operator: Operator, row: RowFor<typeof page>, isHomepage: boolean) {
    const { id, updatedAt: seen } = row;
    const updatedAt = nextVersion(operator, row);
    const after = { ...row, isHomepage, updatedAt };
    const event = pages.eventOf(operator, 'resource_changed', id, { before: row, after });
    return { page: { id, seen, updatedAt }, event };
  }

  return [
    pages.list('list_pages'),
    pages.get('get_page'),
    pages.create('create_page', { initial: () => ({ status: 'draft', isHomepage: false }), check }),
    pages.update('update_page', { personDecidesOn: PUBLIC, check }),
    pages.delete('delete_page', {
      description: 'Refused for the homepage.',
      whyNotDeletable: async (_operator, { isHomepage }) => (isHomepage ? HOMEPAGE : undefined),
    }),
    pages.action('publish_page', {
      path: 'publish',
      from: ['draft'],
      effect: 'seen_by_strangers',
      description: 'Publishes a draft page, which makes it visible to visitors.',
      decide: ({ now }, { status }) =>
        status === 'published' ? undefined : { columns: { status: 'published', publishedAt: now } },
    }),
    pages.action('unpublish_page', {
      path: 'unpublish',
      personDecidesOn: PUBLIC,
      from: ['published'],
      description: 'Turns a page back into a draft, visible to operators only. The homepage cannot be unpublished.',
      decide(_operator, { status, isHomepage }) {
        if (status === 'draft') return undefined;
        if (isHomepage) throw new ProblemError('conflict', HOMEPAGE);
        return { columns: { status: 'draft' } };
      },
    }),
    defineOperation({
      name: 'set_homepage',
      summary: 'Set the homepage',
      description: 'Sets the homepage, replacing the current one, and returns the page. The page must be published.',
      scope: 'pages:write',
      input: z.strictObject(keyOf(page)),
      output: page.output,
      rest: { method: 'POST', path: '/pages/:id/homepage', status: 200 },
      from: ['published'],
      isExclusive: true,
      effect: 'seen_by_strangers',
      isIdempotent: true,
      isConditional: true,
      async run(operator, { id: key }) {
        return retryOnConflict('page', async () => {
          const row = await pages.find(operator, key);
          requireVersion(operator, 'page', row);
          if (row.isHomepage) return pages.show(operator, row);
          if (row.status !== 'published') throw new ProblemError('conflict', 'the page is a draft; publish it first');
          const chosen = homepageChange(operator, row, true);
          const homepage = await pages.store.findBy(operator.siteId, { isHomepage: true });
          const replaced = homepage && homepageChange(operator, homepage, false);
          const events = [...(replaced ? [replaced.event] : []), chosen.event];
          if (await app.school.homepages.set(operator.siteId, chosen.page, replaced?.page, events)) {
            return pages.show(operator, await pages.find(operator, row.id));
          }
          return undefined;
        });
      },
    }),
  ];
};
