/** Tables of people: accounts, sessions, e-mail links and memberships. */
import { sql } from 'drizzle-orm';
import type { CredentialHash } from '../../schema/credential.ts';
import type { MailLinkPurpose } from '../../schema/people/mail-link.ts';
import type { Role } from '../../schema/people/role.ts';
import type { AuthenticatedBy } from '../../schema/people/second-factor.ts';
import type { Columns } from '../columns/sqlite.ts';

export const definePeopleTables = (c: Columns) => ({
  people: c.table(
    'people',
    {
      id: c.text('id').primaryKey(),
      email: c.text('email').notNull(),
      /** The e-mail address in the form used for lookups (`emailKey`). */
      emailKey: c.text('email_key').notNull(),
      emailVerified: c.flag('email_verified').notNull(),
      name: c.text('name').notNull(),
      passwordHash: c.text('password_hash'),
      /** Grows whenever what the person signs in with changes, and with each sign-out everywhere. */
      credentialsVersion: c.integer('credentials_version').notNull().default(0),
      active: c.flag('active').notNull(),
      /** True if the person gets e-mails about courses that nobody has to act on. */
      courseEmails: c.flag('course_emails').notNull().default(true),
      createdAt: c.time('created_at').notNull(),
      /** When the account was erased. Its id is kept, so that nobody else ever gets it. */
      erasedAt: c.time('erased_at'),
    },
    (t) => [
      c.uniqueIndex('people_by_email').on(t.emailKey),
      c.index('people_with_imported_password').on(t.passwordHash).where(sql`${t.passwordHash} like 'imported:%'`),
    ],
  ),

  memberships: c.table(
    'memberships',
    {
      personId: c.text('person_id').notNull(),
      siteId: c.text('site_id').notNull(),
      role: c.text('role').$type<Role>().notNull(),
      status: c.text('status').$type<'invited' | 'active' | 'suspended' | 'removed'>().notNull(),
      /**
       * The address as the school wrote it, until the invitation is accepted. Of a member who was removed, the address at
       * that moment, for the audit log.
       */
      invitedEmail: c.text('invited_email'),
      /**
       * The member who answers for an invitation that is open: who invited, sent it again last, or was shown its link. Empty
       * if that member has lost the role for it, null if the platform invited.
       */
      invitedBy: c.text('invited_by'),
      /**
       * The name as the school wrote it, until the invitation is accepted. Of a member who was removed, the name that the
       * school saw at that moment, for the audit log.
       */
      knownName: c.text('former_name'),
      joinedAt: c.time('joined_at').notNull(),
      /** Language for the person at this school (BCP 47). */
      locale: c.text('locale'),
      marketingConsent: c.flag('marketing_consent').notNull().default(false),
      lastSeenAt: c.time('last_seen_at'),
      tags: c.json('tags').$type<string[]>(),
      customFields: c.json('custom_fields').$type<Record<string, string>>(),
      note: c.text('note'),
      updatedAt: c.time('updated_at').notNull().default(0),
      /**
       * The name of the person as the school sees it, for lists in this order: empty until the invitation is accepted.
       * Triggers maintain it.
       */
      listedName: c.text('listed_name').notNull().default(''),
    },
    (t) => [
      c.primaryKey({ columns: [t.personId, t.siteId] }),
      // The index contains the status, so removed members are skipped without being read.
      c.index('memberships_by_site').on(t.siteId, t.joinedAt, t.personId, t.status),
      c.index('memberships_by_role').on(t.siteId, t.role, t.joinedAt, t.personId, t.status),
      c.index('memberships_by_status').on(t.siteId, t.status, t.joinedAt, t.personId),
      c.index('memberships_by_inviter').on(t.invitedBy, t.siteId).where(sql`${t.invitedBy} is not null`),
      c.index('memberships_by_name').on(t.siteId, c.withoutCase(t.listedName), t.personId, t.status),
      c.index('memberships_by_role_and_name').on(t.siteId, t.role, c.withoutCase(t.listedName), t.personId, t.status),
      c.index('memberships_by_status_and_name').on(t.siteId, t.status, c.withoutCase(t.listedName), t.personId),
      // In the order in which members were last seen, those never seen first.
      c
        .index('memberships_by_visit')
        .on(
          t.siteId,
          sql`(cast(case when ${t.lastSeenAt} is null then 0 else ${t.lastSeenAt} end as bigint))`,
          t.personId,
          t.status,
        ),
      c
        .index('memberships_by_role_and_visit')
        .on(
          t.siteId,
          t.role,
          sql`(cast(case when ${t.lastSeenAt} is null then 0 else ${t.lastSeenAt} end as bigint))`,
          t.personId,
          t.status,
        ),
      c
        .index('memberships_by_status_and_visit')
        .on(
          t.siteId,
          t.status,
          sql`(cast(case when ${t.lastSeenAt} is null then 0 else ${t.lastSeenAt} end as bigint))`,
          t.personId,
        ),
    ],
  ),

  sessions: c.table(
    'sessions',
    {
      id: c.text('id').primaryKey(),
      hash: c.bytes('hash').$type<CredentialHash>().notNull(),
      personId: c.text('person_id').notNull(),
      authenticatedAt: c.time('authenticated_at').notNull(),
      authenticatedBy: c.text('authenticated_by').$type<AuthenticatedBy>().notNull().default('password'),
      /** Precise to the hour. */
      lastSeenAt: c.time('last_seen_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
      endedAt: c.time('ended_at'),
      userAgent: c.text('user_agent').notNull(),
      /** Where the network of the browser was at the sign-in, if a proxy says so. */
      place: c.text('place'),
      /**
       * Of a sign-in through the provider of a school: that school, which is all that the session opens, and the identity.
       * Null for a session of the account. It is not called `siteId`, because the row belongs to the person, not to a school.
       */
      schoolId: c.text('school_id'),
      identityId: c.text('identity_id'),
      /** False if the provider did not say when the person signed in, so that `authenticatedAt` proves no recent sign-in. */
      knowsAuthTime: c.flag('knows_auth_time').notNull().default(true),
    },
    (t) => [
      c.uniqueIndex('sessions_by_hash').on(t.hash),
      c.index('sessions_by_person').on(t.personId),
      c.index('sessions_by_expiry').on(t.expiresAt),
      c.index('sessions_by_school').on(t.schoolId, t.identityId).where(sql`${t.schoolId} is not null`),
    ],
  ),

  /** Approved removals of the second factor of somebody who has lost it. */
  secondFactorResets: c.table(
    'second_factor_resets',
    {
      personId: c.text('person_id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      approvedBy: c.text('approved_by').notNull(),
      effectiveAt: c.time('effective_at').notNull(),
    },
    (t) => [c.index('second_factor_resets_by_site').on(t.siteId, t.approvedBy)],
  ),

  /** Offers to a member to become an owner, which the member has to accept. */
  ownershipOffers: c.table(
    'ownership_offers',
    {
      personId: c.text('person_id').notNull(),
      siteId: c.text('site_id').notNull(),
      offeredBy: c.text('offered_by').notNull(),
      /** True if the owner who offers becomes an administrator when the offer is accepted. */
      handsOver: c.flag('hands_over').notNull(),
      offeredAt: c.time('offered_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.personId, t.siteId] }),
      c.index('ownership_offers_by_site').on(t.siteId, t.offeredBy),
      c.index('ownership_offers_by_expiry').on(t.expiresAt),
    ],
  ),

  /** One-time links that were sent by e-mail. */
  mailLinks: c.table(
    'mail_links',
    {
      hash: c.bytes('hash').$type<CredentialHash>().primaryKey(),
      purpose: c.text('purpose').$type<MailLinkPurpose>().notNull(),
      personId: c.text('person_id').notNull(),
      /** The site of an invitation. */
      siteId: c.text('site_id'),
      /** The address that the link was sent to, if it was sent. For a new address, also the address that it confirms. */
      email: c.text('email').notNull(),
      /** The address in the form used for lookups, if no other account may take it as long as the link can be used. */
      reservedKey: c.text('reserved_key'),
      createdAt: c.time('created_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
      usedAt: c.time('used_at'),
    },
    (t) => [
      c.index('mail_links_by_person').on(t.personId, t.purpose),
      c.index('mail_links_by_reserved_key').on(t.reservedKey),
      c.index('mail_links_by_expiry').on(t.expiresAt),
    ],
  ),

  setupLinks: c.table('setup_links', {
    hash: c.bytes('hash').$type<CredentialHash>().primaryKey(),
    expiresAt: c.time('expires_at').notNull(),
    usedAt: c.time('used_at'),
  }),
});
