import { boundedMap } from '../../../schema/bounded-map.ts';
import { withZone } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';

const STYLES = {
  day: { dateStyle: 'long' },
  moment: { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long', hour: 'numeric', minute: '2-digit' },
  clock: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  momentWithZone: {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
type Style = keyof typeof STYLES;

/** Creating a formatter costs far more than using it. Languages and time zones come from schools. */
const formatters = boundedMap<Intl.DateTimeFormat>(200);

function written(at: number, style: Style, language: string, timeZone: string): string {
  const key = `${style} ${language} ${timeZone}`;
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...STYLES[style], timeZone });
  formatters.set(key, format);
  return withZone(format, at);
}

const time = (at: number, content: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${content}</time>`;

export const dayOf = (at: number, language: string, timeZone: string): Html =>
  time(at, written(at, 'day', language, timeZone));

/** With the name of the time zone. */
export const momentOf = (at: number, language: string, timeZone: string): Html =>
  time(at, written(at, 'momentWithZone', language, timeZone));

/** The end of an event on the same day is a time of day. */
export function periodOf(from: number, to: number, language: string, timeZone: string): Html {
  const isOneDay = written(from, 'day', language, timeZone) === written(to, 'day', language, timeZone);
  const start = time(from, written(from, 'moment', language, timeZone));
  return html`${start} – ${time(to, written(to, isOneDay ? 'clock' : 'momentWithZone', language, timeZone))}`;
}
