/**
 * Reads a school's audit log (`audit_events`), newest first. A filter that no index covers is applied to a limited
 * range of ids at a time, so that searching a long log does not hold up other requests.
 */
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, AuditFilter } from '../../schema/audit/audit-event.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { targetNames } from './target-names.ts';

export type AuditLogStore = ReturnType<typeof auditLogStore>;

/** How many ids one statement looks through at most where no index knows the filter. */
const STRETCH = 20_000;

type Where = 'event' | 'personId' | 'clientId' | 'from' | 'to';

/** What a statement is given, though its shape may leave some of it out. */
type Asked = Record<'event' | 'personId' | 'clientId', string> & {
  from: number;
  to: number;
  siteId: string;
  before: number;
  floor: number;
  first: number;
};

const NOTHING = { event: '', personId: '', clientId: '', from: 0, to: 0 };

/** The log from its newest event on, and where it begins and ends. */
function logReads(db: Database) {
  const { auditEvents: t, clients, memberships: m, people } = db.tables;

  const columns = {
    id: t.id,
    at: t.at,
    event: t.event,
    personId: t.personId,
    personName: people.name,
    personEmail: people.email,
    clientId: t.clientId,
    clientName: clients.name,
    target: t.target,
    before: t.before,
    after: t.after,
    ip: t.ip,
    userAgent: t.userAgent,
    requestId: t.requestId,
  };
  const here = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));
  // A school learns the name and the address that people have now only of who is there: not of who declined or was removed.
  const isOfSchool = and(
    eq(m.personId, t.personId),
    eq(m.siteId, t.siteId),
    sql`${m.status} in ('active', 'suspended')`,
  );
  const conditions: Readonly<Record<Where, (p: Params<Asked>) => SQL>> = {
    event: (p) => eq(t.event, text(p.event)),
    personId: (p) => eq(t.personId, text(p.personId)),
    clientId: (p) => eq(t.clientId, text(p.clientId)),
    from: (p) => gte(t.at, integer(p.from)),
    to: (p) => lt(t.at, integer(p.to)),
  };

  // By audit_events_by_person, audit_events_by_event or audit_events_by_site, whichever knows most of the filter; the
  // names by their primary keys.
  const prepare = (names: readonly Where[], isStretch: boolean) =>
    db.many((q, p: Params<Asked>) =>
      q
        .select(columns)
        .from(t)
        .leftJoin(m, isOfSchool)
        .leftJoin(people, eq(people.id, m.personId))
        .leftJoin(clients, eq(clients.id, t.clientId))
        .where(
          and(
            here(p),
            ...names.map((name) => conditions[name](p)),
            lt(t.id, integer(p.before)),
            isStretch ? gte(t.id, integer(p.floor)) : undefined,
          ),
        )
        .orderBy(desc(t.id))
        .limit(limit(p.first)),
    );
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const reading = (names: readonly Where[], isStretch: boolean): ReturnType<typeof prepare> => {
    const key = names.join();
    const known = prepared.get(key) ?? prepare(names, isStretch);
    prepared.set(key, known);
    return known;
  };
  // By audit_events_by_site.
  const readNewest = db.one((q, p: Params<{ siteId: string }>) =>
    q.select({ id: t.id }).from(t).where(here(p)).orderBy(desc(t.id)).limit(1),
  );
  const readOldest = db.one((q, p: Params<{ siteId: string }>) =>
    q.select({ id: t.id }).from(t).where(here(p)).orderBy(t.id).limit(1),
  );

  return { reading, readNewest, readOldest };
}

/** The audit trail as it is read: by one site, the newest first. */
export function auditLogStore(db: Database) {
  const { reading, readNewest, readOldest } = logReads(db);

  /**
   * Events older than `before`, at most `first` of them. Where the filter asks for what no index knows, one statement
   * looks at a stretch of ids only, and others get their turn between two.
   */
  async function page(siteId: string, filter: AuditFilter, first: number, before = Number.MAX_SAFE_INTEGER) {
    const names = WHERES.filter((name) => filter[name] !== undefined);
    const isStretch = names.length > 1 || names.some((name) => !INDEXED.has(name));
    const read = reading(names, isStretch);
    const among = async (start: number, floor: number, count: number): Promise<AuditEntry[]> => {
      const rows = await read({ ...NOTHING, ...filter, siteId, before: start, floor, first: count });
      return rows.map(forSchool);
    };
    if (!isStretch) return among(before, 0, first);
    const [newest, oldest] = [await readNewest({ siteId }), await readOldest({ siteId })];
    if (newest === undefined || oldest === undefined) return [];
    const found: AuditEntry[] = [];
    let start = Math.min(before, newest.id + 1);
    while (start > oldest.id && found.length < first) {
      const floor = Math.max(oldest.id, start - STRETCH);
      found.push(...(await among(start, floor, first - found.length)));
      start = floor;
      await setImmediate();
    }
    return found;
  }

  return {
    page,

    namesOf: targetNames(db),

    /** All of them, so many at a time: only as much is in memory. */
    async *pages(siteId: string, filter: AuditFilter, first: number): AsyncGenerator<AuditEntry[]> {
      let before: number | undefined;
      for (;;) {
        const rows = await page(siteId, filter, first, before);
        if (rows.length > 0) yield rows;
        before = rows.at(-1)?.id;
        if (rows.length < first || before === undefined) return;
      }
    },
  };
}

const OF_THE_INVITED: ReadonlySet<string> = new Set(['invitation_accepted', 'invitation_declined']);

/** Who answers an invitation is not of the school yet: from where and with what is no business of it (an earlier version kept it). */
const forSchool = (entry: AuditEntry): AuditEntry =>
  OF_THE_INVITED.has(entry.event) ? { ...entry, ip: null, userAgent: null } : entry;

/** Each of these has an index of its own. */
const INDEXED: ReadonlySet<Where> = new Set(['event', 'personId']);
const WHERES: readonly Where[] = ['event', 'personId', 'clientId', 'from', 'to'];
