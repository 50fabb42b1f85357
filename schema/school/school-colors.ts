/**
 * The two colours of a school on pages and in e-mails. The colour of the logo is also that of links and of what is chosen: its
 * lightness is changed, in OKLCH, until it can be read on every ground (WCAG 2.2 §1.4.3: 4.5:1), in the light and the dark
 * scheme. The colour of the button stays as it was chosen, with text and an edge that can be seen.
 */
import {
  clampChroma,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from 'culori/fn';

export interface SchoolColors {
  /** `#RRGGBB`, the colour of the logo: the background of the school's initial, and as a readable shade, links. */
  theme: string;
  /** `#RRGGBB`, the colour of the main button. */
  accent: string;
}

/** The colours of the service itself, in the light scheme. */
export const OWN_COLORS: SchoolColors = { theme: '#1f5f5b', accent: '#e0a526' };

useMode(modeRgb);
useMode(modeLrgb);
const oklchOf = useMode(modeOklch);
const oklch = (color: string): Oklch => oklchOf(color) ?? { mode: 'oklch', l: 0, c: 0 };
/** The nearest colour that screens have. */
const hexOf = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));

/** Of text (WCAG 2.2 §1.4.3). */
export const READABLE = 4.5;
/** WCAG 2.2 §1.4.11, for edges and graphics. */
const VISIBLE = 3;
const STEP = 0.01;
/** Colours with less chroma look grey. */
const NEARLY_GREY = 0.03;

type Scheme = 'light' | 'dark';

/** The grounds behind text in the accent colour, as in the tokens of the pages' stylesheet: page, raised, sunken and hover. */
const GROUNDS = {
  light: ['#ffffff', '#ffffff', '#f5f7f6', '#f0f3f2'],
  dark: ['#131817', '#1b2221', '#0d1110', '#222b29'],
} as const;
const SOFT_LIGHTNESS = { light: 0.95, dark: 0.28 } as const;

const INKS = ['#ffffff', '#1d1600'] as const;

const mixed = (over: string, under: string, share: number): string => formatHex(interpolate([under, over])(share));

/** Contrast ratio (WCAG 2.2), from 1 to 21. */
export const contrast = (one: string, other: string): number => wcagContrast(one, other);

const away = (scheme: Scheme): number => (scheme === 'light' ? -STEP : STEP);

/** The first that fits of the color itself and its shades, which are step by step darker or lighter. */
function shadeOf(color: string, step: number, fits: (shade: string) => boolean): string {
  const start = oklch(color);
  if (fits(color)) return color;
  for (let moved = 1; moved <= 1 / STEP; moved += 1) {
    const shade = hexOf({ ...start, l: Math.min(1, Math.max(0, start.l + moved * step)) });
    if (fits(shade)) return shade;
  }
  throw new RangeError(`no shade of ${color} can be read`);
}

const isVisible =
  (least: number, ...grounds: readonly string[]) =>
  (shade: string): boolean =>
    grounds.every((ground) => contrast(shade, ground) >= least);

const inkOn = (color: string): string => (contrast(INKS[0], color) >= contrast(INKS[1], color) ? INKS[0] : INKS[1]);

/** The nearest colour of the same hue on which text can be read, with the colour of that text. */
function grounded(color: string): { ground: string; ink: string } {
  const ground = shadeOf(color, -STEP, (shade) => contrast(inkOn(shade), shade) >= READABLE);
  return { ground, ink: inkOn(ground) };
}

/** The shade of the logo's colour for links and what is chosen, and what is mixed from it. */
function accentOf(colors: SchoolColors, scheme: Scheme) {
  const isGrey = [colors.theme, colors.accent].every((color) => oklch(color).c < NEARLY_GREY);
  const color = (isGrey ? OWN_COLORS.theme : colors.theme).toLowerCase();
  const { c, h } = oklch(color);
  const soft = hexOf({ mode: 'oklch', l: SOFT_LIGHTNESS[scheme], c: c / 4, ...(h === undefined ? {} : { h }) });
  const grounds = GROUNDS[scheme];
  const accent = shadeOf(color, away(scheme), isVisible(READABLE, soft, ...grounds));
  const shares = [0.6, 0.7, 0.8, 0.9];
  const dim = shares.map((share) => mixed(accent, soft, share)).find(isVisible(VISIBLE, grounds[1])) ?? accent;
  return { accent, soft, dim, ink: inkOn(accent) };
}

/** The button and its edge. */
function actionOf({ accent }: SchoolColors, scheme: Scheme) {
  const { ground: action, ink } = grounded(accent.toLowerCase());
  const hover = mixed(action, ink === INKS[0] ? '#000000' : '#ffffff', 0.9);
  return { action, ink, hover, line: shadeOf(action, away(scheme), isVisible(VISIBLE, ...GROUNDS[scheme])) };
}

/** The colours of a school on a document that is always light. */
export interface LightColors {
  /** The colour of the initial's background, with that of the text on it. */
  theme: string;
  onTheme: string;
  /** The colour of a button's background, of the text on it, and of its edge. */
  action: string;
  onAction: string;
  actionLine: string;
  /** The colour of links and of the school's name. */
  accent: string;
}

export function lightColors(colors: SchoolColors): LightColors {
  const { ground: theme, ink: onTheme } = grounded(colors.theme.toLowerCase());
  const { action, ink: onAction, line: actionLine } = actionOf(colors, 'light');
  return { theme, onTheme, action, onAction, actionLine, accent: accentOf(colors, 'light').accent };
}

/**
 * How text can be read in a scheme: in the colour of the logo as it was chosen and in the shade of it that links have, on the
 * page, and on the button.
 */
export function contrastsOf(colors: SchoolColors, scheme: Scheme): Record<'chosen' | 'links' | 'button', number> {
  const [page] = GROUNDS[scheme];
  const { action, ink } = actionOf(colors, scheme);
  return {
    chosen: contrast(colors.theme, page),
    links: contrast(accentOf(colors, scheme).accent, page),
    button: contrast(ink, action),
  };
}

/** Five tones of the colour of the logo, from dark to light. */
export function tonesOf({ theme }: Pick<SchoolColors, 'theme'>): readonly string[] {
  const { c, h } = oklch(theme);
  const hue = h === undefined ? {} : { h };
  return [0.3, 0.42, 0.54, 0.75, 0.92].map((l) => hexOf({ mode: 'oklch', l, c: l > 0.9 ? c / 4 : c, ...hue }));
}

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

function inScheme(colors: SchoolColors, scheme: Scheme): Record<string, string> {
  const { accent, soft, dim, ink } = accentOf(colors, scheme);
  return {
    accent,
    'accent-soft': soft,
    'on-accent': ink,
    'bar-dim': dim,
    'action-line': actionOf(colors, scheme).line,
  };
}

/** The custom properties of a school in each scheme, as declarations. */
export function schemesOf(colors: SchoolColors): { light: string; dark: string } {
  const { theme, onTheme, action, onAction } = lightColors(colors);
  const { hover } = actionOf(colors, 'light');
  const both = { action, 'action-hover': hover, 'on-action': onAction, brand: theme, 'on-brand': onTheme };
  return {
    light: declarations({ ...inScheme(colors, 'light'), ...both }),
    dark: declarations(inScheme(colors, 'dark')),
  };
}

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
