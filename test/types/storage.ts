/**
 * Type tests of what is kept: units of work, rows and what is made of them, and that no secret comes out of a store.
 * `tsc` checks them (`assertions.ts`).
 */
import type { Placeholder } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { AuditTrail } from '../../db/audit/audit.ts';
import type { openDatabase } from '../../db/database.ts';
import type {
  Database,
  Parameter,
  Params,
  ReadQuery,
  required,
  Statement,
  Step,
  Values,
  WriteQuery,
} from '../../db/engine/engine.ts';
import type { integer, text } from '../../db/engine/placeholders.ts';
import type { ClientStore, NewClient } from '../../db/oauth/clients.ts';
import type { NewMailLink } from '../../db/people/mail-links.ts';
import type { Tables } from '../../db/tables/index.ts';
import type { GrantEnd } from '../../db/tables/oauth.ts';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash, SpentChallenge } from '../../schema/credential.ts';
import type { Consent, NewPendingRequest, PendingRequest } from '../../schema/oauth/approval.ts';
import type { Client, ClientCredentials } from '../../schema/oauth/client.ts';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { KeyThumbprint } from '../../schema/oauth/dpop.ts';
import type { StoredKey } from '../../schema/oauth/signing-key.ts';
import type { StoredApplication } from '../../schema/oauth/site-application.ts';
import type { AuthorizationCode, GrantContext, StoredToken } from '../../schema/oauth/token.ts';
import type { LiveMailLink } from '../../schema/people/mail-link.ts';
import type { Membership, NewSession, Session, SignedInBrowser } from '../../schema/people/person.ts';
import type { Member, MemberProfile } from '../../schema/school/account.ts';
import {
  type Answers,
  type Assignable,
  type Demands,
  type Equal,
  type Frozen,
  holds,
  type MembersNamed,
  type NamesIn,
  type NotAssignable,
  type With,
} from './assertions.ts';

type App = FastifyInstance;
type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect'];
declare const db: Database;
type Named = { id: number; name: string };

// A step is a statement with its values; the unit takes nothing that is still to become one.
holds<Frozen<Step>>();
holds<NotAssignable<Statement<Named>, Step>>();
holds<NotAssignable<Promise<Step>, Step>>();
holds<NotAssignable<{ statement: number; values: Values }, Step>>();
holds<Equal<ReturnType<Statement<Named>>, Step>>();
holds<Demands<typeof required, [Step], [Statement<Named>]>>();
// All values of a statement's parameters, each of its type; none for one without parameters.
holds<Demands<Statement<Named>, [{ id: number; name: string }], []>>();
holds<Demands<Statement<Named>, [{ id: number; name: string }], [{ id: number }]>>();
holds<Demands<Statement<Named>, [{ id: number; name: string }], [{ id: number; nmae: string }]>>();
holds<Demands<Statement<Named>, [{ id: number; name: string }], [{ id: string; name: string }]>>();
holds<Demands<Statement<Record<never, never>>, [], [{ id: number }]>>();
// A name that the statement does not have is none of its parameters, and a number is not compared as a text.
holds<Equal<keyof Params<Named>, 'id' | 'name'>>();
holds<Demands<typeof text, [Parameter<string>], [Parameter<number>]>>();
holds<Demands<typeof integer, [Parameter<number>], [Parameter<string>]>>();
holds<NotAssignable<string, Parameter<string>>>();
holds<NotAssignable<Placeholder, Parameter<string>>>();
holds<Demands<Database['atomically'], [Step, Step], [Step, Promise<Step>]>>();
holds<Demands<Database['atomically'], [Step], [readonly Step[]]>>();
holds<Demands<Database['atomically'], [Step], [Step | undefined]>>();
holds<Equal<Awaited<ReturnType<Database['atomically']>>, boolean>>();
holds<Equal<ReturnType<typeof db.write<Named>>, Statement<Named>>>();
holds<NotAssignable<WriteQuery, ReadQuery<unknown>>>();

