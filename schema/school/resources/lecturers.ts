/**
 * A lecturer as visitors see them, in an order the school decides. A lecturer need not be a member, but linking one to
 * a member with the instructor role gives that member access to the courses the lecturer teaches.
 */
import {
  asMarkdown,
  integer,
  line,
  map,
  optional,
  positional,
  prose,
  reference,
  slug,
  withDefault,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const lecturer = defineResource({
  one: 'lecturer',
  many: 'lecturers',
  table: 'lecturers',
  prefix: 'lct',
  summary: "Lists the school's lecturers, as shown to visitors.",
  read: 'lecturers:read',
  write: 'lecturers:write',
  alternateKey: 'slug',
  title: 'name',
  sorts: ['createdAt', 'name'],
  search: ['name', 'title'],
  fields: {
    name: line(100, { description: 'Name' }),
    slug: slug({ description: 'URL slug, unique within the school' }),
    title: optional(line(100, { description: 'Professional title or role' })),
    bioMarkdown: withDefault('', asMarkdown(prose(10_000, { description: 'Markdown' }))),
    avatarAssetId: optional(reference({ description: 'Asset id of the portrait' })),
    links: map(20, { description: 'Links to other sites, keyed by kind' }),
    memberId: optional(
      reference({
        description:
          'Member account of this lecturer. If that member has the role instructor, they get access to the courses this lecturer teaches',
      }),
    ),
    position: positional(
      integer(0, 1_000_000, { description: 'Zero-based position in the list; changed by reorder_lecturers' }),
    ),
  },
});
