/** `npm run machine -- <name> [option …]`: the proofs that take long, each a program of its own. */
import { spawnSync } from 'node:child_process';
import { endWithUsage, withoutOptions } from '../commands/usage.ts';

interface Machine {
  readonly title: string;
  readonly program: string;
  /** Folders with packages of their own, which are installed first. */
  readonly packages?: readonly string[];
  /** Arguments that come before those of the person. */
  readonly args?: readonly string[];
}

const AGENTS = 'test/clients/agents';

const MACHINES: Readonly<Record<string, Machine>> = {
  agents: {
    title: 'seven agent programs, each with a played model and a person in Chromium',
    program: 'scripts/workshop/testing/run.ts',
    packages: [AGENTS, `${AGENTS}/more`],
    args: [`${AGENTS}/*.test.ts`, `${AGENTS}/more/*.test.ts`],
  },
  'backup-times': {
    title: 'how long backups of databases of several sizes take',
    program: 'test/machines/backup-times.ts',
  },
  faults: { title: 'crashes, races and damage, with figures', program: 'test/machines/faults.ts' },
  fleet: { title: 'a thousand clients over ninety days, with thieves', program: 'test/machines/fleet/command.ts' },
  floods: { title: 'floods from one address and from many', program: 'test/machines/floods/command.ts' },
  fuzz: { title: 'a search for input that breaks a parser or an API', program: 'test/machines/fuzz/command.ts' },
  'migration-locks': {
    title: 'how long migrations block a full PostgreSQL',
    program: 'test/machines/migration-locks.ts',
  },
  model: { title: 'every state of the model of a grant, and its traces', program: 'test/machines/model/command.ts' },
  mutation: {
    title: 'mutants of the protocol core that no test kills',
    program: 'scripts/workshop/mutation/index.ts',
    packages: ['scripts/workshop/mutation'],
  },
  proofs: { title: 'all that has to hold before a release', program: 'scripts/workshop/proofs.ts' },
  scale: { title: 'everything that is read of a school of 100,000 members', program: 'test/machines/scale/command.ts' },
  simulate: { title: 'the whole system from one seed, with crashes', program: 'test/machines/simulation/command.ts' },
  soak: { title: 'a long run while every part restarts once', program: 'test/machines/soak/command.ts' },
};

const USAGE = `Usage: npm run machine -- <name> [options]    run one of the proofs that take long; <name> --help explains it

${Object.entries(MACHINES)
  .map(([name, { title }]) => `  ${name.padEnd(16)} ${title}\n`)
  .join('')}`;

const [name = '--help', ...args] = process.argv.slice(2);
withoutOptions([name], USAGE);
const machine = MACHINES[name] ?? endWithUsage(USAGE, `there is no machine ${name}`);
const { program, packages = [], args: always = [] } = machine;
for (const folder of packages) {
  const install = ['scripts/node/with-packages.js', folder, 'node', '--eval', ''];
  if (spawnSync(process.execPath, install, { stdio: 'inherit' }).status !== 0) process.exit(1);
}
const command = ['--disable-warning=ExperimentalWarning', program, ...always, ...args];
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
