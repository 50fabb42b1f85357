/** A school of any size in a folder, and the settings of servers that serve it. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { moveDatabase } from '../../../db/move/move.ts';
import { loadConfig } from '../../../plugins/settings/config.ts';
import { buildApp } from '../../../routes/app.ts';
import { addCallers, CALLERS } from '../../support/admin.ts';
import { CHEAP } from '../../support/cheap-password.ts';
import { fillSchool } from '../../support/large-school.ts';
import { fill } from '../../support/many-grants.ts';
import { query } from '../../support/postgres.ts';
import type { Settings } from '../../support/server-process.ts';
import { BASE } from '../../support/settings.ts';
import { templates } from '../../support/templates.ts';

/** Grants that ended long ago, for housekeeping. */
const DEAD_GRANTS = 20_000;

export interface Place {
  folder: string;
  members: number;
  /** Of an empty database of PostgreSQL, or of one that has the school. */
  postgresUrl: string | undefined;
  onProgress(line: string): void;
}

export const fileIn = (folder: string): string => join(folder, 'schoolgate.db');

/** A server in this process, without housekeeping. */
export async function openSchool(settings: Settings): Promise<FastifyInstance> {
  const app = await buildApp(loadConfig(settings), { housekeeping: false, passwordCost: CHEAP });
  await app.ready();
  return app;
}

/** Makes the school, unless it is there. @returns the settings of a server */
export async function makeSchool({ folder, members, postgresUrl, onProgress }: Place): Promise<Settings> {
  const file = fileIn(folder);
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: `file:${file}`,
    BASE_URL: BASE,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    PLATFORM_OPERATORS: CALLERS.foreignOwner.email,
  };
  if (!existsSync(file)) {
    onProgress(`makes a school of ${members} members in ${file}`);
    copyFileSync(join(await templates('sqlite'), 'demo.db'), file);
    const app = await openSchool(settings);
    await addCallers(app);
    await app.close();
    fillSchool(file, members, Date.now(), (text) => onProgress(text.slice(0, 60).replace(/\s+/g, ' ')));
    fill(file, 0, DEAD_GRANTS);
    onProgress('renews the search index');
    await (await openSchool(settings)).close();
  }
  if (postgresUrl === undefined) return settings;
  const [found] = await query(postgresUrl, "select to_regclass('people') is not null as exists");
  if (found?.exists !== true) {
    const { rows } = await moveDatabase(settings.DATABASE_URL, postgresUrl, (table) => onProgress(`moves ${table}`));
    await query(postgresUrl, 'vacuum analyze');
    onProgress(`${rows} rows moved to PostgreSQL`);
  }
  return { ...settings, DATABASE_URL: postgresUrl };
}
