/** Files that tests upload, as a client of the admin API does. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Answer, call } from './admin.ts';
import { BASE } from './app.ts';

/** Content that passes for a picture. */
export const picture = (text: string): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(text)]);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const announce = (app: FastifyInstance, token: string, bytes: Buffer, fields: object = {}): Promise<Answer> =>
  call(app, token, 'POST', '/assets', {
    filename: 'picture.png',
    contentType: 'image/png',
    size: bytes.length,
    ...fields,
  });

/** The address without the origin, as an injected request takes it. */
export const pathOf = (url: unknown): string => String(url).replace(BASE, '');

export const put = (app: FastifyInstance, url: unknown, bytes: Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PUT',
    url: pathOf(url),
    headers: { 'content-type': 'image/png', ...headers },
    payload: bytes,
  });

/** An asset that is ready. */
export async function uploaded(
  app: FastifyInstance,
  token: string,
  bytes: Buffer = picture('a file'),
  fields: object = {},
): Promise<{ id: string; url: string }> {
  const { json, body } = await announce(app, token, bytes, fields);
  if (json.id === undefined) throw new Error(body);
  const { statusCode } = await put(app, json.upload?.url, bytes, { 'content-type': String(json.contentType) });
  const done = await call(app, token, 'POST', `/assets/${json.id}/complete`);
  if (statusCode !== 204 || String(done.json.status) !== 'ready') throw new Error(`${statusCode} ${done.body}`);
  return { id: String(json.id), url: String(done.json.url) };
}
