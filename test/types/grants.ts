/**
 * Type tests of the way from a request to a token: each stage takes what the one before it proved, and nothing less.
 * `tsc` checks them (`assertions.ts`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessToken, Bearer } from '../../plugins/oauth/bearer.ts';
import type { AuthenticateClient } from '../../plugins/oauth/client-authentication.ts';
import type { PreparedPair, PreparedToken, TokenIssuer } from '../../plugins/oauth/token-issuer.ts';
import type { Caller } from '../../routes/apis/mcp/tool.ts';
import type { Approvals } from '../../routes/oauth/authorize/issue-code.ts';
import type {
  Candidate,
  FindNextStep,
  NextStep,
  Progress,
  Remembered,
} from '../../routes/oauth/authorize/next-step.ts';
import type { Interaction, OpenRequest } from '../../routes/oauth/authorize/pending-request.ts';
import type { ReadAuthorizationRequest } from '../../routes/oauth/authorize/request.ts';
import type { RedeemGrant } from '../../routes/oauth/token/grant.ts';
import type { scopeViews } from '../../routes/pages/authorization/consent.ts';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { PresentedCredential } from '../../schema/credential.ts';
import type { Consent, Decision, NewCode, PendingRequest } from '../../schema/oauth/approval.ts';
import type { AuthorizationRequest, IdentifiedRequest } from '../../schema/oauth/authorization-request.ts';
import type { AuthenticatedClient, Client, ClientCredentials, RegisteredClient } from '../../schema/oauth/client.ts';
import type { Proof } from '../../schema/oauth/dpop.ts';
import type { VerifiedRedirect } from '../../schema/oauth/redirect-uri.ts';
import type { GrantedScopes, Scope } from '../../schema/oauth/scope.ts';
import type { AuthorizationCode, GrantContext, NewToken, NewTokenPair, StoredToken } from '../../schema/oauth/token.ts';
import type { IntrospectionResponse } from '../../schema/oauth/token-response.ts';
import type { Person, Session } from '../../schema/people/person.ts';
import type { AuthenticatedBy } from '../../schema/people/second-factor.ts';
import type { Input, Operation, Operator } from '../../schema/school/operation.ts';
import {
  type Assignable,
  type Demands,
  type Equal,
  type Frozen,
  holds,
  type KeepsBrands,
  type NotAssignable,
  type Unproven,
  type With,
} from './assertions.ts';

type App = FastifyInstance;

// A client that has shown who it is. What the store knows of one proves nothing.
holds<NotAssignable<ClientCredentials, AuthenticatedClient>>();
holds<NotAssignable<Unproven<AuthenticatedClient>, AuthenticatedClient>>();
holds<
  NotAssignable<NonNullable<Awaited<ReturnType<App['oauth']['clients']['findCredentials']>>>, AuthenticatedClient>
>();
holds<NotAssignable<Client, AuthenticatedClient>>();
holds<NotAssignable<RegisteredClient, AuthenticatedClient>>();
holds<Assignable<AuthenticatedClient, ClientCredentials>>();
holds<KeepsBrands<typeof import('../../schema/oauth/client.ts')>>();
holds<Equal<App['oauth']['authenticateClient'], AuthenticateClient>>();
holds<Equal<Awaited<ReturnType<AuthenticateClient>>, AuthenticatedClient>>();
holds<
  Demands<
    RedeemGrant,
    [AuthenticatedClient, FastifyRequest, FastifyReply, Proof | undefined],
    [ClientCredentials, FastifyRequest, FastifyReply, Proof | undefined]
  >
>();

// An authorization request: identified, so that an error may go back; then verified, so that it may be answered.
holds<NotAssignable<IdentifiedRequest, AuthorizationRequest>>();
holds<NotAssignable<Unproven<AuthorizationRequest>, AuthorizationRequest>>();
holds<NotAssignable<PendingRequest['parameters'], AuthorizationRequest>>();
holds<Assignable<AuthorizationRequest, IdentifiedRequest>>();
holds<Assignable<AuthorizationRequest, Unproven<AuthorizationRequest>>>();
holds<KeepsBrands<typeof import('../../schema/oauth/authorization-request.ts')>>();
holds<Equal<IdentifiedRequest['redirect'], VerifiedRedirect>>();
holds<NotAssignable<With<IdentifiedRequest, { redirect: string }>, IdentifiedRequest>>();
holds<Equal<Awaited<ReturnType<ReadAuthorizationRequest>>, AuthorizationRequest>>();
holds<Equal<Interaction['request'], AuthorizationRequest>>();
holds<NotAssignable<Awaited<ReturnType<OpenRequest>>, Interaction>>();

// What is next is asked of a verified request, and only a consent that is remembered makes it silent.
type Unverified = Unproven<AuthorizationRequest>;
type Rest = [progress: Progress, session: Session | undefined, http: FastifyRequest];
holds<Demands<FindNextStep, [AuthorizationRequest, ...Rest], [Unverified, ...Rest]>>();
holds<Equal<Candidate['available'], GrantedScopes>>();
holds<NotAssignable<Candidate, Remembered>>();
holds<Assignable<Remembered, Candidate>>();
holds<Assignable<Extract<NextStep, { step: 'approve' }>, Remembered>>();
holds<NotAssignable<Extract<NextStep, { step: 'consent' }>, Remembered>>();
holds<
  Demands<
    Approvals['silently'],
    [FastifyRequest, AuthorizationRequest, Remembered],
    [FastifyRequest, Unverified, Remembered]
  >
>();
holds<
  Demands<
    Approvals['silently'],
    [FastifyRequest, AuthorizationRequest, Remembered],
    [FastifyRequest, AuthorizationRequest, Candidate]
  >
>();
type Decided = [AuthorizationRequest, Candidate, GrantedScopes, Decision];
holds<Demands<Approvals['byDecision'], Decided, [Unverified, Candidate, GrantedScopes, Decision]>>();
holds<Demands<Approvals['byDecision'], Decided, [AuthorizationRequest, Candidate, readonly Scope[], Decision]>>();
type Views<Scopes> = [AuthorizationRequest, string, Scopes, Consent | undefined, readonly string[]];
holds<Demands<typeof scopeViews, Views<GrantedScopes>, Views<readonly Scope[]>>>();

// A code is issued for scopes that were given, and redeemed by what the store has of it.
type UngrantedCode = With<NewCode, { scopes: readonly Scope[] }>;
type Issued = [Consent, undefined, AuditEvent];
holds<Equal<NewCode['scopes'], GrantedScopes>>();
holds<Demands<App['oauth']['codes']['approve'], [NewCode, Decision], [UngrantedCode, Decision]>>();
holds<Demands<App['oauth']['codes']['issue'], [NewCode, ...Issued], [UngrantedCode, ...Issued]>>();
holds<
  Demands<App['oauth']['codes']['approve'], [NewCode, Decision], [NewCode, With<Decision, { event: undefined }>]>
>();
type Redeemed<Code, Pair = NewTokenPair> = [Code, Pair, number];
holds<Demands<App['oauth']['codes']['redeem'], Redeemed<AuthorizationCode>, Redeemed<PresentedCredential>>>();
holds<
  Demands<App['oauth']['codes']['redeem'], Redeemed<AuthorizationCode>, Redeemed<AuthorizationCode, PreparedPair>>
>();
holds<Demands<App['oauth']['codes']['redeem'], Redeemed<AuthorizationCode>, Redeemed<NewCode>>>();
holds<Equal<Awaited<ReturnType<App['oauth']['codes']['redeem']>>, boolean>>();
holds<Equal<Awaited<ReturnType<App['oauth']['codes']['find']>>, AuthorizationCode | undefined>>();

// A token is stored without its secret, and given out without what is stored.
holds<Equal<keyof NewToken, 'id' | 'hash' | 'scope' | 'issuedAt' | 'expiresAt' | 'jkt' | 'use'>>();
holds<Equal<PreparedToken['stored'], NewToken>>();
holds<NotAssignable<PreparedToken, NewToken>>();
holds<NotAssignable<NewToken, StoredToken>>();
holds<Demands<App['oauth']['tokens']['addAccess'], [number, NewToken], [number, PreparedToken]>>();
type Rotated<Token, Copy = Buffer> = [Token, NewTokenPair, Copy, number];
holds<Demands<App['oauth']['tokens']['rotate'], Rotated<StoredToken>, Rotated<PresentedCredential>>>();
holds<Demands<App['oauth']['tokens']['rotate'], Rotated<StoredToken>, Rotated<StoredToken, string>>>();
holds<Equal<ReturnType<App['oauth']['graceCopies']['seal']>, Buffer>>();
type Ended<By, Event = AuditEvent> = [GrantContext, By, number, Event];
holds<Demands<App['oauth']['tokens']['revokeGrant'], Ended<'code_replay'>, Ended<string>>>();
holds<Demands<App['oauth']['tokens']['revokeGrant'], Ended<'code_replay'>, Ended<'code_replay', undefined>>>();
type Signed<Scopes> = [AuthorizationCode, Scopes, string, number];
holds<Demands<TokenIssuer['idToken'], Signed<GrantedScopes>, Signed<readonly Scope[]>>>();
holds<Equal<Awaited<ReturnType<App['oauth']['findPresentedToken']>>, StoredToken | undefined>>();
holds<Equal<Extract<IntrospectionResponse, { active: false }>, { active: false }>>();

// A live access token, and the scopes that it has at this moment.
holds<NotAssignable<StoredToken, AccessToken>>();
holds<NotAssignable<{ token: StoredToken; scopes: GrantedScopes }, AccessToken>>();
holds<NotAssignable<Unproven<AccessToken>, AccessToken>>();
holds<Assignable<AccessToken, { token: StoredToken; scopes: GrantedScopes }>>();
holds<KeepsBrands<typeof import('../../plugins/oauth/bearer.ts')>>();
holds<Frozen<AccessToken>>();
holds<Equal<AccessToken['scopes'], GrantedScopes>>();
holds<Equal<Awaited<ReturnType<Bearer['require']>>, AccessToken>>();
holds<Equal<Awaited<ReturnType<Bearer['requireAny']>>, AccessToken>>();
holds<Demands<Bearer['requireScope'], [AccessToken, Scope], [Unproven<AccessToken>, Scope]>>();
holds<Demands<Bearer['requireScope'], [AccessToken, Scope], [AccessToken, string]>>();
holds<Demands<Bearer['require'], [FastifyRequest, { scope: Scope }], [FastifyRequest, { scope: string }]>>();
holds<Demands<Bearer['requireAny'], [FastifyRequest, [Scope]], [FastifyRequest, []]>>();

// Whoever acts at a school, by a token or signed in.
holds<Equal<Caller['token'], AccessToken | undefined>>();
holds<NotAssignable<Operator, NonNullable<Caller['operator']>>>();
holds<Frozen<Operator>>();
holds<Demands<App['school']['runOperation'], [Operation, Operator, Input], [Operation, Caller['operator'], Input]>>();
holds<Demands<App['school']['runOperation'], [Operation, Operator, Input], [Operation, GrantContext, Input]>>();
type Ending<Whose> = [FastifyRequest, FastifyReply, Whose];
holds<
  Demands<
    App['people']['loginSession']['open'],
    [...Ending<Person>, { by: AuthenticatedBy }],
    [...Ending<Session>, { by: AuthenticatedBy }]
  >
>();
holds<Demands<App['people']['loginSession']['end'], Ending<Session>, Ending<Session | undefined>>>();
holds<Demands<App['people']['passkeys']['askForNew'], [Session, number], [Session | undefined, number]>>();
holds<Equal<keyof Session['person'], 'id' | 'email' | 'emailVerified' | 'name' | 'credentialsVersion'>>();
