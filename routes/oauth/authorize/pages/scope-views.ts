/** What the pages of the authorization flow are told about a request. */
import type { Consent } from '../../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../../schema/oauth/authorization-request.ts';
import { type GrantedScopes, isIdentityScope } from '../../../../schema/oauth/scope.ts';
import type { ScopeView } from '../../../pages/kit/views.ts';

/** Every scope asked for, with what is known of it: out of reach for this role, given or left out the last time. */
export const scopeViews = (
  request: AuthorizationRequest,
  available: GrantedScopes,
  earlier: Consent | undefined,
): ScopeView[] =>
  request.scopes.map((scope) => {
    const optional = !isIdentityScope(scope);
    if (!available.includes(scope)) return { scope, state: 'unavailable', optional };
    const decided = earlier?.asked.includes(scope) ?? false;
    const given = earlier?.granted.includes(scope) ?? false;
    return { scope, state: given ? 'granted_before' : 'asked', optional, ticked: given || !decided };
  });
