/** What a call would do, found out before it writes anything. */
import type { FastifyInstance } from 'fastify';
import { type ApprovalEffect, WriteHeld } from '../../../schema/school/approval.ts';
import type { Input, Operation, Operator, PlannedChange } from '../../../schema/school/operation.ts';
import { columnsOf } from '../../../schema/school/resource.ts';
import type { ApprovalRow } from '../stores.ts';
import type { Call } from './call.ts';

/**
 * Runs an operation, unless it is about to make a change that is to be held back.
 * @returns the change that was held back, or the output and whether anything was written
 */
export async function runUnless(
  isHeld: (change: PlannedChange) => boolean,
  operation: Operation,
  operator: Operator,
  input: Input,
): Promise<{ change: PlannedChange } | { output: unknown; isWritten: boolean }> {
  let isWritten = false;
  const beforeWrite = (change: PlannedChange): void => {
    if (isHeld(change)) throw new WriteHeld(change);
    isWritten = true;
  };
  try {
    return { output: await operation.run({ ...operator, beforeWrite }, input), isWritten };
  } catch (error) {
    if (error instanceof WriteHeld) return { change: error.change };
    throw error;
  }
}

export type Seen = Pick<ApprovalRow, 'target' | 'targetVersion' | 'effect'>;

/** What a call would do at this moment. */
export async function seenNow(
  app: FastifyInstance,
  { object, operator, sentId }: Call,
  change: PlannedChange,
): Promise<Seen> {
  const before = columnsOf(change.before ?? {});
  const after = columnsOf(change.after ?? {});
  const state = ['status', 'role'].find((column) => column in before && before[column] !== after[column]);
  const [from, to] = state === undefined ? [] : [before[state], after[state] ?? 'deleted'];
  const version = object?.version ?? (typeof before.updatedAt === 'number' ? before.updatedAt : undefined);
  return {
    target: change.before === undefined ? null : change.target,
    targetVersion: version ?? null,
    effect: {
      ...(typeof from === 'string' && typeof to === 'string' ? { from, to } : {}),
      counts: await countsOf(app, operator, change.target, before, after),
      ...(sentId === undefined ? {} : { sentId }),
    },
  };
}

/** How much else is touched. Only ends of memberships and of events touch more than one thing. */
async function countsOf(
  app: FastifyInstance,
  { siteId, now }: Operator,
  target: string,
  before: Input,
  after: Input,
): Promise<ApprovalEffect['counts']> {
  const [kind, id = ''] = target.split('/');
  if (kind === 'event' && after.status === 'cancelled') return { registrations: Number(before.registeredCount ?? 0) };
  if (kind !== 'member' || (after.status !== 'suspended' && after.status !== 'removed')) return {};
  const connections = await app.oauth.connections.ofPerson(id, now);
  const apps = connections.filter(({ site }) => site.id === siteId).length;
  if (after.status === 'suspended') return { apps };
  return { apps, places: (await app.school.members.comingSeats(siteId, id, now)).length };
}
