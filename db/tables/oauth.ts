/** Tables of the authorization server: clients, grants with their codes, tokens, consents and signing keys. */
import { sql } from 'drizzle-orm';
import type { ENDED_BY_OTHERS } from '../../schema/audit/account-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { AuthMethod, ClientOrigin, Review } from '../../schema/oauth/client.ts';
import type { ClientMetadata } from '../../schema/oauth/client-metadata-document.ts';
import type { KeyThumbprint } from '../../schema/oauth/dpop.ts';
import type { AuthenticatedBy } from '../../schema/people/second-factor.ts';
import type { Columns } from '../columns/sqlite.ts';

/** How a grant ended, for the audit log. */
export type GrantEnd =
  | 'person'
  | (typeof ENDED_BY_OTHERS)[number]
  // By a school or the platform, in rows of earlier versions; also where something that it depended on is missing.
  | 'operator'
  | 'code_replay'
  | 'refresh_reuse'
  | 'expiry';

export const defineOauthTables = (c: Columns) => ({
  clients: c.table(
    'clients',
    {
      id: c.text('id').primaryKey(),
      origin: c.text('origin').$type<ClientOrigin>().notNull(),
      siteId: c.text('site_id'),
      name: c.text('name').notNull(),
      /** The purpose of the client, as its creator describes it. */
      description: c.text('description'),
      authMethod: c.text('auth_method').$type<AuthMethod>().notNull(),
      secretHash: c.bytes('secret_hash').$type<CredentialHash>(),
      previousSecretHash: c.bytes('previous_secret_hash').$type<CredentialHash>(),
      /** Time until which the previous secret is accepted. */
      previousSecretEndsAt: c.time('previous_secret_ends_at'),
      redirectUris: c.json('redirect_uris').$type<string[]>().notNull(),
      postLogoutRedirectUris: c.json('post_logout_redirect_uris').$type<string[]>().notNull(),
      /** Time at which a redirect URI was last added. Earlier consents are then asked for again. */
      redirectUrisChangedAt: c.time('redirect_uris_changed_at'),
      scope: c.text('scope').notNull(),
      defaultScope: c.text('default_scope'),
      mayIntrospect: c.flag('may_introspect').notNull(),
      /** The name of the logo below `/assets/logos`, whose image is in `client_logos`. */
      logo: c.text('logo'),
      active: c.flag('active').notNull(),
      /** True for an application of a school with a secret if no person stands behind its calls. Others always ask. */
      runsAlone: c.flag('runs_alone').notNull().default(false),
      /** True if every token request needs a proof of possession of a key (`dpop_bound_access_tokens`). */
      demandsProof: c.flag('demands_proof').notNull().default(false),
      createdAt: c.time('created_at').notNull(),
      /** Last time that a person granted something or the client refreshed, precise to the day. */
      lastUsedAt: c.time('last_used_at'),
      /** The network that registered the client without a person, until its first use. */
      network: c.text('network'),
    },
    (t) => [
      c.index('clients_by_site').on(t.siteId),
      c.index('clients_by_age').on(t.origin, t.createdAt),
      c.index('unused_clients_by_network').on(t.network, t.createdAt).where(sql`${t.network} is not null`),
    ],
  ),

  /** The logos of clients, as they were when they were chosen. Their names contain a hash of the image. */
  clientLogos: c.table(
    'client_logos',
    {
      clientId: c.text('client_id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      name: c.text('name').notNull(),
      image: c.bytes('image').notNull(),
    },
    (t) => [c.index('client_logos_by_name').on(t.name), c.index('client_logos_by_site').on(t.siteId)],
  ),

  /** Links by which a school hands an application over to whoever builds it. The page that a link opens needs no account. */
  handoverLinks: c.table(
    'handover_links',
    {
      hash: c.bytes('hash').$type<CredentialHash>().primaryKey(),
      siteId: c.text('site_id').notNull(),
      clientId: c.text('client_id').notNull(),
      createdBy: c.text('created_by').notNull(),
      createdAt: c.time('created_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
      /** When the page was first opened, which a mail program may do. */
      openedAt: c.time('opened_at'),
      /** When the secret was revealed, which happens once. */
      revealedAt: c.time('revealed_at'),
      revokedAt: c.time('revoked_at'),
    },
    (t) => [
      c.index('handover_links_by_client').on(t.clientId),
      c.index('handover_links_by_site').on(t.siteId),
      c.index('handover_links_by_expiry').on(t.expiresAt),
    ],
  ),

  /** Clients named by URL, in addition to their row in `clients`: the content of the document, and the review. */
  metadataDocuments: c.table('metadata_documents', {
    clientId: c.text('client_id').primaryKey(),
    metadata: c.json('metadata').$type<ClientMetadata>().notNull(),
    review: c.text('review').$type<Review>().notNull(),
    /** The metadata at the last approval, if they have changed materially since. */
    approvedMetadata: c.json('approved_metadata').$type<ClientMetadata>(),
    changedAt: c.time('changed_at').notNull(),
    fetchedAt: c.time('fetched_at').notNull(),
    freshUntil: c.time('fresh_until').notNull(),
    /** When the host said that there is no usable document any more, unless it has served one since. */
    withdrawnAt: c.time('withdrawn_at'),
  }),

  /** Apps that a school has asked the platform to approve, and the answer. */
  reviewRequests: c.table(
    'review_requests',
    {
      siteId: c.text('site_id').notNull(),
      clientId: c.text('client_id').notNull(),
      /** Who asked last. */
      personId: c.text('person_id').notNull(),
      askedAt: c.time('asked_at').notNull(),
      answer: c.text('answer').$type<'approved' | 'declined'>(),
      answeredAt: c.time('answered_at'),
      reason: c.text('reason'),
    },
    (t) => [
      c.primaryKey({ columns: [t.siteId, t.clientId] }),
      c.index('review_requests_by_client').on(t.clientId, t.askedAt),
      c.index('review_requests_open').on(t.askedAt).where(sql`${t.answeredAt} is null`),
    ],
  ),

  /** The sites that adopted a client named by URL for their members. */
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
      /** Hash of the cookie of the browser that opened the request. */
      browserHash: c.bytes('browser_hash').$type<CredentialHash>().notNull(),
      /** The network that opened the request. The number of requests per network is limited. */
      network: c.text('network').notNull().default(''),
      parameters: c.json('parameters').$type<Record<string, string | string[]>>().notNull(),
      /** The sign-in must be at least this recent (`prompt=login`, `max_age`). */
      signedInSince: c.time('signed_in_since').notNull(),
      /** `prompt=select_account`: the session that the person chose to continue with. */
      confirmedSessionId: c.text('confirmed_session_id'),
      siteId: c.text('site_id'),
      /** `shown`: approved, and then its answer was shown to be copied. */
      outcome: c.text('outcome').$type<'approved' | 'denied' | 'shown'>(),
      /** The grant whose code answered it. */
      grantId: c.integer('grant_id'),
      /** True if a page of another website led here, and not the person or a program. */
      fromOtherSite: c.flag('from_other_site').notNull().default(false),
      createdAt: c.time('created_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [
      c.index('authorization_requests_by_expiry').on(t.expiresAt),
      c.index('authorization_requests_by_network').on(t.network, t.createdAt),
    ],
  ),

  /**
   * A grant starts as an authorization code. Redeeming the code activates the grant, and revoking it ends all its
   * tokens.
   */
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
      authenticatedBy: c.text('authenticated_by').$type<AuthenticatedBy>().notNull().default('password'),
      authTimeRequested: c.flag('auth_time_requested').notNull(),
      /** True if the client asked how the person signed in (`acr`, `amr`). */
      authContextRequested: c.flag('auth_context_requested').notNull().default(false),
      /** Of a grant that was approved after a sign-in through the provider of its school: the identity. */
      identityId: c.text('identity_id'),
      /** What the client knows the person by (`sub`), if that is not the id of the person. */
      subject: c.text('subject'),
      /** The thumbprint of the key whose proof the code needs, if the authorization request named one. */
      dpopJkt: c.bytes('dpop_jkt').$type<KeyThumbprint>(),
      createdAt: c.time('created_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
      lastUsedAt: c.time('last_used_at').notNull(),
      revokedAt: c.time('revoked_at'),
      revokedBy: c.text('revoked_by').$type<GrantEnd>(),
    },
    (t) => [
      c.index('grants_by_person').on(t.personId, t.siteId),
      // Valid grants only, for the lists of operators.
      c.index('grants_by_site').on(t.siteId, t.clientId, t.id).where(sql`${t.revokedAt} is null`),
      // For the audit log: whose connections ended with one event.
      c.index('grants_by_end').on(t.revokedAt, t.siteId).where(sql`${t.revokedAt} is not null`),
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
    /** For refresh tokens: the time of the exchange for a successor, and the id of the successor. */
    rotatedAt: c.time('rotated_at'),
    successorId: c.integer('successor_id'),
    /** For refresh tokens: the time at which it was last given out once more, for a predecessor that came late. */
    repeatedAt: c.time('repeated_at'),
    /**
     * This refresh token itself, encrypted under a key derived from its predecessor, so that only a client that
     * presents the predecessor again can read it. It is stored in the successor's row because new rows are at the end
     * of the table, where growing is cheap.
     */
    graceCopy: c.bytes('grace_copy'),
    /** The thumbprint of the key whose proof the token needs, if it is bound to one. */
    jkt: c.bytes('jkt').$type<KeyThumbprint>(),
  }),

  consents: c.table(
    'consents',
    {
      personId: c.text('person_id').notNull(),
      siteId: c.text('site_id').notNull(),
      clientId: c.text('client_id').notNull(),
      /** Every scope that the person was asked for, and those that were granted. */
      askedScope: c.text('asked_scope').notNull(),
      grantedScope: c.text('granted_scope').notNull(),
      decidedAt: c.time('decided_at').notNull(),
      lastUsedAt: c.time('last_used_at').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.personId, t.siteId, t.clientId] }),
      c.index('consents_by_client').on(t.clientId, t.decidedAt),
    ],
  ),

  signingKeys: c.table('signing_keys', {
    kid: c.text('kid').primaryKey(),
    /** PKCS#8, encrypted with AES-256-GCM. */
    sealedPrivateKey: c.bytes('sealed_private_key').notNull(),
    publicX: c.text('public_x').notNull(),
    publicY: c.text('public_y').notNull(),
    createdAt: c.time('created_at').notNull(),
    signsFrom: c.time('signs_from').notNull(),
  }),
});
