/** What of a row is for everybody's eyes: parsing takes away whatever is not named here. */
import { z } from 'zod';
import { instant, momentOf, money } from './pages.ts';

/** As the store hands it out. */
export type Row = Readonly<Record<string, unknown>>;

export const publicCourse = z.object({
  slug: z.string().describe('Course slug, for get_public_course'),
  title: z.string(),
  subtitle: z.string().nullable(),
  description: z.string().describe('Markdown'),
  courseType: z.enum(['paid', 'free', 'public_access', 'pre_order']),
  price: money,
});

export const courseItem = (row: Row) => publicCourse.parse({ ...row, price: priceOf(row) });

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

export const eventItem = (row: Row) =>
  publicEvent.parse({
    ...row,
    startsAt: momentOf(Number(row.startsAt)),
    endsAt: momentOf(Number(row.endsAt)),
    registrationClosesAt: row.registrationClosesAt === null ? null : momentOf(Number(row.registrationClosesAt)),
    price: priceOf(row),
  });

export const publicPost = z.object({
  slug: z.string().describe('Post slug, for get_public_post'),
  title: z.string(),
  excerpt: z.string().nullable(),
  publishedAt: instant,
});

export const wholePost = publicPost.extend({ bodyMarkdown: z.string() });

export const postItem = (row: Row) => publicPost.parse({ ...row, publishedAt: momentOf(Number(row.publishAt)) });

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

export const planItem = (row: Row) => publicPlan.parse({ ...row, price: priceOf(row) });

const priceOf = (row: Row) => ({ amount: row.priceAmount, currency: row.priceCurrency });
