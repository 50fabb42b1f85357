/**
 * The way from a digital product to its files, and from a lecture to its file, for the members who may download them. Of a
 * product, the request for a link is what counts. Within the life of the link, the file can be fetched any number of times,
 * so that an interrupted download can go on, and another request returns the same link.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestOrigin } from '../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../schema/credential.ts';
import type { Page, PageRequest } from '../../schema/data/list-page.ts';
import type { Download, DownloadLink, Member, OwnProduct, OwnProductWithFiles } from '../../schema/school/account.ts';
import { notFound, ProblemError } from '../../schema/school/problem.ts';
import { provide } from '../provide.ts';
import type { RowIn } from './stores.ts';

const LINK_LIFETIME = 15 * 60_000;
/** Each lost attempt means that another request was given a link, or that the product has just been changed. */
const MAX_ATTEMPTS = 10;

export interface MemberDownloads {
  /** Lists the products that the member may download now. */
  products(member: Member, request: PageRequest, now: number): Promise<Page<OwnProductWithFiles>>;
  /**
   * Returns a link to a file of a product.
   * @throws {ProblemError} `not-found`; `conflict` if the member may not download the product, or not once more
   */
  request(
    member: Member,
    file: { productId: string; assetId: string },
    by: RequestOrigin & { clientId?: string },
  ): Promise<Download>;
  /** Returns whether the member for whom a link was made may still download the file. */
  mayFetch(id: string, siteId: string, assetId: string): Promise<boolean>;
  /** Finds the file of a lecture that the member may open now. */
  lectureFile(member: Member, lectureId: string): Promise<RowIn<'assets'> | undefined>;
  /** Returns a link to the file of a lecture. It ends with the access to the lecture. */
  lectureLink(member: Member, lectureId: string, assetId: string): string;
}

declare module './stores.ts' {
  interface School {
    readonly memberDownloads: MemberDownloads;
  }
}

const leftOf = ({ downloadLimit }: OwnProduct, count: number): number | null =>
  downloadLimit === null ? null : Math.max(0, downloadLimit - count);

/** @throws {ProblemError} `conflict` if the member has asked for a file as often as the school allows */
function requireLeft(product: OwnProduct, count: number): void {
  if (leftOf(product, count) !== 0) return;
  const times = product.downloadLimit === 1 ? 'once' : `${product.downloadLimit} times`;
  const message = `this file can be downloaded ${times}, and that is used up; ask the school if you need it again`;
  throw new ProblemError('conflict', message);
}

const fileOf = ({ files }: OwnProduct, assetId: string) => files.find((file) => file.assetId === assetId);

/** The files of lectures, whose links are not counted. */
function lectureFiles({
  clock,
  signedUrls,
  school: { account, records, storage },
}: FastifyInstance): Pick<MemberDownloads, 'lectureFile' | 'lectureLink'> {
  return {
    async lectureFile(member, lectureId) {
      const { siteId } = member;
      const open = await account.findOpenLecture(member, lectureId, clock());
      const assetId = open && (await records('lectures').find(siteId, lectureId))?.mediaAssetId;
      const asset = assetId ? await records('assets').find(siteId, assetId) : undefined;
      const isThere = asset?.status === 'ready' && (await storage.isThere({ siteId, assetId: asset.id }));
      return isThere ? asset : undefined;
    },
    lectureLink: ({ siteId, personId }, lecture, assetId) =>
      signedUrls.make({ method: 'GET', siteId, assetId, lecture, person: personId }, clock() + LINK_LIFETIME),
  };
}

export default fp(
  async (app) => {
    const { clock, signedUrls } = app;
    const { account, records } = app.school;

    /** Says why a member may not download a product. */
    async function refusal({ siteId }: Member, productId: string): Promise<ProblemError> {
      const status = (await records('digitalProducts').find(siteId, productId))?.status ?? 'draft';
      if (status === 'draft') return notFound('product');
      const why =
        status === 'archived'
          ? 'the school no longer offers this product; only those who bought it can download it'
          : 'you have no access to this product; buy it, or subscribe to a plan that includes it';
      return new ProblemError('conflict', why);
    }

    function toDownload(
      { siteId }: Member,
      product: OwnProduct,
      file: OwnProduct['files'][number],
      link: DownloadLink,
    ): Download {
      const { id: download, count, linkExpiresAt: expiresAt } = link;
      const url = signedUrls.make({ method: 'GET', siteId, assetId: file.assetId, download }, expiresAt);
      return { ...file, downloadsLeft: leftOf(product, count), url, expiresAt };
    }

    provide(app.school, 'memberDownloads', {
      async products(member, request, now) {
        const { rows, hasMore } = await account.ownProducts(member, request, now);
        const ids = rows.map(({ id }) => id);
        const counts = Map.groupBy(await account.downloadCounts(member, ids), ({ productId }) => productId);
        const withFiles = rows.map((product): OwnProductWithFiles => {
          const counted = new Map(counts.get(product.id)?.map(({ assetId, count }) => [assetId, count]));
          const files = product.files.map((file) => ({
            ...file,
            downloadsLeft: leftOf(product, counted.get(file.assetId) ?? 0),
          }));
          return { ...product, files };
        });
        return { rows: withFiles, hasMore };
      },

      async request(member, { productId, assetId }, by) {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
          const now = clock();
          const product = await account.findOwnProduct(member, productId, now);
          if (product === undefined) throw await refusal(member, productId);
          const file = fileOf(product, assetId);
          if (file === undefined) throw notFound('file');
          const latest = await account.downloadLink(member, product.id, assetId);
          if (latest !== undefined && latest.linkExpiresAt > now) return toDownload(member, product, file, latest);
          requireLeft(product, latest?.count ?? 0);
          const link = { id: makeIdentifier('dwn'), assetId, linkExpiresAt: now + LINK_LIFETIME };
          const { siteId, personId } = member;
          const target = `digital_product/${productId}`;
          const event = { event: 'file_requested', at: now, siteId, personId, target, ...by } as const;
          await account.countDownload(member, product, link, event);
        }
        throw new ProblemError('conflict', 'the product has just been modified; ask for the link again');
      },

      async mayFetch(id, siteId, assetId) {
        const now = clock();
        const owner = await account.downloadOwner(id, siteId, assetId, now);
        if (owner === undefined) return false;
        const { personId, productId } = owner;
        const product = await account.findOwnProduct({ siteId, personId }, productId, now);
        return product !== undefined && fileOf(product, assetId) !== undefined;
      },

      ...lectureFiles(app),
    });
  },
  { name: 'member-downloads', dependencies: ['stores', 'signed-urls', 'storage'] },
);
