/**
 * Reads a school's audit log (`audit_events`), newest first. It goes along the index of the rarest condition of a filter, and
 * applies the others to a limited number of events at a time, so that searching a long log does not hold up other requests.
 */
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { AuditEntry, AuditFilter } from '../../schema/audit/audit-event.ts';
import { memberTarget } from '../../schema/audit/audit-target.ts';
import { completedEntry } from '../../schema/audit/earlier-entries.ts';
import type { Database, Params, QueryBuilder } from '../engine/engine.ts';
import { preparedPerShape } from '../engine/lists.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import {
  alongConditions,
  isShort,
  type Lead,
  otherConditions,
  type PageShape,
  type PageValues,
  waysOf,
} from './audit-conditions.ts';
import { deletedApps, namesOfDeletedApps } from './deleted-apps.ts';
import { endedPeople } from './ended-people.ts';
import { failedCalls } from './failed-calls.ts';
import { targetNames } from './target-names.ts';

export type AuditLogStore = ReturnType<typeof auditLogStore>;

const STRETCH = 20_000;
/** Keys have the order of time as far as the clocks of all nodes were right: within this time. */
const CLOCKS_MS = 2 * 86_400_000;

const NO_FILTER = { alongEvent: '', event: '', personId: '', clientId: '', from: 0, to: 0 };

/** A column that is read like the table, also from a subquery of that name. The type is asserted: it stays the same. */
const read = <Read extends SQLiteColumn>(column: Read): Read => sql`${column}`.mapWith(column) as never;

/** A school sees the names of removed members as it knew them. */
const columnsOf = ({ tables: { auditEvents: t, clients, memberships: m, people } }: Database) => ({
  id: read(t.id),
  at: read(t.at),
  event: read(t.event),
  personId: read(t.personId),
  personName: sql<string | null>`case when ${m.status} = 'removed' then ${m.knownName} else ${people.name} end`,
  personEmail: sql<string | null>`case when ${m.status} = 'removed' then ${m.invitedEmail} else ${people.email} end`,
  clientId: read(t.clientId),
  clientName: clients.name,
  target: read(t.target),
  before: read(t.before),
  after: read(t.after),
  ip: read(t.ip),
  userAgent: read(t.userAgent),
  requestId: read(t.requestId),
});

/** Prepares the reads of the log, newest first, and of where a stretch of it ends. */
function logReads(db: Database, stretch: number) {
  const { auditEvents: t, clients, memberships: m, people } = db.tables;
  const [along, others] = [alongConditions(db), otherConditions(db)];
  // A school sees the current name and address of its members only. Of people who declined an invitation or were removed,
  // it sees the name and address by which it knew them.
  const isKnown = and(eq(m.personId, t.personId), eq(m.siteId, t.siteId), sql`${m.status} <> 'invited'`);
  // Of a person, the index has the events at all schools.
  const isOfSite = (p: Params<PageValues>) => sql`${t.siteId} || '' = ${text(p.siteId)}`;
  // These use the index audit_events_by_person, audit_events_about_member, audit_events_of_holdings, audit_events_of_ends,
  // audit_events_by_event, audit_events_by_client or audit_events_by_site. PostgreSQL takes it because nothing but ids is
  // read, and would otherwise read along the primary key.
  const idsAlong = (q: QueryBuilder, name: PageShape['along'], p: Params<PageValues>) =>
    q
      .select({ id: t.id })
      .from(t)
      .where(and(along[name](p), lt(t.id, integer(p.before))))
      .orderBy(desc(t.id));

  // Each of the ids leads to its event. PostgreSQL expects more of them, and would read the whole table at once.
  const eventsOf = (id: SQLiteColumn): [SQL | typeof t, SQL] =>
    db.engine === 'sqlite'
      ? [t, eq(t.id, id)]
      : [sql`lateral (select * from ${t} as one where one.id = ${id} limit 1) as ${t}`, sql`true`];
  // Reads the events, and the names with them, by primary keys.
  const reading = preparedPerShape((shape: PageShape) =>
    db.scan((q, p: Params<PageValues>) => {
      const stretched = idsAlong(q, shape.along, p).limit(stretch).as('stretch');
      return q
        .select(columnsOf(db))
        .from(stretched)
        .innerJoin(...eventsOf(stretched.id))
        .leftJoin(m, isKnown)
        .leftJoin(people, eq(people.id, m.personId))
        .leftJoin(clients, eq(clients.id, t.clientId))
        .where(
          and(
            shape.along === 'by' ? isOfSite(p) : undefined,
            gte(stretched.id, integer(p.floor)),
            ...shape.others.map((name) => others[name](p)),
          ),
        )
        .orderBy(desc(stretched.id))
        .limit(limit(p.first));
    }),
  );
  const stretching = preparedPerShape((name: PageShape['along']) =>
    db.scanOne((q, p: Params<PageValues>) =>
      idsAlong(q, name, p)
        .limit(1)
        .offset(stretch - 1),
    ),
  );
  return { reading, stretching };
}

