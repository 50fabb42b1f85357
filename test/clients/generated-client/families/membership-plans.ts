/** Membership plans: archived rather than deleted, unless they were never published. */
import { done, fresh, gone, MERGE_PATCH, made, refused, same } from '../answers.ts';
import type { Api } from '../client.ts';
import { findIn } from '../paging.ts';
import { roundTrip } from '../round-trip.ts';

export async function membershipPlans(api: Api): Promise<void> {
  const slug = fresh('plan');
  await roundTrip({
    create: () =>
      api.POST('/api/v1/membership_plans', {
        body: {
          name: 'Studio pass',
          slug,
          planType: 'recurring',
          interval: 'month',
          intervalCount: 1,
          price: { amount: 2900, currency: 'EUR' },
        },
      }),
    get: (id) => api.GET('/api/v1/membership_plans/{id}', { params: { path: { id } } }),
    find: (id) =>
      findIn(
        (page) => api.GET('/api/v1/membership_plans', { params: { query: { ...page, status: 'draft', q: 'pass' } } }),
        id,
      ),
    update: (id, header) =>
      api.PATCH('/api/v1/membership_plans/{id}', {
        params: { path: { id }, header },
        headers: MERGE_PATCH,
        body: { trialDays: 7, allCourses: true },
      }),
    change: { trialDays: 7, allCourses: true },
  });
  const params = { path: { id: slug } };
  same((await done(api.POST('/api/v1/membership_plans/{id}/publish', { params }))).data.status, 'active', 'publish');
  same((await done(api.POST('/api/v1/membership_plans/{id}/archive', { params }))).data.status, 'archived', 'archive');
  await refused(api.DELETE('/api/v1/membership_plans/{id}', { params }), 409);
  const body = {
    name: 'Draft',
    slug: fresh('draft'),
    planType: 'lifetime',
    price: { amount: 0, currency: 'EUR' },
  } as const;
  await made(api.POST('/api/v1/membership_plans', { body }));
  await gone(api.DELETE('/api/v1/membership_plans/{id}', { params: { path: { id: body.slug } } }));
}
