/**
 * Prevents the deletion of uploaded files that are referred to. The steps belong in the unit of work that deletes the
 * asset or adds the reference, because a check before it could be outdated by the time of the write.
 */
import { and, eq, sql } from 'drizzle-orm';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, text } from '../engine/placeholders.ts';

/** The kinds of rows that can refer to an asset. */
export type AssetUse = 'digital product' | 'appearance' | 'lecture' | 'lecturer';

export function assetStore(db: Database) {
  const { assets, appearances, digitalProducts, lectures, lecturers, sites } = db.tables;
  const id = (p: Params<{ id: string }>) => text(p.id);
  const siteId = (p: Params<{ siteId: string }>) => text(p.siteId);

  const inFiles = (p: Params<{ id: string }>) =>
    db.engine === 'sqlite'
      ? sql`exists (select 1 from json_each(${digitalProducts.files}) where json_extract(value, '$.assetId') = ${id(p)})`
      : sql`${digitalProducts.files} @> jsonb_build_array(jsonb_build_object('assetId', ${id(p)}))`;
  // Uses the indexes digital_products_by_time, lectures_by_asset and lecturers_by_time, and the primary key.
  const uses = (p: Params<{ id: string; siteId: string }>) => ({
    product: sql<boolean>`exists (select 1 from ${digitalProducts} where ${digitalProducts.siteId} = ${siteId(p)} and ${inFiles(p)})`,
    appearance: sql<boolean>`exists (select 1 from ${appearances} where ${appearances.siteId} = ${siteId(p)} and (${appearances.logoAssetId} = ${id(p)} or ${appearances.faviconAssetId} = ${id(p)}))`,
    lecture: sql<boolean>`exists (select 1 from ${lectures} where ${lectures.siteId} = ${siteId(p)} and ${lectures.mediaAssetId} = ${id(p)})`,
    lecturer: sql<boolean>`exists (select 1 from ${lecturers} where ${lecturers.siteId} = ${siteId(p)} and ${lecturers.avatarAssetId} = ${id(p)})`,
  });

  const readUses = db.one((q, p: Params<{ siteId: string; id: string }>) =>
    q
      .select({
        product: uses(p).product.mapWith(Boolean),
        appearance: uses(p).appearance.mapWith(Boolean),
        lecture: uses(p).lecture.mapWith(Boolean),
        lecturer: uses(p).lecturer.mapWith(Boolean),
      })
      .from(sites)
      .where(eq(sites.id, siteId(p))),
  );
  // The row of the asset is already deleted, so the condition locks the row of the school.
  const lockUnlessUsed = lockRow(db, sites, (p: Params<{ siteId: string; id: string }>) =>
    and(
      eq(sites.id, siteId(p)),
      sql`not (${uses(p).product} or ${uses(p).appearance} or ${uses(p).lecture} or ${uses(p).lecturer})`,
    ),
  );
  // Uses the primary key.
  const lockReady = lockRow(db, assets, (p: Params<{ id: string; siteId: string }>) =>
    and(eq(assets.id, id(p)), eq(assets.siteId, siteId(p)), sql`${assets.status} = 'ready'`),
  );

  const lockSite = lockRow(db, sites, (p: Params<{ siteId: string }>) => eq(sites.id, siteId(p)));
  // Uses the index assets_by_site.
  const used = (p: Params<{ siteId: string }>) =>
    sql`(select coalesce(sum(${assets.size}), 0) from ${assets} where ${assets.siteId} = ${siteId(p)} and ${assets.status} <> 'rejected')`;
  const lockWithinQuota = lockRow(db, sites, (p: Params<{ siteId: string; quota: number }>) =>
    and(eq(sites.id, siteId(p)), sql`${used(p)} <= ${integer(p.quota)}`),
  );

  return {
    /** Returns the kind of a row that refers to the asset, if there is one. */
    async useOf(siteId: string, id: string): Promise<AssetUse | undefined> {
      const found = await readUses({ siteId, id });
      if (found?.product) return 'digital product';
      if (found?.appearance) return 'appearance';
      if (found?.lecture) return 'lecture';
      return found?.lecturer ? 'lecturer' : undefined;
    },

    steps: {
      /**
       * Follow the announcement of an asset. The unit of work fails if the files of the school are now larger than the
       * quota in total. The first step makes other announcements wait, so that the second one sees them.
       */
      withinQuota: (siteId: string, quota: number): readonly Step[] => [
        required(lockSite({ siteId })),
        required(lockWithinQuota({ siteId, quota })),
      ],

      /** Follows the deletion of an asset. The unit of work fails if something refers to the asset. */
      unlessUsed: (siteId: string, id: string): Step => required(lockUnlessUsed({ siteId, id })),

      /**
       * Locks an asset that is about to be referred to. The unit of work fails if it does not exist or is not ready.
       */
      requireReady: (siteId: string, id: string): Step => required(lockReady({ siteId, id })),
    },
  };
}
