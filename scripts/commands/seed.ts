/**
 * `schoolgate seed`: creates the demo platform if it does not exist. With `--json`, prints its contents on standard
 * output. With `--scale N`, creates N times as many students, courses, orders and so on.
 */
import { seedDemo } from './demo/seed.ts';
import { PASSWORD_IS_GONE, printDemo } from './demo/summary.ts';
import { openServer, readSettings } from './process.ts';
import { step, withProgress } from './progress.ts';
import { endWithUsage, readArguments, refuseArguments } from './usage.ts';

const LARGEST_SCALE = 1000;
const PARTLY = 'Stopped: a part of the demo is there. Run the command again, which adds the rest.';

export const USAGE = `Usage: schoolgate seed [--json] [--scale <count>]

  --json           print what was created as JSON
  --scale <count>  create that many times as many students, courses and orders
`;

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, {
    json: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
  });
  if (positionals.length > 0) refuseArguments(USAGE, { positionals, values });
  const scale = Number(values.scale);
  if (!Number.isInteger(scale) || scale < 1 || scale > LARGEST_SCALE) {
    endWithUsage(USAGE, `--scale must be a whole number from 1 to ${LARGEST_SCALE}`);
  }

  // Standard output is reserved for the result.
  const app = await openServer(await readSettings({ LOG_LEVEL: 'silent' }, { makesNew: true }));
  if (!app.config.seedsDemo) {
    process.stderr.write('The demo platform can be created only with an http loopback BASE_URL outside production.\n');
    process.exitCode = 1;
  } else {
    const summary = await withProgress('Creating the demo', PARTLY, () => seedDemo(app, { scale, onProgress: step }));
    if (values.json && summary.people.some(({ password }) => password === null)) {
      process.stderr.write(`"password" is null. ${PASSWORD_IS_GONE}\n`);
    }
    process.stdout.write(values.json ? `${JSON.stringify(summary, null, 2)}\n` : printDemo(summary));
  }
  await app.close();
}
