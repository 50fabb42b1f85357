/**
 * Type tests of the brands: types which say that something was checked, and which only the check makes.
 * `tsc` checks them (`assertions.ts`).
 */
import type { Network } from '../../plugins/http/guarded-request.ts';
import type { keyFromCredential, seal } from '../../plugins/keys/sealing.ts';
import type { fetchDocument } from '../../plugins/oauth/guarded-fetch.ts';
import type { Timer } from '../../plugins/settings/timer.ts';
import type { errorAddress } from '../../routes/oauth/authorize/issue-code.ts';
import type { Html, Renderable } from '../../routes/pages/kit/html.ts';
import type { PageParts } from '../../routes/pages/kit/layout.ts';
import type {
  CredentialHash,
  hashCredential,
  PresentedCredential,
  parseSplitCredential,
  SplitCredential,
  SplitCredentialKind,
  sameHash,
} from '../../schema/credential.ts';
import type {
  Client,
  MetadataDocumentClient,
  mayRedirectErrors,
  newMetadataClient,
  verifyPostLogoutRedirect,
  verifyRedirect,
} from '../../schema/oauth/client.ts';
import type { FetchedMetadata, parseClientMetadata } from '../../schema/oauth/client-metadata-document.ts';
import type { MetadataUrl, metadataHost, parseMetadataUrl } from '../../schema/oauth/metadata-url.ts';
import type { AuthorizationError, ErrorDelivery, OAuthError } from '../../schema/oauth/oauth-error.ts';
import type {
  matchRedirectUri,
  redirectTarget,
  VerifiedRedirect,
  withParameters,
} from '../../schema/oauth/redirect-uri.ts';
import type {
  GrantedScopes,
  grantScopes,
  joinScopes,
  narrowGranted,
  parseScopes,
  RequestedScopes,
  roleScopes,
  Scope,
} from '../../schema/oauth/scope.ts';
import type { effectiveScopes } from '../../schema/oauth/token.ts';
import {
  type Assignable,
  type Demands,
  type Equal,
  holds,
  type KeepsBrands,
  type NotAssignable,
} from './assertions.ts';

// A redirect is an address that the client registered: where a code or an error may go.
holds<NotAssignable<string, VerifiedRedirect>>();
holds<NotAssignable<URL, VerifiedRedirect>>();
holds<NotAssignable<`https://${string}`, VerifiedRedirect>>();
holds<NotAssignable<string & { readonly verified: true }, VerifiedRedirect>>();
holds<NotAssignable<Client['redirectUris'][number], VerifiedRedirect>>();
holds<Assignable<VerifiedRedirect, string>>();
holds<KeepsBrands<typeof import('../../schema/oauth/redirect-uri.ts')>>();
holds<Equal<ReturnType<typeof matchRedirectUri>, VerifiedRedirect | undefined>>();
holds<Equal<ReturnType<typeof verifyRedirect>, VerifiedRedirect | undefined>>();
holds<Equal<ReturnType<typeof verifyPostLogoutRedirect>, VerifiedRedirect | undefined>>();
type Query = Record<string, string | undefined>;
holds<Demands<typeof withParameters, [VerifiedRedirect, Query], [string, Query]>>();
holds<Demands<typeof redirectTarget, [VerifiedRedirect], [string]>>();
holds<Demands<typeof mayRedirectErrors, [Client, VerifiedRedirect, boolean], [Client, string, boolean]>>();

// Only an error that carries one is sent anywhere.
type Target<Redirect> = { redirect: Redirect; state: string | undefined; errorsGo: () => Promise<ErrorDelivery> };
type TargetOfError = ConstructorParameters<typeof AuthorizationError>[0];
type Config = Parameters<typeof errorAddress>[1];
holds<Assignable<Target<VerifiedRedirect>, TargetOfError>>();
holds<NotAssignable<Target<string>, TargetOfError>>();
holds<Equal<AuthorizationError['redirect'], VerifiedRedirect>>();
holds<Assignable<AuthorizationError, OAuthError>>();
holds<Demands<typeof errorAddress, [AuthorizationError, Config, string], [OAuthError, Config, string]>>();

