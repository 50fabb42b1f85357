/**
 * Admin operations for digital products and the files attached to them. Products are archived rather than deleted,
 * because buyers keep what they have bought.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../../../../schema/school/operation.ts';
import { notFound, ProblemError } from '../../../../schema/school/problem.ts';
import { digitalProduct, MAX_FILES, type ProductFile } from '../../../../schema/school/resources/digital-products.ts';
import { action } from '../engine/action.ts';
import { crud } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';
import { type Row, resourceRows } from '../engine/resource-rows.ts';

const filesOf = ({ files }: Row): readonly ProductFile[] => (files ?? []) as readonly ProductFile[];
const assetId = z.string().min(1).max(64).describe('The asset');

export const digitalProductsOperations = (app: FastifyInstance): Operation[] => {
  const rows = resourceRows(app, digitalProduct);
  return [
    ...crud(app, digitalProduct, {
      only: ['list', 'get', 'create', 'update'],
      initial: () => ({ status: 'draft', files: [] }),
    }),
    action(digitalProduct, rows, {
      verb: 'publish',
      description: 'Puts a draft or an archived product up for sale. A published one stays as it is.',
      judge: (_operator, { status }) =>
        status === 'published' ? undefined : { columns: { status: 'published', archivedAt: null } },
    }),
    action(digitalProduct, rows, {
      verb: 'archive',
      description: 'Takes a product off sale; who has bought it keeps it. publish_digital_product brings it back.',
      judge: ({ now }, { status }) =>
        status === 'archived' ? undefined : { columns: { status: 'archived', archivedAt: now } },
    }),
    action(digitalProduct, rows, {
      verb: 'attach_file',
      name: 'attach_digital_product_file',
      summary: 'Attach a file to a digital product',
      description: `Adds an uploaded file (complete_upload) that is ready to what a buyer downloads, behind the others; ${MAX_FILES} at most.`,
      input: {
        assetId,
        name: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u)
          .optional()
          .describe('What a buyer sees; the name of the file when left out'),
      },
      isIdempotent: false,
      async judge({ siteId }, row, input) {
        const id = String(input.assetId);
        await requireReferences(app, siteId, [{ path: 'assetId', to: 'assets', id }]);
        const asset = (await app.school.records('assets').find(siteId, id)) ?? {};
        const files = filesOf(row);
        if (asset.status !== 'ready') throw new ProblemError('conflict', `the file is ${asset.status}`);
        if (files.some((file) => file.assetId === id))
          throw new ProblemError('conflict', 'the file is attached already');
        if (files.length >= MAX_FILES) throw new ProblemError('conflict', `the product has ${MAX_FILES} files already`);
        const file = { assetId: id, name: input.name ?? asset.filename, size: asset.size };
        return { columns: { files: [...files, file] }, further: [app.school.assets.steps.holdReady(siteId, id)] };
      },
    }),
    action(digitalProduct, rows, {
      verb: 'detach_file',
      name: 'detach_digital_product_file',
      summary: 'Detach a file from a digital product',
      description: 'Takes a file out of what a buyer downloads. The file itself stays until delete_asset.',
      input: { assetId },
      judge(_operator, row, input) {
        const files = filesOf(row).filter((file) => file.assetId !== input.assetId);
        if (files.length === filesOf(row).length) throw notFound('file of this product');
        return { columns: { files } };
      },
    }),
  ];
};
