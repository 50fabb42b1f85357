/**
 * A school's appearance: colours, pictures, fonts, links and custom CSS, with the defaults for a school that has not
 * set its own. There is one per school, identified by the school's id, and it changes no sign-in page.
 */
import { z } from 'zod';
import { faultsOfCss, MAX_CSS } from '../custom-css.ts';
import { custom, instant, list, oneOf, optional, pattern, prose, reference, shown } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { block } from './pages.ts';

const COLOR = /^#[0-9A-Fa-f]{6}$/;
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
  label: z.string().trim().min(1).max(100).describe('What it says'),
  url: z
    .string()
    .max(2000)
    .regex(/^(https:\/\/[^\s\p{Cc}"<>\\^`{|}]+|\/(?!\/)[^\s\p{Cc}"<>\\^`{|}]*)$/u, 'must be an https address or a path')
    .describe('An https address, or a path at the school'),
});

/** What a school looks like until it says otherwise. */
export const USUAL_APPEARANCE = {
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

export const appearance = defineResource({
  one: 'appearance',
  many: 'appearances',
  table: 'appearances',
  prefix: 'site',
  summary: 'What the school looks like.',
  read: 'appearance:read',
  write: 'appearance:write',
  fields: {
    themeColor: color('The colour of the school, #RRGGBB'),
    accentColor: color('The colour of what can be pressed, #RRGGBB'),
    logoAssetId: optional(reference({ description: 'An uploaded picture' })),
    faviconAssetId: optional(reference({ description: 'An uploaded picture' })),
    font: oneOf(FONTS, { description: 'What text is set in' }),
    headerLinks: list(headerLink, 20, { description: 'What the top of each page leads to' }),
    footerMarkdown: prose(5000, { description: 'Markdown at the bottom of each page' }),
    homepageSections: list(block, 50, { description: 'What the first page shows, from top to bottom' }),
    customCss: custom(
      z
        .string()
        .max(MAX_CSS)
        .superRefine((css, context) => {
          for (const message of faultsOfCss(css)) context.addIssue({ code: 'custom', message });
        }),
      {
        description:
          'CSS for the pages of the school; never for signing in. Nothing may be loaded from elsewhere: no @import, url() only of paths and fragments',
      },
    ),
  },
  times: { updatedAt: shown(instant({ description: 'When it was last changed' })) },
});
