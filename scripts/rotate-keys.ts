/**
 * `npm run keys -- rotate [--now]`: publishes a new signing key, which is used after one day, or immediately with
 * `--now`.
 */
import { parseArgs } from 'node:util';
import { openApp } from './process.ts';

const USAGE = 'Usage: npm run keys -- rotate [--now]\n';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { now: { type: 'boolean', default: false } },
});
if (positionals.join(' ') !== 'rotate') {
  process.stderr.write(USAGE);
  process.exit(2);
}
const app = await openApp({ LOG_LEVEL: 'warn' });
const { kid, signsFrom } = await app.oauth.signer.rotate(values.now);
process.stdout.write(`published ${kid}, which signs from ${new Date(signsFrom).toISOString()}\n`);
await app.close();
