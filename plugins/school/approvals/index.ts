/**
 * Decides which calls of apps wait for a person, asks, and carries out what was allowed. An approval is an idempotency key that
 * the server makes: claimed, marked as done in the transaction of the change, and its answer kept for a day. So it is carried
 * out at most once, on any number of nodes, also if an answer is lost.
 */
import type { FastifyInstance } from 'fastify';
import { type ApprovalPolicy, isSensitiveCall, MAX_JUDGED, stricterOf } from '../../../schema/school/approval.ts';
import { type Input, needsConsent, type Operation, type Operator } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { type AppOperator, callOf, objectReader } from './call.ts';
import { settleCalls } from './settle.ts';

type Run = (operation: Operation, operator: Operator, input: Input) => Promise<unknown>;

/** Returns what runs an operation, unless a person has to decide about it first. */
export function personDecides(app: FastifyInstance, catalogue: readonly Operation[]): Run {
  const objectOf = objectReader(app, catalogue);
  const settle = settleCalls(app, objectOf);

  async function byApp(operation: Operation, operator: AppOperator, input: Input): Promise<unknown> {
    const asks = await asksOf(app, operator);
    const isCandidate =
      asks === 'changes' || needsConsent(operation) !== false || operation.personDecidesOn !== undefined;
    if (asks === 'nothing' || !isCandidate) return operation.run(operator, input);
    return asks === 'changes' ? settle.call(operation, operator, input) : unlessSensitive(operation, operator, input);
  }

  async function unlessSensitive(operation: Operation, operator: AppOperator, input: Input): Promise<unknown> {
    let seen: number | undefined;
    for (let attempts = 0; attempts < MAX_JUDGED; attempts += 1) {
      const result = await judged(operation, operator, input, seen);
      if ('output' in result) return result.output;
      seen = result.changed;
    }
    throw new ProblemError('conflict', 'this changes all the time; call again in a moment');
  }

  /**
   * Only the version by which a call was judged is changed: the same call can be sensitive for another one.
   * @returns that version, if there is another one by now
   */
  async function judged(
    operation: Operation,
    operator: AppOperator,
    input: Input,
    seen: number | undefined,
  ): Promise<{ output: unknown } | { changed: number }> {
    const object = await objectOf(operation, operator, input);
    if (isSensitiveCall(operation, input, object?.fields))
      return { output: await settle.call(operation, operator, input) };
    const { version } = object ?? {};
    if (!operation.isConditional || version === undefined) return { output: await operation.run(operator, input) };
    const pinned = { ...operator, onlyVersions: alsoIn(operator.onlyVersions, version) };
    try {
      return { output: await operation.run(pinned, callOf(operation, operator, input, object).input) };
    } catch (error) {
      if (version === seen || !isOfOtherVersion(error)) throw error;
      return { changed: version };
    }
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

/** None if the caller excludes the version, so that the operation refuses it. */
const alsoIn = (wanted: Operator['onlyVersions'], version: number): number[] =>
  wanted === undefined || wanted.includes(version) ? [version] : [];

const isOfOtherVersion = (error: unknown): boolean =>
  error instanceof ProblemError && error.type === 'precondition-failed';

/** For which calls an app asks. A program behind which no person stands asks only for what the platform demands. */
async function asksOf(app: FastifyInstance, { clientId, siteId }: AppOperator): Promise<ApprovalPolicy> {
  const policy = await app.school.approvals.policy({ siteId, clientId });
  if (policy === undefined) return 'changes';
  return policy.runsAlone ? app.config.approvalPolicy : stricterOf(policy.approvalPolicy, app.config.approvalPolicy);
}
