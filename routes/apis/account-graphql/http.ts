/** GraphQL over HTTP: parses requests and sends responses. */
import type { FastifyReply } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { z } from 'zod';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { beginningOf } from '../../../schema/text/readable.ts';
import { preferredType } from '../../http.ts';
import { MAX_QUERY_LENGTH } from './limits.ts';

export interface GraphqlRequest {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  operationName: string | undefined;
}

const bodyShape = z.object({
  query: z.string().min(1).max(MAX_QUERY_LENGTH),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Parses the request body.
 * @throws {OAuthError} with status 400 if the body contains no query
 */
export function readGraphqlRequest(body: unknown): GraphqlRequest {
  if (Array.isArray(body)) throw malformed('batches are not supported; send one query per request');
  const parsed = bodyShape.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(`${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'is malformed'}`);
  }
  const { query, variables, operationName } = parsed.data;
  return { query, variables: variables ?? {}, operationName: operationName || undefined };
}

const malformed = (fault: string): OAuthError => new OAuthError('malformed_request.fault', { fault });

const MAX_MESSAGE = 500;
const GRAPHQL_RESPONSE = 'application/graphql-response+json';

interface GraphqlAnswer {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
}

/**
 * Sends a GraphQL response. With the newer media type, the status shows whether the query was executed. With plain JSON
 * it is always 200 for errors that GraphQL itself reports.
 */
export function sendGraphql(reply: FastifyReply, answer: GraphqlAnswer, status = 200): FastifyReply {
  const type = preferredType(reply.request, ['application/json', GRAPHQL_RESPONSE]) ?? 'application/json';
  const isNewer = type === GRAPHQL_RESPONSE;
  return reply
    .code(isNewer || status >= 500 ? status : 200)
    .headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .send(JSON.stringify(answer));
}

/** Returns the part of an error that callers may see, or `undefined` for an internal error, which is logged instead. */
export function formatted(error: GraphQLError): GraphQLFormattedError | undefined {
  const own = error.originalError ?? error;
  if (!(own instanceof GraphQLError || own instanceof ProblemError)) return undefined;
  const { message, locations, path, extensions } = error.toJSON();
  // During execution, an error caused by the query has nodes or a code. An error without either means that one of our
  // own values does not match its type.
  if (path !== undefined && own instanceof GraphQLError && own.nodes === undefined && own.extensions.code === undefined)
    return undefined;
  const isMissing = own instanceof ProblemError && own.type === 'not-found';
  const code = extensions?.code ?? (isMissing ? 'NOT_FOUND' : 'BAD_USER_INPUT');
  return {
    // The message may repeat input of the caller.
    message: beginningOf(withoutEcho(message), MAX_MESSAGE),
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
    extensions: { code },
  };
}

/** A text where the name of a value belongs: GraphQL proposes the very same name, which does not say what to change. */
const withoutEcho = (message: string): string =>
  message.replace(/("(\w+)")\. Did you mean the enum value "\2"\?/, '$1. Write $2 without quotation marks.');
