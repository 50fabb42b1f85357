/**
 * A course as the admin API shows it. Its slug is unique within the school, its status changes only through publish,
 * unpublish and archive, and the database maintains its lecture and student counts.
 */
import {
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
  references,
  shown,
  slug,
  strings,
  usually,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const course = defineResource({
  one: 'course',
  many: 'courses',
  table: 'courses',
  prefix: 'crs',
  summary: 'The courses of the school, drafts included.',
  read: 'courses:read',
  write: 'courses:write',
  alternateKey: 'slug',
  filters: ['status', 'courseType', 'featured'],
  search: ['title', 'subtitle', 'description'],
  fields: {
    title: line(200, { description: 'What it is called' }),
    slug: slug({ description: 'Its short name in addresses, unique at the school' }),
    subtitle: optional(line(300, { description: 'One line below the title' })),
    description: usually('', prose(20_000, { description: 'Markdown' })),
    coverImageUrl: optional(httpsUrl({ description: 'A picture' })),
    courseType: usually(
      'free',
      oneOf(['paid', 'free', 'public_access', 'pre_order'], { description: 'How one gets in' }),
    ),
    price: usually({ amount: 0, currency: 'EUR' }, money({ description: 'What it costs' })),
    status: shown(oneOf(['draft', 'published', 'archived'], { description: 'Changed by publish, unpublish, archive' })),
    publishedAt: shown(optional(instant({ description: 'When it was published last' }))),
    featured: usually(false, flag({ description: 'Shown first' })),
    unlisted: usually(false, flag({ description: 'Found only by those who have the address' })),
    accessDays: optional(integer(1, 3650, { description: 'Days of access from the enrollment on; null is for ever' })),
    lecturerIds: references(50, { description: 'Who teaches it' }),
    categories: strings(20, { description: 'What it belongs to' }),
    tags: strings(50, { description: 'Words to find it by' }),
    lectureCount: count({ description: 'Published lectures' }),
    studentCount: count({ description: 'Enrollments that are not revoked' }),
  },
});
