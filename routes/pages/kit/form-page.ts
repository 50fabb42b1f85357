/** Finds the page of a form that was sent, so that the page can be opened again in another language. */
import type { FastifyRequest } from 'fastify';
import { readParameters } from '../../../schema/parameters.ts';
import { pathFrom, wantedBy } from './next-page.ts';

/** The fields of forms whose page cannot be opened by its path alone, or would forget a step that was done. */
const STATES = ['token', 'sealed', 'second'] as const;

/** Returns the path of the form, or of the nearest page above it; none if what the form knows would be lost. */
export function formPage({ body, routeOptions, server, url }: FastifyRequest): string | undefined {
  const form = readParameters(body);
  if (STATES.some((name) => form.get(name) !== undefined)) return undefined;
  const above = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  let [path = '', pattern = ''] = [url.split('?', 1)[0], routeOptions.url];
  while (pattern !== '' && !server.hasRoute({ method: 'GET', url: pattern })) {
    [path, pattern] = [above(path), above(pattern)];
  }
  return pattern === '' ? undefined : pathFrom(path, { school: form.get('school'), next: wantedBy(form) });
}
