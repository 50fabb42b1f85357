/**
 * Counts the links that a member is given to the files of digital products. Whether one more is allowed is decided by
 * the statement that counts it, so that any number of requests at once never exceed the limit.
 */
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { DownloadLink, FileDownloads, Member, OwnProduct } from '../../../schema/school/account.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required } from '../../engine/engine.ts';
import { among, integer, listOf, text, value } from '../../engine/placeholders.ts';
import { inserting } from '../../engine/rows.ts';
import { type OwnProductValues, productConditions, subscriptionValues } from './own-products.ts';
import { isOwn } from './own-rows.ts';

type FileKey = Member & { productId: string; assetId: string };

/** Prepares the reads and the count. All of them use the index downloads_by_person or the primary key. */
function downloadStatements(db: Database) {
  const { digitalProducts, downloads, memberships, people } = db.tables;
  const { isOwn: isOwnProduct } = productConditions(db);
  const isFile = (p: Params<FileKey>): SQL | undefined =>
    and(isOwn(downloads, p), eq(downloads.productId, text(p.productId)), eq(downloads.assetId, text(p.assetId)));
  const columns = {
    id: downloads.id,
    productId: downloads.productId,
    assetId: downloads.assetId,
    count: downloads.count,
    linkExpiresAt: downloads.linkExpiresAt,
  };

  const readLink = db.one((q, p: Params<FileKey>) => q.select(columns).from(downloads).where(isFile(p)));
  const readOwner = db.one((q, p: Params<{ id: string; siteId: string; assetId: string; now: number }>) =>
    q
      .select({ personId: downloads.personId, productId: downloads.productId })
      .from(downloads)
      .innerJoin(people, eq(people.id, downloads.personId))
      .innerJoin(
        memberships,
        and(eq(memberships.siteId, downloads.siteId), eq(memberships.personId, downloads.personId)),
      )
      .where(
        and(
          sql`${people.active} and ${memberships.status} = 'active'`,
          eq(downloads.id, text(p.id)),
          eq(downloads.siteId, text(p.siteId)),
          eq(downloads.assetId, text(p.assetId)),
          gt(downloads.linkExpiresAt, integer(p.now)),
        ),
      ),
  );
  const readCounts = db.many((q, p: Params<Member & { productIds: string }>) =>
    q
      .select({ productId: downloads.productId, assetId: downloads.assetId, count: downloads.count })
      .from(downloads)
      .where(and(isOwn(downloads, p), among(db, downloads.productId, p.productIds))),
  );
  const count = db.write(
    (q, p: Params<FileKey & OwnProductValues & { now: number; linkExpiresAt: number; seen: number }>) =>
      q
        .update(downloads)
        .set({
          count: sql`${downloads.count} + 1`,
          linkExpiresAt: value(p.linkExpiresAt),
          updatedAt: value(p.now),
        })
        .where(
          and(
            isFile(p),
            lte(downloads.linkExpiresAt, integer(p.now)),
            sql`exists (select 1 from ${digitalProducts} where ${and(
              eq(digitalProducts.id, text(p.productId)),
              eq(digitalProducts.updatedAt, integer(p.seen)),
              isOwnProduct(p),
              sql`coalesce(${digitalProducts.downloadLimit} > ${downloads.count}, true)`,
            )})`,
          ),
        ),
  );
  return { readLink, readOwner, readCounts, count, insert: inserting(db, downloads) };
}

export function ownDownloads(db: Database, audit: AuditTrail) {
  const { readLink, readOwner, readCounts, count, insert } = downloadStatements(db);
  const valuesFor = subscriptionValues(db);

  return {
    /**
     * Counts a link to a file and stores until when it works.
     * @param product as it was read before
     * @param id of the row, if this is the first link to the file
     * @returns false if an earlier link still works, the limit is reached, the member may not download the product, or
     * the product has changed
     */
    async countDownload(
      member: Member,
      product: OwnProduct,
      { id, assetId, linkExpiresAt }: Pick<DownloadLink, 'id' | 'assetId' | 'linkExpiresAt'>,
      event: AuditEvent,
    ): Promise<boolean> {
      const now = event.at;
      const values = await valuesFor(member, now);
      const file = { ...values, productId: product.id, assetId };
      return db.atomically(
        insert({ ...file, id, count: 0, linkExpiresAt: 0, updatedAt: now }),
        required(count({ ...file, now, linkExpiresAt, seen: product.updatedAt })),
        ...(await audit.steps(event)),
      );
    },

    /** Returns the latest link to a file, which may have expired. */
    downloadLink: (
      { siteId, personId }: Member,
      productId: string,
      assetId: string,
    ): Promise<DownloadLink | undefined> => readLink({ siteId, personId, productId, assetId }),

    /** Returns whose link it is, and of which product, while the link works. */
    downloadOwner: (id: string, siteId: string, assetId: string, now: number) =>
      readOwner({ id, siteId, assetId, now }),

    /** Returns the files of these products for which the member has been given links. */
    downloadCounts: async ({ siteId, personId }: Member, productIds: readonly string[]): Promise<FileDownloads[]> =>
      productIds.length === 0 ? [] : readCounts({ siteId, personId, productIds: listOf(productIds) }),
  };
}
