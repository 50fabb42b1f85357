import { soak } from '../../machines/soak/soak.ts';
import { NO_POSTGRES, startPostgres } from '../../support/postgres.ts';
import type { Report } from '../report.ts';
import type { Described, Scripts } from '../script.ts';
import { freshFolder } from '../services.ts';

const SHORT_MINUTES = 3;
const LONG_MINUTES = 60;

async function soakPostgres(minutes: number): Promise<Report | string> {
  const postgres = await startPostgres();
  if (postgres === undefined) return NO_POSTGRES;
  try {
    return await soak({ folder: freshFolder(), minutes, postgres });
  } finally {
    await postgres.stop();
  }
}

const compared = { 'bytes a flow': 2000, 'p99 at the end, relative to the beginning': 3 };

const onSqlite = (minutes: number): Described => ({
  run: () => soak({ folder: freshFolder(), minutes }),
  compared,
  onlyNamed: minutes === LONG_MINUTES,
});
const onPostgres = (minutes: number): Described => ({
  run: () => soakPostgres(minutes),
  compared,
  onlyNamed: minutes === LONG_MINUTES,
});

export const SOAK_FAULTS: Scripts = {
  'F23 soak of 3 minutes': onSqlite(SHORT_MINUTES),
  'F23 soak of 3 minutes, PostgreSQL': onPostgres(SHORT_MINUTES),
  'F23 soak of 60 minutes': onSqlite(LONG_MINUTES),
  'F23 soak of 60 minutes, PostgreSQL': onPostgres(LONG_MINUTES),
};
