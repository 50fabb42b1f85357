import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { residentMemory } from '../process-metrics.ts';
import { rotated } from '../rounds.ts';
import { median } from '../statistics.ts';
import { FLOOR } from '../targets/floor.ts';
import { PEER } from '../targets/peer.ts';
import { PRODUCT, productEnvironment } from '../targets/product.ts';
import { ServerProcess, serverEnvironment } from '../targets/server-process.ts';
import { measureFirstAnswers } from './first-answers.ts';

const STARTS = 10;
const MIB = 2 ** 20;
const SCRIPTS = join(import.meta.dirname, '../..');
/** Is measured if it has been made (`npm run binary`). */
const EXECUTABLE = join(SCRIPTS, `../schoolgate-${process.platform}-${process.arch}`);

interface Starting {
  name: string;
  command: readonly string[];
  environment: NodeJS.ProcessEnv;
  folder: string;
}

interface Start {
  readyMilliseconds: number;
  residentBytes: number;
}

interface Progress {
  onProgress(line: string): void;
  signal: AbortSignal;
}

/** Measures starts, and then what is made only when somebody asks for it. */
export async function compareStarts(folder: string, progress: Progress): Promise<string> {
  const starts = await measureStarts(folder, progress);
  const programs = {
    product: [...PRODUCT, 'serve'],
    ...(existsSync(EXECUTABLE) ? { executable: [EXECUTABLE, 'serve'] } : {}),
  };
  return `${starts}\n\n${await measureFirstAnswers(folder, programs, progress)}`;
}

/**
 * Starts each program ten times on its existing database, in turns, and returns a table of the medians: the time from
 * the start of the process to its first answer, and its memory then.
 */
async function measureStarts(parentFolder: string, { onProgress, signal }: Progress): Promise<string> {
  const programs = await prepare(parentFolder);
  const starts = new Map<string, Start[]>(programs.map(({ name }) => [name, []]));
  for (let round = 0; round < STARTS; round++) {
    onProgress(`start ${round + 1} of ${STARTS}`);
    for (const program of rotated(programs, round)) {
      starts.get(program.name)?.push(await startOnce(program));
      signal.throwIfAborted();
    }
  }
  return `${STARTS} interleaved starts on an existing database, medians\n\n${render(starts)}`;
}

/** The first start makes the database, and what Node compiled. */
async function prepare(parentFolder: string): Promise<Starting[]> {
  const all: [name: string, command: readonly string[], environment: typeof serverEnvironment][] = [
    ['product', [...PRODUCT, 'serve'], productEnvironment],
    ['product, from the sources', [process.execPath, join(SCRIPTS, 'schoolgate.ts'), 'serve'], productEnvironment],
    ['product, executable', [EXECUTABLE, 'serve'], productEnvironment],
    ['floor', FLOOR, serverEnvironment],
    ['peer', PEER, serverEnvironment],
  ];
  const programs: Starting[] = [];
  for (const [name, command, environmentOf] of all) {
    if (command[0] === EXECUTABLE && !existsSync(EXECUTABLE)) continue;
    const folder = join(parentFolder, `start of ${name}`);
    await mkdir(folder);
    const program = { name, command, folder, environment: await environmentOf(folder) };
    await startOnce(program);
    programs.push(program);
  }
  return programs;
}

async function startOnce({ command, environment, folder }: Starting): Promise<Start> {
  const server = await ServerProcess.start(command, environment, folder);
  const start = { readyMilliseconds: server.readyMilliseconds, residentBytes: residentMemory(server.pid) };
  await server.stop();
  return start;
}

function render(starts: ReadonlyMap<string, readonly Start[]>): string {
  const figure = (name: string, of: (start: Start) => number): number => median((starts.get(name) ?? []).map(of));
  const ready = (name: string): number => figure(name, ({ readyMilliseconds }) => readyMilliseconds);
  const resident = (name: string): number => figure(name, ({ residentBytes }) => residentBytes / MIB);
  const lines = [...starts.keys()].map((name) => {
    const ratio = (of: (name: string) => number): string => (of(name) / of('peer')).toFixed(2);
    const cells = [ready(name).toFixed(0), ratio(ready), resident(name).toFixed(0), ratio(resident)];
    return `| ${name.padEnd(26)} | ${cells.map((cell, column) => cell.padStart(HEADINGS[column]?.length ?? 0)).join(' | ')} |`;
  });
  const rule = HEADINGS.map((heading) => `${'-'.repeat(heading.length - 1)}:`).join(' | ');
  return [`| ${'program'.padEnd(26)} | ${HEADINGS.join(' | ')} |`, `| ${'-'.repeat(26)} | ${rule} |`, ...lines].join(
    '\n',
  );
}

const HEADINGS = ['ready ms', '÷ peer', 'resident MiB', '÷ peer '];
