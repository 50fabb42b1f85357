/** Determines what a verified request still needs from the person. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Consent, PendingRequest } from '../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { type Client, changedAtOf, scopesAt, siteOf } from '../../../schema/oauth/client.ts';
import { AuthorizationError } from '../../../schema/oauth/oauth-error.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import {
  type GrantedScopes,
  grantScopes,
  isIdentityScope,
  isOperatorScope,
  isSubset,
} from '../../../schema/oauth/scope.ts';
import { refusalAtSchool } from '../../../schema/oauth/scope-refusal.ts';
import type { AnySession, Membership } from '../../../schema/people/person.ts';
import { needsProvider } from '../../../schema/people/provider.ts';
import { isMultiFactor } from '../../../schema/people/second-factor.ts';
import type { PlaceOf } from '../../../schema/people/sign-in-place.ts';

/** The person, the site and the scopes are known. Only the consent is missing, unless an earlier one applies. */
export interface Candidate {
  session: AnySession;
  membership: Membership;
  /** The requested scopes that the person can grant. */
  available: GrantedScopes;
  consent: Consent | undefined;
}

export type Remembered = Candidate & { consent: Consent };

export type NextStep =
  /** `siteId` is the school whose provider the person needs. */
  | { step: 'sign_in'; again: boolean; siteId?: string }
  | { step: 'set_up_second_factor' }
  | { step: 'choose_account'; session: AnySession }
  | { step: 'choose_site'; session: AnySession; sites: readonly Membership[] }
  | { step: 'not_a_member'; session: AnySession }
  | ({ step: 'consent' } & Candidate)
  | ({ step: 'approve' } & Remembered);

/** The steps that the person has already taken for this request. */
export type Progress = Pick<PendingRequest, 'signedInSince' | 'confirmedSessionId' | 'siteId'> & {
  /** True for the request of the client itself, whose headers show where the browser came from. */
  isArriving?: true;
};

export type FindNextStep = (
  request: AuthorizationRequest,
  progress: Progress,
  session: AnySession | undefined,
  http: FastifyRequest,
) => Promise<NextStep>;

/** Stands for the session of a sign-in for the request that the provider of a school did not confirm to be recent. */
export const NOT_RECENT = 'not recent';

/** How late the clock of a provider may be, whose sign-in for this request was found to be recent. */
const PROVIDER_LATE_MS = 60_000;

function isTooOld(session: AnySession, { confirmedSessionId, signedInSince }: Progress): boolean {
  if (session.schoolId === undefined || signedInSince === 0) return session.authenticatedAt < signedInSince;
  const mayBeLate = confirmedSessionId === session.id ? PROVIDER_LATE_MS : 0;
  return !session.knowsAuthTime || session.authenticatedAt < signedInSince - mayBeLate;
}

function signInFirst(request: AuthorizationRequest, progress: Progress, session: AnySession | undefined): NextStep {
  if (progress.confirmedSessionId === NOT_RECENT) throw new AuthorizationError(request, 'sign_in_not_recent');
  return { step: 'sign_in', again: session !== undefined };
}

/** Returns whether the session is one at a school, and the request is about another. */
const isOfOtherSchool = (request: AuthorizationRequest, progress: Progress, session: AnySession): boolean =>
  session.schoolId !== undefined &&
  ((siteOf(request.client) ?? progress.siteId ?? request.siteHint ?? session.schoolId) !== session.schoolId ||
    (request.resourceSchool ?? session.slug) !== session.slug);

/**
 * Returns the `sub` for a client that is not the school's own in a session at the school. An owner decides who is whom
 * at the provider, and would otherwise take over accounts of others at every such client.
 */
export const sharedSubject = (client: Client, session: AnySession): string | undefined =>
  session.schoolId === undefined || siteOf(client) === session.schoolId ? undefined : session.clientSubject;