// Two engines, one set of tables; a row may always be missing.
holds<Equal<Database['engine'], 'sqlite' | 'postgres'>>();
holds<Frozen<Pick<Database, 'engine' | 'tables'>>>();
holds<Equal<Awaited<ReturnType<typeof openDatabase>>, Database>>();
holds<Equal<Awaited<ReturnType<ReturnType<typeof db.one<GrantContext>>>>, GrantContext | undefined>>();
holds<Equal<Awaited<ReturnType<ReturnType<typeof db.many<GrantContext>>>>, GrantContext[]>>();

// What changes security is recorded in the same unit.
holds<Equal<Awaited<ReturnType<AuditTrail['steps']>>, readonly Step[]>>();
holds<NotAssignable<With<AuditEvent, { event: string }>, AuditEvent>>();
holds<NotAssignable<Omit<AuditEvent, 'at'>, AuditEvent>>();
holds<Demands<App['oauth']['tokens']['revoke'], [number, number, AuditEvent], [number, number]>>();
holds<Demands<ClientStore['create'], [NewClient, AuditEvent], [NewClient]>>();

// A row is not yet what is made of it, with its scopes read and its standing judged.
holds<NotAssignable<Row<'clients'>, Client>>();
holds<NotAssignable<Row<'clients'>, ClientCredentials>>();
holds<NotAssignable<Row<'clients'>, StoredApplication>>();
holds<NotAssignable<Row<'metadataDocuments'>, Client>>();
holds<NotAssignable<Row<'grants'>, AuthorizationCode>>();
holds<NotAssignable<Row<'grants'>, GrantContext>>();
holds<NotAssignable<Row<'grants'>, Connection>>();
holds<NotAssignable<Row<'tokens'>, StoredToken>>();
holds<NotAssignable<Row<'consents'>, Consent>>();
holds<NotAssignable<Row<'sessions'>, Session>>();
holds<NotAssignable<Row<'mailLinks'>, LiveMailLink>>();
holds<NotAssignable<Row<'memberships'>, Membership>>();
holds<NotAssignable<Row<'people'>, MemberProfile>>();
holds<Equal<Row<'grants'>['revokedBy'], GrantEnd | null>>();

// What a school has is asked for with its school, and changed by what was found there.
holds<Demands<App['school']['account']['profile'], [Member], [{ personId: string }]>>();
holds<Demands<App['oauth']['siteApplications']['find'], [string, string], [string]>>();
holds<Demands<App['oauth']['siteApplications']['disable'], [StoredApplication, AuditEvent], [string, AuditEvent]>>();
holds<Demands<App['oauth']['siteApplications']['disable'], [StoredApplication, AuditEvent], [Client, AuditEvent]>>();
holds<
  Demands<App['oauth']['connections']['end'], [Connection, 'person', AuditEvent], [number, 'person', AuditEvent]>
>();
holds<
  Demands<App['oauth']['connections']['end'], [Connection, 'school', AuditEvent], [Connection, 'client', AuditEvent]>
>();
holds<Demands<App['school']['records'], ['courses'], [string]>>();

// Of a secret, tables keep the hash.
holds<Equal<Row<'clients'>['secretHash'], CredentialHash | null>>();
holds<Equal<Row<'clients'>['previousSecretHash'], CredentialHash | null>>();
holds<Equal<Row<'grants'>['codeHash'], CredentialHash>>();
holds<Equal<Row<'tokens'>['hash'], CredentialHash>>();
holds<Equal<Row<'sessions'>['hash'], CredentialHash>>();
holds<Equal<Row<'mailLinks'>['hash'], CredentialHash>>();
holds<Equal<Row<'setupLinks'>['hash'], CredentialHash>>();
holds<Equal<Row<'spentChallenges'>['hash'], CredentialHash>>();
// A thumbprint is that of a key, and no hash of a secret.
holds<Equal<Row<'tokens'>['jkt'], KeyThumbprint | null>>();
holds<NotAssignable<KeyThumbprint, CredentialHash>>();
holds<NotAssignable<Buffer, KeyThumbprint>>();
holds<Equal<Row<'authorizationRequests'>['browserHash'], CredentialHash>>();

