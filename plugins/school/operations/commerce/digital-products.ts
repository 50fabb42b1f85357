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
const assetId = z.string().min(1).max(64).describe('Asset id');

export const digitalProductsOperations = (app: FastifyInstance): Operation[] => {
  const rows = resourceRows(app, digitalProduct);
  return [
    ...crud(app, digitalProduct, {
      only: ['list', 'get', 'create', 'update'],
      initial: () => ({ status: 'draft', files: [] }),
    }),
    action(digitalProduct, rows, {
      verb: 'publish',
      description:
        'Publishes a draft or archived product, which puts it on sale. A published product is left unchanged.',
      judge: (_operator, { status }) =>
        status === 'published' ? undefined : { columns: { status: 'published', archivedAt: null } },
    }),
    action(digitalProduct, rows, {
      verb: 'archive',
      description: 'Takes a product off sale; buyers keep their access. publish_digital_product puts it back on sale.',
      judge: ({ now }, { status }) =>
        status === 'archived' ? undefined : { columns: { status: 'archived', archivedAt: now } },
    }),
    action(digitalProduct, rows, {
      verb: 'attach_file',
      name: 'attach_digital_product_file',
      summary: 'Attach a file to a digital product',
      description: `Appends an uploaded file to the files of a product, at most ${MAX_FILES}, and returns the product. The file must be ready: see complete_upload.`,
      input: {
        assetId,
        name: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u)
          .optional()
          .describe("File name shown to buyers; the asset's file name by default"),
      },
      isIdempotent: false,
      async judge({ siteId }, row, input) {
        const id = String(input.assetId);
        await requireReferences(app, siteId, [{ path: 'assetId', to: 'assets', id }]);
        const asset = (await app.school.records('assets').find(siteId, id)) ?? {};
        const files = filesOf(row);
        if (asset.status !== 'ready') throw new ProblemError('conflict', `the file is ${asset.status}`);
        if (files.some((file) => file.assetId === id))
          throw new ProblemError('conflict', 'the file is already attached');
        if (files.length >= MAX_FILES) throw new ProblemError('conflict', `the product already has ${MAX_FILES} files`);
        const file = { assetId: id, name: input.name ?? asset.filename, size: asset.size };
        return { columns: { files: [...files, file] }, further: [app.school.assets.steps.holdReady(siteId, id)] };
      },
    }),
    action(digitalProduct, rows, {
      verb: 'detach_file',
      name: 'detach_digital_product_file',
      summary: 'Detach a file from a digital product',
      description: 'Removes a file from the files of a product. The file itself is kept until delete_asset.',
      input: { assetId },
      judge(_operator, row, input) {
        const files = filesOf(row).filter((file) => file.assetId !== input.assetId);
        if (files.length === filesOf(row).length) throw notFound('attached file');
        return { columns: { files } };
      },
    }),
  ];
};
