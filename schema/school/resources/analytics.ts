/**
 * Metrics of a single course in the admin API. An order is paid and refunded as a whole, so the revenue of a course is
 * its share in what was paid and refunded.
 */
import { z } from 'zod';
import { computed, line, readOnly } from '../fields.ts';
import { sumValue } from '../money.ts';
import { defineResource } from '../resource.ts';

/** The metrics are keyed by the id of the course. */
export const courseAnalytics = defineResource({
  one: 'course_analytics',
  many: 'course_analytics',
  table: 'courses',
  prefix: 'crs',
  summary:
    'Reports student numbers, completion, progress and revenue per course. Members who were removed are not counted. Revenue is the share of the course, by the prices of the items, in the payments of orders, less refunds.',
  read: 'analytics:read',
  fields: {
    title: readOnly(line(200, { description: 'Course title' })),
    students: computed(z.int(), 'Enrollments of members that are not revoked'),
    completions: computed(z.int(), 'Students who have completed the course'),
    completionRate: computed(z.number(), 'Share of students who have completed the course, 0 to 1'),
    averageProgress: computed(z.number(), 'Average progress of the students, in percent'),
    revenue: computed(
      sumValue,
      'In minor units of currency; orders in other currencies are not included',
      [],
      'minor_units',
    ),
    currency: computed(z.string(), "ISO 4217 code of the school's currency"),
    revenueByCurrency: computed(
      z.array(z.object({ currency: z.string().describe('ISO 4217 code'), amount: sumValue })),
      'Revenue in every currency, in minor units',
    ),
  },
  times: {},
});
