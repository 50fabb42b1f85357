/**
 * Lists the schools where a person has an active membership, with the details that the web pages show. Unlike
 * `membershipsOf` in people.ts, it includes closed schools (`sites.active` is false). Also notes when members were last
 * active at a school.
 */
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import type { SchoolMembership } from '../../schema/people/person.ts';
import { schoolOfAccount } from '../../schema/people/school-of-account.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';

/** Prepares the read of what a person may do at other schools, or may take on there. It uses the primary keys. */
function powersElsewhere(db: Database) {
  const { memberships, ownershipOffers } = db.tables;
  type MembershipInput = { personId: string; siteId: string; now: number };
  const role = db.one((q, p: Params<MembershipInput>) =>
    q
      .select({ siteId: memberships.siteId })
      .from(memberships)
      .where(
        and(
          eq(memberships.personId, text(p.personId)),
          ne(memberships.siteId, text(p.siteId)),
          // Any school can invite anybody, and must not keep another one from helping its member.
          sql`${memberships.role} <> 'member' and ${memberships.status} in ('active', 'suspended')`,
        ),
      )
      .limit(1),
  );
  const offer = db.one((q, p: Params<MembershipInput>) =>
    q
      .select({ siteId: ownershipOffers.siteId })
      .from(ownershipOffers)
      .where(
        and(
          eq(ownershipOffers.personId, text(p.personId)),
          ne(ownershipOffers.siteId, text(p.siteId)),
          gt(ownershipOffers.expiresAt, integer(p.now)),
        ),
      )
      .limit(1),
  );
  return async (input: MembershipInput): Promise<boolean> =>
    ((await role(input)) ?? (await offer(input))) !== undefined;
}

export function membershipStore(db: Database) {
  const { memberships, sites } = db.tables;
  // Uses the primary keys of memberships and sites.
  const read = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select({
        siteId: sites.id,
        slug: sites.slug,
        siteName: sites.name,
        timezone: sites.timezone,
        betaFeatures: sites.betaFeatures,
        secondFactorFor: sites.secondFactorFor,
        signInBy: sites.signInBy,
        staffScope: sites.staffScope,
        isClosed: sql<boolean>`(not ${sites.active})`.mapWith(Boolean),
        role: memberships.role,
      })
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(and(eq(memberships.personId, text(p.personId)), sql`${memberships.status} = 'active'`))
      .orderBy(asc(sites.name), asc(sites.id)),
  );

  // Uses the primary keys of memberships and sites.
  const readAll = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select({
        siteId: sites.id,
        slug: sites.slug,
        siteName: sites.name,
        role: memberships.role,
        status: sql<'invited' | 'active' | 'suspended'>`${memberships.status}`,
      })
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(and(eq(memberships.personId, text(p.personId)), sql`${memberships.status} <> 'removed'`))
      .orderBy(asc(sites.slug)),
  );

  // Uses the primary key.
  const visit = db.write((q, p: Params<{ personId: string; siteId: string; now: number; stale: number }>) =>
    q
      .update(memberships)
      .set({ lastSeenAt: value(p.now) })
      .where(
        and(
          eq(memberships.personId, text(p.personId)),
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.status} = 'active' and coalesce(${memberships.lastSeenAt}, 0) <= ${integer(p.stale)}`,
        ),
      ),
  );

  const of = async (personId: string): Promise<SchoolMembership[]> =>
    (await read({ personId })).map((row) => ({
      ...row,
      timezone: row.timezone ?? 'UTC',
      betaFeatures: row.betaFeatures ?? [],
    }));

  return {
    /** Stores that a member was active, unless that is stored of a time after `stale`. */
    noteVisit: async (seen: Parameters<typeof visit>[0]): Promise<void> => void (await db.atomically(visit(seen))),

    /** Lists the memberships of any status but `removed`, by the slug of the school. */
    ofAnyStatus: (personId: string) => readAll({ personId }),

    /** Returns whether a person has a role above `member` at another school, or is offered to own one. */
    hasPowersElsewhere: powersElsewhere(db),

    /** Lists the schools by name, with the beta features that each has switched on. */
    of,

    /** Returns the id of the school whose look the pages and e-mails of an account have. */
    schoolOf: async (personId: string, cameFrom?: string): Promise<string | undefined> =>
      schoolOfAccount(await of(personId), cameFrom)?.siteId,
  };
}
