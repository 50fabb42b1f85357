// sqlite
/** The list of ASVS requirements is complete, the page made from it is up to date, and its links and those of the security document lead somewhere. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { bareTitlesIn, exists, readRequirements } from '../../scripts/workshop/requirements.ts';
import { temporaryFolder } from '../support/settings.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The sections of version 5.0.0, each with the levels of its requirements in their order. */
const LEVELS = `
  1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123 2.1:122 2.2:112 2.3:12223 2.4:23 3.1:3 3.2:113 3.3:12223
  3.4:11222233 3.5:11122333 3.6:3 3.7:22333 4.1:12233 4.2:23333 4.3:22 4.4:1222 5.1:2 5.2:112333 5.3:113 5.4:222 6.1:122
  6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222 7.1:222 7.2:1111 7.3:22 7.4:11222
  7.5:223 7.6:22 8.1:1233 8.2:1123 8.3:133 8.4:23 9.1:111 9.2:1222 10.1:22 10.2:223 10.3:22223 10.4:1111122222233333
  10.5:22222 10.6:22 10.7:222 11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23 11.6:23 11.7:33 12.1:12233 12.2:11
  12.3:22223 13.1:2333 13.2:222223 13.3:2233 13.4:1222233 14.1:22 14.2:12223333 14.3:122 15.1:12233 15.2:12233
  15.3:1222222 15.4:3333 16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223`;

/** Runs a command of the repository on a folder. */
function run(script: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('scripts/workshop', script), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

function repositoryOf(t: Test, files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder(t);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

t.test('every requirement of levels 1 and 2 but those of WebRTC has a line with its level', async (t) => {
  const demanded = LEVELS.trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [number = '', levels = ''] = section.split(':');
      return [...levels].map((level, n) => [`ASVS ${number}.${n + 1}`, `L${level}`] as const);
    });
  const levels = new Map<string, string>(demanded);
  const listed = readRequirements(ROOT, 'asvs');
  const codes = new Set(listed.map(({ code }) => code));
  t.strictSame(
    demanded.filter(([code, level]) => level !== 'L3' && !codes.has(code)),
    [],
  );
  t.strictSame(
    listed.filter(({ code, level }) => levels.get(code) !== level).map(({ code }) => code),
    [],
  );
});

t.test('docs/asvs.md is what npm run manual -- asvs writes', async (t) => {
  t.match(run('asvs.ts', '--check'), { status: 0, said: '' });
});

// In pieces, or the code would count as one of this file.
const TITLE = 'a door is closed';
const titled = (title: string, codes = ''): string => `t.${'test'}('${title}${codes}', () => {});\n`;
const LIST = `# ASVS\n\n## 1.1 Doors\n\n- \`ASVS 1.1.1\` (L2) Doors are closed.\n  Shown by: "${TITLE}"; \`docs/doors.md#keys\`\n`;
const FILES = {
  'test/requirements/asvs.md': LIST,
  'test/doors.test.ts': titled(TITLE),
  'docs/doors.md': '# Doors\n\n## Keys\n',
};

t.test('removing a test or a heading that a requirement names is a fault, and makes the page outdated', async (t) => {
  const root = repositoryOf(t, FILES);
  t.match(run('sections.ts', root), {
    status: 0,
    said: '1 requirements: 1 met, 0 not met, 0 not applicable; 0 faults',
  });
  t.equal(run('asvs.ts', root).status, 0);
  t.match(readFileSync(join(root, 'docs/asvs.md'), 'utf8'), `[${TITLE}](../test/doors.test.ts)`);
  t.equal(run('asvs.ts', '--check', root).status, 0);

  writeFileSync(join(root, 'test/doors.test.ts'), titled('a window is closed'));
  t.match(run('sections.ts', root), { status: 1, said: `ASVS 1.1.1 names a test that is gone: ${TITLE}` });
  t.match(run('asvs.ts', '--check', root), {
    status: 1,
    said: 'docs/asvs.md is not up to date: npm run manual -- asvs',
  });

  writeFileSync(join(root, 'test/doors.test.ts'), titled(TITLE));
  writeFileSync(join(root, 'docs/doors.md'), '# Doors\n\n## Locks\n');
  t.match(run('sections.ts', root), { status: 1, said: 'ASVS 1.1.1 names a file that is gone: docs/doors.md#keys' });
});

t.test('a requirement that is not met or not applicable names no test, and a code that it names has one', async (t) => {
  const line = (rest: string): Record<string, string> => ({
    ...FILES,
    'test/requirements/asvs.md': `- \`ASVS 1.1.1\` (L2) Doors are closed.\n  ${rest}\n`,
  });
  const said = (rest: string) => run('sections.ts', repositoryOf(t, line(rest)));
  t.match(said('Not applicable: there are none.'), { status: 0, said: '0 met, 0 not met, 1 not applicable; 0 faults' });
  t.match(said(`Not met: later.\n  Shown by: "${TITLE}"`), { status: 1, said: 'is said to be unmet' });
  t.match(said(`Shown by: \`${'F'}01\``), { status: 1, said: 'names a code that no test proves: F01' });
});

t.test('every link of the documents leads to a file, a heading or a test of that title', async (t) => {
  const titles = new Map(
    globSync('test/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).map((file) => [
      file,
      new Set(bareTitlesIn(readFileSync(join(ROOT, file), 'utf8'))),
    ]),
  );
  let tests = 0;
  for (const document of globSync('docs/*.md', { cwd: ROOT })) {
    const links = readFileSync(join(ROOT, document), 'utf8').matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g);
    for (const [, text = '', address = ''] of links) {
      if (/^https?:/.test(address)) continue;
      const target = address.startsWith('#') ? `${document}${address}` : join(dirname(document), address);
      t.ok(exists(ROOT, target), `${document}: ${address}`);
      if (!target.endsWith('.test.ts')) continue;
      tests += 1;
      t.ok(titles.get(target)?.has(text), `${document}: ${text}`);
    }
  }
  t.ok(tests > 300, `${tests} links to tests`);
});
