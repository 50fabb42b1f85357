/**
 * Admin operations for a school's lecturers and their order. A lecturer named by a published course cannot be deleted;
 * deleting any other also removes them from the courses that name them.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ALWAYS, defineOperation } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { lecturer } from '../../../../schema/school/resources/lecturers.ts';
import { assetReferences } from '../engine/asset-references.ts';
import { orderEventOf } from '../engine/audit-events.ts';
import { retryOnConflict } from '../engine/conflicts.ts';
import { type Check, resourceOperations } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';

const order = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(1000)
  .refine((ids) => new Set(ids).size === ids.length, 'lists an id twice')
  .describe('Ids of all lecturers of the school, in the desired order');

export function lecturersOperations(app: FastifyInstance) {
  const { teaching } = app.school;
  const pictures = assetReferences(app, 'avatarAssetId');
  const lecturers = resourceOperations(app, lecturer);

  const check: Check<typeof lecturer> = async ({ siteId }, row, before) => {
    await pictures.check(siteId, row, before);
    const memberId = row.memberId === before?.memberId ? undefined : row.memberId;
    await requireReferences(app, siteId, [{ path: 'memberId', to: 'members', id: memberId }]);
  };

  return [
    lecturers.list('list_lecturers'),
    lecturers.get('get_lecturer'),
    lecturers.create('create_lecturer', {
      // `placeLast` sets the position in the same transaction.
      initial: () => ({ position: 0 }),
      check,
      onCreate: async ({ siteId }, row) => [
        ...pictures.lockSteps(siteId, row),
        teaching.steps.placeLast(siteId, row.id),
      ],
    }),
    lecturers.update('update_lecturer', {
      // Public courses show it.
      personDecidesOn: ALWAYS,
      check,
      onUpdate: async ({ siteId }, row, before) => pictures.lockSteps(siteId, row, before),
    }),
    lecturers.delete('delete_lecturer', {
      description: 'Refused while a published course names the lecturer; all other courses drop the lecturer.',
      whyNotDeletable: async ({ siteId }, { id }) => {
        const course = await teaching.publishedCourseOf(siteId, id);
        return (
          course &&
          `the published course ${course.id} (${course.title}) names this lecturer; remove the lecturer there first`
        );
      },
      onDelete: async ({ siteId, now }, { id }) => teaching.steps.detach(siteId, id, now),
    }),
    reorderOperation(app),
  ];
}

const reorderOperation = ({ school: { teaching } }: FastifyInstance) =>
  defineOperation({
    name: 'reorder_lecturers',
    summary: 'Reorder the lecturers',
    description:
      'Reorders the lecturers. The order must list all of them: call list_lecturers first. Refused if one was added or deleted since.',
    scope: 'lecturers:write',
    input: z.strictObject({ lecturerIds: order }),
    output: z.object({ lecturerIds: z.array(z.string()) }),
    rest: { method: 'POST', path: '/lecturers/reorder', status: 200 },
    isIdempotent: true,
    async run(operator, { lecturerIds }) {
      return retryOnConflict('order', async () => {
        const seen = await teaching.order(operator.siteId);
        const currentIds = seen.map(({ id }) => id);
        if (currentIds.toSorted().join() !== lecturerIds.toSorted().join()) {
          throw new ProblemError('conflict', 'the order must list all lecturers of the school; list them again');
        }
        const event = orderEventOf(operator, 'lecturers/order', { before: currentIds, after: lecturerIds });
        return (await teaching.arrange(operator.siteId, lecturerIds, seen, event)) ? { lecturerIds } : undefined;
      });
    },
  });
