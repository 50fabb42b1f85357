/** The values that a developer needs for an application, and a command that tries it out. */

import { isLoopback } from '../../../schema/oauth/redirect-uri.ts';
import { joinScopes } from '../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import type { DeveloperFacts } from './for-the-developer.ts';

type Facts = Pick<StoredApplication, 'id' | 'authMethod' | 'redirectUris' | 'scopes'>;

/**
 * Returns the options with which `schoolgate connect` can receive the callback of the application; `undefined` if it
 * cannot.
 */
function callbackOptions(redirectUris: readonly string[]): string | undefined {
  for (const uri of redirectUris) {
    const url = isLoopback(uri) ? URL.parse(uri) : null;
    // The command listens on these two hosts, and on paths without a query.
    if (url === null || !['127.0.0.1', 'localhost'].includes(url.hostname) || url.search !== '') continue;
    if (!/^[A-Za-z0-9/._~-]+$/.test(url.pathname)) continue;
    const host = url.hostname === '127.0.0.1' ? '' : ` --host ${url.hostname}`;
    return url.pathname === '/callback' ? host : `${host} --path ${url.pathname}`;
  }
  return undefined;
}

export function developerFacts(baseUrl: string, { id, authMethod, redirectUris, scopes }: Facts): DeveloperFacts {
  const scope = joinScopes(scopes);
  const options = callbackOptions(redirectUris);
  const secret = authMethod === 'none' ? '' : ' --client-secret "$CLIENT_SECRET"';
  return {
    issuer: baseUrl,
    resource: baseUrl,
    clientId: id,
    authMethod,
    redirectUris,
    scope,
    command:
      options === undefined
        ? undefined
        : `schoolgate connect --server ${baseUrl} --client-id ${id}${secret}${options} --scope "${scope}"`,
  };
}
