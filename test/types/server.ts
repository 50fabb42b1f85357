/**
 * Type tests of what plugins put on the server: each decorator is there, has its own type, and cannot be replaced; nor
 * can what the server is set to. `tsc` checks them (`assertions.ts`).
 */
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { AuditTrail } from '../../db/audit/audit.ts';
import type { ConnectionStore } from '../../db/connections/connections.ts';
import type { AuthorizationRequestStore } from '../../db/oauth/authorization-requests.ts';
import type { ClientStore } from '../../db/oauth/clients.ts';
import type { CodeStore } from '../../db/oauth/codes.ts';
import type { ConsentStore } from '../../db/oauth/consents.ts';
import type { MetadataClientStore } from '../../db/oauth/metadata-clients.ts';
import type { KeyStore } from '../../db/oauth/signing-keys.ts';
import type { SiteApplicationStore } from '../../db/oauth/site-applications.ts';
import type { TokenStore } from '../../db/oauth/tokens.ts';
import type { MailLinkStore } from '../../db/people/mail-links.ts';
import type { PeopleStore } from '../../db/people/people.ts';
import type { SessionStore } from '../../db/people/sessions.ts';
import type { Cursors } from '../../plugins/http/cursors.ts';
import type { CrossOrigin } from '../../plugins/http/index.ts';
import type { SignedUrls } from '../../plugins/keys/signed-urls.ts';
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
import type { Clock, Config, loadConfig } from '../../plugins/settings/config.ts';
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

/** The server with the plugins that everything uses, and the four areas. */
type Hall =
  | 'answerFailure'
  | 'audit'
  | 'challengeOf'
  | 'clock'
  | 'config'
  | 'cursors'
  | 'describeService'
  | 'errorBody'
  | 'markAnswer'
  | 'networkOf'
  | 'oauth'
  | 'originOf'
  | 'people'
  | 'refuse'
  | 'retention'
  | 'school'
  | 'signedUrls'
  | 'throttle'
  | 'throttles'
  | 'timer'
  | 'volumeLimit';

/** Those of an object that are `any`, with which everything could be done. */
type Untyped<Of> = { [Name in keyof Of]: 0 extends 1 & Of[Name] ? Name : never }[keyof Of];

// There, once and for all.
holds<Frozen<Pick<App, Hall>>>();
holds<Equal<Untyped<Pick<App, Hall>>, never>>();
holds<Assignable<Pick<App, Hall>, Required<Pick<App, Hall>>>>();
holds<Frozen<App['oauth']>>();
holds<Frozen<App['people']>>();
holds<Frozen<App['school']>>();
holds<Frozen<App['audit']>>();
holds<Equal<Untyped<App['oauth'] & App['people'] & App['school'] & App['audit']>, never>>();
// The stores of the authorization server, and what its plugins add to them.
holds<
  Equal<
    keyof App['oauth'],
    | 'authenticateClient'
    | 'bearer'
    | 'capabilities'
    | 'clients'
    | 'codes'
    | 'confirmMetadataClient'
    | 'connections'
    | 'consents'
    | 'dpop'
    | 'findPresentedToken'
    | 'graceCopies'
    | 'keys'
    | 'metadataClients'
    | 'metadataDocuments'
    | 'proofs'
    | 'replacementCodes'
    | 'requests'
    | 'resolveClient'
    | 'signer'
    | 'siteApplications'
    | 'tokenIssuer'
    | 'tokens'
  >
>();
holds<Equal<Awaited<ReturnType<typeof buildApp>>, App>>();

// Each is its own.
holds<Equal<App['oauth']['bearer'], Bearer>>();
holds<Equal<App['oauth']['tokenIssuer'], TokenIssuer>>();
holds<Equal<App['people']['loginSession'], LoginSession>>();
holds<Equal<App['oauth']['graceCopies'], GraceCopies>>();
holds<Equal<App['oauth']['signer'], Signer>>();
holds<Equal<App['people']['passwords'], Passwords>>();
holds<Equal<App['people']['passkeys'], Passkeys>>();
holds<Equal<App['cursors'], Cursors>>();
holds<Equal<App['signedUrls'], SignedUrls>>();
holds<Equal<App['school']['storage'], Storage>>();
holds<Equal<App['people']['mailer'], Mailer>>();
holds<Equal<App['oauth']['metadataDocuments'], MetadataDocuments>>();
holds<Equal<App['oauth']['capabilities'], Capabilities>>();
holds<Equal<App['school']['catalogue'], readonly Operation[]>>();
holds<Equal<App['school']['operations']['change_role']['name'], 'change_role'>>();
holds<Equal<App['oauth']['codes'], CodeStore>>();
holds<Equal<App['oauth']['tokens'], TokenStore>>();
holds<Equal<App['oauth']['consents'], ConsentStore>>();
holds<Equal<App['oauth']['connections'], ConnectionStore>>();
holds<Equal<App['oauth']['clients'], ClientStore>>();
holds<Equal<App['oauth']['siteApplications'], SiteApplicationStore>>();
holds<Equal<App['oauth']['metadataClients'], MetadataClientStore>>();
holds<Equal<App['oauth']['requests'], AuthorizationRequestStore>>();
holds<Equal<App['people']['sessions'], SessionStore>>();
holds<Equal<App['people']['persons'], PeopleStore>>();
holds<Equal<App['oauth']['keys'], KeyStore>>();
holds<Equal<App['people']['mailLinks'], MailLinkStore>>();
holds<Equal<App['audit']['record'], AuditTrail['record']>>();

// A client that is not there has to be looked for: nothing goes on with `undefined`.
holds<Equal<Awaited<ReturnType<App['oauth']['resolveClient']>>, Client | undefined>>();
holds<
  Demands<App['oauth']['metadataDocuments']['get'], [MetadataUrl, { isKept: boolean }], [string, { isKept: boolean }]>
>();
holds<Demands<App['challengeOf'], [BearerError], [OAuthError]>>();
holds<NotAssignable<Awaited<ReturnType<App['people']['loginSession']['find']>>, object>>();
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
