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

/** @param onLine told every line it says, while it runs */
export async function runSuite(t: Test, args: readonly string[], onLine = (_line: string): void => {}) {
  const { child, folder } = start(t, args);
  createInterface({ input: child.stdout }).on('line', onLine);
  await once(child, 'close');
  return readdirSync(folder).flatMap((run): Check[] => {
    const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const checks: Omit<Check, 'scenario'>[] = JSON.parse(readFileSync(join(folder, run, 'checks.json'), 'utf8'));
    return checks.map((check) => ({ scenario, ...check }));
  });
}

/** Every scenario for servers that the suite has, with the revisions it is for; none for an extension of the protocol. */
export async function serverScenarios(t: Test): Promise<Map<string, readonly string[]>> {
  const { child } = start(t, ['list', '--server']);
  const said = await text(child.stdout);
  return new Map(
    [...said.matchAll(/^ *- (\S+) \[(.*)\]$/gm)].map(([, name = '', revisions = '']) => [
      name,
      revisions === 'extension' ? [] : revisions.split(','),
    ]),
  );
}

export const isFault = ({ status }: Check): boolean => status !== 'SUCCESS' && status !== 'INFO';
