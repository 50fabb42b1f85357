/**
 * Type tests of what plugins put on the server: each decorator is there, has its own type, and cannot be replaced; nor
 * can what the server is set to. `tsc` checks them (`assertions.ts`).
 */
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { AuditTrail } from '../../db/audit/audit.ts';
import type { AuthorizationRequestStore } from '../../db/oauth/authorization-requests.ts';
import type { ClientStore } from '../../db/oauth/clients.ts';
import type { CodeStore } from '../../db/oauth/codes.ts';
import type { ConnectionStore } from '../../db/oauth/connections.ts';
import type { ConsentStore } from '../../db/oauth/consents.ts';
import type { KeyStore } from '../../db/oauth/keys.ts';
import type { MetadataClientStore } from '../../db/oauth/metadata-clients.ts';
import type { SiteApplicationStore } from '../../db/oauth/site-applications.ts';
import type { TokenStore } from '../../db/oauth/tokens.ts';
import type { MailLinkStore } from '../../db/people/mail-links.ts';
import type { PeopleStore } from '../../db/people/people.ts';
import type { SessionStore } from '../../db/people/sessions.ts';
import type { Clock, Config, loadConfig } from '../../plugins/config.ts';
import type { Cursors } from '../../plugins/cursors.ts';
import type { CrossOrigin } from '../../plugins/http.ts';
import type { Bearer } from '../../plugins/oauth/bearer.ts';
import type { GraceCopies } from '../../plugins/oauth/grace-copies.ts';
import type { MetadataDocuments } from '../../plugins/oauth/metadata-documents.ts';
import type { Signer } from '../../plugins/oauth/signer.ts';
import type { TokenIssuer } from '../../plugins/oauth/token-issuer.ts';
import type { LoginSession } from '../../plugins/people/login-session.ts';
import type { Mailer } from '../../plugins/people/mailer.ts';
import type { Passkeys } from '../../plugins/people/passkeys.ts';
import type { Passwords } from '../../plugins/people/passwords.ts';
import type { Storage } from '../../plugins/school/storage.ts';
import type { SignedUrls } from '../../plugins/signed-urls.ts';
import type { buildApp } from '../../routes/app.ts';
import type { Capabilities, Settings } from '../../schema/oauth/capabilities.ts';
import type { Client } from '../../schema/oauth/client.ts';
import type { MetadataUrl } from '../../schema/oauth/metadata-url.ts';
import type { BearerError, OAuthError } from '../../schema/oauth/oauth-error.ts';
import type { Mailbox, SmtpServer } from '../../schema/people/mail-settings.ts';
import type { Operation } from '../../schema/school/operation.ts';
import {
  type Assignable,
  type Closed,
  type Demands,
  type Equal,
  type Frozen,
  holds,
  type NotAssignable,
} from './assertions.ts';

type App = FastifyInstance;

/** What routes are given to work with. */
type Tools =
  | 'answerFailure'
  | 'authenticateClient'
  | 'bearer'
  | 'capabilities'
  | 'challengeOf'
  | 'clock'
  | 'config'
  | 'confirmMetadataClient'
  | 'cursors'
  | 'describeService'
  | 'errorBody'
  | 'findPresentedToken'
  | 'graceCopies'
  | 'judgePassword'
  | 'loginSession'
  | 'mailer'
  | 'markAnswer'
  | 'mcpOffers'
  | 'metadataDocuments'
  | 'networkOf'
  | 'operations'
  | 'originOf'
  | 'passkeys'
  | 'passwords'
  | 'refuse'
  | 'resolveClient'
  | 'runOperation'
  | 'sendInvitation'
  | 'sendMailLink'
  | 'signedUrls'
  | 'signer'
  | 'signIn'
  | 'storage'
  | 'throttle'
  | 'tokenIssuer'
  | 'volumeLimit';

/** What keeps what was decided. */
type Stores =
  | 'account'
  | 'analytics'
  | 'assets'
  | 'audit'
  | 'auditLog'
  | 'authorizationRequests'
  | 'betaFeatures'
  | 'brands'
  | 'clients'
  | 'codes'
  | 'connections'
  | 'consents'
  | 'contacts'
  | 'emailAddresses'
  | 'enrollments'
  | 'eventRegistrations'
  | 'homepages'
  | 'idempotencyKeys'
  | 'invitations'
  | 'keys'
  | 'lastDays'
  | 'mailLinks'
  | 'members'
  | 'metadataClients'
  | 'outlines'
  | 'passkeyStore'
  | 'passwordChanges'
  | 'people'
  | 'places'
  | 'platform'
  | 'purge'
  | 'records'
  | 'sales'
  | 'scheduledPosts'
  | 'school'
  | 'schoolContent'
  | 'searchIndex'
  | 'sessions'
  | 'setup'
  | 'siteApplications'
  | 'students'
  | 'teaching'
  | 'throttles'
  | 'tokens';

