/**
 * Conditions for lists of rows by a text that one of their columns lists, such as a tag. Triggers keep these texts in
 * `labels`, in the order of the lists.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Parameter, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';

/** Condition that the list of a row contains a text. It uses the primary key. */
export const isLabelled = (
  { tables: { labels } }: Database,
  list: string,
  id: SQLiteColumn,
  siteId: SQLiteColumn,
  label: Parameter<string>,
): SQL =>
  sql`exists (select 1 from ${labels} as label where label.record_id = ${id} and label.site_id = ${siteId} and label.list = ${list} and label.label = ${text(label)})`;

/** Selects the labels with a text, in the order of `labels_by_time`. */
export const withLabel = (
  { tables: { labels } }: Database,
  list: string,
  p: Params<{ siteId: string }>,
  label: Parameter<string>,
): SQL | undefined =>
  and(eq(labels.siteId, text(p.siteId)), sql`${labels.list} = ${list}`, eq(labels.label, text(label)));

/** The rows with a label are looked up by their ids if there are at most as many. */
const FEW = 500;

/**
 * Prepares the ids of the rows with a label, for lists in another order than that of `labels_by_time`. Where they are
 * many, a page is full after a short stretch of the list.
 */
export function labelledRows(db: Database) {
  const { labels } = db.tables;
  const read = db.many((q, p: Params<{ siteId: string; list: string; label: string }>) =>
    q
      .select({ id: labels.recordId })
      .from(labels)
      .where(and(eq(labels.siteId, text(p.siteId)), eq(labels.list, text(p.list)), eq(labels.label, text(p.label))))
      .limit(FEW + 1),
  );
  return {
    /** @returns `undefined` if they are many */
    async few(siteId: string, list: string, label: string): Promise<readonly string[] | undefined> {
      const rows = await read({ siteId, list, label });
      return rows.length > FEW ? undefined : rows.map(({ id }) => id);
    },
  };
}
