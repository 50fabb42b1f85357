/**
 * Reads and updates the settings of a school (`sites`) and its appearance (`appearances`). An update succeeds only if
 * `updatedAt` still has the value that the caller saw, so concurrent edits do not overwrite each other.
 */
import { and, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, required, type Statement, type Step } from '../engine/engine.ts';
import { inserting } from '../engine/insert.ts';
import { encoded, integer, text } from '../engine/placeholders.ts';
import type { Row } from './records/record-query.ts';

/** What a school looks like. */
export type Appearance = Omit<Database['tables']['appearances']['$inferInsert'], 'siteId' | 'updatedAt'>;

interface AppearanceChange {
  seen: number;
  usual: Appearance & { updatedAt: number };
  further?: readonly Step[];
}

export type SchoolStore = ReturnType<typeof schoolStore>;

/** The school itself and its looks: one row each, by the primary key. */
export function schoolStore(db: Database, audit: AuditTrail) {
  const { sites, appearances } = db.tables;
  const read = db.one((q) =>
    q
      .select()
      .from(sites)
      .where(eq(sites.id, text('siteId'))),
  );
  const readAppearance = db.one((q) =>
    q
      .select()
      .from(appearances)
      .where(eq(appearances.siteId, text('siteId'))),
  );

  // As many as there are sets of columns that are changed together.
  const prepared = new Map<string, Statement>();
  const updating = (name: 'sites' | 'appearances', fields: readonly string[]): Statement => {
    const key = `${name} ${fields.join()}`;
    const known = prepared.get(key);
    if (known !== undefined) return known;
    const set = Object.fromEntries(fields.map((field) => [field, encoded(`set_${field}`)]));
    const [table, id] = name === 'sites' ? [sites, sites.id] : [appearances, appearances.siteId];
    const made = db.write((q) =>
      q
        .update(table as typeof sites)
        .set(set)
        .where(and(eq(id, text('siteId')), eq(table.updatedAt, integer('seen')))),
    );
    prepared.set(key, made);
    return made;
  };
  const valuesOf = (siteId: string, changes: Row, seen: number): Row => ({
    siteId,
    seen,
    ...Object.fromEntries(Object.entries(changes).map(([field, to]) => [`set_${field}`, to])),
  });
  const insertAppearance = inserting(db, appearances);

  return {
    find: (siteId: string): Promise<Row | undefined> => read({ siteId }) as Promise<Row | undefined>,

    /** @returns false when it has changed since it was `seen` */
    update: async (siteId: string, changes: Row, seen: number, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(updating('sites', Object.keys(changes))(valuesOf(siteId, changes, seen))),
        ...(await audit.steps(event)),
      ),

    /** `undefined` while it is the usual one. */
    findAppearance: (siteId: string): Promise<Row | undefined> =>
      readAppearance({ siteId }) as Promise<Row | undefined>,

    /**
     * @param usual what it is while there is none, with the `updatedAt` that a first change is judged by
     * @param further what belongs to the same unit of work
     * @returns false when it has changed since it was `seen`, or a required further step touches nothing
     */
    updateAppearance: async (
      siteId: string,
      changes: Row,
      { seen, usual, further = [] }: AppearanceChange,
      event: AuditEvent,
    ): Promise<boolean> =>
      db.atomically(
        insertAppearance({ ...usual, siteId }),
        required(updating('appearances', Object.keys(changes))(valuesOf(siteId, changes, seen))),
        ...further,
        ...(await audit.steps(event)),
      ),
  };
}
