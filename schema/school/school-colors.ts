/**
 * The two colours of a school on pages and in e-mails. As a background they stay as they were chosen, and the text on them
 * is light or dark. As the colour of links, their lightness is changed until the text is readable (WCAG 2.2 §1.4.3: 4.5:1)
 * on every background, in the light and the dark scheme.
 */
import { formatHex, type Hsl, interpolate, modeHsl, modeLrgb, modeRgb, useMode, wcagContrast } from 'culori/fn';

export interface SchoolColors {
  /** `#RRGGBB`, the background of the school's initial. */
  theme: string;
  /** `#RRGGBB`, the colour of buttons and links. */
  accent: string;
}

/** The colours of the service itself, in the light scheme. */
export const OWN_COLORS: SchoolColors = { theme: '#17614a', accent: '#17614a' };

useMode(modeRgb);
useMode(modeLrgb);
const hslOf = useMode(modeHsl);
const hsl = (color: string): Hsl => hslOf(color) ?? { mode: 'hsl', s: 0, l: 0 };

const READABLE = 4.5;
const STEP = 0.01;

/** The backgrounds behind text in the accent colour, as in the tokens of the pages' stylesheet. */
const GROUNDS = {
  light: { card: '#ffffff', others: ['#ffffff', '#f5f8f6', '#eef2f0'] },
  dark: { card: '#181f1c', others: ['#181f1c', '#1f2824', '#0f1412'] },
} as const;

/** Text on a background of any colour, in the order of preference. White or black can be read on each. */
const INKS = ['#ffffff', '#0f1412', '#000000'] as const;

const mixed = (over: string, under: string, share: number): string => formatHex(interpolate([under, over])(share));

/** Contrast ratio (WCAG 2.2), from 1 to 21. */
export const contrast = (one: string, other: string): number => wcagContrast(one, other);

/**
 * Returns the nearest colour of the same hue that is readable on all backgrounds, including a soft background mixed
 * from it.
 */
function readable(color: string, scheme: keyof typeof GROUNDS) {
  const { card, others } = GROUNDS[scheme];
  const direction = scheme === 'light' ? -STEP : STEP;
  const start = hsl(color);
  for (let moved = 0; moved <= 1 / STEP; moved += 1) {
    const lightness = Math.min(1, Math.max(0, start.l + moved * direction));
    const accent = formatHex({ ...start, l: lightness });
    const soft = mixed(accent, card, 0.12);
    if ([...others, soft].every((ground) => contrast(accent, ground) >= READABLE)) return { accent, soft };
  }
  throw new RangeError(`no shade of ${color} can be read`);
}

/** The colour of text on a background of a school's colour. */
const inkOn = (color: string): string => INKS.find((ink) => contrast(ink, color) >= READABLE) ?? '#000000';

/** The background under the pointer: further away from the text on it. */
const strengthened = (color: string, ink: string): string =>
  mixed(color, ink === '#ffffff' ? '#000000' : '#ffffff', 0.8);

/** The colours of a school on a document that is always light. */
export interface LightColors {
  /** The colour of the initial's background, with that of the text on it. */
  theme: string;
  onTheme: string;
  /** The colour of text such as the school's name. */
  themeInk: string;
  /** The colour of a button's background, of the text on it, and of its edge, which is also that of links. */
  fill: string;
  onFill: string;
  accent: string;
}

export const lightColors = ({ theme, accent }: SchoolColors): LightColors => ({
  theme,
  onTheme: inkOn(theme),
  themeInk: readable(theme, 'light').accent,
  fill: accent,
  onFill: inkOn(accent),
  accent: readable(accent, 'light').accent,
});

const declarations = (color: string, scheme: keyof typeof GROUNDS): string => {
  const { accent, soft } = readable(color, scheme);
  const strong = mixed(accent, scheme === 'light' ? '#000000' : '#ffffff', 0.8);
  return `--accent: ${accent}; --accent-strong: ${strong}; --accent-soft: ${soft};`;
};

/** Those that are the same in both schemes. */
const backgrounds = ({ theme, accent }: SchoolColors): string => {
  const ink = inkOn(accent);
  return `--fill: ${accent}; --fill-strong: ${strengthened(accent, ink)}; --on-fill: ${ink}; --theme: ${theme}; --on-theme: ${inkOn(theme)};`;
};

/** The custom properties of a school in each scheme, as declarations. */
export const schemesOf = (colors: SchoolColors): { light: string; dark: string } => ({
  light: `${declarations(colors.accent, 'light')} ${backgrounds(colors)}`,
  dark: declarations(colors.accent, 'dark'),
});

/** Custom properties that override those of the pages' stylesheet. */
export function schoolStylesheet(colors: SchoolColors): string {
  const { light, dark } = schemesOf(colors);
  return `:root { ${light} }\n@media (prefers-color-scheme: dark) { :root { ${dark} } }\n`;
}

const COLORS = /^([0-9a-f]{6})-([0-9a-f]{6})$/;

/** The two colours as part of a path. */
export const colorsPath = ({ theme, accent }: SchoolColors): string =>
  `${theme.slice(1)}-${accent.slice(1)}`.toLowerCase();

export const colorsOf = (path: string): SchoolColors | undefined => {
  const [, theme, accent] = COLORS.exec(path) ?? [];
  return theme === undefined || accent === undefined ? undefined : { theme: `#${theme}`, accent: `#${accent}` };
};

/** Five tones of a colour, from dark to pale, for a picture without any text. */
export const tonesOf = (color: string): readonly string[] => [
  mixed(color, '#000000', 0.55),
  color,
  mixed(color, '#ffffff', 0.8),
  mixed(color, '#ffffff', 0.5),
  mixed(color, '#ffffff', 0.18),
];
