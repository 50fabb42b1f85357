/** What a verified request still needs from the person before it can be answered. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Consent, PendingRequest } from '../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { type Client, changedAtOf, scopesAt, siteOf } from '../../../schema/oauth/client.ts';
import { AuthorizationError, type OAuthErrorCode, type RefusalReason } from '../../../schema/oauth/oauth-error.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import { type GrantedScopes, grantScopes, isIdentityScope, isSubset } from '../../../schema/oauth/scope.ts';
import type { Membership, Session } from '../../../schema/people/person.ts';

/** Person, site and scopes are settled; what is left is the person's yes, now or remembered. */
export interface Candidate {
  session: Session;
  membership: Membership;
  /** What the person can give of what was asked. */
  available: GrantedScopes;
  consent: Consent | undefined;
}

export type Remembered = Candidate & { consent: Consent };

export type NextStep =
  | { step: 'sign_in'; again: boolean }
  | { step: 'choose_account'; session: Session }
  | { step: 'choose_site'; session: Session; sites: readonly Membership[] }
  | { step: 'not_a_member'; session: Session }
  | ({ step: 'consent' } & Candidate)
  | ({ step: 'approve' } & Remembered);

/** What the person has already done for this request. */
export type Progress = Pick<PendingRequest, 'signedInSince' | 'confirmedSessionId' | 'siteId'> & {
  /** The request has just come in, so that the headers at hand say who sent the browser with it. */
  isArriving?: true;
};

export type FindNextStep = (
  request: AuthorizationRequest,
  progress: Progress,
  session: Session | undefined,
  http: FastifyRequest,
) => Promise<NextStep>;

export function nextStepFinder(app: FastifyInstance): FindNextStep {
  const { consents } = app.oauth;
  const { persons: people } = app.people;

  return async (request, progress, session, http) => {
    if (session === undefined || session.authenticatedAt < progress.signedInSince) {
      return { step: 'sign_in', again: session !== undefined };
    }
    if (await isMeantForAnother(app, request, session)) return { step: 'sign_in', again: false };
    if (request.prompts.has('select_account') && progress.confirmedSessionId !== session.id) {
      return { step: 'choose_account', session };
    }
    const sites = await sitesFor(request, progress, session);
    const [membership, ...others] = sites;
    if (membership === undefined) return { step: 'not_a_member', session };
    if (others.length > 0) return { step: 'choose_site', session, sites };
    return askConsent(request, progress, session, membership, http);
  };

  /** The last step: what the person can give here, and whether an earlier yes covers it. */
  async function askConsent(
    request: AuthorizationRequest,
    progress: Progress,
    session: Session,
    membership: Membership,
    http: FastifyRequest,
  ): Promise<NextStep> {
    const available = grantScopes(request.scopes, scopesAt(request.client, membership.siteId), membership.role);
    if (available.length === 0) {
      throw refusal(
        request,
        'access_denied',
        'your role at this school can give none of these scopes',
        'scope_outside_role',
      );
    }
    const key = { personId: session.person.id, siteId: membership.siteId, clientId: request.client.id };
    const consent = remembered(app, request.client, await consents.find(key));
    const candidate = { session, membership, available, consent };
    return consent !== undefined && isSilent(request, available, consent, progress, http)
      ? { step: 'approve', ...candidate, consent }
      : { step: 'consent', ...candidate };
  }

  /** One token, one site: the client's own, the one chosen or hinted at, or those whose role fits what is asked. */
  async function sitesFor(request: AuthorizationRequest, progress: Progress, session: Session): Promise<Membership[]> {
    const memberships = await people.membershipsOf(session.person.id);
    const fixed = siteOf(request.client) ?? progress.siteId ?? request.siteHint;
    if (fixed !== undefined) return memberships.filter(({ siteId }) => siteId === fixed);
    const beyondIdentity = request.scopes.filter((scope) => !isIdentityScope(scope));
    const fitting = memberships.filter(
      ({ role, siteId }) => grantScopes(beyondIdentity, scopesAt(request.client, siteId), role).length > 0,
    );
    return fitting.length > 0 ? fitting : memberships;
  }
}

/** OpenID Connect Core §3.1.2.2: no answer about anybody but the person of the hint. */
async function isMeantForAnother(
  { oauth: { signer } }: FastifyInstance,
  request: AuthorizationRequest,
  session: Session,
): Promise<boolean> {
  if (request.idTokenHint === undefined) return false;
  const hint = await signer.readHint(request.idTokenHint);
  // A hint we cannot read proves nothing: without a page to ask on, nobody is signed in for it.
  return hint === undefined ? request.prompts.has('none') : hint.sub !== session.person.id;
}

/** A consent that still counts: not too old, and given to the client as it is now. */
function remembered(
  { clock, config }: FastifyInstance,
  client: Client,
  consent: Consent | undefined,
): Consent | undefined {
  if (consent === undefined || consent.lastUsedAt + config.lifetimes.consentMemory <= clock()) return undefined;
  return consent.decidedAt < (changedAtOf(client) ?? 0) ? undefined : consent;
}

/**
 * RFC 8252 §8.6, RFC 9700 §2: an earlier yes is enough only where the client's identity is assured, which a loopback
 * address or an app scheme never is. A vendor's id is shared by many installations, so another site may not trigger it;
 * after a page of ours nothing tells any more whether one did.
 */
function isSilent(
  request: AuthorizationRequest,
  available: GrantedScopes,
  consent: Consent,
  progress: Progress,
  http: FastifyRequest,
): boolean {
  if (request.prompts.has('consent') || !isSubset(available, consent.asked)) return false;
  if (!available.some((scope) => consent.granted.includes(scope))) return false;
  if (redirectTarget(request.redirect).kind !== 'https') return false;
  switch (request.client.origin) {
    case 'site_application':
      return true;
    case 'vendor':
      return progress.isArriving === true && isOwnNavigation(http.headers['sec-fetch-site']);
    case 'registered':
    case 'metadata_document':
      return false;
  }
}

/** The person came by an address bar or a page of ours. A header that is missing proves nothing (Fetch Metadata §3.1). */
const isOwnNavigation = (site: string | string[] | undefined): boolean => site === 'none' || site === 'same-origin';

export const refusal = (
  request: AuthorizationRequest,
  code: OAuthErrorCode,
  description: string,
  reason: RefusalReason,
): AuthorizationError => new AuthorizationError(request, code, description, { reason });
