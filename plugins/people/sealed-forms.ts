/** Seals values for a form, so that only this server can read or create them, for one purpose and a limited time. */
import type { FastifyInstance } from 'fastify';

type Content = (string | number)[];

/** @param purpose what is sealed for one purpose cannot be opened for another */
export function envelopeOf({ keyRing }: FastifyInstance, purpose: string) {
  return {
    close: (content: Content, until: number): string =>
      keyRing.seal(purpose, Buffer.from(JSON.stringify([until, ...content]))).toString('base64url'),

    /** @returns `undefined` if it was not sealed here, or has expired */
    open(sealed: string, now: number): Content | undefined {
      try {
        const [until, ...content]: Content = JSON.parse(
          keyRing.open(purpose, Buffer.from(sealed, 'base64url')).toString(),
        );
        return Number(until) > now ? content : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
