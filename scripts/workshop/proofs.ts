/**
 * `npm run machine -- proofs`: everything that has to hold before a release, one after the other. Each proof that passes
 * on a committed tree is kept in `test/machines/proofs.json`, with its commit, day and minutes, as docs/release.md shows.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { endWithUsage, isCommand, withoutOptions } from '../commands/usage.ts';

interface Proof {
  readonly title: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of npm. */
  readonly args: readonly string[];
}

export interface StoredProof {
  readonly commit: string;
  readonly day: string;
  readonly minutes: number;
}

const machine = (...args: string[]): readonly string[] => ['run', '-s', 'machine', '--', ...args];
const ON_NODES = ['test', '-s', '--', 'test/security', 'test/flows'];

export const PROOFS: Readonly<Record<string, Proof>> = {
  sqlite: {
    title: 'all tests on SQLite, every page in every language and width, coverage',
    env: { THOROUGH: 'on', COVERAGE: 'on' },
    args: ['test', '-s'],
  },
  postgres: {
    title: 'all tests on PostgreSQL',
    env: { THOROUGH: 'on', TEST_DATABASE: 'postgres' },
    args: ['test', '-s'],
  },
  nodes: { title: 'attacks and flows on two nodes', env: { NODES: '2', TEST_DATABASE: 'postgres' }, args: ON_NODES },
  workers: {
    title: 'crashes and races of two workers',
    env: { WORKERS: '2' },
    args: ['test', '-s', '--', 'test/faults'],
  },
  agents: { title: 'seven agent programs', args: machine('agents') },
  faults: { title: 'the faults in their long form', args: machine('faults') },
  model: { title: 'the model of a grant, and 10,000 traces of it', args: machine('model') },
  simulate: { title: 'the whole system for 200,000 steps', args: machine('simulate', '--steps', '200000') },
  fleet: { title: 'a thousand clients over ninety days', args: machine('fleet') },
  fuzz: { title: 'every parser and API for half a minute', args: machine('fuzz', '--seconds', '30') },
  soak: { title: 'an hour while every part restarts once', args: machine('soak', '--minutes', '60') },
  mutation: { title: 'the mutants of the protocol core', args: machine('mutation') },
};

const FILE = 'test/machines/proofs.json';

export const storedProofs = (): Record<string, StoredProof> => JSON.parse(readFileSync(FILE, 'utf8'));

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

function prove(name: string, { env, args }: Proof): boolean {
  const begin = performance.now();
  process.stdout.write(
    `\n${name}: ${Object.entries(env ?? {})
      .map((pair) => `${pair.join('=')} `)
      .join('')}npm ${args.join(' ')}\n`,
  );
  const isCommitted = git('status', '--porcelain', '--', `:!${FILE}`) === '';
  if (spawnSync('npm', args, { env: { ...process.env, ...env }, stdio: 'inherit' }).status !== 0) return false;
  if (!isCommitted) return true;
  const minutes = Math.round((performance.now() - begin) / 6000) / 10;
  const stored: StoredProof = {
    commit: git('rev-parse', '--short=8', 'HEAD'),
    day: new Date().toISOString().slice(0, 10),
    minutes,
  };
  writeFileSync(FILE, `${JSON.stringify({ ...storedProofs(), [name]: stored }, undefined, 2)}\n`);
  return true;
}

if (isCommand(import.meta.filename)) {
  const USAGE = `Usage: npm run machine -- proofs [proof …]    prove what has to hold before a release

${Object.entries(PROOFS)
  .map(([name, { title }]) => `  ${name.padEnd(10)} ${title}\n`)
  .join('')}`;
  const named = withoutOptions(process.argv.slice(2), USAGE);
  const failed = (named.length > 0 ? named : Object.keys(PROOFS)).filter(
    (name) => !prove(name, PROOFS[name] ?? endWithUsage(USAGE, `there is no proof ${name}`)),
  );
  process.stdout.write(failed.length === 0 ? '\nall proofs passed\n' : `\nfailed: ${failed.join(', ')}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
