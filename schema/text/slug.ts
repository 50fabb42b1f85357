/** How an address names a school, a course or a page: words of small letters and digits with hyphens, as `north-school`. */
import { randomBytes } from 'node:crypto';
import slugify from '@sindresorhus/slugify';

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const MAX_SLUG = 100;
/** Leaves room for what tells it from another one. */
const MAX_BASE = 80;
/** After as many, the next one is certainly free. */
const MAX_NUMBER = 5;

/** Returns whether it can be a slug, and so is fit to be repeated. */
export const isSlug = (text: string): boolean => text.length <= MAX_SLUG && SLUG.test(text);

const random = (): string => randomBytes(4).toString('hex');

/**
 * Returns slugs for a new object, of which the first is made from its name, and the others are for the case that it is taken.
 * @param kind begins a random slug, for a name of which nothing can be written in Latin letters
 */
export function* slugsOf(name: string, kind: string): Generator<string, void> {
  const base = slugify(name.normalize('NFKC').slice(0, 2 * MAX_SLUG), { decamelize: false })
    .slice(0, MAX_BASE)
    .replace(/-$/, '');
  if (!isSlug(base)) {
    for (let n = 1; n <= MAX_NUMBER; n += 1) yield `${kind.replaceAll('_', '-')}-${random()}`;
    return;
  }
  yield base;
  for (let n = 2; n <= MAX_NUMBER; n += 1) yield `${base}-${n}`;
  yield `${base}-${random()}`;
}

/** Returns the first slug of a new object that nothing has yet. */
export const slugOf = (name: string, kind: string): string => slugsOf(name, kind).next().value ?? `${kind}-${random()}`;
