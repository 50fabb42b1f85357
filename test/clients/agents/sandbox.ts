/** Where an agent program runs: a home of its own, a browser that takes what it opens to a person, and a terminal. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Test } from 'tap';
import { temporaryFolder } from '../../support/app.ts';
import { childrenOf } from '../../support/processes.ts';
import type { Environment } from '../../support/surroundings.ts';

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 50;
/** How long nothing changes before a person types. A program that is still loading its commands takes a key for another one. */
const STILL_MS = 2000;
const MAX_STILL_MS = 20_000;
/** How long a program may take until it reads keys. */
const PRESSED_MS = 3000;
/** An authorization request that is written completely: something follows it. */
const AUTHORIZE = /https?:\/\/[\w.:-]+\/oauth\/authorize\?[\w%.?&=+~-]+(?=[^\w%.?&=+~-])/g;

export const ENTER = '\r';

/** Visits what a program opens, as a person does. */
export type Visit = (url: URL) => Promise<void>;

export interface Ended {
  code: number | null;
  /** What it wrote on both streams, without colours. */
  output: string;
}

export interface Terminal {
  ended: Promise<Ended>;
  /** Waits until it has written this after the last keys. @throws if it ends before, or not in time */
  shows(pattern: RegExp): Promise<void>;
  /** Whether it has written this after the last keys. */
  isShown(pattern: RegExp): boolean;
  /** Waits until the person has visited what it opened. @throws if it opens nothing in time */
  visited(): Promise<void>;
  /** Types as a person does, who waits until the program has stopped drawing. */
  type(keys: string): Promise<void>;
  /** Presses a key while it is drawing all the time. */
  press(key: string): Promise<void>;
  stop(): Promise<void>;
}

export interface Sandbox {
  home: string;
  /** Where the commands run. */
  work: string;
  /** What the person has entered: each command, each answer to what a program asks, and each file. */
  entries: number;
  /** All that programs have opened in the browser, in order. */
  opened(): string;
  /** Makes a command, by what it starts. */
  install(command: string, program: string): void;
  /** What every command finds in its environment from now on. */
  set(environment: Environment): void;
  /** Sets the clock of every command ahead from now on, by libfaketime, if it is linked dynamically. */
  later(ms: number): void;
  /** Runs a command to its end, without input. */
  run(command: readonly string[]): Promise<Ended>;
  /** Runs a line as it is typed into a terminal. */
  terminal(line: string): Terminal;
}

export function sandbox(t: Test, visit: Visit): Sandbox {
  const home = temporaryFolder(t);
  const work = join(home, 'work');
  const bin = join(home, 'bin');
  for (const folder of [work, bin]) mkdirSync(folder);
  const opened = join(home, 'opened');
  const install = (command: string, script: string): string => {
    const file = join(bin, command);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  let added: Environment = {};
  const base = {
    HOME: home,
    PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    TERM: 'xterm-256color',
    BROWSER: install('xdg-open', `echo "$1" >> '${opened}'`),
  };
  const visited = new Set<string>();

  /** What the programs ask is written to their output, or opened, or both. */
  function visitNew(output: string): Promise<void>[] {
    return [...`${output}\n${box.opened()}`.matchAll(AUTHORIZE)].flatMap(([found]) => {
      const url = new URL(found);
      const challenge = url.searchParams.get('code_challenge') ?? found;
      // A terminal breaks lines: what is asked whole has a resource at its end.
      if (visited.has(challenge) || !url.searchParams.has('resource')) return [];
      visited.add(challenge);
      return [visit(url)];
    });
  }

  function start(command: readonly string[]) {
    box.entries += 1;
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: work, env: { ...base, ...added } });
    t.teardown(() => kill(child));
    let output = '';
    let visits = Promise.resolve();
    let visited = 0;
    const look = (): void => {
      for (const visiting of visitNew(output)) {
        visits = visits.then(() => visiting);
        visited += 1;
      }
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = stripVTControlCharacters(output + String(chunk));
      });
    }
    const timer = setInterval(look, LOOK_EVERY_MS);
    const overdue = setTimeout(() => kill(child), PATIENCE_MS);
    const ended = once(child, 'close').then(async (): Promise<Ended> => {
      clearTimeout(overdue);
      clearInterval(timer);
      await visits;
      return { code: child.exitCode, output };
    });
    const untilVisited = async (): Promise<void> => {
      for (const end = performance.now() + PATIENCE_MS; visited === 0; await sleep(LOOK_EVERY_MS)) {
        if (performance.now() > end)
          throw new Error(`${command.join(' ')} opened nothing, but\n${output.slice(-3000)}`);
      }
      await visits;
    };
    return { child, ended, output: () => output, untilVisited };
  }

  const box: Sandbox = {
    home,
    work,
    entries: 0,
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''),
    install: (command, program) => void install(command, `exec ${program} "$@"`),
    set(environment) {
      added = environment;
    },
    later(ms) {
      const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
      added = { ...added, LD_PRELOAD: library, FAKETIME: `+${ms / 1000}s`, DONT_FAKE_MONOTONIC: '1' };
    },
    run(command) {
      const { child, ended } = start(command);
      child.stdin.end();
      return ended;
    },
    terminal(line) {
      // Wide enough for addresses, which a program would break otherwise.
      const wide = `stty rows 50 columns 250; ${line}`;
      const { child, ended, output, untilVisited } = start(['script', '--quiet', '--command', wide, '/dev/null']);
      let typedAt = 0;
      const write = (keys: string): void => {
        typedAt = output().length;
        child.stdin.write(keys);
      };
      const isShown = (pattern: RegExp): boolean => pattern.test(output().slice(typedAt));
      return {
        ended,
        isShown,
        visited: untilVisited,
        async shows(pattern) {
          for (const end = performance.now() + PATIENCE_MS; !isShown(pattern); ) {
            if (performance.now() > end || child.exitCode !== null) {
              throw new Error(`${line} does not show ${pattern}, but\n${output().slice(-3000)}`);
            }
            await sleep(LOOK_EVERY_MS);
          }
        },
        async type(keys) {
          const end = performance.now() + MAX_STILL_MS;
          for (let length = -1; length !== output().length && performance.now() < end; await sleep(STILL_MS)) {
            ({ length } = output());
          }
          if (keys === ENTER) box.entries += 1;
          write(keys);
        },
        async press(key) {
          await sleep(PRESSED_MS);
          write(key);
        },
        async stop() {
          kill(child);
          await ended;
        },
      };
    },
  };
  return box;
}

/** Ends a program with all that it has started, from the last to the first. */
function kill({ pid, exitCode, signalCode }: ChildProcessWithoutNullStreams): void {
  if (pid !== undefined && exitCode === null && signalCode === null) killTree(pid);
}

function killTree(pid: number): void {
  for (const child of childrenOf(pid)) killTree(child);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
