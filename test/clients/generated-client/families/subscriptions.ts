/** Subscriptions: granted, cancelled, taken back, extended, ended. */
import { DAY, done, first, fresh, made, same } from '../answers.ts';
import type { Api, Schemas } from '../client.ts';
import { findIn } from '../paging.ts';

export async function subscriptions(api: Api): Promise<void> {
  const planId = await plan(api);
  const query = { status: 'active', role: 'member', first: 1 } as const;
  const { nodes } = (await done(api.GET('/api/v1/members', { params: { query } }))).data;
  const memberId = first(nodes, 'active member').id;
  const granted = (await made(api.POST('/api/v1/subscriptions', { body: { memberId, planId } }))).data;
  same([granted.status, granted.endsAt, granted.price.amount], ['active', null, 0], 'granted, for nothing');
  const { id } = granted;
  same((await done(api.GET('/api/v1/subscriptions/{id}', { params: { path: { id } } }))).data, granted, 'read');
  const found = await findIn(
    (page) => api.GET('/api/v1/subscriptions', { params: { query: { ...page, planId, memberId, status: 'active' } } }),
    id,
  );
  same(found, granted, 'listed');
  await change(api, granted);
}

async function plan(api: Api): Promise<string> {
  const terms = { planType: 'recurring', interval: 'year', intervalCount: 1 } as const;
  const body = { name: 'Friends', slug: fresh('friends'), price: { amount: 9900, currency: 'EUR' }, ...terms };
  const { id } = (await made(api.POST('/api/v1/membership_plans', { body }))).data;
  await done(api.POST('/api/v1/membership_plans/{id}/publish', { params: { path: { id } } }));
  return id;
}

async function change(api: Api, { id, currentPeriodEnd }: Schemas['Subscription']): Promise<void> {
  const params = { path: { id } };
  const cancelled = (await done(api.POST('/api/v1/subscriptions/{id}/cancel', { params }))).data;
  same([cancelled.cancelAtPeriodEnd, cancelled.endsAt], [true, currentPeriodEnd], 'cancel at the end of the period');
  const resumed = (await done(api.POST('/api/v1/subscriptions/{id}/resume', { params }))).data;
  same([resumed.cancelAtPeriodEnd, resumed.endsAt], [false, null], 'resume');
  const paused = (await done(api.POST('/api/v1/subscriptions/{id}/pause', { params }))).data;
  same([paused.status, paused.pausedAt !== null], ['paused', true], 'pause');
  const continued = (await done(api.POST('/api/v1/subscriptions/{id}/resume', { params }))).data;
  same([continued.status, continued.pausedAt], ['active', null], 'resume after a pause');
  const extended = (await done(api.POST('/api/v1/subscriptions/{id}/extend', { params, body: { days: 5 } }))).data;
  same(Date.parse(extended.currentPeriodEnd) - Date.parse(currentPeriodEnd), 5 * DAY, 'extend');
  const ended = await done(api.POST('/api/v1/subscriptions/{id}/cancel', { params, body: { when: 'now' } }));
  same(ended.data.status, 'cancelled', 'cancel now');
}
