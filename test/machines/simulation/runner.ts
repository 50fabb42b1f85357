/** Processes in which episodes are run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { EpisodeOptions, Outcome } from './episode.ts';

/** Memory, where the system has a file system in it. */
export const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Folders of processes that have not been closed. */
const open = new Set<string>();
const removed = (folder: string): void => rmSync(folder, { recursive: true, force: true });
process.once('exit', () => open.forEach(removed));

/** One process of the simulation, which runs one episode after the other. */
export class Runner {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #folder: string;
  readonly #template: string;
  readonly #reader: Interface;

  constructor(program: string, template: string, folder = MEMORY) {
    this.#folder = mkdtempSync(join(folder, 'schoolgate-simulation-'));
    open.add(this.#folder);
    this.#template = template;
    this.#process = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#reader = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async run(episode: Episode): Promise<Outcome> {
    const options: EpisodeOptions = {
      traced: false,
      ...episode,
      template: this.#template,
      folder: join(this.#folder, 'world'),
    };
    this.#process.stdin?.write(`${JSON.stringify(options)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`the process of the simulation ended in the episode of seed ${episode.seed}`);
    return JSON.parse(value) as Outcome;
  }

  close(): void {
    this.#process.kill();
    open.delete(this.#folder);
    removed(this.#folder);
  }
}

/** What there is to choose about a series of episodes. */
export type Form = Pick<EpisodeOptions, 'nodes' | 'crashes' | 'length'>;
export type Episode = Form & Pick<EpisodeOptions, 'seed' | 'only'> & Partial<Pick<EpisodeOptions, 'traced'>>;
