/**
 * Stats for the first admin page of a school: its members, and what happened there in each of the last days. All
 * statements are bounded, so that the page of a large school costs no more than the bound.
 */
import { and, desc, eq, gte, ne, type SQL, sql } from 'drizzle-orm';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import type { Period } from '../../schema/school/analytics.ts';
import {
  type DailyCount,
  type FailingClient,
  type LearnedDay,
  MAX_COUNTED_MEMBERS,
} from '../../schema/school/overview-stats.ts';
import type { Database, Params } from '../engine/engine.ts';
import { counted, howMany } from '../engine/lists.ts';
import { integer, periods, scalar, text } from '../engine/placeholders.ts';
import { metricExpressions } from './analytics.ts';

/** The number of the newest events of a kind that are looked at. */
const MAX_ROWS = 2000;
/** An app that failed less often can have been unlucky. */
const FAILS_OFTEN = 3;
const MAX_FAILURES = 500;
const MAX_FAILING = 3;
/** More than a page shows, because those of one import are shown as one. */
const MAX_LATEST = 100;

type OfDays = { siteId: string; periods: string };

/** Counts rows with a time `at` in each period. `newest` selects the rows. */
function daily<Input extends OfDays, More extends Record<string, SQL<number>>>(
  db: Database,
  newest: (p: Params<Input>) => SQL,
  more: More = {} as More,
) {
  const position = sql<number>`period.place`.mapWith(Number);
  return db.scan((q, p: Params<Input>) =>
    q
      .select({ position, value: scalar(sql`count(newest.at)`), ...more })
      .from(periods(db, p.periods))
      .leftJoin(sql`(${newest(p)}) as newest`, sql`newest.at >= period.first and newest.at < period.last`)
      .groupBy(position)
      .orderBy(position),
  );
}

/**
 * @param days the days, in the form of `periods`, after everything that was before them
 * @param rows for each of these periods, the number of rows among the newest
 */
function dailyCount(rows: readonly { value: number }[]): DailyCount {
  const [before = 0, ...days] = rows.map(({ value }) => value);
  const total = days.reduce((sum, count) => sum + count, 0);
  if (before > 0 || total < MAX_ROWS) return { days, total, isAll: true };
  // Older rows were not looked at, so the first day with any may have had more.
  return { days: days.slice(days.findIndex((count) => count > 0) + 1), total, isAll: false };
}

function memberReads(db: Database) {
  const { memberships: m } = db.tables;
  // Uses the index memberships_by_status.
  const count = db.scanOne((q, p: Params<{ siteId: string }>) =>
    q
      .select(howMany)
      .from(
        sql`(select 1 from ${m} where ${m.siteId} = ${text(p.siteId)} and ${m.status} = 'active' limit ${sql.raw(String(MAX_COUNTED_MEMBERS))}) as counted`,
      ),
  );
  // Uses the index memberships_by_site. Nobody but members who were removed can come before the first other person.
  const another = db.one((q, p: Params<{ siteId: string; personId: string }>) =>
    q
      .select({ personId: m.personId })
      .from(m)
      .where(and(eq(m.siteId, text(p.siteId)), ne(m.personId, text(p.personId)), sql`${m.status} <> 'removed'`))
      .orderBy(desc(m.joinedAt), desc(m.personId))
      .limit(1),
  );
  return { count, another };
}

function eventReads(db: Database) {
  const { auditEvents: e, clients } = db.tables;
  // Uses the index audit_events_by_event, whose newest entries it reads.
  const newest = (p: Params<{ siteId: string }>, event: SQL, columns: SQL, most: number): SQL =>
    sql`select ${columns} from ${e} where ${e.siteId} = ${text(p.siteId)} and ${e.event} = ${event}
      order by ${e.id} desc limit ${sql.raw(String(most))}`;
  const happened = daily(db, (p: Params<OfDays & { event: AuditEventName }>) =>
    newest(p, text(p.event), sql`${e.at} as at`, MAX_ROWS),
  );
  // Also uses the primary key of clients. Both events end the connection, because a code or token came twice.
  const ended = (p: Params<{ siteId: string }>): SQL => {
    const columns = sql`${e.clientId} as client_id, ${e.at} as at`;
    const of = (event: SQL): SQL => sql`select client_id, at from (${newest(p, event, columns, MAX_FAILURES)}) as one`;
    return sql`(${of(sql`'refresh_reuse'`)} union all ${of(sql`'code_replay'`)}) as ended`;
  };
  const failing = db.many((q, p: Params<{ siteId: string; since: number }>) =>
    q
      .select({ clientId: clients.id, name: clients.name, times: scalar(sql`count(*)`) })
      .from(ended(p))
      .innerJoin(clients, sql`${clients.id} = ended.client_id and ${clients.active}`)
      .where(sql`ended.at >= ${integer(p.since)}`)
      .groupBy(clients.id, clients.name)
      .having(sql`count(*) >= ${sql.raw(String(FAILS_OFTEN))}`)
      .orderBy(sql`count(*) desc`, clients.id)
      .limit(MAX_FAILING),
  );
  // Uses the index audit_events_by_client.
  const withClient = daily(
    db,
    (p: Params<OfDays & { clientId: string }>) =>
      sql`select ${e.at} as at, ${e.event} as event from ${e} where ${e.siteId} = ${text(p.siteId)}
        and ${e.clientId} = ${text(p.clientId)} order by ${e.id} desc limit ${sql.raw(String(MAX_ROWS))}`,
    { signIns: scalar(sql`count(case when newest.event in ('consent_given', 'code_issued_silently') then 1 end)`) },
  );
  return { happened, withClient, failing };
}

