/** The Account API for members at `POST /account/graphql`. The caller is authenticated before the query is parsed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  buildSchema,
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import mercurius from 'mercurius';
import { MAX_BODY, MAX_VALUES, REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { BearerError } from '../../../schema/oauth/oauth-error.ts';
import type { Scope } from '../../../schema/oauth/scope.ts';
import { refusalOf } from '../../../schema/refusal.ts';
import { REFUSALS } from '../../../schema/refusals/rows.ts';
import { MAX_FAULTS } from '../../../schema/school/problem.ts';
import { acceptJson } from '../../json-body.ts';
import { loadersOf, resolversOf, typeDefinitions } from './account-schema.ts';
import { badInput, tooComplex } from './errors.ts';
import { formatted, type GraphqlRequest, readGraphqlRequest, sendGraphql } from './http.ts';
import { requireModest, requireParsable } from './limits.ts';
import type { AccountContext } from './viewer.ts';

const PATH = '/account/graphql';
const EXECUTION_MS = 10_000;
/** Mercurius caches up to 4096 parsed queries, and each character of a query can occupy a hundred bytes. */
const REMEMBERED_CHARACTERS = 256 * 1024;

/** Mercurius must know at the start that there is a schema, and that it has loaders. */
const UNTIL_FIRST_QUERY = { schema: 'type Query { notBuiltYet: Boolean }', loaders: {} };

type Token = Awaited<ReturnType<FastifyInstance['oauth']['bearer']['requireAny']>>;

/** Reading and writing are separate scopes. A mutation returns what it wrote, but selecting a list in it is reading. */
const scopesOf = ({ operation }: OperationDefinitionNode, hasLists: boolean): readonly Scope[] =>
  operation === 'mutation' ? ['account:write', ...(hasLists ? ['account:read' as const] : [])] : ['account:read'];

