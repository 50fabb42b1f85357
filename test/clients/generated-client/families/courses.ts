/** Courses: the same creation sent twice, the round trip, and what opens and closes them. */
import { randomUUID } from 'node:crypto';
import { done, fresh, gone, MERGE_PATCH, made, refused, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { findIn, pageByPage } from '../paging.ts';
import { roundTrip, STALE } from '../round-trip.ts';

export async function courses(api: Api): Promise<void> {
  const slug = fresh('course');
  await roundTrip({
    create: () =>
      api.POST('/api/v1/courses', {
        body: { title: 'Woodcut', slug, courseType: 'paid', price: { amount: 4900, currency: 'EUR' }, tags: ['wood'] },
      }),
    get: (id) => api.GET('/api/v1/courses/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn(
        (page) => api.GET('/api/v1/courses', { params: { query: { ...page, status: 'draft', q: 'woodcut' } } }),
        id,
      ),
    update: (id, header) =>
      api.PATCH('/api/v1/courses/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { subtitle: 'With a knife', accessDays: 30, featured: true },
      }),
    change: { subtitle: 'With a knife', accessDays: 30, featured: true },
    meanwhile: () => openAndClose(api, slug),
    remove: (id, header) => api.DELETE('/api/v1/courses/{id}', { params: { path: { id }, header } }),
  });
  await createOnce(api);
  await pageByPage((page) => api.GET('/api/v1/courses', { params: { query: { ...page, q: 'a', featured: false } } }));
}

/** By its short name, which finds it as its id does. */
async function openAndClose(api: Api, slug: string): Promise<void> {
  const params = { path: { id: slug } };
  await refused(api.POST('/api/v1/courses/{id}/publish', { params: { ...params, header: STALE } }), 412);
  const published = (await done(api.POST('/api/v1/courses/{id}/publish', { params }))).data;
  same(published.status, 'published', 'publish');
  same(typeof published.publishedAt, 'string', 'publish: the instant');
  same((await done(api.POST('/api/v1/courses/{id}/unpublish', { params }))).data.status, 'draft', 'unpublish');
  same((await done(api.POST('/api/v1/courses/{id}/archive', { params }))).data.status, 'archived', 'archive');
}

async function createOnce(api: Api): Promise<void> {
  const body = { title: 'Once', slug: fresh('once') };
  const header = { 'Idempotency-Key': randomUUID() };
  const create = () => made(api.POST('/api/v1/courses', { params: { header }, body }));
  const [one, other] = [await create(), await create()];
  same(other.data, one.data, 'the same key makes one course');
  same(other.headers.get('idempotent-replayed'), 'true', 'and says so');
  await gone(api.DELETE('/api/v1/courses/{id}', { params: { path: { id: one.data.id } } }));
}
