/**
 * A blog post, either draft, scheduled or published. `publishAt` is the time it was or will be published, and
 * visibility decides whether everyone, members or only those with a running subscription may read it.
 */
import {
  asMarkdown,
  httpsUrl,
  instant,
  line,
  oneOf,
  optional,
  prose,
  readOnly,
  reference,
  slug,
  strings,
  withDefault,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const post = defineResource({
  one: 'post',
  many: 'posts',
  table: 'posts',
  prefix: 'pst',
  summary: "Lists the school's posts, including drafts and scheduled ones.",
  read: 'posts:read',
  write: 'posts:write',
  alternateKey: 'slug',
  filters: ['status', 'visibility', 'category'],
  comparisons: {
    tag: { field: 'tags', compare: 'lists', description: 'Filters by a tag; it is compared exactly as written' },
  },
  sorts: ['createdAt', 'title'],
  search: ['title', 'excerpt', 'bodyMarkdown'],
  fields: {
    title: line(200, { description: 'Title' }),
    slug: slug({ description: 'URL slug, unique within the school' }),
    bodyMarkdown: withDefault('', asMarkdown(prose(100_000, { description: 'Markdown' }))),
    excerpt: optional(prose(500, { description: 'Excerpt shown in lists' })),
    coverImageUrl: optional(httpsUrl({ description: 'URL of the cover image' })),
    category: optional(line(100, { description: 'Category' })),
    tags: strings(50, { description: 'Tags' }),
    authorId: withDefault(null, reference({ description: 'Author, a member of the school; the caller by default' })),
    visibility: withDefault(
      'public',
      oneOf(['public', 'members', 'plan'], {
        description:
          'Who can read the post: everyone, members, or members with a subscription to any plan that gives access',
      }),
    ),
    status: readOnly(
      oneOf(['draft', 'scheduled', 'published'], {
        description: 'Read-only; changed by publish_post, schedule_post and unpublish_post',
      }),
    ),
    publishAt: readOnly(optional(instant({ description: 'Time of publication, past or scheduled' }))),
  },
});
