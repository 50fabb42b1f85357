/** GraphQL over HTTP: what a request must look like, and how an answer goes out. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { z } from 'zod';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
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

/** @throws {OAuthError} with the status 400: there is no query to speak of */
export function readGraphqlRequest(body: unknown): GraphqlRequest {
  if (Array.isArray(body)) throw malformed('batches are not supported; send one query per request');
  const parsed = bodyShape.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(`${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'is malformed'}`);
  }
  const { query, variables, operationName } = parsed.data;
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
}

const malformed = (description: string): OAuthError =>
  new OAuthError('invalid_request', description, { reason: 'malformed_request' });

const MAX_MESSAGE = 500;
const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** RFC 9110 §12.4.2: a weight of zero is a no. */
const takesGraphqlResponse = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type, ...parameters]) => type === GRAPHQL_RESPONSE && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));

interface GraphqlAnswer {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
}

/**
 * With the newer media type the status tells whether anything was executed; with plain JSON it is 200 for whatever
 * GraphQL itself has to say.
 */
export function sendGraphql(reply: FastifyReply, answer: GraphqlAnswer, status = 200): FastifyReply {
  const isNewer = takesGraphqlResponse(reply.request);
  const type = isNewer ? GRAPHQL_RESPONSE : 'application/json';
  return reply
    .code(isNewer || status >= 500 ? status : 200)
    .headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .send(JSON.stringify(answer));
}

/** What a stranger may read of an error; `undefined` when it is a fault of ours, which goes to the log instead. */
export function formatted(error: GraphQLError): GraphQLFormattedError | undefined {
  const own = error.originalError ?? error;
  if (!(own instanceof GraphQLError || own instanceof ProblemError)) return undefined;
  const { message, locations, path, extensions } = error.toJSON();
  // While executing, an error about the query points into it or has a code; else a value of ours does not fit its type.
  if (path !== undefined && own instanceof GraphQLError && own.nodes === undefined && own.extensions.code === undefined)
    return undefined;
  const isMissing = own instanceof ProblemError && own.type === 'not-found';
  const code = extensions?.code ?? (isMissing ? 'NOT_FOUND' : 'BAD_USER_INPUT');
  return {
    // It may repeat what was sent.
    message: message.slice(0, MAX_MESSAGE),
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
    extensions: { code },
  };
}