export default async function accountGraphql(app: FastifyInstance): Promise<void> {
  const { bearer } = app.oauth;
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.account, 60_000);
  const execute = executor(app);

  acceptJson(app, ['application/json'], MAX_VALUES.known, { mayBeEmpty: false });
  await app.register(mercurius, {
    ...UNTIL_FIRST_QUERY,
    routes: false,
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(app, error, request, reply));

  // The token is checked before the body is read, so that unauthorized callers cannot make the server read a body.
  const tokens = new WeakMap<FastifyRequest, Token>();
  app.route({
    method: 'POST',
    url: PATH,
    bodyLimit: MAX_BODY.account,
    config: { crossOrigin: 'resource' },
    onRequest: async (request, reply) => {
      const token = await bearer.requireAny(request, ['account:read', 'account:write']);
      const { grantId, personId, siteId } = token.token.grant;
      limit.take(String(grantId), reply);
      app.school.sharedLimits.takeOfPerson(token.token.grant, reply);
      await app.people.noteVisit(personId, siteId);
      tokens.set(request, token);
    },
    handler: answer,
  });
  app.get('/account/schema.graphql', { config: { crossOrigin: 'document' } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(typeDefinitions.trimStart()),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = tokens.get(request);
    if (token === undefined) throw new Error('the onRequest hook did not run');
    const graphqlRequest = readGraphqlRequest(request.body);
    const { scopes, refused } = prepare(graphqlRequest);
    if (refused !== undefined) return sendGraphql(reply, { errors: [formatted(refused) ?? refused.toJSON()] }, 400);
    for (const scope of scopes) await bearer.requireScope(token, scope);
    const { clientId, identityId, personId, siteId, subject } = token.token.grant;
    const by = { clientId, ...app.originOf(request) };
    const member = { personId, siteId };
    return execute(graphqlRequest, { member, tokenMember: { ...member, identityId, subject }, by }, reply);
  }
}

type Execute = (graphqlRequest: GraphqlRequest, context: AccountContext, reply: FastifyReply) => Promise<FastifyReply>;

/** Executes queries with a time limit, and keeps the query cache of Mercurius small. */
function executor(app: FastifyInstance): Execute {
  let isPrepared = false;
  let remembered = 0;

  /** Most processes start without a query waiting, so the schema is built for the first one. */
  function prepareSchema(): void {
    if (isPrepared) return;
    app.graphql.replaceSchema(buildSchema(typeDefinitions));
    app.graphql.defineResolvers(resolversOf(app));
    app.graphql.defineLoaders(loadersOf(app));
    isPrepared = true;
  }

  /** Repeated queries are counted again each time. Clearing the cache too early costs little. */
  function remember(query: string): void {
    remembered += query.length;
    if (remembered < REMEMBERED_CHARACTERS) return;
    remembered = query.length;
    // Replacing the schema is the only way to clear the caches.
    app.graphql.replaceSchema(app.graphql.schema);
  }

  return async function execute(
    { query, variables, operationName }: GraphqlRequest,
    context: AccountContext,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    prepareSchema();
    remember(query);
    try {
      const execution = reply.graphql(query, context, variables, operationName);
      const { data, errors } = await withinTime(execution, app.timer);
      if (errors === undefined) return sendGraphql(reply, { data });
      return sendGraphql(reply, { errors: errors.map((error) => clientError(error, reply)), data });
    } catch (error) {
      // The query is invalid, or its variables do not match.
      const refusals = validationErrors(error);
      if (refusals === undefined) throw error;
      return sendGraphql(reply, { errors: refusals.slice(0, MAX_FAULTS).map((one) => clientError(one, reply)) }, 400);
    }
  };
}

function clientError(error: GraphQLError, reply: FastifyReply) {
  const known = formatted(error);
  if (known !== undefined) return known;
  const { status } = refusalOf(error.originalError);
  reply.log.error({ err: error.originalError }, 'a field could not be resolved');
  const message = status === 503 ? REFUSALS.store_unavailable.says : 'an internal error occurred';
  return { message, ...(error.path === undefined ? {} : { path: error.path }), extensions: { code: 'INTERNAL' } };
}

/**
 * Sends a refusal with the headers and status of RFC 6750, and repeats the error in the form that GraphQL clients
 * expect.
 */
function sendRefusal(app: FastifyInstance, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = app.refuse(error, request, reply);
  // This endpoint answers 415; elsewhere an unsupported media type is one more malformed request.
  if (refusal.reason === 'unsupported_media_type') reply.code(415);
  const graphqlError = { message: refusal.description, extensions: { code: codeOf(error, refusal.status) } };
  return reply.send({ ...app.errorBody(refusal), errors: [graphqlError] });
}

type PreparedQuery = { scopes: readonly Scope[]; refused?: never } | { refused: GraphQLError; scopes?: never };

/**
 * Parses the query and estimates its cost. This happens before validation, because validating an enormous query is
 * expensive in itself.
 */
function prepare({ query, variables, operationName }: GraphqlRequest): PreparedQuery {
  try {
    requireParsable(query);
    const document: DocumentNode = parse(query);
    const operation = getOperationAST(document, operationName);
    if (operation == null) return { refused: badInput('operationName must name one operation of the query') };
    const { hasLists } = requireModest(document, operation, variables);
    return { scopes: scopesOf(operation, hasLists) };
  } catch (error) {
    if (error instanceof GraphQLError) return { refused: error };
    throw error;
  }
}

async function withinTime<Result>(execution: Promise<Result>, timer: FastifyInstance['timer']): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = timer(() => reject(tooComplex('the query took too long')), EXECUTION_MS);
  return Promise.race([execution, promise]).finally(cancel);
}

/**
 * Returns the errors that the query itself caused.
 * @returns `undefined` if the error has another cause
 */
function validationErrors(error: unknown): readonly GraphQLError[] | undefined {
  if (error instanceof GraphQLError) return [error];
  const errors: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'errors') : undefined;
  return Array.isArray(errors) && errors.every((one) => one instanceof GraphQLError) ? errors : undefined;
}

function codeOf(error: unknown, status: number): string {
  if (error instanceof BearerError) return error.code === 'insufficient_scope' ? 'FORBIDDEN' : 'UNAUTHENTICATED';
  if (status === 429) return 'RATE_LIMITED';
  return status >= 500 ? 'INTERNAL' : 'BAD_USER_INPUT';
}
