/**
 * A digital product: a priced list of uploaded files for buyers to download. Files are added and removed by operations
 * of their own, and a product is archived rather than deleted.
 */
import { z } from 'zod';
import { httpsUrl, integer, line, list, money, oneOf, optional, prose, shown, slug, usually } from '../fields.ts';
import { defineResource } from '../resource.ts';

export const MAX_FILES = 50;

export interface ProductFile {
  assetId: string;
  name: string;
  size: number;
}

const productFile = z.object({
  assetId: z.string().describe('The asset'),
  name: z.string().describe('What a buyer sees'),
  size: z.int().describe('In bytes'),
});

export const digitalProduct = defineResource({
  one: 'digital_product',
  many: 'digital_products',
  table: 'digitalProducts',
  prefix: 'prd',
  summary: 'Files for sale at the school, drafts and archived products included.',
  read: 'digital_products:read',
  write: 'digital_products:write',
  alternateKey: 'slug',
  filters: ['status'],
  search: ['title', 'description'],
  fields: {
    title: line(200, { description: 'What it is called' }),
    slug: slug({ description: 'Its short name in addresses, unique at the school' }),
    description: usually('', prose(20_000, { description: 'Markdown' })),
    price: money({ description: 'What it costs' }),
    coverImageUrl: optional(httpsUrl({ description: 'A picture' })),
    files: shown(list(productFile, MAX_FILES, { description: 'What a buyer downloads, in order' })),
    downloadLimit: optional(integer(1, 100, { description: 'How often a buyer can; null is without limit' })),
    status: shown(oneOf(['draft', 'published', 'archived'], { description: 'Changed by publish and archive' })),
  },
});
