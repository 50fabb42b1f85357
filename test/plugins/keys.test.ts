// slow
/** Keys that were stolen or have to be replaced: signing keys, and the master key. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, jwtVerify } from 'jose';
import t from 'tap';
import type { HashesByKey } from '../../plugins/people/passwords.ts';
import { BASE, PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { freePort, run, startServer } from '../support/live-server.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { COMMAND } from '../support/programs.ts';
import { codeAt, setUpApp, withPassword } from '../support/second-factor.ts';

const DAY = 86_400_000;
const ANA = 'ana@riverside.example';
const BEN = 'ben@riverside.example';

const FUTURE = Date.UTC(2100, 0);
const newKey = (): string => randomBytes(32).toString('base64');

t.test(
  'a revoked signing key is gone at once, and every node signs with the next one within two seconds',
  async (t) => {
    const { url, rows } = databaseFile(t);
    const env = { MASTER_KEY: newKey() };
    const { app: one } = await testApp(t, { databaseUrl: url, env });
    const { app: other } = await testApp(t, { databaseUrl: url, env });
    const keySet = async () => (await other.inject('/.well-known/jwks.json')).json();
    const verifies = async (jwt: string): Promise<boolean> =>
      jwtVerify(jwt, createLocalJWKSet(await keySet()), { issuer: BASE, clockTolerance: 1e9 }).then(
        () => true,
        () => false,
      );
    const idToken = async (): Promise<string> => (await obtainTokens(other, DEMO.cli)).id_token ?? '';

    const stolen = (await keySet()).keys[0].kid;
    const before = await idToken();
    t.equal(await verifies(before), true);
    t.equal(await one.oauth.signer.revoke('no-such-key'), undefined);
    const revoked = await one.oauth.signer.revoke(stolen);
    t.not(revoked?.kid, stolen);
    t.strictSame(
      (await keySet()).keys.map(({ kid }: { kid: string }) => kid),
      [revoked?.kid],
      'the other node publishes the new key alone',
    );
    t.equal(await verifies(before), false, 'what the old one signed is worth nothing');
    await sleep(2100);
    const after = await idToken();
    t.match(Buffer.from(after.split('.')[0] ?? '', 'base64url').toString(), `"kid":"${revoked?.kid}"`);
    t.equal(await verifies(after), true);
    t.equal(await one.oauth.signer.revoke(stolen), undefined, 'there is nothing left to revoke');

    const next = await one.oauth.signer.rotate(false);
    t.equal(
      (await one.oauth.signer.revoke(next.kid))?.kid,
      revoked?.kid,
      'a key that does not sign needs no successor',
    );
    t.strictSame(
      (await rows("select event, target from audit_events where event like 'key_%' order by id")).slice(-4),
      [
        { event: 'key_revoked', target: stolen },
        { event: 'key_rotated', target: revoked?.kid },
        { event: 'key_rotated', target: next.kid },
        { event: 'key_revoked', target: next.kid },
      ],
    );
  },
);

t.test(
  'the master key is replaced without losing what it encrypts, and the old one is of no use afterwards',
  async (t) => {
    const { url } = databaseFile(t);
    const [old, fresh] = [newKey(), newKey()];
    const both = { MASTER_KEY: fresh, MASTER_KEY_PREVIOUS: old };
    const keySetWith = async (env: Record<string, string>): Promise<unknown> => {
      const { app } = await testApp(t, { databaseUrl: url, env });
      const { keys } = (await app.inject('/.well-known/jwks.json')).json();
      t.match((await obtainTokens(app, DEMO.cli)).id_token, /^ey/, 'the key signs');
      await app.close();
      return keys;
    };
    const before = await keySetWith({ MASTER_KEY: old });
    const first = await testApp(t, { databaseUrl: url, env: { MASTER_KEY: old } });
    const browser = new Browser(first.app);
    await withPassword(browser, BEN);
    const { secret } = await setUpApp(browser, first.clock);
    await first.app.outbox.sendDue();
    // One that is not sent in this test.
    await first.app.outboxStore.post({ ...first.app.outbox.message('bulk', 'test', { a: 1 }), createdAt: FUTURE });
    await first.app.close();
    await t.rejects(keySetWith({ MASTER_KEY: fresh }), /MASTER_KEY/);
    t.strictSame(await keySetWith(both), before);

    /** Signs in with the password and a code of the app that was set up under the old key. */
    const signInWith = async (env: Record<string, string>): Promise<string> => {
      const { app, clock } = await testApp(t, { databaseUrl: url, env });
      // Each code is accepted once.
      first.clock.advance(30_000);
      clock.now = first.clock.now;
      const browser = new Browser(app);
      const page = await withPassword(browser, BEN);
      const { url: reached } = await browser.submit(page, '/sign-in', { code: codeAt(secret, clock.now) });
      await app.close();
      return reached;
    };

    const commandWith = (keys: Record<string, string>, ...args: string[]) =>
      run(t, [COMMAND, 'keys', ...args], { DATABASE_URL: url, BASE_URL: BASE, ...keys }).ended;
    const command = (...args: string[]) => commandWith(both, ...args);
    for (const keys of [{ MASTER_KEY: old }, { MASTER_KEY: old, MASTER_KEY_PREVIOUS: old }]) {
      t.match(
        await commandWith(keys, 'reseal'),
        { code: 1, stdout: '', stderr: 'MASTER_KEY_PREVIOUS is not set, or equals MASTER_KEY: nothing was done' },
        'the old key alone is not said to be of no use',
      );
    }
    const resealed = (await command('reseal')).stdout.split('\n');
    t.match(resealed, [
      'signing keys: 1 encrypted again, 0 up to date, 0 changed, 0 unreadable',
      'totp secrets: 1 encrypted again, 0 up to date, 0 changed, 0 unreadable',
      /^outbox: [1-9]\d* encrypted again, \d+ up to date, 0 changed, 0 unreadable$/,
      'rosters: 0 encrypted again, 0 up to date, 0 changed, 0 unreadable',
      'provider secrets: 0 encrypted again, 0 up to date, 0 changed, 0 unreadable',
      'webhook secrets: 0 encrypted again, 0 up to date, 0 changed, 0 unreadable',
      'approval arguments: 0 encrypted again, 0 up to date, 0 changed, 0 unreadable',
      'imported passwords: 0 encrypted again, 0 up to date, 0 changed, 0 unreadable',
      'password hashes: 1 up to date, 1 under MASTER_KEY_PREVIOUS, 0 under a key that is gone',
      /^MASTER_KEY_PREVIOUS is needed for nothing but 1 of the password hashes; the next sign-in /,
    ]);
    t.equal(await signInWith(both), '/account/schools/riverside');
    const again = await command('reseal');
    t.match(again, {
      code: 0,
      stdout: /\npassword hashes: 2 up to date, 0 under .*\nnothing needs MASTER_KEY_PREVIOUS/,
    });
    t.strictSame(await keySetWith({ MASTER_KEY: fresh }), before, 'the new key is enough');
    t.equal(await signInWith({ MASTER_KEY: fresh }), '/account/schools/riverside', 'for passwords and apps too');
    await t.rejects(keySetWith({ MASTER_KEY: old }), /MASTER_KEY/, 'the old one opens nothing');
    t.match(await command('revoke', 'no-such-key'), { code: 1, stderr: 'no signing key has the id no-such-key' });
    t.match(await command('reseal', 'everything'), {
      code: 2,
      stderr: /^unexpected argument: everything\nUsage: schoolgate keys/,
    });

    const { app } = await testApp(t, { databaseUrl: url, env: both });
    const done = { resealed: 0, current: 1, changed: 0, unreadable: 0 };
    await app.outbox.sendDue();
    const reports = ['signing keys', 'totp secrets'].map((purpose) => ({ purpose, ...done }));
    const ofOutbox = { purpose: 'outbox', ...done, current: Number };
    const others = ['rosters', 'provider secrets', 'webhook secrets', 'approval arguments'];
    const ofOthers = others.map((purpose) => ({ purpose, ...done, current: 0 }));
    t.match(
      await app.reseal(),
      [...reports, ofOutbox, ...ofOthers, { purpose: 'imported passwords' }],
      'a second run finds nothing to do',
    );
    const [kept] = await app.outboxStore.list(1);
    t.strictSame(kept && app.outbox.open(kept.sealed), { a: 1 });
    const { keyRing } = app;
    const sealed = keyRing.seal('a purpose', Buffer.from('a secret'));
    t.same(keyRing.open('a purpose', sealed), Buffer.from('a secret'));
    t.throws(() => keyRing.open('another purpose', sealed));
    t.throws(() => keyRing.derive('a purpose', 'no such version'), RangeError);
  },
);

