/** The orders of a member, their items, and amounts of money. */
import type { FastifyInstance } from 'fastify';
import type { MemberProfile, Order, OrderItem } from '../../../schema/school/account.ts';
import { formatMoney } from '../../../schema/school/money.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import type { AccountContext } from './viewer.ts';

export const orderTypes = /* GraphQL */ `
"""An amount of money."""
type Money {
  """
  A whole number of minor units by ISO 4217, such as cents, up to 9007199254740991. It is a Float, because an Int ends at
  2147483647.
  """
  amount: Float!
  """ISO 4217."""
  currency: String!
  """The amount formatted in the member's language."""
  formatted: String!
}

"""Status of an order."""
enum OrderStatus {
  """Not paid yet."""
  PENDING
  """Paid."""
  PAID
  """Partly refunded."""
  PARTIALLY_REFUNDED
  """Fully refunded."""
  REFUNDED
  """Cancelled before payment."""
  CANCELLED
  """The payment failed."""
  FAILED
}

"""An order."""
type Order {
  """Id of the order."""
  id: ID!
  """Order number shown to the member."""
  number: String!
  """Status of the order."""
  status: OrderStatus!
  """Time the order was placed."""
  placedAt: DateTime!
  """Payment time; null until paid."""
  paidAt: DateTime
  """Total, including discounts and tax."""
  total: Money!
  """Amount refunded, if any."""
  refunded: Money
  """Items of the order."""
  items: [OrderItem!]!
  """Code of the coupon used, if any."""
  couponCode: String
}

"""Kind of item that can be ordered."""
enum OrderItemKind {
  """A course."""
  COURSE
  """A membership plan."""
  MEMBERSHIP_PLAN
  """A downloadable product."""
  DIGITAL_PRODUCT
  """A seat at an event."""
  EVENT
}

"""An item of an order."""
type OrderItem {
  """Kind of item."""
  kind: OrderItemKind!
  """Title at the time of purchase."""
  title: String!
  """Quantity."""
  quantity: Int!
  """Price per unit, before discounts."""
  unitPrice: Money!
}
${connectionTypes({ node: 'Order', many: 'orders', nodes: 'orders', one: 'An order', short: 'order' })}`;

export function orderResolvers({ cursors, school: { account } }: FastifyInstance) {
  async function orders(profile: MemberProfile, args: PageArguments, { member }: AccountContext) {
    const list = listOf('orders', member);
    const request = readPage(cursors, list, args);
    const language = profile.locale ?? profile.site.locale;
    return connectionOf(await account.orders(member, request), {
      request,
      toNode: (order) => orderNode(order, language),
      keyOf: ({ placedAt, id }) => ({ at: placedAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countOrders(member),
    });
  }

  return { Viewer: { orders } };
}

/** Loads the items of all orders in a response with one statement. */
export function orderLoaders({ school: { account } }: FastifyInstance) {
  return {
    Order: {
      items: {
        opts: { cache: false },
        async loader(queries: { obj: OrderNode }[], { member }: AccountContext) {
          const items = await account.orderItems(
            member,
            queries.map(({ obj }) => obj.id),
          );
          const ofOrder = Map.groupBy(items, ({ orderId }) => orderId);
          return queries.map(({ obj }) => (ofOrder.get(obj.id) ?? []).map((item) => itemNode(item, obj)));
        },
      },
    },
  };
}

function orderNode({ total, refundedAmount, currency, status, ...order }: Order, language: string) {
  return {
    ...order,
    status: status.toUpperCase(),
    total: money(total, currency, language),
    refunded: refundedAmount === 0 ? null : money(refundedAmount, currency, language),
    currency,
    language,
  };
}
type OrderNode = ReturnType<typeof orderNode>;

const itemNode = ({ kind, title, quantity, unitAmount }: OrderItem, { currency, language }: OrderNode) => ({
  kind: kind.toUpperCase(),
  title,
  quantity,
  unitPrice: money(unitAmount, currency, language),
});

export function money(amount: number, currency: string, language: string) {
  return { amount, currency, formatted: () => formatMoney(amount, currency, language) };
}
