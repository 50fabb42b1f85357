/** Formats schools for a terminal. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Site } from '../../../plugins/school/stores.ts';
import { emailKey } from '../../../schema/text/email.ts';

/** The output of a command, as text and with `--json`. */
export interface Report {
  text: string;
  json: unknown;
}

/** More addresses than that are counted instead of repeated in one line. */
const MAX_NAMED = 3;
const named = (owners: readonly string[]): string =>
  owners.length > MAX_NAMED ? `${owners.length} owners` : owners.join(', ');

/** @param isJson whether `--json` is given */
export function print({ text, json }: Report, isJson = false): void {
  process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);
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
    owners.length === 0 ? `owners   none; schoolgate schools hand-over ${slug} --to <e-mail> invites one` : 'owners',
    ...owners.map((owner) => `  ${owner.id}  ${owner.email}  ${owner.status}`),
  ];
  return { text: lines.join('\n'), json: { ...site, status: statusOf(site), owners } };
}

/** Says what became of the e-mails with the links that invite the owners of new schools. */
export async function invitationText(
  app: FastifyInstance,
  invited: readonly { slug: string; owner: string }[],
): Promise<string> {
  const about = 'Each link invites the owner. It works once, for seven days, and';
  const { dataDir, mail } = app.config;
  if (mail.server === 'off') return `${about} was not sent: this server sends no e-mails, so pass it on yourself.`;
  await app.outbox.sendDue();
  const unsent: string[] = [];
  for (const one of invited) if (!(await isSent(app, one))) unsent.push(one.owner);
  if (unsent.length > 0) {
    return `${about} was not sent yet to ${named(unsent)}; schoolgate outbox list says why.`;
  }
  if (mail.server === undefined) return `${about} is also in an e-mail in ${join(dataDir, 'mail')}.`;
  return `${about} was sent to ${named(invited.map(({ owner }) => owner))}.`;
}

async function isSent(
  { people, school }: FastifyInstance,
  { slug, owner }: { slug: string; owner: string },
): Promise<boolean> {
  const site = await school.sites.bySlug(slug);
  const person = await people.persons.findByEmail(emailKey(owner));
  if (site === undefined || person === undefined) return false;
  return (await people.invitationMail.of(site.id, person.id)).state === 'sent';
}
