import type { Answer } from '../load/connection.ts';
import { UnexpectedAnswer } from '../load/load.ts';
import type { School } from './start.ts';

export interface SchoolRow {
  name: string;
  /** @returns the one request that is repeated */
  prepare(school: School): Promise<Buffer>;
  /** What a right answer holds. */
  proof: string;
}

const VIEWER = `{ viewer { id email enrolledCourses(first: 20) { nodes {
  slug expireDate hasLifetimeAccess lastWatchedLecture { lectureId positionSeconds } } } } }`;
const ORDERS =
  '{ viewer { orders(first: 20) { nodes { number status total { amount formatted } items { title } } } } }';
/** Pages of a hundred that are turned to come to a place deep in a list. */
const DEEP_PAGES = 30;

export const SCHOOL_ROWS: readonly SchoolRow[] = [
  { name: 'viewer, 20 courses', prepare: async (school) => graphql(school, VIEWER), proof: '"hasLifetimeAccess"' },
  { name: 'viewer, 20 orders', prepare: async (school) => graphql(school, ORDERS), proof: '"formatted"' },
  { name: 'courses, first page', prepare: async (school) => list(school, ''), proof: '"nodes":[{' },
  {
    name: 'courses, deep page',
    prepare: async (school) => list(school, `&after=${await cursorDeepIn(school)}`),
    proof: '"pageInfo"',
  },
  { name: 'courses, filtered', prepare: async (school) => list(school, '&status=draft'), proof: '"pageInfo"' },
  { name: 'courses, searched', prepare: async (school) => list(school, '&q=watercolour'), proof: '"pageInfo"' },
];

export function accept(row: SchoolRow, answer: Answer): void {
  if (answer.status !== 200 || !answer.body.includes(row.proof) || answer.body.includes('"errors"')) {
    throw new UnexpectedAnswer(`200 with ${row.proof}`, answer);
  }
}

function graphql({ server, memberToken }: School, query: string): Buffer {
  const body = JSON.stringify({ query });
  return Buffer.from(
    `POST /account/graphql HTTP/1.1\r\nHost: ${server.origin.host}\r\nAuthorization: Bearer ${memberToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function list({ server, operatorToken }: School, parameters: string): Buffer {
  return Buffer.from(
    `GET /api/v1/courses?first=20${parameters} HTTP/1.1\r\nHost: ${server.origin.host}\r\n` +
      `Authorization: Bearer ${operatorToken}\r\n\r\n`,
  );
}

async function cursorDeepIn({ server, operatorToken }: School): Promise<string> {
  let cursor = '';
  for (let turned = 0; turned < DEEP_PAGES; turned += 1) {
    const after = cursor === '' ? '' : `&after=${cursor}`;
    const response = await fetch(new URL(`/api/v1/courses?first=100${after}`, server.origin), {
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    const { pageInfo } = (await response.json()) as { pageInfo: { hasNextPage: boolean; endCursor: string } };
    // A small school has no page so deep: its last but one place will do.
    if (!pageInfo.hasNextPage && cursor !== '') break;
    cursor = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) break;
  }
  return cursor;
}
