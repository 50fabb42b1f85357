/** The orders and subscriptions of a member at a school. */
import type { FastifyInstance } from 'fastify';
import { emptyList } from '../kit/components.ts';
import { html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { contactOf } from '../kit/school-contact.ts';
import { at, LEARNING, type MemberPages, MOST, memberOf, memberPlace } from './member-place.ts';
import { orderRow, subscriptionRow } from './rows.ts';

const PATH = '/orders';
const PER_PAGE = 20;

export function orderPage(app: FastifyInstance, pages: MemberPages): void {
  const { account } = app.school;
  definePage(app, memberPlace(pages, PATH), {
    at: `${LEARNING}${PATH}`,
    async load({ now, query, signedIn, text }) {
      const member = memberOf(signedIn);
      const { rows } = await account.orders(member, { first: MOST, after: undefined });
      const shown = sliceOf(rows, query.get('from'), PER_PAGE);
      const items = await account.orderItems(
        member,
        shown.rows.map(({ id }) => id),
      );
      const subscriptions = await account.ownSubscriptions(member, { first: MOST, after: undefined }, now);
      return {
        ...shown,
        items: Map.groupBy(items, ({ orderId }) => orderId),
        subscriptions: subscriptions.rows,
        contact: rows.length > 0 ? await contactOf(app, member.siteId, text) : undefined,
      };
    },
    title: (_shown, { text }) => text.learning.pages.orders,
    // Payments are made at the school's shop, and not here.
    lead: ({ contact }, { text }) => contact && html`<p>${text.learning.orderHelp}</p>${contact.line}`,
    body({ contact: _, items, subscriptions, ...shown }, visit) {
      const { learning } = visit.text;
      return html`${
        shown.rows.length === 0
          ? emptyList(learning.noOrders, learning.noOrdersText)
          : html`<ul class="rows">${shown.rows.map((one) => orderRow(one, items.get(one.id) ?? [], visit))}</ul>`
      }
${paginationLinks(shown, at(visit.signedIn, PATH), visit.text)}
${subscriptions.length > 0 && html`<section class="stack"><h2>${learning.subscriptions}</h2><ul class="rows">${subscriptions.map((one) => subscriptionRow(one, visit))}</ul></section>`}`;
    },
  });
}
