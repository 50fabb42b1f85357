/** What becomes of a call about which a person decides. */
import type { FastifyInstance } from 'fastify';
import { digestOfCall, hasGrown } from '../../../schema/school/approval.ts';
import type { Input, Operation } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import type { ApprovalRow } from '../stores.ts';
import { approvalNeeded, askPerson } from './ask.ts';
import { type AppOperator, type Call, callOf, type ObjectOf } from './call.ts';
import { answersOfCalls, carryOut } from './carry-out.ts';
import { runUnless, type Seen, seenNow } from './rehearsal.ts';

/** How often a call is looked at again, because something changed between a decision and its call. */
const MAX_ATTEMPTS = 3;

export function settleCalls(app: FastifyInstance, objectOf: ObjectOf) {
  const { approvals } = app.school;
  const kept = answersOfCalls(app, objectOf);

  /** @param row what was allowed or waits, if it is still what was asked about */
  async function ofChange(call: Call, row: ApprovalRow | undefined, seen: Seen): Promise<Outcome> {
    const { now } = call.operator;
    if (row === undefined || (row.usableUntil ?? row.expiresAt) <= now) return askPerson(app, call, seen);
    const isSame = row.target === seen.target && row.targetVersion === seen.targetVersion;
    if (!isSame || hasGrown(row.effect, seen.effect)) {
      // If it has just been carried out, that is why its object has changed.
      return (await approvals.close(row.id, now)) ? askPerson(app, call, seen) : 'again';
    }
    if (row.decision === null) throw await approvalNeeded(app, row, call.operator.scopes);
    return carryOut(app, call, row);
  }

  async function settled(call: Call): Promise<Outcome> {
    const { operation, operator, digest, input } = call;
    const { grantId, now } = operator;
    const row = await approvals.find(grantId, digest);
    const answer = row && (await kept.find(call, row));
    if (answer !== undefined) return answer;
    if (row?.decision === 'declined' && row.expiresAt > now) throw declined();
    const open = row?.closedAt === null ? row : undefined;
    const rehearsal = await runUnless(() => true, operation, { ...operator, isRehearsal: true }, input);
    if ('change' in rehearsal) return ofChange(call, open, await seenNow(app, call, rehearsal.change));
    // There is nothing to do, so what was allowed for it is of no use later.
    if (open !== undefined) await approvals.close(open.id, now);
    return rehearsal;
  }

  return {
    /** Returns whether a call that finds nothing has deleted it, also if it named it by a slug. */
    async isDeletedBy({ name, rest }: Operation, { grantId }: AppOperator, input: Input): Promise<boolean> {
      if (rest.status !== 204) return false;
      const closed = await approvals.closedOf(grantId, name);
      const isThis = ({ decision, digest, effect, target }: ApprovalRow): boolean => {
        const id = target?.slice(target.indexOf('/') + 1);
        const isNamed = input.id === id || input.id === effect.sentId;
        return decision === 'allowed' && isNamed && digest === digestOfCall(name, { ...input, id });
      };
      const [row] = closed.filter(isThis);
      return row !== undefined && (await kept.isDone(row));
    },

    /** The answer of a call that is refused now, if it was carried out before. */
    async earlier(operation: Operation, operator: AppOperator, input: Input): Promise<{ output: unknown } | undefined> {
      const call = callOf(operation, operator, input, await objectOf(operation, operator, input));
      const row = await approvals.find(operator.grantId, call.digest);
      return row && kept.find(call, row);
    },

    async call(operation: Operation, operator: AppOperator, input: Input): Promise<unknown> {
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        const result = await settled(callOf(operation, operator, input, await objectOf(operation, operator, input)));
        if (result !== 'again') return result.output;
      }
      throw new ProblemError('conflict', 'this changes all the time; call again in a moment');
    },
  };
}

type Outcome = { output: unknown } | 'again';

const declined = (): ProblemError =>
  new ProblemError('approval-declined', 'the person declined this; do not ask for it again unless the person wants it');
