/** Describes the tool endpoint. It uses MCP, so only the endpoint and its errors are described. */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { REFUSALS } from '../../schema/refusals/rows.ts';
import { HIDDEN_TOOLS, TOOL_PARAMETERS } from '../../schema/school/tool-guide.ts';
import { answer, json, parameters, ref } from './form.ts';
import { oauthRefusals } from './refusals.ts';

export const TOOLS_TAG = 'Tools';

const message = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]).optional().describe('Omitted in notifications'),
    method: z.string().describe('Such as tools/list'),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ToolMessage' });

const result = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.object({ code: z.int(), message: z.string() }).optional(),
  })
  .meta({ id: 'ToolAnswer' });

const ANSWERS: readonly [number, string, number, string][] = [
  [400, 'Not valid JSON, or not a valid message', -32_600, 'batches are not supported; send one message per request'],
  [404, 'Unknown method', -32_601, 'Method not found'],
  [
    406,
    'The Accept header lacks application/json or text/event-stream',
    -32_000,
    'Not Acceptable: Client must accept both application/json and text/event-stream',
  ],
  [
    413,
    'The body is larger than 16 KB without a token, or 64 KB with one (1 MB for tools that take long texts), or has too many values',
    -32_000,
    REFUSALS.body_too_large.says.body,
  ],
  [415, 'The content type is not application/json', -32_000, REFUSALS.unsupported_media_type.says.other],
  [429, 'Rate limit exceeded', -32_000, 'more than 120 requests; try again in 10 s'],
  [503, 'Service temporarily unavailable', -32_000, REFUSALS.store_unavailable.says],
];

const query = z.object({
  auth: z.enum(['required', 'member']).optional().describe(TOOL_PARAMETERS.auth),
  school: z.string().optional().describe(TOOL_PARAMETERS.school).meta({ example: 'riverside' }),
  tools: z.string().optional().describe(TOOL_PARAMETERS.tools).meta({ example: 'courses,students' }),
});

export function toolPaths(docsUrl: string): ZodOpenApiPathsObject {
  const { 401: unauthorized, 403: forbidden } = oauthRefusals(docsUrl, [
    'token_missing.tool',
    'second_factor_missing.request',
    'token_scope.request',
  ]);
  const refusals = ANSWERS.map(([status, description, code, message]) => [
    status,
    answer(
      description,
      json(result, { jsonrpc: '2.0', id: null, error: { code, message } }),
      status === 429 || status === 503 ? { 'Retry-After': ref('headers', 'RetryAfter') } : undefined,
    ),
  ]);
  return {
    '/mcp': {
      post: {
        operationId: 'mcp',
        summary: 'Send a Model Context Protocol message',
        description: `JSON-RPC 2.0 over Streamable HTTP, stateless. Without a token only public tools are available. Calling any other tool without its scope returns 401 or 403 with the scope required, which prompts MCP clients to sign in. ${HIDDEN_TOOLS}`,
        tags: [TOOLS_TAG],
        // The empty requirement makes the token optional.
        security: [{}, { oauth2: [] }, { openIdConnect: [] }],
        requestParams: { query: parameters(query.shape) },
        'x-accept': 'application/json, text/event-stream',
        requestBody: { required: true, content: json(message, { jsonrpc: '2.0', id: 1, method: 'tools/list' }) },
        responses: {
          200: answer('The JSON-RPC response', json(result, { jsonrpc: '2.0', id: 1, result: { tools: [] } })),
          202: answer('Notification accepted'),
          ...Object.fromEntries(refusals),
          401: unauthorized,
          403: { ...forbidden, description: 'The token lacks a scope, or the Origin is not allowed.' },
        },
      },
    },
  };
}
