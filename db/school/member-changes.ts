/**
 * Invites people to a school, and changes or removes their memberships. Changes of role or status take a row lock on
 * the school, so that concurrent requests cannot leave it without an active owner.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { NewPerson } from '../../schema/people/person.ts';
import type { Role } from '../../schema/people/role.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { encoded, integer, text, value } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';
import { mailLinkStatements } from '../people/mail-links.ts';
import { memberIndex } from '../people/member-index.ts';
import { offerEnds, orderedDeedEnds, takingOver } from '../people/ordered-deeds.ts';
import { providerIdentityStatements } from '../people/provider-steps.ts';
import { signInEnds } from '../people/sign-in-ends.ts';
import type { Tables } from '../tables/index.ts';
import { shownEmail, shownName } from '../tables/shown-email.ts';
import { lockSite } from './locks.ts';
import { memberHoldings, type Seat } from './member-holdings.ts';

type MembershipRow = RowOf<Tables['memberships']>;

/** The details that a school stores about a member. */
export type MemberNotes = Partial<
  Pick<MembershipRow, 'locale' | 'marketingConsent' | 'tags' | 'customFields' | 'note'>
>;

export interface Invitation {
  siteId: string;
  personId: string;
  /** The address as the school wrote it, which is all that it sees until the person accepts. */
  email: string;
  /** The new account, if the address has none yet. */
  account: NewPerson | undefined;
  /** The name as the school wrote it. */
  name?: string | undefined;
  role: Role;
  /** The member who invites; `null` if the platform does. */
  invitedBy: string | null;
  notes: MemberNotes;
}

/** A change of a member's role or status, with the operator who makes it and the operator's role. */
export interface RoleOrStatusChange {
  changes: Partial<Pick<MembershipRow, 'role' | 'status'>>;
  /** The member's `updatedAt` that the caller saw. */
  seen: number;
  by: { personId: string; role: Role };
  /** The places at coming events that a member who is removed gives up, or for which one who comes back waits. */
  seats?: readonly Seat[];
  /** Further steps of the same unit of work. */
  further?: readonly Step[];
}

/** Returns whether a membership is that of a person at a school. It uses the primary key. */
const membershipOf = ({ memberships: t }: Tables, p: Params<{ id: string; siteId: string }>) =>
  and(eq(t.personId, text(p.id)), eq(t.siteId, text(p.siteId)));

/** Prepares the changes of memberships. Each requires the `updatedAt` that the caller saw. */
function membershipUpdates(db: Database) {
  const { memberships, people } = db.tables;

  const asSeen = (p: Params<{ seen: number; id: string; siteId: string }>) =>
    and(
      membershipOf(db.tables, p),
      sql`${memberships.status} <> 'removed'`,
      eq(memberships.updatedAt, integer(p.seen)),
    );

  // Uses the primary key.
  const updateNotes = updating(db, memberships, asSeen);

  // Uses the index memberships_by_role.
  const otherOwner = (p: Params<{ siteId: string; id: string }>) =>
    sql`exists (select 1 from ${memberships} as other where other.site_id = ${text(p.siteId)} and other.role = 'owner' and other.status = 'active' and other.person_id <> ${text(p.id)})`;
  const stillSuperior = (p: Params<{ superior: string; siteId: string; superiorRole: string }>) =>
    sql`exists (select 1 from ${memberships} as superior where superior.person_id = ${text(p.superior)} and superior.site_id = ${text(p.siteId)} and superior.status = 'active' and superior.role = ${text(p.superiorRole)})`;
  type Superior = Params<{ seen: number; id: string; siteId: string; superior: string; superiorRole: string }>;
  const changeRoleOrStatus = updating(db, memberships, (p: Superior) =>
    and(asSeen(p), sql`(${memberships.role} <> 'owner' or ${otherOwner(p)})`, stillSuperior(p)),
  );
  const readOtherOwner = db.one((q, p: Params<{ id: string; siteId: string }>) =>
    q
      .select({ id: memberships.personId })
      .from(memberships)
      .where(and(membershipOf(db.tables, p), otherOwner(p))),
  );

  // Uses the primary keys. These are what the school sees at this moment, and never what the person takes later.
  const keepIdentity = db.write((q, p: Params<{ id: string; siteId: string }>) =>
    q
      .update(memberships)
      .set({
        invitedBy: null,
        invitedEmail: sql`(select ${shownEmail(db.tables)} from ${people} where ${people.id} = ${memberships.personId})`,
        knownName: sql`(select nullif(${shownName(db.tables)}, '') from ${people} where ${people.id} = ${memberships.personId})`,
      })
      .where(and(membershipOf(db.tables, p), sql`${memberships.status} <> 'removed'`)),
  );

  return { updateNotes, changeRoleOrStatus, keepIdentity, readOtherOwner };
}

