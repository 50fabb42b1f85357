/** The refusal of a form that was not sent from a page of ours (RFC 6749 §10.12). */
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';

export const foreignForm = (): OAuthError =>
  new OAuthError('access_denied', 'this form was not sent from a page of this server', { reason: 'origin_foreign' });
