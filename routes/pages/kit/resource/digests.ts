/** Tells which fields of a form were changed since it was shown, by a digest of each that the form has. */
import { hash } from 'node:crypto';
import type { PageField } from './field.ts';

/** What a form has of each field. */
export type Texts = Readonly<Record<string, readonly string[]>>;

export const normal = (text: string): string => text.replaceAll('\r\n', '\n');

/** As a browser sends it: entries in lines, nothing as an empty text, and ticks in the order of the page. */
const sentAs = ({ kind }: PageField, texts: readonly string[] = []): string =>
  (kind === 'references' ? texts.toSorted() : texts).map(normal).join('\n');

/** A change of the zone changes the instants that are entered in it. */
export const digests = (fields: readonly PageField[], texts: Texts): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => {
      const zone = field.zoneField === undefined ? [] : (texts[field.zoneField] ?? []);
      const digest = hash('sha256', JSON.stringify([sentAs(field, texts[field.name]), zone]), 'base64url');
      return [field.name, digest.slice(0, 10)];
    }),
  );

export const writtenDigests = (was: Readonly<Record<string, string>>): string =>
  Object.entries(was)
    .map(([name, digest]) => `${name}:${digest}`)
    .join(' ');

export const readDigests = (was: string): Record<string, string> =>
  Object.fromEntries(was.split(' ').map((one) => one.split(':') as [string, string]));
