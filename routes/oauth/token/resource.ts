import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { isResourceOf } from '../../../schema/oauth/resource-indicator.ts';
import type { Parameters } from '../../../schema/parameters.ts';

/**
 * RFC 8707 §2.2: checks that the requested resource is the granted one.
 * @param mustBeSent whether the authorization request contained a resource, so that this one must, too
 * @throws {OAuthError} `invalid_target`
 */
export function checkResource(form: Parameters, audience: string, mustBeSent: boolean): void {
  const values = form.all('resource');
  if (values.length === 0 && mustBeSent) {
    throw new OAuthError('invalid_target', `resource=${audience} is required, as in the authorization request`, {
      reason: 'resource_changed',
    });
  }
  if (!values.every((value) => isResourceOf(audience, value))) {
    throw new OAuthError('invalid_target', `resource must be ${audience}`, { reason: 'resource_invalid' });
  }
}
