/**
 * Reads the audit events of the whole platform, newest first, also those without a school. It is for a command of the
 * operator: without a filter that an index covers, it reads the whole log.
 */
import { and, desc, eq, gte, isNull, lt, type SQL } from 'drizzle-orm';
import type { StoredAuditEvent } from '../../schema/audit/audit-chain.ts';
import type { AuditFilter } from '../../schema/audit/audit-event.ts';
import type { Database, Params } from '../engine/engine.ts';
import { preparedPerShape } from '../engine/lists.ts';
import { integer, limit, text } from '../engine/placeholders.ts';

/** A filter; an empty `siteId` selects the events without a school. */
export interface PlatformAuditFilter extends AuditFilter {
  siteId?: string;
}

const NAMES = ['siteId', 'event', 'personId', 'clientId', 'from', 'to'] as const;
type FilterName = (typeof NAMES)[number];
type Values = Record<'siteId' | 'event' | 'personId' | 'clientId', string> & Record<'from' | 'to', number>;
interface Shape {
  names: readonly FilterName[];
  isPlatform: boolean;
}

const PAGE = 500;
const NO_FILTER: Values = { siteId: '', event: '', personId: '', clientId: '', from: 0, to: 0 };

export type PlatformAuditLog = ReturnType<typeof platformAuditLog>;

export function platformAuditLog(db: Database) {
  const { auditEvents: t } = db.tables;
  const conditions = (p: Params<Values>, isPlatform: boolean): Record<FilterName, SQL> => ({
    siteId: isPlatform ? isNull(t.siteId) : eq(t.siteId, text(p.siteId)),
    event: eq(t.event, text(p.event)),
    personId: eq(t.personId, text(p.personId)),
    clientId: eq(t.clientId, text(p.clientId)),
    from: gte(t.at, integer(p.from)),
    to: lt(t.at, integer(p.to)),
  });
  const reading = preparedPerShape(({ names, isPlatform }: Shape) =>
    db.many((q, p: Params<Values & { before: number; first: number }>) => {
      const all = conditions(p, isPlatform);
      return q
        .select()
        .from(t)
        .where(and(lt(t.id, integer(p.before)), ...names.map((name) => all[name])))
        .orderBy(desc(t.id))
        .limit(limit(p.first));
    }),
  );

  return {
    /** Yields at most `most` events, newest first, a page at a time. */
    async *pages(filter: PlatformAuditFilter, most: number): AsyncGenerator<readonly StoredAuditEvent[]> {
      const names = NAMES.filter((name) => filter[name] !== undefined);
      const read = reading({ names, isPlatform: filter.siteId === '' });
      let before = Number.MAX_SAFE_INTEGER;
      for (let left = most; left > 0; ) {
        const first = Math.min(PAGE, left);
        const events = await read({ ...NO_FILTER, ...filter, before, first });
        if (events.length > 0) yield events;
        before = events.at(-1)?.id ?? 0;
        left = events.length < first ? 0 : left - events.length;
      }
    },
  };
}
