/** What of a row is for everybody's eyes: only what is named here gets out. */
import { z } from 'zod';
import { instant, momentOf, momentOrNull, money } from './pages.ts';

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

export const courseItem = (row: Row) =>
  ({
    slug: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    description: row.description,
    courseType: row.courseType,
    price: priceOf(row),
  }) as z.output<typeof publicCourse>;

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
  ({
    slug: row.slug,
    title: row.title,
    description: row.description,
    kind: row.kind,
    startsAt: momentOf(Number(row.startsAt)),
    endsAt: momentOf(Number(row.endsAt)),
    timezone: row.timezone,
    location: row.location,
    registrationClosesAt: momentOrNull(row.registrationClosesAt as number | null),
    price: priceOf(row),
  }) as z.output<typeof publicEvent>;

export const publicPost = z.object({
  slug: z.string().describe('Post slug, for get_public_post'),
  title: z.string(),
  excerpt: z.string().nullable(),
  publishedAt: instant,
});

export const wholePost = publicPost.extend({ bodyMarkdown: z.string() });

export const postItem = (row: Row) =>
  ({
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    publishedAt: momentOf(Number(row.publishAt)),
  }) as z.output<typeof publicPost>;

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

export const planItem = (row: Row) =>
  ({
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
  }) as z.output<typeof publicPlan>;

const priceOf = (row: Row) => ({ amount: row.priceAmount, currency: row.priceCurrency });
