/** Fills in the e-mail address of somebody who has just chosen a password in this browser, once, on the sign-in page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { provide } from '../provide.ts';
import { hostCookie } from './cookies.ts';
import { envelopeOf } from './sealed-forms.ts';

export interface AddressHint {
  /** Call this only where the person has shown that the address is theirs, and has entered a new password for it. */
  leave(reply: FastifyReply, email: string): void;
  /** Returns the address that was left in this browser in the last five minutes, and removes it. */
  take(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): string | undefined;
}

declare module './stores.ts' {
  interface People {
    readonly addressHint: AddressHint;
  }
}

const SECONDS = 300;

export default fp(
  async (app) => {
    const cookie = hostCookie(app, 'address');
    // It is encrypted, because other users of a computer can read its cookies. A URL would stay in the history.
    const envelope = envelopeOf(app, 'address hint');
    provide(app.people, 'addressHint', {
      leave(reply, email) {
        cookie.write(reply, envelope.close([email], app.clock() + SECONDS * 1000), SECONDS);
      },

      take(request, reply) {
        const sealed = cookie.read(request);
        if (sealed === undefined) return undefined;
        cookie.write(reply, '', 0);
        const [email] = envelope.open(sealed, app.clock()) ?? [];
        return typeof email === 'string' ? email : undefined;
      },
    } satisfies AddressHint);
  },
  { name: 'address-hint', dependencies: ['key-ring', 'stores', 'cookies'] },
);
