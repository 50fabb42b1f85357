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
  { name: 'client_id', required: true, description: 'Who asks', example: 'c_demo_cli' },
  {
    name: 'redirect_uri',
    required: true,
    description: 'Registered for the client; on loopback with any port',
    example: 'http://127.0.0.1:49152/callback',
  },
  { name: 'scope', required: true, description: 'Separated by spaces', example: 'openid profile email' },
  { name: 'state', required: true, description: 'Random; comes back unchanged', example: 'af0ifjsldkj' },
  {
    name: 'code_challenge',
    required: true,
    description: 'RFC 7636: the SHA-256 of the verifier in base64url',
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  },
  {
    name: 'code_challenge_method',
    required: true,
    schema: { type: 'string', enum: codeChallengeMethods },
    description: 'S256 only',
  },
  { name: 'resource', description: 'RFC 8707; required for account scopes', example: baseUrl },
  { name: 'nonce', description: 'Random; comes back inside the ID token' },
  { name: 'response_mode', schema: { type: 'string', enum: responseModes }, description: 'query only' },
  { name: 'prompt', description: `Some of ${prompts.join(', ')}, separated by spaces` },
  {
    name: 'max_age',
    schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
    description: 'Seconds since the last sign-in',
  },
  { name: 'login_hint', description: 'The e-mail address the person probably signs in with' },
  { name: 'id_token_hint', description: 'An ID token of the person who is expected' },
  { name: 'ui_locales', description: 'Languages, the best first' },
  { name: 'org_id', description: 'The school, where a person may have several' },
  { name: 'school_id', description: 'The same as org_id' },
];

const LOGOUT_PARAMETERS: readonly Parameter[] = [
  { name: 'id_token_hint', description: 'The last ID token of the person; without it they are asked' },
  { name: 'client_id', description: 'Who sends the person' },
  { name: 'post_logout_redirect_uri', description: 'Registered for the client' },
  { name: 'state', description: 'Comes back unchanged' },
  { name: 'ui_locales', description: 'Languages, the best first' },
];

export function browserEndpoints(capabilities: Capabilities): Endpoint[] {
  return [
    ...pair('authorize', authorizationParameters(capabilities), {
      operationId: 'authorize',
      summary: 'Ask a person for access',
      description:
        'RFC 6749 §4.1.1 with PKCE (RFC 7636), in a browser: the person signs in, chooses a school, and decides. The answer goes to redirect_uri with code, state and iss (RFC 9207), or with error, state and iss. Not for scripts of other origins.',
      responses: {
        200: answer(
          'A page: to sign in, to choose, to decide, or to go on to the client',
          content('text/html', { type: 'string' }),
        ),
        303: answer('On to the client, or to a page of ours', undefined, location),
        400: answer('A page: the request cannot be sent back to a client', content('text/html', { type: 'string' })),
        401: answer('A page: the client is not known', content('text/html', { type: 'string' })),
        429: answer('A page: a limit was reached', content('text/html', { type: 'string' })),
      },
    }),
    ...pair('logout', LOGOUT_PARAMETERS, {
      operationId: 'logout',
      summary: 'End the session of the browser',
      description: 'OpenID Connect RP-Initiated Logout 1.0, in a browser. Tokens stay alive: revoke them instead.',
      responses: {
        200: answer('A page: asks, or says that it is done', content('text/html', { type: 'string' })),
        303: answer('On to post_logout_redirect_uri', undefined, location),
        400: answer('A page: the request cannot be followed', content('text/html', { type: 'string' })),
      },
    }),
  ];
}

const location = { Location: { description: 'Where to', schema: { type: 'string' } } };

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
        summary: `${operation.summary}, by form`,
        requestBody: { content: content(FORM, body) },
      },
    },
  ];
}
