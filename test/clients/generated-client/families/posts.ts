/** Posts: the round trip, and when they are shown. */
import { done, fresh, inDays, MERGE_PATCH, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { findIn } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';

export async function posts(api: Api): Promise<void> {
  const slug = fresh('post');
  await roundTrip({
    create: () => api.POST('/api/v1/posts', { body: { title: 'A new press', slug, tags: ['press'] } }),
    get: (id) => api.GET('/api/v1/posts/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn((page) => api.GET('/api/v1/posts', { params: { query: { ...page, status: 'draft', q: 'press' } } }), id),
    update: (id, header) =>
      api.PATCH('/api/v1/posts/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { excerpt: 'It prints.', visibility: 'members', category: null },
      }),
    change: { excerpt: 'It prints.', visibility: 'members' },
    meanwhile: () => showAndHide(api, slug),
    remove: (id, header) => api.DELETE('/api/v1/posts/{id}', { params: { path: { id }, header } }),
  });
}

async function showAndHide(api: Api, slug: string): Promise<void> {
  const params = { path: { id: slug } };
  const publishAt = inDays(3);
  const scheduled = (await done(api.POST('/api/v1/posts/{id}/schedule', { params, body: { publishAt } }))).data;
  same([scheduled.status, scheduled.publishAt], ['scheduled', publishAt], 'schedule');
  same((await done(api.POST('/api/v1/posts/{id}/publish', { params }))).data.status, 'published', 'publish');
  const hidden = (await done(api.POST('/api/v1/posts/{id}/unpublish', { params }))).data;
  same([hidden.status, hidden.publishAt], ['draft', null], 'unpublish');
}
