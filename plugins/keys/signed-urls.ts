/** URLs of files that contain their own permission, for one method and one file until they expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import fp from 'fastify-plugin';
import { isRecord } from '../../schema/data/objects.ts';
import type { Operator } from '../../schema/school/operation.ts';

export interface FileAddress {
  /** A URL for GET is also valid for HEAD. */
  method: 'GET' | 'PUT';
  siteId: string;
  assetId: string;
  /** The download by a member that the URL is for, which has conditions of its own. */
  download?: string | undefined;
  /** The grant or the person that the URL was made for, which must still have access. Only public logos have none. */
  grant?: string | undefined;
  person?: string | undefined;
  /** The lecture that the file is of. The person need not be able to upload files, but to open the lecture. */
  lecture?: string | undefined;
}

/** Names the grant of an operator, or on web pages the person. */
export const madeFor = ({ grantId, personId }: Pick<Operator, 'grantId' | 'personId'>) =>
  grantId === undefined ? { person: personId } : { grant: String(grantId) };

export interface SignedUrls {
  /** @param expiresAt milliseconds since the epoch */
  make(address: FileAddress, expiresAt: number): string;
  /** Returns whether the query of a URL currently permits the method on the file. */
  isGood(address: FileAddress, query: unknown): boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly signedUrls: SignedUrls;
  }
}

const EXPIRY = /^[1-9][0-9]{0,14}$/;
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/;

export default fp(
  async (app) => {
    const { clock, config, keyRing } = app;
    const secret = keyRing.derive('signed urls');

    const purposeOf = ({ download, grant, person, lecture }: FileAddress): [string, string][] =>
      Object.entries({ download, grant, person, lecture }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );

    const signatureOf = (address: FileAddress, expires: string): Buffer => {
      const { method, siteId, assetId } = address;
      const signed = [method, siteId, assetId, expires, ...purposeOf(address).flat()];
      return createHmac('sha256', secret).update(JSON.stringify(signed)).digest();
    };

    app.decorate('signedUrls', {
      make(address, expiresAt) {
        const expires = String(expiresAt);
        const signature = signatureOf(address, expires).toString('base64url');
        const { siteId, assetId } = address;
        const query = new URLSearchParams([['expires', expires], ['signature', signature], ...purposeOf(address)]);
        return `${config.baseUrl}/uploads/${siteId}/${assetId}?${query}`;
      },

      isGood(address, query) {
        const { expires, signature } = isRecord(query) ? query : {};
        // A repeated parameter is a list, and no text.
        if (typeof expires !== 'string' || typeof signature !== 'string') return false;
        if (!EXPIRY.test(expires) || !SIGNATURE.test(signature)) return false;
        const presented = Buffer.from(signature, 'base64url');
        // Base64url has several spellings of the same bytes; only the canonical one is accepted.
        if (presented.toString('base64url') !== signature) return false;
        return timingSafeEqual(presented, signatureOf(address, expires)) && clock() < Number(expires);
      },
    } satisfies SignedUrls);
  },
  { name: 'signed-urls', dependencies: ['config', 'key-ring'] },
);
