/** What a call would do at this moment, found out without writing anything. */
import type { FastifyInstance } from 'fastify';
import { type ApprovalEffect, Rehearsed } from '../../../schema/school/approval.ts';
import type { Input, Operation, Operator, RehearsedChange } from '../../../schema/school/operation.ts';
import { columnsOf } from '../../../schema/school/resource.ts';
import type { ApprovalRow } from '../stores.ts';
import type { Call } from './call.ts';

/** Runs an operation until it would write. @returns the change, or the output if there is nothing to change */
export async function rehearse(
  operation: Operation,
  operator: Operator,
  input: Input,
): Promise<{ change: RehearsedChange } | { output: unknown }> {
  const onlyRehearsed = {
    ...operator,
    rehearse(change: RehearsedChange): never {
      throw new Rehearsed(change);
    },
  };
  try {
    return { output: await operation.run(onlyRehearsed, input) };
  } catch (error) {
    if (error instanceof Rehearsed) return { change: error.change };
    throw error;
  }
}

export type Seen = Pick<ApprovalRow, 'target' | 'targetVersion' | 'effect'>;

/** What a call would do at this moment. */
export async function seenNow(
  app: FastifyInstance,
  { object, operator, sentId }: Call,
  change: RehearsedChange,
): Promise<Seen> {
  const before = columnsOf(change.before ?? {});
  const after = columnsOf(change.after ?? {});
  const state = ['status', 'role'].find((column) => column in before && before[column] !== after[column]);
  const [from, to] = state === undefined ? [] : [before[state], after[state] ?? 'deleted'];
  const version = object?.version ?? (typeof before.updatedAt === 'number' ? before.updatedAt : undefined);
  const name = object && nameOf(object.fields);
  return {
    target: change.before === undefined ? null : change.target,
    targetVersion: version ?? null,
    effect: {
      ...(name ? { name } : {}),
      ...(typeof from === 'string' && typeof to === 'string' ? { from, to } : {}),
      counts: await countsOf(app, operator, change.target, before, after),
      ...(sentId === undefined ? {} : { sentId }),
    },
  };
}

const NAMES = ['name', 'title', 'number', 'code', 'email'] as const;

/** The own name of an object, or the names of what it connects. */
function nameOf(fields: Input): string {
  const own = NAMES.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  if (own !== undefined) return String(own);
  const others = Object.entries(fields).filter(
    ([name, value]) => /(?:Name|Title)$/.test(name) && typeof value === 'string',
  );
  return others.map(([, value]) => String(value)).join(', ');
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
