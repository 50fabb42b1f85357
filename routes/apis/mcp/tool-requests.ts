/** Handles `tools/list` and `tools/call`. */
import {
  type CallToolResult,
  type InputRequiredResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { CONNECTION_ID, fieldValues } from '../../../schema/audit/audit-event.ts';
import { REASON, type ToolFailure } from '../../../schema/audit/tool-failure.ts';
import { BearerError, OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { StoreUnavailableError } from '../../../schema/refusals/store-error.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { beginningOf } from '../../../schema/text/readable.ts';
import type { Catalogue } from './catalogue.ts';
import { failed } from './rendering.ts';
import type { RequestContext } from './request-context.ts';
import type { ListPages } from './selection.ts';
import type { Caller, Tool } from './tool.ts';

/** Maximum length of an unknown tool's name in an error message. */
const MAX_SHOWN_NAME = 100;
/** Maximum length of an error message. It repeats input, and language models are billed by length. */
const MAX_COMPLAINT = 4000;

export function answerTools(
  app: FastifyInstance,
  server: Server,
  requestContext: RequestContext,
  catalogue: Catalogue,
): void {
  const { caller, narrowing, checkedScope } = requestContext;

  server.setRequestHandler(
    'tools/list',
    requestContext.guarded(async ({ params }) => pageAt(await catalogue.listed(caller, narrowing), params?.cursor)),
  );
  server.setRequestHandler(
    'tools/call',
    requestContext.guarded(async ({ params }, context: ServerContext) => {
      const call = catalogue.resolve(params.name, params.arguments ?? {});
      if (call === undefined) {
        const message = `unknown tool: ${beginningOf(params.name, MAX_SHOWN_NAME)}`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      // The SDK has read the arguments anew, without what it does not know. The check was about the tool found before.
      if (call.tool.scope !== undefined && call.tool.scope !== checkedScope) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'the arguments contain a name that is not allowed');
      }
      const { tool, args } = call;
      return answerCall(app, requestContext, tool, () => tool.run(caller, args, context));
    }),
  );
}

/** Answers a call whose scope has been checked. */
export async function answerCall<Result extends CallToolResult | InputRequiredResult>(
  app: FastifyInstance,
  { caller, challenge }: Pick<RequestContext, 'caller' | 'challenge'>,
  tool: Tool,
  run: () => Promise<Result>,
): Promise<Result | CallToolResult> {
  if (challenge !== undefined) return signInFirst(app, challenge, caller);
  let failure: ToolFailure | undefined;
  try {
    return await run();
  } catch (error) {
    const { reason, message } = failureOf(error);
    failure = reason;
    if (error instanceof ProtocolError) throw error;
    if (reason === 'server-error') app.log.error({ err: error, tool: tool.name }, 'a tool failed');
    return failed(message);
  } finally {
    await record(app, caller, tool, failure);
  }
}

/**
 * Returns the page of the list that follows the tool which the cursor names.
 * @throws {ProtocolError} if the list has no page that ends there
 */
export function pageAt(pages: ListPages, cursor: string | undefined): ListToolsResult {
  const page = pages.get(cursor);
  if (page === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'not a cursor of this list; list the tools again');
  }
  return page;
}

function failureOf(error: unknown): { reason: ToolFailure; message: string } {
  if (error instanceof ProtocolError) return { reason: 'invalid-input', message: error.message };
  if (error instanceof ProblemError) {
    return { reason: error.type, message: beginningOf(error.message, MAX_COMPLAINT) };
  }
  if (error instanceof BearerError) {
    return { reason: 'access-insufficient', message: beginningOf(error.message, MAX_COMPLAINT) };
  }
  if (error instanceof OAuthError && error.reason === 'rate_limited') {
    return { reason: 'too-many-requests', message: error.message };
  }
  return error instanceof StoreUnavailableError
    ? { reason: 'server-unavailable', message: 'the server cannot answer now; try again in a moment' }
    : { reason: 'server-error', message: 'an internal error occurred' };
}

/**
 * Records a call in the audit log once, before it is answered, so that nothing is read without an entry. What it changed
 * of the school has an entry of its own, written with the change; a member's own profile and position have this one only,
 * as they have none in the Account API. Calls of strangers are reads of public data, and anyone can make any
 * number.
 */
async function record(
  app: FastifyInstance,
  { operator, origin, token }: Caller,
  { name }: Tool,
  failure?: ToolFailure,
): Promise<void> {
  if (operator === undefined) return;
  const connection = token?.token.grant.grantId;
  const { siteId, personId, clientId } = operator;
  const after = {
    ...(connection === undefined ? {} : { [CONNECTION_ID]: connection }),
    ...(failure === undefined ? {} : { [REASON]: failure }),
  };
  await app.audit.record({
    event: failure === undefined ? 'tool_called' : 'tool_failed',
    at: app.clock(),
    target: name,
    siteId,
    personId,
    clientId,
    ...(Object.keys(after).length > 0 ? { after: fieldValues(after) } : {}),
    ...origin,
  });
}

/** Returns the challenge in the form that ChatGPT expects. */
const signInFirst = (
  app: FastifyInstance,
  challenge: NonNullable<RequestContext['challenge']>,
  { resourceQuery }: Caller,
): CallToolResult => ({
  ...failed(challenge.description),
  _meta: { 'mcp/www_authenticate': [app.challengeOf(challenge, resourceQuery)] },
});
