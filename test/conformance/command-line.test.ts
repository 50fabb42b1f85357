/** The program of all commands: help, exit codes and completion. */
import { execFileSync } from 'node:child_process';
import t, { type Test } from 'tap';
import { COMMANDS } from '../../scripts/commands.ts';
import { type Outcome, run } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

const schoolgate = (t: Test, ...args: string[]): Promise<Outcome> => run(t, [COMMAND, ...args], {}).ended;

t.test('help lists every command, and each command explains itself', async (t) => {
  const [overview, ofUsers, ofKeys] = await Promise.all([
    schoolgate(t, 'help'),
    schoolgate(t, 'help', 'users'),
    schoolgate(t, 'keys', 'list', '--help'),
  ]);
  t.strictSame([overview.code, ofUsers.code, ofKeys.code], [0, 0, 0]);
  for (const { name, summary } of COMMANDS) t.match(overview.stdout, new RegExp(`^  ${name} +${summary}$`, 'm'));
  t.match(ofUsers.stdout, /^Usage: npm run users -- find/);
  t.match(ofKeys.stdout, /^Usage: npm run keys -- <command>/);
});

t.test('a shell completes exactly the words of the help', async (t) => {
  for (const { name, words, load } of COMMANDS) {
    const { USAGE } = await load();
    const options = new Set(USAGE.match(/(?<![\w-])--[a-z][a-z-]*/g));
    t.strictSame(words.filter((word) => word.startsWith('--')).sort(), [...options].sort(), name);
    for (const word of words) t.ok(new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(USAGE), `${name} ${word}`);
  }
  const { stdout } = await schoolgate(t, 'completion', 'bash');
  const completed = (...typed: string[]): string[] =>
    execFileSync(
      'bash',
      [
        '-c',
        `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _schoolgate; echo "\${COMPREPLY[@]}"`,
        'bash',
        ...typed,
      ],
      {
        encoding: 'utf8',
      },
    )
      .trim()
      .split(' ');
  t.strictSame(completed('schoolgate', 'se'), ['serve', 'seed']);
  t.strictSame(completed('schoolgate', 'keys', 'r'), ['rotate', 'revoke', 'reseal', 'reset']);
  t.strictSame(completed('schoolgate', 'seed', '--'), ['--json', '--scale', '--help']);
});

t.test('wrong arguments end with exit code 2 and the usage', async (t) => {
  const cases: [args: string[], said: RegExp][] = [
    [['nonsense'], /^there is no command nonsense\n\nUsage: schoolgate/],
    [['serve', 'now'], /^Usage: npm start/],
    [['seed', '--bogus'], /^Unknown option '--bogus'.*\nUsage: npm run seed/],
    [['users', 'reset-second-factor'], /^Usage: npm run users/],
    [['completion', 'fish'], /^Usage: schoolgate completion bash\|zsh/],
  ];
  await Promise.all(
    cases.map(async ([args, said]) => {
      const { code, stdout, stderr } = await schoolgate(t, ...args);
      t.strictSame([code, stdout], [2, '']);
      t.match(stderr, said);
    }),
  );
});