t.test(
  'a password hash is renewed while both master keys are there, and without its key matches nothing',
  async (t) => {
    const file = databaseFile(t);
    const [old, fresh] = [newKey(), newKey()];
    const counts: HashesByKey[] = [];
    const statusWith = async (email: string, env: Record<string, string>): Promise<number> => {
      const { app } = await testApp(t, { databaseUrl: file.url, env });
      const browser = new Browser(app);
      const { status } = await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
      await app.reseal();
      counts.push(await app.people.passwords.countByKey());
      await app.close();
      return status;
    };
    for (const email of [ANA, BEN])
      t.equal(await statusWith(email, { MASTER_KEY: old }), 200, `${email}: the first key`);
    const hashOf = (email: string) => file.read('select password_hash from people where email = ?', email);
    const before = await hashOf(ANA);
    t.equal(await statusWith(ANA, { MASTER_KEY: fresh, MASTER_KEY_PREVIOUS: old }), 200, 'both keys');
    t.not(await hashOf(ANA), before);
    t.equal(await statusWith(ANA, { MASTER_KEY: fresh }), 200, 'the hash was renewed');
    t.equal(await statusWith(BEN, { MASTER_KEY: fresh }), 400, 'the hash was not, and needs a link to a new password');
    t.strictSame(counts, [
      { current: 1, previous: 0, lost: 0 },
      { current: 2, previous: 0, lost: 0 },
      { current: 1, previous: 1, lost: 0 },
      { current: 1, previous: 0, lost: 1 },
      { current: 1, previous: 0, lost: 1 },
    ]);
  },
);

