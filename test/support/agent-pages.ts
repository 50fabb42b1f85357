/** What the manual says of each agent program: its commands, from the setup guides, and how it behaved when it was tried. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsFor } from '../../routes/pages/connect/commands.ts';
import { keysOf } from '../../schema/data/objects.ts';
import { TRIED, TRIED_ON, type Tried } from '../clients/agents/tried.ts';

const ROOT = join(import.meta.dirname, '../..');
const ADDRESS = 'http://127.0.0.1:3000/mcp?auth=required';
const SLUG = 'riverside';

type Key = keyof typeof TRIED;

export const AGENTS = keysOf(TRIED);
export const pageOf = (key: Key): string => `docs/connect/agents/${key.replaceAll('_', '-')}.md`;

const versionsIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).devDependencies;

export function versionOf(key: Key): string {
  const versions = { ...versionsIn('test/clients/agents'), ...versionsIn('test/clients/agents/more') };
  return versions[TRIED[key].program.package] ?? '';
}

export function commandsOf(key: Key): string {
  const { snippets } = commandsFor(key, { url: ADDRESS, slug: SLUG });
  return snippets
    .map(({ kind, content }) =>
      kind === 'typed' ? `Then type in the program:\n\n\`\`\`text\n${content}\n\`\`\`` : `\`\`\`sh\n${content}\n\`\`\``,
    )
    .join('\n\n');
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

function waiting({ program, ways }: Tried): string {
  if (program.conversation !== undefined) {
    return 'asks you in a conversation: “Open in browser”, then “I’m done, continue”, which makes the call. With `--print`, its model gets the link';
  }
  return ways.showsLink
    ? 'shows the link; call again when you have allowed it'
    : 'its model gets the link and has to show it; when you have allowed it, ask for the same again';
}

/** The rows of the table, and the version with which all of it was seen. */
export function behaviourOf(key: Key): string[][] {
  const { program, ways }: Tried = TRIED[key];
  const again =
    program.again === undefined
      ? program.forgets === undefined
        ? 'the same command from inside'
        : `starting it without \`~/${program.forgets}\``
      : `\`${program.command} ${program.again(SLUG).join(' ')}\``;
  const change =
    ways.refusal === undefined
      ? 'does not arise: it had asked for everything'
      : ways.asksForMore
        ? `the answer names it; ${again} then asks for it`
        : 'fails, and it never asks for more: use an address with `tools`';
  return [
    ['version', `${versionOf(key)}, ${TRIED_ON}`],
    [
      'until you can ask it',
      `you press Enter ${times(ways.entries)}, and click twice in the browser: to sign in and to allow`,
    ],
    [
      'asks for, at first',
      ways.asks === 'everything'
        ? 'everything that your role allows, including changes; *View only* removes those'
        : 'scopes that read',
    ],
    ['an hour later', 'continues by itself'],
    ['a change that was not allowed', change],
    ['an address with `tools=courses`', 'asks for these changes at the first consent, and makes them'],
    ['a call that waits for you', waiting(TRIED[key])],
    ['you decline it', 'its model reads that, and nothing is done'],
    ['you miss the hour', 'nothing is done; the next call gets another link'],
    ['you disconnect it', `stops; ${again} connects it again`],
    ['you cancel', ways.asksTwice ? 'may ask once more, and then stops' : 'says that you denied'],
    [
      'two schools, each with its own entry',
      ways.leavesTheSchoolOut
        ? 'works; it omits `school` from its request, so you choose the school'
        : 'works; the address names the school',
    ],
    ['your own courses as a member', 'works once the school has turned it on for members'],
  ];
}
