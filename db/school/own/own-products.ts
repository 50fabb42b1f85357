/** The digital products that a member may download at one school. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/data/list-page.ts';
import type { Member, OwnProduct } from '../../../schema/school/account.ts';
import { givesAccess } from '../../../schema/school/entitlement.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { among, listOf, text } from '../../engine/placeholders.ts';
import { memberSubscriptions } from '../entitlements.ts';
import { isAfter, type ListValues, valuesOf } from './own-rows.ts';

/** `ids` is a JSON list of the products that subscriptions give. */
export type OwnProductValues = Member & { ids: string };
type Which = OwnProductValues;

/** The conditions for products that a member bought, and for those that a member may download. */
export function productConditions(db: Database) {
  const { digitalProducts, orderItems, orders } = db.tables;

  // Uses the indexes order_items_by_thing and orders_by_person.
  const bought = (p: Params<Member>) =>
    sql`exists (select 1 from ${orderItems} as item inner join ${orders} as purchase on purchase.id = item.order_id
      where item.site_id = ${text(p.siteId)} and item.kind = 'digital_product' and item.ref_id = ${digitalProducts.id}
      and purchase.site_id = ${text(p.siteId)} and purchase.person_id = ${text(p.personId)}
      and purchase.status in ('paid', 'partially_refunded'))`;
  // What was bought is kept when it is taken off sale.
  const isOwn = (p: Params<Which>) =>
    and(
      eq(digitalProducts.siteId, text(p.siteId)),
      sql`((${digitalProducts.status} in ('published', 'archived') and ${bought(p)})
        or (${digitalProducts.status} = 'published' and ${among(db, digitalProducts.id, p.ids)}))`,
    );
  return { bought, isOwn };
}

function productReads(db: Database) {
  const { digitalProducts } = db.tables;
  const { bought, isOwn } = productConditions(db);

  const columnsOf = (p: Params<Which>) => ({
    id: digitalProducts.id,
    slug: digitalProducts.slug,
    title: digitalProducts.title,
    coverImageUrl: digitalProducts.coverImageUrl,
    files: digitalProducts.files,
    downloadLimit: digitalProducts.downloadLimit,
    updatedAt: digitalProducts.updatedAt,
    createdAt: digitalProducts.createdAt,
    isBought: sql<number>`(case when ${bought(p)} then 1 else 0 end)`.mapWith(Number),
  });
  // Uses the index digital_products_by_time.
  const readProducts = db.many((q, p: Params<ListValues & Which>) =>
    q
      .select(columnsOf(p))
      .from(digitalProducts)
      .where(and(isOwn(p), isAfter(digitalProducts.createdAt, digitalProducts.id, p)))
      .orderBy(desc(digitalProducts.createdAt), desc(digitalProducts.id))
      .limit(oneMore(p)),
  );
  // Uses the primary key.
  const readProduct = db.one((q, p: Params<Which & { id: string }>) =>
    q
      .select(columnsOf(p))
      .from(digitalProducts)
      .where(and(eq(digitalProducts.id, text(p.id)), isOwn(p))),
  );
  const countProducts = db.one((q, p: Params<Which>) => q.select(howMany).from(digitalProducts).where(isOwn(p)));

  return { readProducts, readProduct, countProducts };
}

type ProductRow = NonNullable<Awaited<ReturnType<ReturnType<typeof productReads>['readProduct']>>>;

const toProduct = ({ isBought, files, ...row }: ProductRow): OwnProduct => ({
  ...row,
  files: files ?? [],
  source: isBought === 1 ? 'order' : 'subscription',
});

/** Reads what the conditions depend on: the subscriptions that give access now. */
export function subscriptionValues(db: Database) {
  const subscriptionsOf = memberSubscriptions(db);

  return async ({ siteId, personId }: Member, now: number): Promise<OwnProductValues> => {
    const { subscriptions } = await subscriptionsOf({ siteId, personId });
    const giving = subscriptions.filter((held) => givesAccess(held, now));
    return { siteId, personId, ids: listOf(giving.flatMap(({ productIds }) => productIds)) };
  };
}

export function ownProducts(db: Database) {
  const { readProducts, readProduct, countProducts } = productReads(db);
  const valuesFor = subscriptionValues(db);

  return {
    /** Lists the products that the member may download now, the latest product first. */
    async ownProducts(member: Member, request: PageRequest, now: number): Promise<Page<OwnProduct>> {
      const which = await valuesFor(member, now);
      return pageOf(
        request.first,
        (await readProducts({ ...valuesOf(member, request, now), ...which })).map(toProduct),
      );
    },

    countOwnProducts: async (member: Member, now: number): Promise<number> =>
      counted(await countProducts(await valuesFor(member, now))),

    /** Finds one of these products. */
    async findOwnProduct(member: Member, id: string, now: number): Promise<OwnProduct | undefined> {
      const row = await readProduct({ ...(await valuesFor(member, now)), id });
      return row && toProduct(row);
    },
  };
}
