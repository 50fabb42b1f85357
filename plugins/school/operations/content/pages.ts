/**
 * Admin operations for a school's pages and the choice of its homepage. The homepage must be published, and it can be
 * neither unpublished nor deleted until another page takes its place.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defineOperation, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { page } from '../../../../schema/school/resources/pages.ts';
import { action } from '../engine/action.ts';
import { crud } from '../engine/crud.ts';
import { type Row, requireVersion, resourceRows, retryOnConflict } from '../engine/resource-rows.ts';

const HOMEPAGE = 'this page is the homepage; set another homepage first';

export const pagesOperations = (app: FastifyInstance): Operation[] => {
  const pages = resourceRows(app, page);

  /** A page that becomes the homepage, or is it no more. */
  function turned(operator: Operator, row: Row, isHomepage: boolean) {
    const [id, seen] = [String(row.id), Number(row.updatedAt)];
    const updatedAt = Math.max(operator.now, seen + 1);
    const after = { ...row, isHomepage, updatedAt };
    const event = pages.eventOf(operator, 'resource_changed', id, { before: row, after });
    return { page: { id, seen, updatedAt }, event };
  }

  return [
    ...crud(app, page, {
      initial: () => ({ status: 'draft', isHomepage: false }),
      async check(_operator, { blocks, bodyMarkdown }) {
        if (blocks == null || bodyMarkdown == null) return;
        const message = 'must be null if the page has blocks';
        throw invalidInput([{ path: 'bodyMarkdown', code: 'both', message }]);
      },
      deletion: 'Refused for the homepage.',
      whyNotDeletable: async (_operator, { isHomepage }) => (isHomepage ? HOMEPAGE : undefined),
    }),
    action(page, pages, {
      verb: 'publish',
      description: 'Publishes a draft page, which makes it visible to visitors.',
      judge: ({ now }, { status }) =>
        status === 'published' ? undefined : { columns: { status: 'published', publishedAt: now } },
    }),
    action(page, pages, {
      verb: 'unpublish',
      description: 'Turns a page back into a draft, visible to operators only. The homepage cannot be unpublished.',
      judge(_operator, { status, isHomepage }) {
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
      input: z.strictObject({ id: z.string().min(1).max(100).describe('The id or slug of the page') }),
      output: page.output,
      rest: { method: 'POST', path: '/pages/:id/homepage', status: 200 },
      isIdempotent: true,
      isConditional: true,
      async run(operator, { id: key }): Promise<Row> {
        return retryOnConflict('page', async () => {
          const row = await pages.find(operator, key);
          requireVersion(operator, 'page', row);
          if (row.isHomepage) return pages.show(operator, row);
          if (row.status !== 'published') throw new ProblemError('conflict', 'the page is a draft; publish it first');
          const raised = turned(operator, row, true);
          const former = await pages.rows().findBy(operator.siteId, { isHomepage: true });
          const lowered = former && turned(operator, former, false);
          const events = [...(lowered ? [lowered.event] : []), raised.event];
          if (await app.school.homepages.set(operator.siteId, raised.page, lowered?.page, events)) {
            return pages.show(operator, await pages.find(operator, row.id));
          }
          return undefined;
        });
      },
    }),
  ];
};
