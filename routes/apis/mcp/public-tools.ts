/** Tools for everyone: published and listed content of a school, and no personal data. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RecordQuery } from '../../../plugins/school/stores.ts';
import type { Page } from '../../../schema/data/list-page.ts';
import { pageText } from '../../../schema/school/page-text.ts';
import { notFound } from '../../../schema/school/problem.ts';
import { searchText, WORD_LIMIT } from '../../../schema/school/search-words.ts';
import { HIDDEN_TOOLS, toolAddresses } from '../../../schema/school/tool-guide.ts';
import {
  LISTED_COURSES,
  LISTED_EVENTS,
  OFFERED_PLANS,
  OPEN_COURSES,
  OPEN_PAGES,
  OPEN_POSTS,
  openPosts,
} from '../../../schema/school/visibility.ts';
import { type PageArguments, pageArguments, pageOf, readPage } from './pages.ts';
import {
  courseItem,
  eventItem,
  pageItem,
  planItem,
  postItem,
  publicCourse,
  publicEvent,
  publicPage,
  publicPlan,
  publicPost,
  wholePage,
  wholePost,
} from './public-items.ts';
import { schoolArgument, schoolIfAny, schoolOf, schoolOutput } from './school.ts';
import { type Caller, defineTool, named, ofSchool, type Tool, type ToolDeclaration } from './tool.ts';

/** Reads the rows of one kind. */
interface Store<Row, Filter> {
  page(siteId: string, query: RecordQuery<Filter>): Promise<Page<Row>>;
}

interface Listing<Row, Filter, Item> {
  table: 'courses' | 'events' | 'posts' | 'pages' | 'membershipPlans';
  store: Store<Row, Filter>;
  where: Filter;
  /** The time from which rows are public, by which they are sorted; by default, they are sorted by their creation. */
  since?: 'publishAt';
  /** Search words. */
  query?: string | undefined;
  toItem(row: Row, siteUrl: string): Item;
}

const listArguments = { ...schoolArgument, ...pageArguments };
const slug = (where: string) => z.string().max(100).describe(`Slug, from ${where}`);

const open = <Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: Omit<ToolDeclaration<Input, Output>, 'isReading'>,
): Tool => defineTool<Input, Output>({ ...declaration, isReading: true });

export const publicTools = (app: FastifyInstance): Tool[] => [
  schoolTool(app),
  ...courseTools(app),
  eventTool(app),
  ...postTools(app),
  ...pageTools(app),
  planTool(app),
  connectionTool(app),
];

const schoolTool = (app: FastifyInstance): Tool =>
  open({
    name: 'get_school_info',
    title: 'Get school info',
    description:
      "Returns the school's name, description, web address, language, time zone and currency. Call it first.",
    input: z.strictObject(schoolArgument),
    output: schoolOutput.extend(ofSchool),
    async run(caller, args) {
      const school = await schoolOf(app, caller, args.school);
      return { ...named(school), ...school };
    },
  });

const courseTools = (app: FastifyInstance): Tool[] => [
  open({
    name: 'search_public_courses',
    title: 'Search courses',
    description:
      "Lists the school's published courses with prices, newest first; with query, only those whose text contains all the words. Use it to find out what the school teaches and what it costs.",
    input: z.strictObject({
      ...listArguments,
      query: searchText.optional().describe(`Search words, ${WORD_LIMIT}; all courses by default`),
    }),
    output: pageOf(publicCourse).extend(ofSchool),
    run: (caller, args) =>
      listFor(app, caller, args, {
        table: 'courses',
        store: app.school.records('courses'),
        where: LISTED_COURSES,
        query: args.query,
        toItem: courseItem,
      }),
  }),
  open({
    name: 'get_public_course',
    title: 'Get a course',
    description:
      'Returns the description and price of one published course, also of an unlisted one. Call search_public_courses first for the slug.',
    input: z.strictObject({ ...schoolArgument, slug: slug('search_public_courses') }),
    output: publicCourse.extend(ofSchool),
    async run(caller, args) {
      const school = await schoolOf(app, caller, args.school);
      const row = await app.school.records('courses').findBy(school.id, { slug: args.slug, ...OPEN_COURSES });
      if (row === undefined) throw notFound('course');
      return { ...named(school), ...courseItem(row, school.url) };
    },
  }),
];

const eventTool = (app: FastifyInstance): Tool =>
  open({
    name: 'list_public_events',
    title: 'List events',
    description:
      "Lists the school's published events, including past ones, most recently created first. Links for attending online are shown to registered members only.",
    input: z.strictObject(listArguments),
    output: pageOf(publicEvent).extend(ofSchool),
    run: (caller, args) =>
      listFor(app, caller, args, {
        table: 'events',
        store: app.school.records('events'),
        where: LISTED_EVENTS,
        toItem: eventItem,
      }),
  });

