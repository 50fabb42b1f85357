/**
 * The tool endpoint at `/mcp` for anyone, members and operators. It is stateless, takes one message per request, and
 * supports every revision of the protocol. The caller is authenticated before the SDK sees the message.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { scopesToSignIn } from '../../../schema/clients/tool-url.ts';
import { MAX_BODY, MAX_VALUES } from '../../../schema/limits.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { preferredType } from '../../http.ts';
import { atMost, requireModestJson } from '../../json-body.ts';
import { type Access, accessOf, allowOrigin, requireTrustedSource, sendPreflight, type ToolRoute } from './access.ts';
import { finders } from './finders.ts';
import type { Sender } from './handler.ts';
import { REVISIONS } from './identity.ts';
import { memberTools } from './member-tools.ts';
import {
  type Message,
  notAcceptable,
  notByThisMethod,
  readJson,
  readMessage,
  requestIn,
  sendRefusal,
  sendUnknownMethod,
  withoutBody,
  withoutUnread,
} from './message.ts';
import { publicTools } from './public-tools.ts';
import { createRegistry, type Registry } from './registry.ts';
import { schoolResources } from './school-resources.ts';
import { skills } from './skills.ts';
import { type Call, operatorTool, type Tool } from './tool.ts';
import { whoami } from './whoami.ts';

export interface McpOptions {
  /** Returns whether a tool of the product is offered; a benchmark needs only a few. */
  isOffered?: ((tool: Tool) => boolean) | undefined;
  /** Adds tools and resources for a test. */
  extend?: ((registry: Registry) => void) | undefined;
}

const PATH = '/mcp';

/** Messages that read data. The others are answered from memory. */
const READS: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read']);

/** A stream of change notifications. Nothing here changes by itself, so such streams would only stay open. */
const NOT_OFFERED = 'subscriptions/listen';

export default fp<McpOptions>(
  async (app, { isOffered = () => true, extend = () => {} }) => {
    const registry = createRegistry(app);
    registry.add({
      tools: [
        ...finders(app, registry.catalogue),
        ...publicTools(app),
        whoami(app),
        ...memberTools(app),
        ...app.school.catalogue.map((operation) => operatorTool(app, operation)),
      ].filter(isOffered),
      resources: [...schoolResources(app), ...skills(registry.catalogue)],
    });
    extend(registry);
    await app.register((surface) => mcpSurface(surface, registry));
  },
  { name: 'mcp' },
);

async function mcpSurface(app: FastifyInstance, registry: Registry): Promise<void> {
  const { catalogue } = registry;
  const access = accessOf(app);
  let handle: ReturnType<typeof load> | undefined;

  const isLong = acceptMessages(app, access);
  app.setErrorHandler((error, request, reply) => {
    allowOrigin(app, request, reply);
    return sendRefusal(app, error, request, reply);
  });

  app.route<ToolRoute>({
    method: ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: PATH,
    bodyLimit: MAX_BODY.longText,
    config: { allow: ['OPTIONS', 'POST'] },
    onRequest: async (request, reply) => {
      allowOrigin(app, request, reply);
      requireTrustedSource(app, request);
      const isPost = request.method === 'POST';
      // Some clients look with GET or HEAD whether they have to sign in.
      if (isPost || (isRead(request) && scopesToSignIn(request.url) !== undefined))
        await access.identify(request, reply);
      if (!isPost) throw notByThisMethod();
    },
    preParsing: async (request, _reply, payload) =>
      access.isKnown(request) ? payload : atMost(MAX_BODY.form, payload),
    handler: answer,
  });
  app.options(PATH, (request, reply) => {
    allowOrigin(app, request, reply);
    requireTrustedSource(app, request);
    return sendPreflight(request, reply);
  });

  async function answer(request: FastifyRequest<ToolRoute>, reply: FastifyReply): Promise<FastifyReply> {
    if (request.body === undefined) throw withoutBody();
    const body = withoutUnread(requestIn(request.body));
    const message = readMessage(body);
    const { sender, call } = await admit(request, reply, message);
    if (preferredType(request, ['application/json']) === undefined) throw notAcceptable();
    if (message.method === NOT_OFFERED) return sendUnknownMethod(reply, message);

    handle ??= load();
    const { answer: answerDirectly, bySdk } = await handle;
    const direct = await answerDirectly(request.headers, body, sender, call);
    if (direct !== undefined) {
      reply.header('content-type', 'application/json').header('cache-control', 'no-store');
      return reply.send(Buffer.from(direct));
    }
    const web = new Request(`${app.config.baseUrl}${PATH}`, { method: 'POST', headers: headersOf(request) });
    const response = await bySdk(web, body, sender);
    if (response.status === 400) app.noteAttempt(request, { revisions: REVISIONS });
    return sendResponse(reply, response);
  }

  /** Called with the first message, because the SDK is large. */
  async function load() {
    const { mcpHandler } = await import('./handler.ts');
    return mcpHandler(app, registry);
  }

  /** Checks who may send the message. @throws {BearerError | OAuthError} */
  async function admit(
    request: FastifyRequest<ToolRoute>,
    reply: FastifyReply,
    { method, name, args }: Message,
  ): Promise<{ sender: Sender; call: Call | undefined }> {
    const call = method === 'tools/call' && name !== undefined ? catalogue.resolve(name, args) : undefined;
    if (isLong(request) && call?.tool.takesLongText !== true) throw new OAuthError('body_too_large.body');
    const needed = call?.tool.scope;
    const caller = access.callerOf(request, needed);
    const mustSignIn = needed !== undefined || call?.tool.forSignedIn === true;
    const challenge = mustSignIn ? await access.requireScope(caller, needed, reply) : undefined;
    if (needed === undefined && caller.token === undefined && READS.has(method)) access.countPublic(request, reply);
    return { sender: { caller, challenge, narrowing: narrowingOf(request), checkedScope: needed }, call };
  }
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers)).header('cache-control', 'no-store');
  if (response.body === null) return reply.send();
  // A stream must not be buffered, because the tool sends messages while it runs.
  if (isStream(response)) return reply.send(response.body);
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** @returns whether a message is one that only a tool may get that takes long texts */
function acceptMessages(app: FastifyInstance, access: Access): (request: FastifyRequest) => boolean {
  const long = new WeakSet<FastifyRequest>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    requireModestJson(body, access.isKnown(request) ? MAX_VALUES.known : MAX_VALUES.stranger);
    if (Buffer.byteLength(body) > MAX_BODY.operation) long.add(request);
    return readJson(body);
  });
  return (request) => long.has(request);
}

const isStream = ({ headers }: Response): boolean => /^text\/event-stream\b/.test(headers.get('content-type') ?? '');

const narrowingOf = ({ query: { tools } }: FastifyRequest<ToolRoute>): string | undefined => {
  // If the parameter is repeated, all values apply. A client with a limit must not receive the full list by mistake.
  return tools === undefined ? undefined : [tools].flat().join();
};

/**
 * Returns the headers that the SDK needs. The token is not among them: it has been verified and goes no further. Clients need
 * not accept event streams, which the SDK demands.
 */
function headersOf({ headers }: FastifyRequest): Headers {
  const read = Object.entries(headers).filter(([name]) => /^(?:content-type|mcp-.*)$/.test(name));
  const own = new Headers(read.filter((header): header is [string, string] => typeof header[1] === 'string'));
  own.set('accept', 'application/json, text/event-stream');
  return own;
}
