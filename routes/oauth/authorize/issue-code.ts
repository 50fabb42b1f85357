/** Creates the authorization code after a person's consent, and the URL that carries it, or an error, to the client. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import { makeSplitCredential } from '../../../schema/credential.ts';
import { boundedMap } from '../../../schema/data/bounded-map.ts';
import type { Decision, NewCode } from '../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import type { AuthorizationError } from '../../../schema/oauth/oauth-error.ts';
import { withParameters } from '../../../schema/oauth/redirect-uri.ts';
import { type GrantedScopes, narrowGranted } from '../../../schema/oauth/scope.ts';
import { type AnySession, identityOf } from '../../../schema/people/person.ts';
import { errorUri } from '../../../schema/refusal.ts';
import { type Candidate, type Remembered, sharedSubject } from './next-step.ts';

/** A client that strangers registered is recorded once a person has used it, so that they cannot fill the audit log. */
function firstUse({ client }: AuthorizationRequest, { event }: Decision): AuditEvent[] {
  const registersItself = client.origin === 'registered' || client.origin === 'vendor';
  if (!registersItself || client.lastUsedAt !== undefined) return [];
  const { siteId: _site, personId: _person, after: _scopes, ...origin } = event;
  return [{ ...origin, event: 'client_registered' }];
}

const DAY = 86_400_000;
/** For all clients together. */
const MAX_CHALLENGES = 10_000;

export interface Approvals {
  /**
   * Uses an earlier consent.
   * @returns `undefined` if the pending request has already been answered, or the session, the membership or the
   * consent has ended in the meantime
   */
  silently(
    http: FastifyRequest,
    request: AuthorizationRequest,
    candidate: Remembered,
    requestId?: string,
  ): Promise<string | undefined>;
  /**
   * Uses the decision that was just made.
   * @returns `undefined` if the request has already been answered, or the session or the membership has ended in the
   * meantime
   */
  byDecision(
    request: AuthorizationRequest,
    candidate: Candidate,
    scopes: GrantedScopes,
    decision: Decision,
  ): Promise<string | undefined>;
}

/**
 * The secret of a code that a person decided on can be computed again, so that a copy of the decision gets the same
 * answer. It is stored no more than a random one.
 */
export function decisionSecrets({ keyRing }: FastifyInstance) {
  const key = keyRing.derive('codes of decisions');
  return (requestId: string | undefined, { id: sessionId }: AnySession, id: number): string | undefined =>
    requestId && createHmac('sha256', key).update(`${requestId} ${sessionId} ${id}`).digest('base64url');
}

/** What a code says of the request and of the session, at the school of the membership. */
const codeFields = (
  { config }: FastifyInstance,
  request: AuthorizationRequest,
  { session, membership }: Pick<Candidate, 'session' | 'membership'>,
  now: number,
) => ({
  grantExpiresAt:
    now +
    Math.min(config.lifetimes.refreshAbsolute, (session.schoolId === undefined ? Infinity : session.grantDays) * DAY),
  clientId: request.client.id,
  personId: session.person.id,
  sessionId: session.id,
  siteId: membership.siteId,
  redirectUri: request.redirect,
  audience: config.baseUrl,
  resourceSent: request.resourceSent,
  codeChallenge: request.codeChallenge,
  dpopJkt: request.dpopJkt ?? null,
  nonce: request.nonce,
  authenticatedAt: session.authenticatedAt,
  authenticatedBy: session.authenticatedBy,
  // What the provider of the school did not say is not told as its word.
  authTimeRequested:
    (request.maxAge !== undefined || request.authentication.authTime) &&
    (session.schoolId === undefined || session.knowsAuthTime),
  authContextRequested: request.authentication.authContext,
  identityId: identityOf(session),
  subject: sharedSubject(request.client, session) ?? null,
});

export function approvals(app: FastifyInstance): Approvals {
  const { clock, config, log, originOf } = app;
  const { codes, metadataClients } = app.oauth;
  const secretOf = decisionSecrets(app);
  const challenges = boundedMap<{ until: number; isLogged: boolean }>(MAX_CHALLENGES);

  /**
   * RFC 9700 §2.1.1: a code_challenge must be different for each request. A client that repeats one is misconfigured,
   * and its developer or the operator should know.
   */
  function noteChallenge({ client, codeChallenge }: AuthorizationRequest, now: number): void {
    const key = `${client.id} ${codeChallenge}`;
    const seen = challenges.get(key);
    if (seen === undefined || now >= seen.until) {
      challenges.set(key, { until: now + DAY, isLogged: false });
    } else if (!seen.isLogged) {
      // Logged once per challenge, so that a client that always repeats it does not fill the log.
      seen.isLogged = true;
      log.warn(
        { client_id: client.id, reason: 'repeated_challenge' },
        'a client sent the same code_challenge twice; it must be new for each request',
      );
    }
  }

  /** @param decidedOn the id of the request that the person has decided on */
  async function prepare(
    request: AuthorizationRequest,
    { session, membership }: Candidate,
    scopes: GrantedScopes,
    decidedOn?: string,
  ): Promise<{ code: NewCode; url: string }> {
    const now = clock();
    noteChallenge(request, now);
    const id = await codes.nextId();
    const credential = makeSplitCredential('authorization_code', id, secretOf(decidedOn, session, id));
    const code: NewCode = {
      id: credential.id,
      hash: credential.hash,
      expiresAt: now + config.lifetimes.code,
      ...codeFields(app, request, { session, membership }, now),
      scopes,
      issuedAt: now,
    };
    return { code, url: answerAddress(request, credential.value, config) };
  }

  const visited =
    ({ personId, siteId }: NewCode, url: string) =>
    async (isIssued: boolean) => {
      if (isIssued) await app.people.noteVisit(personId, siteId);
      return isIssued ? url : undefined;
    };

  return {
    async silently(http, request, candidate, requestId) {
      const { consent } = candidate;
      const scopes = narrowGranted(candidate.available, (scope) => consent.granted.includes(scope));
      const { code, url } = await prepare(request, candidate, scopes);
      const { clientId, personId, siteId, issuedAt: at } = code;
      const event = { ...originOf(http), event: 'code_issued_silently', at, clientId, personId, siteId } as const;
      return codes.issue(code, consent, requestId, event).then(visited(code, url));
    },

    async byDecision(request, candidate, scopes, decision) {
      // A client with a metadata document is stored at its first consent, not before.
      if (request.client.origin === 'metadata_document') await metadataClients.keep(request.client);
      const { code, url } = await prepare(request, candidate, scopes, decision.requestId);
      return codes.approve(code, decision, ...firstUse(request, decision)).then(visited(code, url));
    },
  };
}

/** Returns the URL of a response with a code. RFC 9207 §2: `iss` tells the client which server sent it. */
export const answerAddress = (
  { redirect, state }: AuthorizationRequest,
  code: string,
  { baseUrl }: FastifyInstance['config'],
): string => withParameters(redirect, { code, state, iss: baseUrl });

/** Returns the URL of an error response (RFC 6749 §4.1.2.1, with the `iss` of RFC 9207 §2). */
export const errorAddress = (
  { redirect, state, code, description }: AuthorizationError,
  { baseUrl, docsUrl }: FastifyInstance['config'],
  requestId: string,
): string =>
  withParameters(redirect, {
    error: code,
    error_description: description,
    error_uri: errorUri(docsUrl, code, requestId),
    state,
    iss: baseUrl,
  });
