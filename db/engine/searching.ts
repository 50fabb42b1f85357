/**
 * Conditions and pages for lists that are limited to what a search found. If it found few rows, they are looked up by
 * id. If it found many, a page is usually full after a short stretch of the list, whose texts are compared with the
 * words. Only if that stretch is not enough are all results of the full-text index put in the order of the list.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Page, PageKey } from '../../schema/data/list-page.ts';
import type { Database, Params } from './engine.ts';
import { beginningOf, type ListEnd, pageOf, type SortValue } from './lists.ts';
import { amongAtSite, text } from './placeholders.ts';
import {
  fromMatches,
  hasWords,
  type ManyFound,
  type MatchShape,
  type MatchValues,
  matchShape,
  matchValues,
  type SearchResult,
} from './search-index.ts';

/** The number of rows of a list whose texts are compared for one page. */
const STRETCH = 2000;

/** How the rows are found: by their ids, in the full-text index, or by comparing their texts with a number of words. */
export type SearchShape = { by: 'ids' } | { by: 'index'; match: MatchShape } | { by: 'text'; words: number };

/** The parameters of the conditions, in addition to one for each word. `ids` is a JSON list. */
export type SearchValues = MatchValues & { ids: string };

/** The table that is searched. */
interface SearchedList {
  /** The kind of its entries in the index. */
  kind: string;
  id: SQLiteColumn;
  siteId: SQLiteColumn;
  /** True if a row is known to the index by its id and its site, because the same id occurs at several sites. */
  isShared: boolean;
}

export const isMany = (found: SearchResult | undefined): found is ManyFound => found !== undefined && 'wanted' in found;

/** Returns the shape of a list of everything that a search found. */
export function searchShape(found: SearchResult | undefined): SearchShape | undefined {
  if (found === undefined) return undefined;
  return isMany(found) ? { by: 'index', match: matchShape(found.wanted) } : { by: 'ids' };
}

export function searching(db: Database, { kind, id, siteId, isShared }: SearchedList) {
  const { searchEntries } = db.tables;
  const record = isShared ? sql`${id} || ' ' || ${siteId}` : sql`${id}`;
  const idOfEntry = isShared
    ? sql`substr(entry.record_id, 1, length(entry.record_id) - length(entry.site_id) - 1)`
    : sql`entry.record_id`;

  // On PostgreSQL, the results become a hash table that each row is looked up in. Without the coalesce, they could be
  // joined row by row, because their number is not known.
  const isMatch = (p: Params<SearchValues>, match: MatchShape): SQL =>
    db.engine === 'sqlite'
      ? sql`${isShared ? sql`(${id}, ${siteId})` : id} in (${fromMatches(db, isShared ? sql`${idOfEntry}, entry.site_id` : idOfEntry, p, match)})`
      : sql`coalesce(${id} in (${fromMatches(db, idOfEntry, p, match)}), false)`;
  // Uses the index search_entries_by_record. With a condition on the site, search_entries_by_site could be preferred.
  const hasText = (p: Params<SearchValues>, words: number): SQL =>
    sql`coalesce((select entry.site_id = ${text(p.siteId)} and ${hasWords(db, words)} from ${searchEntries} as entry
      where entry.kind = ${text(p.kind)} and entry.record_id = ${record}), false)`;

  const isAtSite = (p: Params<SearchValues>) => eq(siteId, text(p.siteId));

  return {
    /**
     * Condition that a row of the school is among what was found. The ids contain the school: with a further condition
     * on it, SQLite would read the whole list in its order instead of looking them up.
     */
    isFoundAtSite(p: Params<SearchValues>, shape: SearchShape | undefined): SQL | undefined {
      switch (shape?.by) {
        case 'ids':
          return amongAtSite(db, id, siteId, p.ids, p.siteId);
        case 'index':
          return and(db.engine === 'sqlite' ? undefined : isAtSite(p), isMatch(p, shape.match));
        case 'text':
          return and(isAtSite(p), hasText(p, shape.words));
        default:
          return isAtSite(p);
      }
    },

    searchValues: (site: string, found: SearchResult | undefined): SearchValues =>
      isMany(found)
        ? { ...matchValues(db, site, kind, found.wanted), ids: '[]' }
        : { siteId: site, kind, expression: '', ids: JSON.stringify(found ?? []) },
  };
}

/** The limit of a read of the position where a stretch ends. */
export const lastOfStretch = { limit: 1, offset: STRETCH - 1 };

/** The reads of a list, after the position that its page begins with. */
interface Reads<Row> {
  /** Reads the rows of a page, and one more. Of rows that are found by their text, it reads up to the given position. */
  rows(search: SearchShape | undefined, end: ListEnd): Promise<readonly Row[]>;
  /** Reads the position of the last row of a stretch, if the list is longer. */
  endOfStretch(): Promise<PageKey<SortValue> | undefined>;
}

/**
 * Reads a page of everything, or of what a search found.
 * @param beginning of the list, in either direction
 */
export async function readPage<Row>(
  { first, descending, among: found }: { first: number; descending: boolean; among?: SearchResult },
  { rows, endOfStretch }: Reads<Row>,
  beginning: (descending: boolean) => PageKey<SortValue> = beginningOf,
): Promise<Page<Row>> {
  const end = endAt(beginning(!descending));
  if (!isMany(found)) return pageOf(first, await rows(searchShape(found), end));
  const last = await endOfStretch();
  const { beginnings, parts } = found.wanted;
  const words = beginnings.length + parts.length;
  const inStretch = await rows({ by: 'text', words }, last === undefined ? end : endAt(last));
  const isEnough = last === undefined || inStretch.length > first;
  return pageOf(first, isEnough ? inStretch : await rows(searchShape(found), end));
}

const endAt = ({ at, id }: PageKey<SortValue>): ListEnd => ({ until: at, untilId: id });
