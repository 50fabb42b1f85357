/**
 * Full-text search over members and the content of a school, stored in `search_entries` on both engines. Code that
 * changes a searchable row must add the matching step to the same transaction, or the index becomes stale.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database, Params, RowOf, Step } from './engine.ts';
import { keySequence } from './key-sequence.ts';
import { rowOf, text } from './placeholders.ts';

/** A search with more results should be narrowed instead of paged through. */
const MAX_FOUND = 500;
const MAX_WORDS = 8;

const scopeOf = (siteId: string, kind: string): string =>
  `s${createHash('sha256').update(`${siteId} ${kind}`).digest('hex').slice(0, 20)}`;

/**
 * Splits a text into words without case and diacritics. Both engines receive these words instead of the text, because
 * they split words differently, for example e-mail addresses, and differ in which letters they treat as equal.
 */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Finds rows by words, with FTS5 on SQLite and a GIN index on PostgreSQL. */
export function searchIndex(db: Database) {
  const t = db.tables.searchEntries;
  const nextId = keySequence(db, 'search');

  const keep = db.write((q, p: Params<RowOf<typeof t>>) =>
    q
      .insert(t)
      .values(rowOf(t, p))
      .onConflictDoUpdate({ target: [t.kind, t.recordId], set: { text: sql`excluded.text` } }),
  );
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  const forget = db.write((q, p: Params<{ kind: string; recordId: string }>) =>
    q.delete(t).where(and(eq(t.kind, text(p.kind)), eq(t.recordId, text(p.recordId)))),
  );
  const matching = (p: Params<{ words: string }>) =>
    db.engine === 'sqlite'
      ? sql`${t.id} in (select rowid from search_words where search_words match ${text(p.words)})`
      : sql`to_tsvector('simple', ${t.text}) @@ to_tsquery('simple', ${text(p.words)})`;
  const read = db.many((q, p: Params<{ siteId: string; kind: string; words: string }>) =>
    q
      .select({ recordId: t.recordId })
      .from(t)
      .where(and(eq(t.siteId, text(p.siteId)), eq(t.kind, text(p.kind)), matching(p)))
      .orderBy(desc(t.id))
      .limit(MAX_FOUND),
  );

  const expressionOf = (siteId: string, kind: string, words: readonly string[]): string =>
    db.engine === 'sqlite'
      ? `scope : "${scopeOf(siteId, kind)}" AND text : (${words.map((word) => `"${word}" *`).join(' AND ')})`
      : words.map((word) => `${word}:*`).join(' & ');

  const entryOf = async (siteId: string, kind: string, recordId: string, content: string) => ({
    id: await nextId(),
    siteId,
    kind,
    recordId,
    scope: scopeOf(siteId, kind),
    text: wordsOf(content).join(' '),
  });

  return {
    /** Returns a step that sets the searchable text of a row. */
    keep: async (...entry: Parameters<typeof entryOf>): Promise<Step> => keep(await entryOf(...entry)),

    /** Returns a step that adds a row to the index unless it is already there. */
    add: async (...entry: Parameters<typeof entryOf>): Promise<Step> => insert(await entryOf(...entry)),

    forget: (kind: string, recordId: string): Step => forget({ kind, recordId }),

    /**
     * Returns the ids of the newest rows (at most 500) that contain every word of the query as a prefix, in any order.
     */
    async find(siteId: string, kind: string, query: string): Promise<string[]> {
      const words = wordsOf(query).slice(0, MAX_WORDS);
      if (words.length === 0) return [];
      const rows = await read({ siteId, kind, words: expressionOf(siteId, kind, words) });
      return rows.map(({ recordId }) => recordId);
    },
  };
}
