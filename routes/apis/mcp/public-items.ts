/**
 * The public part of each row. An item contains the members of its schema and no others, and the URL of the page on which
 * visitors find the same.
 */
import { z } from 'zod';
import type { RowIn } from '../../../plugins/school/stores.ts';
import { coursePath, eventPath, pagePath, postPath } from '../../../schema/school/addresses.ts';
import { instant, momentOf, money } from './pages.ts';

const url = z.string().describe('Public web page, to show to people');

export const publicCourse = z.object({
  slug: z.string().describe('Course slug, for get_public_course'),
  title: z.string(),
  subtitle: z.string().nullable(),
  description: z.string().describe('Markdown'),
  courseType: z.enum(['paid', 'free', 'public_access', 'pre_order']),
  price: money,
  url,
});

/** @param siteUrl the URL of the school, here and below */
export const courseItem = (row: RowIn<'courses'>, siteUrl: string): z.output<typeof publicCourse> => ({
  slug: row.slug,
  title: row.title,
  subtitle: row.subtitle,
  description: row.description,
  courseType: row.courseType,
  price: priceOf(row),
  url: `${siteUrl}${coursePath(row.slug)}`,
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
  url,
});

export const eventItem = (row: RowIn<'events'>, siteUrl: string): z.output<typeof publicEvent> => ({
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
  url: `${siteUrl}${eventPath(row.slug)}`,
});

export const publicPost = z.object({
  slug: z.string().describe('Post slug, for get_public_post'),
  title: z.string(),
  excerpt: z.string().nullable(),
  publishedAt: instant,
  url,
});

export const wholePost = publicPost.extend({ bodyMarkdown: z.string() });

/** A post without a time is outside the range of posts that are read. */
export const postItem = (
  { slug, title, excerpt, publishAt }: RowIn<'posts'>,
  siteUrl: string,
): z.output<typeof publicPost> => ({
  slug,
  title,
  excerpt,
  publishedAt: momentOf(publishAt ?? 0),
  url: `${siteUrl}${postPath(slug)}`,
});

export const publicPage = z.object({
  slug: z.string().describe('Page slug, for get_public_page'),
  title: z.string(),
  isHomepage: z.boolean(),
  url,
});

export const wholePage = publicPage.extend({ bodyMarkdown: z.string().describe('Text of the page') });

export const pageItem = (
  { slug, title, isHomepage }: RowIn<'pages'>,
  siteUrl: string,
): z.output<typeof publicPage> => ({
  slug,
  title,
  isHomepage,
  url: isHomepage ? siteUrl : `${siteUrl}${pagePath(slug)}`,
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
