/**
 * A school's appearance: colours, pictures, fonts, links and custom CSS, with the defaults for a school that has not
 * set its own. There is one per school, identified by the school's id. Sign-in, consent, account and admin pages and
 * e-mails take the two colours, made readable, and the logo from it, and nothing else.
 */
import { z } from 'zod';
import { readableLine } from '../../text/readable.ts';
import { faultsOfCss, MAX_CSS } from '../custom-css.ts';
import { asMarkdown, custom, instant, list, oneOf, optional, pattern, prose, readOnly, reference } from '../fields.ts';
import { defineResource } from '../resource.ts';
import type { SchoolColors } from '../school-colors.ts';
import { block } from './pages.ts';

/** A colour as it is stored. */
export const COLOR = /^#[0-9A-Fa-f]{6}$/;
const color = (description: string) => pattern(COLOR, 'must be a colour such as #1F5F5B', { description });

const FONTS = [
  'system',
  'inter',
  'source-serif',
  'source-sans',
  'lora',
  'merriweather',
  'nunito',
  'work-sans',
] as const;

const headerLink = z.strictObject({
  label: readableLine(100, 1).describe('Link text'),
  url: z
    .string()
    .max(2000)
    .regex(/^(https:\/\/[^\s\p{Cc}"<>\\^`{|}]+|\/(?!\/)[^\s\p{Cc}"<>\\^`{|}]*)$/u, 'must be an https URL or a path')
    .describe("An https URL, or a path on the school's site"),
});

/** Default appearance of a school. */
export const DEFAULT_APPEARANCE = {
  themeColor: '#1F3A5F',
  accentColor: '#C8553D',
  logoAssetId: null,
  faviconAssetId: null,
  font: 'system',
  headerLinks: [],
  footerMarkdown: '',
  homepageSections: [],
  customCss: '',
};

/** The colours that a school has chosen. A reset stores the default ones, and means that it has none of its own. */
export const chosenColors = (theme: string, accent: string): SchoolColors | undefined =>
  theme === DEFAULT_APPEARANCE.themeColor && accent === DEFAULT_APPEARANCE.accentColor ? undefined : { theme, accent };

export const appearance = defineResource({
  one: 'appearance',
  many: 'appearances',
  table: 'appearances',
  prefix: 'site',
  summary: "Branding of the school's site.",
  read: 'appearance:read',
  write: 'appearance:write',
  fields: {
    themeColor: color('Colour of the logo and, in a shade that can be read, of links, #RRGGBB'),
    accentColor: color('Colour of the main button, #RRGGBB'),
    logoAssetId: optional(reference({ description: 'Asset id of the logo' })),
    faviconAssetId: optional(reference({ description: 'Asset id of the favicon' })),
    font: oneOf(FONTS, { description: 'Font of the text' }),
    headerLinks: list(headerLink, 20, { description: 'Links in the header of every page, in order' }),
    footerMarkdown: asMarkdown(prose(5000, { description: 'Footer of every page, in Markdown' })),
    homepageSections: list(block, 50, { description: 'Sections of the homepage, from top to bottom' }),
    customCss: custom(
      z
        .string()
        .max(MAX_CSS)
        .superRefine((css, context) => {
          for (const message of faultsOfCss(css)) context.addIssue({ code: 'custom', message });
        }),
      {
        description:
          "Custom CSS for the school's pages; sign-in pages never use it. External resources are not allowed: no @import, and url() only with paths and fragments",
      },
    ),
  },
  times: { updatedAt: readOnly(instant({ description: 'Time of the last change' })) },
});
