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
  if (!FORM.test(request.headers['content-type'] ?? '')) throw new OAuthError('unsupported_media_type.form');
  refuseInQuery(request, names);
  const form = readParameters(request.body);
  const repeated = form.repeated(names);
  if (repeated.length > 0) throw new OAuthError('repeated_parameter', { names: repeated.join(', ') });
  // RFC 7009 §2.2: what is no token is no error, however long it is.
  const fault = form.tooLong(names.filter((name) => name !== 'token'));
  if (fault !== undefined) throw new OAuthError('malformed_request.fault', { fault });
  return form;
}

/** Refuses long parameters at every route of the scope, for pages, where any name can be that of a field. */
export function refuseLongParameters(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ body, query }) => {
    const inQuery = readParameters(query).tooLong();
    if (inQuery !== undefined) throw new OAuthError('malformed_request.fault', { fault: inQuery });
    const inForm = readParameters(body).tooLong();
    if (inForm !== undefined) throw new OAuthError('body_too_large.parameter', { fault: inForm });
  });
}

function refuseInQuery(request: FastifyRequest, names: readonly string[]): void {
  if (!request.url.includes('?')) return;
  const query = readParameters(request.query);
  const misplaced = [...names, ...NEVER_IN_QUERY].filter((name) => query.all(name).length > 0);
  if (misplaced.length === 0) return;
  throw new OAuthError('malformed_request.fault', {
    fault: `send ${misplaced.join(', ')} in the body, not in the query`,
  });
}

/** @throws {OAuthError} `invalid_request` if the parameter is missing */
export function requireParameter(form: Parameters, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('missing_parameter.named', { name });
  return value;
}

// RFC 6749 §5.1 and RFC 7662 §2.2 require that the response is not cached.
export const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(body);

/** The refusal of a form that was not sent from a page of ours (RFC 6749 §10.12). */
export const foreignForm = (): OAuthError => new OAuthError('origin_foreign.form');
