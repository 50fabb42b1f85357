/** Calls that must not pass the check: each line that is expected to fail, and does not, fails the check itself. Never run. */
import type { Api, Schemas } from './client.ts';

const path = { id: 'crs_1' };

export async function wrongRequests(api: Api): Promise<void> {
  // @ts-expect-error no such address
  await api.GET('/api/v1/coursez');
  // @ts-expect-error orders are not made by API
  await api.POST('/api/v1/orders', { body: {} });
  // @ts-expect-error the title is required
  await api.POST('/api/v1/courses', { body: { titel: 'Woodcut', slug: 'woodcut' } });
  // @ts-expect-error a title is text
  await api.POST('/api/v1/courses', { body: { title: 1, slug: 'woodcut' } });
  // @ts-expect-error a creation says something
  await api.POST('/api/v1/courses');
  // @ts-expect-error the id is required
  await api.GET('/api/v1/courses/{id}');
  // @ts-expect-error one of the kinds there are
  await api.PATCH('/api/v1/courses/{id}', { params: { path }, body: { courseType: 'cheap' } });
  // @ts-expect-error a title cannot be emptied
  await api.PATCH('/api/v1/courses/{id}', { params: { path }, body: { title: null } });
  // @ts-expect-error one of the orders there are
  await api.GET('/api/v1/courses', { params: { query: { sort: 'price' } } });
  // @ts-expect-error a condition is text
  await api.PATCH('/api/v1/courses/{id}', { params: { path, header: { 'If-Match': 1 } }, body: {} });
}

export function wrongAnswers(course: Schemas['Course'], update: Schemas['UpdateCourseRequest']): unknown[] {
  // @ts-expect-error there is no such field
  const colour: unknown = course.colour;
  // @ts-expect-error it may be null
  const subtitle: string = course.subtitle;
  // @ts-expect-error changed by publish_course only
  const status: unknown = update.status;
  return [colour, subtitle, status];
}

export async function wrongResults(api: Api): Promise<void> {
  const { data, error } = await api.DELETE('/api/v1/courses/{id}', { params: { path } });
  // @ts-expect-error nothing comes back
  data?.id;
  // @ts-expect-error a problem has no such member
  error?.error_description;
}
