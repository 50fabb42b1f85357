/** The command line of the official conformance suite, and what it found. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';

const SUITE = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

export interface Check {
  scenario: string;
  id: string;
  status: 'SUCCESS' | 'INFO' | 'SKIPPED' | 'WARNING' | 'FAILURE';
  errorMessage?: string;
}

const start = (t: Test, args: readonly string[]) => {
  const folder = temporaryFolder(t);
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const child = spawn(process.execPath, [SUITE, ...args, ...(args[0] === 'list' ? [] : ['--output-dir', folder])], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { child, folder };
};

/**
 * @param onLine told every line it says, while it runs
 * @returns what it checked, and whether it says that everything which it counts has passed
 */
export async function runSuite(t: Test, args: readonly string[], onLine = (_line: string): void => {}) {
  const { child, folder } = start(t, args);
  createInterface({ input: child.stdout }).on('line', onLine);
  await once(child, 'close');
  const checks = readdirSync(folder).flatMap((run): Check[] => {
    const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const checks: Omit<Check, 'scenario'>[] = JSON.parse(readFileSync(join(folder, run, 'checks.json'), 'utf8'));
    return checks.map((check) => ({ scenario, ...check }));
  });
  return { checks, hasPassed: child.exitCode === 0 };
}

/** Every scenario of a kind that the suite has, with the revisions it is for; none for an extension of the protocol. */
export async function scenarios(t: Test, kind: 'server' | 'authorization'): Promise<Map<string, readonly string[]>> {
  const { child } = start(t, ['list', `--${kind}`]);
  const said = await text(child.stdout);
  return new Map(
    [...said.matchAll(/^ *- (\S+) \[(.*)\]$/gm)].map(([, name = '', revisions = '']) => [
      name,
      revisions === 'extension' ? [] : revisions.split(','),
    ]),
  );
}

/**
 * The scenarios for servers that conforming to a revision was frozen to demand, and those that run beside them.
 * @param revision one that has such a list
 */
export async function requirements(t: Test, revision: string): Promise<{ all: string[]; extensions: string[] }> {
  const { child } = start(t, ['list', '--requirements', revision]);
  const said = await text(child.stdout);
  const required = /^Server scenarios.*\n((?: +- .*\n)+)/m.exec(said)?.[1] ?? '';
  const beside = /^ *extension \(\d+\):\n((?: +- .*\n)+)/m.exec(said)?.[1] ?? '';
  const others = [...said.matchAll(/^ +- (\S+) \[server\]$/gm)].map(([, name = '']) => name);
  return {
    all: [...[...required.matchAll(/- (\S+)/g)].map(([, name = '']) => name), ...others],
    extensions: [...beside.matchAll(/- (\S+) \[server\]/g)].map(([, name = '']) => name),
  };
}

/** What the suite finds not to apply, because the server does not declare it, is skipped and no fault. */
export const isFault = ({ status }: Check): boolean => status === 'FAILURE' || status === 'WARNING';
