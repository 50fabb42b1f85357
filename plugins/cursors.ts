/** Opaque, signed cursors of lists. A cursor is valid only for the list and caller that it was created for. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import fp from 'fastify-plugin';
import type { PageKey } from '../schema/page.ts';

export interface Cursors {
  /** @param list identifies the list and its caller, so that the cursor works nowhere else */
  make(list: readonly string[], key: PageKey): string;
  /** @returns `undefined` if the cursor is not valid for this list */
  read(list: readonly string[], cursor: string): PageKey | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly cursors: Cursors;
  }
}

const MAC_BYTES = 12;
const FORM = /^[A-Za-z0-9_-]{16,200}$/;

export default fp(
  async (app) => {
    const secret = app.keyRing.derive('cursors');

    const macOf = (list: readonly string[], position: string): Buffer =>
      createHmac('sha256', secret)
        .update(JSON.stringify([...list, position]))
        .digest()
        .subarray(0, MAC_BYTES);

    app.decorate('cursors', {
      make(list, { at, id }) {
        const position = `${at} ${id}`;
        return Buffer.concat([macOf(list, position), Buffer.from(position)]).toString('base64url');
      },

      read(list, cursor) {
        if (!FORM.test(cursor)) return undefined;
        const bytes = Buffer.from(cursor, 'base64url');
        // Base64url has several spellings of the same bytes; only the canonical one is accepted.
        if (bytes.toString('base64url') !== cursor) return undefined;
        const position = bytes.subarray(MAC_BYTES).toString();
        if (bytes.length <= MAC_BYTES || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(list, position))) {
          return undefined;
        }
        const [at = '', id = ''] = position.split(' ', 2);
        return { at: Number(at), id };
      },
    } satisfies Cursors);
  },
  { name: 'cursors', dependencies: ['key-ring'] },
);
