/** Sends public documents that can be cached, with a 304 if the client already has the current one. */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const CACHE = 'public, max-age=300';
const JSON_TYPE = 'application/json; charset=utf-8';

export interface CachedDocument {
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string;
}

export const documentOf = (text: string, type: string): CachedDocument => {
  const body = Buffer.from(text);
  return { body, type, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
};

export const jsonDocument = (value: object): CachedDocument => documentOf(JSON.stringify(value), JSON_TYPE);

export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, type }: CachedDocument,
  cacheControl = CACHE,
): FastifyReply {
  reply.headers({ 'cache-control': cacheControl, etag });
  // RFC 9110 §13.1.2
  const known = request.headers['if-none-match'];
  if (known !== undefined && matches(known, etag)) return reply.code(304).send();
  return reply.header('content-type', type).send(body);
}

const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
