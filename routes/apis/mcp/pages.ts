/** Paged lists, in the same form for every tool. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Page, PageKey } from '../../../schema/data/list-page.ts';
import { invalidInput } from '../../../schema/school/problem.ts';

export const pageArguments = {
  first: z.int().min(1).max(100).default(20).describe('Page size, 1 to 100'),
  after: z.string().max(300).optional().describe('endCursor of the previous page'),
};

export interface PageArguments {
  first: number;
  after?: string | undefined;
}

export const pageOf = <Item extends z.ZodObject>(item: Item) =>
  z.object({
    nodes: z.array(item),
    pageInfo: z.object({
      hasNextPage: z.boolean(),
      endCursor: z.string().nullable().describe('Cursor for the argument after, to get the next page'),
    }),
  });

interface Source<Row> {
  /** Identifies the list and its owner, so that its cursors work nowhere else. */
  cursorScope: readonly string[];
  read(request: { first: number; after: PageKey | undefined }): Promise<Page<Row>>;
  keyOf(row: Row): PageKey;
}

/** Reads one page of a list. @throws {ProblemError} if `after` is not a cursor of this list */
export async function readPage<Row, Item>(
  { cursors }: FastifyInstance,
  { first, after }: PageArguments,
  { cursorScope, read, keyOf }: Source<Row>,
  toItem: (row: Row) => Item,
) {
  const key = after === undefined ? undefined : cursors.read(cursorScope, after);
  if (after !== undefined && key === undefined) {
    throw invalidInput([{ path: 'after', code: 'invalid_cursor', message: 'is not a cursor of this list' }]);
  }
  const { rows, hasMore } = await read({ first, after: key });
  const last = rows.at(-1);
  const endCursor = last === undefined ? null : cursors.make(cursorScope, keyOf(last));
  return { nodes: rows.map(toItem), pageInfo: { hasNextPage: hasMore, endCursor } };
}

export const instant = z.iso.datetime();

export const momentOf = (time: number): string => new Date(time).toISOString();
export const momentOrNull = (time: number | null): string | null => (time === null ? null : momentOf(time));

export const money = z.object({
  amount: z.int().describe('In minor units, such as cents'),
  currency: z.string().describe('ISO 4217 code'),
});
