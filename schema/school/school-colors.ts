/**
 * The two colours of a school on pages and in e-mails. As a background they stay as they were chosen, and the text on them
 * is light or dark. As the colour of links, their lightness is changed until the text is readable (WCAG 2.2 §1.4.3: 4.5:1)
 * on every background, in the light and the dark scheme.
 */

export interface SchoolColors {
  /** `#RRGGBB`, the background of the school's initial. */
  theme: string;
  /** `#RRGGBB`, the colour of buttons and links. */
  accent: string;
}

/** The colours of the service itself, in the light scheme. */
export const OWN_COLORS: SchoolColors = { theme: '#17614a', accent: '#17614a' };

type Rgb = readonly [number, number, number];
type Hsl = { hue: number; saturation: number; lightness: number };

const READABLE = 4.5;
const STEP = 0.01;

/** The backgrounds behind text in the accent colour, as in the tokens of the pages' stylesheet. */
const GROUNDS = {
  light: { card: '#ffffff', others: ['#ffffff', '#f5f8f6', '#eef2f0'] },
  dark: { card: '#181f1c', others: ['#181f1c', '#1f2824', '#0f1412'] },
} as const;

/** Text on a background of any colour, in the order of preference. White or black can be read on each. */
const INKS = ['#ffffff', '#0f1412', '#000000'] as const;

const eachChannel = ([red, green, blue]: Rgb, change: (channel: number, index: 0 | 1 | 2) => number): Rgb => [
  change(red, 0),
  change(green, 1),
  change(blue, 2),
];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

function hslOf(rgb: Rgb): Hsl {
  const [red, green, blue] = eachChannel(rgb, (channel) => channel / 255);
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const lightness = (max + min) / 2;
  const spread = max - min;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const turn =
    max === red ? (green - blue) / spread : max === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
  return { hue: (turn * 60 + 360) % 360, saturation, lightness };
}

function rgbOfHsl({ hue, saturation, lightness }: Hsl): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const at = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

const mixed = (over: Rgb, under: Rgb, share: number): Rgb =>
  eachChannel(over, (channel, index) => channel * share + under[index] * (1 - share));

/** Relative luminance (WCAG 2.2). */
const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = eachChannel(rgb, (channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio (WCAG 2.2), from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

/**
 * Returns the nearest colour of the same hue that is readable on all backgrounds, including a soft background mixed
 * from it.
 */
function readable(color: string, scheme: keyof typeof GROUNDS) {
  const { card, others } = GROUNDS[scheme];
  const direction = scheme === 'light' ? -STEP : STEP;
  const start = hslOf(rgbOf(color));
  for (let moved = 0; moved <= 1 / STEP; moved += 1) {
    const lightness = Math.min(1, Math.max(0, start.lightness + moved * direction));
    const accent = hexOf(rgbOfHsl({ ...start, lightness }));
    const soft = hexOf(mixed(rgbOf(accent), rgbOf(card), 0.12));
    if ([...others, soft].every((ground) => contrast(accent, ground) >= READABLE)) return { accent, soft };
  }
  throw new RangeError(`no shade of ${color} can be read`);
}

/** The colour of text on a background of a school's colour. */
const inkOn = (color: string): string => INKS.find((ink) => contrast(ink, color) >= READABLE) ?? '#000000';

/** The background under the pointer: further away from the text on it. */
const strengthened = (color: string, ink: string): string =>
  hexOf(mixed(rgbOf(color), rgbOf(ink === '#ffffff' ? '#000000' : '#ffffff'), 0.8));

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
  const strong = hexOf(mixed(rgbOf(accent), rgbOf(scheme === 'light' ? '#000000' : '#ffffff'), 0.8));
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
