/**
 * Adds to the log lines of a request its caller, and why it was refused. It is for the log and the metrics only:
 * nothing that decides a request reads it, because only the results of authentication prove an identity.
 */
import type { FastifyRequest } from 'fastify';
import type { RefusalReason } from '../../schema/refusals/index.ts';
import { networkLabelOf } from './rate-limit.ts';

export interface LoggedCaller {
  /** The client that has authenticated, or whose token was presented. */
  client_id?: string;
  /** A known client that the request named without proving to be it, such as with a wrong secret. */
  claimed_client_id?: string | undefined;
  /** The person who is signed in, or whose token was presented. */
  person_id?: string;
}

const callers = new WeakMap<FastifyRequest, LoggedCaller>();
const reasons = new WeakMap<FastifyRequest, RefusalReason>();

/** Adds to what the log lines of the request say. */
export function logCaller(request: FastifyRequest, caller: LoggedCaller): void {
  callers.set(request, { ...callers.get(request), ...caller });
}

/** The address that a request came from, as far as `LOG_ADDRESSES` permits, and its caller as far as it is known by now. */
export const loggedCaller = (request: FastifyRequest): LoggedCaller & { ip?: string } => ({
  ...addressOf(request),
  ...callers.get(request),
});

function addressOf({ ip, server }: FastifyRequest): { ip?: string } {
  const { logAddresses } = server.config;
  if (logAddresses === 'none') return {};
  return { ip: logAddresses === 'full' ? ip : networkLabelOf(ip) };
}

/** Notes why the request was refused, for the metrics. */
export const noteReason = (request: FastifyRequest, reason: RefusalReason): void => void reasons.set(request, reason);

export const notedReason = (request: FastifyRequest): RefusalReason | undefined => reasons.get(request);
