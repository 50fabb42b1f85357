/** `tools/list` and `tools/call`. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { StoreUnavailableError } from '../../schema/oauth-error.ts';
import { ProblemError } from '../../schema/problem.ts';
import type { Catalogue } from './catalogue.ts';
import type { Sender } from './exchange.ts';
import type { Arguments, Caller, Tool } from './tool.ts';

interface ToolResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** What an unknown name may add to an answer. */
const MAX_SHOWN_NAME = 100;

export function answerTools(app: FastifyInstance, server: Server, sender: Sender, catalogue: Catalogue): void {
  const { caller, narrowing, challenge } = sender;

  server.setRequestHandler(
    'tools/list',
    sender.guarded(async () => ({ tools: [...(await catalogue.reachable(caller, narrowing))] })),
  );
  server.setRequestHandler(
    'tools/call',
    sender.guarded(async ({ params }) => {
      const tool = catalogue.find(params.name);
      if (tool === undefined) {
        const message = `there is no tool ${params.name.slice(0, MAX_SHOWN_NAME)}`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      if (challenge !== undefined) return signInFirst(app, challenge);
      await record(app, caller, tool);
      return callTool(app, tool, caller, params.arguments ?? {});
    }),
  );
}

async function callTool(app: FastifyInstance, tool: Tool, caller: Caller, given: Arguments): Promise<ToolResult> {
  try {
    return succeeded(await tool.run(caller, given));
  } catch (error) {
    // What a model can mend by itself is a result for the model, not an error of the protocol.
    if (error instanceof ProblemError) return failed(error.message);
    if (error instanceof StoreUnavailableError) return failed('this cannot be answered now; try again in a moment');
    app.log.error({ err: error, tool: tool.name }, 'a tool failed');
    return failed('something went wrong on our side');
  }
}

async function record(app: FastifyInstance, { operator, origin }: Caller, { name }: Tool): Promise<void> {
  const who =
    operator === undefined ? {} : { siteId: operator.siteId, personId: operator.personId, clientId: operator.clientId };
  await app.audit.record({ event: 'tool_called', at: app.clock(), target: name, ...who, ...origin });
}

const succeeded = (output: unknown): ToolResult => {
  if (typeof output !== 'object' || output === null) return { content: [{ type: 'text', text: 'Done.' }] };
  return {
    content: [{ type: 'text', text: JSON.stringify(output, null, 2) }],
    structuredContent: output as Record<string, unknown>,
  };
};

const failed = (message: string): ToolResult => ({ content: [{ type: 'text', text: message }], isError: true });

/** E-25 (c): the challenge as ChatGPT looks for it. */
const signInFirst = (app: FastifyInstance, challenge: NonNullable<Sender['challenge']>): ToolResult => ({
  ...failed(challenge.description),
  _meta: { 'mcp/www_authenticate': [app.challengeOf(challenge)] },
});
