/** What happened on each of some days, as bars that start at 0, with the numbers in words. */
import { type Html, html } from './html.ts';

const HEIGHT = 56;
/** One is seen, and none is a hairline. */
const LEAST = 4;
const NONE = 1;
const [GAP, WIDTH] = [0.15, 0.7];

interface Bars {
  /** When each day begins. */
  readonly begins: readonly number[];
  readonly language: string;
  readonly timeZone: string;
  /** The words for all days, from those for each. */
  label(each: readonly string[]): string;
  each(day: string, value: number): string;
}

/** The last day is today. */
export function bars(values: readonly number[], { begins, language, timeZone, label, each }: Bars): Html {
  const highest = Math.max(1, ...values);
  const bar = (value: number, index: number): string => {
    const height = value > 0 ? Math.max(LEAST, Math.round((value / highest) * HEIGHT)) : NONE;
    return `M${index + GAP} ${HEIGHT}v-${height}h${WIDTH}v${height}z`;
  };
  const drawn = values.map(bar);
  const weekday = (style: 'long' | 'narrow') => new Intl.DateTimeFormat(language, { weekday: style, timeZone });
  const [long, narrow] = [weekday('long'), weekday('narrow')];
  const said = values.map((value, index) => each(long.format(begins[index]), value));
  return html`<svg class="bars" role="img" aria-label="${label(said)}" viewBox="0 0 ${values.length} ${HEIGHT}" preserveAspectRatio="none"><path d="${drawn.slice(0, -1).join('')}"/><path d="${drawn.at(-1)}"/></svg>
<p class="weekdays" aria-hidden="true">${begins.map((begin) => html`<span>${narrow.format(begin)}</span>`)}</p>`;
}
