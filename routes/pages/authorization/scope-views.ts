/** Prepares the scopes of a request for the consent page. */
import type { Consent } from '../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { scopesAt } from '../../../schema/oauth/client.ts';
import { type GrantedScopes, isIdentityScope } from '../../../schema/oauth/scope.ts';
import type { ScopeView } from '../kit/views.ts';

/**
 * Returns every requested scope with its state: whether it can be granted, or why not, and what the person decided the
 * last time.
 * @param unticked scopes that are not to be ticked, as the person has left them so
 */
export const scopeViews = (
  { client, scopes }: AuthorizationRequest,
  siteId: string,
  available: GrantedScopes,
  earlier: Consent | undefined,
  unticked: readonly string[],
): ScopeView[] =>
  scopes.map((scope) => {
    const optional = !isIdentityScope(scope);
    if (!available.includes(scope)) {
      return { scope, state: scopesAt(client, siteId).includes(scope) ? 'outside_role' : 'not_adopted', optional };
    }
    const decided = earlier?.requested.includes(scope) ?? false;
    const given = earlier?.granted.includes(scope) ?? false;
    const isLeftOut = decided && !given && optional;
    const state = given ? 'granted_before' : isLeftOut ? 'left_out' : 'requested';
    return { scope, state, optional, ticked: !isLeftOut && !unticked.includes(scope) };
  });
