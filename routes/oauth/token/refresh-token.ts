/**
 * The refresh token grant (RFC 6749 §6). The token is rotated at every use. The latest token may be used again until its
 * successor is used, and any other reuse revokes the grant.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import { parseSplitCredential, sameHash } from '../../../schema/credential.ts';
import type { Parameters } from '../../../schema/data/parameters.ts';
import type { AuthenticatedClient } from '../../../schema/oauth/client.ts';
import { type Binding, isProofOf } from '../../../schema/oauth/dpop.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { isSubset, requestScopes, type Scope } from '../../../schema/oauth/scope.ts';
import {
  effectiveScopes,
  howRepeated,
  type NewTokenPair,
  type StoredToken,
  type Successor,
  whyGrantEnded,
} from '../../../schema/oauth/token.ts';
import { type TokenResponse, tokenResponse } from '../../../schema/oauth/token-response.ts';
import { requireParameter } from '../../form.ts';
import { startEarly } from '../start-early.ts';
import type { BeginGrant, GrantLimit } from './grant.ts';
import { checkResource, checkSchool } from './resource.ts';

/** How often a token is read, because other requests may repeat it, or use its successor, meanwhile. */
const MAX_ATTEMPTS = 4;

/** The row of the presented refresh token, and the token itself, which decrypts the grace copy of its successor. */
interface Found {
  value: string;
  token: StoredToken;
}
/** With what the tokens that are issued for it are bound to. */
type Presented = Found & Binding;