function postTools(app: FastifyInstance): Tool[] {
  const { clock } = app;
  return [
    open({
      name: 'list_public_posts',
      title: 'List posts',
      description: 'Lists public posts, newest first, without their text, which get_public_post returns.',
      input: z.strictObject(listArguments),
      output: pageOf(publicPost).extend(ofSchool),
      run: (caller, args) =>
        listFor(app, caller, args, {
          table: 'posts',
          store: app.school.records('posts'),
          where: OPEN_POSTS,
          since: 'publishAt',
          toItem: postItem,
        }),
    }),
    open({
      name: 'get_public_post',
      title: 'Get a post',
      description: 'Returns a public post with its text. Call list_public_posts first for the slug.',
      input: z.strictObject({ ...schoolArgument, slug: slug('list_public_posts') }),
      output: wholePost.extend(ofSchool),
      async run(caller, args) {
        const school = await schoolOf(app, caller, args.school);
        const row = await app.school.records('posts').findBy(school.id, { slug: args.slug, ...openPosts(clock()) });
        if (row === undefined) throw notFound('post');
        return { ...named(school), ...postItem(row, school.url), bodyMarkdown: row.bodyMarkdown };
      },
    }),
  ];
}

const pageTools = (app: FastifyInstance): Tool[] => [
  open({
    name: 'list_public_pages',
    title: 'List public pages',
    description:
      "Lists the published pages of the school's site, such as contact or opening hours, without their text.",
    input: z.strictObject(listArguments),
    output: pageOf(publicPage).extend(ofSchool),
    run: (caller, args) =>
      listFor(app, caller, args, {
        table: 'pages',
        store: app.school.records('pages'),
        where: OPEN_PAGES,
        toItem: pageItem,
      }),
  }),
  open({
    name: 'get_public_page',
    title: 'Get a public page',
    description:
      "Returns a published page of the school's site with its text. Call list_public_pages first for the slug.",
    input: z.strictObject({ ...schoolArgument, slug: slug('list_public_pages') }),
    output: wholePage.extend(ofSchool),
    async run(caller, args) {
      const school = await schoolOf(app, caller, args.school);
      const row = await app.school.records('pages').findBy(school.id, { slug: args.slug, ...OPEN_PAGES });
      if (row === undefined) throw notFound('page');
      return { ...named(school), ...pageItem(row, school.url), bodyMarkdown: pageText(row) };
    },
  }),
];

const planTool = (app: FastifyInstance): Tool =>
  open({
    name: 'list_membership_plans_public',
    title: 'List membership plans',
    description: "Lists the school's membership plans open to new subscribers, with prices.",
    input: z.strictObject(listArguments),
    output: pageOf(publicPlan).extend(ofSchool),
    run: (caller, args) =>
      listFor(app, caller, args, {
        table: 'membershipPlans',
        store: app.school.records('membershipPlans'),
        where: OFFERED_PLANS,
        toItem: planItem,
      }),
  });

const connectionTool = (app: FastifyInstance): Tool =>
  open({
    name: 'how_to_connect',
    title: 'Get sign-in instructions',
    description:
      'Returns the URLs for signing in, and how to find tools that are not listed. Use it if no listed tool can do what is asked.',
    input: z.strictObject({}),
    output: connecting.extend(z.object(ofSchool).partial().shape),
    async run(caller) {
      const { config } = app;
      const school = await schoolIfAny(app, caller);
      const addressed = (await app.school.platform.isOneSchool()) ? undefined : school?.slug;
      return {
        ...(school && named(school)),
        ...toolAddresses(config, addressed),
        findingTools: HIDDEN_TOOLS,
        documentation: config.docsUrl,
      };
    },
  });

/** Returns a page of a school's public content, newest first. */
async function listFor<Row extends { id: string; createdAt: number; publishAt?: number | null }, Filter, Item>(
  app: FastifyInstance,
  caller: Caller,
  args: PageArguments & { school?: string | undefined },
  of: Listing<Row, Filter, Item>,
) {
  const { searchIndex } = app.school;
  const { table, store, where, since, query, toItem } = of;
  const school = await schoolOf(app, caller, args.school);
  const { id: siteId } = school;
  const found = query === undefined ? {} : { among: await searchIndex.find(siteId, table, query) };
  const sort = since ?? 'createdAt';
  const ranges = since && { ranges: [{ column: since, from: undefined, to: app.clock() + 1 }] };
  const page = await readPage(
    app,
    args,
    {
      cursorScope: ['public', table, sort, siteId, query ?? ''],
      read: (request) => store.page(siteId, { ...request, ...found, ...ranges, sort, descending: true, where }),
      keyOf: ({ [sort]: at, id }) => ({ at: at ?? 0, id }),
    },
    (row) => toItem(row, school.url),
  );
  return { ...named(school), ...page };
}

const connecting = z.object({
  anonymous: z.string().describe('MCP URL without sign-in until a tool requires it'),
  signInAsOperator: z.string().describe('MCP URL that requires sign-in on connection, for operators of a school'),
  signInAsMember: z.string().describe('MCP URL that requires sign-in on connection, for members'),
  allTools: z.string().describe('MCP URL that lists all tools of an operator, in pages'),
  findingTools: z.string(),
  metadata: z.string().describe('URL of the protected resource metadata, from which clients discover the rest'),
  documentation: z.string(),
});
