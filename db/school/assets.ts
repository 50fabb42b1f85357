/**
 * Keeps uploaded files from being deleted while something refers to them. The steps belong in the unit of work that
 * deletes the asset or adds the reference: a check made beforehand can be outdated by the time of the write.
 */
import { and, eq, sql } from 'drizzle-orm';
import { type Database, required, type Step } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';

/** What can refer to an asset. */
export type AssetUse = 'digital product' | 'appearance' | 'lecture' | 'lecturer';

export type AssetStore = ReturnType<typeof assetStore>;

/** What keeps uploaded files from being deleted. */
export function assetStore(db: Database) {
  const { assets, appearances, digitalProducts, lectures, lecturers, sites } = db.tables;
  const id = text('id');
  const siteId = text('siteId');

  const inFiles =
    db.engine === 'sqlite'
      ? sql`exists (select 1 from json_each(${digitalProducts.files}) where json_extract(value, '$.assetId') = ${id})`
      : sql`${digitalProducts.files} @> jsonb_build_array(jsonb_build_object('assetId', ${id}))`;
  // By digital_products_by_time, the primary key, lectures_by_asset and lecturers_by_time.
  const uses = {
    product: sql<boolean>`exists (select 1 from ${digitalProducts} where ${digitalProducts.siteId} = ${siteId} and ${inFiles})`,
    appearance: sql<boolean>`exists (select 1 from ${appearances} where ${appearances.siteId} = ${siteId} and (${appearances.logoAssetId} = ${id} or ${appearances.faviconAssetId} = ${id}))`,
    lecture: sql<boolean>`exists (select 1 from ${lectures} where ${lectures.siteId} = ${siteId} and ${lectures.mediaAssetId} = ${id})`,
    lecturer: sql<boolean>`exists (select 1 from ${lecturers} where ${lecturers.siteId} = ${siteId} and ${lecturers.avatarAssetId} = ${id})`,
  };

  const readUses = db.one((q) =>
    q
      .select({
        product: uses.product.mapWith(Boolean),
        appearance: uses.appearance.mapWith(Boolean),
        lecture: uses.lecture.mapWith(Boolean),
        lecturer: uses.lecturer.mapWith(Boolean),
      })
      .from(sites)
      .where(eq(sites.id, siteId)),
  );
  // It touches another row than the asset's, which is gone by then.
  const unlessUsed = db.write((q) =>
    q
      .update(sites)
      .set({ updatedAt: sql`${sites.updatedAt}` })
      .where(
        and(
          eq(sites.id, siteId),
          sql`not (${uses.product} or ${uses.appearance} or ${uses.lecture} or ${uses.lecturer})`,
        ),
      ),
  );
  // By the primary key.
  const holdReady = db.write((q) =>
    q
      .update(assets)
      .set({ updatedAt: sql`${assets.updatedAt}` })
      .where(and(eq(assets.id, id), eq(assets.siteId, siteId), sql`${assets.status} = 'ready'`)),
  );

  return {
    /** What refers to the asset, if anything does. */
    async useOf(siteId: string, id: string): Promise<AssetUse | undefined> {
      const found = await readUses({ siteId, id });
      if (found?.product) return 'digital product';
      if (found?.appearance) return 'appearance';
      if (found?.lecture) return 'lecture';
      return found?.lecturer ? 'lecturer' : undefined;
    },

    steps: {
      /** For the unit that deletes an asset, behind the deletion: nothing comes of it when something refers to the asset. */
      unlessUsed: (siteId: string, id: string): Step => required(unlessUsed({ siteId, id })),

      /** For the unit that makes something refer to an asset: it is there and ready, and stays until the unit is done. */
      holdReady: (siteId: string, id: string): Step => required(holdReady({ siteId, id })),
    },
  };
}
