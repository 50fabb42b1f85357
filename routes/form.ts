/** Reads form bodies and sends uncached JSON, for the token, introspection and revocation endpoints, and refuses forms of others. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Parameters, readParameters } from '../schema/data/parameters.ts';
import { OAuthError } from '../schema/oauth/oauth-error.ts';

/**
 * Parameters that several of these endpoints use, or that client authentication refuses. They are also rejected in the
 * query.
 */
const NEVER_IN_QUERY = ['token', 'resource', 'client_assertion', 'client_assertion_type'] as const;

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * RFC 6749 §3.2: parameters are sent in a form body, each at most once (except `resource`) and not too long, and never in the query.
 * @throws {OAuthError} `invalid_request`
 */
export function readForm(request: FastifyRequest, names: readonly string[]): Parameters {
  if (!FORM.test(request.headers['content-type'] ?? '')) {
    throw new OAuthError('invalid_request', 'send the parameters as application/x-www-form-urlencoded', {
      reason: 'unsupported_media_type',
    });
  }
  refuseInQuery(request, names);
  const form = readParameters(request.body);
  const repeated = form.repeated(names);
  if (repeated.length > 0) {
    throw new OAuthError('invalid_request', `${repeated.join(', ')} was sent more than once`, {
      reason: 'repeated_parameter',
    });
  }
  // RFC 7009 §2.2: what is no token is no error, however long it is.
  const tooLong = form.tooLong(names.filter((name) => name !== 'token'));
  if (tooLong !== undefined) throw new OAuthError('invalid_request', tooLong, { reason: 'malformed_request' });
  return form;
}

/** Refuses long parameters at every route of the scope, for pages, where any name can be that of a field. */
export function refuseLongParameters(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ body, query }) => {
    const inQuery = readParameters(query).tooLong();
    if (inQuery !== undefined) throw new OAuthError('invalid_request', inQuery, { reason: 'malformed_request' });
    const inForm = readParameters(body).tooLong();
    if (inForm !== undefined)
      throw new OAuthError('invalid_request', inForm, { reason: 'body_too_large', status: 413 });
  });
}

function refuseInQuery(request: FastifyRequest, names: readonly string[]): void {
  if (!request.url.includes('?')) return;
  const query = readParameters(request.query);
  const misplaced = [...names, ...NEVER_IN_QUERY].filter((name) => query.all(name).length > 0);
  if (misplaced.length === 0) return;
  throw new OAuthError('invalid_request', `send ${misplaced.join(', ')} in the body, not in the query`, {
    reason: 'malformed_request',
  });
}

/** @throws {OAuthError} `invalid_request` if the parameter is missing */
export function requireParameter(form: Parameters, name: string): string {
  const value = form.get(name);
  if (value === undefined) {
    throw new OAuthError('invalid_request', `${name} is required`, { reason: 'missing_parameter' });
  }
  return value;
}

// RFC 6749 §5.1 and RFC 7662 §2.2 require that the response is not cached.
export const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(body);

/** The refusal of a form that was not sent from a page of ours (RFC 6749 §10.12). */
export const foreignForm = (): OAuthError =>
  new OAuthError('access_denied', 'this form was not sent from a page of this server', { reason: 'origin_foreign' });
