/**
 * Decides which calls of apps wait for a person, asks, and carries out what was allowed. An approval is an idempotency key that
 * the server makes: claimed, marked as done in the transaction of the change, and its answer kept for a day. So it is carried
 * out at most once, on any number of nodes, also if an answer is lost.
 */
import type { FastifyInstance } from 'fastify';
import { type AgentsAsk, isSensitiveCall, stricterOf } from '../../../schema/school/approval.ts';
import { type Input, needsConsent, type Operation, type Operator } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { type AppOperator, objectReader } from './call.ts';
import { settling } from './settling.ts';

type Run = (operation: Operation, operator: Operator, input: Input) => Promise<unknown>;

/** Returns what runs an operation, unless a person has to decide about it first. */
export function personDecides(app: FastifyInstance, catalogue: readonly Operation[]): Run {
  const objectOf = objectReader(app, catalogue);
  const settle = settling(app, objectOf);

  async function byApp(operation: Operation, operator: AppOperator, input: Input): Promise<unknown> {
    const asks = await asksOf(app, operator);
    const isCandidate = asks === 'changes' || needsConsent(operation) !== false || operation.asksFor !== undefined;
    if (asks === 'nothing' || !isCandidate) return operation.run(operator, input);
    const object = await objectOf(operation, operator, input);
    const isAsked = asks === 'changes' || isSensitiveCall(operation, input, object?.fields);
    return isAsked ? settle.call(operation, operator, input) : operation.run(operator, input);
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

/** For which calls an app asks. A program of a school behind which no person stands asks for none. */
async function asksOf(app: FastifyInstance, { clientId, siteId }: AppOperator): Promise<AgentsAsk> {
  const policy = await app.school.approvals.policy({ siteId, clientId });
  if (policy === undefined) return 'changes';
  const hasSecret = policy.origin === 'site_application' && policy.authMethod !== 'none';
  return hasSecret && policy.runsAlone ? 'nothing' : stricterOf(policy.agentsAsk, app.config.agentsAsk);
}
