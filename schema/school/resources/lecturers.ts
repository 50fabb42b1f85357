/**
 * A lecturer as visitors see them, in an order the school decides. A lecturer need not be a member, but linking one to
 * a member with the instructor role gives that member access to the courses the lecturer teaches.
 */
import { integer, line, map, optional, placed, prose, reference, slug, usually } from '../fields.ts';
import { defineResource } from '../resource.ts';

export const lecturer = defineResource({
  one: 'lecturer',
  many: 'lecturers',
  table: 'lecturers',
  prefix: 'lct',
  summary: 'Who teaches at the school, as visitors see them.',
  read: 'lecturers:read',
  write: 'lecturers:write',
  alternateKey: 'slug',
  search: ['name', 'title'],
  fields: {
    name: line(100, { description: 'The name' }),
    slug: slug({ description: 'The short name in addresses, unique at the school' }),
    title: optional(line(100, { description: 'Such as a profession' })),
    bioMarkdown: usually('', prose(10_000, { description: 'Markdown' })),
    avatarAssetId: optional(reference({ description: 'The asset with a picture' })),
    links: map(20, { description: 'Addresses elsewhere, by what they are' }),
    memberId: optional(
      reference({ description: 'The member this is. As an instructor, that member reaches the courses it teaches' }),
    ),
    position: placed(integer(0, 1_000_000, { description: 'Its place in the list; changed by reorder_lecturers' })),
  },
});
