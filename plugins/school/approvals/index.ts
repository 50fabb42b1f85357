/**
 * Decides which calls of apps wait for a person, asks, and carries out what was allowed. An approval is an idempotency key that
 * the server makes: claimed, marked as done in the transaction of the change, and its answer kept for a day. So it is carried
 * out at most once, on any number of nodes, also if an answer is lost.
 */
import type { FastifyInstance } from 'fastify';
import { type ApprovalPolicy, stricterOf } from '../../../schema/school/approval.ts';
import {
  ALWAYS,
  type Input,
  needsConsent,
  type Operation,
  type Operator,
  type PlannedChange,
} from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { columnsOf } from '../../../schema/school/resource.ts';
import { type AppOperator, objectReader } from './call.ts';
import { runUnless } from './rehearsal.ts';
import { settleCalls } from './settle.ts';

type Run = (operation: Operation, operator: Operator, input: Input) => Promise<unknown>;

/** Returns what runs an operation, unless a person has to decide about it first. */
export function personDecides(app: FastifyInstance, catalogue: readonly Operation[]): Run {
  const objectOf = objectReader(catalogue);
  const settle = settleCalls(app, objectOf);

  async function byApp(operation: Operation, operator: AppOperator, input: Input): Promise<unknown> {
    const asks = await asksOf(app, operator);
    const isCandidate =
      asks === 'changes' || needsConsent(operation) !== false || operation.personDecidesOn !== undefined;
    if (asks === 'nothing' || !isCandidate) return operation.run(operator, input);
    return asks === 'changes' ? settle.call(operation, operator, input) : unlessSensitive(operation, operator, input);
  }

  /** Judges a call by the row that it is about to change, each time that the row is read. */
  async function unlessSensitive(operation: Operation, operator: AppOperator, input: Input): Promise<unknown> {
    const rules = [needsConsent(operation), operation.personDecidesOn];
    if (rules.some((rule) => rule === true || rule === ALWAYS)) return settle.call(operation, operator, input);
    const isSensitive = ({ before }: PlannedChange): boolean =>
      rules.some((rule) => typeof rule === 'object' && rule.isGiven(input, before && columnsOf(before)));
    try {
      const result = await runUnless(isSensitive, operation, operator, input);
      if ('output' in result && result.isWritten) return result.output;
    } catch (error) {
      const earlier = error instanceof ProblemError ? await settle.earlier(operation, operator, input) : undefined;
      if (earlier === undefined) throw error;
      return earlier.output;
    }
    return settle.call(operation, operator, input);
  }

  return async (operation, operator, input) => {
    const { clientId, grantId } = operator;
    if (clientId === undefined || operation.rest.method === 'GET') return operation.run(operator, input);
    if (grantId === undefined) throw new Error('an app acts by a connection');
    const by = { ...operator, clientId, grantId };
    return byApp(operation, by, input).catch(async (error: unknown) => {
      const isGone = error instanceof ProblemError && error.type === 'not-found';
      if (isGone && (await settle.isDeletedBy(operation, by, input))) return null;
      throw error;
    });
  };
}

/** For which calls an app asks. A program behind which no person stands asks only for what the platform demands. */
async function asksOf(app: FastifyInstance, { clientId, siteId }: AppOperator): Promise<ApprovalPolicy> {
  const policy = await app.school.approvals.policy({ siteId, clientId });
  if (policy === undefined) return 'changes';
  return policy.runsAlone ? app.config.approvalPolicy : stricterOf(policy.approvalPolicy, app.config.approvalPolicy);
}
