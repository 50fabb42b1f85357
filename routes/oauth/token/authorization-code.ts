/** RFC 6749 §4.1.3 with PKCE: everything is verified first; then the code is consumed and its tokens stored, or neither. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseSplitCredential, sameHash } from '../../../schema/credential.ts';
import type { AuthenticatedClient } from '../../../schema/oauth/client.ts';
import { OAuthError, type RefusalReason } from '../../../schema/oauth/oauth-error.ts';
import { verifierMatches } from '../../../schema/oauth/pkce.ts';
import { type AuthorizationCode, effectiveScopes, whyGrantEnded } from '../../../schema/oauth/token.ts';
import { type TokenResponse, tokenResponse } from '../../../schema/oauth/token-response.ts';
import type { Parameters } from '../../../schema/parameters.ts';
import { requireParameter } from '../../form.ts';
import type { RedeemGrant } from './grant.ts';
import { checkResource } from './resource.ts';

const refuse = (description: string, reason: RefusalReason): OAuthError =>
  new OAuthError('invalid_grant', description, { reason });

export function authorizationCodeGrant(app: FastifyInstance): RedeemGrant {
  const { clock, config, originOf } = app;
  const { capabilities, codes, tokenIssuer, tokens } = app.oauth;

  return async (form, client, request) => {
    // 1. The code is one of ours.
    const code = await findCode(requireParameter(form, 'code'));
    // 2. It was issued to this client, for this redirect URI, verifier and resource.
    checkBinding(code, form, client);
    // 3. It is used for the first time.
    if (code.redeemedAt !== null) throw await endReplayed(code, request);
    // 4. It is not too old. ASVS 10.4.3: sixty seconds, the sixtieth included.
    const now = clock();
    if (code.expiresAt < now) {
      await codes.expire(code, now);
      throw refuse('the code is expired', 'code_expired');
    }
    // 5. The grant still stands: person, membership, school and client.
    const ended = whyGrantEnded(code.grant, config.baseUrl, now);
    if (ended !== undefined) throw refuse('the code is no longer valid', ended);
    // 6. Spend it and store its tokens, both or neither: of several requests one succeeds.
    const response = await redeem(code, now);
    if (response === undefined) throw await endReplayed(code, request);
    return response;
  };

  async function findCode(value: string): Promise<AuthorizationCode> {
    const presented = parseSplitCredential('authorization_code', value);
    const code = presented && (await codes.find(presented.id));
    if (presented === undefined || code === undefined || !sameHash(code.hash, presented.hash)) {
      throw refuse('the code is not known', 'code_unknown');
    }
    return code;
  }

  /** RFC 6749 §4.1.2, OAuth 2.1 §7.5: a second, otherwise valid use ends everything the first one gave. */
  async function endReplayed(code: AuthorizationCode, request: FastifyRequest): Promise<OAuthError> {
    const now = clock();
    const { clientId, grantId, personId, siteId } = code.grant;
    const event = { event: 'code_replay', at: now, clientId, personId, siteId, target: String(grantId) } as const;
    await tokens.revokeGrant(code.grant, 'code_replay', now, { ...originOf(request), ...event });
    return refuse('the code was used before; its tokens are revoked', 'code_replayed');
  }

  /** @returns `undefined` when another request was faster */
  async function redeem(code: AuthorizationCode, now: number): Promise<TokenResponse | undefined> {
    const scopes = effectiveScopes(code.scopes, code.grant);
    if (scopes.length === 0) throw refuse('the person can no longer give any of these scopes', 'scope_outside_role');
    const prepared = await tokenIssuer.pair(code.grant, { access: code.scopes, refresh: code.scopes }, now);
    // Spec 5.6: when openid was granted and discovery says that ID tokens are signed.
    const signs = capabilities.signingAlgorithms.length > 0 && scopes.includes('openid');
    const idToken = signs ? await tokenIssuer.idToken(code, scopes, prepared.access.value, now) : undefined;
    if (!(await codes.redeem(code, prepared.stored, now))) return undefined;
    return tokenResponse({
      accessToken: prepared.access.value,
      expiresInMs: prepared.access.stored.expiresAt - now,
      refreshToken: prepared.refresh.value,
      scopes,
      siteId: code.grant.siteId,
      idToken,
    });
  }
}

/** None of these failures spends the code or ends the grant: whoever lacks the verifier must not be able to. */
function checkBinding(code: AuthorizationCode, form: Parameters, client: AuthenticatedClient): void {
  if (code.grant.clientId !== client.id)
    throw refuse('the code was issued to another client', 'code_of_another_client');
  if (requireParameter(form, 'redirect_uri') !== code.redirectUri) {
    throw refuse('redirect_uri is not the one of the authorization request', 'redirect_uri_mismatch');
  }
  // RFC 7636 §4.6
  if (!verifierMatches(form.get('code_verifier') ?? '', code.codeChallenge)) {
    throw refuse('code_verifier does not match the code_challenge', 'pkce_mismatch');
  }
  checkResource(form, code.grant.audience, code.resourceSent);
}
