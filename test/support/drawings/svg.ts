/** Parts of drawings, as SVG: text and shapes in the colours of the pages, for the light scheme and the dark one. */
import { darkTokens, lightTokens } from '../../../routes/pages/kit/styles/tokens.ts';

/** As wide as a phone, where text is then as large as it is here. */
export const WIDTH = 360;
export const MARGIN = 16;
/** How far lines of text are apart. */
export const LINE = 18;
const FONT = `font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" font-size="13"`;
/** On a wide page, text is as large as that of the page. */
const SHOWN_WIDTH = 440;

function hexOf(tokens: string, colour: string): string {
  const [, value] = new RegExp(`--${colour}: (#[0-9a-f]{6});`).exec(tokens) ?? [];
  if (value === undefined) throw new Error(`the pages have no colour ${colour}`);
  return value;
}

/** The attributes have the light colours, and the style sheet of a drawing the dark ones of the same classes. */
const filled = (colour: string): string => `class="${colour}" fill="${hexOf(lightTokens, colour)}"`;
const stroked = (colour: string): string => `class="${colour}-line" stroke="${hexOf(lightTokens, colour)}"`;

function darkRule(name: string): string {
  const colour = name.replace(/-line$/, '');
  return `.${name}{${name === colour ? 'fill' : 'stroke'}:${hexOf(darkTokens, colour)}}`;
}

const escaped = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface TextStyle {
  readonly colour?: string;
  readonly anchor?: 'middle' | 'end';
  readonly bold?: boolean;
  /** Covers lines behind it. */
  readonly halo?: boolean;
  /** In degrees. */
  readonly turn?: number;
}

/** @param y of the line on which the letters stand */
export function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { colour = 'text', anchor, bold, halo, turn } = style;
  const paint = filled(colour);
  const attributes = [
    `x="${x}" y="${y}"`,
    halo ? paint.replace('"', '"raised-line ') : paint,
    halo && `stroke="${hexOf(lightTokens, 'raised')}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"`,
    anchor && `text-anchor="${anchor}"`,
    bold && 'font-weight="600"',
    turn && `transform="rotate(${turn} ${x} ${y})"`,
  ];
  return `<text ${attributes.filter(Boolean).join(' ')}>${escaped(content)}</text>`;
}

/** Lines of text below each other. */
export const texts = (x: number, y: number, contents: readonly string[], style?: TextStyle): string[] =>
  contents.map((content, index) => text(x, y + index * LINE, content, style));

export const box = (x: number, y: number, width: number, height: number, colour: string, radius = 3): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${filled(colour)}/>`;

const LOOKS = {
  soft: ['accent-soft', 'accent'],
  strong: ['accent', 'on-accent'],
  warn: ['caution-bg', 'caution'],
  bad: ['danger-bg', 'danger'],
  none: [undefined, 'muted'],
} as const;
export type Look = keyof typeof LOOKS;

/** A box with a word in it. */
export function tile(
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  label: string,
  look: Look,
  bold = look !== 'none',
): string {
  const [ground, colour] = LOOKS[look];
  const inside = text(x + width / 2, y + height / 2 + 5, label, { anchor: 'middle', bold, colour });
  return ground === undefined ? inside : `${box(x, y, width, height, ground)}\n${inside}`;
}

export const line = (from: readonly [x: number, y: number], to: readonly [x: number, y: number], dash = ''): string =>
  `<path d="M${from} L${to}" ${stroked('field')}${dash && ` stroke-dasharray="${dash}"`}/>`;

/** An arrow to the left, to the right or down. */
export function arrow([x, y]: readonly [x: number, y: number], [toX, toY]: readonly [x: number, y: number]): string {
  const back = Math.sign(x - toX) * 7;
  const head = back === 0 ? `L${toX - 4},${toY - 7} h8 Z` : `l${back},-4 v8 Z`;
  return `${line([x, y], [toX, toY])}\n<path d="M${toX},${toY} ${head}" ${filled('field')}/>`;
}

/** Breaks a text into lines. */
export function wrapped(content: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of content.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @param description what one sees, for those who do not */
export function drawing(title: string, description: string, height: number, parts: readonly string[]): string {
  const body = [box(0, 0, WIDTH, height, 'raised', 0), ...parts].join('\n');
  const classes = new Set([...body.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  const shownHeight = Math.round((height * SHOWN_WIDTH) / WIDTH);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHOWN_WIDTH}" height="${shownHeight}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description" ${FONT}>
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<style>@media (prefers-color-scheme: dark){${[...classes].map(darkRule).join('')}}</style>
${body}
</svg>
`;
}
