/**
 * Type tests of the closed lists of words: scopes, errors and their reasons, kinds of clients, of grants, of steps. A
 * word that joins one of them has to be judged wherever the others are. `tsc` checks them (`assertions.ts`).
 */
import type { GrantEnd } from '../../db/tables/oauth.ts';
import type { FormCheck } from '../../plugins/people/login-session.ts';
import type { SignInOutcome } from '../../plugins/people/sign-in.ts';
import type { NextStep } from '../../routes/oauth/authorize/next-step.ts';
import type { clientView } from '../../routes/pages/kit/client.ts';
import type { MessageKind } from '../../routes/pages/kit/message.ts';
import type { Text } from '../../routes/words/index.ts';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import type { NamedThing } from '../../schema/audit/audit-target.ts';
import type { SplitCredentialKind } from '../../schema/credential.ts';
import type { EmailMessage } from '../../schema/emails/email-message.ts';
import type { Capabilities, GrantType, Prompt } from '../../schema/oauth/capabilities.ts';
import type {
  AuthMethod,
  Client,
  ClientOrigin,
  MetadataDocumentClient,
  Review,
  SiteApplication,
} from '../../schema/oauth/client.ts';
import type { ClientIdentity } from '../../schema/oauth/connection.ts';
import type { BearerError, ErrorDelivery, OAuthError, OAuthKey } from '../../schema/oauth/oauth-error.ts';
import type { RedirectKind, RedirectUriForm, redirectTarget } from '../../schema/oauth/redirect-uri.ts';
import type {
  IDENTITY_SCOPES,
  IdentityScope,
  MEMBER_SCOPES,
  OPERATOR_SCOPES,
  SCOPES,
  Scope,
} from '../../schema/oauth/scope.ts';
import type { MailLinkPurpose } from '../../schema/people/mail-link.ts';
import type { Role } from '../../schema/people/role.ts';
import type { Refusal } from '../../schema/refusal.ts';
import type { ERROR_GUIDE, OAuthErrorCode } from '../../schema/refusals/codes.ts';
import type { CodesOf, RefusalReason } from '../../schema/refusals/index.ts';
import type { Operation } from '../../schema/school/operation.ts';
import type { ProblemError, ProblemType } from '../../schema/school/problem.ts';
import type { Language } from '../../schema/text/language.ts';
import { type Assignable, type Closed, type Equal, holds, type NotAssignable } from './assertions.ts';

// Scopes: no string that only looks like one. `test/schema/values.test.ts` counts them.
holds<Closed<Scope>>();
holds<Equal<[(typeof IDENTITY_SCOPES)['length'], (typeof MEMBER_SCOPES)['length']], [3, 2]>>();
holds<Equal<(typeof SCOPES)[number], Scope>>();
holds<Equal<IdentityScope, 'openid' | 'profile' | 'email'>>();
holds<Equal<(typeof MEMBER_SCOPES)[number], 'account:read' | 'account:write'>>();
holds<Equal<Extract<(typeof OPERATOR_SCOPES)[number], IdentityScope | 'account:read' | 'account:write'>, never>>();
holds<NotAssignable<string, Scope>>();
holds<NotAssignable<`${string}:read`, Scope>>();
holds<NotAssignable<'offline_access', Scope>>();
holds<NotAssignable<'courses:delete', Scope>>();
holds<NotAssignable<typeof SCOPES, Scope[]>>();
holds<Equal<Capabilities['scopes'], typeof SCOPES>>();
holds<Equal<Operation['scope'], Scope>>();
holds<Closed<Role>>();
holds<NotAssignable<'student', Role>>();

// Error codes of the specifications, each with its status.
holds<Closed<OAuthErrorCode>>();
holds<Equal<(typeof ERROR_GUIDE)['invalid_client']['status'], 401>>();
holds<NotAssignable<'invalid_token', OAuthErrorCode>>();
holds<
  Equal<
    BearerError['code'],
    | 'invalid_token'
    | 'insufficient_scope'
    | 'insufficient_user_authentication'
    | 'invalid_dpop_proof'
    | 'use_dpop_nonce'
  >
>();
holds<Equal<Refusal['code'], OAuthErrorCode | BearerError['code']>>();
holds<Equal<OAuthError['code'], OAuthErrorCode>>();
holds<Closed<ProblemType>>();
holds<Equal<ProblemError['type'], ProblemType>>();

