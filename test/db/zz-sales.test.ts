import { join } from 'node:path';
import t from 'tap';
import { openDatabase } from '../../db/database.ts';
import { temporaryFolder } from '../support/app.ts';
import { throwawayPostgres } from '../support/postgres.ts';
import { addPlatform, storesOf } from './fixtures.ts';
import { salesContract } from './sales-contract.ts';
const folder = temporaryFolder(t);
let n = 0;
const suite = (t: any, make: () => Promise<string>) => {
  const nodes = async (t: any): Promise<any> => { const url = await make(); const dbs = [await openDatabase(url), await openDatabase(url)]; t.teardown(() => Promise.all(dbs.map((d) => d.close()))); const s = dbs.map(storesOf); await addPlatform(s[0]!); return s; };
  salesContract(t, async (t) => (await nodes(t))[0], nodes);
};
t.test('sqlite', async (t) => suite(t, async () => `file:${join(folder, String(n++))}.db`));
t.test('pg', async (t) => { const pg = await throwawayPostgres(t); if (!pg) return t.fail('no pg'); suite(t, () => pg.createDatabase()); });
