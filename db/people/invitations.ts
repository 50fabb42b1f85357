/**
 * Lets people accept or decline invitations, which are memberships with the status `invited` (member-changes.ts creates
 * them). An answer also updates the member search index, deletes the mailed link and writes the audit event, all in one
 * unit of work.
 */
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { Invitation, InvitationState, NewAccount } from '../../schema/people/invitation.ts';
import { emailKey } from '../../schema/text/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type QueryBuilder, required, type Step } from '../engine/engine.ts';
import { text, value } from '../engine/placeholders.ts';
import { shownEmail } from '../tables/shown-email.ts';
import { mailLinkStatements } from './mail-links.ts';
import { memberIndex } from './member-index.ts';
import { isInvitationValid, takingOver } from './ordered-deeds.ts';

/** Of a school with more open invitations, only the newest are looked at. */
const MAX_OF_A_SCHOOL = 500;

/** Prepares the reads of the open invitations of a school, with their newest links. */
function invitationStates(db: Database) {
  const { mailLinks, memberships, people } = db.tables;
  const select = (q: QueryBuilder, where: SQL | undefined) =>
    q
      .select({
        personId: memberships.personId,
        email: shownEmail(db.tables),
        invitedAt: memberships.joinedAt,
        isNewAccount: sql<boolean>`(${people.createdAt} = ${memberships.joinedAt})`.mapWith(Boolean),
        linkHash: mailLinks.hash,
        sentTo: mailLinks.email,
        createdAt: mailLinks.createdAt,
        expiresAt: mailLinks.expiresAt,
      })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .leftJoin(
        mailLinks,
        and(
          eq(mailLinks.personId, memberships.personId),
          sql`${mailLinks.purpose} = 'invitation'`,
          eq(mailLinks.siteId, memberships.siteId),
          isNull(mailLinks.usedAt),
        ),
      )
      .where(and(where, sql`${memberships.status} = 'invited'`));
  const ofSite = (p: Params<{ siteId: string }>) => eq(memberships.siteId, text(p.siteId));
  return {
    // Uses the indexes memberships_by_status and mail_links_by_person, and the primary key of the person.
    readStates: db.many((q, p: Params<{ siteId: string }>) =>
      select(q, ofSite(p)).orderBy(desc(memberships.joinedAt), desc(memberships.personId)).limit(MAX_OF_A_SCHOOL),
    ),
    // Uses the primary keys and the index mail_links_by_person.
    readState: db.one((q, p: Params<{ siteId: string; personId: string }>) =>
      select(q, and(ofSite(p), eq(memberships.personId, text(p.personId)))),
    ),
  };
}

interface StateRow extends Omit<InvitationState, 'link'> {
  sentTo: string | null;
  createdAt: number | null;
  expiresAt: number | null;
}

/** A link that was shown is none to an address. */
const toState = ({ sentTo, createdAt, expiresAt, ...row }: StateRow): InvitationState => ({
  ...row,
  link: createdAt === null || expiresAt === null ? null : { createdAt, expiresAt, isShown: sentTo === '' },
});

/** Prepares the reads of open invitations. */
function invitationReads(db: Database) {
  const { courses, enrollments, memberships, people, sites } = db.tables;

  const columns = {
    siteId: sites.id,
    siteName: sites.name,
    role: memberships.role,
    personId: people.id,
    name: people.name,
    email: people.email,
    locale: sql<string>`coalesce(${memberships.locale}, ${sites.locale})`,
    knownName: memberships.knownName,
    // Uses the primary key.
    by: sql<string | null>`(select inviter.name from ${people} as inviter where inviter.id = ${memberships.invitedBy})`,
    // Uses the index enrollments_by_person. SQLite prefers that of the school, which has all columns, unless it cannot.
    course: sql<
      string | null
    >`(select course.title from ${enrollments} as latest inner join ${courses} as course on course.id = latest.course_id where latest.site_id || '' = ${memberships.siteId} and latest.person_id = ${memberships.personId} and latest.status <> 'revoked' order by latest.starts_at desc, latest.id desc limit 1)`,
  };
  const isOpen = (p: Params<{ personId: string }>) =>
    and(
      eq(memberships.personId, text(p.personId)),
      sql`${memberships.status} = 'invited'`,
      sql`${sites.active}`,
      sql`${people.active}`,
      isInvitationValid(db),
    );
  const select = (q: QueryBuilder) =>
    q
      .select(columns)
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .innerJoin(people, eq(people.id, memberships.personId));
  // Uses the primary keys.
  const readAll = db.many((q, p: Params<{ personId: string }>) =>
    select(q).where(isOpen(p)).orderBy(asc(sites.name), asc(sites.id)),
  );
  const readOne = db.one((q, p: Params<{ siteId: string; personId: string }>) =>
    select(q).where(and(isOpen(p), eq(sites.id, text(p.siteId)))),
  );

  return { readAll, readOne };
}

