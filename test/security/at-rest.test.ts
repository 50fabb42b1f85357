/** What the database holds of secrets, and for how long it holds what is over. */
import { createHash, createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto';
import t from 'tap';
import { deriveKey, unseal } from '../../plugins/keys/sealing.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { authorize, DEMO, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { signedIn } from '../support/signed-in.ts';
import { outcomeOf } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const opens = (key: KeyObject, sealed: Buffer): boolean => {
  try {
    return unseal(key, sealed).length > 0;
  } catch {
    return false;
  }
};
const bytes = (value: unknown): Buffer => Buffer.from(value as Uint8Array);

t.test(
  'a session is 256 random bits in a cookie, and the SHA-256 of them in the database [W34, ASVS 7.2.3]',
  async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url });
    const cookies: string[] = [];
    for (let n = 0; n < 20; n += 1) cookies.push((await signedIn(app, ANA)).cookies.get('sid') ?? '');
    t.equal(new Set(cookies).size, 20, 'each time another one');
    for (const cookie of cookies) t.equal(Buffer.from(cookie, 'base64url').length, 32);
    for (const at of [0, 10, 42]) {
      t.equal(new Set(cookies.map((cookie) => cookie[at])).size > 5, true, 'nothing in it is fixed');
    }
    const stored = bytes(await file.read("select hash from sessions where person_id = 'usr_demo_ana' order by id"));
    t.ok(cookies.some((cookie) => sha256(cookie).equals(stored)));
    const id = String(await file.read("select id from sessions where person_id = 'usr_demo_ana' order by id"));
    t.notOk(cookies.includes(id), 'the id that logs and pages show is another value');
  },
);

t.test('a new password is stored as argon2id with 19 MiB, two passes and a salt of its own [W40]', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url, costlyPasswords: true });
  const change = async (name: string): Promise<string[]> => {
    const browser = await signedIn(app, `${name}@riverside.example`);
    const fields = { password: PASSWORD, new_password: 'seven quiet rivers' };
    const { url } = await browser.submit(await browser.get('/account/sign-in'), '/account/sign-in', fields);
    t.match(url, /done=/, 'it is changed');
    const phc = String(await file.read('select password_hash from people where id = ?', `usr_demo_${name}`));
    t.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[A-Za-z0-9+/]{8}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/);
    return phc.split('$').slice(-2);
  };
  const [salt = '', tag = ''] = await change('ana');
  const [otherSalt, otherTag] = await change('ben');
  t.equal(Buffer.from(salt, 'base64').length, 16);
  t.equal(Buffer.from(tag, 'base64').length, 32);
  t.not(salt, otherSalt, 'of the same password');
  t.not(tag, otherTag);
});

t.test('a sign-in renews a hash that was made with other parameters or without the key', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url, costlyPasswords: true });
  const read = async () => String(await file.read("select password_hash from people where id = 'usr_demo_ana'"));
  const old = await read();
  t.match(old, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/, 'cheap, and without a key');
  const browser = await signedIn(app, ANA);
  const renewed = await read();
  t.match(renewed, /^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=/);
  t.equal((await browser.get('/account')).url, '/account', 'the session is open');
  await signedIn(app, ANA);
  t.equal(await read(), renewed, 'once');

  await file.edit("update people set password_hash = ? where id = 'usr_demo_ana'", old);
  const wrong = new Browser(app);
  const fields = { email: ANA, password: 'not the password' };
  t.equal((await wrong.submit(await wrong.get('/sign-in'), '/sign-in', fields)).status, 400);
  t.equal(await read(), old, 'a wrong password renews nothing');
});

t.test('a password hash depends on a key that the database does not hold', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  await signedIn(app, ANA);
  const phc = String(await file.read("select password_hash from people where id = 'usr_demo_ana'"));
  // The server verifies a hash that names no key without one, as somebody would who has the database alone.
  await file.edit("update people set password_hash = ? where id = 'usr_demo_ana'", phc.replace(/,keyid=[^$]*/, ''));
  t.equal(await outcomeOf(app, ANA, PASSWORD), 'wrong_credentials');
  await file.edit("update people set password_hash = ? where id = 'usr_demo_ana'", phc);
  t.equal(await outcomeOf(app, ANA, PASSWORD), 'signed_in');
});

t.test('signing keys are sealed with AES-256-GCM under a key that the database does not hold [W43]', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  t.match((await obtainTokens(app, DEMO.cli)).id_token, /^ey/, 'the key signs');
  const sealed = bytes(await file.read('select sealed_private_key from signing_keys'));
  t.throws(() => createPrivateKey({ key: sealed, format: 'der', type: 'pkcs8' }), 'it is no key as it lies there');
  for (const shape of ['PRIVATE KEY', '"d":', 'prime256v1']) t.notOk(sealed.includes(shape), shape);
  const { masterKey } = app.config;
  const opened = unseal(deriveKey(masterKey, 'signing keys'), sealed);
  t.equal(
    createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' }).asymmetricKeyDetails?.namedCurve,
    'prime256v1',
  );
  t.throws(() => unseal(createSecretKey(masterKey.subarray(0, 32)), sealed), 'nor does the master key itself open it');
  t.throws(() => unseal(deriveKey(masterKey, 'cursors'), sealed), 'nor a key of another purpose');
  const stored = (await file.rows('select * from signing_keys'))
    .flatMap((row) => Object.values(row))
    .filter(Buffer.isBuffer);
  const keys = stored.flatMap((value) =>
    Array.from({ length: value.length - 31 }, (_, at) => value.subarray(at, at + 32)),
  );
  t.ok(keys.length > 0);
  t.ok(
    keys.every((key) => !opens(createSecretKey(key), sealed)),
    'nor anything that lies beside it',
  );
});

t.test('codes are purged after a day, ended tokens after 30 days, audit entries after 400 [W44]', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });
  const start = clock.now;
  await authorize(app, DEMO.notebook);
  const tokens = await obtainTokens(app, DEMO.cli);
  const code = "select count(*) from grants where client_id = 'c_demo_notebook'";
  const accessTokens = "select count(*) from tokens where kind = 'access'";
  const refreshTokens = "select count(*) from tokens where kind = 'refresh'";
  const entries = `select count(*) from audit_events where at = ${start} and event = 'sign_in'`;
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 200);
  const ends: [what: string, query: string, rows: number, lastKept: number][] = [
    ['a code that nobody redeemed', code, 1, MINUTE + DAY],
    ['an access token', accessTokens, 1, HOUR + 30 * DAY],
    ['a refresh token', refreshTokens, 1, 30 * DAY + 30 * DAY],
    ['an entry of the audit log', entries, 2, 400 * DAY],
  ];
  for (const [what, query, rows, lastKept] of ends) {
    clock.now = start + lastKept;
    await app.retention.batch(() => clock.now);
    t.equal(await file.read(query), rows, `${what} is still there`);
    clock.now += 1;
    await app.retention.batch(() => clock.now);
    t.equal(await file.read(query), 0, `${what} is gone`);
  }
});
