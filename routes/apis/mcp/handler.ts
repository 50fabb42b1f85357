/**
 * Answers a message, directly or by means of the SDK, with a separate server and transport for each message. Shared ones have sent
 * responses to the wrong client (CVE-2026-25536).
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolResult,
  classifyInboundRequest,
  createMcpHandler,
  type InputRequiredResult,
  isLegacyRequest,
  type McpRequestContext,
  mergeCapabilities,
  ProtocolError,
  Server,
  type ServerCapabilities,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../../schema/data/objects.ts';
import {
  CHOSEN_TOOLS,
  HIDDEN_TOOLS,
  SKILLS,
  TOOL_CONVENTIONS,
  UNTRUSTED_TEXT,
} from '../../../schema/school/tool-guide.ts';
import type { Catalogue } from './catalogue.ts';
import { withOwnWords } from './error-words.ts';
import { CACHE_HINTS, REVISIONS, SERVER_INFO } from './identity.ts';
import { isId } from './message.ts';
import type { Registry } from './registry.ts';
import { RequestContext } from './request-context.ts';
import { answerResources } from './resources.ts';
import { answerSkills, SKILLS_EXTENSION } from './skill-requests.ts';
import type { Call } from './tool.ts';
import { answerCall, answerTools, pageAt } from './tool-requests.ts';

const INSTRUCTIONS = [
  'Tools of a learning platform for schools. Without sign-in only public tools are available; any other tool asks for sign-in when called.',
  HIDDEN_TOOLS,
  CHOSEN_TOOLS,
  SKILLS,
  TOOL_CONVENTIONS,
  UNTRUSTED_TEXT,
].join('\n');

/** The context that a response depends on, besides the message. */
export type Sender = Pick<RequestContext, 'caller' | 'narrowing' | 'challenge' | 'checkedScope'>;

interface McpHandler extends DirectAnswers {
  /** Answers a message in the protocol revision of that message. */
  bySdk(message: Request, parsedBody: unknown, sender: Sender): Promise<Response>;
}

export function mcpHandler(app: FastifyInstance, registry: Registry): McpHandler {
  // The SDK creates a server for each message and passes only the request to it. The server finds its context here.
  const contexts = new WeakMap<Request, RequestContext>();

  const serverFor = ({ requestInfo }: Pick<McpRequestContext, 'requestInfo'>): Server => {
    const context = requestInfo && contexts.get(requestInfo);
    if (context === undefined) throw new Error('a message of nobody');
    const server = new Server(SERVER_INFO, {
      capabilities: registry.methods.reduce<ServerCapabilities>(
        (all, { capabilities }) => mergeCapabilities(all, capabilities),
        { tools: {}, resources: {}, ...SKILLS_EXTENSION },
      ),
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    });
    answerTools(app, server, context, registry.catalogue);
    answerResources(server, context, registry);
    answerSkills(server, context, registry);
    for (const { answer } of registry.methods) answer(server, context);
    return server;
  };

  const modern = createMcpHandler(serverFor, {
    legacy: 'reject',
    onerror: ({ message }) => app.log.info({ reason: message.slice(0, 200) }, 'a message was refused'),
  });

  async function legacy(message: Request, parsedBody: unknown): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = serverFor({ requestInfo: message });
    await server.connect(transport);
    try {
      return await transport.handleRequest(message, { parsedBody });
    } finally {
      await server.close();
    }
  }

  async function answered(message: Request, parsedBody: unknown): Promise<Response> {
    for (const intercept of registry.interceptions) {
      const response = intercept(message, parsedBody, () => serverFor({ requestInfo: message }));
      if (response !== undefined) return response;
    }
    return (await isLegacyRequest(message, parsedBody))
      ? legacy(message, parsedBody)
      : modern.fetch(message, { parsedBody });
  }

  return {
    ...directAnswers(app, registry.catalogue),
    async bySdk(message, parsedBody, sender) {
      const context = new RequestContext(sender);
      contexts.set(message, context);
      const response = await answered(message, parsedBody);
      context.rethrow();
      if (!isJson(response)) return response;
      const text = withOwnWords(await response.text());
      const isDiscovery = isRecord(parsedBody) && parsedBody.method === 'server/discover';
      return new Response(isDiscovery ? withAllRevisions(text) : text, response);
    },
  };
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type') === 'application/json';

