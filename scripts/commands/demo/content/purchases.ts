/** Purchases: those behind enrollments, subscriptions and registrations, and others that failed or were cancelled. */
import type { Course } from './courses.ts';
import { type Dice, diceOf, nth } from './dice.ts';
import type { Enrollment } from './enrollments.ts';
import type { Registration } from './events.ts';
import type { Member } from './people.ts';
import { SETTLED, type Subscription, timeBetween } from './subscriptions.ts';
import { DAY, HOUR, MINUTE, type Row, type Wave } from './wave.ts';

export type OrderItem = Omit<Row<'orderItems'>, 'orderId' | 'position'>;

export interface Purchase {
  personId: string;
  status: Row<'orders'>['status'];
  placedAt: number;
  /** Start of the purchased access; default: shortly after the order was placed. */
  paidAt?: number;
  items: readonly [OrderItem, ...OrderItem[]];
  /** The coupon that was used: none, one with a discount, or one with a full discount. */
  coupon: 'none' | 'some' | 'free';
  /** Time at which all of it, or the last item, was refunded. */
  refundedAt?: number;
}

const ofCourse = ({ row: { id, title, priceAmount = 0 } }: Course): OrderItem => ({
  kind: 'course',
  refId: id,
  title,
  quantity: 1,
  unitAmount: priceAmount,
});

const ofProduct = ({ id, title, priceAmount }: Row<'digitalProducts'>, quantity = 1): OrderItem => ({
  kind: 'digital_product',
  refId: id,
  title,
  quantity,
  unitAmount: priceAmount,
});

const couponIn = (dice: Dice): Purchase['coupon'] => (dice.percent(25) ? 'some' : 'none');

export function purchaseOfCourse({ row, course }: Enrollment, products: readonly Row<'digitalProducts'>[]): Purchase[] {
  const { id, personId, source, status, startsAt, updatedAt = startsAt } = row;
  if (source !== 'order' && source !== 'coupon') return [];
  const dice = diceOf(`purchase ${id}`);
  const item = ofCourse(course);
  const purchase = { personId, placedAt: startsAt - dice.between(1, 30) * MINUTE, paidAt: startsAt } as const;
  if (source === 'coupon') return [{ ...purchase, status: 'paid', items: [item], coupon: 'free' }];
  // A revoked course was refunded if it was not free.
  if (status === 'revoked' && item.unitAmount > 0) {
    return [{ ...purchase, status: 'refunded', items: [item], coupon: couponIn(dice), refundedAt: updatedAt }];
  }
  const extra = dice.percent(12) ? [ofProduct(dice.pick(products))] : [];
  return [{ ...purchase, status: 'paid', items: [item, ...extra], coupon: couponIn(dice) }];
}

/** One order for each period that has begun. */
export function purchasesOfPlan({ row, plan, dues }: Subscription): Purchase[] {
  const { personId, priceAmount, status } = row;
  const { id, name } = plan.row;
  return dues.map((placedAt, index) => ({
    personId,
    status: status === 'past_due' && index === dues.length - 1 ? 'failed' : 'paid',
    placedAt,
    items: [{ kind: 'membership_plan', refId: id, title: name, quantity: 1, unitAmount: priceAmount }],
    coupon: index === 0 ? couponIn(diceOf(`purchase ${row.id}`)) : 'none',
  }));
}

export function purchaseOfSeat({ row, event }: Registration): Purchase[] {
  const { id, title, priceAmount } = event.row;
  if (priceAmount === 0 || row.status === 'waitlisted') return [];
  const items = [{ kind: 'event', refId: id, title, quantity: 1, unitAmount: priceAmount }] as const;
  const purchase = { personId: row.personId, placedAt: row.registeredAt, items: [...items], coupon: 'none' } as const;
  return row.status === 'cancelled'
    ? [{ ...purchase, items, status: 'refunded', refundedAt: row.updatedAt }]
    : [{ ...purchase, items, status: 'paid' }];
}

const ATTEMPTS = ['paid', 'cancelled', 'failed', 'paid', 'pending', 'partially_refunded', 'paid'] as const;

/** Additional purchases of a member. */
export function furtherPurchases(
  { now }: Wave,
  member: Member,
  courses: readonly Course[],
  products: readonly Row<'digitalProducts'>[],
): Purchase[] {
  const dice = diceOf(`orders ${member.id}`);
  const first = member.first.length > 0 ? 0 : dice.between(0, ATTEMPTS.length - 1);
  const [from, to] = [member.joinedAt + SETTLED, member.lastSeenAt - HOUR];
  if (from >= to) return [];
  return Array.from({ length: member.wants.orders }, (_, index): Purchase => {
    const attempt = nth(ATTEMPTS, first + index);
    // A bank transfer that does not arrive within a few days is no longer pending.
    const open = attempt === 'pending' && to > now - 4 * DAY;
    const status = attempt === 'pending' && !open ? 'cancelled' : attempt;
    const placedAt = timeBetween(dice, open ? Math.max(from, now - 4 * DAY) : from, to);
    const purchase = { personId: member.id, status, placedAt, coupon: couponIn(dice) };
    if (status === 'partially_refunded') {
      const items = [ofProduct(nth(products, index)), ofProduct(nth(products, index + 1))] as const;
      return { ...purchase, items, refundedAt: Math.min(placedAt + 6 * DAY, now - MINUTE) };
    }
    const known = courses.filter(
      ({ publishedAt, row: { priceAmount = 0 } }) => publishedAt < placedAt && priceAmount > 0,
    );
    const buysProduct = status === 'paid' || known.length === 0;
    const item = buysProduct ? ofProduct(dice.pick(products), dice.between(1, 2)) : ofCourse(dice.pick(known));
    return { ...purchase, items: [item] };
  });
}
