/** Determines the origin of a request for the audit log. */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestOrigin } from '../schema/audit/audit-event.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the caller's address, browser and request id, for an audit event. */
    readonly originOf: (request: FastifyRequest) => RequestOrigin;
  }
}

const MAX_USER_AGENT = 256;

export default fp(
  async (app) => {
    app.decorate('originOf', (request: FastifyRequest) => ({
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
      requestId: request.id,
    }));
  },
  { name: 'request-origin' },
);
