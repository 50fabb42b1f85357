/**
 * Changes that members order at a school and that take effect later: invitations with a role, links of invitations that
 * they were shown, resets of second factors, offers of ownership, and hand-over links. Each counts only while whoever
 * ordered it has the role that allows it, which is part of the statement that carries it out, and it ends with that
 * role.
 */
import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Authority, OrderedDeed, OrderedDeeds } from '../../schema/people/ordered-deed.ts';
import type { Database, Params, Step } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { shownEmail } from '../tables/shown-email.ts';

/** Stands for whoever has lost the role. Nobody has this id. */
const NOBODY = '';
/** Nobody reads a longer list. */
const MOST = 100;

const ROLES = { owns: sql`('owner')`, manages: sql`('owner', 'admin')` } as const satisfies Record<Authority, SQL>;

/** Condition that whoever ordered something still has the role that allows it. Uses the primary keys. */
export const stillMay = (
  { tables: { memberships, people } }: Pick<Database, 'tables'>,
  needs: Authority,
  by: SQLiteColumn,
  siteId: SQLiteColumn,
): SQL =>
  sql`exists (select 1 from ${memberships} as orderer inner join ${people} as account on account.id = orderer.person_id where orderer.person_id = ${by} and orderer.site_id = ${siteId} and orderer.status = 'active' and orderer.role in ${ROLES[needs]} and account.active)`;

/**
 * Condition that an open invitation still counts. One as plain member gives no rights over anything of others: like
 * those that the platform made, which name nobody, it is the school's.
 */
export const isInvitationValid = (db: Pick<Database, 'tables'>): SQL => {
  const { invitedBy, role, siteId } = db.tables.memberships;
  return sql`(${role} = 'member' or ${invitedBy} is null or ${stillMay(db, 'manages', invitedBy, siteId)})`;
};

type By = { personId: string; now: number };
type ByAt = By & { siteId: string };

const isInvitedBy = ({ tables: { memberships: m } }: Pick<Database, 'tables'>, p: Params<By>): SQL =>
  sql`${m.invitedBy} = ${text(p.personId)} and ${m.status} = 'invited'`;

/** The steps that end what a member has ordered, for the units of work that end the role. */
export function orderedDeedEnds(db: Database) {
  const { handoverLinks: h, mailLinks: l, memberships: m, ownershipOffers: o, secondFactorResets: r } = db.tables;

  /** @param at selects the schools */
  const endsAt = <Input extends By>(at: (siteId: SQLiteColumn, p: Params<Input>) => SQL) => {
    const offers = db.write((q, p: Params<Input>) =>
      q.delete(o).where(and(eq(o.offeredBy, text(p.personId)), at(o.siteId, p))),
    );
    const resets = db.write((q, p: Params<Input>) =>
      q.delete(r).where(and(eq(r.approvedBy, text(p.personId)), at(r.siteId, p))),
    );
    // Uses the index memberships_by_inviter. Whoever is invited never shows the e-mailed link to whoever invites.
    const links = db.write((q, p: Params<Input>) =>
      q
        .update(l)
        .set({ expiresAt: value(p.now) })
        .where(
          and(
            gt(l.expiresAt, integer(p.now)),
            sql`${l.hash} in (select link.hash from ${m} inner join ${l} as link on link.person_id = ${m.personId} and link.purpose = 'invitation' and link.site_id = ${m.siteId} where ${isInvitedBy(db, p)} and ${at(m.siteId, p)} and (${m.role} <> 'member' or link.email = ''))`,
          ),
        ),
    );
    // The school still has the invitation, and whoever sends it again answers for it.
    const invitations = db.write((q, p: Params<Input>) =>
      q
        .update(m)
        .set({ invitedBy: NOBODY })
        .where(and(isInvitedBy(db, p), at(m.siteId, p))),
    );
    const handovers = db.write((q, p: Params<Input>) =>
      q
        .update(h)
        .set({ revokedAt: value(p.now) })
        .where(and(eq(h.createdBy, text(p.personId)), at(h.siteId, p), isNull(h.revokedAt))),
    );
    return { owns: [offers, resets], manages: [links, invitations, handovers] };
  };
  const here = endsAt((siteId, p: Params<ByAt>) => eq(siteId, text(p.siteId)));
  // The rows are found by the schools, because the indexes begin with them.
  const anywhere = endsAt(
    (siteId, p: Params<By>) =>
      sql`${siteId} in (select own.site_id from ${m} as own where own.person_id = ${text(p.personId)})`,
  );

  return {
    /** @param keeps whether the member still manages the school */
    ofMember: (siteId: string, personId: string, now: number, keeps?: 'manages'): Step[] =>
      [...here.owns, ...(keeps === undefined ? here.manages : [])].map((end) => end({ siteId, personId, now })),

    /** At every school, if the account is not in the hands of its owner, or nobody's any more. */
    ofPerson: (personId: string, now: number): Step[] =>
      [...anywhere.owns, ...anywhere.manages].map((end) => end({ personId, now })),
  };
}

