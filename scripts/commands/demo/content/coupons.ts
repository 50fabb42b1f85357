/** Coupons, and the discounts that they give on orders. */
import type { OrderItem } from './purchases.ts';
import { codeIn, DAY, numberedIn, type Row, type Wave } from './wave.ts';

export type Coupon = Row<'coupons'> & { redeemedCount: number };

interface CouponOutline {
  code: string;
  percent?: number;
  amount?: number;
  appliesTo?: Coupon['appliesTo'];
  /** Days from now. */
  from?: number;
  to?: number;
  most?: number;
  perMember?: number;
  disabled?: true;
  /** Keys of the courses or plans that the coupon is limited to. */
  only?: readonly string[];
}

/** A full discount, for people whom the school admits free of charge. */
const SCHOLARSHIP = 'SCHOLARSHIP';

const COUPONS: readonly CouponOutline[] = [
  { code: SCHOLARSHIP, percent: 100, appliesTo: 'courses', perMember: 100 },
  { code: 'FIRSTYEAR', percent: 25, from: -950, to: -640 },
  { code: 'SPRING-SALE', percent: 15, from: -610, to: -540, perMember: 2 },
  { code: 'FIVE-OFF', amount: 500, appliesTo: 'courses', from: -530, to: -380, most: 12 },
  { code: 'PRINTS', percent: 50, appliesTo: 'products', from: -400, perMember: 5 },
  { code: 'SUMMER', percent: 20, from: -260, to: -170 },
  { code: 'TEN', amount: 1000, appliesTo: 'courses', from: -160, to: -60, most: 5 },
  { code: 'PASS_20', percent: 20, appliesTo: 'plans', from: -150 },
  { code: 'WINTER', percent: 10, from: -40, to: 30 },
  { code: 'LEAKED', percent: 90, from: -35, to: 60, disabled: true },
  { code: 'NEXT-SPRING', percent: 15, from: 60, to: 130 },
  { code: 'VIP-3', amount: 3000, appliesTo: 'courses', from: -20, most: 3, only: ['watercolour', 'cello'] },
];

const ITEMS: Record<Coupon['appliesTo'], readonly OrderItem['kind'][]> = {
  all: ['course', 'membership_plan', 'digital_product', 'event'],
  courses: ['course'],
  plans: ['membership_plan'],
  products: ['digital_product'],
};

export const couponsOf = (wave: Wave): Coupon[] => COUPONS.map((outline, index) => couponOf(wave, outline, index));

function couponOf(wave: Wave, outline: CouponOutline, index: number): Coupon {
  const { code, percent = null, amount = null, appliesTo = 'all', most = null, perMember = 1, only = [] } = outline;
  const { startsAt, endsAt, createdAt } = datesOf(wave, outline);
  const { status, updatedAt } = standingOf(wave, outline, endsAt, createdAt);
  return {
    id: numberedIn(wave, 'cpn', index),
    code: codeIn(wave, code),
    discountType: percent === null ? 'amount' : 'percent',
    percent,
    amount,
    currency: amount === null ? null : wave.site.currency,
    appliesTo,
    appliesToIds: wave.catalogue.courses.filter(({ key }) => only.includes(key)).map(({ key }) => `crs_demo_${key}`),
    startsAt,
    endsAt,
    maxRedemptions: most,
    perMember,
    redeemedCount: 0,
    status,
    createdAt,
    updatedAt,
  };
}

function datesOf({ now }: Wave, { from, to }: CouponOutline) {
  const opensAt = now + (from ?? -990) * DAY;
  return {
    startsAt: from === undefined ? null : opensAt,
    endsAt: to === undefined ? null : now + to * DAY,
    createdAt: Math.min(opensAt, now - DAY) - 7 * DAY,
  };
}

function standingOf(
  { now }: Wave,
  { disabled }: CouponOutline,
  endsAt: number | null,
  createdAt: number,
): Pick<Coupon, 'status' | 'updatedAt'> {
  if (disabled) return { status: 'disabled', updatedAt: now - 30 * DAY };
  if (endsAt !== null && endsAt <= now) return { status: 'expired', updatedAt: endsAt };
  return { status: 'active', updatedAt: createdAt };
}

/** Keeps track of which coupons can still be used while orders are created one after the other. */
export class Till {
  readonly coupons: readonly Coupon[];
  readonly #used = new Map<string, number>();

  constructor(coupons: readonly Coupon[]) {
    this.coupons = coupons;
  }

  /** @returns the discount of the order and its coupon; full-discount coupons are only for people who have one */
  redeem(
    personId: string,
    at: number,
    items: readonly OrderItem[],
    free: boolean,
  ): { code: string; off: number } | undefined {
    for (const coupon of this.coupons) {
      if (coupon.code.startsWith(SCHOLARSHIP) !== free || !this.#isOpen(coupon, personId, at)) continue;
      const off = discountOf(coupon, items);
      if (off === 0) continue;
      const key = `${coupon.id} ${personId}`;
      this.#used.set(key, (this.#used.get(key) ?? 0) + 1);
      coupon.redeemedCount += 1;
      return { code: coupon.code, off };
    }
    return undefined;
  }

  #isOpen(coupon: Coupon, personId: string, at: number): boolean {
    const { status, startsAt, endsAt, maxRedemptions, redeemedCount, perMember } = coupon;
    if (status === 'disabled' || at < (startsAt ?? 0) || at >= (endsAt ?? Number.POSITIVE_INFINITY)) return false;
    if (redeemedCount >= (maxRedemptions ?? Number.POSITIVE_INFINITY)) return false;
    return (this.#used.get(`${coupon.id} ${personId}`) ?? 0) < perMember;
  }
}

function discountOf({ appliesTo, appliesToIds, percent, amount }: Coupon, items: readonly OrderItem[]): number {
  const ids = appliesToIds ?? [];
  const base = items
    .filter(({ kind, refId }) => ITEMS[appliesTo].includes(kind) && (ids.length === 0 || ids.includes(refId)))
    .reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  return Math.min(base, amount ?? Math.round((base * (percent ?? 0)) / 100));
}
