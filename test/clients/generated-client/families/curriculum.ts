/** Sections and lectures of a course, and their order. */
import { done, first, fresh, gone, MERGE_PATCH, made, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { roundTrip } from '../round-trip.ts';

export async function curriculum(api: Api): Promise<void> {
  const body = { title: 'Linocut', slug: fresh('curriculum') };
  const { id: courseId } = (await made(api.POST('/api/v1/courses', { body }))).data;
  const course = { path: { id: courseId } };
  await roundTrip({
    create: () => api.POST('/api/v1/courses/{id}/sections', { params: course, body: { title: 'Tools' } }),
    get: (id) => api.GET('/api/v1/sections/{id}', { params: { path: { id } } }),
    find: async (wanted) => {
      const { nodes } = (await done(api.GET('/api/v1/courses/{id}/sections', { params: course }))).data;
      return nodes.find(({ id }) => id === wanted);
    },
    update: (id, header) =>
      api.PATCH('/api/v1/sections/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { title: 'Knives' },
      }),
    change: { title: 'Knives' },
    meanwhile: ({ id }) => lectures(api, courseId, id),
    remove: (id, header) => api.DELETE('/api/v1/sections/{id}', { params: { path: { id }, header } }),
  });
  await gone(api.DELETE('/api/v1/courses/{id}', { params: course }));
}

const lectures = async (api: Api, courseId: string, sectionId: string): Promise<void> => {
  await roundTrip({
    create: () =>
      api.POST('/api/v1/sections/{id}/lectures', {
        params: { path: { id: sectionId } },
        body: { title: 'Sharpening', kind: 'video', durationSeconds: 300 },
      }),
    get: (id) => api.GET('/api/v1/lectures/{id}', { params: { path: { id } } }),
    update: (id, header) =>
      api.PATCH('/api/v1/lectures/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { status: 'published', releaseAt: null, contentMarkdown: '# Sharpening' },
      }),
    change: { status: 'published', contentMarkdown: '# Sharpening' },
    meanwhile: ({ id }) => order(api, courseId, sectionId, id),
    remove: (id, header) => api.DELETE('/api/v1/lectures/{id}', { params: { path: { id }, header } }),
  });
};

/** Into a second section and back again, once by itself and once with the whole order. */
async function order(api: Api, courseId: string, sectionId: string, lectureId: string): Promise<void> {
  const course = { path: { id: courseId } };
  const second = (await made(api.POST('/api/v1/courses/{id}/sections', { params: course, body: { title: 'Print' } })))
    .data;
  const moved = await done(
    api.POST('/api/v1/lectures/{id}/move', {
      params: { path: { id: lectureId } },
      body: { sectionId: second.id, position: 0 },
    }),
  );
  same(moved.data.sectionId, second.id, 'move');
  const { sections } = (await done(api.GET('/api/v1/courses/{id}/outline', { params: course }))).data;
  same(
    sections.map((one) => [one.id, one.lectures.length]),
    [
      [sectionId, 0],
      [second.id, 1],
    ],
    'the outline',
  );
  const wanted = [
    { id: second.id, lectureIds: [] },
    { id: sectionId, lectureIds: [lectureId] },
  ];
  const arranged = await done(
    api.POST('/api/v1/courses/{id}/reorder_outline', { params: course, body: { sections: wanted } }),
  );
  same(first(arranged.data.sections, 'section').id, second.id, 'reorder');
  same(arranged.data.sections[1]?.lectures[0]?.id, lectureId, 'reorder: the lecture');
  await gone(api.DELETE('/api/v1/sections/{id}', { params: { path: { id: second.id } } }));
}
