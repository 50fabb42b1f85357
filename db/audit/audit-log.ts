/**
 * Reads a school's audit log (`audit_events`), newest first. A filter that no index covers is applied to a limited
 * range of ids at a time, so that searching a long log does not hold up other requests.
 */
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import {
  ACCESS_TOKEN_ONLY,
  type AuditEntry,
  type AuditEventName,
  type AuditFilter,
} from '../../schema/audit/audit-event.ts';
import { memberTarget } from '../../schema/audit/audit-target.ts';
import { completedEntry } from '../../schema/audit/earlier-entries.ts';
import { CLIENT_IDS } from '../../schema/audit/ended-connections.ts';
import { eventsWith } from '../../schema/audit/events.ts';
import type { Database, Params } from '../engine/engine.ts';
import { preparedPerShape } from '../engine/lists.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { isOfEveryone } from '../tables/audit-index-conditions.ts';
import { deletedApps, namesOfDeletedApps } from './deleted-apps.ts';
import { endedPeople, wasEnded } from './ended-people.ts';
import { failedCalls } from './failed-calls.ts';
import { personConditions } from './person-conditions.ts';
import { targetNames } from './target-names.ts';

export type AuditLogStore = ReturnType<typeof auditLogStore>;

/** The number of ids that one statement reads at most if no index covers the filter. */
const MAX_RANGE = 20_000;

type FilterName =
  | 'event'
  | 'ofSchool'
  | 'ofMember'
  | 'ofItem'
  | 'ofInvited'
  | 'ofJoined'
  | 'ofSignIn'
  | 'ofTools'
  | 'ofEnds'
  | 'personId'
  | 'clientId'
  | 'from'
  | 'to';
/** With the conditions of a person that have an index each. */
type ConditionName = FilterName | 'about' | 'held' | 'ended';

/** The parameters of every statement. A statement without one of the filters ignores its parameter. */
type PageValues = Record<
  'event' | 'personId' | 'clientId' | 'quotedClient' | 'about' | 'settings' | 'appearance',
  string
> & {
  from: number;
  to: number;
  siteId: string;
  before: number;
  floor: number;
  first: number;
};

interface PageShape {
  names: readonly ConditionName[];
  /** Whether the statement is limited to a range of ids. */
  isRange: boolean;
}

/** An app gets a code each time that a person signs in with it. */
const SIGN_INS = eventsWith('signsIn', true);
/** They end connections by themselves. */
const ENDS = eventsWith('ends', 'connections', 'of_several');
/** They name the apps of one person with which connections ended. */
const ENDED_WITH = eventsWith('namesApps', true);
const TOOL_CALLS: AuditEventName[] = ['tool_called', 'tool_failed'];

const NO_FILTER = { event: '', personId: '', clientId: '', from: 0, to: 0 };

/** A school sees the names of removed members as it knew them. */
const columnsOf = ({ tables: { auditEvents: t, clients, memberships: m, people } }: Database) => ({
  id: t.id,
  at: t.at,
  event: t.event,
  personId: t.personId,
  personName: sql<string | null>`case when ${m.status} = 'removed' then ${m.formerName} else ${people.name} end`,
  personEmail: sql<string | null>`case when ${m.status} = 'removed' then ${m.invitedEmail} else ${people.email} end`,
  clientId: t.clientId,
  clientName: clients.name,
  target: t.target,
  before: t.before,
  after: t.after,
  ip: t.ip,
  userAgent: t.userAgent,
  requestId: t.requestId,
});

