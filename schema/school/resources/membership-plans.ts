/**
 * A membership plan: recurring, for a fixed number of days, until a date or for life. The type is fixed at creation and
 * decides which fields set the length, and a new price applies to new subscribers only.
 */
import { z } from 'zod';
import {
  asMarkdown,
  computed,
  day,
  flag,
  immutable,
  integer,
  line,
  money,
  oneOf,
  optional,
  prose,
  readOnly,
  references,
  slug,
  withDefault,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

/** The fields that define the length of a plan of each type. Fields of other types are not allowed. */
export const TERMS = {
  recurring: ['interval', 'intervalCount'],
  fixed_length: ['lengthDays'],
  fixed_date: ['endsOn'],
  lifetime: [],
} as const;

export const membershipPlan = defineResource({
  one: 'membership_plan',
  many: 'membership_plans',
  table: 'membershipPlans',
  prefix: 'pln',
  summary: "Lists the school's membership plans, including drafts and archived ones.",
  read: 'membership_plans:read',
  write: 'membership_plans:write',
  alternateKey: 'slug',
  filters: ['status'],
  sorts: ['createdAt', 'name'],
  search: ['name', 'description'],
  fields: {
    name: line(100, { description: 'Name' }),
    slug: slug({ description: 'URL slug, unique within the school' }),
    description: withDefault('', asMarkdown(prose(20_000, { description: 'Markdown' }))),
    planType: immutable(
      oneOf(['recurring', 'fixed_date', 'fixed_length', 'lifetime'], {
        description:
          'Duration: until cancelled (recurring), until a date, for a number of days, or for life. Cannot be changed later',
      }),
    ),
    interval: optional(
      oneOf(['month', 'year'], {
        description: "Recurring plans only: unit of the billing period, counted in the school's time zone",
      }),
    ),
    intervalCount: optional(
      integer(1, 36, { description: 'Recurring plans only: number of months or years per billing period' }),
    ),
    lengthDays: optional(integer(1, 36_500, { description: 'Fixed-length plans only: duration in days' })),
    endsOn: optional(day({ description: "Fixed-date plans only: last day, in the school's time zone" })),
    price: money({ description: 'Price per period; changes apply to new subscribers only' }),
    trialDays: withDefault(0, integer(0, 90, { description: 'Length of the free trial, in days' })),
    courseIds: references(500, {
      description: 'Ids of the courses included in the plan; subscribers can open those that are published',
    }),
    allCourses: withDefault(false, flag({ description: 'Whether the plan includes all courses, current and future' })),
    productIds: references(500, { description: 'Ids of the digital products included in the plan' }),
    status: readOnly(
      oneOf(['draft', 'active', 'archived'], {
        description:
          'Members can subscribe to active plans only. Read-only; changed by publish_membership_plan and archive_membership_plan',
      }),
    ),
    subscriberCount: computed(z.int(), 'Number of members with a subscription that has not ended'),
  },
});
