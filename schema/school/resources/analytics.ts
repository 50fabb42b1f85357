/**
 * Metrics of a single course in the admin API. Revenue excludes orders that were refunded in full, but does not
 * subtract partial refunds, unlike the totals of the school.
 */
import { z } from 'zod';
import { computed, line, readOnly } from '../fields.ts';
import { defineResource } from '../resource.ts';

/** The metrics are keyed by the id of the course. */
export const courseAnalytics = defineResource({
  one: 'course_analytics',
  many: 'course_analytics',
  table: 'courses',
  prefix: 'crs',
  summary:
    'Reports student numbers, completion, progress and revenue per course. Revenue is the item prices of paid orders in the currency of the school, before discounts, taxes and refunds; fully refunded orders are excluded.',
  read: 'analytics:read',
  fields: {
    title: readOnly(line(200, { description: 'Course title' })),
    students: computed(z.int(), 'Enrollments that are not revoked'),
    completions: computed(z.int(), 'Students who have completed the course'),
    completionRate: computed(z.number(), 'Share of students who have completed the course, 0 to 1'),
    averageProgress: computed(z.number(), 'Average progress of the students, in percent'),
    revenue: computed(z.int(), 'In minor units of currency'),
    currency: computed(z.string(), "ISO 4217 code of the school's currency"),
  },
  times: {},
});
