/** Replaces the placeholders of a fixture with values of the server. */
import { Shortcoming } from './findings.ts';
import type { Server } from './server.ts';

export type Fill = (template: string) => string;

/** Replaces the placeholders that are known before discovery: only the origin. */
export const fillOrigin = (origin: string): Fill => filler({ base: origin });

export function fillServer(origin: string, { metadata, resourceScopes }: Server): Fill {
  return filler({ ...metadata, base: origin, resource_scopes: resourceScopes.join(' ') });
}

function filler(values: Readonly<Record<string, unknown>>): Fill {
  return (template) =>
    template.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => {
      const value = values[name];
      if (typeof value !== 'string')
        throw new Shortcoming(`the server metadata has no ${name}, which this client uses`);
      return value;
    });
}

export const fillAll = (fill: Fill, parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, fill(value)]));
