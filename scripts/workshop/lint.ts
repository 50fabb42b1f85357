/** `npm run lint`: checks types, style, and the subjects of commits since they are checked. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { withoutOptions } from '../commands/usage.ts';

withoutOptions(process.argv.slice(2), 'Usage: npm run lint    check types, style and commit subjects\n');

function check(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

check('tsc');
if (existsSync('test/clients/node_modules')) check('tsc', '--project', 'test/clients');
else process.stdout.write('test/clients is not installed, and not checked\n');
check('biome', 'ci');

/** `area: Verb …` of at most 60 characters, with a verb that says what was done. */
const SUBJECT = /^(?=.{1,60}$)[a-z][a-z0-9 ,/-]*: (?!(?:Say|Name|Let)\b)[A-Z][a-z-]+ \S/;

function checkSubjects(): void {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  const [since] = git('log', '--format=%H', '-S', 'checkSubjects', '--', 'scripts/workshop/lint.ts').slice(-1);
  if (since === undefined) return;
  const wrong = git('log', '--no-merges', '--format=%s', `${since}..HEAD`).filter((subject) => !SUBJECT.test(subject));
  if (wrong.length === 0) return;
  process.stderr.write(`Subjects of commits are "area: Verb ...", in at most 60 characters:\n${wrong.join('\n')}\n`);
  process.exit(1);
}

checkSubjects();
