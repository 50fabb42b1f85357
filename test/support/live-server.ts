/** The real product as processes of their own: real start, real sockets, real signals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { databaseFile, prepareDatabase } from './database-edit.ts';
import { COMMAND, programFile, ROOT } from './programs.ts';
import { PASSWORD, SECRET, temporaryFolder } from './settings.ts';
import { type Environment, freePort, surroundings } from './surroundings.ts';

export { type Environment, freePort };

const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 60_000;

/** The settings every server of the tests gets. */
export const TEST_SETTINGS: Environment = {
  DEMO_PASSWORD: PASSWORD,
  DEMO_SECRET: SECRET,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
};

export interface Outcome {
  code: number | null;
  /** What has ended it, if it did not end by itself. */
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  pid: number;
  stdout: NodeJS.ReadableStream;
  stderr: NodeJS.ReadableStream;
  ended: Promise<Outcome>;
}

export interface LiveServer {
  pid: number;
  ended: Promise<Outcome>;
  /** Where it listens; also its issuer, unless BASE_URL says otherwise. */
  origin: string;
  dataDir: string;
  databaseUrl: string;
  /** What it told the person who started it. */
  welcome: string;
  stop(): Promise<Outcome>;
}

/**
 * Runs Node; what is still running when the test ends is stopped.
 * @param args for Node; `COMMAND` is the program of the commands, as in `[COMMAND, 'seed', '--json']`
 */
export function run(t: Test, args: readonly string[], environment: Environment, as: User = {}): Running {
  return runProgram(t, [process.execPath, ...args], environment, as);
}

/** Another user than that of the tests. */
type User = { readonly uid?: number; readonly gid?: number };

/** @param command a program, and its arguments as for `run` */
export function runProgram(t: Test, command: readonly string[], environment: Environment, as: User = {}): Running {
  // Another user cannot write what was covered, and would be warned of it.
  const uncovered = as.uid === undefined ? {} : { NODE_V8_COVERAGE: '' };
  const env = { ...surroundings(), ...uncovered, ...environment };
  const [program = '', ...args] = command.map((word) => (word === COMMAND ? programFile(word) : word));
  const child = spawn(program, args, { ...as, cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command.join(' ')} could not be started`);
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([, stdout, stderr]): Outcome => ({
      ...{ code: child.exitCode, signal: child.signalCode },
      stdout,
      stderr,
    }),
  );
  const abandon = (): boolean => child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop(pid, ended);
  });
  return { pid, stdout: child.stdout, stderr: child.stderr, ended };
}

/**
 * Starts a server. Its database is a copy of a template, with the demo platform in it when the settings have its password;
 * settings that name a folder or a database of one's own leave it to the server.
 * @param program what runs the command `serve`
 * @returns when the server says that it listens
 */
export async function startServer(
  t: Test,
  environment: Environment = TEST_SETTINGS,
  program: readonly string[] = [process.execPath, COMMAND],
): Promise<LiveServer> {
  const port = await freePort();
  const { DEMO_PASSWORD, DEMO_SECRET, ...settings } = environment;
  const dataDir = settings.DATA_DIR ?? temporaryFolder(t);
  const url = settings.DATABASE_URL ?? (settings.DATA_DIR === undefined ? databaseFile(t).url : undefined);
  const content = url && (await prepareDatabase(url, DEMO_PASSWORD === PASSWORD ? 'demo' : 'empty'));
  const server = runProgram(t, [...program, 'serve'], {
    DATA_DIR: dataDir,
    PORT: String(port),
    // The demo of the template has them, and cheaper ones than a server would make.
    ...(content === 'demo' ? settings : environment),
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  });
  const welcome = await untilSaid(server, /Schoolgate is running at .*\n(?:.*\n)*\n$/);
  const databaseUrl = url ?? `file:${join(dataDir, 'schoolgate.db')}`;
  return {
    pid: server.pid,
    ended: server.ended,
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl,
    welcome,
    stop: () => stop(server.pid, server.ended),
  };
}

/** @returns everything on standard error up to and with the awaited words */
function untilSaid({ stderr, ended }: Running, awaited: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  const timer = setTimeout(() => reject(new Error(`not said in time: ${awaited}\n${said}`)), START_WITHIN_MS);
  stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
    if (awaited.test(said)) resolve(said);
  });
  ended.then(({ code }) => reject(new Error(`ended with ${code} instead of starting\n${said}`)), reject);
  return promise.finally(() => clearTimeout(timer));
}

async function stop(pid: number, ended: Promise<Outcome>): Promise<Outcome> {
  process.kill(pid, 'SIGTERM');
  const timer = setTimeout(() => process.kill(pid, 'SIGKILL'), STOP_WITHIN_MS);
  return ended.finally(() => clearTimeout(timer));
}
