/** Determines the origin of a request for the audit log and the server's log. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestOrigin } from '../../schema/audit/audit-event.ts';
import { beginningOf } from '../../schema/text/readable.ts';
import { type LoggedCaller, logCaller } from './log-context.ts';
import { networkLabelOf } from './rate-limit.ts';
import { trustedProxies } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the caller's address, browser and request id, for an audit event. */
    readonly originOf: (request: Pick<FastifyRequest, 'headers' | 'id' | 'ip'>) => RequestOrigin;
    /** Adds to what the log lines of a request say of its caller. */
    readonly logCaller: (request: FastifyRequest, caller: LoggedCaller) => void;
    /** Returns the network of an address, as people are shown it. */
    readonly networkLabelOf: (address: string) => string;
    /** Returns where the network of a caller is, if a trusted proxy says so (`PLACE_HEADER`). */
    readonly networkPlaceOf: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string | undefined;
  }
}

const MAX_USER_AGENT = 256;
const MAX_PLACE = 80;

export default fp(
  async (app) => {
    warnOfUnknownProxy(app);
    app.decorate('logCaller', logCaller);
    app.decorate('networkLabelOf', networkLabelOf);
    app.decorate('networkPlaceOf', networkPlaces(app));
    app.decorate('originOf', (request: Pick<FastifyRequest, 'headers' | 'id' | 'ip'>) => ({
      ip: request.ip,
      // Node reads headers as Latin-1, which has control characters that terminals obey.
      userAgent: (request.headers['user-agent'] ?? '').replace(/\p{C}/gu, '').slice(0, MAX_USER_AGENT),
      requestId: request.id,
    }));
  },
  { name: 'request-origin' },
);

/** Nobody but a trusted proxy says where a network is, because the place is shown as a fact. */
function networkPlaces({ config: { placeHeader, trustProxy } }: FastifyInstance): FastifyInstance['networkPlaceOf'] {
  if (placeHeader === undefined) return () => undefined;
  const isTrusted = trustedProxies(trustProxy);
  return ({ headers, socket }) => {
    const placeText = headers[placeHeader];
    if (typeof placeText !== 'string' || !isTrusted(socket.remoteAddress)) return undefined;
    // Node reads headers as Latin-1, and proxies write the names of cities in UTF-8.
    const decoded = Buffer.from(placeText, 'latin1').toString('utf8');
    const place = (decoded.includes('\ufffd') ? placeText : decoded).replace(/\p{C}/gu, '').trim();
    return place === '' ? undefined : beginningOf(place, MAX_PLACE);
  };
}

/**
 * Warns once if a proxy that the server was not told of forwards requests: everybody behind it then shares one address,
 * and with it the limits of one network.
 */
function warnOfUnknownProxy(app: FastifyInstance): void {
  const isTrusted = trustedProxies(app.config.trustProxy);
  let hasWarned = false;
  // With a callback, because every request would wait for a promise.
  app.addHook('onRequest', ({ headers, socket, log }, _reply, done) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined;
    if (isForwarded && !hasWarned && !isTrusted(socket.remoteAddress)) {
      hasWarned = true;
      log.warn(
        { peer: socket.remoteAddress },
        'forwarded headers are ignored: TRUST_PROXY does not name their sender; if this is your proxy, name it there',
      );
    }
    done();
  });
}