export function refreshTokenGrant(app: FastifyInstance, limit: GrantLimit): BeginGrant {
  const { clock } = app;
  const { tokens } = app.oauth;

  return (form) => {
    const finding = startEarly(async () => find(app, requireParameter(form, 'refresh_token')));
    return async (client, request, reply, proof) => {
      const found = await finding;
      // RFC 9449 §5: a token from before its public client had a key is bound to the first one.
      const refresh = found.token.jkt ?? ((client.authMethod === 'none' && proof?.key) || null);
      return redeemFor({ ...found, proof, refresh }, form, client, request, reply);
    };
  };

  async function redeemFor(
    presented: Presented,
    form: Parameters,
    client: AuthenticatedClient,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<TokenResponse> {
    // 1. The token was issued by this server, to this client.
    const { token } = presented;
    const { clientId: issuedTo, grantId, siteId } = token.grant;
    app.noteAttempt(request, { siteId, isProven: true, grantId, issuedTo });
    if (token.grant.clientId !== client.id) throw new OAuthError('token_of_another_client');
    // RFC 9449 §5. Nothing ends: whoever has a token without its key must not be able to end the connection.
    if (!isProofOf(token.jkt, presented.proof)) throw new OAuthError('dpop_key.refresh');
    // Counted only now, so that nobody else can use up the limit of the grant.
    limit.take(String(token.grant.grantId), reply);
    // 2. The requested resource and scopes are within the grant.
    checkResource(form, token.grant.audience, false);
    await checkSchool(app, form, token.grant);
    const accessScopes = readScopes(form, token);
    // 3. The grant is still valid: the person, the membership, the school and the client are active.
    await requireLiveGrant(app, token, client, request);
    // 4. A token that has already been rotated: either its response was lost, or one of the two copies was stolen.
    if (token.rotatedAt !== null || isReplaced(token)) return answerReuse(app, presented, accessScopes, request);
    // 5. The token itself is valid.
    if (token.revokedAt !== null) throw new OAuthError('token_revoked.refresh');
    if (token.expiresAt <= clock()) {
      await tokens.expire(token.id, clock());
      throw new OAuthError('token_expired.refresh');
    }
    // 6. Rotate it. Of several concurrent requests, one succeeds, and the others are handled as in step 4.
    return (
      (await exchange(app, presented, accessScopes, (...next) => tokens.rotate(token, ...next))) ??
      answerReuse(app, await reread(app, presented), accessScopes, request)
    );
  }
}

async function find({ oauth: { tokens } }: FastifyInstance, value: string): Promise<Found> {
  const presented = parseSplitCredential('refresh_token', value);
  const token = presented && (await tokens.findRefresh(presented.id));
  if (presented === undefined || token === undefined || !sameHash(token.hash, presented.hash)) {
    throw new OAuthError('token_unknown.refresh');
  }
  return { value, token };
}

/** RFC 6749 §6: the requested scopes must not exceed the grant. Fewer scopes limit this access token only. */
function readScopes(form: Parameters, token: StoredToken): readonly Scope[] {
  const requested = form.get('scope');
  if (requested === undefined) return token.scopes;
  const { scopes = [] } = requestScopes(requested, token.scopes);
  if (scopes.length === 0 || !isSubset(scopes, token.scopes)) throw new OAuthError('scope_outside_grant');
  return scopes;
}

/** Checks the current state of the person, membership, site and client. If one of them has ended, so does the grant. */
async function requireLiveGrant(
  app: FastifyInstance,
  token: StoredToken,
  client: AuthenticatedClient,
  request: FastifyRequest,
): Promise<void> {
  // A token from before its client had to prove a key would get tokens for any key.
  const isForAnyKey = client.demandsProof && client.authMethod === 'none' && token.jkt === null;
  const ended =
    whyGrantEnded(token.grant, app.config.baseUrl, app.clock()) ?? (isForAnyKey ? 'grant_ended' : undefined);
  if (ended === undefined) return;
  if (ended === 'grant_ended') await endGrant(app, token, 'operator', request);
  throw new OAuthError(`${ended}.grant`);
}

/** Returns whether another successor has taken the place of this one. What has expired is revoked later. */
const isReplaced = ({ revokedAt, expiresAt }: StoredToken): boolean => revokedAt !== null && revokedAt < expiresAt;

/** Returns whether a rotated token has another successor in the place of the first, which came with the rotation. */
const wasReplaced = ({ rotatedAt }: StoredToken, successor: Successor): boolean =>
  rotatedAt !== null && successor.issuedAt > rotatedAt;

/** Stores new tokens, or returns false if it is too late. */
type Store = (successors: NewTokenPair, graceCopy: Buffer, now: number) => Promise<boolean>;

/** Makes a new pair of tokens for the presented one. @returns `undefined` if another request has stored one first */
async function exchange(
  { clock, oauth: { graceCopies, tokenIssuer } }: FastifyInstance,
  presented: Presented,
  accessScopes: readonly Scope[],
  store: Store,
): Promise<TokenResponse | undefined> {
  const { value, token } = presented;
  const now = clock();
  const scopes = requireScopes(token, accessScopes);
  const pairScopes = { access: accessScopes, refresh: token.scopes };
  const prepared = await tokenIssuer.pair(token.grant, pairScopes, now, presented);
  const graceCopy = graceCopies.seal(value, prepared.refresh.value);
  if (!(await store(prepared.stored, graceCopy, now))) return undefined;
  const { access, refresh } = prepared;
  return tokenResponse({ access, refresh, grant: token.grant, scopes, now });
}

async function reread({ oauth: { tokens } }: FastifyInstance, { token, ...presented }: Presented): Promise<Presented> {
  return { ...presented, token: (await tokens.findRefresh(token.id)) ?? token };
}

/**
 * Handles a token that has already been rotated (RFC 9700 §4.14.2). A client whose response was lost, that could not
 * store it, or whose processes refresh at the same time presents the previous token, and receives the same successor.
 * If somebody has used that, two parties have the tokens, so the grant is revoked.
 *
 * Two parties that take turns always come before the other has used the successor. So a token that was itself given out
 * late and comes late gives another successor, and whoever presents the one that it replaces is found. Whoever stops in
 * time is not found, so the first late repeat of each token is recorded.
 */
async function answerReuse(
  app: FastifyInstance,
  presented: Presented,
  accessScopes: readonly Scope[],
  request: FastifyRequest,
  attempts = MAX_ATTEMPTS,
): Promise<TokenResponse> {
  const { clock, config } = app;
  const { dpop, graceCopies, tokenIssuer, tokens } = app.oauth;
  const { value, token, proof } = presented;
  // Nothing is stored with a proof that another request has used meanwhile.
  await dpop.requireUnused(proof);
  const now = clock();
  const successor = await tokens.findSuccessor(token);
  const repeated = attempts > 0 && successor ? howRepeated(token, successor, config.lifetimes, now) : undefined;
  if (successor === undefined || repeated === undefined) {
    const isUsed = successor?.rotatedAt !== null;
    const after = isUsed ? {} : { after: fieldValues({ successorUsed: isUsed }) };
    await endGrant(app, token, 'refresh_reuse', request, after);
    throw new OAuthError(`refresh_reuse.${isUsed ? 'used' : 'unstored'}`);
  }
  // The token may be from before the client had a key.
  if (!isProofOf(successor.jkt, proof)) throw new OAuthError('dpop_key.refresh');
  // What is found of the successor counts only until somebody uses it. Whoever comes second then comes soon.
  const tryAgain = async () => answerReuse(app, await reread(app, presented), accessScopes, request, attempts - 1);
  const event = { ...aboutGrant(app, token, request), event: 'refresh_repeated', at: now } as const;
  if (repeated === 'late again') {
    const events = wasReplaced(token, successor) ? [] : [event];
    const replace: Store = (...next) => tokens.replaceSuccessor(token, ...next, ...events);
    return (await exchange(app, presented, accessScopes, replace)) ?? tryAgain();
  }
  const scopes = requireScopes(token, accessScopes);
  const access = await tokenIssuer.access(token.grant, accessScopes, now, proof);
  const isStored =
    repeated === 'soon'
      ? await tokens.addAccess(token.grant.grantId, access.stored)
      : await tokens.repeatLate(token, successor, access.stored, now, event);
  if (!isStored) return tryAgain();
  const refresh = { value: graceCopies.open(value, successor.graceCopy), stored: successor };
  return tokenResponse({ access, refresh, grant: token.grant, scopes, now });
}

function requireScopes(token: StoredToken, accessScopes: readonly Scope[]): readonly Scope[] {
  const scopes = effectiveScopes(accessScopes, token.grant);
  if (scopes.length === 0) throw new OAuthError('scope_outside_role.grant');
  return scopes;
}

async function endGrant(
  app: FastifyInstance,
  token: StoredToken,
  by: 'refresh_reuse' | 'operator',
  request: FastifyRequest,
  after: { after?: string } = {},
): Promise<void> {
  const now = app.clock();
  const { clientId, personId, siteId } = token.grant;
  const isReuse = by === 'refresh_reuse';
  const warning = { order: 'refresh_reuse', clientId, personId, siteId, at: now } as const;
  await app.oauth.tokens.revokeGrant(token.grant, by, now, {
    ...aboutGrant(app, token, request),
    ...after,
    ...(isReuse ? { outgoing: app.people.mailer.outgoing(warning) } : {}),
    event: isReuse ? 'refresh_reuse' : 'grant_revoked',
    at: now,
  });
}

/** Of which grant an event is, and where its request came from. */
function aboutGrant(app: FastifyInstance, { grant }: StoredToken, request: FastifyRequest) {
  const { clientId, grantId, personId, siteId } = grant;
  return { ...app.originOf(request), clientId, personId, siteId, target: String(grantId) };
}
