/**
 * Lets people in at a school whom its provider has proven for the first time: by an invitation, as a new member, or as a
 * member whose `sub` has changed. An account is taken only if nobody else has it: nothing but this school knows it, nobody
 * has proven its address, and neither a password nor a passkey opens it.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { Invitation } from '../../schema/people/invitation.ts';
import type { NewPerson } from '../../schema/people/person.ts';
import type { Provider, ProviderIdentity } from '../../schema/people/provider.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { text, value } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { credentialStatements } from './credentials.ts';
import { acceptingSteps } from './invitations.ts';
import { mailLinkStatements } from './mail-links.ts';
import { memberIndex } from './member-index.ts';
import { providerIdentityStatements, providerStatements, type SeenProvider } from './provider-steps.ts';

type AtSite = { siteId: string; personId: string };

/** Uses the primary keys, and the index passkeys_by_person. */
const isNobodyElses = ({ tables: { memberships, passkeys, people } }: Database, siteId: SQL): SQL =>
  sql`(${people.passwordHash} is null and not ${people.emailVerified} and ${people.active}
    and not exists (select 1 from ${memberships} as other where other.person_id = ${people.id} and other.site_id <> ${siteId} and other.status <> 'removed')
    and not exists (select 1 from ${passkeys} where ${passkeys.personId} = ${people.id}))`;

