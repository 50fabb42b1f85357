/**
 * Reads from the audit log (`audit_events`) what happened to the account of a person, newest first. Most events of a
 * person can be about something else, so a page covers a limited number of them.
 */
import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  ABOUT_EVENTS,
  type AboutEvent,
  ACCOUNT_EVENTS,
  type AccountEvent,
  type AccountHistory,
  ENDED_BY_OTHERS,
  type EndedConnections,
} from '../../schema/audit/account-event.ts';
import { memberTarget } from '../../schema/audit/audit-target.ts';
import type { Database, Params, QueryBuilder } from '../engine/engine.ts';
import { among, integer, limit, listOf, scalar, text } from '../engine/placeholders.ts';
import { isOfEveryone } from '../tables/audit-index-conditions.ts';
import type { Tables } from '../tables/index.ts';
import { namesOfDeletedApps } from './deleted-apps.ts';

/** What others did that is read for a page of events. More does not happen between two events of a person. */
const MOST_OF_OTHERS = 200;

/** The number of events of a person that one statement looks at, and the number of statements for a page. */
const STEP = 1000;
const MAX_STEPS = 20;

/**
 * Prepares the read of connections that others have ended. An app that is blocked can end those of any number of people,
 * so they are told by the grants themselves. Uses the index grants_by_person, and the primary keys of the names.
 */
function endedConnections(db: Database) {
  const { clients, grants: t, metadataDocuments: documents, sites } = db.tables;
  return db.many((q, p: Params<{ personId: string; from: number; before: number }>) =>
    q
      .select({
        at: sql<number>`${t.revokedAt}`.mapWith(Number),
        by: sql<EndedConnections['by']>`${t.revokedBy}`,
        clientId: t.clientId,
        clientName: clients.name,
        siteId: t.siteId,
        siteName: sites.name,
        count: count(),
        since: sql<number>`min(${t.createdAt})`.mapWith(Number),
        of: scalar(sql`(select count(*) from ${t} as other
          where other.person_id = ${text(p.personId)} and other.site_id = ${t.siteId} and other.client_id = ${t.clientId}
          and other.redeemed_at < ${t.revokedAt} and other.expires_at > ${t.revokedAt}
          and coalesce(other.revoked_at, ${t.revokedAt}) >= ${t.revokedAt})`),
        isAllowedAgain:
          sql<boolean>`${t.revokedBy} = 'block' and coalesce(${documents.review}, 'blocked') <> 'blocked'`.mapWith(
            Boolean,
          ),
      })
      .from(t)
      .innerJoin(sites, eq(sites.id, t.siteId))
      .leftJoin(clients, eq(clients.id, t.clientId))
      .leftJoin(documents, eq(documents.clientId, t.clientId))
      .where(
        and(
          eq(t.personId, text(p.personId)),
          inArray(t.revokedBy, [...ENDED_BY_OTHERS]),
          isNotNull(t.redeemedAt),
          gt(t.expiresAt, t.revokedAt),
          gte(t.revokedAt, integer(p.from)),
          lt(t.revokedAt, integer(p.before)),
        ),
      )
      .groupBy(t.revokedAt, t.revokedBy, t.clientId, t.siteId, clients.name, sites.name, documents.review)
      .orderBy(desc(t.revokedAt), clients.name, sites.name)
      .limit(MOST_OF_OTHERS),
  );
}

/** The name or address that people know somebody by; empty once the account was erased. */
const nameOf = ({ people }: Tables, id: SQL | SQLiteColumn): SQL =>
  sql`coalesce((select case when other.name = '' then other.email else other.name end from ${people} as other where other.id = ${id}), '')`;

type ByOthers = Params<{ personId: string; from: number; before: number }>;

/** Selects events of the schools of a person that others caused, within a time, the newest first. */
function selectByOthers({ tables }: Database, q: QueryBuilder, p: ByOthers, condition: SQL | undefined) {
  const { auditEvents: t, memberships, sites } = tables;
  const schools = q
    .select({ id: memberships.siteId })
    .from(memberships)
    .where(eq(memberships.personId, text(p.personId)));
  return q
    .select({
      at: t.at,
      event: sql<AboutEvent['event']>`${t.event}`,
      byName: sql<string>`${nameOf(tables, t.personId)}`,
      siteName: sites.name,
      before: t.before,
      after: t.after,
    })
    .from(t)
    .innerJoin(sites, eq(sites.id, t.siteId))
    .where(and(inArray(t.siteId, schools), condition, gte(t.at, integer(p.from)), lt(t.at, integer(p.before))))
    .orderBy(desc(t.id))
    .limit(MOST_OF_OTHERS);
}

/** Prepares the read of what others did to a person. Uses the index audit_events_about_member, for each school. */
function aboutPerson(db: Database) {
  const { auditEvents: t } = db.tables;
  const events = listOf(ABOUT_EVENTS);
  const read = db.many((q, p: ByOthers & Params<{ target: string; events: string }>) =>
    selectByOthers(
      db,
      q,
      p,
      and(eq(t.target, text(p.target)), sql`${t.target} like 'member/%'`, among(db, t.event, p.events)),
    ),
  );
  return (personId: string, from: number, before: number): Promise<AboutEvent[]> =>
    read({ personId, target: memberTarget(personId), from, before, events });
}

/**
 * Prepares the read of owners who stepped down beside a person. The event names those who stayed owners. Uses the index
 * audit_events_by_event, for each school.
 */
