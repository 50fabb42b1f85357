// slow
/** Backups that are encrypted to a public key, and the seal of a manifest. */
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { restoreBackup } from '../../scripts/commands/backup/restore.ts';
import { verifyBackup } from '../../scripts/commands/backup/verify.ts';
import { adminApp } from '../support/admin.ts';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, ENGINE, emptyDatabase, onSqlite } from '../support/database-edit.ts';
import { type Environment, run } from '../support/live-server.ts';
import { query } from '../support/postgres.ts';
import { COMMAND } from '../support/programs.ts';
import { uploaded } from '../support/uploads.ts';

const newKey = (): string => randomBytes(32).toString('base64');

async function served(t: Test) {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const key = { MASTER_KEY: newKey(), LOG_LEVEL: 'error' };
  const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url, dataDir, env: key });
  const file = await uploaded(app, await tokenOf('owner'));
  await app.close();
  const schoolgate = (environment: Environment, ...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
  const settings: Environment = { ...key, DATA_DIR: dataDir, DATABASE_URL: database.url };
  const { config } = app;
  return { key, settings, config, schoolgate, dataDir, path: join('files/site_demo_riverside', String(file.id)) };
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const peopleIn = async (url: string): Promise<unknown> => {
  const sql = 'select count(*) as count from people';
  if (ENGINE === 'postgres') return Number((await query(url, sql))[0]?.count);
  const connection = new Sqlite(url.slice('file:'.length), { readonly: true });
  const count = connection.prepare(sql).pluck().get();
  connection.close();
  return count;
};

t.test('an encrypted backup can be read and restored with its identity only', async (t) => {
  const { key, settings, schoolgate, dataDir, path } = await served(t);
  const [identity, other] = ['identity', 'other'].map((name) => join(temporaryFolder(t), name)) as [string, string];
  const made = await schoolgate({}, 'backup', 'new-identity', identity);
  t.match(made, { code: 0, stdout: /^age1[a-z0-9]+\n$/ });
  t.equal(statSync(identity).mode & 0o777, 0o600);
  t.match(
    await schoolgate({}, 'backup', 'new-identity', identity),
    { code: 1, stderr: /it exists already/ },
    'never overwritten',
  );
  const recipient = made.stdout.trim();
  const stranger = (await schoolgate({}, 'backup', 'new-identity', other)).stdout.trim();
  t.match(await schoolgate(settings, 'backup', '--recipient', 'age1abc'), {
    code: 1,
    stderr: /^Database: .*\nage1abc is not a public/,
  });

  const take = async (...recipients: string[]): Promise<string> => {
    const options = recipients.flatMap((one) => ['--recipient', one]);
    const { code, stdout, stderr } = await schoolgate(settings, 'backup', '--json', ...options);
    t.equal(code, 0, stderr);
    return JSON.parse(stdout).folder;
  };
  const folder = await take(recipient);
  const encrypted = filesBelow(folder).filter((file) => file.endsWith('.age'));
  t.strictSame(encrypted.map((file) => file.slice(folder.length + 1)).sort(), ['database.age', `${path}.age`]);
  t.strictSame(filesBelow(folder).filter((file) => !file.endsWith('.age')).length, 2, 'and the manifest with its list');
  for (const file of encrypted) t.match(readFileSync(file, 'latin1'), /^age-encryption\.org\/v1\n-> X25519 /);
  t.notOk(filesBelow(folder).some((file) => readFileSync(file).includes('riverside.example')));
  t.strictSame(
    readdirSync(dataDir).filter((name) => name.startsWith('.backup')),
    [],
    'no copy stays behind',
  );
  const inode = (backup: string): number => statSync(join(backup, `${path}.age`)).ino;
  t.equal(inode(await take(recipient)), inode(folder), 'a backup for the same key shares its files');
  t.not(inode(await take(recipient, stranger)), inode(folder), 'one for other keys does not');

  const verified = (...args: string[]) => schoolgate(settings, 'backup', 'verify', folder, ...args);
  t.match(await verified(), { code: 0, stdout: /^unchanged: .* with 1 file; .*; --identity/ });
  t.match(await verified('--identity', identity), {
    code: 0,
    stdout: /^whole: .* with 1 file; [1-9]\d* files had no content when it was taken\n$/,
  });
  t.match(await verified('--identity', other), { code: 1, stderr: /^Database: .*\ndatabase: / });
  const noKey = join(temporaryFolder(t), 'no-key');
  writeFileSync(noKey, '# nothing\n');
  t.match(await verified('--identity', noKey), { code: 1, stderr: /has no identity/ });

  const place = { ...key, DATA_DIR: temporaryFolder(t), DATABASE_URL: (await emptyDatabase(t)).url };
  t.match(await schoolgate(place, 'restore', folder), { code: 1, stderr: /encrypted: give --identity/ });
  t.match(await schoolgate(place, 'restore', folder, '--identity', other), { code: 1, stderr: /does not verify/ });
  t.notOk(existsSync(join(place.DATA_DIR, 'storage/files')), 'nothing was restored');
  const restored = await schoolgate(place, 'restore', folder, '--identity', identity);
  t.equal(restored.code, 0, restored.stderr);
  t.same(readFileSync(join(place.DATA_DIR, 'storage', path)), readFileSync(join(dataDir, 'storage', path)));
  t.equal(await peopleIn(place.DATABASE_URL), await peopleIn(String(settings.DATABASE_URL)));

  appendFileSync(join(folder, `${path}.age`), 'x');
  t.match(await verified(), { code: 1, stderr: /\.age was changed after the backup/ });
});

t.test('a file of the previous backup that is not what was sealed gets into no new backup', async (t) => {
  const { settings, schoolgate, path } = await served(t);
  const identity = join(temporaryFolder(t), 'identity');
  const recipient = (await schoolgate({}, 'backup', 'new-identity', identity)).stdout.trim();
  const take = async (): Promise<string> =>
    JSON.parse((await schoolgate(settings, 'backup', '--json', '--recipient', recipient)).stdout).folder;
  const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  const endsWithX = (backup: string): boolean =>
    readFileSync(join(backup, `${path}.age`), 'latin1').endsWith('x'.repeat(8));
  const exchange = (file: string, from: string, to: string): void =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

  const first = await take();
  const file = join(first, `${path}.age`);
  const before = sha256(file);
  appendFileSync(file, 'x'.repeat(8));
  const second = await take();
  t.notOk(endsWithX(second), 'a file that was changed');

  const [changed, list, manifest] = [`${path}.age`, 'SHA256SUMS', 'manifest.json'].map((name) =>
    join(second, name),
  ) as [string, string, string];
  const [sealed, listBefore] = [sha256(changed), sha256(list)];
  t.not(sealed, before);
  appendFileSync(changed, 'x'.repeat(8));
  exchange(list, sealed, sha256(changed));
  exchange(manifest, listBefore, sha256(list));
  const third = await take();
  t.notOk(endsWithX(third), 'a file that was changed together with its checksum');
  t.match(await schoolgate(settings, 'backup', 'verify', third, '--identity', identity), { code: 0, stdout: /^whole/ });
});

t.test('what is changed after a backup was verified is not restored', async (t) => {
  const { settings, config, schoolgate, path } = await served(t);
  const { folder } = JSON.parse((await schoolgate(settings, 'backup', '--json')).stdout);
  const { checksums, faults } = await verifyBackup(folder, config);
  t.strictSame(faults, []);
  for (const name of ['database', path]) {
    const dataDir = temporaryFolder(t);
    const target = (await emptyDatabase(t)).url;
    const place = { ...config, dataDir, storageDir: join(dataDir, 'storage'), databaseUrl: target };
    appendFileSync(join(folder, name), 'x');
    await t.rejects(restoreBackup({ folder, checksums, identities: [] }, place, Date.now()), {
      message: `${name} was changed while the backup was restored`,
    });
    t.notOk(existsSync(join(place.storageDir, 'files')), 'there are no files');
    if (ENGINE === 'sqlite') t.notOk(existsSync(target.slice('file:'.length)), 'and no database');
    t.strictSame(
      readdirSync(dataDir).filter((one) => one.startsWith('.backup')),
      [],
    );
  }
});

t.test('a manifest that no server with the master key wrote is refused', async (t) => {
  const { key, settings, schoolgate } = await served(t);
  const { folder, takenAt } = JSON.parse((await schoolgate(settings, 'backup', '--json')).stdout);
  const file = join(folder, 'manifest.json');
  const written = readFileSync(file, 'utf8');
  const restore = async (environment: Environment = {}) => {
    const place = { ...key, DATA_DIR: temporaryFolder(t), DATABASE_URL: (await emptyDatabase(t)).url, ...environment };
    return schoolgate(place, 'restore', folder);
  };

  writeFileSync(file, written.replace(takenAt, '2030-01-01T00:00:00.000Z'));
  t.match(await restore(), { code: 1, stderr: /manifest\.json was changed after the backup/ });
  writeFileSync(file, written.replace(/"seal": ".*"/, '"seal": ""'));
  t.match(await restore(), { code: 1, stderr: /manifest\.json was changed after the backup/ });
  writeFileSync(file, written);
  t.match(await restore({ MASTER_KEY: newKey() }), { code: 1, stderr: /so its seal cannot be verified: / });
  const renewed = { MASTER_KEY: newKey(), MASTER_KEY_PREVIOUS: key.MASTER_KEY };
  t.match(await restore(renewed), { code: 0 }, 'a key that was replaced since verifies it');
});

onSqlite('a database that was exchanged together with its checksums is refused', async (t) => {
  const { settings, schoolgate } = await served(t);
  const { folder } = JSON.parse((await schoolgate(settings, 'backup', '--json')).stdout);
  const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  const [database, list, manifest] = ['database', 'SHA256SUMS', 'manifest.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [before, listBefore] = [sha256(database), sha256(list)];
  const connection = new Sqlite(database);
  connection.prepare("update memberships set role = 'owner'").run();
  connection.close();
  writeFileSync(list, readFileSync(list, 'utf8').replace(before, sha256(database)));
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(listBefore, sha256(list)));
  t.match(await schoolgate(settings, 'backup', 'verify', folder), { code: 1, stderr: /no server of yours wrote it/ });
});
