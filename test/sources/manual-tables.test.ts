// sqlite
/** The tables of the manual that come from the source are up to date. With MANUAL=write (`npm run manual`), writes them. */
import t from 'tap';
import { testApp } from '../support/app.ts';
import { manualTables } from '../support/manual-tables.ts';
import { committedTable, writeTable } from '../support/marked-parts.ts';

t.test('the tables of the manual are what npm run manual writes', async (t) => {
  const { app } = await testApp(t, { seed: false });
  for (const [file, name, content] of await manualTables(app)) {
    t.ok(content.length > 60, `${file}: ${content.length} characters`);
    if (process.env.MANUAL === 'write') writeTable(file, name, content);
    t.equal(committedTable(file, name), content, file);
  }
});
