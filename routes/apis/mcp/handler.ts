/**
 * Answers a message, directly or by means of the SDK, with a separate server and transport for each message. Shared ones have sent
 * responses to the wrong client (CVE-2026-25536).
 */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  mergeCapabilities,
  Server,
  type ServerCapabilities,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../../schema/record.ts';
import {
  CHOSEN_TOOLS,
  HIDDEN_TOOLS,
  SKILLS,
  TOOL_CONVENTIONS,
  UNTRUSTED_TEXT,
} from '../../../schema/school/tool-guide.ts';
import { type DirectAnswers, directAnswers } from './direct-answers.ts';
import { CACHE_HINTS, REVISIONS, SERVER_INFO } from './identity.ts';
import type { Registry } from './registry.ts';
import { RequestContext } from './request-context.ts';
import { answerResources } from './resources.ts';
import { answerSkills, SKILLS_EXTENSION } from './skill-requests.ts';
import { answerTools } from './tool-requests.ts';

const INSTRUCTIONS = [
  'Tools of a learning platform for schools. Without sign-in only public tools are available; any other tool asks for sign-in when called.',
  HIDDEN_TOOLS,
  CHOSEN_TOOLS,
  SKILLS,
  TOOL_CONVENTIONS,
  UNTRUSTED_TEXT,
].join('\n');

/** What a response depends on, besides the message. */
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
      return isRecord(parsedBody) && parsedBody.method === 'server/discover' ? withAllRevisions(response) : response;
    },
  };
}

async function withAllRevisions(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (status !== 200 || headers.get('content-type') !== 'application/json') return response;
  const answer: unknown = await response.json();
  if (isRecord(answer) && isRecord(answer.result)) answer.result.supportedVersions = REVISIONS;
  return new Response(JSON.stringify(answer), { status, headers });
}