/** Prepares the invitation of someone who was a member before. It uses the primary key. */
function renewing(db: Database) {
  const { memberships } = db.tables;
  return db.write(
    (
      q,
      p: Params<{
        role: Role;
        invitedBy: string | null;
        now: number;
        email: string;
        name: string | null;
        locale: string | null;
        marketingConsent: boolean;
        tags: readonly string[] | null;
        customFields: Record<string, string> | null;
        note: string | null;
        id: string;
        siteId: string;
      }>,
    ) =>
      q
        .update(memberships)
        .set({
          role: value(p.role),
          status: 'invited',
          invitedEmail: value(p.email),
          invitedBy: value(p.invitedBy),
          knownName: value(p.name),
          joinedAt: value(p.now),
          lastSeenAt: null,
          locale: value(p.locale),
          marketingConsent: encoded(p.marketingConsent),
          tags: encoded(p.tags),
          customFields: encoded(p.customFields),
          note: value(p.note),
          updatedAt: value(p.now),
        })
        .where(and(membershipOf(db.tables, p), sql`${memberships.status} = 'removed'`)),
  );
}

/** Prepares the steps that give a person an invitation, which is a membership with the status `invited`. */
export function inviting(db: Database, index: ReturnType<typeof memberIndex>) {
  const { memberships, people } = db.tables;

  // Uses the primary key.
  const readAny = db.one((q, p: Params<{ id: string; siteId: string }>) =>
    q.select({ status: memberships.status }).from(memberships).where(membershipOf(db.tables, p)),
  );
  const insertPerson = inserting(db, people);
  // Uses the primary key. An account that is erased meanwhile gets no invitation.
  const lockPerson = lockRow(db, people, (p: Params<{ id: string }>) =>
    and(eq(people.id, text(p.id)), isNull(people.erasedAt)),
  );
  const insertMembership = inserting(db, memberships);
  const renew = renewing(db);

  /** Returns the steps of `invite`, for units of work that contain further steps. */
  return async function inviteSteps(
    { siteId, personId, email, account, name, role, invitedBy, notes }: Invitation,
    now: number,
  ): Promise<readonly Step[]> {
    const blank = { locale: null, marketingConsent: false, tags: null, customFields: null, note: null };
    const row = { ...blank, ...notes, role, invitedBy };
    const known = name ?? null;
    const isNew = (await readAny({ siteId, id: personId })) === undefined;
    const times = { joinedAt: now, updatedAt: now };
    return [
      required(account === undefined ? lockPerson({ id: personId }) : insertPerson({ ...account })),
      required(
        isNew
          ? insertMembership({
              ...row,
              ...times,
              personId,
              siteId,
              status: 'invited',
              invitedEmail: email,
              knownName: known,
            })
          : renew({ ...row, id: personId, siteId, now, email, name: known }),
      ),
      await index.keep(personId, siteId, name, email),
    ];
  };
}

/** The steps that end the grants and consents of a person at a school. */
export interface EndGrants {
  membership(siteId: string, personId: string, now: number): Step[];
}

