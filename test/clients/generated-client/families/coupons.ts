/** Coupons, one by one and many at once. */
import { done, fresh, inDays, MERGE_PATCH, made, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { findIn, pageByPage } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';

export async function coupons(api: Api): Promise<void> {
  const code = fresh('PRINT').toUpperCase();
  const change = { percent: null, discountType: 'amount', amount: { amount: 500, currency: 'EUR' } } as const;
  await roundTrip({
    create: () =>
      api.POST('/api/v1/coupons', { body: { code, discountType: 'percent', percent: 20, endsAt: inDays(90) } }),
    get: (id) => api.GET('/api/v1/coupons/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn((page) => api.GET('/api/v1/coupons', { params: { query: { ...page, status: 'active' } } }), id),
    update: (id, header) =>
      api.PATCH('/api/v1/coupons/{id}', { params: { path: { id }, header }, headers: MERGE_PATCH, body: change }),
    change,
    meanwhile: async () => {
      const disabled = await done(api.POST('/api/v1/coupons/{id}/disable', { params: { path: { id: code } } }));
      same(disabled.data.status, 'disabled', 'disable');
    },
    remove: (id, header) => api.DELETE('/api/v1/coupons/{id}', { params: { path: { id }, header } }),
  });
  const body = { discountType: 'percent', percent: 10, count: 3 } as const;
  const batch = (await made(api.POST('/api/v1/coupons/bulk_generate', { body }))).data;
  same([batch.count, new Set(batch.coupons.map((one) => one.code)).size], [3, 3], 'three codes');
  await pageByPage((page) => api.GET('/api/v1/coupons', { params: { query: { ...page, sort: 'createdAt' } } }));
}
