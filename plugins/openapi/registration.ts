/** Describes dynamic client registration with the settings of this server. */
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import { joinScopes, SHARED_CLIENT_SCOPES } from '../../schema/oauth/scope.ts';
import { answer, json } from './form.ts';
import { registered, registration } from './oauth-shapes.ts';
import { oauthRefusals } from './refusals.ts';

export function register({ registration: mode, docsUrl }: Capabilities): ZodOpenApiOperationObject {
  const example = {
    client_name: 'My tool',
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
  };
  const policy =
    mode === 'vendors_only'
      ? 'Open to known integrations only, matched by client_name.'
      : 'Open to clients with loopback redirect URIs; known integrations are matched by client_name and get their public client_id.';
  return {
    operationId: 'register',
    summary: 'Register a client',
    description: `RFC 7591. ${policy} A fixed https callback is refused unless it belongs to a known integration. Unlisted properties are ignored.`,
    requestBody: { required: true, content: json(registration, example) },
    responses: {
      201: answer(
        'The registered client',
        json(registered, {
          client_id: 'c_4tP9vXk2Qm7LhB1w',
          client_id_issued_at: 1_788_249_600,
          ...example,
          application_type: 'native',
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          scope: joinScopes(SHARED_CLIENT_SCOPES),
        }),
      ),
      ...oauthRefusals(docsUrl, [
        'redirect_uri_not_allowed.unknown',
        'malformed_request.metadata',
        'client_name_unrecognized',
        'body_too_large.body',
      ]),
    },
  };
}
