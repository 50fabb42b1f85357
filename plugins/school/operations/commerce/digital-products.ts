/**
 * Admin operations for digital products and the files attached to them. Products that have been on sale are archived
 * rather than deleted, because buyers keep what they have bought.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { line, reference, withDefault } from '../../../../schema/school/fields.ts';
import { ALWAYS, type SensitiveInput } from '../../../../schema/school/operation.ts';
import { notFound, ProblemError } from '../../../../schema/school/problem.ts';
import { digitalProduct, MAX_FILES } from '../../../../schema/school/resources/digital-products.ts';
import { readableLine } from '../../../../schema/text/readable.ts';
import { resourceOperations } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';

const assetId = z.string().min(1).max(64).describe('Asset id');

/** Buyers of a product get its files, also once it is archived. Nobody has bought a draft. */
const SOLD: SensitiveInput = {
  words: 'a product that is or was on sale',
  isGiven: (_input, before) => before === undefined || before.status !== 'draft',
};

const productOperations = (app: FastifyInstance) => resourceOperations(app, digitalProduct);

export const digitalProductsOperations = (app: FastifyInstance) => {
  const products = productOperations(app);
  return [
    products.list('list_digital_products'),
    products.get('get_digital_product'),
    products.create('create_digital_product', { initial: () => ({ status: 'draft', files: [] }) }),
    products.update('update_digital_product', { personDecidesOn: SOLD }),
    products.delete('delete_digital_product', {
      description:
        'Only a draft that no one has ordered can be deleted; archive other products instead. Its files are kept until delete_asset.',
      async whyNotDeletable({ siteId }, { id, status }) {
        if (status !== 'draft') return 'only drafts can be deleted; archive the product instead';
        const isSold = await app.school.sales.isOrdered(siteId, 'digital_product', id);
        return isSold ? 'the product has been sold; archive it instead' : undefined;
      },
    }),
    products.action('publish_digital_product', {
      path: 'publish',
      personDecidesOn: ALWAYS,
      from: ['draft', 'archived'],
      description:
        'Publishes a draft or archived product, which puts it on sale. A published product is left unchanged.',
      decide: (_operator, { status }) =>
        status === 'published' ? undefined : { columns: { status: 'published', archivedAt: null } },
    }),
    products.action('archive_digital_product', {
      path: 'archive',
      personDecidesOn: SOLD,
      from: ['draft', 'published'],
      description: 'Takes a product off sale; buyers keep their access. publish_digital_product puts it back on sale.',
      decide: ({ now }, { status }) =>
        status === 'archived' ? undefined : { columns: { status: 'archived', archivedAt: now } },
    }),
    ...fileOperations(app, products),
  ];
};

const fileOperations = (app: FastifyInstance, products: ReturnType<typeof productOperations>) => [
  products.action('attach_digital_product_file', {
    path: 'attach_file',
    personDecidesOn: SOLD,
    summary: 'Attach a file to a digital product',
    description: `Appends an uploaded file to the files of a product, at most ${MAX_FILES}, and returns the product. The file must be ready: see complete_upload.`,
    input: {
      assetId,
      name: readableLine(200, 1).optional().describe("File name shown to buyers; the asset's file name by default"),
    },
    pageFields: {
      assetId: reference({ description: 'The file' }),
      name: withDefault(null, line(200, { description: 'File name shown to buyers' })),
    },
    isIdempotent: false,
    async decide({ siteId }, row, input) {
      const { assetId: id } = input;
      await requireReferences(app, siteId, [{ path: 'assetId', to: 'assets', id }]);
      const asset = await app.school.records('assets').find(siteId, id);
      const files = row.files ?? [];
      if (asset?.status !== 'ready') throw new ProblemError('conflict', `the file is ${asset?.status}`);
      if (files.some((file) => file.assetId === id)) throw new ProblemError('conflict', 'the file is already attached');
      if (files.length >= MAX_FILES) throw new ProblemError('conflict', `the product already has ${MAX_FILES} files`);
      const file = { assetId: id, name: input.name ?? asset.filename, size: asset.size };
      return { columns: { files: [...files, file] }, further: [app.school.assets.steps.requireReady(siteId, id)] };
    },
  }),
  products.action('detach_digital_product_file', {
    path: 'detach_file',
    personDecidesOn: ALWAYS,
    summary: 'Detach a file from a digital product',
    description: 'Removes a file from the files of a product. The file itself is kept until delete_asset.',
    input: { assetId },
    decide(_operator, row, input) {
      const files = row.files?.filter((file) => file.assetId !== input.assetId);
      if (files?.length === row.files?.length) throw notFound('attached file');
      return { columns: { files: files ?? [] } };
    },
  }),
];
