/** Tables of what people sign in with besides a password: passkeys, authenticator apps, and the OpenID providers of schools. */
import type { CredentialHash } from '../../schema/credential.ts';
import type { LinkedBy } from '../../schema/people/provider.ts';
import type { Columns } from '../columns/sqlite.ts';

export const defineSignInTables = (c: Columns) => ({
  /** WebAuthn public keys whose private key is on a device of the person. */
  passkeys: c.table(
    'passkeys',
    {
      /** Credential id, base64url. */
      id: c.text('id').primaryKey(),
      personId: c.text('person_id').notNull(),
      name: c.text('name').notNull(),
      /** COSE key. */
      publicKey: c.bytes('public_key').notNull(),
      /**
       * Signature counter, if the authenticator has one. A lower value than before indicates a cloned authenticator.
       */
      counter: c.integer('counter').notNull(),
      transports: c.json('transports').$type<string[]>().notNull(),
      isBackedUp: c.flag('is_backed_up').notNull(),
      createdAt: c.time('created_at').notNull(),
      lastUsedAt: c.time('last_used_at'),
    },
    (t) => [c.index('passkeys_by_person').on(t.personId)],
  ),

  /** Challenges that have been answered. They are kept until they expire, so that each is answered at most once. */
  spentChallenges: c.table(
    'spent_challenges',
    {
      hash: c.bytes('hash').$type<CredentialHash>().primaryKey(),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [c.index('spent_challenges_by_expiry').on(t.expiresAt)],
  ),

  /** The app of a person that shows one-time codes (RFC 6238). */
  authenticators: c.table('authenticators', {
    personId: c.text('person_id').primaryKey(),
    /** Encrypted with AES-256-GCM. */
    sealedSecret: c.bytes('sealed_secret').notNull(),
    /** The time step of the last code that was used. Codes of this and earlier steps are rejected. */
    lastStep: c.integer('last_step').notNull(),
    createdAt: c.time('created_at').notNull(),
  }),

  /** Codes for people whose authenticator app is not at hand. Using one deletes it. */
  recoveryCodes: c.table(
    'recovery_codes',
    {
      hash: c.bytes('hash').$type<CredentialHash>().primaryKey(),
      personId: c.text('person_id').notNull(),
    },
    (t) => [c.index('recovery_codes_by_person').on(t.personId)],
  ),

  /** The OpenID provider by which the members of a school can sign in there. */
  providers: c.table(
    'providers',
    {
      /** Also in the address that the provider sends browsers back to, so that each provider has its own. */
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      /** As in its discovery document, character by character. */
      issuer: c.text('issuer').notNull(),
      clientId: c.text('client_id').notNull(),
      /** Encrypted with AES-256-GCM; null for a client without a secret. */
      sealedSecret: c.bytes('sealed_secret'),
      /** When the secret ends at the provider, as the owner typed it. */
      secretEndsAt: c.time('secret_ends_at'),
      /** The e-mail domains of the school, in lower case. */
      domains: c.json('domains').$type<string[]>().notNull(),
      /** True if people of these domains become members without an invitation. */
      joins: c.flag('joins').notNull().default(false),
      /** Until when people whose `sub` has changed are matched by their address. */
      matchUntil: c.time('match_until'),
      /** How many days a connection lasts at most that was allowed after such a sign-in. */
      grantDays: c.integer('grant_days').notNull().default(30),
      /** The values of `acr` that are two factors; `mfa` in `amr` always is. */
      twoFactorAcr: c.json('two_factor_acr').$type<string[]>(),
      /** True if the last test has shown that the provider says when a person signed in. */
      saysAuthTime: c.flag('says_auth_time').notNull().default(false),
      provesTwoFactors: c.flag('proves_two_factors').notNull().default(false),
      testedAt: c.time('tested_at'),
      testedBy: c.text('tested_by'),
      createdAt: c.time('created_at').notNull(),
      /** The version that a sign-in under way names: a change of the settings ends it. */
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [c.uniqueIndex('providers_by_site').on(t.siteId)],
  ),

  /** Who a person is at the provider of a school. It says nothing of the account elsewhere. */
  providerIdentities: c.table(
    'provider_identities',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      issuer: c.text('issuer').notNull(),
      /** The `sub` of the provider, compared character by character. */
      subject: c.text('subject').notNull(),
      /** The client ID with which it was used last: some providers have another `sub` for each. */
      clientId: c.text('client_id'),
      personId: c.text('person_id').notNull(),
      /** The `sub` by which clients that several schools use know the person who signed in by this identity. */
      clientSubject: c.text('client_subject').notNull(),
      /** The address that the provider named last, for the school. It never counts as proven. */
      email: c.text('email'),
      linkedBy: c.text('linked_by').$type<LinkedBy>().notNull(),
      createdAt: c.time('created_at').notNull(),
      /** Precise to the day. */
      lastUsedAt: c.time('last_used_at').notNull(),
    },
    (t) => [
      c.uniqueIndex('provider_identities_by_subject').on(t.siteId, t.issuer, t.subject),
      c.uniqueIndex('provider_identities_by_person').on(t.personId, t.siteId, t.issuer),
      c.uniqueIndex('provider_identities_by_client_subject').on(t.clientSubject),
    ],
  ),
});
