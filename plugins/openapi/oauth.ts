/** Describes the OAuth and OpenID Connect endpoints of this server. */
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import { answer, content, FORM, json, OAUTH_TAG } from './form.ts';
import { claims, codeGrant, introspection, presentedToken, refreshGrant, tokens } from './oauth-shapes.ts';
import { oauthRefusals, refusal } from './refusals.ts';
import { register } from './registration.ts';

const PRESENTED_REFUSALS = ['missing_parameter.named', 'client_secret_wrong', 'body_too_large.body'] as const;
const TOKEN_REFUSALS = [
  ...PRESENTED_REFUSALS,
  'code_expired',
  'pkce_mismatch.other',
  'grant_ended.grant',
  'refresh_reuse.used',
  'grant_type_unsupported',
  'scope_outside_grant',
  'resource_changed',
  'dpop_proof_invalid.replayed',
  'dpop_nonce_needed.clock',
] as const;
// Examples with the form of our credentials that were never issued.
const ACCESS_TOKEN = 'at_1.An-example-of-an-access-token-no-key-to-anything';
const REFRESH_TOKEN = 'rt_2.An-example-of-a-refresh-token-no-key-to-anything';
const ID_TOKEN = 'eyJhbGciOiJFUzI1NiJ9.An-example-of-the-claims.An-example-of-a-signature';
const CALLBACK = 'http://127.0.0.1:49152/callback';
const CLAIMS = {
  sub: 'usr_demo_ana',
  org_id: 'site_demo_riverside',
  roles: ['member', 'student'],
  email: 'ana@riverside.example',
  email_verified: true,
  name: 'Ana Lima',
};

/** RFC 9449. */
const PROOF = {
  header: z.object({
    DPoP: z.string().exactOptional().describe('Proof of possession of a key: a new JWT for every request'),
  }),
};

export function oauthPaths(capabilities: Capabilities): ZodOpenApiPathsObject {
  const { docsUrl } = capabilities;
  const presented = {
    required: true,
    content: content(FORM, presentedToken, { token: REFRESH_TOKEN, client_id: 'c_demo_cli' }),
  };
  const userinfo = {
    description: 'OpenID Connect Core §5.3: returns the same claims about the person as the ID token.',
    tags: [OAUTH_TAG],
    requestParams: PROOF,
    security: [{ oauth2: ['openid'] }, { openIdConnect: ['openid'] }],
    responses: {
      200: answer('Claims', json(claims, CLAIMS)),
      ...oauthRefusals(docsUrl, ['token_scope.request']),
      401: refusal(docsUrl, ['token_expired.access', 'dpop_proof_invalid.replayed', 'dpop_nonce_needed.clock']),
    },
  };
  return {
    ...(capabilities.registration === 'off' ? {} : { '/api/oauth/register': post(register(capabilities)) }),
    '/api/oauth/token': post(token(capabilities)),
    '/api/oauth/revoke': post({
      operationId: 'revoke',
      summary: 'Revoke a token',
      description: 'RFC 7009. Revoking a refresh token revokes its whole grant. Unknown tokens get the same response.',
      requestBody: presented,
      responses: {
        200: answer('The token is revoked or was already invalid', json({ type: 'object' }, {})),
        ...oauthRefusals(docsUrl, PRESENTED_REFUSALS),
      },
    }),
    '/api/oauth/introspect': post({
      operationId: 'introspect',
      summary: 'Introspect a token',
      description:
        'RFC 7662. A client can inspect its own tokens; a resource server of a school, all tokens of that school.',
      requestBody: presented,
      responses: {
        200: answer('State of the token', json(introspection, { active: false })),
        ...oauthRefusals(docsUrl, PRESENTED_REFUSALS),
      },
    }),
    '/api/oauth/userinfo': {
      get: { operationId: 'userinfo', summary: 'Get user info', ...userinfo },
      post: {
        ...{ operationId: 'userinfo_by_post', summary: 'Get user info (POST)', ...userinfo },
        responses: { ...userinfo.responses, 413: refusal(docsUrl, ['body_too_large.body'], 'The body is too large.') },
      },
    },
  };
}

/** An endpoint that programs call without a token. */
const post = (operation: ZodOpenApiOperationObject) => ({ post: { tags: [OAUTH_TAG], security: [], ...operation } });

const token = ({ baseUrl, docsUrl }: Capabilities): ZodOpenApiOperationObject => ({
  operationId: 'token',
  summary: 'Exchange a code or refresh tokens',
  description:
    'RFC 6749 §4.1.3 and §6. Public clients send client_id in the form body; confidential clients also send client_secret. Every refresh token is replaced when used. With a proof in the header DPoP (RFC 9449), the access token is bound to its key, and so is the refresh token of a public client.',
  requestParams: PROOF,
  requestBody: {
    required: true,
    content: {
      [FORM]: {
        schema: z.discriminatedUnion('grant_type', [codeGrant, refreshGrant]),
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
      json(tokens, {
        access_token: ACCESS_TOKEN,
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: REFRESH_TOKEN,
        refresh_token_timeout: 2_592_000,
        authorization_expires_in: 7_776_000,
        scope: 'openid profile email',
        org_id: 'site_demo_riverside',
        id_token: ID_TOKEN,
      }),
    ),
    ...oauthRefusals(docsUrl, TOKEN_REFUSALS),
  },
});
