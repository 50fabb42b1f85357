/**
 * A course as the admin API shows it. Its slug is unique within the school, its status changes only through publish,
 * unpublish and archive, and the database maintains its lecture and student counts.
 */
import {
  asMarkdown,
  count,
  flag,
  httpsUrl,
  instant,
  integer,
  line,
  money,
  oneOf,
  optional,
  prose,
  readOnly,
  references,
  slug,
  strings,
  withDefault,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const course = defineResource({
  one: 'course',
  many: 'courses',
  table: 'courses',
  prefix: 'crs',
  summary: "Lists the school's courses, including drafts and archived ones.",
  read: 'courses:read',
  write: 'courses:write',
  alternateKey: 'slug',
  filters: ['status', 'courseType', 'featured'],
  comparisons: {
    category: {
      field: 'categories',
      compare: 'lists',
      description: 'Filters by a category; it is compared exactly as written',
    },
    tag: { field: 'tags', compare: 'lists', description: 'Filters by a tag; it is compared exactly as written' },
    lecturerId: { field: 'lecturerIds', compare: 'lists', description: 'Filters by lecturer id' },
  },
  sorts: ['createdAt', 'title'],
  search: ['title', 'subtitle', 'description'],
  fields: {
    title: line(200, { description: 'Title' }),
    slug: slug({ description: 'URL slug, unique within the school' }),
    subtitle: optional(line(300, { description: 'Subtitle, one line' })),
    description: withDefault('', asMarkdown(prose(20_000, { description: 'Markdown' }))),
    coverImageUrl: optional(httpsUrl({ description: 'URL of the cover image' })),
    courseType: withDefault(
      'free',
      oneOf(['paid', 'free', 'public_access', 'pre_order'], { description: 'How members get access' }),
    ),
    price: withDefault(
      null,
      money({
        description: "Price; 0 unless courseType is paid or pre_order. 0 in the school's currency by default",
      }),
    ),
    status: readOnly(
      oneOf(['draft', 'published', 'archived'], {
        description: 'Read-only; changed by publish_course, unpublish_course and archive_course',
      }),
    ),
    publishedAt: readOnly(optional(instant({ description: 'Time of the last publication' }))),
    featured: withDefault(false, flag({ description: 'Whether the course is featured' })),
    unlisted: withDefault(false, flag({ description: 'Hidden from listings; reachable only by its URL' })),
    accessDays: optional(
      integer(1, 3650, { description: 'Days of access, counted from enrollment; null for lifetime access' }),
    ),
    lecturerIds: references(50, { description: 'Ids of the lecturers' }),
    categories: strings(20, { description: 'Categories' }),
    tags: strings(50, { description: 'Tags' }),
    lectureCount: count({ description: 'Number of published lectures' }),
    studentCount: count({ description: 'Number of enrollments of members that are not revoked' }),
  },
});
