/** Handles `tools/list` and `tools/call`. */
import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../../schema/school/problem.ts';
import { StoreUnavailableError } from '../../../schema/store-error.ts';
import type { Catalogue } from './catalogue.ts';
import { failed } from './rendering.ts';
import type { RequestContext } from './request-context.ts';
import type { Arguments, Caller, Tool } from './tool.ts';

/** Maximum length of an unknown tool's name in an error message. */
const MAX_SHOWN_NAME = 100;
/** Maximum length of an error message. It repeats input, and language models are billed by length. */
const MAX_COMPLAINT = 4000;

export function answerTools(
  app: FastifyInstance,
  server: Server,
  requestContext: RequestContext,
  catalogue: Catalogue,
): void {
  const { caller, narrowing, challenge } = requestContext;

  server.setRequestHandler(
    'tools/list',
    requestContext.guarded(async () => ({ tools: [...(await catalogue.reachable(caller, narrowing))] })),
  );
  server.setRequestHandler(
    'tools/call',
    requestContext.guarded(async ({ params }, context: ServerContext) => {
      const tool = catalogue.find(params.name);
      if (tool === undefined) {
        const message = `unknown tool: ${params.name.slice(0, MAX_SHOWN_NAME)}`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      if (challenge !== undefined) return signInFirst(app, challenge);
      await record(app, caller, tool);
      return callTool(app, tool, { caller, given: params.arguments ?? {}, context });
    }),
  );
}

interface Call {
  caller: Caller;
  given: Arguments;
  context: ServerContext;
}

async function callTool(
  app: FastifyInstance,
  tool: Tool,
  { caller, given, context }: Call,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    return await tool.run(caller, given, context);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof ProblemError) return failed(error.message.slice(0, MAX_COMPLAINT));
    if (error instanceof StoreUnavailableError) return failed('the server cannot answer now; try again in a moment');
    app.log.error({ err: error, tool: tool.name }, 'a tool failed');
    return failed('an internal error occurred');
  }
}

/** Records a call in the audit log. Calls of strangers are reads of public data, and anyone can make any number. */
async function record(app: FastifyInstance, { operator, origin }: Caller, { name }: Tool): Promise<void> {
  if (operator === undefined) return;
  const { siteId, personId, clientId } = operator;
  await app.audit.record({
    event: 'tool_called',
    at: app.clock(),
    target: name,
    siteId,
    personId,
    clientId,
    ...origin,
  });
}

/** Returns the challenge in the form that ChatGPT expects. */
const signInFirst = (app: FastifyInstance, challenge: NonNullable<RequestContext['challenge']>): CallToolResult => ({
  ...failed(challenge.description),
  _meta: { 'mcp/www_authenticate': [app.challengeOf(challenge)] },
});
