/**
 * Runs commands under Node 24 or newer: the installed one, or the pinned one from the npm registry. This file runs on
 * the Node that is installed, on every system, so it is JavaScript and uses nothing newer than Node 18.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const WANTED = 24;
const FOLDER = dirname(fileURLToPath(import.meta.url));
// Not the link in `.bin`, which the npm of Debian does not make.
const BIN = join(FOLDER, `node_modules/node-${process.platform}-${process.arch}/bin`);
const IS_WINDOWS = process.platform === 'win32';

const isNewEnough = Number(process.versions.node.split('.')[0]) >= WANTED;

/** Returns the environment in which `node` is new enough. Ends the process if there is none for this system. */
function environment() {
  if (isNewEnough) return process.env;
  if (!existsSync(join(BIN, 'node'))) fetchNode();
  if (!existsSync(join(BIN, 'node'))) {
    end(`No packaged Node for this system: please install Node ${WANTED} or newer from nodejs.org`);
  }
  return {
    ...process.env,
    PATH: `${BIN}${delimiter}${process.env.PATH}`,
    // An add-on that has to be compiled must be compiled for this Node.
    npm_config_nodedir: join(dirname(realpathSync(join(BIN, 'node'))), '..'),
  };
}

function fetchNode() {
  process.stderr.write(
    `Node ${process.versions.node} is older than ${WANTED}: fetching the pinned Node from the npm registry (once)\n`,
  );
  npm(['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], process.env);
  if (!existsSync(join(BIN, 'node')) || hasExpectedSums()) return;
  rmSync(join(FOLDER, 'node_modules'), { recursive: true, force: true });
  end(
    `The packaged Node is not the one of scripts/node/SHA256SUMS: please install Node ${WANTED} or newer from nodejs.org`,
  );
}

/** One package is installed, for this system; the sums list those of all systems. */
function hasExpectedSums() {
  const installed = readFileSync(join(FOLDER, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line))
    .filter((match) => match !== null && existsSync(join(FOLDER, match[2])));
  return (
    installed.length > 0 &&
    installed.every(
      ([, sum, file]) =>
        createHash('sha256')
          .update(readFileSync(join(FOLDER, file)))
          .digest('hex') === sum,
    )
  );
}

function npm(args, env) {
  // npm runs scripts with its own path in the environment. On Windows, `npm` is a script of the shell.
  const { npm_execpath: path } = process.env;
  const stdio = ['ignore', 2, 2];
  const { status } =
    path === undefined
      ? spawnSync('npm', args, { env, stdio, shell: IS_WINDOWS })
      : spawnSync('node', [path, ...args], { env, stdio });
  if (status !== 0) end(`npm ${args.join(' ')} failed`);
}

/** Installs the packages of a folder, unless they are there. */
export function installPackages(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const timeOf = (path) => statSync(path).mtimeMs;
  const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isWhole = Object.keys(devDependencies).every((name) => existsSync(join(folder, 'node_modules', name)));
  if (!isWhole || !existsSync(installed) || timeOf(join(folder, 'package-lock.json')) > timeOf(installed)) {
    // Also with NODE_ENV=production, which the settings of a server contain.
    npm(['ci', '--include=dev', '--prefix', folder], environment());
  }
}

/**
 * Runs a command: `[NAME=value …] program [argument …]`. A variable that is set already keeps its value.
 * A script of Node runs in this process if its Node is new enough.
 */
export async function runUnderNode(words) {
  const count = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  for (const word of words.slice(0, count)) {
    const [name, value] = word.split(/=(.*)/s);
    process.env[name] ??= value;
  }
  const [program, ...args] = words.slice(count);
  if (isNewEnough && program === 'node' && args.length > 0 && !args[0].startsWith('-')) {
    process.argv = [process.argv[0], resolve(args[0]), ...args.slice(1)];
    await import(pathToFileURL(resolve(args[0])).href);
  } else {
    spawnInstead(program, args);
  }
}

/** Runs a program instead of this process: with its exit code, and with the signals that this process receives. */
function spawnInstead(program, args) {
  const child = spawn(program, args, { env: environment(), stdio: 'inherit', shell: IS_WINDOWS && program !== 'node' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => end(message));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function end(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
