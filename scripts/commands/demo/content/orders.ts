/** Creates orders from purchases, with numbers, discounts, taxes and totals. */
import { type Coupon, couponsOf, Till } from './coupons.ts';
import { diceOf } from './dice.ts';
import type { Purchase } from './purchases.ts';
import { MINUTE, numberedIn, type Row, type Wave } from './wave.ts';

export interface Orders {
  orders: Row<'orders'>[];
  orderItems: Row<'orderItems'>[];
  coupons: Coupon[];
}

const PAID: readonly string[] = ['paid', 'partially_refunded', 'refunded'];
/** Larger than the number of orders in any wave. */
const NUMBERS_IN_WAVE = 10_000;

export function ordersOf(wave: Wave, purchases: readonly Purchase[]): Orders {
  const coupons = couponsOf(wave);
  const till = new Till(coupons);
  const made: Orders = { orders: [], orderItems: [], coupons };
  const inOrder = [...purchases].sort((a, b) => a.placedAt - b.placedAt || (a.personId < b.personId ? -1 : 1));
  inOrder.forEach((purchase, index) => {
    const row = orderOf(wave, till, purchase, index);
    made.orders.push(row);
    purchase.items.forEach((item, position) => {
      made.orderItems.push({ orderId: row.id, position, ...item });
    });
  });
  return made;
}

function orderOf(wave: Wave, till: Till, purchase: Purchase, index: number): Row<'orders'> {
  const { site, catalogue, now } = wave;
  const { personId, placedAt, items, coupon } = purchase;
  const id = numberedIn(wave, 'ord', index);
  const dice = diceOf(id);
  const isPaid = PAID.includes(purchase.status);
  const subtotal = items.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  // Only paid orders redeem a coupon.
  const redeemed = isPaid && coupon !== 'none' ? till.redeem(personId, placedAt, items, coupon === 'free') : undefined;
  const discount = redeemed?.off ?? 0;
  const tax = Math.round(((subtotal - discount) * catalogue.taxPercent) / 100);
  const total = subtotal - discount + tax;
  // An order without a payment cannot be refunded.
  const status = total === 0 && isPaid ? 'paid' : purchase.status;
  const method = total === 0 ? 'free' : methodOf(status, dice.between(0, 99));
  const slow = method === 'card' || method === 'free' ? MINUTE / 2 : dice.between(2, 60) * MINUTE;
  const paidAt = isPaid ? (purchase.paidAt ?? Math.min(placedAt + slow, now)) : null;
  const refunded = refundOf(purchase, status, total, subtotal);
  return {
    id,
    number: `${catalogue.orderPrefix}-${1001 + index + wave.number * NUMBERS_IN_WAVE}`,
    personId,
    status,
    subtotal,
    discount,
    tax,
    total,
    currency: site.currency,
    couponCode: redeemed?.code ?? null,
    paymentMethod: method,
    placedAt,
    paidAt,
    refundedAmount: refunded,
    refundedAt: refunded > 0 ? Math.max(purchase.refundedAt ?? 0, paidAt ?? 0) : null,
  };
}

/** Pending orders are not paid by card. */
function methodOf(status: Purchase['status'], roll: number): 'card' | 'transfer' | 'atm' | 'store' {
  if (status === 'failed') return 'card';
  if (roll < 40 && status === 'pending') return 'transfer';
  if (roll < 70 && status === 'pending') return 'atm';
  if (status === 'pending') return 'store';
  if (roll < 74) return 'card';
  if (roll < 88) return 'transfer';
  return roll < 95 ? 'atm' : 'store';
}

/** Refunds everything, or the last item's share. */
function refundOf({ items }: Purchase, status: Purchase['status'], total: number, subtotal: number): number {
  if (status === 'refunded') return total;
  const last = items.at(-1);
  if (status !== 'partially_refunded' || last === undefined) return 0;
  return Math.round((total * last.quantity * last.unitAmount) / subtotal);
}
