/** Formats accounts for a terminal. */
import type { FastifyInstance } from 'fastify';
import type { Person } from '../../../schema/people/person.ts';

const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
const statusOf = ({ active, erasedAt }: Person): string => {
  if (erasedAt !== null) return 'erased';
  return active ? 'active' : 'disabled';
};

export const summarize = (person: Person): string =>
  [statusOf(person).padEnd(8), person.id, person.email, JSON.stringify(person.name)].join('  ');

export async function describe(app: FastifyInstance, person: Person): Promise<string> {
  const summary = await app.people.accountHelp.describe(person);
  const { authenticator, browsers, connections, formerAddresses, passkeys, schools, signIns } = summary;
  return [
    `id        ${person.id}`,
    `name      ${JSON.stringify(person.name)}`,
    `e-mail    ${person.email}${person.emailVerified ? '' : ' (not confirmed)'}`,
    `status    ${statusOf(person)}`,
    `password  ${person.passwordHash === null ? 'none' : 'set'}`,
    `passkeys  ${passkeys}`,
    `app       ${authenticator === undefined ? 'none' : `since ${time(authenticator.since)}, recovery codes left: ${authenticator.recoveryCodesLeft}`}`,
    ...listed(
      'schools',
      schools.map(({ slug, role, status }) => `${slug}  ${role}  ${status}`),
    ),
    ...listed(
      'signed in',
      browsers.map(
        (one) => `since ${time(one.authenticatedAt)}  seen ${time(one.lastSeenAt)}  ${JSON.stringify(one.userAgent)}`,
      ),
    ),
    ...listed(
      'connections',
      connections.map(
        ({ client, site, since, lastUsedAt }) =>
          `${JSON.stringify(client.name)} at ${JSON.stringify(site.name)}  since ${time(since)}  used ${time(lastUsedAt)}`,
      ),
    ),
    ...listed(
      'former e-mail addresses',
      formerAddresses.map(
        ({ email, changedAt, until }) => `${email}  until ${time(changedAt)}  restorable until ${time(until)}`,
      ),
    ),
    ...listed(
      'last sign-ins',
      signIns.map(({ at, event, target, ip, userAgent }) =>
        [time(at), event, ...(target === null ? [] : [target]), ip ?? '', JSON.stringify(userAgent ?? '')].join('  '),
      ),
    ),
  ].join('\n');
}

const listed = (title: string, lines: readonly string[]): string[] => [
  lines.length === 0 ? `${title}: none` : title,
  ...lines.map((line) => `  ${line}`),
];