/** Lists the changes that a member has ordered at a school, for whoever is about to end the role. */
export function orderedDeedStore(db: Database) {
  const { clients, handoverLinks: h, mailLinks: l, memberships: m, ownershipOffers: o, people } = db.tables;
  const r = db.tables.secondFactorResets;
  const nameOrEmail = sql<string>`case when ${people.name} = '' then ${people.email} else ${people.name} end`;
  // Uses the indexes memberships_by_inviter and mail_links_by_person.
  const invitations = db.many((q, p: Params<ByAt>) =>
    q
      .select({
        about: shownEmail(db.tables),
        role: m.role,
        isShown:
          sql<boolean>`exists (select 1 from ${l} where ${l.personId} = ${m.personId} and ${l.purpose} = 'invitation' and ${l.siteId} = ${m.siteId} and ${l.email} = '' and ${l.expiresAt} > ${integer(p.now)})`.mapWith(
            Boolean,
          ),
      })
      .from(m)
      .innerJoin(people, eq(people.id, m.personId))
      .where(and(isInvitedBy(db, p), eq(m.siteId, text(p.siteId))))
      .orderBy(desc(m.joinedAt), desc(m.personId)),
  );
  // The following use the indexes by the school.
  const resets = db.many((q, p: Params<ByAt>) =>
    q
      .select({ about: nameOrEmail })
      .from(r)
      .innerJoin(people, eq(people.id, r.personId))
      .where(and(eq(r.siteId, text(p.siteId)), eq(r.approvedBy, text(p.personId)))),
  );
  const offers = db.many((q, p: Params<ByAt>) =>
    q
      .select({ about: nameOrEmail })
      .from(o)
      .innerJoin(people, eq(people.id, o.personId))
      .where(and(eq(o.siteId, text(p.siteId)), eq(o.offeredBy, text(p.personId)), gt(o.expiresAt, integer(p.now)))),
  );
  const handovers = db.many((q, p: Params<ByAt>) =>
    q
      .select({ about: clients.name })
      .from(h)
      .innerJoin(clients, eq(clients.id, h.clientId))
      .where(
        and(
          eq(h.siteId, text(p.siteId)),
          eq(h.createdBy, text(p.personId)),
          isNull(h.revokedAt),
          gt(h.expiresAt, integer(p.now)),
        ),
      ),
  );

  return {
    async of(siteId: string, personId: string, now: number): Promise<OrderedDeeds> {
      const values = { siteId, personId, now };
      const invited = await invitations(values);
      const found: OrderedDeed[] = [
        ...invited.flatMap(({ about, role, isShown }): OrderedDeed[] => {
          if (role !== 'member') return [{ kind: 'invitation', needs: 'manages', about, role }];
          return isShown ? [{ kind: 'shownLink', needs: 'manages', about }] : [];
        }),
        ...(await resets(values)).map(({ about }) => ({ kind: 'reset', needs: 'owns', about }) as const),
        ...(await offers(values)).map(({ about }) => ({ kind: 'offer', needs: 'owns', about }) as const),
        ...(await handovers(values)).map(({ about }) => ({ kind: 'handOver', needs: 'manages', about }) as const),
      ];
      return { ending: found.slice(0, MOST), plainInvitations: invited.filter(({ role }) => role === 'member').length };
    },
  };
}

/** Prepares the steps that end the offers to a member, or all at a school. They use the primary key and ownership_offers_by_site. */
export function offerEnds(db: Database) {
  const { ownershipOffers: t } = db.tables;
  const toMember = db.write((q, p: Params<{ siteId: string; personId: string }>) =>
    q.delete(t).where(and(eq(t.personId, text(p.personId)), eq(t.siteId, text(p.siteId)))),
  );
  const atSite = db.write((q, p: Params<{ siteId: string }>) => q.delete(t).where(eq(t.siteId, text(p.siteId))));

  return { toMember, atSite };
}

/** Prepares the step by which a member answers for an open invitation. Ownership is offered by the platform alone. */
export function takingOver(db: Database) {
  const { memberships } = db.tables;
  // Uses the primary key.
  return db.write((q, p: Params<{ siteId: string; personId: string; by: string }>) =>
    q
      .update(memberships)
      .set({ invitedBy: value(p.by) })
      .where(
        and(
          eq(memberships.personId, text(p.personId)),
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.status} = 'invited' and ${memberships.role} <> 'owner'`,
        ),
      ),
  );
}
