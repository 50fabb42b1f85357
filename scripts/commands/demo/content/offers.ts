/** Membership plans and digital products, which are the same in every wave. */
import { createHash } from 'node:crypto';
import { addDays, dateAt } from '../../../../schema/school/calendar.ts';
import type { PlanOutline } from './catalogue/index.ts';
import { demoFile } from './demo-file.ts';
import { FOUNDED } from './people.ts';
import { slugOf } from './slug.ts';
import { DAY, type Row, type Wave } from './wave.ts';

export interface Plan {
  outline: PlanOutline;
  row: Row<'membershipPlans'>;
  /** Ids of courses of the first wave. */
  courseIds: readonly string[];
}

const NO_TERMS = { interval: null, intervalCount: null, lengthDays: null, endsOn: null };

export function plansOf({ site, catalogue, now }: Wave): Plan[] {
  const createdAt = now - FOUNDED * DAY;
  return catalogue.plans.map((outline, index) => {
    const { terms, courses = [], status = 'active' } = outline;
    const { endsIn, ...columns } = { endsIn: 0, ...terms };
    const endsOn = terms.planType === 'fixed_date' ? addDays(dateAt(now, site.timezone), endsIn) : null;
    const courseIds = courses.map((key) => `crs_demo_${key}`);
    const archivedAt = status === 'archived' ? now - 400 * DAY : null;
    const row: Row<'membershipPlans'> = {
      id: `pln_demo_${outline.key}`,
      slug: slugOf(outline.name),
      name: outline.name,
      description: outline.description,
      ...NO_TERMS,
      ...columns,
      endsOn,
      priceAmount: outline.price,
      priceCurrency: site.currency,
      trialDays: outline.trialDays ?? 0,
      courseIds,
      allCourses: courseIds.length === 0,
      status,
      createdAt: createdAt + index * DAY,
      updatedAt: archivedAt ?? createdAt + (index + 30) * DAY,
      archivedAt,
    };
    return { outline, row, courseIds };
  });
}

export interface Products {
  digitalProducts: Row<'digitalProducts'>[];
  assets: Row<'assets'>[];
}

export function productsOf({ site, catalogue, now }: Wave): Products {
  const createdAt = now - FOUNDED * DAY;
  const assets: Row<'assets'>[] = [];
  const digitalProducts = catalogue.products.map((outline): Row<'digitalProducts'> => {
    const { title, status = 'published' } = outline;
    const slug = slugOf(title);
    const archivedAt = status === 'archived' ? now - 200 * DAY : null;
    const files = outline.files.map((name, place) => {
      const assetId = `ast_demo_${slug}_${place + 1}`;
      const [uploadedBy] = catalogue.staff;
      const contentType = name.endsWith('.mp3') ? 'audio/mpeg' : 'application/pdf';
      const file = demoFile(contentType, name);
      const size = file.length;
      const checksumSha256 = createHash('sha256').update(file).digest('hex');
      const times = { createdAt, updatedAt: createdAt };
      assets.push({
        id: assetId,
        uploadedBy,
        filename: name,
        contentType,
        size,
        checksumSha256,
        status: 'ready',
        ...times,
      });
      return { assetId, name, size };
    });
    return {
      id: `prd_demo_${slug}`,
      slug,
      title,
      description: outline.description,
      priceAmount: outline.price,
      priceCurrency: site.currency,
      coverImageUrl: `https://media.${site.domain}/products/${slug}.jpg`,
      files,
      downloadLimit: outline.downloadLimit ?? null,
      status,
      createdAt,
      updatedAt: archivedAt ?? createdAt,
      archivedAt,
    };
  });
  return { digitalProducts, assets };
}
