/**
 * Reads and updates the settings of a school (`sites`) and its appearance (`appearances`). An update succeeds only if
 * `updatedAt` still has the value that the caller saw, so concurrent edits do not overwrite each other.
 */
import { and, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';
import type { Row } from './records/record-query.ts';

/** What a school looks like. */
export type Appearance = Omit<Database['tables']['appearances']['$inferInsert'], 'siteId' | 'updatedAt'>;

interface AppearanceChange {
  seen: number;
  usual: Appearance & { updatedAt: number };
  further?: readonly Step[];
}

/** The school itself and its looks: one row each, by the primary key. */
export function schoolStore(db: Database, audit: AuditTrail) {
  const { sites, appearances } = db.tables;
  const read = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select()
      .from(sites)
      .where(eq(sites.id, text(p.siteId))),
  );
  const readAppearance = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select()
      .from(appearances)
      .where(eq(appearances.siteId, text(p.siteId))),
  );

  type Seen = { siteId: string; seen: number };
  const change = updating(db, sites, (p: Params<Seen>) =>
    and(eq(sites.id, text(p.siteId)), eq(sites.updatedAt, integer(p.seen))),
  );
  const changeAppearance = updating(db, appearances, (p: Params<Seen>) =>
    and(eq(appearances.siteId, text(p.siteId)), eq(appearances.updatedAt, integer(p.seen))),
  );
  const insertAppearance = inserting(db, appearances);

  return {
    find: (siteId: string): Promise<Row | undefined> => read({ siteId }),

    /** @returns false when it has changed since it was `seen` */
    update: async (siteId: string, changes: Row, seen: number, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(change(changes, { siteId, seen })), ...(await audit.steps(event))),

    /** `undefined` while it is the usual one. */
    findAppearance: (siteId: string): Promise<Row | undefined> => readAppearance({ siteId }),

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
        required(changeAppearance(changes, { siteId, seen })),
        ...further,
        ...(await audit.steps(event)),
      ),
  };
}
