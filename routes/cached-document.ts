/** Sends public documents that can be cached, with a 304 if the client already has the current one. */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const CACHE = 'public, max-age=300';
const JSON_TYPE = 'application/json; charset=utf-8';

export interface CachedDocument {
  readonly body: string;
  readonly etag: string;
  readonly type: string;
}

export const documentOf = (body: string, type: string): CachedDocument => ({
  body,
  type,
  etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
});

export const jsonDocument = (value: object): CachedDocument => documentOf(JSON.stringify(value), JSON_TYPE);

export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, type }: CachedDocument,
  cacheControl = CACHE,
): FastifyReply {
  reply.headers({ 'cache-control': cacheControl, etag });
  const condition = conditionOf(request, etag);
  if (condition !== undefined) return reply.code(condition).send();
  return reply.header('content-type', type).send(body);
}

/** The status of a read whose condition is not met (RFC 9110 §13.2.2). */
export function conditionOf({ headers }: FastifyRequest, etag: string): 304 | 412 | undefined {
  const { 'if-match': wanted, 'if-none-match': known } = headers;
  const names = (header: string): boolean => tagsOf(header).some((one) => ['*', etag].includes(one));
  if (wanted !== undefined && !names(wanted)) return 412;
  return known !== undefined && names(known.replaceAll('W/"', '"')) ? 304 : undefined;
}

const tagsOf = (header: string): string[] => header.split(',').map((one) => one.trim());