/** Prepares the changes of an answer. All statements use the primary keys. */
function invitationChanges(db: Database) {
  const { memberships, people } = db.tables;

  const answer = db.write((q, p: Params<{ status: string; now: number; personId: string; siteId: string }>) =>
    q
      .update(memberships)
      .set({
        status: sql`${value(p.status)}`,
        // Of an invitation that is declined, the school keeps the address and the name that it wrote.
        invitedEmail: sql`case when ${text(p.status)} = 'removed' then ${memberships.invitedEmail} end`,
        knownName: sql`case when ${text(p.status)} = 'removed' then ${memberships.knownName} end`,
        invitedBy: null,
        updatedAt: value(p.now),
      })
      .where(
        and(
          eq(memberships.personId, text(p.personId)),
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.status} = 'invited'`,
          sql`(${text(p.status)} = 'removed' or ${isInvitationValid(db)})`,
        ),
      ),
  );
  // An account whose address nobody has proven opens nothing that another school has for the person of that address.
  const isOnlyHere = (p: Params<{ personId: string; siteId: string }>) =>
    and(
      sql`not ${people.emailVerified}`,
      sql`not exists (select 1 from ${memberships} as other where other.person_id = ${text(p.personId)} and other.site_id <> ${text(p.siteId)} and other.status <> 'removed')`,
    );
  const completing = (isAddressProven: boolean) =>
    db.write((q, p: Params<{ name: string; passwordHash: string; personId: string; key: string; siteId: string }>) =>
      q
        .update(people)
        .set({
          name: value(p.name),
          passwordHash: value(p.passwordHash),
          ...(isAddressProven ? { emailVerified: true } : {}),
        })
        .where(
          and(
            eq(people.id, text(p.personId)),
            eq(people.emailKey, text(p.key)),
            isNull(people.passwordHash),
            sql`${people.active}`,
            isAddressProven ? undefined : isOnlyHere(p),
          ),
        ),
    );

  return { answer, completeProven: completing(true), completeUnproven: completing(false) };
}

/** The steps that accept an invitation, for several units of work. */
export function acceptingSteps(db: Database) {
  const { answer } = invitationChanges(db);
  const links = mailLinkStatements(db);
  const index = memberIndex(db);
  return async (
    { personId, siteId }: Pick<Invitation, 'personId' | 'siteId'>,
    name: string,
    email: string,
    now: number,
  ): Promise<Step[]> => [
    required(answer({ personId, siteId, status: 'active', now })),
    await index.keep(personId, siteId, name, email),
    links.drop(personId, 'invitation', siteId),
  ];
}

export function invitationStore(db: Database, audit: AuditTrail) {
  const { readAll, readOne } = invitationReads(db);
  const { answer, completeProven, completeUnproven } = invitationChanges(db);
  const steps = acceptingSteps(db);
  const { readState, readStates } = invitationStates(db);
  const links = mailLinkStatements(db);
  const index = memberIndex(db);
  const takeOver = takingOver(db);

  const accepting = async (invitation: Invitation, name: string, email: string, event: AuditEvent) => [
    ...(await steps(invitation, name, email, event.at)),
    ...(await audit.steps(event)),
  ];

  return {
    ofPerson: (personId: string): Promise<Invitation[]> => readAll({ personId }),

    find: (personId: string, siteId: string): Promise<Invitation | undefined> => readOne({ personId, siteId }),

    /** Lists the open invitations of a school, the newest first, at most `MAX_OF_A_SCHOOL`. */
    ofSite: async (siteId: string): Promise<InvitationState[]> => (await readStates({ siteId })).map(toState),

    /** The open invitation of a person to a school, as the school follows it. */
    async stateOf(siteId: string, personId: string): Promise<InvitationState | undefined> {
      const row = await readState({ siteId, personId });
      return row && toState(row);
    },

    /** Lets a member answer for an invitation, who sends it again, or is shown its link. */
    takeOver: (siteId: string, personId: string, by: string): Step => takeOver({ siteId, personId, by }),

    /** The sender of a repeated invitation answers for it. */
    takeOverNow: async (siteId: string, personId: string, by: string): Promise<void> =>
      void (await db.atomically(takeOver({ siteId, personId, by }))),

    /** @returns false if the invitation is no longer open, or whoever answers for it has lost the role */
    accept: async (invitation: Invitation, event: AuditEvent): Promise<boolean> =>
      db.atomically(...(await accepting(invitation, invitation.name, invitation.email, event))),

    /**
     * Accepts an invitation by its link and completes the account, which had no password.
     * @returns false if the link was used before, or the account has a password or another address by now; if the link
     * proves no address, also if the account belongs to another school
     */
    async acceptAnew(
      hash: CredentialHash,
      invitation: Invitation,
      { name, passwordHash, provenAddress }: NewAccount,
      event: AuditEvent,
    ): Promise<boolean> {
      const { personId, siteId, email } = invitation;
      const complete = provenAddress === undefined ? completeUnproven : completeProven;
      const key = emailKey(provenAddress ?? email);
      return db.atomically(
        links.use(hash, 'invitation', event.at),
        required(complete({ personId, siteId, key, name, passwordHash })),
        ...(await accepting(invitation, name, email, event)),
      );
    },

    /** @returns false if the invitation is no longer open */
    async decline({ personId, siteId }: Invitation, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(answer({ personId, siteId, status: 'removed', now: event.at })),
        index.forget(personId, siteId),
        links.drop(personId, 'invitation', siteId),
        ...(await audit.steps(event)),
      );
    },
  };
}
