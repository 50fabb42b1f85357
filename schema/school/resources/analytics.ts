/**
 * Figures of a single course, as the admin API reports them. Revenue here leaves out orders refunded in full but does
 * not subtract partial refunds, unlike the school's totals, which do.
 */
import { z } from 'zod';
import { computed, line, shown } from '../fields.ts';
import { defineResource } from '../resource.ts';

/** By the id of the course. */
export const courseFigures = defineResource({
  one: 'course_analytics',
  many: 'course_analytics',
  table: 'courses',
  prefix: 'crs',
  summary:
    'How many are enrolled in each course, how far they are, and what it brought: prices of paid orders in the currency of the school, before discounts, taxes and refunds; orders that were paid back whole do not count.',
  read: 'analytics:read',
  fields: {
    title: shown(line(200, { description: 'What the course is called' })),
    students: computed(z.int(), 'Enrollments that are not revoked'),
    completions: computed(z.int(), 'Those of them who have finished it'),
    completionRate: computed(z.number(), 'The share of students who have finished it, 0 to 1'),
    averageProgress: computed(z.number(), 'Of the students, in percent'),
    revenue: computed(z.int(), 'Minor units'),
    currency: computed(z.string(), 'ISO 4217'),
  },
  times: {},
});
