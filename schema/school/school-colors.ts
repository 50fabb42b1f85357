/**
 * The two colours of a school on sign-in and consent pages. Hue and saturation are the school's. The lightness is
 * changed until text is readable (WCAG 2.2 §1.4.3: 4.5:1) on every background, in the light and the dark scheme.
 */

export interface SchoolColors {
  /** `#RRGGBB`, the background of the school's initial. */
  theme: string;
  /** `#RRGGBB`, the colour of buttons and links. */
  accent: string;
}

type Rgb = readonly [number, number, number];
type Hsl = { hue: number; saturation: number; lightness: number };

const READABLE = 4.5;
const STEP = 0.01;

/** The backgrounds behind text in the accent colour, as in the tokens of the pages' stylesheet. */
const GROUNDS = {
  light: { card: '#ffffff', others: ['#ffffff', '#f5f8f6', '#eef2f0'], on: '#ffffff' },
  dark: { card: '#181f1c', others: ['#181f1c', '#1f2824', '#0f1412'], on: '#0f1412' },
} as const;

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
  const { card, others, on } = GROUNDS[scheme];
  const direction = scheme === 'light' ? -STEP : STEP;
  const start = hslOf(rgbOf(color));
  for (let moved = 0; moved <= 1 / STEP; moved += 1) {
    const lightness = Math.min(1, Math.max(0, start.lightness + moved * direction));
    const accent = hexOf(rgbOfHsl({ ...start, lightness }));
    const soft = hexOf(mixed(rgbOf(accent), rgbOf(card), 0.12));
    if ([...others, soft, on].every((ground) => contrast(accent, ground) >= READABLE)) return { accent, soft, on };
  }
  throw new RangeError(`no shade of ${color} can be read`);
}

/** The colours of a school as text and as a background with text on it, for pages that are always light. */
export function lightColors(colors: SchoolColors): { theme: string; accent: string; onAccent: string } {
  const { accent, on } = readable(colors.accent, 'light');
  return { theme: readable(colors.theme, 'light').accent, accent, onAccent: on };
}

const declarations = (colors: SchoolColors, scheme: keyof typeof GROUNDS): string => {
  const { accent, soft, on } = readable(colors.accent, scheme);
  const strong = hexOf(mixed(rgbOf(accent), rgbOf(scheme === 'light' ? '#000000' : '#ffffff'), 0.8));
  const theme = readable(colors.theme, scheme).accent;
  return `--accent: ${accent}; --accent-strong: ${strong}; --accent-soft: ${soft}; --on-accent: ${on}; --theme: ${theme};`;
};

/** Custom properties that override those of the pages' stylesheet. */
export const schoolStylesheet = (colors: SchoolColors): string =>
  `:root { ${declarations(colors, 'light')} }\n@media (prefers-color-scheme: dark) { :root { ${declarations(colors, 'dark')} } }\n`;

const COLORS = /^([0-9a-f]{6})-([0-9a-f]{6})$/;

/** The two colours as part of a path. */
export const colorsPath = ({ theme, accent }: SchoolColors): string =>
  `${theme.slice(1)}-${accent.slice(1)}`.toLowerCase();

export const colorsOf = (path: string): SchoolColors | undefined => {
  const [, theme, accent] = COLORS.exec(path) ?? [];
  return theme === undefined || accent === undefined ? undefined : { theme: `#${theme}`, accent: `#${accent}` };
};
