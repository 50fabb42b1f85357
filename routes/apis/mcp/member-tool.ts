/** Defines tools for a member's own data, whose results name the school. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { RequestOrigin } from '../../../schema/audit/audit-event.ts';
import type { Member, TokenMember } from '../../../schema/school/account.ts';
import { schoolUrl } from '../../../schema/school/addresses.ts';
import { notFound } from '../../../schema/school/problem.ts';
import { type Caller, defineTool, schoolNamesOf, type Tool, type ToolDeclaration } from './tool.ts';

type Declaration<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolDeclaration<Input, Output>,
  'isReading' | 'scope'
>;

export const readingFor =
  (app: FastifyInstance) =>
  <Input extends z.ZodObject, Output extends z.ZodObject>(declaration: Declaration<Input, Output>): Tool =>
    defineTool({ ...atSchool(app, declaration), isReading: true, scope: 'account:read' });
export const writingFor =
  (app: FastifyInstance) =>
  <Input extends z.ZodObject, Output extends z.ZodObject>(declaration: Declaration<Input, Output>): Tool =>
    defineTool({ ...atSchool(app, declaration), isReading: false, isIdempotent: true, scope: 'account:write' });

/** Adds the school to the result. */
const atSchool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  app: FastifyInstance,
  { run, ...declaration }: Declaration<Input, Output>,
): Declaration<Input, z.ZodObject> => ({
  ...declaration,
  run: async (caller, args) => ({ ...(await schoolNamesOf(app, memberOf(caller))), ...(await run(caller, args)) }),
});

export function memberOf({ operator }: Caller): Member {
  if (operator === undefined) throw new Error('a member tool needs a member');
  return { siteId: operator.siteId, personId: operator.personId };
}

/** The same with what the token says of the sign-in. */
export function tokenMemberOf(caller: Caller): TokenMember {
  if (caller.token === undefined) throw new Error('a member tool needs a token');
  const { identityId, subject } = caller.token.token.grant;
  return { ...memberOf(caller), identityId, subject };
}

/** The URL of the member's school. */
export async function siteUrlOf(
  { config, school: { platform } }: FastifyInstance,
  { siteId }: Member,
  urlOf = schoolUrl,
): Promise<string> {
  const site = await platform.siteById(siteId);
  if (site === undefined) throw notFound('school');
  return urlOf(config.baseUrl, site);
}

/** Returns the origin of a change, for the audit log. */
export const originOf = ({ operator, origin }: Caller): RequestOrigin & { clientId?: string } => ({
  ...origin,
  ...(operator === undefined ? {} : { clientId: operator.clientId }),
});

/** Identifies a list and its owner, so that a cursor works for this list of this member only. */
export const cursorScopeOf = ({ siteId, personId }: Member, list: string): string[] => ['tool', list, siteId, personId];
