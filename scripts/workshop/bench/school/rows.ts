import type { Answer } from '../load/connection.ts';
import { UnexpectedAnswer } from '../load/load.ts';
import type { School } from './start.ts';

/** One request for each of the servers. */
export interface SchoolRow {
  name: string;
  requests: readonly (Buffer | undefined)[];
  /** Text that a correct response contains. */
  proof: string;
}

const VIEWER = `{ viewer { id email enrolledCourses(first: 20) { nodes {
  slug expireDate hasLifetimeAccess lastWatchedLecture { lectureId positionSeconds } } } } }`;
const ORDERS =
  '{ viewer { orders(first: 20) { nodes { number status total { amount formatted } items { title } } } } }';

const POSTS = '{ viewer { posts(first: 20) { nodes { title slug visibility publishedAt } } } }';
const SUBSCRIPTIONS = '{ viewer { subscriptions(first: 20) { nodes { status startedAt planName } } } }';
const DOWNLOADS = '{ viewer { digitalProducts(first: 20) { nodes { title downloadLimit } } } }';
const REGISTRATIONS = '{ viewer { eventRegistrations(first: 20) { nodes { status event { title startsAt } } } } }';
const outlineOf = (slug: string): string =>
  `{ viewer { courseOutline(slug: "${slug}") { lectures(first: 20) { nodes { id title } } } } }`;

export const memberRows = async (schools: readonly School[]): Promise<SchoolRow[]> => [
  { name: 'viewer, 20 courses', requests: schools.map((one) => graphql(one, VIEWER)), proof: '"hasLifetimeAccess"' },
  { name: 'viewer, 20 orders', requests: schools.map((one) => graphql(one, ORDERS)), proof: '"formatted"' },
  {
    name: 'viewer, 20 subscriptions',
    requests: schools.map((one) => graphql(one, SUBSCRIPTIONS)),
    proof: '"startedAt"',
  },
  { name: 'viewer, 20 downloads', requests: schools.map((one) => graphql(one, DOWNLOADS)), proof: '"nodes"' },
  { name: 'viewer, 20 registrations', requests: schools.map((one) => graphql(one, REGISTRATIONS)), proof: '"nodes"' },
  { name: 'viewer, 20 posts', requests: schools.map((one) => graphql(one, POSTS)), proof: '"publishedAt"' },
  {
    name: 'viewer, 20 lectures of a course',
    requests: await Promise.all(schools.map(async (one) => graphql(one, outlineOf(await ownCourse(one))))),
    proof: '"lectures":{"nodes":[{"id"',
  },
  ...['', '/courses', '/events', '/posts'].map((path) => ({
    name: `public page /schools/:school${path}`,
    requests: schools.map(({ server }) => publicPage(server.origin, `/schools/riverside${path}`)),
    proof: '<a href="/schools/riverside/',
  })),
];

/** @returns the slug of a course of the member */
async function ownCourse({ server, memberToken }: School): Promise<string> {
  const response = await fetch(new URL('/account/graphql', server.origin), {
    method: 'POST',
    headers: { authorization: `Bearer ${memberToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: VIEWER }),
  });
  const slug = /"slug":"([^"]+)"/.exec(await response.text())?.[1];
  if (slug === undefined) throw new Error(`the member has no course: ${response.status}`);
  return slug;
}

export function accept({ proof }: Pick<SchoolRow, 'proof'>, answer: Answer): void {
  if (answer.status !== 200 || !answer.body.includes(proof) || answer.body.includes('"errors"')) {
    throw new UnexpectedAnswer(`200 with ${proof}`, answer);
  }
}

const publicPage = (origin: URL, path: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\nAccept: text/html\r\n\r\n`);

function graphql({ server, memberToken }: School, query: string): Buffer {
  const body = JSON.stringify({ query });
  return Buffer.from(
    `POST /account/graphql HTTP/1.1\r\nHost: ${server.origin.host}\r\nAuthorization: Bearer ${memberToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
