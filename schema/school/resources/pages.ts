/**
 * A page of a school's site, made of either blocks or Markdown, never both. At most one page is the homepage, and the
 * kinds of block are left open, so most of what a block holds is not validated.
 */
import { z } from 'zod';
import { flag, instant, line, list, oneOf, optional, prose, shown, slug } from '../fields.ts';
import { defineResource } from '../resource.ts';

const DEEPEST = 32;
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** What every database keeps as it is. */
const isKeepable = (value: unknown, levels = DEEPEST): boolean => {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.entries(value).every(([name, one]) => isText(name) && isKeepable(one, levels - 1));
};

/** A part of a page; what else it says depends on its kind. */
export const block = z
  .looseObject({ kind: z.string().min(1).max(50).describe('What it is, as in hero or courses') })
  .refine((value) => isKeepable(value), 'holds characters that cannot be shown, or is too deep')
  .describe('A part of a page; further members depend on the kind');

export const page = defineResource({
  one: 'page',
  many: 'pages',
  table: 'pages',
  prefix: 'pag',
  summary: 'The pages of the school, drafts included.',
  read: 'pages:read',
  write: 'pages:write',
  alternateKey: 'slug',
  filters: ['status'],
  search: ['title', 'bodyMarkdown'],
  fields: {
    title: line(200, { description: 'What it is called' }),
    slug: slug({ description: 'Its short name in addresses, unique at the school' }),
    blocks: optional({
      ...list(block, 200, { description: 'What it is made of, when not of text' }),
      fromRow: (name, row) => row[name] ?? null,
    }),
    bodyMarkdown: optional(prose(200_000, { description: 'Markdown, when it is not made of blocks' })),
    seoTitle: optional(line(70, { description: 'What search engines show as its title' })),
    seoDescription: optional(line(160, { description: 'What search engines show of it' })),
    status: shown(oneOf(['draft', 'published'], { description: 'Changed by publish and unpublish' })),
    isHomepage: shown(flag({ description: 'The school opens with it; changed by set_homepage' })),
    publishedAt: shown(optional(instant({ description: 'When it was published last' }))),
  },
});