/** Finds where the events of a time begin or end in the order of ids, so that a filter by dates reads no others. */
function placesOfTimes(db: Database, stretch: number) {
  const { auditEvents: t } = db.tables;
  // These use the index audit_events_by_site.
  const readFrom = db.one((q, p: Params<{ siteId: string; id: number }>) =>
    q
      .select({ id: t.id, at: t.at })
      .from(t)
      .where(and(eq(t.siteId, text(p.siteId)), gte(t.id, integer(p.id))))
      .orderBy(t.id)
      .limit(1),
  );
  const readNewest = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select({ id: t.id })
      .from(t)
      .where(eq(t.siteId, text(p.siteId)))
      .orderBy(desc(t.id))
      .limit(1),
  );

  /** Returns two ids that are no stretch apart: events before the first are older than the time, and those from the second on are not. */
  async function around(siteId: string, at: number): Promise<[id: number, id: number]> {
    let [low, high] = [0, ((await readNewest({ siteId }))?.id ?? 0) + 1];
    while (high - low > stretch) {
      const middle = Math.floor((low + high) / 2);
      const event = await readFrom({ siteId, id: middle });
      if (event === undefined || event.at >= at) high = middle;
      else low = event.id;
    }
    return [low, high];
  }

  return async (siteId: string, { from, to }: AuditFilter): Promise<{ floor: number; end: number }> => ({
    floor: from === undefined ? 0 : (await around(siteId, from - CLOCKS_MS))[0],
    end: to === undefined ? Number.MAX_SAFE_INTEGER : (await around(siteId, to + CLOCKS_MS))[1],
  });
}

/** @param stretch the number of events that one statement applies conditions to at most */
export function auditLogStore(db: Database, stretch = STRETCH) {
  const reads = logReads(db, stretch);
  const placesOf = placesOfTimes(db, stretch);
  const withDeletedApps = namesOfDeletedApps(db);

  /** Returns the id with which a stretch ends that is read along an index, or 0 if that is the end. */
  async function endOf({ along, event }: Lead, values: PageValues): Promise<number> {
    if (isShort(along)) return 0;
    return (await reads.stretching(along)({ ...values, alongEvent: event ?? '' }))?.id ?? 0;
  }

  /** Returns the way whose first stretch leads back the furthest. */
  async function bestOf(ways: ReturnType<typeof waysOf>, values: PageValues): Promise<readonly Lead[]> {
    const [only = []] = ways;
    if (ways.length === 1) return only;
    const ends = await Promise.all(
      ways.map(async (way) => Math.max(...(await Promise.all(way.map((lead) => endOf(lead, values)))))),
    );
    return ways[ends.indexOf(Math.min(...ends))] ?? only;
  }

  async function readAlong(lead: Lead, values: PageValues): Promise<AuditEntry[]> {
    const { along, others, event } = lead;
    const found: AuditEntry[] = [];
    let { before } = values;
    for (;;) {
      const first = values.first - found.length;
      const rows = await reads.reading({ along, others })({ ...values, alongEvent: event ?? '', before, first });
      found.push(...rows.map(completedEntry));
      if (rows.length === first) return found;
      before = await endOf(lead, { ...values, before });
      if (before <= values.floor) return found;
    }
  }

  /**
   * Returns at most `first` events whose id is lower than `before`. Those of a person are what the person did and what
   * was done to the person.
   */
  async function find(siteId: string, filter: AuditFilter, first: number, before: number): Promise<AuditEntry[]> {
    const { floor, end } = await placesOf(siteId, filter);
    const values = {
      ...NO_FILTER,
      ...filter,
      about: memberTarget(filter.personId ?? ''),
      quotedClient: JSON.stringify(filter.clientId ?? ''),
      settings: `school/${siteId}`,
      appearance: `appearance/${siteId}`,
      siteId,
      before: Math.min(before, end),
      floor,
      first,
    };
    const leads = await bestOf(waysOf(filter), values);
    return newestOf((await Promise.all(leads.map((lead) => readAlong(lead, values)))).flat(), first);
  }

  /** Returns what `find` does, also with the names of deleted apps. */
  const page = async (siteId: string, filter: AuditFilter, first: number, before = Number.MAX_SAFE_INTEGER) => {
    const entries = await find(siteId, filter, first, before);
    return withDeletedApps(new Set([siteId]), entries, entries.at(-1)?.id);
  };

  return {
    page,

    namesOf: targetNames(db),

    deletedApps: deletedApps(db),

    /** The people of the school whose connections ended with an entry that may be about several. */
    endedPeople: endedPeople(db),

    /** The failures of those entries that are calls of tools. */
    failedCalls: failedCalls(db),

    /** Yields all events, `first` at a time, so that no more than that are in memory. */
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

/** Returns the newest entries, each once. */
const newestOf = (entries: readonly AuditEntry[], first: number): AuditEntry[] =>
  [...new Map(entries.map((entry) => [entry.id, entry])).values()].sort((a, b) => b.id - a.id).slice(0, first);
