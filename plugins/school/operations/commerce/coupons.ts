/**
 * Admin operations for coupons, including bulk generation. Whether a coupon has expired is computed from `endsAt`
 * whenever it is read. A coupon that has been used can be disabled but not deleted.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { integer, line, withDefault } from '../../../../schema/school/fields.ts';
import { defineOperation, type Operator, type SensitiveInput } from '../../../../schema/school/operation.ts';
import { type InputFault, invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { rowOfCreation } from '../../../../schema/school/resource.ts';
import { CODE_PREFIX, coupon, randomCode } from '../../../../schema/school/resources/coupons.ts';
import { TakenError } from '../../../../schema/school/taken-error.ts';
import type { Where } from '../../stores.ts';
import { type Check, resourceOperations } from '../engine/crud.ts';
import type { Conditions } from '../engine/listing.ts';
import { requireReferences } from '../engine/references.ts';
import type { Compute, Draft, ResourceRows, RowFor } from '../engine/resource-rows.ts';

const MAX_BATCH = 500;
/** Attempts to generate codes of which none is taken. */
const MAX_ATTEMPTS = 3;

const TABLE_OF = { courses: 'courses', plans: 'membershipPlans', products: 'digitalProducts' } as const;

type CouponRow = RowFor<typeof coupon>;
type CouponDraft = Draft<typeof coupon>;
type NewCoupon = CouponDraft & { readonly id: string };

/** The stored status does not say whether a coupon has expired. */
const compute: Compute<typeof coupon, CouponRow> = async ({ now }, rows) =>
  rows.map((row) => {
    const isOver = row.endsAt !== null && row.endsAt <= now;
    const status: CouponRow['status'] = row.status === 'disabled' ? 'disabled' : isOver ? 'expired' : 'active';
    return { ...row, status };
  });

const NOT_DISABLED = { oneOf: ['active', 'expired'] };
const conditions: Conditions<typeof coupon, Where<CouponRow>> = {
  status: ({ now }, status) => {
    if (status === 'disabled') return { status };
    return { status: NOT_DISABLED, endsAt: status === 'expired' ? { by: now } : { after: now } };
  },
};

/** Everybody who has such a coupon can pay nothing: an amount can be the whole price. */
const FREE: SensitiveInput = {
  words: 'a discount of 100 % or of an amount',
  isGiven(input, before) {
    const { discountType, percent } = { ...before, ...input };
    return discountType === 'amount' || Number(percent) >= 100;
  },
};

export const couponsOperations = (app: FastifyInstance) => {
  const coupons = resourceOperations(app, coupon, {
    compute,
    search: async (_operator, q) => ({ where: { code: { startsWith: q.trim().toUpperCase() } } }),
  });
  const check = couponCheck(app);
  return [
    coupons.list('list_coupons', { conditions }),
    coupons.get('get_coupon'),
    coupons.create('create_coupon', { personDecidesOn: FREE, initial, check }),
    coupons.update('update_coupon', { personDecidesOn: FREE, check }),
    coupons.delete('delete_coupon', {
      description: 'Refused if it has been used; disable it instead.',
      // Redeeming a coupon also changes its `updatedAt`, so that a concurrent deletion is decided again.
      whyNotDeletable: async (_operator, { redeemedCount }) =>
        redeemedCount === 0 ? undefined : 'the coupon has been used; disable it instead',
    }),
    bulkGenerateOperation(app, coupons, check),
    coupons.action('disable_coupon', {
      path: 'disable',
      from: ['active', 'expired'],
      description:
        'Disables a coupon permanently, so that it can no longer be used. Orders that used it are unchanged.',
      isDestructive: true,
      decide: (_operator, { status }) => (status === 'disabled' ? undefined : { columns: { status: 'disabled' } }),
    }),
  ];
};

const initial = () => ({ status: 'active' as const, redeemedCount: 0 });

const { code: _, ...terms } = coupon.creation.shape;
const batchInput = z.strictObject({
  ...terms,
  count: z.int().min(1).max(MAX_BATCH).describe(`Number of coupons, at most ${MAX_BATCH}`),
  prefix: CODE_PREFIX.default('').describe('Prefix of every code, at most 29 characters'),
});

const { discountType, percent, amount, appliesTo, startsAt, endsAt, maxRedemptions, perMember } = coupon.fields;
const batchFields = {
  count: integer(1, MAX_BATCH, { description: 'Number of coupons' }),
  prefix: withDefault('', line(29, { description: 'Prefix of every code' })),
  ...{ discountType, percent, amount, appliesTo, startsAt, endsAt, maxRedemptions, perMember },
};

