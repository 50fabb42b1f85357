/**
 * Full-text search over members and the content of a school, kept in `search_entries` for both database engines.
 * Whoever changes a searchable row must add the matching step to the same unit of work, or the index goes stale.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database, Params, RowOf, Step } from './engine.ts';
import { keySequence } from './key-sequence.ts';
import { rowOf, text } from './placeholders.ts';

/** More than anybody pages through; a search that finds as much should be narrowed. */
const MAX_FOUND = 500;
const MAX_WORDS = 8;

const scopeOf = (siteId: string, kind: string): string =>
  `s${createHash('sha256').update(`${siteId} ${kind}`).digest('hex').slice(0, 20)}`;

/**
 * The words of a text, without case and diacritics. Both engines are given these rather than the text: each has its own
 * idea of what a word is, such as a whole e-mail address, and of which letters are alike.
 */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Finds rows by words: FTS5 in SQLite, a GIN index over a text vector in PostgreSQL. */
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
    /** The step that makes a row findable by a text, instead of by an earlier one. */
    keep: async (...entry: Parameters<typeof entryOf>): Promise<Step> => keep(await entryOf(...entry)),

    /** The same for a row that stays as it is when it is there already. */
    add: async (...entry: Parameters<typeof entryOf>): Promise<Step> => insert(await entryOf(...entry)),

    forget: (kind: string, recordId: string): Step => forget({ kind, recordId }),

    /** The ids of rows whose text has words that begin so, all of them, in any order; the latest 500 at most. */
    async find(siteId: string, kind: string, query: string): Promise<string[]> {
      const words = wordsOf(query).slice(0, MAX_WORDS);
      if (words.length === 0) return [];
      const rows = await read({ siteId, kind, words: expressionOf(siteId, kind, words) });
      return rows.map(({ recordId }) => recordId);
    },
  };
}
