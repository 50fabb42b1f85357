/** Formats a summary of the demo platform for a terminal. */
import { DEMO_PEOPLE, DEMO_SITES } from './platform.ts';
import type { DemoSummary } from './seed.ts';

const column = (text: string, width: number): string => text.padEnd(width);

export function printDemo({ people, clients }: DemoSummary): string {
  const siteName = (id: string): string => DEMO_SITES.find((site) => site.id === id)?.name ?? id;
  const password = people[0]?.password;
  const lines = [
    'Demo people' +
      (password == null
        ? ' (the password was printed at the first start; DEMO_PASSWORD sets another one)'
        : `, password ${password}`),
    ...DEMO_PEOPLE.map(
      ({ email, name, roles }) =>
        `  ${column(email, 26)} ${column(name, 16)} ${roles.map(({ siteId, role }) => `${role} at ${siteName(siteId)}`).join(', ')}`,
    ),
    '',
    'Demo clients of Riverside Academy',
    ...clients.map(
      ({ name, client_id: id, client_secret: secret }) =>
        `  ${column(name, 18)} ${column(id, 20)}${secret === null ? '' : ` secret ${secret}`}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
