/** What anybody may know of a school: published and listed, nothing personal. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound, ProblemError } from '../../schema/problem.ts';
import { type Caller, defineTool, type Tool } from './tool.ts';

type Row = Record<string, unknown>;

const school = z.string().max(100).optional().describe('The short name of the school, when there are several');
const page = {
  school,
  first: z.int().min(1).max(50).default(20).describe('How many'),
  after: z.string().max(300).optional().describe('The endCursor of the page before'),
};

interface School {
  [member: string]: unknown;
  id: string;
  slug: string;
  name: string;
}

/** @throws {ProblemError} when it is not clear which school is meant */
export async function schoolOf(app: FastifyInstance, { operator }: Caller, slug: unknown): Promise<School> {
  const found =
    typeof slug === 'string'
      ? await app.platform.siteBySlug(slug)
      : operator === undefined
        ? await app.platform.onlySite()
        : await app.platform.siteById(operator.siteId);
  if (found !== undefined) return found;
  if (typeof slug === 'string') throw notFound('school');
  throw new ProblemError('invalid-input', 'there are several schools here: say which one (school)');
}

export function publicTools(app: FastifyInstance): Tool[] {
  const { config, cursors, records } = app;

  /** A page of rows, the latest first. */
  async function list(
    caller: Caller,
    given: Row,
    table: 'courses' | 'events' | 'posts' | 'membershipPlans',
    where: Row,
    toItem: (row: Row) => Row,
  ) {
    const { id: siteId } = await schoolOf(app, caller, given.school);
    const place = ['public', table, siteId];
    const after = given.after === undefined ? undefined : cursors.read(place, String(given.after));
    if (given.after !== undefined && after === undefined)
      throw new ProblemError('invalid-input', 'after is not a cursor of this list');
    const { rows, hasMore } = await records(table).page(siteId, {
      first: Number(given.first),
      after,
      sort: 'createdAt',
      descending: true,
      where,
    });
    const last = rows.at(-1);
    const endCursor =
      last === undefined ? null : cursors.make(place, { at: Number(last.createdAt), id: String(last.id) });
    return { nodes: rows.map(toItem), pageInfo: { hasNextPage: hasMore, endCursor } };
  }

  async function one(caller: Caller, given: Row, table: 'courses' | 'posts', where: Row): Promise<Row> {
    const { id: siteId } = await schoolOf(app, caller, given.school);
    const row = await records(table).findBy(siteId, { slug: given.slug, ...where });
    if (row === undefined) throw notFound(table === 'courses' ? 'course' : 'post');
    return row;
  }

  const open = (declaration: Omit<Parameters<typeof defineTool>[0], 'isReading'>): Tool =>
    defineTool({ ...declaration, isReading: true });

  return [
    open({
      name: 'get_school_info',
      title: 'About the school',
      description: 'Says which school this is: name, description, language, time zone. Use it first.',
      input: z.strictObject({ school }),
      run: (caller, given) => schoolOf(app, caller, given.school),
    }),
    open({
      name: 'search_public_courses',
      title: 'Find courses',
      description:
        'Lists published courses of the school, the latest first, or those whose title and text have the words given.',
      input: z.strictObject({
        ...page,
        query: z.string().trim().min(1).max(100).optional().describe('Words to look for'),
      }),
      async run(caller, given) {
        if (given.query === undefined) return list(caller, given, 'courses', LISTED_COURSES, courseItem);
        const { id: siteId } = await schoolOf(app, caller, given.school);
        const among = await app.searchIndex.find(siteId, 'courses', String(given.query));
        const query = {
          first: Number(given.first),
          after: undefined,
          sort: 'createdAt',
          descending: true,
          where: LISTED_COURSES,
          among,
        };
        const { rows } = await records('courses').page(siteId, query);
        return { nodes: rows.map(courseItem), pageInfo: { hasNextPage: false, endCursor: null } };
      },
    }),
    open({
      name: 'get_public_course',
      title: 'About a course',
      description: 'Says what a published course is about, and what it costs.',
      input: z.strictObject({ school, slug: z.string().max(100).describe('The short name of the course') }),
      run: async (caller, given) => courseItem(await one(caller, given, 'courses', { status: 'published' })),
    }),
    open({
      name: 'list_public_events',
      title: 'List events',
      description: 'Lists published events of the school, the latest announced first.',
      input: z.strictObject(page),
      run: (caller, given) => list(caller, given, 'events', { status: 'published' }, eventItem),
    }),
    open({
      name: 'list_public_posts',
      title: 'List posts',
      description: 'Lists posts that everybody may read, the latest first.',
      input: z.strictObject(page),
      run: (caller, given) => list(caller, given, 'posts', OPEN_POSTS, postItem),
    }),
    open({
      name: 'get_public_post',
      title: 'Read a post',
      description: 'Gives the text of a post that everybody may read.',
      input: z.strictObject({ school, slug: z.string().max(100).describe('The short name of the post') }),
      run: async (caller, given) => {
        const row = await one(caller, given, 'posts', OPEN_POSTS);
        return { ...postItem(row), bodyMarkdown: row.bodyMarkdown };
      },
    }),
    open({
      name: 'list_membership_plans_public',
      title: 'List membership plans',
      description: 'Lists the plans one can become a member by, with their prices.',
      input: z.strictObject(page),
      run: (caller, given) => list(caller, given, 'membershipPlans', { status: 'active' }, planItem),
    }),
    open({
      name: 'how_to_connect',
      title: 'How to sign in',
      description: 'Says how a client gets access to more tools, and at which address it is asked to sign in at once.',
      input: z.strictObject({}),
      run: async () => ({
        anonymous: `${config.baseUrl}/mcp`,
        signInAsOperator: `${config.baseUrl}/mcp?auth=required`,
        signInAsMember: `${config.baseUrl}/mcp?auth=member`,
        metadata: `${config.baseUrl}/.well-known/oauth-protected-resource/mcp`,
        documentation: config.docsUrl,
      }),
    }),
  ];
}

const LISTED_COURSES = { status: 'published', unlisted: false };
const OPEN_POSTS = { status: 'published', visibility: 'public' };

const moment = (time: unknown): string | null => (time == null ? null : new Date(Number(time)).toISOString());

const courseItem = (row: Row): Row => ({
  slug: row.slug,
  title: row.title,
  subtitle: row.subtitle,
  description: row.description,
  courseType: row.courseType,
  price: { amount: row.priceAmount, currency: row.priceCurrency },
});

const eventItem = (row: Row): Row => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  kind: row.kind,
  startsAt: moment(row.startsAt),
  endsAt: moment(row.endsAt),
  timezone: row.timezone,
  location: row.location,
  price: { amount: row.priceAmount, currency: row.priceCurrency },
});

const postItem = (row: Row): Row => ({
  slug: row.slug,
  title: row.title,
  excerpt: row.excerpt,
  publishedAt: moment(row.publishAt),
});

const planItem = (row: Row): Row => ({
  slug: row.slug,
  name: row.name,
  description: row.description,
  planType: row.planType,
  interval: row.interval,
  price: { amount: row.priceAmount, currency: row.priceCurrency },
});
