/** Lists, page after page. */
import { type Answered, done, holds, same } from './answers.ts';

export interface Page<One> {
  nodes: One[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount?: number;
}

/** Asked for in the query of a list. */
export interface PageQuery {
  first: number;
  after?: string;
  totalCount: boolean;
}

export type List<One> = (page: PageQuery) => Promise<Answered<Page<One>>>;

/** Everything that a list has, which is as much as it says. */
export async function everything<One>(list: List<One>, size = 100): Promise<One[]> {
  const all: One[] = [];
  for (let after: string | undefined; ; ) {
    const query: PageQuery = { first: size, totalCount: true, ...(after === undefined ? {} : { after }) };
    const { nodes, pageInfo, totalCount } = (await done(list(query))).data;
    holds(nodes.length <= size, 'a page is as long as was asked for');
    all.push(...nodes);
    if (!pageInfo.hasNextPage) {
      same(totalCount, all.length, 'the pages hold everything that was counted');
      return all;
    }
    if (pageInfo.endCursor === null) throw new Error('there is another page, and no way to it');
    after = pageInfo.endCursor;
  }
}

/** What a list has of an id. */
export const findIn = async <One extends { id: string }>(list: List<One>, wanted: string): Promise<One | undefined> =>
  (await everything(list)).find(({ id }) => id === wanted);

/** Goes through a list one by one as far as the second page, which must go on from the first. */
export async function pageByPage<One extends { id: string }>(list: List<One>): Promise<void> {
  const { nodes, pageInfo } = (await done(list({ first: 1, totalCount: false }))).data;
  if (!pageInfo.hasNextPage || pageInfo.endCursor === null) throw new Error('one page has everything');
  same(nodes.length, 1, 'one was asked for');
  const next = (await done(list({ first: 1, totalCount: false, after: pageInfo.endCursor }))).data;
  same(next.nodes.length, 1, 'the next one');
  holds(next.nodes[0]?.id !== nodes[0]?.id, 'it is another one');
}