export function nextStepFinder(app: FastifyInstance): FindNextStep {
  const { consents } = app.oauth;
  const { persons: people } = app.people;

  return async (request, progress, session, http) => {
    if (session === undefined || isTooOld(session, progress)) return signInFirst(request, progress, session);
    if (isOfOtherSchool(request, progress, session) || (await isMeantForAnother(app, request, session)))
      return { step: 'sign_in', again: false };
    if (await isTooWeak(app, request, session)) return { step: 'sign_in', again: true };
    if (request.prompts.has('select_account') && progress.confirmedSessionId !== session.id) {
      return { step: 'choose_account', session };
    }
    const sites = await sitesFor(request, progress, session);
    const [membership, ...others] = sites;
    if (membership === undefined) return { step: 'not_a_member', session };
    if (others.length > 0) return { step: 'choose_site', session, sites };
    return askConsent(request, progress, session, membership, http);
  };

  /** The last step: determines the scopes that the person can grant, and whether an earlier consent covers them. */
  async function askConsent(
    request: AuthorizationRequest,
    progress: Progress,
    session: AnySession,
    membership: Membership,
    http: FastifyRequest,
  ): Promise<NextStep> {
    app.noteAttempt(http, { siteId: membership.siteId, isProven: true });
    const available = grantScopes(request.scopes, scopesAt(request.client, membership.siteId), membership);
    if (available.length === 0) {
      const { key, values } = refusalAtSchool(request.client, request.scopes, membership.siteId, app.config.baseUrl);
      throw new AuthorizationError(request, key, values);
    }
    const isOperator = available.some(isOperatorScope);
    const first = await requiredSignIn(app, request, session, membership, isOperator);
    if (first !== undefined) return first;
    const key = { personId: session.person.id, siteId: membership.siteId, clientId: request.client.id };
    // What an account has allowed counts in its own sessions, and at a school for the applications of that school.
    const found = sharedSubject(request.client, session) === undefined ? await consents.find(key) : undefined;
    const consent = remembered(app, request.client, found);
    const candidate = { session, membership, available, consent };
    if (consent !== undefined && isSilent(request, available, consent, progress, http)) {
      return { step: 'approve', ...candidate, consent };
    }
    return isOperator && (await isFactorStale(app, session))
      ? { step: 'sign_in', again: true }
      : { step: 'consent', ...candidate };
  }

  /**
   * A token is for one site. Returns the client's own site, or the chosen or suggested one, or those where the person's
   * role allows at least one of the requested scopes.
   * @throws {AuthorizationError} `invalid_target` if the resource names another school than the client or the hint
   */
  async function sitesFor(
    request: AuthorizationRequest,
    progress: Progress,
    session: AnySession,
  ): Promise<Membership[]> {
    const memberships = (await people.membershipsOf(session.person.id)).filter(
      ({ siteId }) => siteId === (session.schoolId ?? siteId),
    );
    const fixed = siteOf(request.client) ?? progress.siteId ?? request.siteHint;
    const school = request.resourceSchool;
    if (school !== undefined && memberships.some(({ siteId, slug }) => siteId === fixed && slug !== school)) {
      throw new AuthorizationError(request, 'resource_invalid.school', { school });
    }
    return sitesAmong(memberships, request, fixed);
  }
}

/** @param fixed the id of the only school that it can be */
function sitesAmong(memberships: Membership[], request: AuthorizationRequest, fixed: string | undefined): Membership[] {
  const school = request.resourceSchool;
  const named = memberships.filter(({ siteId }) => fixed === undefined || siteId === fixed);
  if (school !== undefined) return named.filter(({ slug }) => slug === school);
  if (fixed !== undefined) return named;
  const beyondIdentity = request.scopes.filter((scope) => !isIdentityScope(scope));
  const fitting = memberships.filter(
    (one) => grantScopes(beyondIdentity, scopesAt(request.client, one.siteId), one).length > 0,
  );
  return fitting.length > 0 ? fitting : memberships;
}

/** Finds the school that would learn of the sign-in if it succeeded, and only where the app could be allowed something. */
export const placeOfSignIn =
  ({ people: { persons } }: FastifyInstance, request: AuthorizationRequest, progress: Progress): PlaceOf =>
  async (personId) => {
    const { client, scopes, siteHint } = request;
    const memberships = await persons.membershipsOf(personId ?? '');
    const [site, ...others] = sitesAmong(memberships, request, siteOf(client) ?? progress.siteId ?? siteHint);
    if (site === undefined || others.length > 0) return undefined;
    const isPossible = grantScopes(scopes, scopesAt(client, site.siteId), site).length > 0;
    return isPossible ? { clientId: client.id, siteId: site.siteId } : undefined;
  };

/** OpenID Connect Core §5.5.1.1: an essential `acr` must be reached, or the request fails. */
async function isTooWeak(
  { people: { secondFactor } }: FastifyInstance,
  request: AuthorizationRequest,
  session: AnySession,
): Promise<boolean> {
  if (!request.authentication.needsTwoFactors || isMultiFactor(session.authenticatedBy)) return false;
  if (await secondFactor.hasAny(session.person.id)) return true;
  throw new AuthorizationError(request, 'second_factor_missing.person');
}

