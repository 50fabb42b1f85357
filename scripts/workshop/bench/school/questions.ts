/** Builds comparable requests to two schools: the same number and type of rows, and the same condition. */
import type { List } from './lists.ts';
import type { School } from './start.ts';

export type Column = 'first' | 'deep' | 'filtered' | 'searched';

export interface Question {
  list: string;
  column: Column;
  /** The filter or search, if any. */
  condition: string;
  /** The number of rows in each response. */
  rows: number;
  /** One complete HTTP request for each school. */
  requests: readonly Buffer[];
}

/** The fields that list what a filter asks for. */
const LISTED: Readonly<Record<string, string>> = { category: 'categories', tag: 'tags', lecturerId: 'lecturerIds' };

type Node = Readonly<Record<string, unknown>>;
interface Page {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
export type Caller = 'operator' | 'instructor';

const PAGE = 20;
const LARGEST_PAGE = 100;
/** Number of pages of a hundred rows before a deep page. */
const DEEP_PAGES = 30;

/** @returns the requests for a list that return rows at both schools */
export async function questionsOf(list: List, caller: Caller, schools: readonly School[]): Promise<Question[]> {
  const lists = await Promise.all(schools.map((school) => ListAt.open(list, caller, school)));
  const question = async (column: Column, condition: string, parameters: readonly string[]): Promise<Question[]> => {
    const counts = await Promise.all(lists.map((one, index) => one.count(parameters[index] ?? '')));
    const rows = Math.min(...counts);
    const requests = lists.map((one, index) => one.request(`first=${rows}${parameters[index]}`));
    return rows === 0 ? [] : [{ list: list.name, column, condition, rows, requests }];
  };
  const each = (make: (one: ListAt) => Promise<string | undefined>) => Promise.all(lists.map(make));

  const found: Question[] = await question(
    'first',
    '',
    lists.map(() => ''),
  );
  const cursors = await each((one) => one.cursorDeepIn());
  if (cursors.every((cursor) => cursor !== undefined)) {
    found.push(
      ...(await question(
        'deep',
        '',
        cursors.map((cursor) => `&after=${cursor}`),
      )),
    );
  }
  for (const filter of list.filters) {
    const conditions = await each((one) => one.conditionOf(filter));
    if (!conditions.every((condition) => condition !== undefined)) continue;
    const name = filter.replace(/[<>]/g, '').replace(/:.*/, '');
    found.push(
      ...(await question(
        'filtered',
        name,
        conditions.map((condition) => `&${condition}`),
      )),
    );
  }
  if (list.words !== undefined) {
    const words = await each((one) => one.wordsOf(list.words ?? ''));
    found.push(
      ...(await question(
        'searched',
        'q',
        words.map((word) => `&q=${encodeURIComponent(word ?? '')}`),
      )),
    );
  }
  return found;
}

/** A list at one school. */
class ListAt {
  readonly #list: List;
  readonly #school: School;
  readonly #token: string;
  readonly #path: string;

  private constructor(list: List, school: School, token: string, path: string) {
    this.#list = list;
    this.#school = school;
    this.#token = token;
    this.#path = path;
  }

  static async open(list: List, caller: Caller, school: School): Promise<ListAt> {
    const token = caller === 'operator' ? school.operatorToken : school.instructorToken;
    if (list.below === undefined) return new ListAt(list, school, token, list.path);
    const { path, count } = list.below;
    const { nodes } = await new ListAt(list, school, token, path).page(`first=${LARGEST_PAGE}`);
    const largest = nodes.toSorted((a, b) => Number(b[count]) - Number(a[count]))[0];
    return new ListAt(list, school, token, list.path.replace(':id', String(largest?.id)));
  }

  request(parameters: string): Buffer {
    return Buffer.from(
      `GET /api/v1${this.#path}?${parameters} HTTP/1.1\r\nHost: ${this.#school.server.origin.host}\r\n` +
        `Authorization: Bearer ${this.#token}\r\n\r\n`,
    );
  }

  async page(parameters: string, path = this.#path): Promise<Page> {
    const response = await fetch(new URL(`/api/v1${path}?${parameters}`, this.#school.server.origin), {
      headers: { authorization: `Bearer ${this.#token}` },
    });
    if (!response.ok) throw new Error(`${path}?${parameters}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Page;
  }

  async count(parameters: string): Promise<number> {
    return (await this.page(`first=${PAGE}${parameters}`)).nodes.length;
  }

  /** Returns a cursor thousands of rows into the list, or as deep as it goes, with at least one more page. */
  async cursorDeepIn(): Promise<string | undefined> {
    let cursor: string | undefined;
    for (let turned = 0; turned < DEEP_PAGES; turned += 1) {
      const after: string = cursor === undefined ? '' : `&after=${cursor}`;
      const { nodes, pageInfo } = await this.page(`first=${LARGEST_PAGE}${after}`);
      if (!pageInfo.hasNextPage) {
        const size = nodes.length - Math.min(PAGE, Math.floor(nodes.length / 2));
        return size > 0 ? ((await this.page(`first=${size}${after}`)).pageInfo.endCursor ?? cursor) : cursor;
      }
      cursor = pageInfo.endCursor ?? undefined;
    }
    return cursor;
  }

  /**
   * Resolves a filter: `status=draft` is used unchanged, `memberId` gets the most frequent value, and `<from:placedAt`
   * a value in the middle of a page.
   */
  async conditionOf(filter: string): Promise<string | undefined> {
    if (filter.includes('=')) return filter;
    const [, end, column] = /^<(\w+):(\w+)$/.exec(filter) ?? [];
    const { nodes } = await this.page(`first=${LARGEST_PAGE}`, this.#list.elsewhere?.[filter]);
    if (end !== undefined && column !== undefined) {
      const times = nodes.map((node) => String(node[column])).sort();
      return `${end}=${encodeURIComponent(times[Math.floor(times.length / 2)] ?? '')}`;
    }
    // A filter such as `tag` goes by what the field `tags` lists.
    const values = nodes
      .flatMap((node) => [node[filter] ?? node[LISTED[filter] ?? '']].flat())
      .filter((value) => typeof value === 'string');
    const often = (value: string): number => values.filter((one) => one === value).length;
    const commonest = values.toSorted((a, b) => often(b) - often(a))[0];
    return commonest === undefined ? undefined : `${filter}=${encodeURIComponent(commonest)}`;
  }

  /** Returns words from the last row of the first page. */
  async wordsOf(field: string): Promise<string | undefined> {
    const { nodes } = await this.page(`first=${PAGE}`);
    const name = nodes.toReversed().find((node) => typeof node[field] === 'string')?.[field];
    return typeof name === 'string' ? name : undefined;
  }
}
