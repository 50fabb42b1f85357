/** The orders of a member at a school. */
import type { FastifyInstance } from 'fastify';
import type { Order, OrderItem } from '../../../schema/school/account.ts';
import { formatMoney } from '../../../schema/school/money.ts';
import { day, emptyList } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { at, LEARNING, type MemberPages, type MemberVisit, MOST, memberOf, memberPlace } from './member-place.ts';

const PATH = '/orders';
const PER_PAGE = 20;

export function orderPage(app: FastifyInstance, pages: MemberPages): void {
  const { account } = app.school;
  definePage(app, memberPlace(pages, PATH), {
    at: `${LEARNING}${PATH}`,
    async load({ query, signedIn }) {
      const member = memberOf(signedIn);
      const { rows } = await account.orders(member, { first: MOST, after: undefined });
      const shown = sliceOf(rows, query.get('from'), PER_PAGE);
      const items = await account.orderItems(
        member,
        shown.rows.map(({ id }) => id),
      );
      return { ...shown, items: Map.groupBy(items, ({ orderId }) => orderId) };
    },
    title: (_shown, { text }) => text.learning.pages.orders,
    body({ items, ...shown }, visit) {
      const { learning } = visit.text;
      return html`${
        shown.rows.length === 0
          ? emptyList(learning.noOrders, learning.noOrdersText)
          : html`<ul class="rows">${shown.rows.map((one) => orderRow(one, items.get(one.id) ?? [], visit))}</ul>`
      }
${paginationLinks(shown, at(visit.signedIn, PATH), visit.text)}`;
    },
  });
}

/** A status is said only if it is not the usual one. */
export function orderRow(order: Order, items: readonly OrderItem[], { language, text, timeZone }: MemberVisit): Html {
  const { currency, number, placedAt, refundedAmount, status, total } = order;
  const { orderStatus, refunded, times } = text.learning;
  const item = ({ quantity, title }: OrderItem): Html =>
    html`<li>${displayText(title)}${quantity > 1 && html` ${times({ count: quantity })}`}</li>`;
  return html`<li><div><p class="name">${displayText(number)}</p>
${items.length > 0 && html`<ul>${items.map(item)}</ul>`}
<p class="detail">${day(placedAt, language, timeZone)}${status !== 'paid' && html` · ${orderStatus[status]}`}</p></div>
<div><p class="name">${formatMoney(total, currency, language)}</p>
${refundedAmount > 0 && html`<p class="detail">${refunded({ amount: formatMoney(refundedAmount, currency, language) })}</p>`}</div></li>`;
}
