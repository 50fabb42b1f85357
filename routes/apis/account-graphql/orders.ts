/** A member's orders, what they consist of, and amounts of money. */
import type { FastifyInstance } from 'fastify';
import { boundedMap } from '../../../schema/bounded-map.ts';
import type { MemberProfile, Order, OrderItem } from '../../../schema/school/account.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import type { AccountContext } from './viewer.ts';

export const orderTypes = /* GraphQL */ `
"""An amount of money."""
type Money {
  """In minor units, such as cents."""
  amount: Int!
  """ISO 4217."""
  currency: String!
  """For reading, in the member's language."""
  formatted: String!
}

"""How far an order is."""
enum OrderStatus {
  """Not paid yet."""
  PENDING
  """Paid."""
  PAID
  """A part was given back."""
  PARTIALLY_REFUNDED
  """Everything was given back."""
  REFUNDED
  """Called off before it was paid."""
  CANCELLED
  """The payment failed."""
  FAILED
}

"""An order."""
type Order {
  """The order."""
  id: ID!
  """The number the member knows it by."""
  number: String!
  """How far it is."""
  status: OrderStatus!
  """When it was placed."""
  placedAt: DateTime!
  """When it was paid."""
  paidAt: DateTime
  """What it cost, discounts and tax included."""
  total: Money!
  """What was given back, if anything was."""
  refunded: Money
  """What was ordered."""
  items: [OrderItem!]!
  """The coupon that was used."""
  couponCode: String
}

"""What can be ordered."""
enum OrderItemKind {
  """A course."""
  COURSE
  """A membership plan."""
  MEMBERSHIP_PLAN
  """Something to download."""
  DIGITAL_PRODUCT
  """A place at an event."""
  EVENT
}

"""A line of an order."""
type OrderItem {
  """What it is."""
  kind: OrderItemKind!
  """What it was called when it was ordered."""
  title: String!
  """How many."""
  quantity: Int!
  """For one, before discounts."""
  unitPrice: Money!
}
${connectionTypes({ node: 'Order', many: 'orders', nodes: 'orders', one: 'An order', short: 'order' })}`;

export function orderResolvers({ cursors, school: { account } }: FastifyInstance) {
  async function orders(profile: MemberProfile, given: PageArguments, { member }: AccountContext) {
    const list = listOf('orders', member);
    const request = readPage(cursors, list, given);
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

/** The lines of all orders of an answer, read at once. */
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

/** Making a formatter costs far more than using it. Members choose the language, so the oldest make room. */
const formatters = boundedMap<Intl.NumberFormat>(200);

function money(amount: number, currency: string, language: string) {
  return { amount, currency, formatted: () => formatMoney(amount, currency, language) };
}

function formatMoney(amount: number, currency: string, language: string): string {
  const key = `${language} ${currency}`;
  const format = formatters.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency });
  formatters.set(key, format);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
