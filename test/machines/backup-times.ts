/**
 * `npm run machine -- backup-times [--scale 1,100]`: takes, verifies and restores backups of the demo platform on both engines,
 * moves it from one to the other, and prints how long each took as a table of the manual.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveDatabase } from '../../db/move/move.ts';
import { type Config, loadConfig } from '../../plugins/settings/config.ts';
import { buildApp } from '../../routes/app.ts';
import { writeNewIdentity } from '../../scripts/commands/backup/encryption.ts';
import { restoreBackup } from '../../scripts/commands/backup/restore.ts';
import { takeBackup } from '../../scripts/commands/backup/take.ts';
import { verifyBackup } from '../../scripts/commands/backup/verify.ts';
import { seedDemo } from '../../scripts/commands/demo/seed.ts';
import { endWithUsage } from '../../scripts/commands/usage.ts';
import { readOptions } from '../support/command-line.ts';
import { startPostgres } from '../support/postgres.ts';
import { PASSWORD, SECRET } from '../support/settings.ts';

const USAGE = 'Usage: npm run machine -- backup-times [--scale 1,100]\n';
const { values } = readOptions(USAGE, { scale: { type: 'string', default: '1,100' } });
const scales = values.scale.split(',').map(Number);
if (scales.some((scale) => !Number.isInteger(scale) || scale < 1 || scale > 1000))
  endWithUsage(USAGE, '--scale takes whole numbers from 1 to 1000');

const folder = mkdtempSync(join(tmpdir(), 'schoolgate-times-'));
const postgres = await startPostgres();
const MEGABYTE = 1024 * 1024;
let places = 0;

function configOf(databaseUrl?: string): Config {
  places += 1;
  const DATA_DIR = join(folder, String(places));
  const demo = { DEMO_PASSWORD: PASSWORD, DEMO_SECRET: SECRET, LOG_LEVEL: 'silent' };
  return loadConfig({
    ...demo,
    DATA_DIR,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
}

async function secondsOf<Result>(work: () => Promise<Result>): Promise<[seconds: string, result: Result]> {
  const began = performance.now();
  const result = await work();
  return [((performance.now() - began) / 1000).toFixed(1), result];
}

const print = (...cells: (string | number)[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** @param empty the settings of a place to restore to */
async function measure(name: string, scale: number, config: Config, empty: () => Promise<Config>): Promise<void> {
  const identityFile = join(folder, `identity-${places}`);
  const recipient = await writeNewIdentity(identityFile);
  const [backup, { folder: made }] = await secondsOf(() => takeBackup(config, config.backupDir));
  const [verify, { checksums, faults }] = await secondsOf(() => verifyBackup(made, config));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const place = await empty();
  const [restore] = await secondsOf(() =>
    restoreBackup({ folder: made, checksums, identities: [] }, place, Date.now()),
  );
  const [encrypted] = await secondsOf(() => takeBackup(config, join(folder, `encrypted-${places}`), [recipient]));
  const size = Math.ceil(statSync(join(made, 'database')).size / MEGABYTE);
  print(scale, name, `${size} MB`, `${backup} s`, `${encrypted} s`, `${verify} s`, `${restore} s`);
}

try {
  print('scale', 'engine', 'copy of the database', 'backup', 'encrypted', 'verify', 'restore');
  print('--:', '---', '--:', '--:', '--:', '--:', '--:');
  for (const scale of scales) {
    const config = configOf();
    const app = await buildApp(config);
    await app.ready();
    await seedDemo(app, { scale });
    await app.close();
    await measure('SQLite', scale, config, async () => configOf());
    if (postgres === undefined) continue;
    const url = await postgres.createDatabase();
    const [there, { rows }] = await secondsOf(() => moveDatabase(config.databaseUrl, url));
    await measure('PostgreSQL', scale, configOf(url), async () => configOf(await postgres.createDatabase()));
    const [back] = await secondsOf(() => moveDatabase(url, configOf().databaseUrl));
    process.stdout.write(`move of ${rows} rows: to PostgreSQL ${there} s, to SQLite ${back} s\n`);
  }
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
