/** The public part of each row. An item contains the members of its schema and no others. */
import { z } from 'zod';
import type { RowIn } from '../../../plugins/school/stores.ts';
import { instant, momentOf, money } from './pages.ts';

export const publicCourse = z.object({
  slug: z.string().describe('Course slug, for get_public_course'),
  title: z.string(),
  subtitle: z.string().nullable(),
  description: z.string().describe('Markdown'),
  courseType: z.enum(['paid', 'free', 'public_access', 'pre_order']),
  price: money,
});

export const courseItem = (row: RowIn<'courses'>): z.output<typeof publicCourse> => ({
  slug: row.slug,
  title: row.title,
  subtitle: row.subtitle,
  description: row.description,
  courseType: row.courseType,
  price: priceOf(row),
});

export const publicEvent = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string().describe('Markdown'),
  kind: z.enum(['online', 'in_person', 'hybrid']),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string().describe('IANA time zone of the event'),
  location: z.string().nullable(),
  registrationClosesAt: instant.nullable(),
  price: money,
});

export const eventItem = (row: RowIn<'events'>): z.output<typeof publicEvent> => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  kind: row.kind,
  startsAt: momentOf(row.startsAt),
  endsAt: momentOf(row.endsAt),
  timezone: row.timezone,
  location: row.location,
  registrationClosesAt: row.registrationClosesAt === null ? null : momentOf(row.registrationClosesAt),
  price: priceOf(row),
});

export const publicPost = z.object({
  slug: z.string().describe('Post slug, for get_public_post'),
  title: z.string(),
  excerpt: z.string().nullable(),
  publishedAt: instant,
});

export const wholePost = publicPost.extend({ bodyMarkdown: z.string() });

/** Returns a post. @param publishedAt milliseconds since the epoch */
export const postItem = (
  { slug, title, excerpt }: RowIn<'posts'>,
  publishedAt: number,
): z.output<typeof publicPost> => ({
  slug,
  title,
  excerpt,
  publishedAt: momentOf(publishedAt),
});

export const publicPlan = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  planType: z.enum(['recurring', 'fixed_date', 'fixed_length', 'lifetime']),
  interval: z.enum(['month', 'year']).nullable().describe('Recurring plans only: unit of the billing period'),
  intervalCount: z.int().nullable(),
  lengthDays: z.int().nullable().describe('Fixed-length plans only: duration in days'),
  endsOn: z.string().nullable().describe('Fixed-date plans only: last day'),
  trialDays: z.int(),
  allCourses: z.boolean().describe('Whether the plan includes all courses of the school'),
  price: money,
});

export const planItem = (row: RowIn<'membershipPlans'>): z.output<typeof publicPlan> => ({
  slug: row.slug,
  name: row.name,
  description: row.description,
  planType: row.planType,
  interval: row.interval,
  intervalCount: row.intervalCount,
  lengthDays: row.lengthDays,
  endsOn: row.endsOn,
  trialDays: row.trialDays,
  allCourses: row.allCourses,
  price: priceOf(row),
});

const priceOf = (row: { priceAmount: number; priceCurrency: string }) => ({
  amount: row.priceAmount,
  currency: row.priceCurrency,
});
