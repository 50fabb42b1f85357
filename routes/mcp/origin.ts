/** Where a message may come from: against pages that make a browser talk to a server behind its back (DNS rebinding). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OAuthError } from '../../schema/oauth-error.ts';

const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/;

/** @throws {OAuthError} 403 for a page of a foreign origin, and for a name that is not ours */
export function requireTrustedSource({ config }: FastifyInstance, { headers }: FastifyRequest): void {
  const { origin, host } = headers;
  const own = new URL(config.baseUrl);
  // On this machine the server answers to each of its loopback names.
  const isOwnHost = host === own.host || (config.isLoopback && LOOPBACK.test(`http://${host}`));
  if (!isOwnHost) throw refuse(`this is ${own.host}, not ${String(host).slice(0, 100)}`);
  // Without an Origin it is no page of a browser. Tools with a page, such as the Inspector, run on loopback.
  const isTrusted =
    origin === undefined || origin === config.baseUrl || config.mcpOrigins.includes(origin) || LOOPBACK.test(origin);
  if (!isTrusted) throw refuse('this origin may not send messages here');
}

const refuse = (description: string): OAuthError =>
  new OAuthError('access_denied', description, { reason: 'origin_foreign', status: 403 });
