// slow
/** Backups: under load, of files, verified, damaged, and restored to an empty place. */
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import { WEBHOOK_EVENT_NAMES } from '../../schema/school/webhook.ts';
import { adminApp, RIVERSIDE } from '../support/admin.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile, ENGINE, emptyDatabase } from '../support/database-edit.ts';
import { type Environment, run } from '../support/live-server.ts';
import { DEMO, obtainTokens, postForm, refresh } from '../support/oauth-client.ts';
import { throwawayPostgres } from '../support/postgres.ts';
import { COMMAND } from '../support/programs.ts';
import { killServers, type Settings, serviceSettings } from '../support/server-process.ts';
import { picture, uploaded } from '../support/uploads.ts';
import { addEndpoint } from '../support/webhooks.ts';
import { backUpUnderLoad } from './backup.ts';
import { printed } from './report.ts';

t.teardown(killServers);

/** The settings of an empty place. */
async function emptyPlace(t: Test): Promise<Settings & { DATABASE_URL: string; DATA_DIR: string }> {
  const DATA_DIR = temporaryFolder(t);
  const DATABASE_URL =
    ENGINE === 'postgres'
      ? await (await throwawayPostgres(t)).createDatabase()
      : `file:${join(DATA_DIR, 'schoolgate.db')}`;
  return { DATA_DIR, DATABASE_URL };
}

t.test(
  'a backup taken while the server writes has all that was acknowledged, and what is restored of it lets nobody in [F21]',
  async (t) => {
    const key = { MASTER_KEY: randomBytes(32).toString('base64') };
    const own = ENGINE === 'postgres' ? { DATABASE_URL: (await emptyPlace(t)).DATABASE_URL } : {};
    const settings = await serviceSettings(temporaryFolder(t), { ...key, ...own });
    const elsewhere = async (): Promise<Settings> => ({ ...settings, ...(await emptyPlace(t)) });
    const places = { folder: join(temporaryFolder(t), 'backups'), elsewhere };
    const report = await backUpUnderLoad(settings, places, { backups: 3, pauseMs: 20 });
    for (const { what, got, want } of report.checks) t.strictSame(got, want, what);
    t.comment(printed(report));
  },
);

