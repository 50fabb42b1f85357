/**
 * Parses the parts of a JSON-RPC message that are checked before the SDK, and builds error responses (JSON-RPC 2.0
 * §5.1).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resourceQuery } from '../../../schema/clients/tool-url.ts';
import { isRecord } from '../../../schema/data/objects.ts';
import { BearerError, OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { readJsonText } from './lenient-arguments.ts';

// JSON-RPC 2.0 §5.1. The last code is the first of the range that servers may define.
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
export const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;
const SERVER_ERROR = -32_000;

/** Maximum length of the name of a method, tool or resource, because error messages repeat it. */
const MAX_NAME = 1000;

export interface Message {
  id: string | number | null;
  method: string | undefined;
  /** Name of the tool in a call. */
  name: string | undefined;
  /** Arguments of the tool, which are validated later. */
  args: Readonly<Record<string, unknown>>;
}

const malformed = (fault: string, details = {}): OAuthError =>
  new OAuthError('malformed_request.fault', { fault }, details);

/** Parses a request body. @throws {OAuthError} if the body is not JSON */
export function readJson(body: string | Buffer): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new OAuthError('malformed_request.json');
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * The specification of MCP takes whole numbers and strings for ids. A message with another has none, and a number that
 * JavaScript would round is another (RFC 8259 §6).
 */
export const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

const idOf = (body: unknown): Message['id'] => {
  const id = member(body, 'id');
  return isId(id) ? id : null;
};

/** JSON-RPC 2.0 §4, §5. @returns what makes a body no message */
function faultOfMessage(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'batches are not supported; send one message per request';
  if (!isRecord(body)) return 'a message is a JSON object';
  if (body.jsonrpc !== '2.0') return "the member jsonrpc must be '2.0'";
  if ('id' in body && !isId(body.id) && !('error' in body))
    return 'the id of a message must be a string or a whole number';
  if ('method' in body ? typeof body.method !== 'string' : !isObject(body.result ?? body.error))
    return 'a message must name its method, or have an object as its result or error';
  return undefined;
}

function faultOfParams(params: unknown): string | undefined {
  if (params === undefined) return undefined;
  if (!isObject(params)) return 'the params of a message must be an object';
  const { _meta: meta = {} } = params;
  if (!isObject(meta)) return 'the member _meta of params must be an object';
  const { progressToken = '' } = meta;
  return isId(progressToken) ? undefined : 'the progressToken of a message must be a string or a whole number';
}

/**
 * Reads the parts of a message.
 * @throws {OAuthError} for what is no message, for a batch, because one request carries one message in every revision, and for
 * names that are too long
 */
export function readMessage(body: unknown): Message {
  const fault = faultOfMessage(body);
  if (fault !== undefined) throw malformed(fault);
  const params = member(body, 'params');
  const faultInParams = faultOfParams(params);
  if (faultInParams !== undefined) throw new OAuthError('malformed_request.params', { fault: faultInParams });
  const method = textOf(member(body, 'method'));
  const name = textOf(member(params, 'name'));
  const named = [method, name, textOf(member(params, 'uri'))];
  if (named.some((text) => text !== undefined && text.length > MAX_NAME)) {
    throw malformed(`the name of a method, tool or resource must be at most ${MAX_NAME} characters long`);
  }
  const args = member(params, 'arguments');
  return { id: idOf(body), method, name, args: isObject(args) ? args : {} };
}

/** The name that the client has in a message of a revision without sessions. */
export const clientNameIn = (body: unknown): string | undefined =>
  textOf(member(member(member(member(body, 'params'), '_meta'), 'io.modelcontextprotocol/clientInfo'), 'name'));

const NEWEST = '2026-07-28';
/** They declare that they open addresses, but take such an answer for a broken one: the program of this name in 1.0.102. */
const OPEN_NONE: ReadonlySet<string | undefined> = new Set(['copilot-cli']);

/**
 * Returns whether the client opens an address for the person if the answer to this message asks for it. What is sent again with
 * the answer of the client is answered without another question.
 */
export function opensUrls(revision: unknown, body: unknown): boolean {
  const params = member(body, 'params');
  const meta = member(params, '_meta');
  const isModern = revision === NEWEST && member(meta, 'io.modelcontextprotocol/protocolVersion') === NEWEST;
  const elicitation = member(member(meta, OF_THE_CLIENT), 'elicitation');
  const isDeclared = isRecord(member(elicitation, 'url')) && !OPEN_NONE.has(clientNameIn(body));
  return isModern && isDeclared && member(params, 'inputResponses') === undefined;
}

const ABOUT_THE_MESSAGE = /^(?:progressToken$|io\.modelcontextprotocol\/)/;
const CAPABILITIES = /^(?:roots|sampling|elicitation|tasks)$/;
const OF_THE_CLIENT = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Returns a message without what nothing here reads: capabilities that the protocol does not know, and what clients add
 * for others. The SDK would validate each member, and that takes long.
 */
export function withoutUnread(body: unknown): unknown {
  if (!isRecord(body) || !isObject(body.params)) return body;
  const { arguments: args, ...others } = body.params;
  const params: Record<string, unknown> = args == null ? others : { ...others, arguments: readJsonText(args) };
  if (isObject(params.capabilities)) params.capabilities = only(CAPABILITIES, params.capabilities);
  if (isObject(params._meta)) {
    const meta = only(ABOUT_THE_MESSAGE, params._meta);
    const capabilities = meta[OF_THE_CLIENT];
    params._meta = isObject(capabilities) ? { ...meta, [OF_THE_CLIENT]: only(CAPABILITIES, capabilities) } : meta;
  }
  return { ...body, params };
}

const isObject = (value: unknown): value is Record<string, unknown> => isRecord(value) && !Array.isArray(value);

const only = (names: RegExp, members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.test(name)));

const REQUEST = /^(?:jsonrpc|id|method|params)$/;

/** Returns a request without the members that JSON-RPC does not know, for which the SDK would refuse it. */
export const requestIn = (body: unknown): unknown => (isObject(body) && 'method' in body ? only(REQUEST, body) : body);

export const notByThisMethod = (): OAuthError =>
  malformed('send one message per request, with POST', { status: 405, headers: { allow: 'POST, OPTIONS' } });

export const notAcceptable = (): OAuthError =>
  malformed('messages are answered with application/json, which Accept excludes', { status: 406 });

export const withoutBody = (): OAuthError => malformed('send a JSON-RPC message as application/json', { status: 415 });

/** Sends an error that occurs before the SDK sees the message, or that the SDK must not reword. */
export function sendRefusal(
  app: FastifyInstance,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = app.refuse(error, request, reply);
  if (refusal.reason === 'unsupported_media_type') reply.code(415);
  // Clients expect an authentication error in the format of OAuth.
  if (error instanceof BearerError) {
    const query = resourceQuery(request.url);
    return reply.header('www-authenticate', app.challengeOf(error, query)).send(app.errorBody(refusal));
  }
  return reply.send({
    jsonrpc: '2.0',
    id: idOf(request.body),
    error: { code: codeOf(error, reply.statusCode), message: refusal.description },
  });
}

const codeOf = (error: unknown, status: number): number => {
  if (error instanceof OAuthError && error.key === 'malformed_request.json') return PARSE_ERROR;
  if (error instanceof OAuthError && error.key === 'malformed_request.params') return INVALID_PARAMS;
  return status === 400 ? INVALID_REQUEST : SERVER_ERROR;
};

/** Revision 2026-07-28: an unknown method is also answered with status 404. */
export const sendUnknownMethod = (reply: FastifyReply, { id }: Message): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .send({ jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
