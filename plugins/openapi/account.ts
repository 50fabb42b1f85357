/** The member Account API: one GraphQL endpoint, whose own schema says the rest. */
import { z } from 'zod';
import { answer, content, type Endpoint } from './form.ts';
import { oauthRefusals } from './refusals.ts';
import type { Schemas } from './schemas.ts';

export const ACCOUNT_TAG = 'Account API';

const request = z.object({
  query: z
    .string()
    .min(1)
    .max(16 * 1024),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish().describe('Name of the operation to run, if the query contains several'),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

const result = z.object({
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
});

const QUERY = '{ viewer { email enrolledCourses(first: 5) { nodes { slug expireDate hasLifetimeAccess } } } }';

export function accountEndpoints(docsUrl: string, schemas: Schemas): Endpoint[] {
  const answered = schemas.define('GraphqlResult', result, 'output');
  const example = {
    data: {
      viewer: {
        email: 'ana@riverside.example',
        enrolledCourses: { nodes: [{ slug: 'piano-for-beginners', expireDate: null, hasLifetimeAccess: true }] },
      },
    },
  };
  return [
    {
      method: 'post',
      path: '/account/graphql',
      operation: {
        operationId: 'account_graphql',
        summary: "Query a member's own data",
        description:
          "GraphQL over HTTP for a member's own data at one school. The token must be bound to this origin (RFC 8707). Queries require account:read; mutations require account:write, plus account:read if they select lists. The schema is at /account/schema.graphql.",
        tags: [ACCOUNT_TAG],
        security: ['account:read', 'account:write'].flatMap((scope) => [
          { oauth2: [scope] },
          { openIdConnect: [scope] },
        ]),
        requestBody: {
          required: true,
          content: content('application/json', schemas.define('GraphqlRequest', request, 'input'), { query: QUERY }),
        },
        responses: {
          200: answer('The GraphQL response, which may contain errors', {
            ...content('application/json', answered, example),
            ...content('application/graphql-response+json', answered, example),
          }),
          ...oauthRefusals(docsUrl, ['invalid_request', 'invalid_token', 'insufficient_scope']),
        },
      },
    },
    {
      method: 'get',
      path: '/account/schema.graphql',
      operation: {
        operationId: 'account_schema',
        summary: 'The schema of the Account API',
        tags: [ACCOUNT_TAG],
        security: [],
        responses: { 200: answer('GraphQL SDL', content('text/plain', { type: 'string' })) },
      },
    },
  ];
}
