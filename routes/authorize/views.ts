/** What the pages of the authorization flow are told about a request. */
import type { Consent } from '../../schema/approval.ts';
import type { AuthorizationRequest } from '../../schema/authorization-request.ts';
import type { Client } from '../../schema/client.ts';
import { type GrantedScopes, isIdentityScope } from '../../schema/scope.ts';
import type { ClientView, ScopeView } from '../pages/views.ts';

export function clientView(client: Client, siteName: string | undefined): ClientView {
  const { name } = client;
  switch (client.origin) {
    case 'site_application':
      return { name, assurance: 'school', maker: 'school', ...(siteName === undefined ? {} : { siteName }) };
    case 'vendor':
      return { name, assurance: 'vendor', maker: 'vendor' };
    case 'registered':
      return { name, assurance: 'none', maker: 'self' };
    case 'metadata_document':
      return {
        name,
        host: client.host,
        assurance: client.review === 'approved' ? 'platform' : 'none',
        maker: 'host',
      };
  }
}

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
