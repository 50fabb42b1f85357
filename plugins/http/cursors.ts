/** Opaque, signed cursors of lists. A cursor is valid only for the list and caller that it was created for. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import fp from 'fastify-plugin';
import type { PageKey } from '../../schema/data/list-page.ts';

export interface Cursors {
  /** @param list identifies the list and its caller, so that the cursor works nowhere else */
  make(list: readonly string[], key: PageKey<number | string>): string;
  /**
   * The type of the position is asserted: a valid cursor contains what the list made it of.
   * @returns `undefined` if the cursor is not valid for this list
   */
  read<At extends number | string = number>(list: readonly string[], cursor: string): PageKey<At> | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly cursors: Cursors;
  }
}

const MAC_BYTES = 12;
const FORM = /^[A-Za-z0-9_-]{16,1000}$/;
/** Begins the place of a row that is a text. */
const TEXT = '"';

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
        const position = `${typeof at === 'string' ? TEXT : ''}${at} ${id}`;
        return Buffer.concat([macOf(list, position), Buffer.from(position)]).toString('base64url');
      },

      read<At extends number | string>(list: readonly string[], cursor: string) {
        if (!FORM.test(cursor)) return undefined;
        const bytes = Buffer.from(cursor, 'base64url');
        // Base64url has several spellings of the same bytes; only the canonical one is accepted.
        if (bytes.toString('base64url') !== cursor) return undefined;
        const position = bytes.subarray(MAC_BYTES).toString();
        if (bytes.length <= MAC_BYTES || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(list, position))) {
          return undefined;
        }
        const space = position.lastIndexOf(' ');
        const at = position.slice(0, space);
        const value = at.startsWith(TEXT) ? at.slice(TEXT.length) : Number(at);
        return { at: value as At, id: position.slice(space + 1) };
      },
    } satisfies Cursors);
  },
  { name: 'cursors', dependencies: ['key-ring'] },
);
