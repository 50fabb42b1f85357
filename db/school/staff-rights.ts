/** The rights that a school gives its staff: the scopes in its row of `sites`. */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { text, value } from '../engine/placeholders.ts';

/** Stands for the default where the statement compares it; no scope is called that. */
const DEFAULT = '*';

interface StaffRightChange {
  siteId: string;
  /** The person who decided it. */
  personId: string;
  staffScope: string | null;
  /** The stored value on which it was decided. */
  seen: string | null;
}

export function staffRightStore(db: Database, audit: AuditTrail) {
  const { memberships, sites } = db.tables;
  // Uses the primary keys.
  const change = db.write((q, p: Params<StaffRightChange & { seen: string }>) =>
    q
      .update(sites)
      .set({ staffScope: value(p.staffScope) })
      .where(
        and(
          eq(sites.id, text(p.siteId)),
          sql`coalesce(${sites.staffScope}, ${DEFAULT}) = ${text(p.seen)}`,
          sql`exists (select 1 from ${memberships} where ${memberships.personId} = ${text(p.personId)} and ${memberships.siteId} = ${sites.id} and ${memberships.status} = 'active' and ${memberships.role} in ('owner', 'admin'))`,
        ),
      ),
  );

  return {
    /** @returns false if something else is stored by now, or whoever decided no longer manages the school */
    change: async (decided: StaffRightChange, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(change({ ...decided, seen: decided.seen ?? DEFAULT })), ...(await audit.steps(event))),
  };
}
