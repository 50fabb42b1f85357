/**
 * Sign-ins at providers that are under way, sealed in one cookie of the browser that began them. Strangers store nothing
 * on the server, and any node can finish what another began.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderAttempt } from '../../../schema/people/provider-sign-in.ts';
import { hostCookie } from '../cookies.ts';
import { envelopeOf } from '../sealed-forms.ts';

/** What the answer of the provider is compared with. */
export interface SentAttempt extends ProviderAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

const LIFE_MS = 10 * 60_000;
const MAX_ATTEMPTS = 5;
/** Browsers keep 4,096 bytes with the name (RFC 6265). */
const MAX_COOKIE = 3800;

export function attemptsOf(app: FastifyInstance) {
  const cookie = hostCookie(app, 'via');
  const envelope = envelopeOf(app, 'provider sign-in');

  function read(request: FastifyRequest): SentAttempt[] {
    const [text = '[]'] = envelope.open(cookie.read(request) ?? '', app.clock()) ?? [];
    const attempts: SentAttempt[] = JSON.parse(String(text));
    return attempts.filter(({ startedAt }) => startedAt + LIFE_MS > app.clock());
  }

  /** Keeps the newest that fit. */
  function write(reply: FastifyReply, attempts: readonly SentAttempt[]): void {
    const sealed = attempts.length === 0 ? '' : envelope.close([JSON.stringify(attempts)], app.clock() + LIFE_MS);
    if (sealed.length > MAX_COOKIE) write(reply, attempts.slice(1));
    else cookie.write(reply, sealed, sealed === '' ? 0 : LIFE_MS / 1000);
  }

  return {
    add(request: FastifyRequest, reply: FastifyReply, attempt: SentAttempt): void {
      write(reply, [...read(request), attempt].slice(-MAX_ATTEMPTS));
    },

    /** Returns the sign-in of a state, which cannot be taken a second time. */
    take(request: FastifyRequest, reply: FastifyReply, state: string | undefined): SentAttempt | undefined {
      const attempts = read(request);
      const taken = attempts.find((attempt) => attempt.state === state);
      const others = attempts.filter((attempt) => attempt !== taken);
      if (taken !== undefined) write(reply, others);
      return taken;
    },
  };
}
