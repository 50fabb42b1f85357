/** The OAuth and OpenID Connect endpoints of this deployment. */
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import type { GuidedCode } from '../../schema/oauth/error-guide.ts';
import { answer, content, type Endpoint, type Json, ref } from './form.ts';
import { claims, codeGrant, introspection, presentedToken, refreshGrant, tokens } from './oauth-shapes.ts';
import { oauthRefusals } from './refusals.ts';
import { OAUTH_TAG, post, registerEndpoint } from './registration.ts';
import type { Schemas } from './schemas.ts';

const FORM = 'application/x-www-form-urlencoded';
const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
] as const;
// Values that nobody was ever given, in the form of ours.
const ACCESS_TOKEN = 'at_1.An-example-of-an-access-token-no-key-to-anything';
const REFRESH_TOKEN = 'rt_2.An-example-of-a-refresh-token-no-key-to-anything';
const CALLBACK = 'http://127.0.0.1:49152/callback';
const CLAIMS = {
  sub: 'usr_demo_ana',
  org_id: 'site_demo_riverside',
  roles: ['member', 'student'],
  email: 'ana@riverside.example',
  email_verified: true,
  name: 'Ana Example',
};

export function oauthEndpoints(capabilities: Capabilities, schemas: Schemas): Endpoint[] {
  const { baseUrl, docsUrl } = capabilities;
  const refusals = (codes: readonly GuidedCode[]): Json => oauthRefusals(docsUrl, codes);
  const form = (schema: Json, example: Json): Json => ({ required: true, content: content(FORM, schema, example) });
  const presented = form(schemas.define('PresentedToken', presentedToken, 'input'), {
    token: REFRESH_TOKEN,
    client_id: 'c_demo_cli',
  });

  return [
    ...(capabilities.registration === 'off' ? [] : [registerEndpoint(capabilities, schemas)]),
    post('token', {
      operationId: 'token',
      summary: 'Exchange a code or refresh tokens',
      description:
        'RFC 6749 §4.1.3 and §6. Public clients send client_id in the form body; confidential clients also send client_secret. Every refresh token is replaced when used.',
      requestBody: {
        required: true,
        content: {
          [FORM]: {
            schema: {
              oneOf: [
                schemas.define('CodeGrant', codeGrant, 'input'),
                schemas.define('RefreshGrant', refreshGrant, 'input'),
              ],
              discriminator: {
                propertyName: 'grant_type',
                mapping: {
                  authorization_code: '#/components/schemas/CodeGrant',
                  refresh_token: '#/components/schemas/RefreshGrant',
                },
              },
            },
            examples: {
              authorization_code: {
                value: {
                  grant_type: 'authorization_code',
                  code: 'ac_1.An-example-of-a-code-no-key-to-anything',
                  redirect_uri: CALLBACK,
                  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
                  client_id: 'c_demo_cli',
                  resource: baseUrl,
                },
              },
              refresh_token: {
                value: { grant_type: 'refresh_token', refresh_token: REFRESH_TOKEN, client_id: 'c_demo_cli' },
              },
            },
          },
        },
      },
      responses: {
        200: answer(
          'Tokens for one person at one school',
          content('application/json', schemas.define('Tokens', tokens, 'output'), {
            access_token: ACCESS_TOKEN,
            token_type: 'Bearer',
            expires_in: 3600,
            refresh_token: REFRESH_TOKEN,
            scope: 'openid profile email',
            org_id: 'site_demo_riverside',
          }),
        ),
        ...refusals(TOKEN_ERRORS),
      },
    }),
    post('revoke', {
      operationId: 'revoke',
      summary: 'Revoke a token',
      description: 'RFC 7009. Revoking a refresh token revokes its whole grant. Unknown tokens get the same response.',
      requestBody: presented,
      responses: {
        200: answer('The token is revoked or was already invalid', content('application/json', { type: 'object' }, {})),
        ...refusals(['invalid_request', 'invalid_client']),
      },
    }),
    post('introspect', {
      operationId: 'introspect',
      summary: 'Introspect a token',
      description:
        'RFC 7662. A client can inspect its own tokens; a resource server of a school, all tokens of that school.',
      requestBody: presented,
      responses: {
        200: answer(
          'State of the token',
          content('application/json', schemas.define('Introspection', introspection, 'output'), { active: false }),
        ),
        ...refusals(['invalid_request', 'invalid_client']),
      },
    }),
    ...(['get', 'post'] as const).map(
      (method): Endpoint => ({
        method,
        path: '/api/oauth/userinfo',
        operation: {
          operationId: method === 'get' ? 'userinfo' : 'userinfo_by_post',
          summary: method === 'get' ? 'Get user info' : 'Get user info (POST)',
          description: 'OpenID Connect Core §5.3: returns the same claims about the person as the ID token.',
          tags: [OAUTH_TAG],
          security: [{ oauth2: ['openid'] }, { openIdConnect: ['openid'] }],
          responses: {
            200: answer(
              'Claims',
              content(
                'application/json',
                method === 'get' ? schemas.define('Claims', claims, 'output') : ref('schemas', 'Claims'),
                CLAIMS,
              ),
            ),
            ...refusals(['invalid_token', 'insufficient_scope']),
          },
        },
      }),
    ),
  ];
}
