// slow
/** The list that routes/pages/kit/README.md adds, added as it says to a copy of the product. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { LANGUAGES } from '../../schema/text/language.ts';
import { temporaryFolder } from '../support/app.ts';

const ROOT = join(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'routes/pages/kit/README.md'), 'utf8');
const PATH = /as `(routes\/pages\/site-admin\/\w+\.ts)`/.exec(README)?.[1] ?? '';

/** A block of code below a numbered step. */
const blockOf = (language: string): string =>
  (new RegExp(`^ {3}\`\`\`${language}\\n(.*?)^ {3}\`\`\``, 'ms').exec(README)?.[1] ?? '').replaceAll(/^ {3}/gm, '');

/** Opens the page, and writes it to standard output. */
const VISIT = `
import t from 'tap';
import { LANGUAGES } from '../../schema/text/language.ts';
import { testApp } from '../support/app.ts';
import { signedIn } from '../support/signed-in.ts';
const { app } = await testApp(t);
const ruth = await signedIn(app, 'ruth@riverside.example');
for (const path of ['/admin/riverside/teachers', '/admin/riverside/teachers?q=no-such-name']) {
  const { status, body } = await ruth.get(path);
  console.log(status, body);
}
`;

t.test('the README of the kit leads to a list that compiles and is served', async (t) => {
  const copy = temporaryFolder(t);
  const tracked = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of tracked
    .split('\0')
    .filter((name) => /^(?:schema|db|plugins|routes|scripts|test\/support|docs)\/|^\w+\.json$/.test(name))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));

  writeFileSync(join(copy, PATH), blockOf('ts'));
  const words = JSON.parse(`{${blockOf('json')}}`);
  for (const language of LANGUAGES) {
    edit(`routes/words/${language}.json`, (text) => JSON.stringify({ ...JSON.parse(text), ...words }));
  }
  edit('routes/pages/site-admin/routes.ts', (text) =>
    text
      .replace(/^import { showFailures.*$/m, "$&\nimport { lecturerList } from './lecturers.ts';")
      .replace('  overview(app, pages);', '$&\n  lecturerList(app, pages);'),
  );
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  t.match(node('scripts/node/with-node.js', 'node', 'scripts/workshop/words.ts'), { status: 0, stdout: /de: / });
  writeFileSync(join(copy, 'routes.json'), JSON.stringify({ extends: './tsconfig.json', include: ['routes'] }));
  t.match(node('node_modules/typescript/bin/tsc', '-p', 'routes.json'), { status: 0, stdout: '' });

  mkdirSync(join(copy, 'test/one'));
  writeFileSync(join(copy, 'test/one/visit.ts'), VISIT);
  const { stdout, stderr } = node('test/one/visit.ts');
  t.match(stdout, /200 .*<th scope="row">\w+ \w+.*200 .*No match/s, stderr);
});

t.test('the README of the kit shows an area as it is in the source', async (t) => {
  const [, file = ''] = /as `([\w/-]+\.ts)` has this one/.exec(README) ?? [];
  const [, area = ''] = /^```ts\n( {2}resourceArea\([\s\S]*?)^```/m.exec(README) ?? [];
  t.match(area, 'resource: lecturer');
  t.ok(readFileSync(join(ROOT, file), 'utf8').includes(area), file);
});
