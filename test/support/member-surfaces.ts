/** What each surface says at one moment of what a member may open, in the same words. */
import { MEMBER_SCOPES } from '../../schema/oauth/scope.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { dataOf } from './account.ts';
import { CALLERS } from './admin.ts';
import type { Learning } from './learning.ts';
import { callTool, type Json } from './mcp.ts';

export const MEMBER = CALLERS.member.id;

/** What is asked about. */
export interface Things {
  course: string;
  event: string;
  post: string;
  product: string;
  /** Titles of lectures of the course. The first is a free preview. */
  lectures: readonly string[];
}

/** How things stand; what the member has nothing to do with is `undefined`. */
export interface Standing {
  /** The course that the member may open: by what, its last day, and how much of it was watched. */
  course?: readonly [source: string, lastDay: string | null, progress: number] | undefined;
  /** Each lecture: open, or why not. */
  lectures?: Readonly<Record<string, string>> | undefined;
  subscription?: string | undefined;
  product?: readonly [source: string, downloadsLeft: number] | undefined;
  post?: boolean;
  event?: readonly [status: string, cancelledBy: string | null, of: string, joinUrl: string | null] | undefined;
  /** What visitors see: whether they can read the preview, and whether the event takes place. */
  visitors?: Readonly<{ preview: boolean; eventIsCancelled: boolean }>;
}

const COURSE = 'slug source expireDate progressPercent';
const QUERY = `query ($course: String!) { viewer {
  enrolledCourses(first: 100, status: ACTIVE) { nodes { ${COURSE} } }
  courseOutline(slug: $course) { lectures { nodes { title isOpen closedBecause } } }
  subscriptions { nodes { status } }
  digitalProducts { nodes { slug source files { downloadsLeft } } }
  posts(first: 100) { nodes { slug } }
  eventRegistrations(first: 100) { nodes { status cancelledBy event { slug status joinUrl } } }
} }`;

const NO_NODES: readonly Json[] = [];
const lower = (value: unknown): string => String(value).toLowerCase();
const lowerOrNull = (value: unknown): string | null => (value == null ? null : lower(value));
const textOrNull = (value: unknown): string | null => (value == null ? null : String(value));

const courseOf = (found: Json | undefined): Standing['course'] =>
  found && [lower(found.source), textOrNull(found.expireDate), Number(found.progressPercent)];
const lecturesOf = (listed: readonly Json[] | undefined): Standing['lectures'] =>
  listed &&
  Object.fromEntries(
    listed.map(({ title, isOpen, closedBecause }) => [
      String(title),
      (isOpen as unknown) === true ? 'open' : lower(closedBecause),
    ]),
  );
const productOf = (found: Json | undefined): Standing['product'] =>
  found && [lower(found.source), Number(found.files?.[0]?.downloadsLeft)];
const eventOf = (found: Json | undefined): Standing['event'] =>
  found && [
    lower(found.status),
    lowerOrNull(found.cancelledBy),
    lower(found.event?.status),
    textOrNull(found.event?.joinUrl),
  ];
const bySlug = (nodes: readonly Json[] | undefined, slug: string): Json | undefined =>
  (nodes ?? NO_NODES).find((node) => String(node.slug) === slug);
const ofEvent = (nodes: readonly Json[] | undefined, slug: string): Json | undefined =>
  (nodes ?? NO_NODES).find(({ event }) => String(event?.slug) === slug);

/** Asks every surface, each for all that it knows. */
export function memberSurfaces({ app, ask, tokenOf }: Learning, things: Things) {
  const memberToken = () => tokenOf('member', MEMBER_SCOPES);

  async function graphql(): Promise<Standing> {
    const variables = { course: things.course };
    const { viewer } = (await dataOf(app, await memberToken(), QUERY, { variables })) as Json;
    return {
      course: courseOf(bySlug(viewer?.enrolledCourses?.nodes, things.course)),
      lectures: lecturesOf(viewer?.courseOutline?.lectures?.nodes),
      subscription: viewer?.subscriptions?.nodes?.map(({ status }) => lower(status))[0],
      product: productOf(bySlug(viewer?.digitalProducts?.nodes, things.product)),
      post: bySlug(viewer?.posts?.nodes, things.post) !== undefined,
      event: eventOf(ofEvent(viewer?.eventRegistrations?.nodes, things.event)),
    };
  }

  async function tools(): Promise<Standing> {
    const token = await memberToken();
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      (await callTool(app, name, args, { token })).result?.structuredContent;
    const nodes = async (name: string, args: Record<string, unknown> = {}) =>
      (await call(name, { first: 100, ...args }))?.nodes;
    return {
      course: courseOf(bySlug(await nodes('list_my_courses', { status: 'active' }), things.course)),
      lectures: lecturesOf((await call('get_my_course_progress', { slug: things.course }))?.lectures),
      subscription: (await nodes('list_my_subscriptions'))?.map(({ status }: Json) => lower(status))[0],
      product: productOf(bySlug(await nodes('list_my_downloads'), things.product)),
      post: bySlug(await nodes('list_my_posts'), things.post) !== undefined,
      event: eventOf(ofEvent(await nodes('list_my_event_registrations'), things.event)),
    };
  }

  /** What the school is told of its member: by REST, or by the tools of the same operations. */
  async function school(by: 'rest' | 'tools'): Promise<Standing> {
    const token = await tokenOf('owner');
    const read = async (path: string, tool: string, args: Record<string, unknown>): Promise<readonly Json[]> => {
      if (by === 'rest') return (await ask('GET', path)).json.nodes ?? NO_NODES;
      return (await callTool(app, tool, args, { token })).result?.structuredContent?.nodes ?? NO_NODES;
    };
    const courses = await read(`/students/${MEMBER}/courses?status=active&first=100`, 'list_member_courses', {
      ...{ id: MEMBER, status: 'active', first: 100 },
    });
    const subscriptions = await read(`/subscriptions?memberId=${MEMBER}&first=1`, 'list_subscriptions', {
      ...{ memberId: MEMBER, first: 1 },
    });
    return {
      course: courseOf(bySlug(courses, things.course)),
      subscription: subscriptions.map(({ status }) => lower(status))[0],
    };
  }

  /** What visitors read on the pages of the school. */
  async function pages(): Promise<Standing> {
    const at = `/schools/${RIVERSIDE.slug}`;
    const shown = async (path: string) => app.inject({ url: at + path, headers: { accept: 'text/html' } });
    const [first = ''] = things.lectures;
    const course = await shown(`/courses/${things.course}`);
    const event = await shown(`/events/${things.event}`);
    const link = new RegExp(`<a href="${at}(/courses/[^"]+)">${first}</a>`).exec(course.body)?.[1];
    const preview = link === undefined ? undefined : await shown(link);
    return {
      visitors: {
        preview: preview?.statusCode === 200,
        eventIsCancelled: event.body.includes('cancelled'),
      },
    };
  }

  return async (): Promise<Record<string, Standing>> => ({
    graphql: await graphql(),
    'the tools of the member': await tools(),
    rest: await school('rest'),
    'the tools of the school': await school('tools'),
    pages: await pages(),
  });
}

/** Takes the subscriptions away that the demo gives its member. */
export async function withoutSubscriptions({ ask }: Pick<Learning, 'ask'>): Promise<void> {
  const held = await ask('GET', `/subscriptions?memberId=${MEMBER}&first=100`);
  for (const { id, status } of held.json.nodes ?? NO_NODES) {
    if (!/cancelled|expired/.test(String(status))) await ask('POST', `/subscriptions/${id}/cancel`, { when: 'now' });
  }
}
