/** Puts the bundle and Node into one executable. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inject } from 'postject';
import { ADD_ONS, bundle, FILES, PROGRAM } from '../build/bundle.ts';

/** The system that the executable is for, which is the one that makes it. */
export const SYSTEM = `${process.platform}-${process.arch}`;
/** Node finds its payload by this name, once the fuse says that there is one (documentation of Node, chapter SEA). */
const BLOB = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** @param executable the file, which is replaced if it exists */
export async function makeExecutable(executable: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-binary-'));
  try {
    await make(executable, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function make(executable: string, folder: string): Promise<void> {
  const bundled = join(folder, 'bundle');
  await bundle(bundled);
  // A function, so that the program gets `require` from the main script.
  const program = join(folder, 'program.cjs');
  const code = readFileSync(join(bundled, PROGRAM), 'utf8');
  writeFileSync(program, `(function (require, __filename, __dirname) { ${code}\n})`);
  await compile(program, folder);
  const assets = {
    program,
    compiled: join(folder, 'compiled'),
    'better_sqlite3.node': join(bundled, ADD_ONS.to, `${SYSTEM}.node`),
    ...Object.fromEntries(
      FILES.flatMap((path) => filesBelow(bundled, path)).map((path) => [path, join(bundled, path)]),
    ),
  };
  const config = join(folder, 'sea.json');
  const blob = join(folder, 'blob');
  const main = join(folder, 'main.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'main.cjs')],
    outfile: main,
    bundle: true,
    platform: 'node',
    target: 'node24',
  });
  writeFileSync(config, JSON.stringify({ main, output: blob, assets, disableExperimentalSEAWarning: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  stripSymbols(executable);
  // The signature of Node is not that of the executable, and macOS refuses to run what does not match its signature.
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', executable]);
  await withoutWarnings(/^warning: Can't find string offset for section name/, () =>
    inject(executable, BLOB, readFileSync(blob), { sentinelFuse: FUSE, machoSegmentName: 'NODE_SEA' }),
  );
}

/** Leaves out what only a debugger of Node needs, where the program for it is installed. Before the payload is in the file. */
function stripSymbols(executable: string): void {
  if (process.platform !== 'linux') return;
  const { error, status } = spawnSync('strip', [executable], { stdio: 'ignore' });
  // A copy that it has left half done would not start.
  if (error === undefined && status !== 0) copyFileSync(process.execPath, executable);
}

/** For warnings about Node's own file, which nobody can act on. */
async function withoutWarnings(known: RegExp, action: () => Promise<void>): Promise<void> {
  const { warn } = console;
  console.warn = (...messages) => {
    if (!known.test(String(messages[0]))) warn(...messages);
  };
  try {
    await action();
  } finally {
    console.warn = warn;
  }
}

/** The start is compiled once, here, instead of at every start. */
async function compile(program: string, folder: string): Promise<void> {
  // The program looks for its files beside it.
  const place = join(folder, 'bundle/schema/program/program.cjs');
  copyFileSync(program, place);
  const settings = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'silent' };
  execFileSync(process.execPath, [join(import.meta.dirname, 'compile.cjs'), place, join(folder, 'compiled')], {
    env: { PATH: process.env.PATH, ...settings },
    // What it says of its temporary data matters only if it fails, and is in the error then.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function filesBelow(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch {
    return [path];
  }
}