type LearningValues = { siteId: string; currency: string; since: number; periods: string };

/**
 * What people did at a school on each day. Uses the indexes milestones_by_time and payments_by_time, and for each event that
 * had not ended before the first day, event_registrations_by_time.
 */
function learningReads(db: Database) {
  const { events, eventRegistrations } = db.tables;
  const metrics = metricExpressions(db);
  const position = sql<number>`period.place`.mapWith(Number);
  const did = db.scan((q, p: Params<LearningValues>) =>
    q
      .select({
        position,
        enrollments: scalar(metrics.enrollments(p)),
        completions: scalar(metrics.completions(p)),
        revenue: scalar(metrics.revenue(p)),
      })
      .from(periods(db, p.periods))
      .orderBy(position),
  );
  const registered = daily(
    db,
    (
      p: Params<LearningValues>,
    ) => sql`select r.registered_at as at from ${events} as e cross join ${eventRegistrations} as r
      where e.site_id = ${text(p.siteId)} and e.status <> 'draft' and e.ends_at >= ${integer(p.since)}
        and r.site_id = e.site_id and r.event_id = e.id and r.registered_at >= ${integer(p.since)}`,
  );
  return { did, registered };
}

/** Who did something lately. Uses the indexes milestones_by_time and, for each event that had not ended then, event_registrations_by_time. */
function latestReads(db: Database) {
  const { events, eventRegistrations, milestones } = db.tables;
  const reached = db.many((q, p: Params<{ siteId: string; kind: 'enrolled' | 'completed'; since: number }>) =>
    q
      .select({
        memberId: milestones.personId,
        courseId: milestones.courseId,
        kind: milestones.kind,
        at: milestones.reachedAt,
      })
      .from(milestones)
      .where(
        and(
          eq(milestones.siteId, text(p.siteId)),
          eq(milestones.kind, text(p.kind)),
          gte(milestones.reachedAt, integer(p.since)),
        ),
      )
      .orderBy(desc(milestones.reachedAt), milestones.personId, milestones.courseId)
      .limit(MAX_LATEST),
  );
  const newlyRegistered = db.many((q, p: Params<{ siteId: string; since: number }>) =>
    q
      .select({
        id: eventRegistrations.id,
        memberId: eventRegistrations.personId,
        eventId: eventRegistrations.eventId,
        at: eventRegistrations.registeredAt,
      })
      .from(events)
      .innerJoin(
        eventRegistrations,
        and(eq(eventRegistrations.siteId, events.siteId), eq(eventRegistrations.eventId, events.id)),
      )
      .where(
        and(
          eq(events.siteId, text(p.siteId)),
          eq(events.status, 'published'),
          gte(events.endsAt, integer(p.since)),
          gte(eventRegistrations.registeredAt, integer(p.since)),
          ne(eventRegistrations.status, 'cancelled'),
        ),
      )
      .orderBy(desc(eventRegistrations.registeredAt), eventRegistrations.id)
      .limit(MAX_LATEST),
  );
  return { reached, newlyRegistered };
}

export function overviewStatsStore(db: Database) {
  const learning = learningReads(db);
  const latest = latestReads(db);
  const members = memberReads(db);
  const events = eventReads(db);
  const startOf = (days: readonly Period[]): number => days[0]?.[0] ?? 0;
  /** The days, after everything before the first. */
  const withBefore = (days: readonly Period[]): string => JSON.stringify([[0, startOf(days)], ...days]);

  return {
    /** Counts the active members, up to `MAX_COUNTED_MEMBERS`. */
    members: async (siteId: string): Promise<number> => counted(await members.count({ siteId })),

    /** Counts the events of a kind on each day. */
    happened: async (siteId: string, event: AuditEventName, days: readonly Period[]): Promise<DailyCount> =>
      dailyCount(await events.happened({ siteId, event, periods: withBefore(days) })),

    /** Counts how often people signed in with an app on each day; `undefined` if more happened than is looked at. */
    async signIns(siteId: string, clientId: string, days: readonly Period[]): Promise<number[] | undefined> {
      const rows = await events.withClient({ siteId, clientId, periods: withBefore(days) });
      return dailyCount(rows).isAll ? rows.slice(1).map(({ signIns }) => signIns) : undefined;
    },

    /** What people did in each of the periods. Money is in the currency, less refunds. */
    async learned(siteId: string, currency: string, spans: readonly Period[]): Promise<LearnedDay[]> {
      const values = { siteId, currency, since: startOf(spans), periods: JSON.stringify(spans) };
      const [did, registered] = await Promise.all([learning.did(values), learning.registered(values)]);
      return did.map(({ enrollments, completions, revenue }, index) => ({
        enrollments,
        completions,
        revenue,
        registrations: registered[index]?.value ?? 0,
      }));
    },

    /** Lists who began or completed a course since then, the latest first. */
    reached: (siteId: string, kind: 'enrolled' | 'completed', since: number) => latest.reached({ siteId, kind, since }),

    /** Lists who registered since then for an event that had not ended, the latest first. */
    newlyRegistered: (siteId: string, since: number) => latest.newlyRegistered({ siteId, since }),

    /** Lists the apps whose connections ended several times since then because a code or token was used twice. */
    failing: (siteId: string, since: number): Promise<FailingClient[]> => events.failing({ siteId, since }),

    /** Returns whether the school has, or has invited, anybody but this person. */
    hasAnother: async (siteId: string, personId: string): Promise<boolean> =>
      (await members.another({ siteId, personId })) !== undefined,
  };
}
