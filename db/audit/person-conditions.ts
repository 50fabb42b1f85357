/** The conditions that select the entries about a person: what the person did, and what happened to the person. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { endsOfSeveral, isOfHolding } from '../tables/audit-index-conditions.ts';
import { wasEnded } from './ended-people.ts';

type PersonValues = { siteId: string; personId: string; about: string };

/** Selects the targets of a member's enrollments, subscriptions and event registrations. */
const holdingsOf =
  ({ tables: { enrollments: e, eventRegistrations: r, subscriptions: s } }: Database) =>
  (p: Params<PersonValues>): SQL => {
    const isTheirs = (table: typeof e | typeof r | typeof s) =>
      and(eq(table.personId, text(p.personId)), eq(table.siteId, text(p.siteId)));
    return sql`select 'enrollment/' || ${e.id} as target from ${e} where ${isTheirs(e)}
      union all select 'subscription/' || ${s.id} as target from ${s} where ${isTheirs(s)}
      union all select 'event_registration/' || ${r.id} as target from ${r} where ${isTheirs(r)}`;
  };

export function personConditions(db: Database) {
  const { auditEvents: t, grants: g } = db.tables;
  const heldBy = holdingsOf(db);
  const about = { event: sql`about.event`, target: sql`about.target`, clientId: sql`about.client_id` };
  const endedOf = (p: Params<PersonValues>): SQL | undefined =>
    and(eq(g.personId, text(p.personId)), eq(g.siteId, text(p.siteId)), wasEnded(db.tables));

  return {
    by: (p: Params<PersonValues>): SQL => eq(t.personId, text(p.personId)),

    /** What others did to the person, such as an invitation. */
    about: (p: Params<PersonValues>): SQL | undefined =>
      and(eq(t.target, text(p.about)), sql`${t.target} like 'member/%'`),

    // The order of a cross join stays as it is written: SQLite would read the whole log to save the sorting.
    /** What was done to the person's places in courses, plans and events. */
    held: (p: Params<PersonValues>): SQL => sql`${t.id} in (
      select about.id from (${heldBy(p)}) as held cross join ${t} as about
      where about.site_id = ${text(p.siteId)} and about.target = held.target and ${isOfHolding(about.target)})`,

    /** What ended connections of the person together with those of others. */
    ended: (p: Params<PersonValues>): SQL => sql`${t.id} in (
      select about.id from ${g} cross join ${t} as about
      where ${endedOf(p)} and about.site_id = ${text(p.siteId)} and about.at = ${g.revokedAt}
      and (about.client_id is null or about.client_id = ${g.clientId}) and ${endsOfSeveral(about)})`,

    /** All of them, where no index serves the other conditions. */
    any: (p: Params<PersonValues>): SQL => sql`(${t.personId} = ${text(p.personId)} or ${t.target} = ${text(p.about)}
      or ${t.target} in (select held.target from (${heldBy(p)}) as held)
      or (${endsOfSeveral(t)} and exists (select 1 from ${g} where ${endedOf(p)} and ${g.revokedAt} = ${t.at}
        and (${t.clientId} is null or ${g.clientId} = ${t.clientId}))))`,
  };
}
