/** Shows how far a command is that takes long, and ends it at Ctrl-C where it leaves nothing half done. */
import { existsSync } from 'node:fs';
import { isStatementRunning } from '../../db/engine/long-statement.ts';
import { removeCopies } from '../../db/engine/reading-copies.ts';

/** Of a program that SIGINT ends, by the convention of shells. */
const INTERRUPTED = 130;
/** On a terminal, a line that changes; elsewhere a new line each time. */
const EACH_MS = { terminal: 1000, elsewhere: 5000 };
/** A command that says nothing of its work is shown after this time, and only on a terminal. */
const QUIET_MS = 2000;
/** How long a work may take to stop by itself. */
const STOPS_WITHIN_MS = 3000;
const SAME_SIGNAL_MS = 500;
const BAR = 20;
const SHELL = '/bin/sh';
/** Goes to the start of the line and clears it. */
const CLEAR = '\r\u001B[K';
const UNKNOWN = 'Stopped. If the command was to change anything, see whether it has before you run it again.';

/** The person has pressed Ctrl-C. The message says what is done, and what to do next. */
export class InterruptedError extends Error {}

interface Work {
  readonly what: string;
  readonly stopped: string | (() => string);
  readonly begunAt: number;
  done?: number | undefined;
  of?: number | undefined;
  canStop?: boolean;
}

const works: Work[] = [];
const interruption = new AbortController();
/** For threads and other programs, which end when it is aborted. */
export const { signal: stopSignal } = interruption;
let isDrawn = false;
let interruptedAt = Number.NEGATIVE_INFINITY;

/** Runs a command of the program. Before it says how far it is, it is shown only on a terminal. */
export function runShown(name: string, command: () => Promise<void>): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) if (stream.isTTY) eraseBefore(stream);
  process.on('SIGINT', interrupt);
  const isLong = ({ begunAt, done }: Work): boolean =>
    done !== undefined || (process.stderr.isTTY && performance.now() - begunAt > QUIET_MS);
  return show({ what: name, stopped: UNKNOWN, begunAt: performance.now() }, isLong, command);
}

/**
 * Runs a work, and shows what it is, for how long it has run, and how far it is.
 * @param stopped what Ctrl-C leaves, and what to do next
 */
export function withProgress<Result>(
  what: string,
  stopped: Work['stopped'],
  run: () => Promise<Result>,
): Promise<Result> {
  return show({ what, stopped, begunAt: performance.now() }, () => true, run);
}

async function show<Result>(work: Work, isShown: (work: Work) => boolean, run: () => Promise<Result>): Promise<Result> {
  const tick = (): void => {
    if (work === works.at(-1) && isShown(work)) draw(work);
  };
  works.push(work);
  if (process.stderr.isTTY) tick();
  const timer = setInterval(tick, process.stderr.isTTY ? EACH_MS.terminal : EACH_MS.elsewhere);
  try {
    if (stopSignal.aborted) throw new InterruptedError(stoppedIn(work));
    return await run();
  } catch (error) {
    if (stopSignal.aborted) end(error instanceof InterruptedError ? error.message : stoppedIn(work));
    throw error;
  } finally {
    clearInterval(timer);
    erase();
    works.pop();
  }
}

/** Says how far the present work is, at a place where it can stop. @throws {InterruptedError} if it has to */
export function step(done?: number, of?: number): void {
  const work = works.at(-1);
  if (work === undefined) return;
  Object.assign(work, { canStop: true, done, of });
  if (stopSignal.aborted) throw new InterruptedError(stoppedIn(work));
}

const stoppedIn = ({ stopped }: Work): string => (typeof stopped === 'string' ? stopped : stopped());

function farOf({ done, of }: Work): string {
  if (done === undefined) return '';
  const count = numeral(done);
  if (of === undefined) return ` ${count},`;
  const full = of === 0 ? BAR : Math.floor((BAR * done) / of);
  return ` [${'#'.repeat(full).padEnd(BAR)}] ${count} of ${numeral(of)},`;
}

export const numeral = (count: number): string => count.toLocaleString('en');

function draw(work: Work): void {
  const { stderr } = process;
  const line = `${work.what} …${farOf(work)} ${Math.round((performance.now() - work.begunAt) / 1000)} s`;
  // A longer line would leave its beginning on the one above.
  stderr.write(stderr.isTTY ? `${CLEAR}${line.slice(0, (stderr.columns || 80) - 1)}` : `${line}\n`);
  isDrawn = stderr.isTTY;
}

function erase(): void {
  if (!isDrawn) return;
  isDrawn = false;
  process.stderr.write(CLEAR);
}

/** What a command prints meanwhile takes the place of the line. */
function eraseBefore(stream: NodeJS.WriteStream): void {
  const { write } = stream;
  stream.write = (...parts: unknown[]): boolean => {
    erase();
    return Reflect.apply(write, stream, parts);
  };
}

function interrupt(): void {
  // npm and others pass on a signal that the terminal has sent to this process, too.
  if (performance.now() - interruptedAt < SAME_SIGNAL_MS) return;
  interruptedAt = performance.now();
  const isFirst = !stopSignal.aborted;
  const work = works.at(-1);
  const stop = (): never => end(work === undefined ? UNKNOWN : stoppedIn(work));
  interruption.abort(new InterruptedError(work && stoppedIn(work)));
  if (isFirst && works.some(({ canStop }) => canStop)) setTimeout(stop, STOPS_WITHIN_MS);
  else stop();
}

function end(message: string): never {
  erase();
  process.stderr.write(`${message}\n`);
  removeCopies();
  if (isStatementRunning()) endThreads();
  process.exit(INTERRUPTED);
}

/** Ends the process at once, because an exit would wait for the statement. */
function endThreads(): void {
  process.removeAllListeners('warning');
  if (existsSync(SHELL)) process.execve?.(SHELL, ['sh', '-c', `exit ${INTERRUPTED}`], {});
  // The signal itself ends the process, too, with the same code for a shell.
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}