t.test(
  'a backup has every file, names what is missing or damaged, and is restored whole or not at all [E-48b]',
  async (t) => {
    const database = databaseFile(t);
    const dataDir = temporaryFolder(t);
    const key = { MASTER_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'error' };
    const settings: Environment = { ...key, DATA_DIR: dataDir, DATABASE_URL: database.url };
    const schoolgate = (environment: Environment, ...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
    const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url, dataDir, env: key });
    const token = await tokenOf('owner');
    const [one, two] = [await uploaded(app, token), await uploaded(app, token, picture('another'))];
    const stored = (asset: { id: string }): string => join(dataDir, 'storage/files/site_demo_riverside', asset.id);

    const first = await schoolgate(settings, 'backup', '--json');
    t.equal(first.code, 0, first.stderr);
    const { folder, files, missing } = JSON.parse(first.stdout);
    t.match(folder, join(dataDir, 'backups/schoolgate-2'));
    // The files of the demo exist in the database only.
    t.equal(files, 2);
    t.notMatch(missing.join(), one.id);
    t.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of ['manifest.json', 'SHA256SUMS', 'database']) {
      t.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
    }
    t.match(
      first.stderr,
      `${missing.length} files of the demo not in the backup: the demo has their names, but no content\n`,
    );
    t.notMatch(first.stderr, 'lost', 'nothing is missed');
    t.match(await schoolgate(settings, 'backup', 'verify', folder), {
      code: 0,
      stdout: new RegExp(`^whole: .* with 2 files; ${missing.length} files had no content when it was taken\\n$`),
    });
    const empty = temporaryFolder(t);
    t.match(await schoolgate(settings, 'backup', 'list', '--to', empty), {
      code: 0,
      stdout: `no backups in ${empty}; name another folder with --to\n`,
    });
    t.match(await schoolgate({ DATA_DIR: empty }, 'restore', folder), {
      code: 1,
      stderr: `there is no master key at ${join(empty, 'master.key')}. Set MASTER_KEY_FILE to your copy of the key of the backup`,
    });
    t.strictSame(readdirSync(empty), [], 'nothing was made');

    t.test('a file that is lost is named', async (t) => {
      const path = stored(one);
      renameSync(path, `${path}.away`);
      const to = temporaryFolder(t);
      const { stderr, code } = await schoolgate(settings, 'backup', '--to', to);
      renameSync(`${path}.away`, path);
      t.equal(code, 0);
      t.match(stderr, `1 file not in the backup, such as files/site_demo_riverside/${one.id}: deleted while`);
    });

    t.test('files that are gone or changed are named', async (t) => {
      rmSync(stored(one));
      appendFileSync(stored(two), 'x');
      rmSync(join(folder, 'files/site_demo_riverside', two.id));
      const second = await schoolgate(settings, 'backup');
      t.equal(second.code, 1);
      t.match(second.stderr, `${two.id} is not what was uploaded`);
      t.notMatch(second.stderr, `${one.id} is not`, 'the previous backup has it');
      t.match(await schoolgate(settings, 'backup', 'verify', folder), { code: 1, stderr: `${two.id} is missing` });
      const newest = join(dataDir, 'backups', readdirSync(join(dataDir, 'backups')).at(-1) ?? '');
      if (ENGINE === 'sqlite') {
        t.match(await schoolgate(settings, 'backup', 'verify', newest), {
          code: 1,
          stderr: 'was damaged before the backup',
        });
      }
      const third = await schoolgate(settings, 'backup', '--keep', '1', '--json');
      t.equal(JSON.parse(third.stdout).deleted.length, 2);
      t.match(third.stderr, /^deleted 2 older backups in .* \(--keep 1\)$/m);
      t.notMatch(second.stderr, 'deleted');
      t.equal((await schoolgate(settings, 'backup', 'list')).stdout.split('\n').length, 2);
    });

    t.test('a backup that does not verify is not restored, and a place that is not empty is left alone', async (t) => {
      await database.edit('delete from assets where id = ?', two.id);
      await database.edit("update sites set delete_at = 4000000000000 where slug = 'harbour'");
      await database.edit(
        "insert into outbox (id, channel, kind, sealed, created_at, expires_at, attempts, due_at) values ('out_sent', 'security', 'reset', ?, 1, 4000000000000, 0, 4000000000000)",
        Buffer.from('sealed'),
      );
      const later = 4_000_000_000_000;
      await database.edit(
        `insert into consents (person_id, site_id, client_id, asked_scope, granted_scope, decided_at, last_used_at)
         select id, 'site_demo_riverside', 'c_gone', 'openid', 'openid', 1, 1 from people limit 1`,
      );
      await database.edit(
        `insert into webhook_endpoints (id, site_id, url, events, sealed_secrets, status, created_at, updated_at, due_at, not_before, claims, failures)
         values ('whe_real', 'site_demo_riverside', 'https://receiver.example/', ?, ?, 'active', 1, 1, ?, ?, 0, 0)`,
        JSON.stringify(WEBHOOK_EVENT_NAMES),
        Buffer.from('sealed'),
        later,
        later,
      );
      await database.edit(
        `insert into webhook_deliveries (id, site_id, endpoint_id, name, payload, created_at, expires_at, attempts, due_at)
         values ('msg_waits', 'site_demo_riverside', 'whe_real', 'member.added', '{}', 1, ?, 0, ?)`,
        later,
        later,
      );
      const { stdout } = await schoolgate(settings, 'backup', '--json');
      const { folder } = JSON.parse(stdout);
      const target = await emptyDatabase(t);
      const place = { ...key, DATA_DIR: temporaryFolder(t), DATABASE_URL: target.url };
      const other = { ...place, MASTER_KEY: randomBytes(32).toString('base64') };
      const verdict = /made with another MASTER_KEY, .* set the key of that time as MASTER_KEY_PREVIOUS_FILE\n$/;
      t.match(await schoolgate(other, 'restore', folder), { code: 1, stderr: verdict });
      t.match(await schoolgate(other, 'backup', 'verify', folder), { code: 1, stderr: verdict });
      t.match(
        await schoolgate({ ...other, MASTER_KEY_PREVIOUS: key.MASTER_KEY }, 'backup', 'verify', folder),
        { code: 0, stdout: /^whole: / },
        'with both keys, it is whole',
      );
      t.match(await schoolgate(settings, 'restore', folder), {
        code: 1,
        stderr: /^Database: .*\nnot restored: .* empty/,
      });
      t.match(await schoolgate(other, 'backup'), { code: 1 }, 'an empty place has no backup');
      const restored = await schoolgate(place, 'restore', folder);
      t.equal(restored.code, 0, restored.stderr);
      t.match(restored.stderr, /^Database: .*\nrestored the database and 1 files as of 2/);
      t.ok(existsSync(join(place.DATA_DIR, 'storage/files/site_demo_riverside', one.id)));
      t.equal(Number(await target.read('select count(*) from webhook_events')), 0, 'no webhook hears of the restore');
      t.match(
        await target.rows('select id from webhook_deliveries where due_at is null and failed_at > 1'),
        [{ id: 'msg_waits' }],
        'what waited is not sent',
      );
      t.equal(Number(await target.read('select count(*) from webhook_deliveries')), 1);
      t.match(await target.row('select status, stop, due_at from webhook_endpoints'), {
        status: 'disabled',
        stop: 'school',
        due_at: null,
      });
      const again = await testApp(t, {
        databaseUrl: place.DATABASE_URL,
        dataDir: place.DATA_DIR,
        seed: false,
        env: key,
      });
      const recorded: unknown[] = [];
      for await (const events of again.app.audit.platformLog.pages({ event: 'access_ended' }, 5))
        recorded.push(...events);
      t.match(recorded, [{ target: 'operator/restore' }]);
      t.match(
        await again.app.school.sites.bySlug('harbour'),
        { deleteAt: null },
        'no school is deleted by an old plan',
      );
      t.equal((await schoolgate(place, 'outbox', 'list', '--json')).stdout, '', 'no e-mail is sent again');
      t.match(await schoolgate(place, 'restore', folder), { code: 1, stderr: /^Database: .*\nnot restored: .* empty/ });

      renameSync(join(folder, 'database'), join(folder, 'elsewhere'));
      symlinkSync('elsewhere', join(folder, 'database'));
      const byLink = { ...key, ...(await emptyPlace(t)) };
      t.match(await schoolgate(byLink, 'restore', folder), { code: 1, stderr: 'database is not a file' });
      rmSync(join(folder, 'database'));
      renameSync(join(folder, 'elsewhere'), join(folder, 'database'));
      for (const [file, said] of [
        ['database', 'database was changed after the backup'],
        ['SHA256SUMS', 'SHA256SUMS was changed after the backup'],
        ['manifest.json', 'manifest.json is not one of this version'],
      ] as const) {
        if (file === 'manifest.json') writeFileSync(join(folder, file), '{}');
        else appendFileSync(join(folder, file), 'x');
        const nowhere = { ...key, ...(await emptyPlace(t)) };
        t.match(await schoolgate(nowhere, 'restore', folder), { code: 1, stderr: said });
        if (ENGINE === 'sqlite') t.notOk(existsSync(nowhere.DATABASE_URL.slice('file:'.length)), 'nothing was made');
      }
    });
  },
);

