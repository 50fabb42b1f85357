/** `tools/list` and `tools/call`. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { StoreUnavailableError } from '../../schema/oauth-error.ts';
import { ProblemError } from '../../schema/problem.ts';
import type { Catalogue } from './catalogue.ts';
import type { Arguments, Caller, Tool } from './tool.ts';

interface ToolResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export function answerTools(
  app: FastifyInstance,
  server: Server,
  caller: Caller,
  catalogue: Catalogue,
  narrowing: string | undefined,
): void {
  server.setRequestHandler('tools/list', async () => ({
    tools: (await catalogue.reachable(caller, narrowing)).map(({ listed }) => listed),
  }));

  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = catalogue.find(params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    await record(tool);
    return call(tool, params.arguments ?? {});
  });

  async function call(tool: Tool, given: Arguments): Promise<ToolResult> {
    const parsed = tool.input.safeParse(given);
    // What a model can mend by itself is a result for the model, not an error of the protocol.
    if (!parsed.success) {
      return failed(
        parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('\n'),
      );
    }
    try {
      return succeeded(await tool.run(caller, parsed.data));
    } catch (error) {
      if (error instanceof ProblemError) return failed(error.message);
      if (error instanceof StoreUnavailableError) return failed('this cannot be answered now; try again in a moment');
      app.log.error({ err: error, tool: tool.name }, 'a tool failed');
      return failed('something went wrong on our side');
    }
  }

  async function record({ name }: Tool): Promise<void> {
    const { operator } = caller;
    await app.audit.record({
      event: 'tool_called',
      at: app.clock(),
      target: name,
      ...(operator === undefined
        ? {}
        : {
            siteId: operator.siteId,
            personId: operator.personId,
            clientId: operator.clientId,
            requestId: operator.requestId,
          }),
    });
  }
}

const succeeded = (output: unknown): ToolResult => {
  if (typeof output !== 'object' || output === null) return { content: [{ type: 'text', text: 'Done.' }] };
  return {
    content: [{ type: 'text', text: JSON.stringify(output, null, 2) }],
    structuredContent: output as Record<string, unknown>,
  };
};

const failed = (message: string): ToolResult => ({ content: [{ type: 'text', text: message }], isError: true });
