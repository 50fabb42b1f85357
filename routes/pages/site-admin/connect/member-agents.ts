/** What members paste into their agents: the address of the tools, and the `client_id` of an application if one is needed. */
import { isIdentityScope, isMemberScope } from '../../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { commandsFor } from './commands.ts';
import type { CommandsOfClient, KnownClient } from './guides.ts';

/** Whether members' agents can use the application: it has no secret to keep, and may read what is the member's own. */
export const servesMembers = ({ active, authMethod, scopes }: StoredApplication): boolean =>
  active && authMethod === 'none' && scopes.includes('account:read');

/**
 * How a member connects one client.
 * @param application whose `client_id` the client uses; `undefined` if the client identifies itself by its own address
 * @param url the address of the tools, for the members of the school
 */
export function memberGuide(
  key: KnownClient,
  application: StoredApplication | undefined,
  url: string,
  slug: string,
): CommandsOfClient {
  const { id, scopes = [] } = application ?? {};
  const own = scopes.filter((scope) => isIdentityScope(scope) || isMemberScope(scope));
  return commandsFor(key, { url, slug, ...(id === undefined ? {} : { id, scopes: own }) });
}
