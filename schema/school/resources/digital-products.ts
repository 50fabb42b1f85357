/**
 * A digital product: a priced list of uploaded files for buyers to download. Files are added and removed by operations
 * of their own, and a product is archived rather than deleted.
 */
import { z } from 'zod';
import {
  asMarkdown,
  httpsUrl,
  integer,
  line,
  list,
  money,
  oneOf,
  optional,
  prose,
  readOnly,
  slug,
  withDefault,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const MAX_FILES = 50;

const productFile = z.object({
  assetId: z.string().describe('Asset id'),
  name: z.string().describe('File name shown to buyers'),
  size: z.int().describe('Size in bytes'),
});

export const digitalProduct = defineResource({
  one: 'digital_product',
  many: 'digital_products',
  table: 'digitalProducts',
  prefix: 'prd',
  summary: 'Lists digital products (downloadable files for sale), including drafts and archived ones.',
  read: 'digital_products:read',
  write: 'digital_products:write',
  alternateKey: 'slug',
  filters: ['status'],
  sorts: ['createdAt', 'title'],
  search: ['title', 'description'],
  fields: {
    title: line(200, { description: 'Title' }),
    slug: slug({ description: 'URL slug, unique within the school' }),
    description: withDefault('', asMarkdown(prose(20_000, { description: 'Markdown' }))),
    price: money({ description: 'Price' }),
    coverImageUrl: optional(httpsUrl({ description: 'URL of the cover image' })),
    files: readOnly(list(productFile, MAX_FILES, { description: 'Files a buyer can download, in order' })),
    downloadLimit: optional(
      integer(1, 100, { description: 'Maximum number of downloads of each file per buyer; null for unlimited' }),
    ),
    status: readOnly(
      oneOf(['draft', 'published', 'archived'], {
        description: 'Read-only; changed by publish_digital_product and archive_digital_product',
      }),
    ),
  },
});
