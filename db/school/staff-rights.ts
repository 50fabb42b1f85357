/** What a school lets its staff do: the scopes in its row of `sites`. */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { text, value } from '../engine/placeholders.ts';

/** Stands for the default where it is compared; no scope is called that. */
const DEFAULT = '*';

export function staffRightStore(db: Database, audit: AuditTrail) {
  const { sites } = db.tables;
  // Uses the primary key.
  const change = db.write((q, p: Params<{ siteId: string; staffScope: string | null; seen: string }>) =>
    q
      .update(sites)
      .set({ staffScope: value(p.staffScope) })
      .where(
        and(
          eq(sites.id, text(p.siteId)),
          sql`coalesce(${sites.staffScope}, ${sql.raw(`'${DEFAULT}'`)}) = ${text(p.seen)}`,
        ),
      ),
  );

  return {
    /**
     * @param seen what was stored when the change was decided
     * @returns false if something else is stored by now, or the school does not exist
     */
    change: async (
      siteId: string,
      staffScope: string | null,
      seen: string | null,
      event: AuditEvent,
    ): Promise<boolean> =>
      db.atomically(required(change({ siteId, staffScope, seen: seen ?? DEFAULT })), ...(await audit.steps(event))),
  };
}
