/** The section about calling the APIs with a token. */
import type { Operation } from '../../../schema/school/operation.ts';
import { HIDDEN_TOOLS } from '../../../schema/school/tool-guide.ts';
import { type Facts, paragraphs, shell } from './facts.ts';

export function calling(facts: Facts): string {
  return paragraphs(
    '## 6. Call the API',
    'Send the token in the header, never in the URL: `Authorization: Bearer …`. A 401 (`invalid_token`) or 403 (`insufficient_scope`) has a `WWW-Authenticate` header with the required scope and `resource_metadata`. To get another scope, repeat step 4 with the scopes you have and the one named.',
    facts.hasTools ? tools() : undefined,
    account(),
    facts.operations.length > 0 ? admin(facts) : undefined,
  );
}

const tools = (): string =>
  paragraphs(
    '### Tools: `/mcp`',
    "The Model Context Protocol over Streamable HTTP. Without a token you see public tools only; a tool that requires a scope returns 401 or 403 as above, and an MCP client then signs in by itself. A client that can sign in only on connection uses `/mcp?auth=required`, or `/mcp?auth=member` for a member's own data: there any request without a token gets a 401.",
    `${HIDDEN_TOOLS} A URL with \`?tools=courses,students\` lists the tools of these families of scopes, and one with \`?tools=all\` all of them, in pages (\`nextCursor\`); it can be combined with \`auth\`. \`?school=<slug>\` selects a school: its resource is that URL, and a token for another school gets a 401 there.`,
    shell(
      "curl -s \"$BASE/mcp\" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\",
      `  -d '${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}'`,
    ),
  );

const QUERY =
  '{ viewer { id email enrolledCourses(first: 5) { nodes { slug expireDate hasLifetimeAccess lastWatchedLecture { lectureId positionSeconds } } } } }';

const account = (): string =>
  paragraphs(
    "### A member's own data: `/account/graphql`",
    'Requires `account:read` (and `account:write` for changes), and a token that was requested with `resource`. There is no anonymous access. The schema is at `/account/schema.graphql`, and people try it in the explorer at `/account/explorer`.',
    shell(
      'curl -s "$BASE/account/graphql" -H "Authorization: Bearer $ACCESS_TOKEN" -H \'Content-Type: application/json\' \\',
      `  -d '${JSON.stringify({ query: QUERY })}'`,
    ),
  );

/** Returns an operation that needs no parameters. */
const simplest = (operations: readonly Operation[]): Operation | undefined =>
  operations.find(({ rest, input }) => rest.method === 'GET' && input.safeParse({}).success);

function admin({ operations, capabilities, hasOwnDocs }: Facts): string {
  const example = simplest(operations);
  return paragraphs(
    '### A school: `/api/v1`',
    `${operations.length} operations, each with its required scope, are described in \`${capabilities.baseUrl}/openapi.json\`${hasOwnDocs ? `, and in readable form at ${capabilities.docsUrl}/reference` : ''}. They apply to the school the token is for.`,
    example === undefined
      ? undefined
      : paragraphs(
          `This operation requires \`${example.scope}\`:`,
          shell(`curl -s "$BASE/api/v1${example.rest.path}" -H "Authorization: Bearer $ACCESS_TOKEN"`),
        ),
  );
}
