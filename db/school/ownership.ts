/**
 * Offers to make another member an owner of a school, in addition to the owner who offers or in that owner's place. The
 * offer counts as long as both are what they were: it is deleted with a change of the role or status of either
 * (`offerEnds`, `orderedDeedEnds`), and accepting it requires both again, under the row lock of the school that all changes of owners take.
 * An owner steps down under the same lock, and only beside others who are owners then.
 */
import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type QueryBuilder, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { credentialStatements } from '../people/credentials.ts';
import { offerEnds, orderedDeedEnds, stillMay } from '../people/ordered-deeds.ts';
import { signInEnds } from '../people/sign-in-ends.ts';
import { lockSite } from './locks.ts';

export interface NewOwnershipOffer {
  siteId: string;
  /** The member who is to become an owner. */
  personId: string;
  offeredBy: string;
  /** True if the owner who offers becomes an administrator. */
  handsOver: boolean;
  expiresAt: number;
}

/** A longer list would not be read. */
const MAX_OFFERS = 20;
/** Each of them is locked when another one steps down. */
const MAX_OTHER_OWNERS = 20;

type MemberKey = { siteId: string; personId: string };
type OfOffer = MemberKey & { offeredAt: number };

/** Prepares the reads of open offers, by the primary keys. */
function offerReads(db: Database) {
  const { ownershipOffers: t, people, sites } = db.tables;
  const isOwner = stillMay(db, 'owns', t.offeredBy, t.siteId);
  const isOpen = (p: Params<{ personId: string; now: number }>): SQL | undefined =>
    and(
      eq(t.personId, text(p.personId)),
      gt(t.expiresAt, integer(p.now)),
      sql`${people.active}`,
      sql`${sites.active}`,
      isOwner,
    );
  const select = (q: QueryBuilder) =>
    q
      .select({
        siteId: t.siteId,
        personId: t.personId,
        offeredBy: t.offeredBy,
        handsOver: t.handsOver,
        offeredAt: t.offeredAt,
        expiresAt: t.expiresAt,
        offererName: people.name,
        siteName: sites.name,
        timezone: sites.timezone,
      })
      .from(t)
      .innerJoin(people, eq(people.id, t.offeredBy))
      .innerJoin(sites, eq(sites.id, t.siteId));
  /** Open offers that an owner has made. */
  const isMade = (p: Params<MemberKey & { now: number }>): SQL | undefined =>
    and(eq(t.siteId, text(p.siteId)), eq(t.offeredBy, text(p.personId)), gt(t.expiresAt, integer(p.now)), isOwner);
  return {
    // Uses the index ownership_offers_by_site.
    made: db.many((q, p: Params<MemberKey & { now: number }>) =>
      q
        .select({
          personId: t.personId,
          name: people.name,
          email: people.email,
          handsOver: t.handsOver,
          expiresAt: t.expiresAt,
        })
        .from(t)
        .innerJoin(people, eq(people.id, t.personId))
        .where(isMade(p))
        .orderBy(asc(t.expiresAt), asc(t.personId))
        .limit(MAX_OFFERS),
    ),
    all: db.many((q, p: Params<{ personId: string; now: number }>) =>
      select(q).where(isOpen(p)).orderBy(asc(sites.name), asc(sites.id)),
    ),
    one: db.one((q, p: Params<MemberKey & { now: number }>) =>
      select(q).where(and(isOpen(p), eq(t.siteId, text(p.siteId)))),
    ),
  };
}

