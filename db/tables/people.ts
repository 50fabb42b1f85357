import type { CredentialHash } from '../../schema/credential.ts';
import type { Role } from '../../schema/scope.ts';
import type { Columns } from '../columns/sqlite.ts';

export const definePeopleTables = (c: Columns) => ({
  people: c.table(
    'people',
    {
      id: c.text('id').primaryKey(),
      email: c.text('email').notNull(),
      /** The e-mail as it is looked up (`emailKey`). */
      emailKey: c.text('email_key').notNull(),
      emailVerified: c.flag('email_verified').notNull(),
      name: c.text('name').notNull(),
      passwordHash: c.text('password_hash'),
      active: c.flag('active').notNull(),
      createdAt: c.time('created_at').notNull(),
    },
    (t) => [c.uniqueIndex('people_by_email').on(t.emailKey)],
  ),

  memberships: c.table(
    'memberships',
    {
      personId: c.text('person_id').notNull(),
      siteId: c.text('site_id').notNull(),
      role: c.text('role').$type<Role>().notNull(),
      status: c.text('status').$type<'invited' | 'active' | 'suspended' | 'removed'>().notNull(),
      joinedAt: c.time('joined_at').notNull(),
      /** The language this school should speak to the person in (BCP 47). */
      locale: c.text('locale'),
      marketingConsent: c.flag('marketing_consent').notNull().default(false),
      lastSeenAt: c.time('last_seen_at'),
      tags: c.json('tags').$type<string[]>(),
      customFields: c.json('custom_fields').$type<Record<string, string>>(),
      note: c.text('note'),
      updatedAt: c.time('updated_at').notNull().default(0),
    },
    (t) => [
      c.primaryKey({ columns: [t.personId, t.siteId] }),
      c.index('memberships_by_site').on(t.siteId, t.joinedAt, t.personId),
      c.index('memberships_by_role').on(t.siteId, t.role, t.joinedAt, t.personId),
      c.index('memberships_by_status').on(t.siteId, t.status, t.joinedAt, t.personId),
    ],
  ),

  sessions: c.table(
    'sessions',
    {
      id: c.text('id').primaryKey(),
      hash: c.bytes('hash').$type<CredentialHash>().notNull(),
      personId: c.text('person_id').notNull(),
      authenticatedAt: c.time('authenticated_at').notNull(),
      /** To the hour. */
      lastSeenAt: c.time('last_seen_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
      endedAt: c.time('ended_at'),
      userAgent: c.text('user_agent').notNull(),
    },
    (t) => [
      c.uniqueIndex('sessions_by_hash').on(t.hash),
      c.index('sessions_by_person').on(t.personId),
      c.index('sessions_by_expiry').on(t.expiresAt),
    ],
  ),

  setupLinks: c.table('setup_links', {
    hash: c.bytes('hash').$type<CredentialHash>().primaryKey(),
    expiresAt: c.time('expires_at').notNull(),
    usedAt: c.time('used_at'),
  }),
});
