/** Carries out what a person has allowed, once, and keeps the answer for a day. */
import type { FastifyInstance } from 'fastify';
import { CLAIM_LIFETIME } from '../../../schema/audit/audit-event.ts';
import { isRecord } from '../../../schema/data/objects.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { goneAnswer } from '../../audit/kept-answers.ts';
import type { ApprovalRow } from '../stores.ts';
import { type Call, type ObjectOf, versionOf } from './call.ts';

/** The answers of calls that were carried out. */
export function answersOfCalls(app: FastifyInstance, objectOf: ObjectOf) {
  const { idempotencyKeys, keptAnswers } = app.audit;

  return {
    isDone: async ({ id }: ApprovalRow): Promise<boolean> => {
      const earlier = await idempotencyKeys.find(id);
      return earlier?.answer !== undefined || earlier?.done !== undefined;
    },

    /** @returns `undefined` if the call was not carried out, or what it did has changed since */
    async find(call: Call, row: ApprovalRow): Promise<{ output: unknown } | undefined> {
      if (row.closedAt === null || row.decision !== 'allowed') return undefined;
      const earlier = await idempotencyKeys.find(row.id);
      if (earlier?.answer === undefined) return earlier?.done === undefined ? undefined : unkept(call, earlier.done);
      const output: unknown = JSON.parse(keptAnswers.open(earlier.answer.body, 'this has been carried out'));
      const { object } = call;
      const isObject = object !== undefined && isRecord(output) && output.id === object.id;
      // An older version was read before the call was carried out.
      const isNewer = isObject && Number(object.version) > Number(versionOf(output));
      return isNewer ? undefined : { output };
    },
  };

  /** The answer of a call that was carried out by a node which has not kept the answer. */
  async function unkept({ operation, operator, input }: Call, done: string): Promise<{ output: unknown }> {
    if (operation.rest.status === 204) return { output: null };
    const object = await objectOf(operation, operator, input);
    if (object?.id !== undefined && done.endsWith(`/${object.id}`)) return { output: object.output };
    throw new ProblemError('conflict', goneAnswer(`this has been carried out (${done})`));
  }
}

/** Carries out what a person has allowed. @returns `again` if its object has changed in the meantime */
export async function carryOut(
  app: FastifyInstance,
  call: Call,
  row: ApprovalRow,
): Promise<{ output: unknown } | 'again'> {
  const { operation, operator, object, input, digest } = call;
  const { idempotencyKeys, keptAnswers } = app.audit;
  const { approvals } = app.school;
  const { id } = row;
  const until = app.clock() + CLAIM_LIFETIME;
  const usable = approvals.usable(id, operator.now);
  if ((await idempotencyKeys.claim(id, digest, { now: operator.now, until }, usable)) !== undefined) {
    throw new ProblemError('conflict', 'this is being carried out, or can no longer be; call again in a moment');
  }
  const pinned = operation.isConditional && object?.version !== undefined ? { onlyVersions: [object.version] } : {};
  const by = {
    ...operator,
    ...pinned,
    idempotencyKeys: [...(operator.idempotencyKeys ?? []), id],
    approval: { id, operation: operation.name, digest },
  };
  try {
    const output = await operation.run(by, input);
    await keptAnswers.keep(id, { status: 200, headers: {}, body: JSON.stringify(output) });
    // Only if another request has done the same in the meantime: otherwise, the change has closed it.
    await approvals.close(id, operator.now);
    return { output };
  } catch (error) {
    await idempotencyKeys.release(id, until);
    if (!(error instanceof ProblemError) || error.type !== 'precondition-failed') throw error;
    await approvals.close(id, operator.now);
    return 'again';
  }
}