function admissionReads(db: Database) {
  const { memberships, people, providerIdentities: identities } = db.tables;
  // Uses the index people_by_email, and primary keys.
  const byAddress = db.one((q, p: Params<{ key: string; siteId: string }>) =>
    q
      .select({
        personId: people.id,
        name: people.name,
        email: people.email,
        credentialsVersion: people.credentialsVersion,
        role: memberships.role,
        status: memberships.status,
        isNobodyElses: sql<boolean>`${isNobodyElses(db, sql`${text(p.siteId)}`)}`.mapWith(Boolean),
      })
      .from(people)
      .leftJoin(memberships, and(eq(memberships.personId, people.id), eq(memberships.siteId, text(p.siteId))))
      .where(eq(people.emailKey, text(p.key))),
  );
  // Uses the primary keys.
  const isFree = db.one((q, p: Params<AtSite>) =>
    q
      .select({ found: sql`1` })
      .from(people)
      .where(and(eq(people.id, text(p.personId)), isNobodyElses(db, sql`${text(p.siteId)}`))),
  );
  // Uses the index memberships_by_status, and primary keys.
  const formerMember = db.one((q, p: Params<{ siteId: string; key: string }>) =>
    q
      .select({ found: sql`1` })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(
        and(
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.status} in ('removed', 'suspended')`,
          sql`(lower(${memberships.invitedEmail}) = ${text(p.key)} or ${people.emailKey} = ${text(p.key)})`,
        ),
      )
      .limit(1),
  );
  // Uses the index provider_identities_by_person.
  const identitiesAt = db.many((q, p: Params<AtSite>) =>
    q
      .select({ id: identities.id, issuer: identities.issuer, clientId: identities.clientId })
      .from(identities)
      .where(and(eq(identities.personId, text(p.personId)), eq(identities.siteId, text(p.siteId))))
      .orderBy(sql`${identities.lastUsedAt} desc`, identities.id),
  );
  return { byAddress, isFree, formerMember, identitiesAt };
}

/** The statements of the units of work. All use the primary keys. */
function admissionChanges(db: Database) {
  const { memberships, people, providerIdentities: identities } = db.tables;
  const take = db.write((q, p: Params<AtSite & { name: string }>) =>
    q
      .update(people)
      .set({ name: value(p.name) })
      .where(and(eq(people.id, text(p.personId)), isNobodyElses(db, sql`${text(p.siteId)}`))),
  );
  const lockAsMember = lockRow(db, memberships, (p: Params<AtSite>) =>
    and(
      eq(memberships.personId, text(p.personId)),
      eq(memberships.siteId, text(p.siteId)),
      sql`${memberships.status} = 'active' and ${memberships.role} = 'member'`,
    ),
  );
  const match = db.write(
    (
      q,
      p: Params<
        AtSite & { id: string; issuer: string; subject: string; clientId: string; email: string | null; now: number }
      >,
    ) =>
      q
        .update(identities)
        .set({
          issuer: value(p.issuer),
          subject: value(p.subject),
          clientId: value(p.clientId),
          email: value(p.email),
          linkedBy: 'school',
          lastUsedAt: value(p.now),
        })
        .where(
          and(
            eq(identities.id, text(p.id)),
            eq(identities.siteId, text(p.siteId)),
            eq(identities.personId, text(p.personId)),
            sql`(${identities.issuer} <> ${text(p.issuer)} or ${identities.clientId} is null or ${identities.clientId} <> ${text(p.clientId)})`,
          ),
        ),
  );
  return {
    take,
    lockAsMember,
    match,
    insertPerson: inserting(db, people),
    insertMembership: inserting(db, memberships),
  };
}

/** Somebody whom a provider has proven, the settings under which it did, and the account as read before. */
export interface Admission {
  provider: SeenProvider;
  identity: ProviderIdentity;
  credentialsVersion: number;
}

export function providerAdmissionStore(db: Database, audit: AuditTrail) {
  const { byAddress, isFree, formerMember, identitiesAt } = admissionReads(db);

  return {
    ...admissions(db, audit),

    /** Finds the account with an address, and its membership at a school. */
    byAddress: (key: string, siteId: string) => byAddress({ key, siteId }),

    /** Returns whether an account is nobody else's, so that an invitation to the school can be accepted with it. */
    isFree: async (personId: string, siteId: string): Promise<boolean> =>
      (await isFree({ personId, siteId })) !== undefined,

    /** Returns whether the school removed or suspended a member whom it knew by an address, or whose account has it. */
    hadMember: async (siteId: string, key: string): Promise<boolean> =>
      (await formerMember({ siteId, key })) !== undefined,

    /**
     * Finds the identity of a person that may be matched: none was used since the provider or its client ID has changed.
     * The `sub` of shared clients stays with it.
     */
    async outdatedAt({ siteId, issuer, clientId }: Provider, personId: string): Promise<string | undefined> {
      const known = await identitiesAt({ siteId, personId });
      if (known.some((one) => one.issuer === issuer && one.clientId === clientId)) return undefined;
      return (known.find((one) => one.issuer === issuer) ?? known[0])?.id;
    },
  };
}

/** The units of work that let somebody in. */
function admissions(db: Database, audit: AuditTrail) {
  const { take, lockAsMember, match, insertPerson, insertMembership } = admissionChanges(db);
  const providers = providerStatements(db);
  const credentials = credentialStatements(db);
  const identities = providerIdentityStatements(db);
  const links = mailLinkStatements(db);
  const index = memberIndex(db);
  const accepting = acceptingSteps(db);

  const seen = ({ provider, identity, credentialsVersion }: Admission): Step[] => [
    providers.unchanged(provider),
    credentials.unchanged(identity.personId, credentialsVersion),
  ];

  /** The steps by which a person becomes a member who never was one. */
  const joining = async (
    { siteId, personId }: AtSite,
    { name, email }: Pick<NewPerson, 'name' | 'email'>,
    event: AuditEvent,
  ): Promise<Step[]> => {
    const times = { joinedAt: event.at, updatedAt: event.at };
    return [
      required(insertMembership({ ...times, personId, siteId, role: 'member', status: 'active' })),
      await index.keep(personId, siteId, name, email),
      ...(await audit.steps(event)),
    ];
  };

  return {
    joining,

    /**
     * Accepts an invitation.
     * @param link the mailed or shown link; without one, the provider names the address that was invited, and the role is `member`
     * @returns false if something that it depends on has changed meanwhile
     */
    async accept(
      admission: Admission,
      { personId, siteId, email }: Pick<Invitation, 'personId' | 'siteId' | 'email'>,
      { name, link }: { name: string; link?: CredentialHash },
      events: readonly [AuditEvent, AuditEvent],
    ): Promise<boolean> {
      const { at } = events[0];
      return db.atomically(
        ...seen(admission),
        ...(link === undefined ? [] : [links.use(link, 'invitation', at)]),
        required(take({ personId, siteId, name })),
        identities.insert(admission.identity),
        ...(await accepting({ personId, siteId }, name, email, at)),
        link === undefined
          ? required(lockAsMember({ personId, siteId }))
          : identities.opensMembership({ personId, siteId }),
        ...(await audit.steps(...events)),
      );
    },

    /** Makes an account and a membership. @returns false if something that it depends on has changed meanwhile */
    async join(
      { provider, identity }: Pick<Admission, 'provider' | 'identity'>,
      account: NewPerson,
      events: readonly [AuditEvent, AuditEvent],
    ): Promise<boolean> {
      const [joined, connected] = events;
      return db.atomically(
        providers.unchanged(provider),
        required(insertPerson({ ...account })),
        identities.insert(identity),
        ...(await joining(identity, account, joined)),
        ...(await audit.steps(connected)),
      );
    },

    /**
     * Gives a member the `sub` that the provider has for the person now.
     * @param admission its identity has the id of the one that is outdated
     * @returns false if something that it depends on has changed meanwhile
     */
    async match(admission: Admission, name: string, event: AuditEvent): Promise<boolean> {
      const { id, siteId, personId, issuer, subject, clientId, email, lastUsedAt: now } = admission.identity;
      return db.atomically(
        ...seen(admission),
        required(take({ personId, siteId, name })),
        required(match({ id, siteId, personId, issuer, subject, clientId: clientId ?? '', email, now })),
        required(lockAsMember({ siteId, personId })),
        ...(await audit.steps(event)),
      );
    },
  };
}