/** Prepares the read of the other owners whose accounts can be used. It uses the index memberships_by_role. */
function otherOwners(db: Database) {
  const { memberships, people } = db.tables;
  return db.many((q, p: Params<MemberKey & { first: number }>) =>
    q
      .select({ id: memberships.personId })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(
        and(
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.role} = 'owner' and ${memberships.status} = 'active' and ${people.active}`,
          ne(memberships.personId, text(p.personId)),
        ),
      )
      .orderBy(asc(memberships.personId))
      .limit(limit(p.first)),
  );
}

export type OwnershipOffer = NonNullable<Awaited<ReturnType<ReturnType<typeof offerReads>['one']>>>;

/** Prepares the steps that change who is an owner. They use the primary keys. */
function ownerSteps(db: Database) {
  const { memberships, ownershipOffers: t, people } = db.tables;
  const activeMember = (p: Params<MemberKey>): SQL | undefined =>
    and(
      eq(memberships.personId, text(p.personId)),
      eq(memberships.siteId, text(p.siteId)),
      sql`${memberships.status} = 'active'`,
      sql`exists (select 1 from ${people} where ${people.id} = ${text(p.personId)} and ${people.active})`,
    );
  const changeRole = (from: SQL, to: 'owner' | 'admin') =>
    db.write((q, p: Params<MemberKey & { now: number }>) =>
      q
        .update(memberships)
        .set({
          role: to,
          // A change that was decided on the row before must not match the row after.
          updatedAt: sql`case when ${memberships.updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${memberships.updatedAt} + 1 end`,
        })
        .where(and(activeMember(p), from)),
    );
  const isOwner = sql`${memberships.role} = 'owner'`;
  const isNoOwner = sql`${memberships.role} <> 'owner'`;
  const promote = changeRole(isNoOwner, 'owner');
  const demote = changeRole(isOwner, 'admin');
  const signIns = signInEnds(db);
  const ordered = orderedDeedEnds(db);
  return {
    insert: inserting(db, t),
    requireOwner: lockRow(db, memberships, (p: Params<MemberKey>) => and(activeMember(p), isOwner)),
    requireOther: lockRow(db, memberships, (p: Params<MemberKey>) => and(activeMember(p), isNoOwner)),
    /** What was opened by a way to sign in that the role before had, and the new one has not, ends. */
    promoting: ({ siteId, personId, now }: MemberKey & { now: number }): Step[] => [
      signIns.sessions(siteId, personId, now),
      required(promote({ siteId, personId, now })),
      signIns.ofMember(siteId, personId, now),
    ],
    demoting: ({ siteId, personId, now }: MemberKey & { now: number }): Step[] => [
      required(demote({ siteId, personId, now })),
      signIns.ofMember(siteId, personId, now),
      ...ordered.ofMember(siteId, personId, now, 'manages'),
    ],
    /** An offer that was replaced has another time. */
    take: db.write((q, p: Params<OfOffer & { now: number }>) =>
      q
        .delete(t)
        .where(
          and(
            eq(t.personId, text(p.personId)),
            eq(t.siteId, text(p.siteId)),
            eq(t.offeredAt, integer(p.offeredAt)),
            gt(t.expiresAt, integer(p.now)),
          ),
        ),
    ),
  };
}

export function ownershipStore(db: Database, audit: AuditTrail) {
  const { all, made, one } = offerReads(db);
  const readOthers = otherOwners(db);
  const { insert, requireOwner, requireOther, promoting, demoting, take } = ownerSteps(db);
  const ends = offerEnds(db);
  const credentials = credentialStatements(db);
  const lock = lockSite(db);

  return {
    /** Lists the open offers to a person, at all schools. */
    ofPerson: (personId: string, now: number): Promise<OwnershipOffer[]> => all({ personId, now }),

    /** Lists the open offers that an owner has made at a school. */
    madeBy: (siteId: string, personId: string, now: number) => made({ siteId, personId, now }),

    find: (siteId: string, personId: string, now: number): Promise<OwnershipOffer | undefined> =>
      one({ siteId, personId, now }),

    /**
     * Makes an offer, which replaces an earlier one to the same member.
     * @returns false if the one is no active owner, or the other no active member, or an owner already
     */
    offer: async (offer: NewOwnershipOffer, event: AuditEvent): Promise<boolean> => {
      const { siteId, personId, offeredBy } = offer;
      return db.atomically(
        lock({ siteId }),
        required(requireOwner({ siteId, personId: offeredBy })),
        required(requireOther({ siteId, personId })),
        ends.toMember({ siteId, personId }),
        required(insert({ ...offer, offeredAt: event.at })),
        ...(await audit.steps(event)),
      );
    },

    /** Ends an offer without a change of owners. @returns false if it has ended, or another one replaced it */
    end: async (offer: OwnershipOffer, event: AuditEvent): Promise<boolean> => {
      const { siteId, personId, offeredAt } = offer;
      return db.atomically(
        required(take({ siteId, personId, offeredAt, now: event.at })),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Makes the member an owner, and the owner who offered an administrator if the offer hands over.
     * @param version the member's `credentialsVersion` when the password or passkey was verified
     * @returns false if the offer has ended, one of the two is no longer what the offer requires, or the credentials have changed
     */
    accept: async (offer: OwnershipOffer, version: number, event: AuditEvent): Promise<boolean> => {
      const { siteId, personId, offeredBy, offeredAt, handsOver } = offer;
      const { at: now } = event;
      const offerer = { siteId, personId: offeredBy };
      return db.atomically(
        lock({ siteId }),
        credentials.unchanged(personId, version),
        required(take({ siteId, personId, offeredAt, now })),
        ...(handsOver ? demoting({ ...offerer, now }) : [required(requireOwner(offerer))]),
        ...promoting({ siteId, personId, now }),
        ...(await audit.steps(event)),
      );
    },

    /** Lists the ids of the other active owners of a school, at most 20. */
    others: async (siteId: string, personId: string): Promise<string[]> =>
      (await readOthers({ siteId, personId, first: MAX_OTHER_OWNERS })).map(({ id }) => id),

    /**
     * Makes an owner an administrator.
     * @param staying other owners, all of whom still have to be owners then
     * @param version the owner's `credentialsVersion` when the password or passkey was verified
     * @returns false if nobody stays, one of them is no active owner any more, or the credentials have changed
     */
    stepDown: async (
      siteId: string,
      personId: string,
      staying: readonly string[],
      version: number,
      event: AuditEvent,
    ): Promise<boolean> =>
      staying.length > 0 &&
      db.atomically(
        lock({ siteId }),
        credentials.unchanged(personId, version),
        ...staying.map((id) => required(requireOwner({ siteId, personId: id }))),
        ...demoting({ siteId, personId, now: event.at }),
        ...(await audit.steps(event)),
      ),
  };
}
