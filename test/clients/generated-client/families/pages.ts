/** Pages: the round trip, showing and hiding, and which one the school opens with. */
import { done, fresh, MERGE_PATCH, refused, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { everything, findIn } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';

export async function pages(api: Api): Promise<void> {
  const slug = fresh('page');
  await roundTrip({
    create: () => api.POST('/api/v1/pages', { body: { title: 'The studio', slug, bodyMarkdown: '# The studio' } }),
    get: (id) => api.GET('/api/v1/pages/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn((page) => api.GET('/api/v1/pages', { params: { query: { ...page, status: 'draft', q: 'studio' } } }), id),
    update: (id, header) =>
      api.PATCH('/api/v1/pages/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { bodyMarkdown: null, blocks: [{ kind: 'hero', heading: 'The studio' }] },
      }),
    change: { bodyMarkdown: null, blocks: [{ kind: 'hero', heading: 'The studio' }] },
    meanwhile: () => showAndHide(api, slug),
    remove: (id, header) => api.DELETE('/api/v1/pages/{id}', { params: { path: { id }, header } }),
  });
}

async function showAndHide(api: Api, slug: string): Promise<void> {
  const params = { path: { id: slug } };
  const all = await everything((page) => api.GET('/api/v1/pages', { params: { query: page } }));
  const before = all.find(({ isHomepage }) => isHomepage);
  same((await done(api.POST('/api/v1/pages/{id}/publish', { params }))).data.status, 'published', 'publish');
  if (before !== undefined) await openWith(api, slug, before.id);
  same((await done(api.POST('/api/v1/pages/{id}/unpublish', { params }))).data.status, 'draft', 'unpublish');
}

async function openWith(api: Api, slug: string, before: string): Promise<void> {
  const homepage = (id: string) => api.POST('/api/v1/pages/{id}/homepage', { params: { path: { id } } });
  same((await done(homepage(slug))).data.isHomepage, true, 'homepage');
  await refused(api.DELETE('/api/v1/pages/{id}', { params: { path: { id: slug } } }), 409);
  await done(homepage(before));
}
