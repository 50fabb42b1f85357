/** The arguments of a list and the shape of its response (Relay Cursor Connections). */
import type { FastifyInstance } from 'fastify';
import type { Page, PageKey, PageRequest } from '../../../schema/data/list-page.ts';
import type { Member } from '../../../schema/school/account.ts';
import { badInput } from './errors.ts';

export const USUAL_PAGE = 20;
export const MAX_PAGE = 100;

export interface PageArguments {
  first?: number | null;
  after?: string | null;
}

/** Identifies a list and its owner. A cursor of another list or another member is rejected. */
export const listOf = (name: string, { siteId, personId }: Member, ...filter: string[]): string[] => [
  name,
  siteId,
  personId,
  ...filter,
];

/**
 * Parses the arguments of a list.
 * @param list identifies the list and its owner
 * @throws {GraphQLError} `BAD_USER_INPUT` if an argument is out of range. It is not clamped, because a page that is
 * shorter than requested looks like the last one.
 */
export function readPage(
  cursors: FastifyInstance['cursors'],
  list: readonly string[],
  { first, after }: PageArguments,
): PageRequest {
  const count = first ?? USUAL_PAGE;
  if (count < 0 || count > MAX_PAGE) throw badInput(`first must be from 0 to ${MAX_PAGE}`);
  if (after == null) return { first: count, after: undefined };
  const key = cursors.read(list, after);
  if (key === undefined) throw badInput('after is not a cursor of this list');
  return { first: count, after: key };
}

export interface Connection<Node> {
  nodes: readonly Node[];
  edges: readonly { cursor: string; node: Node }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  /** Called only if the query selects `totalCount`. */
  totalCount(): Promise<number>;
}

export function connectionOf<Row, Node>(
  { rows, hasMore }: Page<Row>,
  options: {
    request: PageRequest;
    toNode: (row: Row) => Node;
    keyOf: (row: Row) => PageKey;
    toCursor: (key: PageKey) => string;
    count: () => Promise<number>;
  },
): Connection<Node> {
  const { request, toNode, keyOf, toCursor, count } = options;
  const edges = rows.map((row) => ({ node: toNode(row), cursor: toCursor(keyOf(row)) }));
  return {
    nodes: edges.map(({ node }) => node),
    edges,
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: request.after !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: count,
  };
}

interface ConnectionNames {
  /** The type of a node: `EnrolledCourse`. */
  node: string;
  /** The plural in sentences: `enrolled courses`. */
  many: string;
  /** The short plural, for the nodes of one page: `courses`. */
  nodes: string;
  /** The singular with its article: `An enrolled course`. */
  one: string;
  /** The short singular: `course`. */
  short: string;
}

/** Returns the type definitions of a list in the schema language. */
export const connectionTypes = ({ node, many, nodes, one, short }: ConnectionNames): string => /* GraphQL */ `
"""A page of ${many}."""
type ${node}Connection {
  """The ${nodes} of this page."""
  nodes: [${node}!]!
  """The nodes of this page, each with its cursor."""
  edges: [${node}Edge!]!
  """Pagination details."""
  pageInfo: PageInfo!
  """Total number on all pages."""
  totalCount: Int!
}

"""${one} and its cursor."""
type ${node}Edge {
  """Cursor of this node, for the argument after."""
  cursor: String!
  """The ${short}."""
  node: ${node}!
}
`;

export const pageInfoType = /* GraphQL */ `
"""Pagination details of a page."""
type PageInfo {
  """Whether there is a next page."""
  hasNextPage: Boolean!
  """Whether there is a previous page."""
  hasPreviousPage: Boolean!
  """Cursor of the first node; null if the page is empty."""
  startCursor: String
  """Cursor of the last node, for the argument after; null if the page is empty."""
  endCursor: String
}
`;