function bulkGenerateOperation(
  app: FastifyInstance,
  coupons: ResourceRows<typeof coupon>,
  check: Check<typeof coupon>,
) {
  return defineOperation({
    name: 'bulk_generate_coupons',
    summary: 'Generate coupons in bulk',
    description: `Creates up to ${MAX_BATCH} coupons with the same terms and random codes, all or none, and returns their ids and codes. The codes avoid characters that look alike.`,
    scope: 'coupons:write',
    input: batchInput,
    output: z.object({
      count: z.int().describe('Number of coupons created'),
      coupons: z.array(z.object({ id: z.string(), code: z.string() })).describe('Ids and codes of the coupons'),
    }),
    rest: { method: 'POST', path: '/coupons/bulk_generate', status: 201 },
    pageFields: batchFields,
    personDecidesOn: FREE,
    async run(operator, input) {
      const { siteId, now } = operator;
      const { count, prefix, ...fields } = input;
      const columns = coupons.columnsFrom(rowOfCreation(coupon, fields));
      const shared = { siteId, ...columns, ...initial(), createdAt: now, updatedAt: now };
      await check(operator, shared, undefined);
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        const batch = randomCodes(count, prefix).map((code) => ({
          ...shared,
          id: makeIdentifier(coupon.prefix),
          code,
        }));
        if (await insertAll(app, coupons, operator, batch)) {
          return { count, coupons: batch.map(({ id, code }) => ({ id, code })) };
        }
      }
      throw new ProblemError('conflict', 'the generated codes are already taken; try again, or use another prefix');
    },
  });
}

function randomCodes(count: number, prefix: string): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(randomCode(prefix));
  return [...codes];
}

/** @returns false if a code is taken; then no coupon is created */
async function insertAll(
  app: FastifyInstance,
  coupons: ResourceRows<typeof coupon>,
  operator: Operator,
  [first, ...others]: readonly NewCoupon[],
): Promise<boolean> {
  if (first === undefined) return true;
  const { insert, steps } = coupons.store;
  const eventOf = (row: NewCoupon) => coupons.eventOf(operator, 'resource_created', row.id, { after: row });
  try {
    const further = others.map((row) => steps.insert(operator.siteId, row));
    // The idempotency keys may be stored only once per transaction, which the event of the first coupon does.
    const events = await app.audit.steps(...others.map((row) => withoutKey(eventOf(row))));
    await insert(operator.siteId, first, eventOf(first), ...further, ...events);
    return true;
  } catch (error) {
    if (error instanceof TakenError) return false;
    throw error;
  }
}

const withoutKey = ({ idempotencyKeys: _, approval: __, ...event }: AuditEvent): AuditEvent => event;

/** Checks the discount, the period of validity, and the items that the coupon applies to. */
const couponCheck =
  (app: FastifyInstance): Check<typeof coupon> =>
  async ({ siteId }, row, before) => {
    const ids = row.appliesToIds ?? [];
    const table = row.appliesTo === undefined || row.appliesTo === 'all' ? undefined : TABLE_OF[row.appliesTo];
    const faults = [...faultsOfDiscount(row), ...faultsOfValidity(row)];
    if (table === undefined && ids.length > 0) {
      const message = 'must be empty if the coupon applies to everything';
      faults.push({ path: 'appliesToIds', code: 'unexpected', message });
    }
    if (faults.length > 0) throw invalidInput(faults);
    if (table === undefined) return;
    // Items that the coupon already applied to may have been deleted since.
    const known = before?.appliesTo === row.appliesTo ? (before?.appliesToIds ?? []) : [];
    await requireReferences(
      app,
      siteId,
      ids.map((id, index) => ({ path: `appliesToIds.${index}`, to: table, id: known.includes(id) ? undefined : id })),
    );
  };

/** A coupon has either a percentage or an amount with a currency, as its discount type says. */
function faultsOfDiscount({ discountType, percent, amount, currency }: CouponDraft): InputFault[] {
  const isPercentage = discountType === 'percent';
  const faults: InputFault[] = [];
  const expect = (path: string, isGiven: boolean, isRequired: boolean): void => {
    if (isGiven === isRequired) return;
    const message = `${isRequired ? 'is required' : 'is not allowed'} for coupons with discountType ${discountType}`;
    faults.push({ path, code: isRequired ? 'required' : 'unexpected', message });
  };
  expect('percent', percent != null, isPercentage);
  expect('amount', amount != null && currency != null, !isPercentage);
  if (!isPercentage && amount === 0) {
    faults.push({ path: 'amount.amount', code: 'too_small', message: 'must be at least 1' });
  }
  return faults;
}

const faultsOfValidity = ({ startsAt, endsAt }: CouponDraft): InputFault[] =>
  typeof startsAt === 'number' && typeof endsAt === 'number' && endsAt <= startsAt
    ? [{ path: 'endsAt', code: 'before_start', message: 'must be after startsAt' }]
    : [];
