/**
 * A page of a school's site, made of either blocks or Markdown, never both. At most one page is the homepage, and the
 * kinds of block are left open, so most of what a block holds is not validated.
 */
import { z } from 'zod';
import { asMarkdown, flag, instant, line, list, oneOf, optional, prose, readOnly, slug } from '../fields.ts';
import { defineResource } from '../resource.ts';

const DEEPEST = 32;
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns whether both databases store the value unchanged. */
const isKeepable = (value: unknown, levels = DEEPEST): boolean => {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.entries(value).every(([name, one]) => isText(name) && isKeepable(one, levels - 1));
};

/** A block of a page. Its other properties depend on its kind. */
export const block = z
  .looseObject({ kind: z.string().min(1).max(50).describe('Kind of block, such as hero or courses') })
  .refine((value) => isKeepable(value), 'contains characters that cannot be displayed, or is nested too deeply')
  .describe('A block of a page; other properties depend on kind');

export const page = defineResource({
  one: 'page',
  many: 'pages',
  table: 'pages',
  prefix: 'pag',
  summary: "Lists the pages of the school's site, including drafts.",
  read: 'pages:read',
  write: 'pages:write',
  alternateKey: 'slug',
  filters: ['status'],
  sorts: ['createdAt', 'title'],
  search: ['title', 'bodyMarkdown'],
  fields: {
    title: line(200, { description: 'Title' }),
    slug: slug({ description: 'URL slug, unique within the school' }),
    blocks: optional({
      ...asMarkdown(list(block, 200, { description: 'Blocks of the page; null if the page uses bodyMarkdown' })),
      fromRow: (name, row) => row[name] ?? null,
    }),
    bodyMarkdown: optional(
      asMarkdown(prose(200_000, { description: 'Text of the page, in Markdown; null if the page uses blocks' })),
    ),
    seoTitle: optional(line(70, { description: 'Title for search engines' })),
    seoDescription: optional(line(160, { description: 'Description for search engines' })),
    status: readOnly(
      oneOf(['draft', 'published'], { description: 'Read-only; changed by publish_page and unpublish_page' }),
    ),
    isHomepage: readOnly(flag({ description: 'Whether this page is the homepage; changed by set_homepage' })),
    publishedAt: readOnly(optional(instant({ description: 'Time of the last publication' }))),
  },
});
