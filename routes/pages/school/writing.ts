/** Makes markup of what schools write, for the pages that show it. */
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { boundedMap } from '../../../schema/data/bounded-map.ts';
import type { RenderedText, Write } from './view.ts';

/** Texts whose markup is kept. */
const KEPT_TEXTS = 50;
/** The work for texts of a school that are not kept, in a minute: about a second. */
const MAX_STEPS_PER_MINUTE = 1_000_000;
/** Schools whose work is counted. */
const COUNTED_SCHOOLS = 1000;

/**
 * Returns a function that makes markup of the texts of schools, and keeps some of it. Nobody who goes
 * round the texts of a school takes the time of others: beyond a limit, they are shown as they stand.
 */
export function writer({ clock, config }: FastifyInstance): Write {
  const spent = boundedMap<{ until: number; steps: number }>(COUNTED_SCHOOLS);
  const cache = boundedMap<RenderedText>(KEPT_TEXTS);
  return async (source, context, title) => {
    const { base, baseUrl } = context;
    const key = hash('sha256', JSON.stringify([base, title, source]), 'base64url');
    const known = cache.get(key);
    if (known !== undefined) return known;
    // The parser is loaded for the first visitor, so that a start does not wait for it.
    const { schoolText, plainText, descriptionOf } = await import('./school-text.ts');
    const text = withoutTitle(source, title);
    const before = spent.get(base);
    const minute = before !== undefined && clock() < before.until ? before : { until: clock() + 60_000, steps: 0 };
    if (config.rateLimits && minute.steps > MAX_STEPS_PER_MINUTE) return { markup: plainText(text), description: '' };
    const { markup, steps } = schoolText(text, { label: title, base, baseUrl });
    spent.set(base, { until: minute.until, steps: minute.steps + steps });
    const written = { markup, description: descriptionOf(text) };
    cache.set(key, written);
    return written;
  };
}

/** A heading of the text that repeats the title of its page. */
function withoutTitle(source: string, title: string): string {
  const [first = '', ...rest] = source.trimStart().split('\n');
  return /^#{1,6} /.test(first) && first.replace(/^#+/, '').trim() === title ? rest.join('\n') : source;
}
