/** Tells connections apart that a person has with the same app at the same school. */
import type { ConnectionPlace } from '../../../schema/oauth/connection.ts';
import { type Language, textFor } from '../../words/index.ts';
import { momentText } from './components.ts';

const MINUTE = 60_000;

type ConnectionLabel = { since: number; place: ConnectionPlace | undefined; timeZone: string };

/** When a connection was made, to the second if another one would read alike. */
export function sinceText(
  { since, place, timeZone }: Omit<ConnectionLabel, 'place'> & { place: Pick<ConnectionPlace, 'sinces'> | undefined },
  language: Language,
): string {
  const minuteOf = (at: number): number => Math.floor(at / MINUTE);
  const alike = place?.sinces.filter((other) => minuteOf(other) === minuteOf(since)) ?? [];
  return momentText(since, language, timeZone, alike.length > 1);
}

/** The name of a connection with its number, if it is not the only one. */
export const numbered = (name: string, place: ConnectionPlace | undefined, language: Language): string =>
  place === undefined
    ? name
    : textFor(language).connections.numbered({ name, number: place.number, count: place.sinces.length });

/** The same with the time since when it is connected: the others move up when one ends, so the number alone names none. */
export function numberedSince(name: string, which: ConnectionLabel, language: Language): string {
  const { place } = which;
  if (place === undefined) return name;
  const { numberedSince: sentence } = textFor(language).connections;
  return sentence({ name, number: place.number, count: place.sinces.length, since: sinceText(which, language) });
}
