/** Tables of a school itself: the site, its appearance and its files. */
import type { SignInBy } from '../../schema/people/provider.ts';
import type { SecondFactorLevel } from '../../schema/people/second-factor.ts';
import type { ApprovalPolicy } from '../../schema/school/approval.ts';
import type { Columns } from '../columns/sqlite.ts';

export const defineSchoolTables = (c: Columns) => ({
  sites: c.table(
    'sites',
    {
      id: c.text('id').primaryKey(),
      slug: c.text('slug').notNull(),
      name: c.text('name').notNull(),
      /** True if the site is open. No tokens are issued for a closed site. */
      active: c.flag('active').notNull(),
      primaryDomain: c.text('primary_domain'),
      description: c.text('description').notNull().default(''),
      locale: c.text('locale').notNull().default('en'),
      /** IANA timezone that determines when days begin and end, such as the last day of access. */
      timezone: c.timezone('timezone').notNull().default('UTC'),
      currency: c.text('currency').notNull().default('EUR'),
      contactEmail: c.text('contact_email'),
      supportUrl: c.text('support_url'),
      termsUrl: c.text('terms_url'),
      privacyUrl: c.text('privacy_url'),
      socialLinks: c.json('social_links').$type<Record<string, string>>(),
      /** Shown to visitors. A paused school keeps its members. */
      status: c.text('status').$type<'active' | 'paused'>().notNull().default('active'),
      betaFeatures: c.json('beta_features').$type<string[]>(),
      /** Of whom the school demands a second factor, in addition to those of whom the platform does. */
      secondFactorFor: c.text('second_factor_for').$type<SecondFactorLevel>().notNull().default('off'),
      /** Whether members can sign in through the provider of the school, or have to. */
      signInBy: c.text('sign_in_by').$type<SignInBy>().notNull().default('account'),
      /** Which calls of apps wait for a person. */
      approvalPolicy: c.text('agents_ask').$type<ApprovalPolicy>().notNull().default('sensitive'),
      /** The scopes that the school gives its staff, separated by spaces; null for the default. */
      staffScope: c.text('staff_scope'),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull().default(0),
      /** When a closed school is deleted, if that was decided. */
      deleteAt: c.time('delete_at'),
    },
    (t) => [c.uniqueIndex('sites_by_slug').on(t.slug)],
  ),

  appearances: c.table('appearances', {
    siteId: c.text('site_id').primaryKey(),
    themeColor: c.text('theme_color').notNull(),
    accentColor: c.text('accent_color').notNull(),
    logoAssetId: c.text('logo_asset_id'),
    faviconAssetId: c.text('favicon_asset_id'),
    font: c.text('font').notNull(),
    headerLinks: c.json('header_links').$type<{ label: string; url: string }[]>().notNull(),
    footerMarkdown: c.text('footer_markdown').notNull(),
    homepageSections: c.json('homepage_sections').$type<Record<string, unknown>[]>().notNull(),
    customCss: c.text('custom_css').notNull(),
    updatedAt: c.time('updated_at').notNull(),
  }),

  assets: c.table(
    'assets',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      uploadedBy: c.text('uploaded_by').notNull(),
      filename: c.text('filename').notNull(),
      contentType: c.text('content_type').notNull(),
      size: c.integer('size').notNull(),
      checksumSha256: c.text('checksum_sha256'),
      status: c.text('status').$type<'pending' | 'ready' | 'rejected'>().notNull(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.index('assets_by_site').on(t.siteId, t.createdAt, t.id),
      c.index('assets_by_status').on(t.status, t.createdAt),
    ],
  ),
});