t.test('a signing key that has signed for 90 days gets a successor a day in advance, from one node', async (t) => {
  const { url } = databaseFile(t);
  const env = { MASTER_KEY: newKey() };
  const one = await testApp(t, { databaseUrl: url, env, housekeeping: false });
  const other = await testApp(t, { databaseUrl: url, env, housekeeping: false });
  const { keys } = one.app.oauth;
  const tick = () => Promise.all([one, other].map(({ app }) => app.oauth.signer.rotateWhenDue()));
  const pass = (ms: number): void => {
    for (const { clock } of [one, other]) clock.advance(ms);
  };
  pass(90 * DAY - 1);
  await tick();
  t.equal((await keys.list()).length, 1);
  pass(1);
  await tick();
  await tick();
  const [first, second, ...others] = await keys.list();
  t.strictSame([second?.signsFrom, others], [one.clock.now + DAY, []]);
  const { keys: published } = await other.app.oauth.signer.jwks();
  t.strictSame(
    published.map(({ kid }) => kid),
    [first?.kid, second?.kid],
  );
});

t.test('a new master key is written for its owner only, and a lost one costs only what it decrypts', async (t) => {
  const { url, rows } = databaseFile(t);
  const lostKey = newKey();
  const { app } = await testApp(t, { databaseUrl: url, env: { MASTER_KEY: lostKey } });
  const before = (await app.oauth.signer.jwks()).keys.map(({ kid }) => kid);
  await app.close();
  const file = join(temporaryFolder(t), 'master.key');
  const DATA_DIR = temporaryFolder(t);
  const keys = (...args: string[]) =>
    run(t, [COMMAND, 'keys', ...args], { DATABASE_URL: url, DATA_DIR, BASE_URL: BASE, MASTER_KEY_FILE: file }).ended;
  t.match(await keys('master', 'new', file), { code: 0, stdout: `wrote ${file};` });
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(await keys('master', 'new', file), {
    code: 1,
    stderr: /^no key was written: .* exists already, and a key is never replaced\n$/,
  });
  t.match(await keys('list'), {
    code: 1,
    stderr: /another MASTER_KEY\. Set MASTER_KEY_FILE to .*runbook\.md#lost-master-key\n$/,
  });
  const earlier = join(DATA_DIR, 'master.key');
  writeFileSync(earlier, newKey());
  t.match(await keys('list'), { code: 1, stderr: `. ${earlier} is not the key of this database either\n` });
  writeFileSync(earlier, lostKey);
  t.match(await keys('list'), {
    code: 1,
    stderr: `. The key of an earlier start is ${earlier}: set MASTER_KEY_FILE to it, or to a copy\n`,
  });
  t.match(await keys('reset'), { code: 2, stderr: /^--i-have-lost-the-master-key is missing\nUsage/ });
  const reset = () => keys('reset', '--i-have-lost-the-master-key');
  const sealed = ['totp secrets', 'outbox', 'rosters', 'provider secrets', 'webhook secrets', 'approval arguments'];
  const nothing = [...sealed, 'imported passwords', 'passwords'].map((name) => `${name}: nothing lost\n`).join('');
  t.equal((await reset()).stdout, `signing keys: 1 lost\n${nothing}apps read the key set again by themselves\n`);
  const after = await rows('select kid from signing_keys');
  t.equal(after.length, 1);
  t.notOk(before.includes(String(after[0]?.kid)));
  const again = await reset();
  t.strictSame([again.code, again.stdout], [0, `signing keys: nothing lost\n${nothing}`]);
  t.strictSame(await rows('select kid from signing_keys'), after, 'what the key decrypts is kept');
});