// A `client_id` that is the address of a metadata document: nothing else is ever fetched.
holds<NotAssignable<string, MetadataUrl>>();
holds<NotAssignable<URL, MetadataUrl>>();
holds<NotAssignable<`https://${string}/${string}`, MetadataUrl>>();
holds<NotAssignable<Client['id'], MetadataUrl>>();
holds<NotAssignable<MetadataDocumentClient['id'], MetadataUrl>>();
holds<Assignable<MetadataUrl, string>>();
holds<KeepsBrands<typeof import('../../schema/oauth/metadata-url.ts')>>();
holds<Equal<ReturnType<typeof parseMetadataUrl>, MetadataUrl | undefined>>();
holds<Demands<typeof metadataHost, [MetadataUrl], [string]>>();
holds<Demands<typeof parseClientMetadata, [MetadataUrl, string], [string, string]>>();
holds<Demands<typeof newMetadataClient, [MetadataUrl, FetchedMetadata], [string, FetchedMetadata]>>();
holds<Demands<typeof fetchDocument, [Network, MetadataUrl, boolean, Timer], [Network, string, boolean, Timer]>>();

// Checked for one thing is not checked for another.
holds<NotAssignable<MetadataUrl, VerifiedRedirect>>();
holds<NotAssignable<VerifiedRedirect, MetadataUrl>>();

// Scopes that a person can give: within the client's ceiling and the role.
holds<NotAssignable<readonly Scope[], GrantedScopes>>();
holds<NotAssignable<Scope[], GrantedScopes>>();
holds<NotAssignable<readonly [], GrantedScopes>>();
holds<NotAssignable<ReadonlySet<Scope>, GrantedScopes>>();
holds<NotAssignable<string, GrantedScopes>>();
holds<NotAssignable<ReturnType<GrantedScopes['filter']>, GrantedScopes>>();
holds<NotAssignable<Client['scopes'], GrantedScopes>>();
holds<NotAssignable<NonNullable<RequestedScopes['scopes']>, GrantedScopes>>();
holds<NotAssignable<ReturnType<typeof parseScopes>, GrantedScopes>>();
holds<Assignable<GrantedScopes, readonly Scope[]>>();
holds<NotAssignable<GrantedScopes, Scope[]>>();
holds<KeepsBrands<typeof import('../../schema/oauth/scope.ts')>>();
holds<Equal<ReturnType<typeof grantScopes>, GrantedScopes>>();
holds<Equal<ReturnType<typeof roleScopes>, GrantedScopes>>();
holds<Equal<ReturnType<typeof narrowGranted>, GrantedScopes>>();
holds<Equal<ReturnType<typeof effectiveScopes>, GrantedScopes>>();
type Keep = (scope: Scope) => boolean;
holds<Demands<typeof narrowGranted, [GrantedScopes, Keep], [readonly Scope[], Keep]>>();
holds<Demands<typeof joinScopes, [GrantedScopes], [readonly string[]]>>();

// The hash of a secret: the only form in which one is kept or compared.
holds<NotAssignable<Buffer, CredentialHash>>();
holds<NotAssignable<Uint8Array, CredentialHash>>();
holds<NotAssignable<string, CredentialHash>>();
holds<Assignable<CredentialHash, Buffer>>();
holds<KeepsBrands<typeof import('../../schema/credential.ts')>>();
holds<Equal<ReturnType<typeof hashCredential>, CredentialHash>>();
holds<Demands<typeof hashCredential, [string], [CredentialHash]>>();
holds<Demands<typeof sameHash, [CredentialHash, CredentialHash], [CredentialHash, Buffer]>>();
holds<Demands<typeof sameHash, [CredentialHash, CredentialHash], [string, CredentialHash]>>();

// What was presented has no secret any more, and nobody knows yet whether it is one of ours.
holds<Equal<ReturnType<typeof parseSplitCredential>, PresentedCredential | undefined>>();
holds<Equal<keyof PresentedCredential, 'id' | 'hash'>>();
holds<NotAssignable<PresentedCredential, SplitCredential>>();
holds<Demands<typeof parseSplitCredential, [SplitCredentialKind, string], ['client_secret', string]>>();

// What seals a secret is a key, never bare bytes or the secret itself.
type Key = ReturnType<typeof keyFromCredential>;
holds<Demands<typeof seal, [Key, Buffer], [Buffer, Buffer]>>();
holds<Demands<typeof seal, [Key, Buffer], [string, Buffer]>>();

// Markup that is safe. Whatever else is put into a page is escaped, or cannot be put there.
holds<NotAssignable<string, Html>>();
holds<NotAssignable<{ toString(): string }, Html>>();
holds<NotAssignable<Pick<Html, 'toString'>, Html>>();
holds<Assignable<Html, Renderable>>();
holds<NotAssignable<unknown, Renderable>>();
holds<NotAssignable<Promise<Html>, Renderable>>();
holds<NotAssignable<{ name: string }, Renderable>>();
holds<Equal<PageParts['body'], Html>>();
