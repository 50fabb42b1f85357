/** The real product as processes of their own: real start, real sockets, real signals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { PASSWORD, SECRET, temporaryFolder } from './app.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 60_000;

export type Environment = Readonly<Record<string, string>>;

/** The settings every server of the tests gets. */
export const TEST_SETTINGS: Environment = {
  DEMO_PASSWORD: PASSWORD,
  DEMO_SECRET: SECRET,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
};

export interface Outcome {
  code: number | null;
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
  /** Where it listens; also its issuer, unless BASE_URL says otherwise. */
  origin: string;
  dataDir: string;
  /** What it told the person who started it. */
  welcome: string;
  stop(): Promise<Outcome>;
}

/** All that a process of ours is given of the surroundings: a PORT set for somebody else must not reach the product. */
export function surroundings(): Environment {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Runs one of our scripts; what is still running when the test ends is stopped. */
export function run(t: Test, args: readonly string[], environment: Environment): Running {
  const env = { ...surroundings(), ...environment };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${args.join(' ')} could not be started`);
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([, stdout, stderr]): Outcome => ({ code: child.exitCode, stdout, stderr }),
  );
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop(pid, ended);
  });
  return { pid, stdout: child.stdout, stderr: child.stderr, ended };
}

/** @returns when the server says that it listens */
export async function startServer(t: Test, environment: Environment = TEST_SETTINGS): Promise<LiveServer> {
  const port = await freePort();
  const dataDir = environment.DATA_DIR ?? temporaryFolder(t);
  const server = run(t, ['scripts/start.ts'], { DATA_DIR: dataDir, PORT: String(port), ...environment });
  const welcome = await untilSaid(server, /Schoolgate is at .*\n(?:.*\n)*\n$/);
  return { origin: `http://127.0.0.1:${port}`, dataDir, welcome, stop: () => stop(server.pid, server.ended) };
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
