import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENDPOINTS } from '../fixtures.ts';

const HOST = '127.0.0.1';
const START_SECONDS = 30;
const STOP_SECONDS = 10;
const POLL_MILLISECONDS = 5;

const running = new Set<ServerProcess>();

/** Stops all servers, including those that are still starting. */
export async function stopAllServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()));
}

/** A server in a child process, with its own folder for the database and the output. */
export class ServerProcess {
  readonly origin: URL;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readyMilliseconds = Number.NaN;
  readonly #child: ChildProcess;
  readonly #log: string;

  private constructor(child: ChildProcess, pid: number, origin: URL, log: string) {
    this.#child = child;
    this.pid = pid;
    this.origin = origin;
    this.#log = log;
    running.add(this);
    child.once('exit', () => running.delete(this));
  }

  /**
   * Resolves when the server returns its discovery document.
   * @param command the program and its arguments
   */
  static async start(
    command: readonly string[],
    environment: NodeJS.ProcessEnv,
    folder: string,
  ): Promise<ServerProcess> {
    const [program = '', ...args] = command;
    const log = join(folder, 'server.log');
    const output = openSync(log, 'w');
    const begin = performance.now();
    const child = spawn(program, args, { env: environment, stdio: ['ignore', output, output] });
    closeSync(output);
    if (child.pid === undefined) throw new Error(`${command.join(' ')} could not be started`);
    const origin = new URL(`http://${HOST}:${environment.PORT}`);
    const server = new ServerProcess(child, child.pid, origin, log);
    await server.#answering(command);
    server.readyMilliseconds = performance.now() - begin;
    return server;
  }

  /** The end of the server's output, to explain a failure. */
  lastOutput(): string {
    return readFileSync(this.#log, 'utf8').slice(-2_000);
  }

  async stop(): Promise<void> {
    if (this.#hasEnded()) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const impatience = setTimeout(() => this.#child.kill('SIGKILL'), STOP_SECONDS * 1_000);
    await ended;
    clearTimeout(impatience);
  }

  async #answering(command: readonly string[]): Promise<void> {
    const deadline = Date.now() + START_SECONDS * 1_000;
    while (Date.now() < deadline && !this.#hasEnded()) {
      try {
        if ((await fetch(new URL(ENDPOINTS.discovery, this.origin))).ok) return;
      } catch {
        // not listening yet
      }
      await sleep(POLL_MILLISECONDS);
    }
    throw new Error(`${command.join(' ')} does not answer\n${this.lastOutput()}`);
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** The environment of every server. Of the caller's environment, it contains only what Node itself needs. */
export async function serverEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const { PATH, HOME } = process.env;
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(HOME === undefined ? {} : { HOME }),
    HOST,
    PORT: String(await freePort()),
    DATABASE_URL: `file:${join(folder, 'bench.db')}`,
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
