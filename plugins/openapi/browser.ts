/** Describes the two OAuth endpoints to which browsers are sent. */
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import type { RefusalKey } from '../../schema/refusals/index.ts';
import { answer, content, FORM, OAUTH_TAG, parameters, textHeader } from './form.ts';
import { refusal } from './refusals.ts';

const text = z.string();
const like = (description: string, example: string) => text.meta({ description, examples: [example] });
const maybe = (description: string) => text.optional().describe(description);

const authorization = ({ baseUrl, responseTypes, responseModes, codeChallengeMethods, prompts }: Capabilities) =>
  z.object({
    response_type: z.enum(responseTypes).describe('code'),
    client_id: like('Client identifier', 'c_demo_cli'),
    redirect_uri: like(
      'A redirect URI registered for the client; loopback URIs match with any port',
      'http://127.0.0.1:49152/callback',
    ),
    scope: like('Space-separated', 'openid profile email'),
    state: like('Random value, returned unchanged', 'af0ifjsldkj'),
    code_challenge: like(
      'RFC 7636: SHA-256 of the code verifier, in base64url',
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ),
    code_challenge_method: z.enum(codeChallengeMethods).describe('S256 only'),
    resource: text.optional().meta({ description: 'RFC 8707; required for account scopes', examples: [baseUrl] }),
    nonce: maybe('Random value, returned in the ID token'),
    response_mode: z.enum(responseModes).optional().describe('query only'),
    prompt: maybe(`Space-separated; any of ${prompts.join(', ')}`),
    max_age: text
      .regex(/^[0-9]{1,9}$/)
      .optional()
      .describe('Maximum age of the sign-in, in seconds'),
    login_hint: maybe('E-mail address the person is likely to sign in with'),
    id_token_hint: maybe('ID token of the expected person'),
    claims: maybe('OpenID Connect Core §5.5: acr, amr, auth_time and sub; the scopes decide about other claims'),
    acr_values: maybe('OpenID Connect Core §3.1.2.1: the ID token says how the person signed in'),
    ui_locales: maybe('Preferred languages, in order'),
    org_id: maybe('The school to sign in to, if the person has several'),
    school_id: maybe('Alias of org_id'),
  });

const logout = z.object({
  id_token_hint: maybe('Last ID token issued for the person; without it, they are asked to confirm'),
  client_id: maybe('Client identifier'),
  post_logout_redirect_uri: maybe('A post-logout redirect URI registered for the client'),
  state: maybe('Returned unchanged'),
  ui_locales: maybe('Preferred languages, in order'),
});

const page = (description: string) => answer(description, content('text/html', text));
const elsewhere = (description: string) => answer(description, undefined, { Location: textHeader('Redirect target') });

/** Errors that stay here: a page, or JSON if `Accept` prefers it. */
const refusals = (
  { docsUrl }: Capabilities,
  all: readonly [number, RefusalKey[], string][],
): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    all.map(([status, keys, description]) => {
      const { content: asJson, ...rest } = refusal(docsUrl, keys, description);
      return [status, { ...rest, content: { ...content('text/html', text), ...asJson } }];
    }),
  );

export const browserPaths = (capabilities: Capabilities): ZodOpenApiPathsObject => ({
  '/oauth/authorize': eitherWay(capabilities, authorization(capabilities), {
    operationId: 'authorize',
    summary: 'Request authorization',
    description:
      'Authorization request of RFC 6749 §4.1.1 with PKCE (RFC 7636), made in a browser. The person signs in, chooses a school and gives consent. The browser is redirected to redirect_uri with code, state and iss (RFC 9207), or with error, state and iss. Cross-origin scripts cannot call this endpoint.',
    responses: {
      200: page('A page for signing in, choosing a school, consent, or returning to the client'),
      303: elsewhere('Redirect to the client, or to a page of this server'),
      ...refusals(capabilities, [
        [
          400,
          ['redirect_uri_not_registered', 'unknown_client.id'],
          'The client or redirect_uri is unknown, so nothing is redirected.',
        ],
        [429, ['rate_limited.requests'], 'Rate limit exceeded.'],
        [503, ['store_unavailable'], 'Service temporarily unavailable.'],
      ]),
    },
  }),
  '/oauth/logout': eitherWay(capabilities, logout, {
    operationId: 'logout',
    summary: 'End the browser session',
    description:
      'OpenID Connect RP-Initiated Logout 1.0, made in a browser. Tokens remain valid; use the revocation endpoint to revoke them.',
    responses: {
      200: page('A page that asks for confirmation or confirms the sign-out'),
      303: elsewhere('Redirect to post_logout_redirect_uri'),
      ...refusals(capabilities, [[400, ['repeated_parameter'], 'Invalid request.']]),
    },
  }),
});

/** Describes the same request as a query and as a form. */
function eitherWay(capabilities: Capabilities, request: z.ZodObject, operation: ZodOpenApiOperationObject) {
  const shared = { tags: [OAUTH_TAG], security: [], ...operation };
  return {
    get: { ...shared, requestParams: { query: parameters(request.shape) } },
    post: {
      ...shared,
      operationId: `${operation.operationId}_by_form`,
      summary: `${operation.summary} (form POST)`,
      requestBody: { content: content(FORM, request) },
      responses: {
        ...operation.responses,
        ...refusals(capabilities, [[413, ['body_too_large.body'], 'The form is too large.']]),
      },
    },
  };
}