// Stores look secrets up, and take new ones, by the hash.
holds<Demands<App['people']['sessions']['find'], [CredentialHash], [string]>>();
holds<Demands<App['people']['sessions']['find'], [CredentialHash], [Buffer]>>();
holds<
  Demands<App['people']['mailLinks']['find'], [CredentialHash, 'invitation', number], [string, 'invitation', number]>
>();
holds<Demands<App['oauth']['clients']['replaceSecret'], [string, CredentialHash], [string, string]>>();
holds<Demands<App['people']['setup']['openLink'], [CredentialHash, number], [string, number]>>();
type Rotation<Secret> = [StoredApplication, Secret, AuditEvent];
type NewSecret = { hash: CredentialHash; endsAt: number };
holds<
  Demands<
    App['oauth']['siteApplications']['rotateSecret'],
    Rotation<NewSecret>,
    Rotation<With<NewSecret, { hash: Buffer }>>
  >
>();
holds<NotAssignable<With<NewClient, { secretHash: string }>, NewClient>>();
holds<NotAssignable<With<NewSession, { hash: Buffer }>, NewSession>>();
holds<NotAssignable<With<NewMailLink, { hash: string }>, NewMailLink>>();
holds<NotAssignable<With<NewPendingRequest, { browserHash: string }>, NewPendingRequest>>();
holds<NotAssignable<With<SpentChallenge, { hash: Buffer }>, SpentChallenge>>();

// And nothing that they answer has the secret itself.
type Plain =
  | 'secret'
  | 'clientSecret'
  | 'password'
  | 'token'
  | 'code'
  | 'value'
  | 'cookie'
  | 'privateKey'
  | 'challenge';
/** `undefined` where a store names nothing at all: then there is nothing to be proven. */
type PlainIn<Store> = [NamesIn<Answers<Store>>] extends [never] ? undefined : Extract<NamesIn<Answers<Store>>, Plain>;
holds<Equal<PlainIn<App['oauth']['codes']>, never>>();
holds<Equal<PlainIn<App['oauth']['tokens']>, never>>();
holds<Equal<PlainIn<App['oauth']['clients']>, never>>();
holds<Equal<PlainIn<App['oauth']['siteApplications']>, never>>();
holds<Equal<PlainIn<App['oauth']['metadataClients']>, never>>();
holds<Equal<PlainIn<App['people']['sessions']>, never>>();
holds<Equal<PlainIn<App['oauth']['requests']>, never>>();
holds<Equal<PlainIn<App['people']['mailLinks']>, never>>();
holds<Equal<PlainIn<App['people']['passkeyStore']>, never>>();
holds<Equal<PlainIn<App['oauth']['keys']>, never>>();
holds<Equal<PlainIn<App['people']['persons']>, never>>();
holds<Equal<PlainIn<App['oauth']['connections']>, never>>();
holds<Equal<PlainIn<App['people']['invitations']>, never>>();
holds<Equal<MembersNamed<Answers<App['oauth']['codes']>, 'hash'>, CredentialHash>>();
holds<Equal<MembersNamed<Answers<App['oauth']['tokens']>, 'hash'>, CredentialHash>>();
holds<Equal<MembersNamed<Answers<App['oauth']['clients']>, 'secretHashes'>, readonly CredentialHash[]>>();
holds<Equal<MembersNamed<Answers<App['oauth']['siteApplications']>, 'secretHash'>, CredentialHash | undefined>>();

// What people are shown of themselves and each other has not even the hash.
type Hashes = 'hash' | 'passwordHash' | 'secretHash' | 'codeHash' | 'browserHash';
holds<Equal<Extract<NamesIn<Session | SignedInBrowser>, Hashes>, never>>();
holds<Equal<Extract<NamesIn<Client>, Hashes>, never>>();
holds<Equal<Extract<NamesIn<Answers<App['oauth']['connections']>>, Hashes>, never>>();
holds<Equal<Extract<NamesIn<Answers<App['school']['account']>>, Hashes>, never>>();
holds<Equal<keyof LiveMailLink['person'], 'name' | 'email' | 'hasPassword'>>();
holds<Equal<Extract<NamesIn<StoredKey>, `${string}PrivateKey`>, 'sealedPrivateKey'>>();
holds<Assignable<PendingRequest['browserHash'], CredentialHash>>();
