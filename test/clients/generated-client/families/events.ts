/** Events, and who comes to them. */
import { done, fresh, inDays, MERGE_PATCH, made, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { findIn, pageByPage } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';

const opening = (slug: string) => ({
  title: 'Open studio',
  slug,
  startsAt: inDays(40),
  endsAt: inDays(41),
  timezone: 'Europe/Lisbon',
  capacity: 1,
});

export async function events(api: Api): Promise<void> {
  const body = opening(fresh('event'));
  await roundTrip({
    create: () => api.POST('/api/v1/events', { body }),
    get: (id) => api.GET('/api/v1/events/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn(
        (page) =>
          api.GET('/api/v1/events', {
            params: { query: { ...page, status: 'draft', sort: 'startsAt', from: body.startsAt, to: body.endsAt } },
          }),
        id,
      ),
    update: (id, header) =>
      api.PATCH('/api/v1/events/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { kind: 'in_person', location: 'Studio 2', capacity: null },
      }),
    change: { kind: 'in_person', location: 'Studio 2', capacity: null },
    remove: (id, header) => api.DELETE('/api/v1/events/{id}', { params: { path: { id }, header } }),
  });
  await takePlaces(api);
  await pageByPage((page) => api.GET('/api/v1/events', { params: { query: page } }));
}

async function takePlaces(api: Api): Promise<void> {
  const { id } = (await made(api.POST('/api/v1/events', { body: opening(fresh('places')) }))).data;
  const params = { path: { id } };
  same((await done(api.POST('/api/v1/events/{id}/publish', { params }))).data.status, 'published', 'publish');
  const query = { status: 'active', first: 2 } as const;
  const people = (await done(api.GET('/api/v1/members', { params: { query } }))).data.nodes;
  const registrations = [];
  for (const { id: memberId } of people) {
    registrations.push(
      (await made(api.POST('/api/v1/events/{id}/registrations', { params, body: { memberId } }))).data,
    );
  }
  same(
    registrations.map(({ status }) => status),
    ['registered', 'waitlisted'],
    'one place, then the waiting list',
  );
  const [one, other] = registrations;
  if (one === undefined || other === undefined) throw new Error('two members register');
  same((await done(api.GET('/api/v1/registrations/{id}', { params: { path: { id: one.id } } }))).data, one, 'read');
  const listed = await findIn(
    (page) => api.GET('/api/v1/events/{id}/registrations', { params: { ...params, query: page } }),
    other.id,
  );
  same(listed, other, 'listed');
  await giveUp(api, one.id, other.id);
  same((await done(api.POST('/api/v1/events/{id}/cancel', { params }))).data.status, 'cancelled', 'cancel');
}

/** The place goes to who waits, and they come. */
async function giveUp(api: Api, leaving: string, waiting: string): Promise<void> {
  const place = { path: { id: waiting } };
  const left = await done(api.POST('/api/v1/registrations/{id}/cancel', { params: { path: { id: leaving } } }));
  same(left.data.status, 'cancelled', 'a registration is cancelled');
  same((await done(api.GET('/api/v1/registrations/{id}', { params: place }))).data.status, 'registered', 'moved up');
  const came = await done(api.POST('/api/v1/registrations/{id}/attended', { params: place }));
  same(came.data.status, 'attended', 'attended');
}
