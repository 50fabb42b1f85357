/** Members: invited, tagged, noted of, removed; and one of the school's suspended and brought back. */
import { done, first, fresh, MERGE_PATCH, same } from '../answers.ts';
import type { Api, Schemas } from '../client.ts';
import { findIn, pageByPage } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';

export async function members(api: Api): Promise<void> {
  const email = `${fresh('member')}@people.example`;
  await roundTrip({
    create: () => api.POST('/api/v1/members', { body: { email, tags: ['printing'], note: 'By the generated client' } }),
    get: (id) => api.GET('/api/v1/members/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn((page) => api.GET('/api/v1/members', { params: { query: { ...page, status: 'invited', q: email } } }), id),
    update: (id, header) =>
      api.PATCH('/api/v1/members/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { note: null, locale: 'pt-BR', customFields: { studio: 'North' } },
      }),
    change: { note: null, locale: 'pt-BR', customFields: { studio: 'North' } },
    meanwhile: (member) => tagAndPromote(api, member),
    remove: (id, header) => api.DELETE('/api/v1/members/{id}', { params: { path: { id }, header } }),
  });
  await suspend(api);
  await pageByPage((page) => api.GET('/api/v1/members', { params: { query: { ...page, sort: 'joinedAt' } } }));
}

async function tagAndPromote(api: Api, { id, role }: Schemas['Member']): Promise<void> {
  same(role, 'member', 'a plain member, unless said otherwise');
  const tagged = await done(api.POST('/api/v1/members/tag', { body: { memberIds: [id], add: ['linocut'] } }));
  same(
    tagged.data.nodes.map((one) => one.tags),
    [['printing', 'linocut']],
    'tag',
  );
  const again = await done(api.POST('/api/v1/members/{id}/resend_invitation', { params: { path: { id } } }));
  same(again.data.status, 'invited', 'resend');
  const promoted = await done(
    api.POST('/api/v1/members/{id}/role', { params: { path: { id } }, body: { role: 'instructor' } }),
  );
  same(promoted.data.role, 'instructor', 'role');
}

async function suspend(api: Api): Promise<void> {
  const query = { status: 'active', role: 'member', first: 1 } as const;
  const { nodes } = (await done(api.GET('/api/v1/members', { params: { query } }))).data;
  const params = { path: { id: first(nodes, 'active member').id } };
  same((await done(api.POST('/api/v1/members/{id}/suspend', { params }))).data.status, 'suspended', 'suspend');
  same((await done(api.POST('/api/v1/members/{id}/reinstate', { params }))).data.status, 'active', 'reinstate');
}
