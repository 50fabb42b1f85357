/** Files: announced, sent, completed, read, deleted. */
import { done, gone, made, refused, same } from '../answers.ts';
import type { Api, Schemas } from '../client.ts';

const TEXT = 'Ink, paper, press.';

/** The parts of an address that carries its own permission. */
function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url);
  const [, , siteId = '', assetId = ''] = pathname.split('/');
  const { expires = '', signature = '', ...grant } = Object.fromEntries(searchParams);
  return { path: { siteId, assetId }, query: { expires, signature, ...grant } };
}

/** A file that is ready. */
export async function upload(api: Api, filename: string): Promise<Schemas['Asset']> {
  const body = { filename, contentType: 'text/plain', size: TEXT.length } as const;
  const announced = (await made(api.POST('/api/v1/assets', { body }))).data;
  same([announced.status, announced.url], ['pending', null], 'announced');
  const { method, url, headers } = announced.upload;
  same(method, 'PUT', 'how to send it');
  const sent = await api.PUT('/uploads/{siteId}/{assetId}', {
    params: partsOf(url),
    headers,
    body: TEXT,
    bodySerializer: (given) => given,
  });
  same(sent.response.status, 204, 'sent');
  const params = { path: { id: announced.id } };
  const ready = (await done(api.POST('/api/v1/assets/{id}/complete', { params }))).data;
  same([ready.status, ready.size], ['ready', TEXT.length], 'complete');
  return ready;
}

export async function storage(api: Api): Promise<void> {
  const { id, url } = await upload(api, 'ink.txt');
  if (url === null) throw new Error('a file that is ready has an address');
  const file = await api.GET('/uploads/{siteId}/{assetId}', { params: partsOf(url), parseAs: 'text' });
  same(file.data, TEXT, 'read');
  const params = { path: { id } };
  await gone(api.DELETE('/api/v1/assets/{id}', { params }));
  await refused(api.POST('/api/v1/assets/{id}/complete', { params }), 404);
}
