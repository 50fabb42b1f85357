/** What `npm run build` makes: the same every time, and enough to run a school without packages. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { FILES } from '../../scripts/build/bundle.ts';
import { temporaryFolder } from '../support/app.ts';
import { ROOT } from '../support/programs.ts';
import { smokeTest } from '../support/smoke.ts';

const build = (folder: string) => promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.ts'), folder]);

/** Every file of a folder with the hash of its content. */
const hashesOf = (folder: string): [string, string][] =>
  globSync('**', { cwd: folder })
    .sort()
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]);

t.test('two builds are identical, and run outside of the source tree, in a path with blanks and umlauts', async (t) => {
  const folder = join(temporaryFolder(t), 'Grüne Schule');
  await Promise.all(['one', 'two'].map((name) => build(join(folder, name))));
  const made = hashesOf(join(folder, 'one'));
  t.ok(made.length > 40, `${made.length} files`);
  t.strictSame(hashesOf(join(folder, 'two')), made);

  for (const path of FILES) t.ok(existsSync(join(ROOT, path)) && existsSync(join(folder, 'one', path)), path);
  const code = readFileSync(join(folder, 'one/program/schoolgate.cjs'), 'utf8');
  t.notMatch(code, ROOT, 'it names nothing of this machine');

  await smokeTest(t, [process.execPath, join(folder, 'one/schoolgate.cjs')], { NODE_COMPILE_CACHE: '' });
  t.ok(existsSync(join(folder, 'one/cache')), 'what was compiled is kept for the next start');
});
