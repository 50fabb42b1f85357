/**
 * A membership plan: recurring, for a fixed number of days, until a date or for life. The type is fixed at creation and
 * decides which fields set the length, and a new price applies to new subscribers only.
 */
import { z } from 'zod';
import {
  computed,
  day,
  flag,
  integer,
  line,
  money,
  oneOf,
  optional,
  prose,
  references,
  settled,
  shown,
  slug,
  usually,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

/** What a plan of each type says of its length; it says nothing else of it. */
export const TERMS = {
  recurring: ['interval', 'intervalCount'],
  fixed_length: ['lengthDays'],
  fixed_date: ['endsOn'],
  lifetime: [],
} as const;

export type PlanType = keyof typeof TERMS;

export const membershipPlan = defineResource({
  one: 'membership_plan',
  many: 'membership_plans',
  table: 'membershipPlans',
  prefix: 'pln',
  summary: 'What one can subscribe to at the school, drafts and archived plans included.',
  read: 'membership_plans:read',
  write: 'membership_plans:write',
  alternateKey: 'slug',
  filters: ['status'],
  search: ['name', 'description'],
  fields: {
    name: line(100, { description: 'What it is called' }),
    slug: slug({ description: 'Its short name in addresses, unique at the school' }),
    description: usually('', prose(20_000, { description: 'Markdown' })),
    planType: settled(
      oneOf(['recurring', 'fixed_date', 'fixed_length', 'lifetime'], {
        description: 'How long it lasts: until cancelled, until a date, for some days, or for ever',
      }),
    ),
    interval: optional(oneOf(['month', 'year'], { description: 'Of recurring plans: what a period is counted in' })),
    intervalCount: optional(integer(1, 36, { description: 'Of recurring plans: months or years in a period' })),
    lengthDays: optional(integer(1, 36_500, { description: 'Of plans of a fixed length: the days' })),
    endsOn: optional(day({ description: 'Of plans until a date: the last day, by the clocks of the school' })),
    price: money({ description: 'What a period costs; changing it is for new subscribers only' }),
    trialDays: usually(0, integer(0, 90, { description: 'Days before the first payment' })),
    courseIds: references(500, { description: 'The courses that come with it' }),
    allCourses: usually(false, flag({ description: 'Every course comes with it, now and later' })),
    status: shown(
      oneOf(['draft', 'active', 'archived'], {
        description: 'Only active plans can be taken. Changed by publish and archive',
      }),
    ),
    subscriberCount: computed(z.int(), 'Members whose subscription to it has not ended'),
  },
});
