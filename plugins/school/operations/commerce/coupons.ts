/**
 * Admin operations for coupons, including bulk generation. Whether a coupon has expired is worked out from `endsAt`
 * each time it is read, and one that has been redeemed can be disabled but not deleted.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { type InputFault, invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { rowOfCreation } from '../../../../schema/school/resource.ts';
import { CODE_PREFIX, coupon, randomCode } from '../../../../schema/school/resources/coupons.ts';
import { TakenError } from '../../../../schema/school/taken-error.ts';
import type { Where } from '../../stores.ts';
import type { Check } from '../engine/crud.ts';
import type { Conditions } from '../engine/listing.ts';
import { requireReferences } from '../engine/references.ts';
import { resourceOperations } from '../engine/resource-operations.ts';
import type { Compute, Draft, RowFor } from '../engine/resource-rows.ts';

const MAX_BATCH = 500;
const BATCH_TRIES = 3;

const TABLE_OF = { courses: 'courses', plans: 'membershipPlans', products: 'digitalProducts' } as const;

/** Whether its end has passed does not depend on what is kept. */
type CouponRow = RowFor<typeof coupon>;
type CouponDraft = Draft<typeof coupon>;

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

const { code: _, ...terms } = coupon.creation.shape;
const batchInput = z.strictObject({
  ...terms,
  count: z.int().min(1).max(MAX_BATCH).describe(`Number of coupons, at most ${MAX_BATCH}`),
  prefix: CODE_PREFIX.default('').describe('Prefix of every code, at most 29 characters'),
});

export const couponsOperations = (app: FastifyInstance) => {
  const coupons = resourceOperations(app, coupon, { compute });

  const check: Check<typeof coupon> = async ({ siteId }, row, before) => {
    const faults = [...faultsOfDiscount(row), ...faultsOfWindow(row)];
    const ids = row.appliesToIds ?? [];
    const table = row.appliesTo === undefined || row.appliesTo === 'all' ? undefined : TABLE_OF[row.appliesTo];
    if (table === undefined && ids.length > 0) {
      faults.push({
        path: 'appliesToIds',
        code: 'unexpected',
        message: 'must be empty if the coupon applies to everything',
      });
    }
    if (faults.length > 0) throw invalidInput(faults);
    const known = before?.appliesTo === row.appliesTo ? (before?.appliesToIds ?? []) : [];
    if (table === undefined) return;
    await requireReferences(
      app,
      siteId,
      ids.map((id, index) => ({ path: `appliesToIds.${index}`, to: table, id: known.includes(id) ? undefined : id })),
    );
  };

  const initial = () => ({ status: 'active' as const, redeemedCount: 0 });

  const bulkGenerate = defineOperation({
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
    async run(operator, input) {
      const { siteId, now } = operator;
      const { count, prefix, ...given } = input;
      const columns = coupons.columnsFrom(rowOfCreation(coupon, given));
      const shared = { siteId, ...columns, ...initial(), createdAt: now, updatedAt: now };
      await check(operator, shared, undefined);
      for (let tries = 0; tries < BATCH_TRIES; tries += 1) {
        const codes = new Set<string>();
        while (codes.size < count) codes.add(randomCode(prefix));
        const made = [...codes].map((code) => ({ ...shared, id: makeIdentifier(coupon.prefix), code }));
        if (await storedTogether(operator, made)) {
          return { count, coupons: made.map(({ id, code }) => ({ id, code })) };
        }
      }
      throw new ProblemError('conflict', 'the generated codes are already taken; try again, or use another prefix');
    },
  });

  /** @returns false when a code is taken */
  async function storedTogether(operator: Operator, made: readonly (CouponDraft & { id: string })[]): Promise<boolean> {
    const [first, ...others] = made;
    if (first === undefined) return true;
    const { insert, steps } = coupons.store;
    const eventOf = (row: CouponDraft & { id: string }) =>
      coupons.eventOf(operator, 'resource_created', row.id, { after: row });
    try {
      const further = others.map((row) => steps.insert(operator.siteId, row));
      // The unit carries the idempotency key once, with the event of the first.
      const trail = await app.audit.steps(...others.map((row) => withoutKey(eventOf(row))));
      await insert(operator.siteId, first, eventOf(first), ...further, ...trail);
      return true;
    } catch (error) {
      if (error instanceof TakenError) return false;
      throw error;
    }
  }

  return [
    coupons.list('list_coupons', { conditions }),
    coupons.get('get_coupon'),
    coupons.create('create_coupon', { initial, check }),
    coupons.update('update_coupon', { check }),
    coupons.delete('delete_coupon', {
      description: 'Refused if it has been used; disable it instead.',
      // Whoever redeems it changes `updatedAt` too, so that it is judged anew.
      whyNotDeletable: async (_operator, { redeemedCount }) =>
        redeemedCount === 0 ? undefined : 'the coupon has been used; disable it instead',
    }),
    bulkGenerate,
    coupons.action('disable_coupon', {
      path: 'disable',
      description:
        'Disables a coupon permanently, so that it can no longer be used. Orders that used it are unchanged.',
      isDestructive: true,
      decide: (_operator, { status }) => (status === 'disabled' ? undefined : { columns: { status: 'disabled' } }),
    }),
  ];
};

/** It takes off a part or an amount, and says just that. */
function faultsOfDiscount({ discountType, percent, amount, currency }: CouponDraft): InputFault[] {
  const isPart = discountType === 'percent';
  const faults: InputFault[] = [];
  const demand = (path: string, isGiven: boolean, isAsked: boolean): void => {
    if (isGiven === isAsked) return;
    const message = `${isAsked ? 'is required' : 'is not allowed'} for coupons with discountType ${discountType}`;
    faults.push({ path, code: isAsked ? 'required' : 'unexpected', message });
  };
  demand('percent', percent != null, isPart);
  demand('amount', amount != null && currency != null, !isPart);
  if (!isPart && amount === 0) faults.push({ path: 'amount.amount', code: 'too_small', message: 'must be at least 1' });
  return faults;
}

const faultsOfWindow = ({ startsAt, endsAt }: CouponDraft): InputFault[] =>
  typeof startsAt === 'number' && typeof endsAt === 'number' && endsAt <= startsAt
    ? [{ path: 'endsAt', code: 'before_start', message: 'must be after startsAt' }]
    : [];

const withoutKey = ({ idempotencyKey: _, ...event }: AuditEvent): AuditEvent => event;
