/** `schoolgate doctor deployment`: examines a server with its proxy, mail server, database and machine. It changes nothing. */
import { styleText } from 'node:util';
import { type Config, loadConfig } from '../../../../plugins/settings/config.ts';
import { printable } from '../../connect/errors.ts';
import { databaseKeyOf, settingsTrouble } from '../../database-key.ts';
import { printDataPaths } from '../../process.ts';
import { addressVerdicts } from './address.ts';
import { ask, type Target } from './asking.ts';
import { dataVerdicts, unreadable } from './data.ts';
import { backupVerdicts, clockVerdicts, diskVerdicts, fileVerdicts, type OtherClock } from './machine.ts';
import { mailVerdicts } from './mail.ts';
import { type DeploymentOptions, readDeploymentOptions } from './options.ts';
import { providerVerdicts } from './providers.ts';
import { proxyVerdicts } from './proxy.ts';
import { settingVerdicts } from './settings.ts';
import { fail, limited, messageOf, type Result, type Verdict, warn } from './verdicts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const WIDTH = 14;
const COLOURS = { OK: 'green', WARN: 'yellow', FAIL: 'red' } as const satisfies Record<Result, string>;

/** @returns the exit code */
export async function examineDeployment(args: readonly string[], environment: Environment): Promise<number> {
  const options = readDeploymentOptions(args);
  const verdicts: Verdict[] = [];
  for await (const found of options.server === undefined ? all(options, environment) : fromOutside(options)) {
    verdicts.push(...found.map(named));
    if (!options.json) process.stdout.write(found.map(named).map(lineOf).join(''));
  }
  if (options.json) process.stdout.write(`${JSON.stringify(verdicts, undefined, 2)}\n`);
  return verdicts.some(({ result }) => result === 'FAIL') ? 1 : 0;
}

const named = ({ says, toDo, ...rest }: Verdict): Verdict => ({
  ...rest,
  says: printable(says),
  ...(toDo === undefined ? {} : { toDo }),
});

function lineOf({ check, result, says, toDo }: Verdict): string {
  const line = `${styleText(COLOURS[result], result.padEnd(4))}  ${check.padEnd(WIDTH)}  ${says}\n`;
  return toDo === undefined ? line : `${line}${' '.repeat(WIDTH + 8)}${toDo}\n`;
}

type Verdicts = AsyncGenerator<readonly Verdict[]>;

/** Checks from another machine, without the settings. */
async function* fromOutside({ server = '', connectTo, plainPort }: DeploymentOptions): Verdicts {
  const target = targetOf(server, connectTo, plainPort);
  yield limited('address', async () => (await addressVerdicts(target)).verdicts);
}

async function* all(options: DeploymentOptions, environment: Environment): Verdicts {
  let config: Config;
  const unread: Verdict[] = [];
  const databaseKey = await databaseKeyOf(environment).catch((error) => {
    unread.push(unreadable(error));
    return 'unknown' as const;
  });
  try {
    config = loadConfig(environment, { makesKey: false, databaseKey, onDataPaths: printDataPaths });
  } catch (error) {
    const { says, toDo } = settingsTrouble(messageOf(error));
    yield [fail('settings', says, toDo), ...unread];
    return;
  }
  const clocks: OtherClock[] = [];
  let providers: Parameters<typeof providerVerdicts>[1] = [];
  const note = (name: string, now: number | undefined): void => {
    if (now !== undefined) clocks.push({ name, now, here: Date.now() });
  };
  yield settingVerdicts(config, environment);
  yield limited('database', async () => {
    const found = await dataVerdicts(config);
    note('database', found.databaseNow);
    providers = found.providers ?? [];
    return found.verdicts;
  });
  yield limited('school sign-in', () => providerVerdicts(config, providers));
  yield limited('disk', () => diskVerdicts(config));
  yield limited('files', () => fileVerdicts(config, environment));
  yield limited('backup', () => backupVerdicts(config));
  yield limited('mail', () => mailVerdicts(config, options.dns));
  yield* address(config, options, note);
  if (options.clock !== undefined) {
    const { clock } = options;
    yield limited('clock', async () => {
      const { headers } = await ask(targetOf(clock), new URL(clock).pathname);
      const now = Date.parse(headers.date ?? '');
      if (Number.isNaN(now)) return [fail('clock', `${clock} does not say what time it is`, 'Name another server')];
      note('server of --clock', now);
      return [];
    });
  }
  yield clockVerdicts(clocks);
}

async function* address(
  config: Config,
  { connectTo, plainPort }: DeploymentOptions,
  note: (name: string, now: number | undefined) => void,
): Verdicts {
  const target = targetOf(config.baseUrl, connectTo, plainPort);
  let isReached = false;
  let isVerified = false;
  yield limited('address', async () => {
    const found = await addressVerdicts(target);
    isVerified = found.isVerified;
    isReached = !found.verdicts.some(({ check, result }) => check === 'address' && result === 'FAIL');
    return found.verdicts;
  });
  if (!isReached || !isVerified) {
    const toDo = 'Remove what failed above, and run the doctor again';
    yield [warn('proxy', 'was not examined, because nothing secret is sent to an address that is in doubt', toDo)];
    return;
  }
  yield limited('proxy', async () => {
    const { verdicts, serverNow } = await proxyVerdicts(target, config);
    note('server', serverNow);
    return verdicts;
  });
}

function targetOf(origin: string, connectTo?: Target['connectTo'], plainPort?: number): Target {
  const base = new URL(origin);
  // A port of its own says that the usual ones belong to something else.
  return { base, connectTo, plainPort: plainPort ?? (base.port === '' ? 80 : undefined) };
}
