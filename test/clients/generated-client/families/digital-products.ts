/** Digital products and their files: archived rather than deleted, unless they were never published. */
import { done, fresh, gone, MERGE_PATCH, made, refused, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { findIn } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';
import { upload } from './storage.ts';

export async function digitalProducts(api: Api): Promise<void> {
  const slug = fresh('product');
  await roundTrip({
    create: () =>
      api.POST('/api/v1/digital_products', {
        body: { title: 'Patterns', slug, price: { amount: 900, currency: 'EUR' }, downloadLimit: 5 },
      }),
    get: (id) => api.GET('/api/v1/digital_products/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn(
        (page) =>
          api.GET('/api/v1/digital_products', { params: { query: { ...page, status: 'draft', q: 'patterns' } } }),
        id,
      ),
    update: (id, header) =>
      api.PATCH('/api/v1/digital_products/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { downloadLimit: null },
      }),
    change: { downloadLimit: null },
  });
  await attach(api, slug);
  const params = { path: { id: slug } };
  same((await done(api.POST('/api/v1/digital_products/{id}/publish', { params }))).data.status, 'published', 'publish');
  same((await done(api.POST('/api/v1/digital_products/{id}/archive', { params }))).data.status, 'archived', 'archive');
  await refused(api.DELETE('/api/v1/digital_products/{id}', { params }), 409);
  const body = { title: 'Draft', slug: fresh('draft'), price: { amount: 0, currency: 'EUR' } };
  await made(api.POST('/api/v1/digital_products', { body }));
  await gone(api.DELETE('/api/v1/digital_products/{id}', { params: { path: { id: body.slug } } }));
}

async function attach(api: Api, slug: string): Promise<void> {
  const { id: assetId, size } = await upload(api, 'patterns.txt');
  const params = { path: { id: slug } };
  const body = { assetId, name: 'Patterns' };
  const attached = await done(api.POST('/api/v1/digital_products/{id}/attach_file', { params, body }));
  same(attached.data.files, [{ assetId, name: 'Patterns', size }], 'attach');
  await refused(api.DELETE('/api/v1/assets/{id}', { params: { path: { id: assetId } } }), 409);
  const detached = await done(api.POST('/api/v1/digital_products/{id}/detach_file', { params, body: { assetId } }));
  same(detached.data.files, [], 'detach');
  await gone(api.DELETE('/api/v1/assets/{id}', { params: { path: { id: assetId } } }));
}
