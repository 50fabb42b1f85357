/** The facts that the document depends on, and helpers for Markdown. */
import type { FastifyInstance } from 'fastify';
import type { VendorPreset } from '../../../schema/clients/vendor-presets.ts';
import type { Capabilities } from '../../../schema/oauth/capabilities.ts';
import type { MetadataHosts } from '../../../schema/oauth/metadata-url.ts';
import type { Operation } from '../../../schema/school/operation.ts';

export interface Facts {
  readonly capabilities: Capabilities;
  /** Durations in milliseconds. */
  readonly lifetimes: Readonly<
    Record<
      'code' | 'accessToken' | 'refreshIdle' | 'refreshAbsolute' | 'refreshGrace' | 'refreshRepeat' | 'idToken',
      number
    >
  >;
  readonly vendors: readonly VendorPreset[];
  readonly metadataHosts: MetadataHosts;
  readonly limitsRequests: boolean;
  readonly operations: readonly Operation[];
  /** True if the server has a tool endpoint. */
  readonly hasTools: boolean;
  /** True if this server hosts its own documentation. */
  readonly hasOwnDocs: boolean;
}

/** The callback of the example client in the commands. */
export const CALLBACK = 'http://127.0.0.1:8976/callback';

export const shell = (...lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');
export const json = (value: unknown): string => ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Joins the parts with blank lines between them. Undefined parts are omitted. */
export const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n\n');

const DAY = 86_400_000;

/** Formats a duration: `30 days`, `60 minutes`, `45 seconds`. */
export function spelled(ms: number): string {
  const [size, unit] =
    ms % DAY === 0 && ms > 0 ? [DAY, 'day'] : ms % 60_000 === 0 && ms > 0 ? [60_000, 'minute'] : [1000, 'second'];
  const count = ms / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export const hasOwnDocs = ({ config }: FastifyInstance): boolean => config.docsUrl === `${config.baseUrl}/docs`;

/** Reads the facts from the running server, once all routes are registered. */
export const factsOf = (app: FastifyInstance): Facts => {
  const { config } = app;
  const { capabilities } = app.oauth;
  const { catalogue: operations } = app.school;
  return {
    capabilities,
    operations,
    lifetimes: config.lifetimes,
    vendors: config.vendors,
    metadataHosts: config.cimd.hosts,
    limitsRequests: config.rateLimits,
    hasTools: app.hasRoute({ method: 'POST', url: '/mcp' }),
    hasOwnDocs: hasOwnDocs(app),
  };
};