/** Those of them that are `any`, with which everything could be done. */
type Untyped<Names extends keyof App> = { [Name in Names]: 0 extends 1 & App[Name] ? Name : never }[Names];

// There, once and for all.
holds<Frozen<Pick<App, Tools>>>();
holds<Frozen<Pick<App, Stores>>>();
holds<Equal<Untyped<Tools | Stores>, never>>();
holds<Assignable<Pick<App, Tools | Stores>, Required<Pick<App, Tools | Stores>>>>();
holds<Equal<Awaited<ReturnType<typeof buildApp>>, App>>();

// Each is its own.
holds<Equal<App['bearer'], Bearer>>();
holds<Equal<App['tokenIssuer'], TokenIssuer>>();
holds<Equal<App['loginSession'], LoginSession>>();
holds<Equal<App['graceCopies'], GraceCopies>>();
holds<Equal<App['signer'], Signer>>();
holds<Equal<App['passwords'], Passwords>>();
holds<Equal<App['passkeys'], Passkeys>>();
holds<Equal<App['cursors'], Cursors>>();
holds<Equal<App['signedUrls'], SignedUrls>>();
holds<Equal<App['storage'], Storage>>();
holds<Equal<App['mailer'], Mailer>>();
holds<Equal<App['metadataDocuments'], MetadataDocuments>>();
holds<Equal<App['capabilities'], Capabilities>>();
holds<Equal<App['operations'], readonly Operation[]>>();
holds<Equal<App['codes'], CodeStore>>();
holds<Equal<App['tokens'], TokenStore>>();
holds<Equal<App['consents'], ConsentStore>>();
holds<Equal<App['connections'], ConnectionStore>>();
holds<Equal<App['clients'], ClientStore>>();
holds<Equal<App['siteApplications'], SiteApplicationStore>>();
holds<Equal<App['metadataClients'], MetadataClientStore>>();
holds<Equal<App['authorizationRequests'], AuthorizationRequestStore>>();
holds<Equal<App['sessions'], SessionStore>>();
holds<Equal<App['people'], PeopleStore>>();
holds<Equal<App['keys'], KeyStore>>();
holds<Equal<App['mailLinks'], MailLinkStore>>();
holds<Equal<App['audit'], AuditTrail>>();

// A client that is not there has to be looked for: nothing goes on with `undefined`.
holds<Equal<Awaited<ReturnType<App['resolveClient']>>, Client | undefined>>();
holds<Demands<App['metadataDocuments']['get'], [MetadataUrl], [string]>>();
holds<Demands<App['challengeOf'], [BearerError], [OAuthError]>>();
holds<NotAssignable<Awaited<ReturnType<App['loginSession']['find']>>, object>>();
holds<Demands<App['signedUrls']['make'], [FileAddress<'GET'>, number], [FileAddress<'DELETE'>, number]>>();
type FileAddress<Method> = { method: Method; siteId: string; assetId: string };
holds<Equal<FastifyContextConfig['crossOrigin'], CrossOrigin | undefined>>();
holds<Equal<CrossOrigin, 'document' | 'oauth' | 'resource'>>();

// What the server is set to is read once.
holds<Equal<App['config'], Config>>();
holds<Equal<App['clock'], Clock>>();
holds<Equal<ReturnType<typeof loadConfig>, Config>>();
holds<Frozen<Config>>();
holds<Frozen<Config['lifetimes']>>();
holds<Frozen<Config['cimd']>>();
holds<Frozen<Config['mail']>>();
holds<Frozen<SmtpServer>>();
holds<Frozen<NonNullable<SmtpServer['auth']>>>();
holds<Frozen<Mailbox>>();
holds<Frozen<Settings>>();
holds<NotAssignable<Config['vendors'], Config['vendors'][number][]>>();
holds<NotAssignable<Config['mcpOrigins'], string[]>>();
holds<NotAssignable<Config['platformOperators'], string[]>>();
holds<NotAssignable<Config['trustProxy'], string[]>>();
holds<NotAssignable<Config['cimd']['hosts']['allowed'], string[]>>();
holds<Equal<Config['registration'], 'loopback_and_vendors' | 'vendors_only' | 'off'>>();
holds<Closed<Config['logLevel']>>();
holds<Equal<Config['masterKey'], Buffer>>();
holds<Assignable<Config, Settings>>();
