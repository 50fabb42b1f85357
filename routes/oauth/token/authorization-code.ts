/**
 * The authorization code grant (RFC 6749 §4.1.3) with PKCE. Everything is verified first; then one transaction redeems
 * the code and stores its tokens.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseSplitCredential, sameHash } from '../../../schema/credential.ts';
import type { Parameters } from '../../../schema/data/parameters.ts';
import type { AuthenticatedClient } from '../../../schema/oauth/client.ts';
import { type Binding, isProofOf, type Proof } from '../../../schema/oauth/dpop.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { verifierMatches } from '../../../schema/oauth/pkce.ts';
import { type AuthorizationCode, effectiveScopes, whyGrantEnded } from '../../../schema/oauth/token.ts';
import { type TokenResponse, tokenResponse } from '../../../schema/oauth/token-response.ts';
import { requireParameter } from '../../form.ts';
import { startEarly } from '../start-early.ts';
import type { BeginGrant, GrantLimit } from './grant.ts';
import { checkResource, checkSchool } from './resource.ts';

export function authorizationCodeGrant(app: FastifyInstance, limit: GrantLimit): BeginGrant {
  const { clock, config, originOf } = app;
  const { capabilities, codes, dpop, tokenIssuer, tokens } = app.oauth;

  return (form) => {
    const finding = startEarly(async () => findCode(requireParameter(form, 'code')));
    return async (client, request, reply, proof) => redeemFor(await finding, form, client, request, reply, proof);
  };

  async function redeemFor(
    // 1. The code was issued by this server.
    code: AuthorizationCode,
    form: Parameters,
    client: AuthenticatedClient,
    request: FastifyRequest,
    reply: FastifyReply,
    proof: Proof | undefined,
  ): Promise<TokenResponse> {
    const { clientId: issuedTo, grantId, siteId } = code.grant;
    app.noteAttempt(request, { siteId, isProven: true, code, grantId, issuedTo });
    // 2. It was issued for this client, redirect URI, verifier, resource and key.
    checkBinding(code, form, client, proof);
    await checkSchool(app, form, code.grant);
    // Counted only now, so that nobody else can use up the limit of the grant.
    limit.take(String(code.grant.grantId), reply);
    // 3. It has not been used before.
    if (code.redeemedAt !== null) throw await endReplayed(code, proof, request);
    // 4. It has not expired. ASVS 10.4.3: codes are valid for sixty seconds, including the sixtieth.
    const now = clock();
    if (code.expiresAt < now) {
      await codes.expire(code, now);
      throw new OAuthError('code_expired');
    }
    // 5. The grant is still valid: the person, the membership, the school and the client are active.
    const ended = whyGrantEnded(code.grant, config.baseUrl, now);
    if (ended !== undefined) throw new OAuthError(`${ended}.code`);
    // 6. Redeem the code and store its tokens in one transaction. Of several concurrent requests, one succeeds.
    const refreshKey = client.authMethod === 'none' ? (proof?.key ?? null) : null;
    const response = await redeem(code, now, { proof, refresh: refreshKey });
    if (response !== undefined) return response;
    // If another code has taken its place meanwhile, nobody has used this one.
    await findCode(requireParameter(form, 'code'));
    throw await endReplayed(code, proof, request);
  }

  async function findCode(value: string): Promise<AuthorizationCode> {
    const presented = parseSplitCredential('authorization_code', value);
    const code = presented && (await codes.find(presented.id));
    if (presented === undefined || code === undefined || !sameHash(code.hash, presented.hash)) {
      throw new OAuthError('code_unknown');
    }
    return code;
  }

  /** RFC 6749 §4.1.2, OAuth 2.1 §7.5: the second use of a code revokes all tokens of the first. */
  async function endReplayed(
    code: AuthorizationCode,
    proof: Proof | undefined,
    request: FastifyRequest,
  ): Promise<OAuthError> {
    // The same request, sent twice, ends nothing.
    await dpop.requireUnused(proof);
    const now = clock();
    const { clientId, grantId, personId, siteId } = code.grant;
    const event = { event: 'code_replay', at: now, clientId, personId, siteId, target: String(grantId) } as const;
    await tokens.revokeGrant(code.grant, 'code_replay', now, { ...originOf(request), ...event });
    return new OAuthError('code_replayed');
  }

  /** Redeems the code. @returns `undefined` if another request has redeemed it first */
  async function redeem(code: AuthorizationCode, now: number, binding: Binding): Promise<TokenResponse | undefined> {
    const scopes = effectiveScopes(code.scopes, code.grant);
    if (scopes.length === 0) throw new OAuthError('scope_outside_role.grant');
    const prepared = await tokenIssuer.pair(code.grant, { access: code.scopes, refresh: code.scopes }, now, binding);
    // An ID token is issued if openid was granted, and only if discovery offers a signing algorithm.
    const signs = capabilities.signingAlgorithms.length > 0 && scopes.includes('openid');
    const idToken = signs ? await tokenIssuer.idToken(code, scopes, prepared.access.value, now) : undefined;
    if (!(await codes.redeem(code, prepared.stored, now))) return undefined;
    const { access, refresh } = prepared;
    return tokenResponse({ access, refresh, grant: code.grant, scopes, now, idToken });
  }
}

/**
 * Checks that the code belongs to this request. A failure neither uses up the code nor ends the grant: otherwise,
 * someone who stole the code without its verifier could end them.
 */
function checkBinding(
  code: AuthorizationCode,
  form: Parameters,
  client: AuthenticatedClient,
  proof: Proof | undefined,
): void {
  if (code.grant.clientId !== client.id) throw new OAuthError('code_of_another_client');
  if (requireParameter(form, 'redirect_uri') !== code.redirectUri) throw new OAuthError('redirect_uri_mismatch');
  // RFC 7636 §4.6.
  const verifier = form.get('code_verifier');
  if (verifier === undefined) throw new OAuthError('pkce_mismatch.missing');
  if (!verifierMatches(verifier, code.codeChallenge)) throw new OAuthError('pkce_mismatch.other');
  checkResource(form, code.grant.audience, code.resourceSent);
  // RFC 9449 §10.
  if (!isProofOf(code.dpopJkt, proof)) throw new OAuthError('dpop_key.code');
}