function withAllRevisions(text: string): string {
  const answer: unknown = JSON.parse(text);
  if (isRecord(answer) && isRecord(answer.result)) answer.result.supportedVersions = REVISIONS;
  return JSON.stringify(answer);
}

const REVISION = '2026-07-28';
const ENVELOPE: ReadonlySet<string> = new Set([
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
]);
const MESSAGE: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS = {
  'tools/list': new Set(['_meta', 'cursor']),
  'tools/call': new Set(['_meta', 'name', 'arguments']),
} as const satisfies Record<string, ReadonlySet<string>>;

/** The end of every result, as the SDK writes it. */
const META = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO };
const LIST_END = { resultType: 'complete', ...CACHE_HINTS['tools/list'], _meta: META };

type DirectMessage = { readonly id: string | number } & (
  | { readonly method: 'tools/list'; readonly cursor: string | undefined }
  | { readonly method: 'tools/call' }
);

interface DirectAnswers {
  /**
   * @param call the call of the message, whose scope has been checked
   * @returns the response as JSON, or `undefined` if the SDK has to answer
   */
  answer(
    headers: IncomingHttpHeaders,
    body: unknown,
    sender: Sender,
    call: Call | undefined,
  ): Promise<string | undefined>;
}

function directAnswers(app: FastifyInstance, catalogue: Catalogue): DirectAnswers {
  // A page is kept as long as its list is.
  const pages = new WeakMap<object, string>();

  async function listing({ caller, narrowing }: Sender, cursor: string | undefined): Promise<string | undefined> {
    const page = pageIfAny(await catalogue.listed(caller, narrowing), cursor);
    if (page === undefined) return undefined;
    const text = pages.get(page) ?? JSON.stringify({ ...page, ...LIST_END });
    pages.set(page, text);
    return text;
  }

  return {
    async answer(headers, body, sender, call) {
      const message = directMessage(headers, body);
      if (message === undefined) return undefined;
      if (message.method === 'tools/list') {
        const result = await listing(sender, message.cursor);
        return result && responseOf(message, result);
      }
      const run = call?.tool.answer;
      if (call === undefined || run === undefined) return undefined;
      const result = await answerCall(app, sender, call.tool, () => run(sender.caller, call.args));
      return responseOf(message, JSON.stringify(completed(result)));
    },
  };
}

const completed = <Result extends CallToolResult | InputRequiredResult>(result: Result): Result => ({
  ...result,
  resultType: 'inputRequests' in result ? 'input_required' : 'complete',
  _meta: { ...result._meta, ...META },
});

/** @param result JSON */
const responseOf = ({ id }: DirectMessage, result: string): string =>
  `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;

function pageIfAny(...page: Parameters<typeof pageAt>): ReturnType<typeof pageAt> | undefined {
  try {
    return pageAt(...page);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** Reads a message, if there is nothing in it but what is understood here. */
function directMessage(headers: IncomingHttpHeaders, body: unknown): DirectMessage | undefined {
  const { 'mcp-protocol-version': revision, 'mcp-method': method, 'mcp-name': named } = headers;
  if (revision !== REVISION || (method !== 'tools/list' && method !== 'tools/call')) return undefined;
  if (!hasOnly(body, MESSAGE) || body.method !== method || !isId(body.id)) return undefined;
  const { id, params } = body;
  if (!hasOnly(params, PARAMS[method]) || !hasOnly(params._meta, ENVELOPE)) return undefined;
  const { name, arguments: args = {}, cursor } = params;
  const isCall = method === 'tools/call' && name !== undefined && name === named && isOrdinary(args);
  const isList = method === 'tools/list' && (cursor === undefined || typeof cursor === 'string');
  if (!isCall && !isList) return undefined;
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: revision,
    mcpMethodHeader: method,
    body,
  });
  if (outcome.kind !== 'modern' || outcome.messageKind !== 'request') return undefined;
  return isList ? { id, method: 'tools/list', cursor: cursor as string | undefined } : { id, method: 'tools/call' };
}

const hasOnly = (value: unknown, names: ReadonlySet<string>): value is Record<string, unknown> =>
  isOrdinary(value) && Object.keys(value).every((name) => names.has(name));

/** The SDK drops a member of that name. */
const isOrdinary = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !Array.isArray(value) && !Object.hasOwn(value, '__proto__');
