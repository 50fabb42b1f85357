/** Why a client cannot get the scopes it requests. The sentences name the page where that can be changed. */
import { type Client, scopesAt } from './client.ts';
import { isMemberScope, isScope, type Scope } from './scope.ts';

const pageOf = (baseUrl: string): string => `${baseUrl}/admin`;

/** @param outside the requested scopes that no school allows this client */
export function refusalOutsideClient({ origin }: Client, outside: readonly string[], baseUrl: string) {
  const values = { scopes: outside.join(' '), page: pageOf(baseUrl) };
  const isOwnData = outside.every((scope) => isScope(scope) && isMemberScope(scope));
  if (origin === 'site_application') return { key: 'scope_outside_client.application', values } as const;
  if (origin === 'metadata_document') {
    return { key: isOwnData ? 'client_not_adopted.scopes' : 'scope_outside_client.unreviewed', values } as const;
  }
  // Only known assistants have a switch for members, which makes the client_id.
  return { key: isOwnData ? 'application_needed.own_data' : 'application_needed.other', values } as const;
}

/** The refusal if nothing that was requested can be granted at this school. */
export const refusalAtSchool = (client: Client, requested: readonly Scope[], siteId: string, baseUrl: string) => {
  const isOfRole = requested.some((scope) => scopesAt(client, siteId).includes(scope));
  return {
    key: isOfRole ? 'scope_outside_role.school' : 'client_not_adopted.school',
    values: { page: pageOf(baseUrl) },
  } as const;
};
