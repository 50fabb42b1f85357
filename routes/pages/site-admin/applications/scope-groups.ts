/** The groups in which an application's scopes are listed. */
import { isChangingScope, isIdentityScope, isMemberScope, type Scope } from '../../../../schema/oauth/scope.ts';

/** In the order in which they are listed. */
export const SCOPE_GROUPS = ['identity', 'own', 'read', 'write'] as const;
export type ScopeGroup = (typeof SCOPE_GROUPS)[number];

export const groupOf = (scope: Scope): ScopeGroup => {
  if (isIdentityScope(scope)) return 'identity';
  if (isMemberScope(scope)) return 'own';
  return isChangingScope(scope) ? 'write' : 'read';
};
