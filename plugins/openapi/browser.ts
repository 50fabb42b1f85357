/** The two OAuth endpoints that a browser is sent to. */
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import { answer, content, type Endpoint, type Json } from './form.ts';
import { OAUTH_TAG } from './registration.ts';

const FORM = 'application/x-www-form-urlencoded';

interface Parameter {
  name: string;
  description: string;
  required?: true;
  schema?: Json;
  example?: string;
}

const authorizationParameters = ({
  baseUrl,
  responseTypes,
  responseModes,
  codeChallengeMethods,
  prompts,
}: Capabilities): Parameter[] => [
  { name: 'response_type', required: true, schema: { type: 'string', enum: responseTypes }, description: 'code' },
  { name: 'client_id', required: true, description: 'Client identifier', example: 'c_demo_cli' },
  {
    name: 'redirect_uri',
    required: true,
    description: 'A redirect URI registered for the client; loopback URIs match with any port',
    example: 'http://127.0.0.1:49152/callback',
  },
  { name: 'scope', required: true, description: 'Space-separated', example: 'openid profile email' },
  { name: 'state', required: true, description: 'Random value, returned unchanged', example: 'af0ifjsldkj' },
  {
    name: 'code_challenge',
    required: true,
    description: 'RFC 7636: SHA-256 of the code verifier, in base64url',
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  },
  {
    name: 'code_challenge_method',
    required: true,
    schema: { type: 'string', enum: codeChallengeMethods },
    description: 'S256 only',
  },
  { name: 'resource', description: 'RFC 8707; required for account scopes', example: baseUrl },
  { name: 'nonce', description: 'Random value, returned in the ID token' },
  { name: 'response_mode', schema: { type: 'string', enum: responseModes }, description: 'query only' },
  { name: 'prompt', description: `Space-separated; any of ${prompts.join(', ')}` },
  {
    name: 'max_age',
    schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
    description: 'Maximum age of the sign-in, in seconds',
  },
  { name: 'login_hint', description: 'E-mail address the person is likely to sign in with' },
  { name: 'id_token_hint', description: 'ID token of the expected person' },
  { name: 'ui_locales', description: 'Preferred languages, in order' },
  { name: 'org_id', description: 'The school to sign in to, if the person has several' },
  { name: 'school_id', description: 'Alias of org_id' },
];

const LOGOUT_PARAMETERS: readonly Parameter[] = [
  { name: 'id_token_hint', description: 'Last ID token issued for the person; without it, they are asked to confirm' },
  { name: 'client_id', description: 'Client identifier' },
  { name: 'post_logout_redirect_uri', description: 'A post-logout redirect URI registered for the client' },
  { name: 'state', description: 'Returned unchanged' },
  { name: 'ui_locales', description: 'Preferred languages, in order' },
];

export function browserEndpoints(capabilities: Capabilities): Endpoint[] {
  return [
    ...pair('authorize', authorizationParameters(capabilities), {
      operationId: 'authorize',
      summary: 'Request authorization',
      description:
        'Authorization request of RFC 6749 §4.1.1 with PKCE (RFC 7636), made in a browser. The person signs in, chooses a school and gives consent. The browser is redirected to redirect_uri with code, state and iss (RFC 9207), or with error, state and iss. Cross-origin scripts cannot call this endpoint.',
      responses: {
        200: answer(
          'A page for signing in, choosing a school, consent, or returning to the client',
          content('text/html', { type: 'string' }),
        ),
        303: answer('Redirect to the client, or to a page of this server', undefined, location),
        400: answer(
          'An error page, for a request that cannot be redirected to the client',
          content('text/html', { type: 'string' }),
        ),
        401: answer('An error page: unknown client', content('text/html', { type: 'string' })),
        429: answer('An error page: rate limit exceeded', content('text/html', { type: 'string' })),
      },
    }),
    ...pair('logout', LOGOUT_PARAMETERS, {
      operationId: 'logout',
      summary: 'End the browser session',
      description:
        'OpenID Connect RP-Initiated Logout 1.0, made in a browser. Tokens remain valid; use the revocation endpoint to revoke them.',
      responses: {
        200: answer(
          'A page that asks for confirmation or confirms the sign-out',
          content('text/html', { type: 'string' }),
        ),
        303: answer('Redirect to post_logout_redirect_uri', undefined, location),
        400: answer('An error page: invalid request', content('text/html', { type: 'string' })),
      },
    }),
  ];
}

const location = { Location: { description: 'Redirect target', schema: { type: 'string' } } };

/** The same request as query and as form. */
function pair(name: string, parameters: readonly Parameter[], operation: Endpoint['operation']): Endpoint[] {
  const path = `/oauth/${name}`;
  const shared = { tags: [OAUTH_TAG], security: [] };
  const schemaOf = ({ schema = { type: 'string' } }: Parameter): Json => schema;
  const properties = parameters.map((one) => [
    one.name,
    {
      ...schemaOf(one),
      description: one.description,
      ...(one.example === undefined ? {} : { examples: [one.example] }),
    },
  ]);
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  const body = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
  return [
    {
      method: 'get',
      path,
      operation: {
        ...shared,
        ...operation,
        parameters: parameters.map((one) => ({ in: 'query', ...one, schema: schemaOf(one) })),
      },
    },
    {
      method: 'post',
      path,
      operation: {
        ...shared,
        ...operation,
        operationId: `${operation.operationId}_by_form`,
        summary: `${operation.summary} (form POST)`,
        requestBody: { content: content(FORM, body) },
      },
    },
  ];
}
