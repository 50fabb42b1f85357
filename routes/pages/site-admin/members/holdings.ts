/** What a member has at the school: courses with progress, orders, subscriptions and places at coming events. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant, type Scope } from '../../../../schema/oauth/scope.ts';
import type { Member } from '../../../../schema/school/account.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { MOST } from '../../learning/member-place.ts';
import { courseRow, eventRow, orderRow, subscriptionRow } from '../../learning/rows.ts';
import { at, type OperatorRequest } from '../operator-pages.ts';
import type { ShownMember } from './member.ts';

/** The latest of each. Apps and the API list the others. */
const SHOWN = 5;

/** Reads what the role of the person may see. */
export async function loadHoldings(app: FastifyInstance, { membership }: OperatorRequest, { id }: ShownMember) {
  const { account } = app.school;
  const now = app.clock();
  const member = { siteId: membership.siteId, personId: id };
  const page = { first: SHOWN, after: undefined };
  const none = { rows: [], hasMore: false };
  const seen = <Found>(scope: Scope, read: () => Promise<Found>): Promise<Found> | typeof none =>
    roleMayGrant(membership, scope) ? read() : none;
  const [courses, orders, subscriptions, events] = await Promise.all([
    seen('students:read', () => account.enrolledCourses(member, 'all', page, now)),
    seen('orders:read', () => account.orders(member, page)),
    seen('subscriptions:read', () => account.ownSubscriptions(member, page, now)),
    seen('events:read', () => comingEvents(app, member, now)),
  ]);
  return { courses, orders, subscriptions, events };
}

/** The next first, without those that were cancelled. */
async function comingEvents(app: FastifyInstance, member: Member, now: number) {
  const all = await app.school.account.eventRegistrations(member, 'upcoming', { first: MOST, after: undefined }, now);
  const rows = all.rows
    .filter(({ event, status }) => status !== 'cancelled' && event.status === 'published')
    .sort((a, b) => a.event.startsAt - b.event.startsAt);
  return { rows: rows.slice(0, SHOWN), hasMore: rows.length > SHOWN };
}

export type Holdings = Awaited<ReturnType<typeof loadHoldings>>;

export function holdingsSections(
  { courses, orders, subscriptions, events }: Holdings,
  visit: Visit<OperatorRequest>,
  memberId: string,
): Html {
  const { learning } = visit.text;
  const section = (title: string, rows: readonly Html[], hasMore: boolean, list?: string): Html | false =>
    rows.length > 0 &&
    html`<section class="stack"><h2>${list === undefined ? title : html`<a href="${at(visit.signedIn, `/${list}?memberId=${memberId}`)}">${title}</a>`}</h2><ul class="rows">${rows}</ul>${hasMore && html`<p class="detail">${learning.latest({ count: SHOWN })}</p>`}</section>`;
  const courseRows = courses.rows.map((one) => courseRow(one, displayText(one.title), visit));
  return html`${section(learning.courses, courseRows, courses.hasMore, 'enrollments')}
${section(
  learning.pages.orders,
  orders.rows.map((one) => orderRow(one, [], visit)),
  orders.hasMore,
  'orders',
)}
${section(
  learning.subscriptions,
  subscriptions.rows.map((one) => subscriptionRow(one, visit)),
  subscriptions.hasMore,
  'subscriptions',
)}
${section(
  learning.pages.events,
  events.rows.map((one) => eventRow(one, visit)),
  events.hasMore,
)}`;
}
