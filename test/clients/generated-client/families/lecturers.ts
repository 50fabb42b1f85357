/** Lecturers: the round trip, and their order. */
import { done, fresh, MERGE_PATCH, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { everything, findIn } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';

export async function lecturers(api: Api): Promise<void> {
  const slug = fresh('lecturer');
  await roundTrip({
    create: () =>
      api.POST('/api/v1/lecturers', { body: { name: 'Lin Burin', slug, links: { home: 'https://lin.example' } } }),
    get: (id) => api.GET('/api/v1/lecturers/{id}', { params: { path: { id } } }),
    find: (id) => findIn((page) => api.GET('/api/v1/lecturers', { params: { query: { ...page, q: 'burin' } } }), id),
    update: (id, header) =>
      api.PATCH('/api/v1/lecturers/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { title: 'Engraver', links: {} },
      }),
    change: { title: 'Engraver', links: {} },
    meanwhile: () => arrange(api),
    remove: (id, header) => api.DELETE('/api/v1/lecturers/{id}', { params: { path: { id }, header } }),
  });
}

async function arrange(api: Api): Promise<void> {
  const all = await everything((page) => api.GET('/api/v1/lecturers', { params: { query: page } }));
  const inOrder = all.toSorted((one, other) => one.position - other.position).map(({ id }) => id);
  for (const lecturerIds of [inOrder.toReversed(), inOrder]) {
    const answer = await done(api.POST('/api/v1/lecturers/reorder', { body: { lecturerIds } }));
    same(answer.data.lecturerIds, lecturerIds, 'reorder');
  }
}