/**
 * The school may require its provider. For operator scopes, the sign-in must be recent, and prove as much as the platform and
 * the school demand.
 */
async function requiredSignIn(
  { clock, config, people: { secondFactor } }: FastifyInstance,
  request: AuthorizationRequest,
  session: AnySession,
  membership: Membership,
  isOperator: boolean,
): Promise<NextStep | undefined> {
  // The page leads to the provider.
  if (session.schoolId === undefined && needsProvider(membership))
    return { step: 'sign_in', again: false, siteId: membership.siteId };
  if (!isOperator) return undefined;
  if (await secondFactor.isSteppedOver(session, membership))
    throw new AuthorizationError(request, 'second_factor_missing.school');
  // The session of a person who was only a member when it started lasts longer than one for these scopes may.
  if (session.authenticatedAt + config.lifetimes.operatorSession <= clock()) return { step: 'sign_in', again: true };
  if (!secondFactor.isMissing(session, membership)) return undefined;
  const hasOne = (await secondFactor.neededBy(session.person.id)) !== 'none';
  if (!hasOne && session.schoolId !== undefined) throw new AuthorizationError(request, 'second_factor_missing.school');
  return hasOne ? { step: 'sign_in', again: true } : { step: 'set_up_second_factor' };
}

/** Granting operator scopes needs a recent second factor, if the person has one, or the provider of the school has proven it. */
const isFactorStale = async ({ people: { secondFactor } }: FastifyInstance, session: AnySession): Promise<boolean> =>
  !secondFactor.isFresh(session) &&
  (session.schoolId === undefined
    ? (await secondFactor.neededBy(session.person.id)) !== 'none'
    : isMultiFactor(session.authenticatedBy));

/** OpenID Connect Core §3.1.2.2: the answer must be about the person of the hint or of `sub`, or there must be none. */
async function isMeantForAnother(
  { oauth: { signer } }: FastifyInstance,
  request: AuthorizationRequest,
  session: AnySession,
): Promise<boolean> {
  const subject = sharedSubject(request.client, session) ?? session.person.id;
  if (request.authentication.onlyFor?.includes(subject) === false) return true;
  if (request.idTokenHint === undefined) return false;
  const hint = await signer.readHint(request.idTokenHint);
  // An invalid hint identifies nobody. With `prompt=none` there is no page on which to ask, so the request fails.
  return hint === undefined ? request.prompts.has('none') : hint.sub !== subject;
}

/** Returns the consent if it still applies: it is not too old, and the client has not changed since. */
function remembered(
  { clock, config }: FastifyInstance,
  client: Client,
  consent: Consent | undefined,
): Consent | undefined {
  if (consent === undefined || consent.lastUsedAt + config.lifetimes.consentMemory <= clock()) return undefined;
  return consent.decidedAt < (changedAtOf(client) ?? 0) ? undefined : consent;
}

/**
 * Returns whether an earlier consent suffices. RFC 8252 §8.6 and RFC 9700 §2 require that the identity of the client is
 * assured, which a loopback address or an app scheme never is. The id of a vendor is shared by many installations, so
 * another site must not be able to use an earlier consent. After one of our pages, the origin of the request is no
 * longer known. What the person left out is decided anew, so that a client that comes back for it gets a person's answer
 * and no redirect without one, again and again. With `prompt=none` there is no page, and it gets what was allowed.
 */
function isSilent(
  request: AuthorizationRequest,
  available: GrantedScopes,
  consent: Consent,
  progress: Progress,
  http: FastifyRequest,
): boolean {
  const decided = request.prompts.has('none') ? consent.requested : consent.granted;
  if (request.prompts.has('consent') || !isSubset(available, decided)) return false;
  if (!available.some((scope) => consent.granted.includes(scope))) return false;
  if (redirectTarget(request.redirect).kind !== 'https') return false;
  switch (request.client.origin) {
    case 'site_application':
      return true;
    case 'vendor':
      return progress.isArriving === true && isFromNoSite(http.headers['sec-fetch-site']);
    case 'registered':
    case 'metadata_document':
      return false;
  }
}

/**
 * The person came by an address bar, or a program opened the browser. Pages of ours show links that schools have chosen,
 * so having come from one proves nothing, and neither does a header that is missing (Fetch Metadata §3.1).
 */
export const isFromNoSite = (site: string | string[] | undefined): boolean => site === 'none';
