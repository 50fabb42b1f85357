/** Describes the Account API: one GraphQL endpoint, which has its own schema. */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { answer, content, json } from './form.ts';
import { oauthRefusals } from './refusals.ts';

export const ACCOUNT_TAG = 'Account API';

const request = z
  .object({
    query: z
      .string()
      .min(1)
      .max(16 * 1024),
    variables: z.record(z.string(), z.unknown()).nullish(),
    operationName: z.string().nullish().describe('Name of the operation to run, if the query contains several'),
    extensions: z.record(z.string(), z.unknown()).nullish(),
  })
  .meta({ id: 'GraphqlRequest' });

const result = z
  .object({
    data: z.record(z.string(), z.unknown()).nullish(),
    errors: z
      .array(
        z.object({
          message: z.string(),
          path: z.array(z.union([z.string(), z.int()])).optional(),
          locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
          extensions: z.object({ code: z.string() }).optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'GraphqlResult' });

const QUERY = '{ viewer { email enrolledCourses(first: 5) { nodes { slug expireDate hasLifetimeAccess } } } }';

const EXAMPLE = {
  data: {
    viewer: {
      email: 'ana@riverside.example',
      enrolledCourses: { nodes: [{ slug: 'piano-for-beginners', expireDate: null, hasLifetimeAccess: true }] },
    },
  },
};

export const accountPaths = (docsUrl: string): ZodOpenApiPathsObject => ({
  '/account/graphql': {
    post: {
      operationId: 'account_graphql',
      summary: "Query a member's own data",
      description:
        "GraphQL over HTTP for a member's own data at one school. The token must be bound to this origin (RFC 8707). Queries require account:read; mutations require account:write, plus account:read if they select lists. The schema is at /account/schema.graphql, and people try it in the explorer at /account/explorer.",
      tags: [ACCOUNT_TAG],
      security: ['account:read', 'account:write'].flatMap((scope) => [{ oauth2: [scope] }, { openIdConnect: [scope] }]),
      requestBody: { required: true, content: json(request, { query: QUERY }) },
      responses: {
        200: answer('The GraphQL response, which may contain errors', {
          ...json(result, EXAMPLE),
          ...content('application/graphql-response+json', result, EXAMPLE),
        }),
        ...oauthRefusals(docsUrl, [
          'malformed_request.json',
          'token_expired.access',
          'token_scope.request',
          'body_too_large.body',
        ]),
      },
    },
  },
  '/account/schema.graphql': {
    get: {
      operationId: 'account_schema',
      summary: 'The schema of the Account API',
      tags: [ACCOUNT_TAG],
      security: [],
      responses: { 200: answer('GraphQL SDL', content('text/plain', z.string())) },
    },
  },
});
