/** `npm run seed`: makes the demo platform where it is missing. With `--json`, says what is in it on standard output. */
import { parseArgs } from 'node:util';
import { seedDemo } from './demo/seed.ts';
import { printDemo } from './demo/summary.ts';
import { openApp } from './process.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

// Standard output belongs to the answer.
const app = await openApp({ LOG_LEVEL: 'silent' });
if (!app.config.seedsDemo) {
  process.stderr.write('The demo platform is only for an http loopback BASE_URL outside production\n');
  process.exitCode = 1;
} else {
  const summary = await seedDemo(app);
  process.stdout.write(values.json ? `${JSON.stringify(summary, null, 2)}\n` : printDemo(summary));
}
await app.close();
