/**
 * Renews the search index after the rules have changed by which texts become words: what an earlier version wrote is
 * read again from the rows that it is about, in portions, each of which is kept if the process ends.
 */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { wordsOf } from '../../schema/school/search-words.ts';
import type { Database, Params, Prepared } from '../engine/engine.ts';
import { integer, limit, text, value } from '../engine/placeholders.ts';
import { MEMBERS, personIn } from '../people/member-index.ts';
import type { Tables } from '../tables/index.ts';
import { shownEmail, shownName } from '../tables/shown-email.ts';
import { entryOf, SEARCHED } from './school-content.ts';

const PORTION = 250;

type ReadContent = Prepared<{ recordId: string; siteId: string }, Promise<object | undefined>>;

/** Prepares the reads of the rows that entries are about, by kind. All use primary keys. */
function sources(db: Database): ReadonlyMap<string, ReadContent> {
  const { memberships, people } = db.tables;
  const ofMember = db.lookup((q, p: Params<{ personId: string; siteId: string }>) =>
    q
      .select({
        id: people.id,
        name: sql<string>`coalesce(${shownName(db.tables)}, '')`,
        email: shownEmail(db.tables),
      })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(and(eq(memberships.personId, text(p.personId)), eq(memberships.siteId, text(p.siteId)))),
  );
  const ofContent = ([kind]: readonly [string, unknown]): [string, ReadContent] => {
    const table = db.tables[kind as keyof Tables] as SQLiteTable & { id: SQLiteColumn };
    const read = db.lookup((q, p: Params<{ recordId: string }>) =>
      q
        .select()
        .from(table)
        .where(eq(table.id, text(p.recordId))),
    );
    return [kind, ({ recordId }) => read({ recordId })];
  };
  const ofRecord: ReadContent = ({ recordId, siteId }) => ofMember({ personId: personIn(recordId), siteId });
  return new Map([[MEMBERS, ofRecord], ...[...SEARCHED].map(ofContent)]);
}

/** @returns how many entries were renewed */
export async function renewSearchIndex(db: Database): Promise<number> {
  const t = db.tables.searchEntries;
  // Uses the index search_entries_unfolded.
  const readUnfolded = db.many((q, p: Params<{ after: number; first: number }>) =>
    q
      .select({ id: t.id, siteId: t.siteId, kind: t.kind, recordId: t.recordId, was: t.text })
      .from(t)
      .where(and(sql`not ${t.isFolded}`, gt(t.id, integer(p.after))))
      .orderBy(asc(t.id))
      .limit(limit(p.first)),
  );
  // An entry that was written meanwhile stays as it is.
  const renew = db.write((q, p: Params<{ id: number; was: string; words: string }>) =>
    q
      .update(t)
      .set({ text: value(p.words), isFolded: true })
      .where(and(eq(t.id, integer(p.id)), eq(t.text, text(p.was)))),
  );
  let portion = await readUnfolded({ after: 0, first: PORTION });
  if (portion.length === 0) return 0;
  const readers = sources(db);
  let count = 0;
  for (; portion.length > 0; portion = await readUnfolded({ after: portion.at(-1)?.id ?? 0, first: PORTION })) {
    const steps = portion.map(async ({ id, siteId, kind, recordId, was }) => {
      const row = await readers.get(kind)?.({ recordId, siteId });
      const content = row === undefined ? was : entryOf(row, SEARCHED.get(kind) ?? ['name', 'email'])[1];
      return renew({ id, was, words: wordsOf(content).join(' ') });
    });
    await db.atomically(...(await Promise.all(steps)));
    count += portion.length;
  }
  return count;
}
