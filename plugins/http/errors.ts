/**
 * Turns errors into responses where the route does not: OAuth JSON, or a problem document of the admin API. Logs the
 * reason.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { MULTI_FACTOR } from '../../schema/oauth/authentication-context.ts';
import { DPOP_ALGORITHMS } from '../../schema/oauth/dpop.ts';
import { BearerError, OAuthError } from '../../schema/oauth/oauth-error.ts';
import { asRefusal, errorUri, type Refusal, refusalOf } from '../../schema/refusal.ts';
import { isAdminPath } from '../../schema/school/problem.ts';
import { noteAttempt } from '../connection-attempts/notes.ts';
import type { Config } from '../settings/config.ts';
import { loggedCaller, noteReason } from './log-context.ts';
import { problemOf } from './problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs an error and sets the status and the headers. The caller sends the body. */
    readonly refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Refusal;
    /** Returns the JSON body of RFC 6749 §5.2. */
    readonly errorBody: (refusal: Refusal) => Record<string, string>;
    /** Sends the response for an error in the format of the requested URL, including errors before routing. */
    readonly answerFailure: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
    /**
     * Returns the value of `WWW-Authenticate`.
     * @param query the query of the URL of the resource, if its metadata depends on it
     */
    readonly challengeOf: (error: BearerError, query?: string) => string;
  }
}

const ALARM_INTERVAL_MS = 60_000;

export default fp(
  async (app) => {
    const { config } = app;

    app.decorate('errorBody', ({ code, description, requestId }: Refusal) => ({
      error: code,
      error_description: description,
      error_uri: errorUri(config.docsUrl, code, requestId),
    }));

    app.decorate('challengeOf', (error: BearerError, query = '') => challenge(error, config, query));

    let alarmAgainAt = 0;
    /** If the store is down, every request fails. The log contains one alert per minute. */
    const raiseAlarm = (error: unknown, request: FastifyRequest): void => {
      if (performance.now() < alarmAgainAt) return;
      alarmAgainAt = performance.now() + ALARM_INTERVAL_MS;
      request.log.error({ err: error }, 'the store is unavailable');
    };

    app.decorate('refuse', (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const refusal = refusalOf(error);
      const { code, reason, description } = refusal;
      if (reason !== undefined) noteReason(request, reason);
      noteAttempt(request, { description, error: asRefusal(error) });
      if (reason === undefined) request.log.error({ err: error, ...loggedCaller(request) }, 'request failed');
      else
        request.log.info(
          { code, reason, description, ...detailOf(error), ...loggedCaller(request) },
          'request refused',
        );
      if (reason === 'store_unavailable') raiseAlarm(error, request);
      reply.code(refusal.status).headers(refusal.headers).header('cache-control', 'no-store');
      if (error instanceof BearerError) reply.header('www-authenticate', app.challengeOf(error));
      if (code === 'use_dpop_nonce') reply.header('dpop-nonce', app.oauth.dpop.nonce());
      return { ...refusal, requestId: request.id };
    });

    app.decorate('answerFailure', (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      if (!isAdminPath(request.url)) return reply.send(app.errorBody(app.refuse(error, request, reply)));
      const problem = problemOf(app, error, request, reply);
      return reply.code(problem.status).type('application/problem+json').send(problem);
    });

    app.setErrorHandler((error, request, reply) => app.answerFailure(error, request, reply));
  },
  { name: 'errors', dependencies: ['config'] },
);

const detailOf = (error: unknown): { detail?: string } =>
  error instanceof OAuthError && error.details.detail !== undefined ? { detail: error.details.detail } : {};

/** RFC 6750 §3, RFC 9449 §7.1 and RFC 9728 §5.1: the challenge contains the URL of the resource's metadata. */
function challenge(error: BearerError, { baseUrl, resourcePathDocuments }: Config, query: string): string {
  const document = query === '' ? '' : `${resourcePathDocuments ? '/mcp' : ''}?${query}`;
  const { needsProof } = error;
  const failure = { error: error.code, error_description: error.description };
  const parameters = {
    // Where both schemes are named, the error of the token or its proof is that of the second.
    ...(needsProof && error.status === 401 ? {} : failure),
    scope: error.scope,
    // RFC 9470 §3.
    acr_values: error.code === 'insufficient_user_authentication' ? MULTI_FACTOR : '',
    resource_metadata: `${baseUrl}/.well-known/oauth-protected-resource${document}`,
  };
  // Some programs read a challenge only if it begins with Bearer.
  const bearer = `Bearer ${inChallenge(parameters)}`;
  return needsProof ? `${bearer}, DPoP ${inChallenge({ ...failure, algs: DPOP_ALGORITHMS.join(' ') })}` : bearer;
}

const inChallenge = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ');
