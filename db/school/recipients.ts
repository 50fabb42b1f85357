/**
 * Looks up to whom a school writes about an event or a course, page by page: active members, each in their language or
 * in that of the school.
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { amongAtSite, integer, limit, listOf, text } from '../engine/placeholders.ts';

/** Which of the registrations of an event are meant. Changes at the time `at` are those of one transaction. */
export type Registrants = 'holding' | 'cancelled_by_school' | 'moved_up';

const PER_PAGE = 100;

function recipientReads(db: Database) {
  const { eventRegistrations, memberships, people, sites } = db.tables;
  const columns = {
    personId: people.id,
    email: people.email,
    role: memberships.role,
    locale: sql<string>`coalesce(${memberships.locale}, ${sites.locale})`,
    courseEmails: people.courseEmails,
  };
  // Somebody who has not accepted an invitation gets the invitation only.
  const isReached = sql`(${memberships.status} = 'active' and ${people.active})`;

  const meant = (which: Registrants, at: SQL): SQL => {
    const { cancelledBy, registeredAt, status, updatedAt } = eventRegistrations;
    if (which === 'holding') return sql`${status} in ('registered', 'waitlisted')`;
    return which === 'moved_up'
      ? sql`(${status} = 'registered' and ${updatedAt} = ${at} and ${registeredAt} < ${at})`
      : sql`(${status} = 'cancelled' and ${cancelledBy} = 'school' and ${updatedAt} = ${at})`;
  };
  // Uses the index event_registrations_by_event and the primary keys.
  const reading = (which: Registrants) =>
    db.many((q, p: Params<{ siteId: string; eventId: string; at: number; after: string; first: number }>) =>
      q
        .select(columns)
        .from(eventRegistrations)
        .innerJoin(
          memberships,
          and(eq(memberships.personId, eventRegistrations.personId), eq(memberships.siteId, eventRegistrations.siteId)),
        )
        .innerJoin(people, eq(people.id, memberships.personId))
        .innerJoin(sites, eq(sites.id, memberships.siteId))
        .where(
          and(
            eq(eventRegistrations.eventId, text(p.eventId)),
            eq(eventRegistrations.siteId, text(p.siteId)),
            sql`${eventRegistrations.personId} > ${text(p.after)}`,
            meant(which, integer(p.at)),
            isReached,
          ),
        )
        .orderBy(asc(eventRegistrations.personId))
        .limit(limit(p.first)),
    );
  const readRegistrants: Record<Registrants, ReturnType<typeof reading>> = {
    holding: reading('holding'),
    cancelled_by_school: reading('cancelled_by_school'),
    moved_up: reading('moved_up'),
  };
  // Uses the primary keys.
  const readMembers = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q
      .select(columns)
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(and(amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId), isReached)),
  );
  // Uses the index memberships_by_role and the primary keys.
  const readOwners = db.many((q, p: Params<{ siteId: string; first: number }>) =>
    q
      .select({ ...columns, slug: sites.slug, school: sites.name })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(and(eq(memberships.siteId, text(p.siteId)), eq(memberships.role, 'owner'), isReached))
      .orderBy(asc(memberships.joinedAt), asc(memberships.personId))
      .limit(limit(p.first)),
  );
  return { readRegistrants, readMembers, readOwners };
}

export function recipientStore(db: Database) {
  const { readRegistrants, readMembers, readOwners } = recipientReads(db);
  type Recipient = Awaited<ReturnType<typeof readMembers>>[number];

  return {
    /** Returns those of the people who are active members. */
    members: (siteId: string, personIds: readonly string[]): Promise<Recipient[]> =>
      readMembers({ siteId, ids: listOf(personIds) }),

    /** Returns the active owners of a school, with its name. */
    owners: (siteId: string): ReturnType<typeof readOwners> => readOwners({ siteId, first: PER_PAGE }),

    /**
     * Returns a page of those who have a registration of an event.
     * @param after the last person of the page before, or an empty text
     * @returns also the last person of the page, if there may be more
     */
    async registrants(
      siteId: string,
      eventId: string,
      which: Registrants,
      at: number,
      after: string,
    ): Promise<{ page: Recipient[]; last: string | undefined }> {
      const page = await readRegistrants[which]({ siteId, eventId, at, after, first: PER_PAGE });
      return { page, last: page.length < PER_PAGE ? undefined : page.at(-1)?.personId };
    },
  };
}
