/**
 * Why a client cannot get the scopes it requests, and who can change that. The sentences go to the client, which may be
 * an agent that passes them on to its user, so they name the page where it can be changed.
 */
import { type Client, scopesAt } from './client.ts';
import type { RefusalReason } from './oauth-error.ts';
import { isMemberScope, isScope, type Scope } from './scope.ts';

export interface ScopeRefusal {
  readonly description: string;
  readonly reason: RefusalReason;
}

const WHO = 'an owner or administrator of the school';
const offered = (page: string): string => `offer it: Setup guides, Members, or App reviews, at ${page}`;

/** @param outside the requested scopes that no school allows this client */
export function refusalOutsideClient(client: Client, outside: readonly string[], baseUrl: string): ScopeRefusal {
  const refused = `this client may not request: ${outside.join(' ')}`;
  const isOwnData = outside.every((scope) => isScope(scope) && isMemberScope(scope));
  const page = `${baseUrl}/admin`;
  if (client.origin === 'site_application') {
    const description = `${refused}; ${WHO} can allow it: OAuth applications, at ${page}`;
    return { reason: 'scope_outside_client', description };
  }
  if (client.origin !== 'metadata_document') {
    // Only known assistants have a switch for members, which makes the client_id.
    const pages = `OAuth applications${isOwnData ? ' (for an assistant: Setup guides, Members)' : ', New application'}`;
    return {
      reason: 'application_needed',
      description: `${refused}; ask ${WHO} for a client_id: ${pages}, at ${page}`,
    };
  }
  return isOwnData
    ? { reason: 'client_not_adopted', description: `${refused}; ask ${WHO} to ${offered(page)}` }
    : { reason: 'scope_outside_client', description: `${refused}; it can only read until it has been reviewed` };
}

/** The refusal if nothing that was requested can be granted at this school. */
export const refusalAtSchool = (
  client: Client,
  requested: readonly Scope[],
  siteId: string,
  baseUrl: string,
): ScopeRefusal =>
  requested.some((scope) => scopesAt(client, siteId).includes(scope))
    ? {
        reason: 'scope_outside_role',
        description: 'the role of the person at this school cannot grant any of these scopes',
      }
    : {
        reason: 'client_not_adopted',
        description: `this school has not adopted the app; ask ${WHO} to ${offered(`${baseUrl}/admin`)}`,
      };