export function memberChanges(db: Database, audit: AuditTrail, grants: EndGrants) {
  const index = memberIndex(db);
  const { updateNotes, changeRoleOrStatus, keepIdentity, readOtherOwner } = membershipUpdates(db);
  const inviteSteps = inviting(db, index);
  const holdings = memberHoldings(db, audit);
  const lock = lockSite(db);
  const offers = offerEnds(db);
  const ordered = orderedDeedEnds(db);
  const links = mailLinkStatements(db);
  const takeOver = takingOver(db);
  const identities = providerIdentityStatements(db);
  const ends = signInEnds(db);

  return {
    /** The places of a member at coming events. */
    comingSeats: holdings.seatsAt,

    /** Returns whether the school has another active owner. */
    hasOtherOwner: async (siteId: string, id: string): Promise<boolean> =>
      (await readOtherOwner({ siteId, id })) !== undefined,

    /**
     * Changes the details that the school stores about members, for all of them or none.
     * @param members each with the `updatedAt` that the caller saw
     * @returns false if one of them has changed since
     */
    async updateNotes(
      siteId: string,
      members: readonly { id: string; notes: MemberNotes; seen: number }[],
      events: readonly AuditEvent[],
    ): Promise<boolean> {
      const at = events[0]?.at ?? 0;
      const steps = members.map(({ id, notes, seen }): Step => {
        const updatedAt = Math.max(at, seen + 1);
        return required(updateNotes({ ...notes, updatedAt }, { siteId, id, seen }));
      });
      return db.atomically(...steps, ...(await audit.steps(...events)));
    },

    /**
     * Changes a role or a status. A row lock makes changes at one school wait for each other, so that an active owner
     * always remains.
     * @returns false if the member has changed or is the last active owner, the operator no longer has the role, or a
     * member who is removed has got another place at an event
     */
    async changeRoleOrStatus(
      siteId: string,
      id: string,
      { changes, seen, by, seats = [], further = [] }: RoleOrStatusChange,
      event: AuditEvent,
    ): Promise<boolean> {
      const values = { siteId, id, seen, superior: by.personId, superiorRole: by.role };
      return db.atomically(
        lock({ siteId }),
        // In the order in which a sign-in there locks the same rows.
        ...(changes.status === 'removed' ? [identities.dropAt(siteId, id)] : []),
        ends.sessions(siteId, id, event.at),
        ...(changes.status === 'removed' ? [keepIdentity({ siteId, id })] : []),
        required(changeRoleOrStatus({ ...changes, updatedAt: Math.max(event.at, seen + 1) }, values)),
        offers.toMember({ siteId, personId: id }),
        ...ordered.ofMember(siteId, id, event.at, changes.role === 'admin' ? 'manages' : undefined),
        // Whoever gives an invited person another role answers for it.
        ...(changes.role === undefined ? [] : [takeOver({ siteId, personId: id, by: by.personId })]),
        ...(changes.status === 'removed'
          ? [
              index.forget(id, siteId),
              links.drop(id, 'invitation', siteId),
              ...(await holdings.leave(siteId, id, seats, event)),
            ]
          : []),
        ...(changes.status === 'active' ? await holdings.comeBack(seats, event) : []),
        // Whoever comes back signs in and allows each app anew.
        ...(changes.status === 'removed' || changes.status === 'suspended'
          ? grants.membership(siteId, id, event.at)
          : []),
        ends.ofMember(siteId, id, event.at),
        ...further,
        ...(await audit.steps(event)),
      );
    },

    /**
     * Invites a person, and creates an account if the address has none.
     * @returns false if the address has got an account or a membership in the meantime
     */
    invite: async (invitation: Invitation, event: AuditEvent, ...further: Step[]): Promise<boolean> =>
      db.atomically(...(await inviteSteps(invitation, event.at)), ...further, ...(await audit.steps(event))),

    inviteSteps,
  };
}
