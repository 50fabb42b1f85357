/** What can only be read: figures, orders, comments, forms. The demo has some of each. */
import { done, first, holds, same } from '../answers.ts';
import type { Api, Schemas } from '../client.ts';
import { findIn, pageByPage } from '../paging.ts';

export async function analytics(api: Api): Promise<void> {
  const summary = (await done(api.GET('/api/v1/analytics/summary'))).data;
  holds(summary.now.members > 0, 'the school has members');
  const stretch = { from: summary.from, to: summary.to };
  const query = { metric: 'orders', interval: 'week', ...stretch } as const;
  const series = (await done(api.GET('/api/v1/analytics/series', { params: { query } }))).data;
  const sum = series.points.reduce((total, { value }) => total + value, 0);
  same(sum, summary.totals.orders, 'the series has as many orders as the sum says');
  const { nodes } = (await done(api.GET('/api/v1/analytics/courses', { params: { query: { first: 1 } } }))).data;
  const figures = first(nodes, 'course with figures');
  const params = { path: { id: figures.id } };
  same((await done(api.GET('/api/v1/analytics/courses/{id}', { params }))).data, figures, 'of one course');
  const lectures = (await done(api.GET('/api/v1/analytics/courses/{id}/lectures', { params }))).data;
  same(lectures.students, figures.students, 'the students who could watch the lectures');
  const ranking = { ranking: 'courses_by_revenue', limit: 3, ...stretch } as const;
  const top = (await done(api.GET('/api/v1/analytics/top', { params: { query: ranking } }))).data;
  same(top.ranking, 'courses_by_revenue', 'the top list');
  holds(top.nodes.length <= 3, 'as many as were asked for');
}

export async function orders(api: Api): Promise<void> {
  const query = { status: 'paid', sort: '-placedAt', to: new Date().toISOString(), first: 1 } as const;
  const { nodes, totalCount } = (
    await done(api.GET('/api/v1/orders', { params: { query: { ...query, totalCount: true } } }))
  ).data;
  const order = first(nodes, 'paid order');
  holds(totalCount !== undefined && totalCount > 1, 'there are several');
  for (const id of [order.id, order.number]) {
    same((await done(api.GET('/api/v1/orders/{id}', { params: { path: { id } } }))).data, order, 'read');
  }
  holds(order.items.length > 0, 'with what was bought');
  const refunds = (await done(api.GET('/api/v1/refunds', { params: { query: { first: 1 } } }))).data;
  holds(first(refunds.nodes, 'refund').refundedAmount > 0, 'something was refunded');
  await pageByPage((page) => api.GET('/api/v1/orders', { params: { query: { ...page, memberId: order.memberId } } }));
}

export async function comments(api: Api): Promise<void> {
  const query = { status: 'visible', sort: 'createdAt', first: 1 } as const;
  const { nodes } = (await done(api.GET('/api/v1/comments', { params: { query } }))).data;
  const comment = first(nodes, 'comment');
  const read = await done(api.GET('/api/v1/comments/{id}', { params: { path: { id: comment.id } } }));
  same(read.data, comment, 'read');
  const { targetId } = comment;
  const found = await findIn(
    (page) => api.GET('/api/v1/comments', { params: { query: { ...page, targetId } } }),
    comment.id,
  );
  same(found, comment, 'listed by what it is about');
}

export async function forms(api: Api): Promise<void> {
  const { nodes } = (await done(api.GET('/api/v1/forms', { params: { query: { first: 100 } } }))).data;
  const form = nodes.find(({ submissionCount }) => submissionCount > 1);
  if (form === undefined) throw new Error('there is no form that was sent in');
  const params = { path: { id: form.id } };
  same((await done(api.GET('/api/v1/forms/{id}', { params }))).data, form, 'read');
  const submissions = await done(
    api.GET('/api/v1/forms/{id}/submissions', { params: { ...params, query: { totalCount: true } } }),
  );
  same(submissions.data.totalCount, form.submissionCount, 'all submissions');
  const { answers }: Schemas['FormSubmission'] = first(submissions.data.nodes, 'submission');
  holds(
    form.fields.some(({ key }) => answers[key] !== undefined),
    'answers go by the keys of the fields',
  );
}