t.test('no key is made beside a database that has one, and the next step is named', async (t) => {
  const { url } = databaseFile(t);
  const key = newKey();
  const { app } = await testApp(t, { databaseUrl: url, env: { MASTER_KEY: key } });
  await app.close();
  const DATA_DIR = temporaryFolder(t);
  const file = join(DATA_DIR, 'master.key');
  const settings = { DATABASE_URL: url, DATA_DIR, BASE_URL: BASE };
  const missing =
    `There is a database, but its key is missing: put your copy at ${file}, or set MASTER_KEY_FILE to it. ` +
    'If it is lost, see docs/run/runbook.md#lost-master-key\n';
  for (const args of [['serve'], ['migrate'], ['seed'], ['users', 'find', 'ana'], ['keys', 'list'], ['backup']]) {
    const { code, stdout, stderr } = await run(t, [COMMAND, ...args], settings).ended;
    t.strictSame([code, stdout], [1, ''], args.join(' '));
    t.match(stderr, /^Database: .*\n/);
    t.equal(stderr.slice(stderr.indexOf('\n') + 1), missing, args.join(' '));
    t.notOk(existsSync(file), 'no key was made');
  }
  for (const args of [['doctor', 'deployment'], ['upgrade-check']]) {
    const { code, stdout } = await run(t, [COMMAND, ...args], settings).ended;
    t.match({ code, stdout }, { code: 1, stdout: missing.trim() }, args.join(' '));
  }
  const secure = { ...settings, BASE_URL: 'https://id.school.example', SMTP_URL: 'off', TRUST_PROXY: 'none' };
  const refused = (environment: Record<string, string>) => run(t, [COMMAND, 'serve'], environment).ended;
  const lost = 'There is a database: set MASTER_KEY_FILE to your copy of its key';
  t.match(await refused(secure), { code: 1, stderr: `${lost}. If it is lost, see ` });
  // As earlier versions left it behind.
  writeFileSync(file, newKey());
  t.match(await refused(secure), { code: 1, stderr: `${lost}, which is not ${file}. ` });
  t.match(await refused(settings), { code: 1, stderr: `. ${file} is not the key of this database\n` });
  writeFileSync(file, key);
  t.match(await refused(secure), { code: 1, stderr: `. The key of an earlier start is ${file}: set MASTER_KEY_FILE` });
  t.match(await run(t, [COMMAND, 'keys', 'list'], settings).ended, { code: 0, stdout: / signs from / });
});

t.test('a file that is no database is named, and no key is made beside it', async (t) => {
  const DATA_DIR = temporaryFolder(t);
  const file = join(DATA_DIR, 'schoolgate.db');
  writeFileSync(file, 'notes of the school '.repeat(100));
  for (const [command, says] of [
    ['serve', 'Schoolgate cannot start: '],
    ['migrate', ''],
  ] as const) {
    const { code, stderr } = await run(t, [COMMAND, command], { DATA_DIR }).ended;
    t.match(
      { code, stderr },
      { code: 1, stderr: `\n${says}the database ${file} cannot be used: file is not a database\n` },
    );
  }
  t.strictSame(readdirSync(DATA_DIR), ['schoolgate.db']);
});

t.test('a start without a key makes none before the database answers', async (t) => {
  const DATA_DIR = temporaryFolder(t);
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '1', PORT: String(await freePort()) };
  const { code, stderr } = await run(t, [COMMAND, 'serve'], { ...away, DATA_DIR }).ended;
  t.equal(code, 1);
  t.match(stderr, /^Database: .*\nSchoolgate is waiting: .*\nSchoolgate cannot start: .*; waited 1 seconds\n$/);
  t.strictSame(readdirSync(DATA_DIR), []);
});

t.test('what only a lost key decrypts is not deleted while a server has the database open', async (t) => {
  const server = await startServer(t);
  const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir };
  const reset = () => run(t, [COMMAND, 'keys', 'reset', '--i-have-lost-the-master-key'], settings).ended;
  t.match(await reset(), { code: 1, stdout: '', stderr: /\bin use\b.*; stop / });
  await server.stop();
  t.match(await reset(), { code: 0, stdout: /^signing keys: nothing lost\n/ });
});

t.test('a reset without a key makes one in the data folder, and says so', async (t) => {
  const { url } = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: url, env: { MASTER_KEY: newKey() } });
  await app.close();
  const DATA_DIR = temporaryFolder(t);
  const settings = { DATABASE_URL: url, DATA_DIR, BASE_URL: BASE };
  const { code, stdout } = await run(t, [COMMAND, 'keys', 'reset', '--i-have-lost-the-master-key'], settings).ended;
  const made = `made ${join(DATA_DIR, 'master.key')}; keep a copy of it apart from the backups\n`;
  t.match({ code, stdout }, { code: 0, stdout: `${made}signing keys: 1 lost\n` });
  t.match(await run(t, [COMMAND, 'keys', 'list'], settings).ended, { code: 0 });
});
