/** Operations of the registry, run for somebody who is at an admin page. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant } from '../../../schema/oauth/scope.ts';
import type { Input, Operator } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import type { OperatorRequest } from './operator-pages.ts';

/** The person as operations know who acts: with the role of this moment, and no client between. */
export const operatorOf = (
  { clock, originOf }: FastifyInstance,
  { request, session, membership }: OperatorRequest,
): Operator => ({
  siteId: membership.siteId,
  personId: session.person.id,
  role: membership.role,
  now: clock(),
  requestId: request.id,
  ...originOf(request),
});

/**
 * Runs the operation of that name with what a form said.
 * @throws {ProblemError} what the operation refuses; `role-insufficient` where the role gives no such scope
 */
export async function runAs(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  name: string,
  input: Input,
): Promise<unknown> {
  const operation = app.school.operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  const { role } = signedIn.membership;
  // A token of this person would not carry the scope either.
  if (!roleMayGrant(role, operation.scope)) {
    throw new ProblemError('role-insufficient', `as ${role} you may not do this`);
  }
  return app.school.runOperation(operation, operatorOf(app, signedIn), input);
}
