/** Servers as processes of their own: several on one database, killed without warning, started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, openSync, readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { answeringProcesses } from './processes.ts';
import { COMMAND, programFile } from './programs.ts';
import { PASSWORD, SECRET } from './settings.ts';
import { freePort, surroundings } from './surroundings.ts';
import { templates } from './templates.ts';

const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 60_000;

const running = new Set<ServerProcess>();
// Also those that are not ready yet: a test that ends early must not leave one behind.
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Ends every server of this file that still runs. */
export async function killServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.kill()));
}

export type Settings = Readonly<Record<string, string>>;

/**
 * The settings of servers that are one service: one database, one issuer, one master key. The database has the demo
 * platform in it, unless another one is named: then the first server makes it.
 */
export async function serviceSettings(folder: string, overrides: Settings = {}): Promise<Settings> {
  const file = join(folder, 'schoolgate.db');
  const isOwn = overrides.DATABASE_URL !== undefined;
  if (!isOwn) copyFileSync(join(await templates('sqlite'), 'demo.db'), file);
  return {
    DATA_DIR: folder,
    DATABASE_URL: `file:${file}`,
    BASE_URL: `http://127.0.0.1:${await freePort()}`,
    ...(isOwn ? { DEMO_PASSWORD: PASSWORD, DEMO_SECRET: SECRET } : {}),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...overrides,
  };
}

interface StartOptions {
  nodeOptions?: readonly string[];
  /** Where what it prints is kept. */
  outputFolder?: string;
  /** The file that starts it. */
  program?: string | undefined;
}

export class ServerProcess {
  readonly origin: string;
  readonly readyMs: number;
  readonly #child: ChildProcess;
  readonly #output: string;

  private constructor(child: ChildProcess, origin: string, output: string, readyMs: number) {
    this.#child = child;
    this.origin = origin;
    this.#output = output;
    this.readyMs = readyMs;
    running.add(this);
  }

  /** Resolves when the server is ready. */
  static async start(
    settings: Settings,
    { nodeOptions = [], outputFolder = settings.DATA_DIR ?? '.', program = programFile(COMMAND) }: StartOptions = {},
  ): Promise<ServerProcess> {
    const port = await freePort();
    const output = join(outputFolder, `output-${port}.log`);
    const file = openSync(output, 'a');
    const begin = performance.now();
    const child = spawn(process.execPath, [...nodeOptions, program, 'serve'], {
      env: { ...surroundings(), ...settings, PORT: String(port) },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    children.add(child);
    child.once('exit', () => children.delete(child));
    const origin = `http://127.0.0.1:${port}`;
    while (child.exitCode === null && performance.now() - begin < START_WITHIN_MS) {
      if ((await send(`${origin}/readyz`)).status === 200) {
        return new ServerProcess(child, origin, output, Math.round(performance.now() - begin));
      }
      await sleep(10);
    }
    child.kill('SIGKILL');
    throw new Error(`the server does not start\n${readFileSync(output, 'utf8')}`);
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  /** The processes that answer requests: its workers, or itself. */
  get answering(): readonly [number, ...number[]] {
    return answeringProcesses(this.pid);
  }

  /** Everything it printed so far. */
  output(): string {
    return readFileSync(this.#output, 'utf8');
  }

  /** Without warning, as a power cut would. */
  async kill(): Promise<void> {
    const workers = this.#hasEnded() ? [] : this.answering.filter((pid) => pid !== this.pid);
    const ended = this.#end('SIGKILL');
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await ended;
  }

  /** @returns the exit code, and how long stopping took */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const begin = performance.now();
    const impatience = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    await this.#end('SIGTERM');
    clearTimeout(impatience);
    return { code: this.#child.exitCode, ms: Math.round(performance.now() - begin) };
  }

  /** @returns the exit code once it ends by itself */
  async ended(): Promise<number | null> {
    if (!this.#hasEnded()) await once(this.#child, 'exit');
    running.delete(this);
    return this.#child.exitCode;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#hasEnded()) this.#child.kill(signal);
    await this.ended();
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

export interface Answer {
  /** 0 when there was none: the connection was refused or broke. */
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  ms: number;
  /** The code of a broken connection. */
  broken?: string;
}

export interface Outgoing {
  /** GET, or POST if there is a body, unless another one is named. */
  method?: string;
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  headers?: Readonly<Record<string, string>>;
  agent?: Agent;
}

const shared = new Agent({ keepAlive: true, maxSockets: 128 });

/** One request without redirects or retries. It never fails: a broken connection is an answer too. */
export function send(
  url: string,
  { method, form, json, headers = {}, agent = shared }: Outgoing = {},
): Promise<Answer> {
  const payload =
    form !== undefined ? new URLSearchParams(form).toString() : json !== undefined ? JSON.stringify(json) : undefined;
  const type = form !== undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const begin = performance.now();
  return new Promise((resolve) => {
    const broke = (error: Error & { code?: string }): void =>
      resolve({ status: 0, headers: {}, body: '', ms: performance.now() - begin, broken: error.code ?? error.message });
    const outgoing = request(
      url,
      {
        agent,
        method: method ?? (payload === undefined ? 'GET' : 'POST'),
        headers: { ...(payload === undefined ? {} : { 'content-type': type }), ...headers },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', broke);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - begin,
          }),
        );
      },
    );
    outgoing.on('error', broke);
    outgoing.end(payload);
  });
}
