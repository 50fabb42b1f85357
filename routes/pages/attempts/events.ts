/**
 * The stream by which a page learns that there are new attempts. It carries nothing else: the page then reads its list
 * again, for which everything is checked as at first. Streams are few, and each ends after some minutes; the browser opens
 * it again.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { goTo, preferredType } from '../../http.ts';

const STREAM = 'text/event-stream';
const POLL_MS = 1000;
const LIFE_MS = 5 * 60_000;
/** That one process holds open, and those of one person. */
export const MOST_STREAMS = { all: 100, person: 8 } as const;
const RETRY_MS = 3000;

declare module 'fastify' {
  interface FastifyInstance {
    readonly attemptEvents: AttemptEvents;
  }
}

export type AttemptEvents = ReturnType<typeof attemptEvents>;

interface StreamOf {
  personId: string;
  /** Empty for attempts that name no school. */
  siteId: string;
  /** The path of the page. */
  page: string;
}

export function attemptEvents(app: FastifyInstance) {
  const open = new Map<ServerResponse, string>();

  // Before the server waits for requests that are under way.
  app.addHook('preClose', async () => {
    for (const response of open.keys()) response.end();
  });

  function requireRoom(personId: string): void {
    const own = [...open.values()].filter((one) => one === personId).length;
    if (own < MOST_STREAMS.person && open.size < MOST_STREAMS.all) return;
    throw new OAuthError('rate_limited.attempts', {}, { retryAfterSeconds: RETRY_MS / 1000 });
  }

  return {
    /**
     * Sends the stream for a school, or for attempts without one. Whoever does not ask for a stream is sent to the page.
     * @throws {OAuthError} with status 429 if there are too many
     */
    async stream(
      request: FastifyRequest,
      reply: FastifyReply,
      { personId, siteId, page }: StreamOf,
    ): Promise<FastifyReply> {
      if (preferredType(request, ['text/html', STREAM]) !== STREAM) return goTo(reply, page);
      const { raw } = reply;
      // Who has gone by now would never be said to close.
      if (raw.destroyed) return reply.hijack();
      requireRoom(personId);
      open.set(raw, personId);
      raw.once('close', () => open.delete(raw));
      let seen = await app.connectionAttempts.newest(siteId);
      reply.hijack();
      if (raw.destroyed) return reply;
      raw.writeHead(200, {
        ...reply.getHeaders(),
        'content-type': `${STREAM}; charset=utf-8`,
        'cache-control': 'no-store',
        // For nginx, which would hold back what is sent.
        'x-accel-buffering': 'no',
      } as Record<string, string>);
      raw.write(`retry: ${RETRY_MS}\n\n`);

      let isAsking = false;
      const poll = async (): Promise<void> => {
        if (isAsking) return;
        isAsking = true;
        try {
          const newest = await app.connectionAttempts.newest(siteId);
          if (newest > seen && !raw.writableEnded) raw.write(`event: attempt\ndata: ${newest}\n\n`);
          seen = Math.max(seen, newest);
        } catch (err) {
          request.log.warn({ err }, 'a stream of attempts ended');
          raw.end();
        } finally {
          isAsking = false;
        }
      };
      const timer = setInterval(() => void poll(), POLL_MS);
      const end = setTimeout(() => raw.end(), LIFE_MS);
      raw.on('close', () => {
        clearInterval(timer);
        clearTimeout(end);
      });
      return reply;
    },
  };
}