// No refusal without a row, and none with a code or without a value that its row does not have.
holds<Closed<RefusalReason>>();
holds<NotAssignable<OAuthErrorCode, RefusalReason>>();
holds<Equal<OAuthError['reason'], RefusalReason>>();
holds<Assignable<['code_expired'], ConstructorParameters<typeof OAuthError<'code_expired'>>>>();
holds<NotAssignable<'expired', OAuthKey>>();
holds<NotAssignable<'token_unknown', OAuthKey>>();
holds<NotAssignable<'token_unknown.access', OAuthKey>>();
holds<Assignable<'token_unknown.refresh', OAuthKey>>();
holds<Assignable<['scope_unknown', { scopes: string }], ConstructorParameters<typeof OAuthError<'scope_unknown'>>>>();
holds<NotAssignable<['scope_unknown'], ConstructorParameters<typeof OAuthError<'scope_unknown'>>>>();
holds<Equal<CodesOf<'token_unknown.access'>, 'invalid_token'>>();
holds<Equal<CodesOf<'missing_parameter.named'>, 'invalid_request' | 'invalid_client' | 'invalid_scope'>>();
holds<Equal<ErrorDelivery, 'to_client' | 'by_link'>>();

// Kinds of clients. For one that it does not know, `changedAtOf` compiles, and says that it never changed: who adds one
// learns of it here.
holds<Equal<ClientOrigin, 'registered' | 'vendor' | 'site_application' | 'metadata_document'>>();
holds<Equal<ClientIdentity['origin'], ClientOrigin>>();
holds<Assignable<Client, ClientIdentity>>();
holds<Equal<Extract<Client, { origin: 'metadata_document' }>, MetadataDocumentClient>>();
holds<Equal<Extract<Client, { siteId: string }>, SiteApplication>>();
holds<NotAssignable<Client, { siteId: string }>>();
holds<NotAssignable<Omit<MetadataDocumentClient, 'review'>, Client>>();
holds<NotAssignable<undefined, ReturnType<typeof clientView>>>();
holds<Equal<Review, 'unreviewed' | 'by_default' | 'approved' | 'blocked'>>();
holds<Equal<AuthMethod, 'none' | 'client_secret_post'>>();

/** Whoever makes a new kind of client comes by here, and by every other place that must have an answer for it. */
export function originOf(client: Client): ClientOrigin {
  switch (client.origin) {
    case 'registered':
    case 'vendor':
    case 'site_application':
    case 'metadata_document':
      return client.origin;
    default:
      return client satisfies never;
  }
}

// What is on offer, and what can become of it.
holds<Equal<GrantType, 'authorization_code' | 'refresh_token'>>();
holds<Equal<Prompt, 'none' | 'login' | 'consent' | 'select_account'>>();
holds<Equal<SplitCredentialKind, 'authorization_code' | 'access_token' | 'refresh_token'>>();
holds<
  Equal<
    GrantEnd,
    'person' | 'school' | 'platform' | 'block' | 'client' | 'operator' | 'code_replay' | 'refresh_reuse' | 'expiry'
  >
>();
holds<Equal<RedirectKind, 'loopback' | 'https' | 'http' | 'app'>>();
holds<Equal<ReturnType<typeof redirectTarget>['kind'], Exclude<RedirectKind, 'http'>>>();
holds<NotAssignable<{ kind: 'https'; fault: 'fragment' }, RedirectUriForm>>();
holds<NotAssignable<{ kind: 'https'; problem: string }, RedirectUriForm>>();
type Step =
  | 'sign_in'
  | 'set_up_second_factor'
  | 'choose_account'
  | 'choose_site'
  | 'not_a_member'
  | 'consent'
  | 'approve';
holds<Equal<NextStep['step'], Step>>();
holds<Equal<FormCheck, 'own' | 'stale' | 'foreign'>>();
holds<Equal<SignInOutcome['outcome'], 'signed_in' | 'wrong_credentials' | 'throttled'>>();
holds<Equal<keyof Extract<SignInOutcome, { outcome: 'wrong_credentials' }>, 'outcome'>>();

// What is recorded, written and said.
holds<Closed<AuditEventName>>();
holds<Closed<NamedThing>>();
type LinkPurpose =
  | 'verify_email'
  | 'reset_password'
  | 'invitation'
  | 'restore_email'
  | 'secure_account'
  | 'keep_second_factor';
holds<Equal<MailLinkPurpose, LinkPurpose>>();
holds<Closed<EmailMessage['kind']>>();
holds<NotAssignable<{ kind: 'reset_password' }, EmailMessage>>();
holds<Assignable<{ kind: 'reset_password'; link: string }, EmailMessage>>();
holds<Closed<Language>>();
holds<Closed<MessageKind>>();
holds<Equal<keyof Text['scopes'], Scope>>();
