/** The uploaded pictures that are the covers of courses, posts and products. */
import fp from 'fastify-plugin';
import { LOGO_CONTENT_TYPES } from '../../schema/school/logo-image.ts';
import { MAX_COVER_BYTES } from '../../schema/school/upload.ts';
import { provide } from '../provide.ts';
import type { StoredFile } from './file-store.ts';

interface Covers {
  /** Returns the `coverImageUrl` of what has the file as its cover. */
  addressOf(file: StoredFile): string;
  /** The picture at a `coverImageUrl`, if it is a file of the school that everyone may see, whatever else the address says. */
  pictureAt(
    siteId: string,
    address: string | null,
  ): Promise<{ readonly file: StoredFile; readonly type: string; readonly size: number } | undefined>;
  /** Returns whether the file is the cover of something. Everyone may fetch it then. */
  has(file: StoredFile): Promise<boolean>;
}

declare module './stores.ts' {
  interface School {
    readonly covers: Covers;
  }
}

export default fp(
  async ({ config, school }) => {
    const { assets, records, storage } = school;
    const { host } = new URL(config.baseUrl);
    const addressOf = ({ siteId, assetId }: StoredFile): string => `https://${host}/uploads/${siteId}/${assetId}`;

    const pictureAt: Covers['pictureAt'] = async (siteId, address) => {
      const url = address === null ? null : URL.parse(address);
      const [, folder, ofSite, assetId = ''] = url?.pathname.split('/') ?? [];
      if (url?.host !== host || folder !== 'uploads' || ofSite !== siteId) return undefined;
      const asset = await records('assets').find(siteId, assetId);
      const isPicture = asset?.status === 'ready' && LOGO_CONTENT_TYPES.includes(asset.contentType);
      // A file of a product or a lecture is for those who may have it.
      const isShown = isPicture && (await assets.useOf(siteId, assetId)) === undefined;
      const size = isShown ? await storage.sizeOf({ siteId, assetId }) : undefined;
      return size === undefined || size > MAX_COVER_BYTES || asset === undefined
        ? undefined
        : { file: { siteId, assetId }, type: asset.contentType, size };
    };

    provide(school, 'covers', {
      addressOf,
      pictureAt,
      async has(file) {
        const where = { coverImageUrl: addressOf(file) };
        if ((await pictureAt(file.siteId, where.coverImageUrl)) === undefined) return false;
        const found = await Promise.all([
          records('courses').findBy(file.siteId, where),
          records('posts').findBy(file.siteId, where),
          records('digitalProducts').findBy(file.siteId, where),
        ]);
        return found.some((one) => one !== undefined);
      },
    });
  },
  { name: 'covers', dependencies: ['stores', 'storage'] },
);
