/** A JSON-RPC message as far as we look into it ourselves, and refusals as JSON-RPC 2.0 §5.1 says them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BearerError, OAuthError } from '../../../schema/oauth/oauth-error.ts';

// JSON-RPC 2.0 §5.1; the last is the first of those that are a server's own.
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const SERVER_ERROR = -32_000;

/** Of what names a method, a tool or a document: complaints repeat it. */
const MAX_NAME = 1000;

export interface Message {
  id: string | number | null;
  method: string | undefined;
  /** Of the tool, in a call. */
  name: string | undefined;
}

const malformed = (description: string, status = 400): OAuthError =>
  new OAuthError('invalid_request', description, { reason: 'malformed_request', status });

class UnreadableError extends OAuthError {}

/** @throws {OAuthError} the body is not JSON */
export function readJson(body: string | Buffer): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new UnreadableError('invalid_request', 'the body is not JSON', { reason: 'malformed_request' });
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const idOf = (body: unknown): Message['id'] => {
  const id = member(body, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
};

/** @throws {OAuthError} for a batch: every revision is served one message per request; and for endless names */
export function readMessage(body: unknown): Message {
  if (Array.isArray(body)) throw malformed('batches are not supported; send one message per request');
  const params = member(body, 'params');
  const method = textOf(member(body, 'method'));
  const name = textOf(member(params, 'name'));
  const named = [method, name, textOf(member(params, 'uri'))];
  if (named.some((text) => text !== undefined && text.length > MAX_NAME)) {
    throw malformed(`the name of a method, tool or resource must be at most ${MAX_NAME} characters long`);
  }
  return { id: idOf(body), method, name };
}

export const notByThisMethod = (): OAuthError =>
  new OAuthError('invalid_request', 'send one message by POST', {
    reason: 'malformed_request',
    status: 405,
    headers: { allow: 'POST, OPTIONS' },
  });

export const withoutBody = (): OAuthError => malformed('send a JSON-RPC message as application/json', 415);

/** Refusals that are made before the SDK sees a message, or that it must not put into its own words. */
export function sendRefusal(
  app: FastifyInstance,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = app.refuse(error, request, reply);
  if (refusal.reason === 'unsupported_media_type') reply.code(415);
  // Else the rest of a body that nobody wants would be read to its end.
  if (!request.raw.complete) reply.header('connection', 'close');
  // Who may not ask is told as OAuth does.
  if (error instanceof BearerError) return reply.send(app.errorBody(refusal));
  return reply.send({
    jsonrpc: '2.0',
    id: idOf(request.body),
    error: { code: codeOf(error, reply.statusCode), message: refusal.description },
  });
}

const codeOf = (error: unknown, status: number): number => {
  if (error instanceof UnreadableError) return PARSE_ERROR;
  return status === 400 ? INVALID_REQUEST : SERVER_ERROR;
};

/** 2026-07-28: an unknown method is answered 404 as well. */
export const sendUnknownMethod = (reply: FastifyReply, { id }: Message): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .send({ jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
