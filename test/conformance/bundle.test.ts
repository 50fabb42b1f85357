// slow
/** What `npm run build` makes: the same every time, and enough to run a school without packages. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { FILES } from '../../scripts/workshop/build/bundle.ts';
import { temporaryFolder } from '../support/app.ts';
import { run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { noPostgres, throwawayPostgres } from '../support/postgres.ts';
import { ROOT } from '../support/programs.ts';
import { smokeTest } from '../support/smoke.ts';

const build = (folder: string) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'scripts/workshop/build.ts'), folder]);

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
  const code = readFileSync(join(folder, 'one/schema/program/schoolgate.cjs'), 'utf8');
  t.notMatch(code, ROOT, 'it names nothing of this machine');

  await smokeTest(t, [process.execPath, join(folder, 'one/schoolgate.cjs')], { NODE_COMPILE_CACHE: '' });
  t.ok(existsSync(join(folder, 'one/cache')), 'what was compiled is kept for the next start');
});

t.test(
  'a command builds the bundle if it is missing or older than a source, does without if it cannot, and a server says so',
  async (t) => {
    const folder = temporaryFolder(t);
    const parts = ['schema', 'db', 'plugins', 'routes', 'scripts', 'docs', 'test/conformance/clients', 'package.json'];
    for (const part of [...parts, 'package-lock.json']) {
      const filter = (path: string): boolean => !path.includes('node_modules');
      cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter });
    }
    const help = async () => {
      const { code, stdout, stderr } = await run(t, [join(folder, 'scripts/node/launch.js'), 'help'], {}).ended;
      t.equal(code, 0, stderr);
      t.match(stdout, /^Usage: schoolgate/);
      return stderr;
    };
    const missing = 'esbuild is not installed: run npm ci --include=dev\n';
    t.match(
      await help(),
      /^Running from the sources, .* Run npm ci --include=dev && npm run build\. A service that runs dist\/schoolgate\.cjs runs the older program until then\.\n$/,
    );
    const asked = await run(t, [join(folder, 'scripts/workshop/build.ts')], {}).ended;
    t.strictSame([asked.code, asked.stdout, asked.stderr], [1, '', missing], 'npm run build names the command, too');
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    t.match(await help(), /^Building dist, .*\nbuilt dist in [\d.]+ s\n$/);
    t.equal(await help(), '', 'it is up to date');
    const serve = async () => {
      const environment = { ...TEST_SETTINGS, LOG_LEVEL: 'warn' };
      const { stop } = await startServer(t, environment, [process.execPath, join(folder, 'dist/schoolgate.cjs')]);
      const { code, stdout } = await stop();
      t.equal(code, 0);
      return stdout;
    };
    t.notMatch(await serve(), /older/);
    const later = new Date(Date.now() + 5000);
    utimesSync(join(folder, 'routes/health.ts'), later, later);
    utimesSync(join(folder, 'docs'), later, later);
    t.equal(await help(), '', 'times alone change nothing');
    t.notMatch(await serve(), /older/);
    const earlier = new Date(Date.now() - 86_400_000);
    appendFileSync(join(folder, 'routes/health.ts'), '\n');
    utimesSync(join(folder, 'routes/health.ts'), earlier, earlier);
    t.match(await serve(), /dist is older than the sources beside it: run npm ci --include=dev && npm run build/);
    writeFileSync(join(folder, 'scripts/workshop/build/bundle.ts'), 'throw new Error("no");');
    t.match(await help(), /^Building dist, .*Running from the sources, because dist could not be built\.\n$/s);
    for (const program of ['scripts/node/launch.js', 'dist/schoolgate.cjs']) {
      const check = [join(folder, program), 'upgrade-check'];
      const checked = await run(t, check, { DATA_DIR: temporaryFolder(t) }).ended;
      t.match(checked.stdout, /FAIL {2}program .*\n *Run npm ci --include=dev && npm run build\n/);
      t.equal(checked.code, 1);
    }
  },
);

t.test('the bundle serves from PostgreSQL too', { skip: noPostgres }, async (t) => {
  const folder = join(temporaryFolder(t), 'bundle');
  const postgres = await throwawayPostgres(t);
  await build(folder);
  const environment = { ...TEST_SETTINGS, DATABASE_URL: await postgres.createDatabase() };
  const { origin, stop } = await startServer(t, environment, [process.execPath, join(folder, 'schoolgate.cjs')]);
  t.equal((await fetch(`${origin}/readyz`)).status, 200);
  t.equal((await stop()).code, 0);
});
