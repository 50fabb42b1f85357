/** Tables of the authorization server: clients, grants with their codes, tokens, consents, signing keys. */
import { sql } from 'drizzle-orm';
import type { CredentialHash } from '../../schema/credential.ts';
import type { AuthMethod, ClientOrigin, Review } from '../../schema/oauth/client.ts';
import type { ClientMetadata } from '../../schema/oauth/client-metadata-document.ts';
import type { Columns } from '../columns/sqlite.ts';

/** How a grant ended, for the audit trail. */
export type GrantEnd = 'person' | 'operator' | 'client' | 'code_replay' | 'refresh_reuse' | 'expiry';

export const defineOauthTables = (c: Columns) => ({
  clients: c.table(
    'clients',
    {
      id: c.text('id').primaryKey(),
      origin: c.text('origin').$type<ClientOrigin>().notNull(),
      siteId: c.text('site_id'),
      name: c.text('name').notNull(),
      /** What its maker says it is for. */
      description: c.text('description'),
      authMethod: c.text('auth_method').$type<AuthMethod>().notNull(),
      secretHash: c.bytes('secret_hash').$type<CredentialHash>(),
      previousSecretHash: c.bytes('previous_secret_hash').$type<CredentialHash>(),
      /** Until when the secret before this one is still taken. */
      previousSecretEndsAt: c.time('previous_secret_ends_at'),
      redirectUris: c.json('redirect_uris').$type<string[]>().notNull(),
      postLogoutRedirectUris: c.json('post_logout_redirect_uris').$type<string[]>().notNull(),
      /** When an address was last added that codes may go to: consents given before are asked for again. */
      redirectUrisChangedAt: c.time('redirect_uris_changed_at'),
      scope: c.text('scope').notNull(),
      defaultScope: c.text('default_scope'),
      mayIntrospect: c.flag('may_introspect').notNull(),
      active: c.flag('active').notNull(),
      createdAt: c.time('created_at').notNull(),
      /** Last time a person allowed it something or it refreshed, to the day. */
      lastUsedAt: c.time('last_used_at'),
    },
    (t) => [c.index('clients_by_site').on(t.siteId), c.index('clients_by_age').on(t.origin, t.createdAt)],
  ),

  /** The clients named by URL, beside their row in `clients`: what their document said, and what is thought of them. */
  metadataDocuments: c.table('metadata_documents', {
    clientId: c.text('client_id').primaryKey(),
    metadata: c.json('metadata').$type<ClientMetadata>().notNull(),
    review: c.text('review').$type<Review>().notNull(),
    /** As last approved, when it changed materially since. */
    approvedMetadata: c.json('approved_metadata').$type<ClientMetadata>(),
    changedAt: c.time('changed_at').notNull(),
    fetchedAt: c.time('fetched_at').notNull(),
    freshUntil: c.time('fresh_until').notNull(),
  }),

  /** Which sites took a client named by URL as one for their members. */
  adoptions: c.table(
    'adoptions',
    {
      clientId: c.text('client_id').notNull(),
      siteId: c.text('site_id').notNull(),
      adoptedAt: c.time('adopted_at').notNull(),
    },
    (t) => [c.primaryKey({ columns: [t.clientId, t.siteId] })],
  ),

  authorizationRequests: c.table(
    'authorization_requests',
    {
      id: c.text('id').primaryKey(),
      /** Hash of the cookie of the browser that opened it. */
      browserHash: c.bytes('browser_hash').$type<CredentialHash>().notNull(),
      parameters: c.json('parameters').$type<Record<string, string | string[]>>().notNull(),
      /** The sign-in must be at least this recent (`prompt=login`, `max_age`). */
      signedInSince: c.time('signed_in_since').notNull(),
      /** `prompt=select_account`: which session the person said to go on with. */
      confirmedSessionId: c.text('confirmed_session_id'),
      siteId: c.text('site_id'),
      outcome: c.text('outcome').$type<'approved' | 'denied'>(),
      createdAt: c.time('created_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [c.index('authorization_requests_by_expiry').on(t.expiresAt)],
  ),

  /** A grant is born as an authorization code; redeeming the code brings it to life, revoking it ends all its tokens. */
  grants: c.table(
    'grants',
    {
      id: c.integer('id').primaryKey(),
      codeHash: c.bytes('code_hash').$type<CredentialHash>().notNull(),
      codeExpiresAt: c.time('code_expires_at').notNull(),
      redeemedAt: c.time('redeemed_at'),
      clientId: c.text('client_id').notNull(),
      personId: c.text('person_id').notNull(),
      siteId: c.text('site_id').notNull(),
      redirectUri: c.text('redirect_uri').notNull(),
      scope: c.text('scope').notNull(),
      audience: c.text('audience').notNull(),
      resourceSent: c.flag('resource_sent').notNull(),
      codeChallenge: c.text('code_challenge').notNull(),
      nonce: c.text('nonce'),
      authenticatedAt: c.time('authenticated_at').notNull(),
      authTimeRequested: c.flag('auth_time_requested').notNull(),
      createdAt: c.time('created_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
      lastUsedAt: c.time('last_used_at').notNull(),
      revokedAt: c.time('revoked_at'),
      revokedBy: c.text('revoked_by').$type<GrantEnd>(),
    },
    (t) => [
      c.index('grants_by_person').on(t.personId, t.siteId),
      // The live ones only: what operators look through.
      c.index('grants_by_site').on(t.siteId, t.clientId, t.id).where(sql`${t.revokedAt} is null`),
    ],
  ),

  tokens: c.table('tokens', {
    id: c.integer('id').primaryKey(),
    kind: c.text('kind').$type<'access' | 'refresh'>().notNull(),
    hash: c.bytes('hash').$type<CredentialHash>().notNull(),
    grantId: c.integer('grant_id').notNull(),
    scope: c.text('scope').notNull(),
    issuedAt: c.time('issued_at').notNull(),
    expiresAt: c.time('expires_at').notNull(),
    revokedAt: c.time('revoked_at'),
    /** Refresh tokens: when it was exchanged for its successor, and which that is. */
    rotatedAt: c.time('rotated_at'),
    successorId: c.integer('successor_id'),
    /**
     * This refresh token itself, encrypted under a key derived from its predecessor: readable only by who presents that
     * one again. It is kept here because a new row is at the end of the table, where growing costs nothing.
     */
    graceCopy: c.bytes('grace_copy'),
  }),

  consents: c.table(
    'consents',
    {
      personId: c.text('person_id').notNull(),
      siteId: c.text('site_id').notNull(),
      clientId: c.text('client_id').notNull(),
      /** Every scope the person was asked for, and the part given. */
      askedScope: c.text('asked_scope').notNull(),
      grantedScope: c.text('granted_scope').notNull(),
      decidedAt: c.time('decided_at').notNull(),
      lastUsedAt: c.time('last_used_at').notNull(),
    },
    (t) => [c.primaryKey({ columns: [t.personId, t.siteId, t.clientId] })],
  ),

  signingKeys: c.table('signing_keys', {
    kid: c.text('kid').primaryKey(),
    /** PKCS#8 under AES-256-GCM. */
    sealedPrivateKey: c.bytes('sealed_private_key').notNull(),
    publicX: c.text('public_x').notNull(),
    publicY: c.text('public_y').notNull(),
    createdAt: c.time('created_at').notNull(),
    signsFrom: c.time('signs_from').notNull(),
  }),
});
