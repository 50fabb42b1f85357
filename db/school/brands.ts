/**
 * The name, colours, logo and legal links of a school, for the pages on which people sign in to it and give consent. A logo is used
 * only if the uploaded file is an image, is ready, and is small enough for a page or an e-mail.
 */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { LegalLinks } from '../../schema/school/legal-links.ts';
import { MAX_SHOWN_LOGO_BYTES } from '../../schema/school/logo-image.ts';
import { chosenColors } from '../../schema/school/resources/appearance.ts';
import type { SchoolColors } from '../../schema/school/school-colors.ts';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';

/** The branding of a school. Colours and logo are undefined if the school has not chosen them. */
export interface Brand {
  name: string;
  colors: SchoolColors | undefined;
  logo: { assetId: string; contentType: string } | undefined;
  /** Its own documents, if it has stated where they are. */
  legal: LegalLinks;
  contactEmail: string | undefined;
  timezone: string;
}

export function brandStore(db: Database) {
  const { appearances, assets, sites } = db.tables;
  // Uses the primary keys.
  const read = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select({
        name: sites.name,
        contactEmail: sites.contactEmail,
        timezone: sites.timezone,
        termsUrl: sites.termsUrl,
        privacyUrl: sites.privacyUrl,
        theme: appearances.themeColor,
        accent: appearances.accentColor,
        logoAssetId: assets.id,
        logoType: assets.contentType,
      })
      .from(sites)
      .leftJoin(appearances, eq(appearances.siteId, sites.id))
      .leftJoin(
        assets,
        and(
          eq(assets.id, appearances.logoAssetId),
          eq(assets.siteId, sites.id),
          sql`${assets.status} = 'ready'`,
          sql`${assets.contentType} like 'image/%'`,
          lte(assets.size, MAX_SHOWN_LOGO_BYTES),
        ),
      )
      .where(eq(sites.id, text(p.siteId))),
  );

  return {
    async find(siteId: string): Promise<Brand | undefined> {
      const row = await read({ siteId });
      if (row === undefined) return undefined;
      const { name, theme, accent, logoAssetId, logoType, termsUrl, privacyUrl, contactEmail, timezone } = row;
      const colors = theme === null || accent === null ? undefined : chosenColors(theme, accent);
      const logo =
        logoAssetId === null || logoType === null ? undefined : { assetId: logoAssetId, contentType: logoType };
      const legal = { terms: termsUrl, privacy: privacyUrl };
      return { name, colors, logo, legal, contactEmail: contactEmail ?? undefined, timezone };
    },
  };
}
