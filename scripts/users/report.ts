/** Formats accounts for a terminal. */
import type { FastifyInstance } from 'fastify';
import type { Person } from '../../schema/people/person.ts';

const SIGN_INS = 10;
/** The number of events among which sign-ins are looked for. */
const EVENTS = 200;
const IS_SIGN_IN: ReadonlySet<string> = new Set(['sign_in', 'sign_in_failed', 'new_browser']);

const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
const statusOf = ({ active }: Person): string => (active ? 'active' : 'disabled');

export const summarize = (person: Person): string =>
  [statusOf(person).padEnd(8), person.id, person.email, JSON.stringify(person.name)].join('  ');

export async function describe(app: FastifyInstance, person: Person): Promise<string> {
  const { emailAddresses, memberships, passkeyStore, secondFactors, sessions } = app.people;
  const { id } = person;
  const now = app.clock();
  const schools = await memberships.ofAnyStatus(id);
  const browsers = await sessions.ofPerson(id, now, now - app.config.lifetimes.memberSessionIdle);
  const connections = await app.oauth.connections.ofPerson(id, now);
  const former = await emailAddresses.former(id, now);
  const { events } = await app.audit.accountLog.ofPerson(id, EVENTS);
  const signIns = events.filter(({ event }) => IS_SIGN_IN.has(event)).slice(0, SIGN_INS);
  const passkeys = await passkeyStore.ofPerson(id);
  const authenticator = await secondFactors.find(id);
  return [
    `id        ${id}`,
    `name      ${JSON.stringify(person.name)}`,
    `e-mail    ${person.email}${person.emailVerified ? '' : ' (not confirmed)'}`,
    `status    ${statusOf(person)}`,
    `password  ${person.passwordHash === null ? 'none' : 'set'}`,
    `passkeys  ${passkeys.length}`,
    `app       ${authenticator === undefined ? 'none' : `since ${time(authenticator.createdAt)}, recovery codes left: ${await secondFactors.recoveryCodesLeft(id)}`}`,
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
      former.map(
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
