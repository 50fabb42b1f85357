/** Copies of the database from before a migration, which have what was deleted since. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder, testApp } from '../support/app.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;

t.test('the server deletes copies from before a migration after 30 days, and nothing else', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'schoolgate.db');
  const ages = {
    'before-migration-2020-01-01T00-00-00-000Z': 31,
    'before-migration-2020-01-02T00-00-00-000Z': 29,
    old: 31,
  };
  for (const [name, days] of Object.entries(ages)) {
    const path = `${file}.${name}`;
    writeFileSync(path, '');
    utimesSync(path, new Date(Date.now() - days * DAY), new Date(Date.now() - days * DAY));
  }
  await testApp(t, { databaseUrl: `file:${file}`, seed: false });
  const left = () => Object.keys(ages).filter((name) => readdirSync(folder).includes(`schoolgate.db.${name}`));
  await until(async () => left().length < 3);
  t.strictSame(left(), ['before-migration-2020-01-02T00-00-00-000Z', 'old']);
});