function steppedDownBeside(db: Database) {
  const { auditEvents: t } = db.tables;
  const read = db.many((q, p: ByOthers & Params<{ quoted: string }>) =>
    selectByOthers(
      db,
      q,
      p,
      sql`${t.event} = 'ownership_stepped_down' and replace(${t.after}, ${text(p.quoted)}, '') <> ${t.after}`,
    ),
  );
  return (personId: string, from: number, before: number): Promise<AboutEvent[]> =>
    read({ personId, quoted: JSON.stringify(personId), from, before });
}

type Others = Pick<AccountHistory, 'ended' | 'about'>;

function readsOfOthers(db: Database) {
  const { auditEvents: t } = db.tables;
  // Uses the primary key.
  const readTime = db.one((q, p: Params<{ personId: string; id: number }>) =>
    q
      .select({ at: t.at })
      .from(t)
      .where(and(eq(t.id, integer(p.id)), eq(t.personId, text(p.personId)))),
  );
  const readEnded = endedConnections(db);

  const readAbout = aboutPerson(db);
  const readSteppedDown = steppedDownBeside(db);

  /** What others did in the time that a page covers: from its last event on, and before that of the page before. */
  return async function ofOthers(personId: string, next: number | undefined, before: number): Promise<Others> {
    const timeOf = async (id: number | undefined): Promise<number | undefined> =>
      id === undefined || id === Number.MAX_SAFE_INTEGER ? undefined : (await readTime({ personId, id }))?.at;
    const [from = 0, to = Number.MAX_SAFE_INTEGER] = [await timeOf(next), await timeOf(before)];
    const [ended, about, steppedDown] = await Promise.all([
      readEnded({ personId, from, before: to }),
      readAbout(personId, from, to),
      readSteppedDown(personId, from, to),
    ]);
    return { ended, about: [...about, ...steppedDown] };
  };
}

/** Prepares the reads of events of a person. */
function eventReads(db: Database) {
  const { auditEvents: t, clients, sites } = db.tables;
  const ofPerson = (p: Params<{ personId: string; before: number }>) =>
    and(eq(t.personId, text(p.personId)), lt(t.id, integer(p.before)));
  // Uses the index audit_events_by_person, which has all that it reads.
  const readFloor = db.one((q, p: Params<{ personId: string; before: number }>) =>
    q
      .select({ id: t.id })
      .from(t)
      .where(ofPerson(p))
      .orderBy(desc(t.id))
      .limit(1)
      .offset(STEP - 1),
  );
  const isOfOwnership = sql`${t.event} like 'ownership%'`;
  // Who ended connections of many people for the school reads of the own ones by the grants, as everyone does.
  const isForSchool = isOfEveryone(t);
  // Uses the index audit_events_by_person, and the primary keys of the names. Other events whose target is a member are about
  // that member.
  const read = db.many(
    (q, p: Params<{ personId: string; before: number; floor: number; events: string; first: number }>) =>
      q
        .select({
          id: t.id,
          at: t.at,
          event: sql<AccountEvent['event']>`${t.event}`,
          clientId: t.clientId,
          clientName: clients.name,
          siteId: t.siteId,
          siteName: sites.name,
          target: t.target,
          otherName: sql<
            string | null
          >`case when ${isOfOwnership} then ${nameOf(db.tables, sql`substr(${t.target}, 8)`)} end`,
          before: t.before,
          after: t.after,
          ip: t.ip,
          userAgent: t.userAgent,
          requestId: t.requestId,
        })
        .from(t)
        .leftJoin(clients, eq(clients.id, t.clientId))
        .leftJoin(sites, eq(sites.id, t.siteId))
        .where(
          and(
            ofPerson(p),
            gte(t.id, integer(p.floor)),
            among(db, t.event, p.events),
            or(isOfOwnership, sql`coalesce(${t.target}, '') not like 'member/%'`),
            sql`not ${isForSchool}`,
          ),
        )
        .orderBy(desc(t.id))
        .limit(limit(p.first)),
  );

  return { read, readFloor };
}

export type AccountLogStore = ReturnType<typeof accountLogStore>;

export function accountLogStore(db: Database) {
  const events = listOf(ACCOUNT_EVENTS);
  const { read, readFloor } = eventReads(db);
  const ofOthers = readsOfOthers(db);
  const withDeletedApps = namesOfDeletedApps(db);

  /** Adds the names of apps that a school of the person deleted. */
  async function named(events: readonly AccountEvent[], others: Others): Promise<Omit<AccountHistory, 'next'>> {
    const siteIds = new Set([...events, ...others.ended].flatMap(({ siteId }) => siteId ?? []));
    return {
      events: await withDeletedApps(siteIds, events),
      ended: await withDeletedApps(siteIds, others.ended),
      about: others.about,
    };
  }

  return {
    /**
     * Returns the newest events, at most `first` of them, older than the event `before`.
     * @param most how many statements may look for them
     * @returns also where the next page begins, unless there is none
     */
    async ofPerson(
      personId: string,
      first: number,
      before = Number.MAX_SAFE_INTEGER,
      most = MAX_STEPS,
    ): Promise<AccountHistory> {
      const found: AccountEvent[] = [];
      const history = async (next: number | undefined): Promise<AccountHistory> => ({
        ...(await named(found, await ofOthers(personId, next, before))),
        next,
      });
      let start = before;
      for (let step = 0; step < most; step += 1) {
        const floor = (await readFloor({ personId, before: start }))?.id;
        const more = first - found.length;
        found.push(...(await read({ personId, before: start, floor: floor ?? 0, events, first: more })));
        if (found.length === first) return history(found.at(-1)?.id);
        if (floor === undefined) return history(undefined);
        start = floor;
      }
      return history(start);
    },
  };
}