/** Prepares the reads of the log, newest first, and of its newest and oldest id. */
function logReads(db: Database) {
  const { auditEvents: t, clients, grants: g, memberships: m, people } = db.tables;
  const ofPerson = personConditions(db);

  // An app that revokes an access token only stays connected.
  const endsConnection = sql`coalesce(${t.after}, '') not like ${`%"${ACCESS_TOKEN_ONLY}"%`}`;
  const wasInvited = sql`coalesce(${t.before}, '') like '%"status":"invited"%'`;
  const endsSomething = sql`${t.before} like ${`%"${CLIENT_IDS}"%`}`;
  const atSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));
  // A school sees the current name and address of its members only. Of people who declined an invitation or were removed,
  // it sees the name and address by which it knew them.
  const isKnown = and(eq(m.personId, t.personId), eq(m.siteId, t.siteId), sql`${m.status} <> 'invited'`);
  const conditions: Readonly<Record<ConditionName, (p: Params<PageValues>, isRange: boolean) => SQL | undefined>> = {
    event: (p) => eq(t.event, text(p.event)),
    ofSchool: (p) => or(eq(t.target, text(p.settings)), eq(t.target, text(p.appearance))),
    ofMember: () => sql`${t.target} like 'member/%'`,
    ofItem: () => sql`coalesce(${t.target}, '') not like 'member/%'`,
    ofInvited: () => wasInvited,
    ofJoined: () => sql`not ${wasInvited}`,
    ofSignIn: () => inArray(t.event, SIGN_INS),
    ofTools: () => inArray(t.event, TOOL_CALLS),
    personId: (p, isRange) => (isRange ? ofPerson.any(p) : ofPerson.by(p)),
    about: ofPerson.about,
    held: ofPerson.held,
    ended: ofPerson.ended,
    ofEnds: () => or(and(inArray(t.event, ENDS), endsConnection), and(inArray(t.event, ENDED_WITH), endsSomething)),
    clientId: (p) =>
      or(
        eq(t.clientId, text(p.clientId)),
        and(inArray(t.event, ENDED_WITH), sql`replace(${t.before}, ${text(p.quotedClient)}, '') <> ${t.before}`),
        // All connections of the school. With a person, those of the person count, or that the person ended them.
        sql`(${isOfEveryone(t)} and ${t.clientId} is null and exists (select 1 from ${g} where ${wasEnded(db.tables)}
          and ${g.siteId} = ${text(p.siteId)} and ${g.revokedAt} = ${t.at} and ${g.clientId} = ${text(p.clientId)}
          and ${text(p.personId)} in ('', ${t.personId}, ${g.personId})))`,
      ),
    from: (p) => gte(t.at, integer(p.from)),
    to: (p) => lt(t.at, integer(p.to)),
  };

  // Uses the index audit_events_by_person, audit_events_about_member, audit_events_of_holdings, audit_events_of_ends,
  // audit_events_by_event or audit_events_by_site, whichever covers most of the filter, and the primary keys of the names.
  const reading = preparedPerShape(({ names, isRange }: PageShape) =>
    db.scan((q, p: Params<PageValues>) =>
      q
        .select(columnsOf(db))
        .from(t)
        .leftJoin(m, isKnown)
        .leftJoin(people, eq(people.id, m.personId))
        .leftJoin(clients, eq(clients.id, t.clientId))
        .where(
          and(
            atSite(p),
            ...names.map((name) => conditions[name](p, isRange)),
            lt(t.id, integer(p.before)),
            isRange ? gte(t.id, integer(p.floor)) : undefined,
          ),
        )
        .orderBy(desc(t.id))
        .limit(limit(p.first)),
    ),
  );
  // Uses the index audit_events_by_site.
  const readNewest = db.one((q, p: Params<{ siteId: string }>) =>
    q.select({ id: t.id }).from(t).where(atSite(p)).orderBy(desc(t.id)).limit(1),
  );
  const readOldest = db.one((q, p: Params<{ siteId: string }>) =>
    q.select({ id: t.id }).from(t).where(atSite(p)).orderBy(t.id).limit(1),
  );

  return { reading, readNewest, readOldest };
}

export function auditLogStore(db: Database) {
  const { reading, readNewest, readOldest } = logReads(db);
  const withDeletedApps = namesOfDeletedApps(db);

  /**
   * Returns at most `first` events whose id is lower than `before`. Those of a person are what the person did and what
   * was done to the person. If no index covers the filter, each statement reads a limited range of ids, and other
   * requests are processed between two statements.
   */
  async function find(siteId: string, filter: AuditFilter, first: number, before: number) {
    const names = FILTER_NAMES.filter((name) => filter[name] !== undefined);
    const isRange = names.length > 1 || names.some((name) => !INDEXED.has(name));
    const values = {
      ...NO_FILTER,
      ...filter,
      about: memberTarget(filter.personId ?? ''),
      quotedClient: JSON.stringify(filter.clientId ?? ''),
      settings: `school/${siteId}`,
      appearance: `appearance/${siteId}`,
      siteId,
    };
    const readRange = async (start: number, floor: number, count: number, by: readonly ConditionName[] = names) => {
      const rows = await reading({ names: by, isRange })({ ...values, before: start, floor, first: count });
      return rows.map(completedEntry);
    };
    if (!isRange && filter.personId !== undefined) {
      const read = (by: ConditionName): Promise<AuditEntry[]> => readRange(before, 0, first, [by]);
      const found = [await read('personId'), await read('about'), await read('held'), await read('ended')];
      return newestOf(found.flat(), first);
    }
    if (!isRange) return readRange(before, 0, first);
    const [newest, oldest] = [await readNewest({ siteId }), await readOldest({ siteId })];
    if (newest === undefined || oldest === undefined) return [];
    const found: AuditEntry[] = [];
    let start = Math.min(before, newest.id + 1);
    while (start > oldest.id && found.length < first) {
      const floor = Math.max(oldest.id, start - MAX_RANGE);
      found.push(...(await readRange(start, floor, first - found.length)));
      start = floor;
      await setImmediate();
    }
    return found;
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

/** The filters that have an index of their own. */
const INDEXED: ReadonlySet<FilterName> = new Set(['event', 'personId']);
const FILTER_NAMES: readonly FilterName[] = [
  'event',
  'ofSchool',
  'ofMember',
  'ofItem',
  'ofInvited',
  'ofJoined',
  'ofSignIn',
  'ofTools',
  'ofEnds',
  'personId',
  'clientId',
  'from',
  'to',
];
