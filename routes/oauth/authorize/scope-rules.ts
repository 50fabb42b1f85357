/** The rules for the scopes of an authorization request. */

import type { Parameters } from '../../../schema/data/parameters.ts';
import type { Capabilities } from '../../../schema/oauth/capabilities.ts';
import type { Client } from '../../../schema/oauth/client.ts';
import type { OAuthKey, RefusalDetails } from '../../../schema/oauth/oauth-error.ts';
import { isMemberScope, requestScopes, SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import { refusalOutsideClient } from '../../../schema/oauth/scope-refusal.ts';
import type { Arguments, CodesOf } from '../../../schema/refusals/index.ts';

/** The input of the rules, and the function to call if a rule is broken. */
export interface Rules {
  parameters: Parameters;
  capabilities: Capabilities;
  refuse: Refuse;
}

/** Stops the verification with an error that is sent to the client. */
export type Refuse = <Key extends OAuthKey>(key: Key, ...more: Arguments<Key, RefusalDetails<CodesOf<Key>>>) => never;

// RFC 6749 §3.3. The account scopes require the resource parameter, so that their tokens are bound to it deliberately.
export function readScopes(
  { parameters, capabilities, refuse }: Rules,
  client: Client,
  resourceSent: boolean,
): readonly Scope[] {
  const value = parameters.get('scope') ?? client.defaultScope;
  if (value === undefined) return refuse('missing_parameter.default_scope');
  const { scopes: requested = [], unknown } = requestScopes(value, SCOPES);
  if (unknown !== undefined) return refuse('scope_unknown', { scopes: unknown.join(' ') });
  const isPossible = (scope: Scope): boolean => client.scopes.includes(scope);
  // A request for all of `scopes_supported` comes from a client that copies the list, and means what it may have.
  const scopes =
    requested.length < SCOPES.length
      ? requested
      : requested.filter((scope) => isPossible(scope) && (resourceSent || !isMemberScope(scope)));
  const outside = scopes.filter((scope) => !isPossible(scope));
  if (outside.length > 0) {
    const { key, values } = refusalOutsideClient(client, outside, capabilities.baseUrl);
    return refuse(key, values);
  }
  if (scopes.length === 0) return refuse('missing_parameter.named', { name: 'scope' }, { code: 'invalid_scope' });
  if (scopes.some(isMemberScope) && !resourceSent) refuse('resource_missing', { resource: capabilities.baseUrl });
  return scopes;
}
