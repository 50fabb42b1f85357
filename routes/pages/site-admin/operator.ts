/** Runs operations of the registry on behalf of a person who uses an admin page. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { roleMayGrant } from '../../../schema/oauth/scope.ts';
import type { Operation, Operator, Unparsed } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import type { OperatorRequest } from './operator-pages.ts';

/** Returns the person as the operator of an operation, with the current role and without a client. */
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
 * Runs an operation with the fields of a form.
 * @param seen the `updatedAt` of what is to be changed, if the operation is to change that version only
 * @throws {ProblemError} an error of the operation; `role-insufficient` if the role does not have the scope
 */
export async function runAs<In extends z.ZodObject, Out extends z.ZodType>(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  operation: Operation<string, In, Out>,
  input: Unparsed<In>,
  seen?: string,
): Promise<z.output<Out>> {
  // A token of this person could not have the scope either.
  if (!roleMayGrant(signedIn.membership, operation.scope)) {
    throw new ProblemError('role-insufficient', `as ${signedIn.membership.role} you may not do this`);
  }
  const versions = seen === undefined ? {} : { onlyVersions: [Date.parse(seen)] };
  return app.school.runOperation(operation, { ...operatorOf(app, signedIn), ...versions }, input);
}
