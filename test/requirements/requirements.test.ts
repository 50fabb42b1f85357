// sqlite
/** The requirements of this folder, held against the tests and the source by `npm run sections`; and that it would tell. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/settings.ts';

const ROOT = join(import.meta.dirname, '../..');

function sections(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/workshop/sections.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** What is said of a repository of these files. */
function saidOf(t: Test, files: Readonly<Record<string, string>>): { status: number | null; said: string } {
  const root = temporaryFolder(t);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return sections(root);
}

const MET = '- `F01` Of many requests one succeeds.\n';
const UNMET = '- `E-7` There are reports.\n  Not met: nobody asked for one.\n';
const FILE = 'test/requirements/all.md';

// In pieces, or the codes would count as those of this file.
const ending = (words: string, codes: string): string => `${words} [${codes}]`;
const titled = (words: string, codes: string): string => `t.${'test'}('${ending(words, codes)}', () => {});\n`;
const comment = (words: string): string => `/${'*'}* ${words} *${'/'}\n`;
const GOOD = { [FILE]: `# All\n\n${MET}${UNMET}`, 'test/one.test.ts': titled('one succeeds', 'F01') };

t.test('every requirement has a test or a reason, and every code in a title has a requirement [E-58]', async (t) => {
  const { status, said } = sections();
  t.equal(status, 0, said);
  t.match(said, /^\d{3,} requirements: \d+ met, \d+ not met, \d+ not applicable; 0 faults$/m);
});

t.test('a missing, misspelt, repeated or wrongly cited code is a fault', async (t) => {
  t.match(saidOf(t, GOOD), { status: 0, said: '2 requirements: 1 met, 1 not met, 0 not applicable; 0 faults' });
  const other = 'test/two.test.ts';
  const faults: readonly (readonly [what: string, files: Readonly<Record<string, string>>, said: string])[] = [
    ['a misspelt code', { [other]: titled('one fails', 'F1') }, 'F1 is cited without a line'],
    ['a word that is no code', { [other]: titled('one fails', 'F01, done') }, 'done is cited without a line'],
    ['in a table', { [other]: `const TITLES = ['${ending('one fails', 'F01, RFC6749')}'];` }, 'RFC6749 is cited'],
    ['a code that nobody proves', { 'test/one.test.ts': '' }, 'F01 is demanded, and no test cites it'],
    ['a code that is not met', { [other]: titled('a report', 'E-7') }, 'E-7 is said to be unmet, and a test cites it'],
    ['a line twice', { [FILE]: `${MET}${MET}` }, 'F01 has two lines'],
    ['in a comment', { 'plugins/a.ts': comment('As RFC 6749 §4.1.2 says.') }, 'RFC 6749 §4.1.2 is cited'],
    ['in brackets', { 'plugins/a.ts': comment(`${ending('As it is said', 'F02')}.`) }, 'F02 is cited'],
    [
      'at the start',
      { [other]: `t.${'test'}('F01: one succeeds', () => {});` },
      'a title begins with a code: F01: one',
    ],
  ];
  for (const [what, files, said] of faults) t.match(saidOf(t, { ...GOOD, ...files }), { status: 1, said }, what);
});
