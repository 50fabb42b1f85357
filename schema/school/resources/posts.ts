/**
 * A blog post, either draft, scheduled or published. `publishAt` is the time it was or will be published, and
 * visibility decides whether everyone, members or only those with a running subscription may read it.
 */
import {
  httpsUrl,
  instant,
  line,
  oneOf,
  optional,
  prose,
  reference,
  shown,
  slug,
  strings,
  usually,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const post = defineResource({
  one: 'post',
  many: 'posts',
  table: 'posts',
  prefix: 'pst',
  summary: 'The posts of the school, drafts included.',
  read: 'posts:read',
  write: 'posts:write',
  alternateKey: 'slug',
  filters: ['status'],
  search: ['title', 'excerpt', 'bodyMarkdown'],
  fields: {
    title: line(200, { description: 'What it is called' }),
    slug: slug({ description: 'Its short name in addresses, unique at the school' }),
    bodyMarkdown: usually('', prose(100_000, { description: 'Markdown' })),
    excerpt: optional(prose(500, { description: 'What lists show of it' })),
    coverImageUrl: optional(httpsUrl({ description: 'A picture' })),
    category: optional(line(100, { description: 'What it belongs to' })),
    tags: strings(50, { description: 'Words to find it by' }),
    authorId: usually(null, reference({ description: 'The member who wrote it; whoever creates it unless said' })),
    visibility: usually(
      'public',
      oneOf(['public', 'members', 'plan'], {
        description: 'Who can read it: everybody, members, or members with a running subscription',
      }),
    ),
    status: shown(
      oneOf(['draft', 'scheduled', 'published'], { description: 'Changed by publish, schedule and unpublish' }),
    ),
    publishAt: shown(optional(instant({ description: 'When it was published, or will be' }))),
  },
});
