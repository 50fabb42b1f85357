/**
 * `schoolgate doctor`: examines a deployment, or simulates a known client against a running server, and reports what is
 * wrong and what to do; or prints what the directory of a vendor asks for.
 */
import { programFilesIn } from '../../schema/program/files.ts';
import { ConnectError } from './connect/errors.ts';
import { FormBrowser } from './doctor/browser.ts';
import { FIXTURES, type Fixture, readFixture, type Way } from './doctor/fixture.ts';
import { chooseWays, type Replay, type ReplayOptions, replay } from './doctor/flow.ts';
import { type DoctorOptions, mistakeOf, parseArguments, USAGE } from './doctor/options.ts';
import { cutOffFrom, formatFinding, formatHeading, formatVerdict } from './doctor/report.ts';

export { USAGE };

const MISTAKE = 2;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`doctor: ${line}\n`);

export async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  process.exitCode = await (command === 'deployment' || command === 'listing' ? examineHere(command, rest) : run(args));
}

/** @returns the exit code */
async function examineHere(command: 'deployment' | 'listing', args: readonly string[]): Promise<number> {
  try {
    if (command === 'listing') return await (await import('./doctor/listing/index.ts')).describeListing(args);
    const { examineDeployment } = await import('./doctor/deployment/index.ts');
    return await examineDeployment(args, process.env);
  } catch (error) {
    const mistake = mistakeOf(error);
    if (mistake === undefined) throw error;
    complain(`${mistake} (see --help)`);
    return MISTAKE;
  }
}

/** @returns the exit code */
async function run(args: readonly string[]): Promise<number> {
  const command = parseArguments(args, process.env);
  if (command.kind === 'mistake') {
    complain(`${command.message} (see --help)`);
    return MISTAKE;
  }
  const { options } = command;
  if (options.client === undefined) return list(options.json);
  if (!clientKeys().includes(options.client)) {
    complain(`unknown client ${options.client}; known clients: ${clientKeys().join(', ')}`);
    return MISTAKE;
  }
  try {
    return await examine(options.client, options);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    complain(error.message);
    return 1;
  }
}

const clientKeys = (): string[] =>
  programFilesIn(FIXTURES)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));

function list(json: boolean): number {
  const clients = clientKeys().map((key) => {
    const { name, notes, ways } = readFixture(key);
    return { key, name, notes, ways: ways.map((way) => way.name) };
  });
  if (json) print(JSON.stringify(clients));
  else for (const { key, name, ways } of clients) print(`${key.padEnd(16)} ${name} (${ways.join('; ')})`);
  return 0;
}

async function examine(key: string, options: DoctorOptions): Promise<number> {
  const fixture = readFixture(key);
  const { account, server } = options;
  // It stays signed in from one callback to the next.
  const browser = new FormBrowser(server);
  const walk = account && ((url: URL) => browser.walk(url, account));
  const replayOptions = { server, client: options.known, walk };
  const ways = await pickWays(fixture, options, replayOptions);
  if (ways.length === 0) {
    complain(`${key} has no way called ${options.way}; it has: ${fixture.ways.map((way) => way.name).join(', ')}`);
    return MISTAKE;
  }
  if (options.known !== undefined && ways.some(({ by }) => by !== 'preregistered')) {
    const secret = options.known.secret === undefined ? '' : ' with DOCTOR_CLIENT_SECRET';
    complain(
      `${key} would not use --client-id${secret}, because it identifies itself by ${ways[0]?.name}: leave it out`,
    );
    return MISTAKE;
  }
  const replays: Replay[] = [];
  try {
    for (const way of ways) replays.push(await show(fixture, way, options.json, replayOptions));
  } finally {
    await browser.signOut();
  }
  if (options.json) {
    const cutOff = cutOffFrom(fixture, options.server);
    const answer = { client: key, server: options.server, holds: allHold(replays), cutOff, ways: replays };
    print(JSON.stringify(answer));
  }
  return allHold(replays) ? 0 : 1;
}

const allHold = (replays: readonly Replay[]): boolean => replays.every(({ holds }) => holds);

async function pickWays(fixture: Fixture, { way }: DoctorOptions, options: ReplayOptions): Promise<readonly Way[]> {
  return way === undefined ? chooseWays(fixture, options) : fixture.ways.filter(({ name }) => name === way);
}

async function show(fixture: Fixture, way: Way, json: boolean, options: ReplayOptions): Promise<Replay> {
  if (json) return replay(fixture, way, options);
  print(formatHeading(fixture, way, options.server));
  const done = await replay(fixture, way, { ...options, tell: (finding) => print(formatFinding(finding)) });
  print(formatVerdict(fixture, done, cutOffFrom(fixture, options.server)));
  return done;
}
