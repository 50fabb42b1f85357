/** Formats schools for a terminal. */
import type { FastifyInstance } from 'fastify';
import type { Site } from '../../plugins/school/stores.ts';

/** What a command prints, as text and with `--json`. */
export interface Report {
  text: string;
  json: unknown;
}

const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

export const statusOf = ({ active, deleteAt }: Site): 'open' | 'closed' | 'to be deleted' =>
  active ? 'open' : deleteAt === null ? 'closed' : 'to be deleted';

export const summarize = (site: Site): string =>
  [statusOf(site).padEnd(13), site.slug, `${site.members} members`, JSON.stringify(site.name)].join('  ');

export async function describe({ school }: FastifyInstance, site: Site): Promise<Report> {
  const owners = await school.sites.owners(site.id);
  const { createdAt, deleteAt, id, members, name, slug } = site;
  const lines = [
    `id       ${id}`,
    `slug     ${slug}`,
    `name     ${JSON.stringify(name)}`,
    `status   ${statusOf(site)}${deleteAt === null ? '' : `, after ${time(deleteAt)}`}`,
    `created  ${time(createdAt)}`,
    `members  ${members}`,
    owners.length === 0 ? 'owners: none' : 'owners',
    ...owners.map((owner) => `  ${owner.id}  ${owner.email}  ${owner.status}`),
  ];
  return { text: lines.join('\n'), json: { ...site, status: statusOf(site), owners } };
}
