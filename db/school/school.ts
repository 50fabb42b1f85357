/**
 * Reads and updates the settings of a school (`sites`) and its appearance (`appearances`). An update succeeds only if
 * `updatedAt` still has the value that the caller saw, so concurrent edits do not overwrite each other.
 */
import { and, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';

/** The branding of a school. */
export type Appearance = Omit<Database['tables']['appearances']['$inferInsert'], 'siteId' | 'updatedAt'>;

interface AppearanceChange {
  /** The `updatedAt` that the caller saw. */
  seen: number;
  /** The default branding, which is inserted if the school has none, with the `updatedAt` that the caller saw. */
  defaults: Appearance & { updatedAt: number };
  /** Further steps of the same unit of work. */
  further?: readonly Step[];
}

/** The settings and the branding of each school are one row each. All statements use the primary key. */
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
    find: (siteId: string) => read({ siteId }),

    /**
     * @param seen the `updatedAt` that the caller saw
     * @returns false if the settings have changed since
     */
    update: async (
      siteId: string,
      changes: Partial<RowOf<typeof sites>>,
      seen: number,
      event: AuditEvent,
    ): Promise<boolean> => db.atomically(required(change(changes, { siteId, seen })), ...(await audit.steps(event))),

    /** Finds the branding of a school. It is `undefined` while the school has the default. */
    findAppearance: (siteId: string) => readAppearance({ siteId }),

    /** @returns false if the branding has changed since it was seen, or a required further step affected no row */
    updateAppearance: async (
      siteId: string,
      changes: Partial<RowOf<typeof appearances>>,
      { seen, defaults, further = [] }: AppearanceChange,
      event: AuditEvent,
    ): Promise<boolean> =>
      db.atomically(
        insertAppearance({ ...defaults, siteId }),
        required(changeAppearance(changes, { siteId, seen })),
        ...further,
        ...(await audit.steps(event)),
      ),
  };
}
