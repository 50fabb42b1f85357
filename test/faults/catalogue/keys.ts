import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Settings } from '../../support/server-process.ts';
import { backUpUnderLoad } from '../backup.ts';
import { replaceMasterKeyUnderLoad, rotateUnderLoad } from '../keys.ts';
import type { Report } from '../report.ts';
import type { Scripts } from '../script.ts';
import { freshFolder, freshSettings, onPostgres } from '../services.ts';

const ownKey = (): Settings => ({ MASTER_KEY: randomBytes(32).toString('base64') });

/** With 200 acknowledged writes a second and more. */
async function backUp(settings: Settings, empty: () => Promise<Settings>): Promise<Report> {
  const elsewhere = async (): Promise<Settings> => {
    const { DATA_DIR = '', DATABASE_URL = '' } = await empty();
    // The place of a file has the demo platform in it.
    if (DATABASE_URL.startsWith('file:')) rmSync(DATABASE_URL.slice('file:'.length));
    return { ...settings, DATA_DIR, DATABASE_URL };
  };
  return backUpUnderLoad(settings, { folder: freshFolder(), elsewhere }, { backups: 10, pauseMs: 2 });
}

export const KEY_FAULTS: Scripts = {
  'F20 signing key replaced 20 times, 2 processes on one file': async () =>
    rotateUnderLoad(await freshSettings(ownKey()), 20),
  'F20 signing key replaced 20 times, 2 processes on PostgreSQL': () =>
    onPostgres((settings) => rotateUnderLoad({ ...settings, ...ownKey() }, 20)),
  'F21 backups under load': async () => backUp(await freshSettings(ownKey()), freshSettings),
  'F21 backups under load, PostgreSQL': () =>
    onPostgres((settings, createDatabase) =>
      backUp({ ...settings, ...ownKey() }, async () => freshSettings({ DATABASE_URL: await createDatabase() })),
    ),
  'master key replaced, 2 processes on one file': async () => replaceMasterKeyUnderLoad(await freshSettings(ownKey())),
  'master key replaced, 2 processes on PostgreSQL': () =>
    onPostgres((settings) => replaceMasterKeyUnderLoad({ ...settings, ...ownKey() })),
};
