/** The two OAuth endpoints that a browser is sent to. */
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import { answer, content, FORM, OAUTH_TAG, parameters, textHeader } from './form.ts';

const text = z.string();
const like = (description: string, example: string) => text.meta({ description, examples: [example] });
const maybe = (description: string) => text.optional().describe(description);

const authorization = ({ baseUrl, responseTypes, responseModes, codeChallengeMethods, prompts }: Capabilities) =>
  z.object({
    response_type: z.enum(responseTypes).describe('code'),
    client_id: like('Who asks', 'c_demo_cli'),
    redirect_uri: like('Registered for the client; on loopback with any port', 'http://127.0.0.1:49152/callback'),
    scope: like('Separated by spaces', 'openid profile email'),
    state: like('Random; comes back unchanged', 'af0ifjsldkj'),
    code_challenge: like(
      'RFC 7636: the SHA-256 of the verifier in base64url',
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ),
    code_challenge_method: z.enum(codeChallengeMethods).describe('S256 only'),
    resource: text.optional().meta({ description: 'RFC 8707; required for account scopes', examples: [baseUrl] }),
    nonce: maybe('Random; comes back inside the ID token'),
    response_mode: z.enum(responseModes).optional().describe('query only'),
    prompt: maybe(`Some of ${prompts.join(', ')}, separated by spaces`),
    max_age: text
      .regex(/^[0-9]{1,9}$/)
      .optional()
      .describe('Seconds since the last sign-in'),
    login_hint: maybe('The e-mail address the person probably signs in with'),
    id_token_hint: maybe('An ID token of the person who is expected'),
    ui_locales: maybe('Languages, the best first'),
    org_id: maybe('The school, where a person may have several'),
    school_id: maybe('The same as org_id'),
  });

const logout = z.object({
  id_token_hint: maybe('The last ID token of the person; without it they are asked'),
  client_id: maybe('Who sends the person'),
  post_logout_redirect_uri: maybe('Registered for the client'),
  state: maybe('Comes back unchanged'),
  ui_locales: maybe('Languages, the best first'),
});

const page = (description: string) => answer(description, content('text/html', text));
const elsewhere = (description: string) => answer(description, undefined, { Location: textHeader('Where to') });

export const browserPaths = (capabilities: Capabilities): ZodOpenApiPathsObject => ({
  '/oauth/authorize': eitherWay(authorization(capabilities), {
    operationId: 'authorize',
    summary: 'Ask a person for access',
    description:
      'RFC 6749 §4.1.1 with PKCE (RFC 7636), in a browser: the person signs in, chooses a school, and decides. The answer goes to redirect_uri with code, state and iss (RFC 9207), or with error, state and iss. Not for scripts of other origins.',
    responses: {
      200: page('A page: to sign in, to choose, to decide, or to go on to the client'),
      303: elsewhere('On to the client, or to a page of ours'),
      400: page('A page: the request cannot be sent back to a client'),
      401: page('A page: the client is not known'),
      429: page('A page: a limit was reached'),
    },
  }),
  '/oauth/logout': eitherWay(logout, {
    operationId: 'logout',
    summary: 'End the session of the browser',
    description: 'OpenID Connect RP-Initiated Logout 1.0, in a browser. Tokens stay alive: revoke them instead.',
    responses: {
      200: page('A page: asks, or says that it is done'),
      303: elsewhere('On to post_logout_redirect_uri'),
      400: page('A page: the request cannot be followed'),
    },
  }),
});

/** The same request as query and as form. */
function eitherWay(request: z.ZodObject, operation: ZodOpenApiOperationObject) {
  const shared = { tags: [OAUTH_TAG], security: [], ...operation };
  return {
    get: { ...shared, requestParams: { query: parameters(request.shape) } },
    post: {
      ...shared,
      operationId: `${operation.operationId}_by_form`,
      summary: `${operation.summary}, by form`,
      requestBody: { content: content(FORM, request) },
    },
  };
}
