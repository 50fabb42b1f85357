/** Prepares the scopes of a request for the consent page. */
import type { Consent } from '../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { type GrantedScopes, isIdentityScope } from '../../../schema/oauth/scope.ts';
import type { ScopeView } from './views.ts';

/**
 * Returns every requested scope with its state: whether this role can grant it, and what the person decided the last
 * time.
 */
export const scopeViews = (
  request: AuthorizationRequest,
  available: GrantedScopes,
  earlier: Consent | undefined,
): ScopeView[] =>
  request.scopes.map((scope) => {
    const optional = !isIdentityScope(scope);
    if (!available.includes(scope)) return { scope, state: 'unavailable', optional };
    const decided = earlier?.requested.includes(scope) ?? false;
    const given = earlier?.granted.includes(scope) ?? false;
    return { scope, state: given ? 'granted_before' : 'requested', optional, ticked: given || !decided };
  });
