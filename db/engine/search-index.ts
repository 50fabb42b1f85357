/**
 * Full-text search over members and the content of a school, stored in `search_entries` on both engines. Code that
 * changes a searchable row must add the matching step to the same transaction, or the index becomes stale.
 */
import { createHash } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isUnspaced, MAX_SEARCH_WORDS, searchWordsOf, wordsOf } from '../../schema/school/search-words.ts';
import type { Database, Params, RowOf, Step, Values } from './engine.ts';
import { keySequence } from './key-sequence.ts';
import { preparedPerShape } from './lists.ts';
import { parameterNamed, rowOf, text } from './placeholders.ts';

/** The ids of this many rows at most are passed to another statement. */
const FEW = 200;

/**
 * The words of a search: the beginnings of words, which the full-text index finds, and parts of texts without spaces
 * between words, which it cannot find.
 */
export interface SearchQuery {
  readonly beginnings: readonly string[];
  readonly parts: readonly string[];
}

/** A search that found more rows than can be passed on as ids. */
export interface ManyFound {
  readonly wanted: SearchQuery;
}

/** The rows that a search found: the ids of all rows if they are few. */
export type SearchResult = readonly string[] | ManyFound;

/** One word for a site and a kind of rows. */
const scopeOf = (siteId: string, kind: string): string =>
  `s${createHash('sha256').update(`${siteId} ${kind}`).digest('hex').slice(0, 20)}`;

/**
 * The beginning of `scope` that each word has in the full-text index, where a row of another school is thereby found
 * under other words. A search in a small school would otherwise read what all schools have of a common word.
 */
const TERM_PREFIX = 9;

function wantedBy(query: string): SearchQuery {
  const words = searchWordsOf(query);
  // Callers are told of the limit (`searchText`): fewer words than were asked for would find too much.
  if (words.length > MAX_SEARCH_WORDS) throw new RangeError(`a search for ${words.length} words`);
  return {
    beginnings: words.filter((word) => !isUnspaced(word)),
    parts: words.filter(isUnspaced),
  };
}

/** How entries are found: whether the full-text index narrows them, and by how many parts of their texts. */
export interface MatchShape {
  isIndexed: boolean;
  parts: number;
}

export const matchShape = ({ beginnings, parts }: SearchQuery): MatchShape => ({
  isIndexed: beginnings.length > 0,
  parts: parts.length,
});

/** The parameters of the entries that a search finds, in addition to one for each word (`wordNamed`). */
export type MatchValues = { siteId: string; kind: string; expression: string };

/** Returns the values by which the entries with everything that is wanted are found. */
export function matchValues(
  { engine }: Pick<Database, 'engine'>,
  siteId: string,
  kind: string,
  { beginnings, parts }: SearchQuery,
): MatchValues & Values {
  const words = [...parts, ...beginnings.map((word) => ` ${word}`)];
  const terms = beginnings.map((word) => scopeOf(siteId, kind).slice(0, TERM_PREFIX) + word);
  return {
    ...Object.fromEntries(words.map((word, index) => [`word_${index}`, word])),
    siteId,
    kind,
    expression:
      engine === 'sqlite'
        ? terms.map((term) => `"${term}" *`).join(' AND ')
        : terms.map((term) => `${term}:*`).join(' & '),
  };
}

/**
 * Condition that the text of an entry has the first words. Parts come first, and beginnings, which follow a space,
 * after them.
 */
export function hasWords({ engine }: Pick<Database, 'engine'>, count: number): SQL {
  const position = sql.raw(engine === 'sqlite' ? 'instr' : 'strpos');
  const has = (index: number) => sql`${position}(' ' || entry.text, ${text(parameterNamed(`word_${index}`))}) > 0`;
  return count === 0
    ? sql`true`
    : sql.join(
        Array.from({ length: count }, (_, index) => has(index)),
        sql` and `,
      );
}

/**
 * Selects from the entries that have everything that is wanted. The engines would otherwise be free to read all entries
 * of a school even if the full-text index narrows them: the order of a cross join is kept by SQLite, and PostgreSQL does
 * not look into a query with an offset. Without it, the index search_entries_by_site is used.
 */
export function fromMatches(
  db: Pick<Database, 'engine' | 'tables'>,
  selected: SQL,
  p: Params<MatchValues>,
  { isIndexed, parts }: MatchShape,
): SQL {
  const { searchEntries: t } = db.tables;
  const isAsked = sql`entry.site_id = ${text(p.siteId)} and entry.kind = ${text(p.kind)} and ${hasWords(db, parts)}`;
  if (!isIndexed) return sql`select ${selected} from ${t} as entry where ${isAsked}`;
  return db.engine === 'sqlite'
    ? sql`select ${selected} from search_terms cross join ${t} as entry on entry.id = search_terms.rowid
        where search_terms match ${text(p.expression)} and ${isAsked}`
    : sql`select ${selected} from (select record_id, site_id, kind, text from ${t}
        where to_tsvector('simple', substr(scope, 1, 9) || replace(text, ' ', ' ' || substr(scope, 1, 9))) @@ to_tsquery('simple', ${text(p.expression)}) offset 0) as entry
        where ${isAsked}`;
}

/** Finds rows by words, with FTS5 on SQLite and a GIN index on PostgreSQL. */
export function searchIndex(db: Database) {
  const t = db.tables.searchEntries;
  const nextId = keySequence(db, 'search');

  const keep = db.write((q, p: Params<RowOf<typeof t>>) =>
    q
      .insert(t)
      .values(rowOf(t, p))
      .onConflictDoUpdate({
        target: [t.kind, t.recordId],
        set: { text: sql`excluded.text`, isFolded: sql`excluded.is_folded` },
      }),
  );
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  const forget = db.write((q, p: Params<{ kind: string; recordId: string }>) =>
    q.delete(t).where(and(eq(t.kind, text(p.kind)), eq(t.recordId, text(p.recordId)))),
  );
  const readingFew = preparedPerShape((shape: MatchShape) =>
    db.scan((q, p: Params<MatchValues>) =>
      q
        .select({ recordId: sql<string>`found.record_id` })
        .from(sql`(${fromMatches(db, sql`entry.record_id`, p, shape)}) as found`)
        .limit(FEW + 1),
    ),
  );

  const entryOf = async (siteId: string, kind: string, recordId: string, content: string) => ({
    id: await nextId(),
    siteId,
    kind,
    recordId,
    scope: scopeOf(siteId, kind),
    text: wordsOf(content).join(' '),
    isFolded: true,
  });

  return {
    /** Returns a step that sets the searchable text of a row. */
    keep: async (...entry: Parameters<typeof entryOf>): Promise<Step> => keep(await entryOf(...entry)),

    /** Returns a step that adds a row to the index unless it is already there. */
    add: async (...entry: Parameters<typeof entryOf>): Promise<Step> => insert(await entryOf(...entry)),

    forget: (kind: string, recordId: string): Step => forget({ kind, recordId }),

    /**
     * Finds the rows that contain every word of the query as a prefix, in any order. Words of languages without spaces
     * between them are found anywhere, by reading all texts of the kind in the school.
     */
    async find(siteId: string, kind: string, query: string): Promise<SearchResult> {
      const wanted = wantedBy(query);
      if (wanted.beginnings.length + wanted.parts.length === 0) return [];
      const rows = await readingFew(matchShape(wanted))(matchValues(db, siteId, kind, wanted));
      return rows.length > FEW ? { wanted } : rows.map(({ recordId }) => recordId);
    },
  };
}
