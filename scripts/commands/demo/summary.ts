/** Formats a summary of the demo platform for a terminal. */
import { DEMO_PEOPLE, DEMO_SITES } from './platform.ts';
import type { DemoSummary } from './seed.ts';

const column = (text: string, width: number): string => text.padEnd(width);

/** Why the password is not shown, and what to do. Only its hash is stored. */
export const PASSWORD_IS_GONE =
  'The password was printed at the first start. To set a new one, start again with DEMO_PASSWORD=<at least 10 characters>';

export function printDemo({ people, clients }: DemoSummary): string {
  const siteName = (id: string): string => DEMO_SITES.find((site) => site.id === id)?.name ?? id;
  const password = people[0]?.password;
  const lines = [
    'Demo people, with their roles at the start of the demo' +
      (password == null ? `. ${PASSWORD_IS_GONE}` : `, password ${password} (set another one with DEMO_PASSWORD)`),
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