t.test(
  'a restore that keeps sessions leaves people signed in, apps connected and webhooks active, and sends nothing again [F21]',
  async (t) => {
    const database = databaseFile(t);
    const dataDir = temporaryFolder(t);
    const key = { MASTER_KEY: randomBytes(32).toString('base64') };
    const now = Date.now();
    const { app } = await testApp(t, { databaseUrl: database.url, dataDir, env: key, housekeeping: false, now });
    const browser = new Browser(app);
    const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
    const revoked = await obtainTokens(app, DEMO.webApp);
    const [formerKey] = (await app.inject('/.well-known/jwks.json')).json().keys;
    const link = hashCredential('ml_kept');
    const insert = `insert into mail_links (hash, purpose, person_id, email, created_at, expires_at) values (?, 'reset_password', 'usr_demo_ben', 'ben@riverside.example', ?, ?)`;
    await database.edit(insert, link, now, now + 3_600_000);
    await database.edit(
      "insert into outbox (id, channel, kind, sealed, created_at, expires_at, attempts, due_at) values ('out_waits', 'security', 'reset', ?, 1, 4000000000000, 0, 4000000000000)",
      Buffer.from('sealed'),
    );
    const { id } = await addEndpoint(app, RIVERSIDE.id, 'https://shop.example/in');
    const [webhook] = await app.school.webhookEndpoints.ofSite(RIVERSIDE.id);
    const sent = { event: 'webhook_sent', at: now, siteId: RIVERSIDE.id } as const;
    const message = app.school.webhooks.message('webhook.test', RIVERSIDE.id, {});
    t.ok(webhook && (await app.school.webhookEndpoints.send(webhook, message, sent)));

    const settings: Environment = { ...key, LOG_LEVEL: 'error', DATA_DIR: dataDir, DATABASE_URL: database.url };
    const schoolgate = (environment: Environment, ...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
    const { folder } = JSON.parse((await schoolgate(settings, 'backup', '--json')).stdout);
    const form = { client_id: DEMO.webApp.id, client_secret: DEMO.webApp.secret, token: revoked.refresh_token };
    t.equal((await postForm(app, '/api/oauth/revoke', form)).statusCode, 200);

    const target = await emptyDatabase(t);
    const place = { ...settings, DATA_DIR: temporaryFolder(t), DATABASE_URL: target.url };
    const restored = await schoolgate(place, 'restore', folder, '--keep-sessions');
    t.match(restored, { code: 0, stderr: /are valid, also those that were revoked after it/ });
    const options = {
      databaseUrl: target.url,
      dataDir: place.DATA_DIR,
      seed: false,
      env: key,
      housekeeping: false,
      now,
    };
    const again = (await testApp(t, options)).app;
    t.equal((await refresh(again, DEMO.cli, tokens.refresh_token)).statusCode, 200);
    t.equal((await refresh(again, DEMO.webApp, revoked.refresh_token)).statusCode, 200, 'as the command says');
    const visitor = new Browser(again);
    for (const [cookie, value] of browser.cookies) visitor.cookies.set(cookie, value);
    t.equal((await visitor.get('/account')).url, '/account', 'the session goes on');
    t.equal(await target.read("select count(*) from consents where person_id = 'usr_demo_ana'"), 2);
    t.equal(await target.read('select used_at from mail_links where hash = ?', link), null);
    t.match((await again.inject('/.well-known/jwks.json')).json().keys, [{ kid: formerKey.kid }]);
    t.match(await again.school.webhookEndpoints.ofSite(RIVERSIDE.id), [{ id, status: 'active', stop: null }]);
    t.match(await again.school.webhookEndpoints.log(id, 5), [{ id: message.id, dueAt: null, failedAt: Number }]);
    t.equal((await schoolgate(place, 'outbox', 'list', '--json')).stdout, '', 'no e-mail is sent again');
    t.equal(Number(await target.read("select count(*) from audit_events where event = 'access_ended'")), 0);
  },
);

t.test('a mistake with a command for backups is answered in one line', async (t) => {
  const environment = { DATA_DIR: temporaryFolder(t), MASTER_KEY: randomBytes(32).toString('base64') };
  const schoolgate = (...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
  for (const [args, code, said] of [
    [['backup', 'verify'], 2, /^<folder> is missing\nUsage: schoolgate backup/],
    [['backup', '--keep', '0'], 2, /^--keep takes a number from 1 to 9999\nUsage/],
    [['backup', 'nonsense'], 2, /^there is no command nonsense\nUsage/],
    [['backup', 'verify', '/nowhere'], 1, /^Database: .*\n\/nowhere is not a backup: it has no manifest.json\n$/],
    [['restore'], 2, /^<folder> is missing\nUsage: schoolgate restore/],
    [['restore', '/nowhere'], 1, /^Database: .*\nnot restored: \/nowhere is not a backup/],
  ] as const) {
    const { code: exit, stderr } = await schoolgate(...args);
    t.equal(exit, code, args.join(' '));
    t.match(stderr, said);
  }
});
