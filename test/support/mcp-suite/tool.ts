/** A tool for everyone, that answers as the protocol has it. */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { hintsOf } from '../../../routes/apis/mcp/hints.ts';
import type { Arguments, ListedTool, Tool } from '../../../routes/apis/mcp/tool.ts';

type Answer = CallToolResult | InputRequiredResult;
type Answering = (given: Arguments, context: ServerContext) => Answer | Promise<Answer>;

const NO_ARGUMENTS: ListedTool['inputSchema'] = { type: 'object', properties: {}, additionalProperties: false };

export function suiteTool(name: string, answer: Answering, inputSchema = NO_ARGUMENTS): Tool {
  const { annotations, reasons } = hintsOf({ isReading: true });
  const listed: ListedTool = {
    name,
    title: name,
    description: 'For the conformance suite',
    inputSchema,
    annotations,
  };
  return {
    name,
    scope: undefined,
    listed,
    described: { ...listed, returns: [], reasons },
    run: async (_caller, given, context) => answer(given, context),
  };
}

export const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** 2026-07-28: what the client says of itself with each request. */
export const abilitiesOf = ({ mcpReq: { envelope = {} } }: ServerContext): ClientCapabilities =>
  Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY) ?? {};
