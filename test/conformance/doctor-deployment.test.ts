// slow
/** What `doctor deployment` finds in deployments that are broken on purpose, each in one way. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { nameOf } from '../../plugins/running/backup-folder.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { type DatabaseFile, databaseFile, ENGINE } from '../support/database-edit.ts';
import { dnsServer } from '../support/dns-server.ts';
import { type Environment, freePort, run, startServer } from '../support/live-server.ts';
import { makeOlder, newDatabase } from '../support/older-database.ts';
import { COMMAND } from '../support/programs.ts';
import { makeCertificate, noOpenssl, PROXIES, PROXY_HOST, type ProxyRecipe, recipeOf } from '../support/proxies.ts';
import { smtpServer } from '../support/smtp-server.ts';

t.setTimeout(180_000);

const DAY = 86_400_000;
const MASTER_KEY = randomBytes(32).toString('base64');

interface Verdict {
  check: string;
  result: 'OK' | 'WARN' | 'FAIL';
  says: string;
  toDo?: string;
}

interface Diagnosis {
  code: number | null;
  /** The checks that failed, with what they say. */
  failed: Record<string, string>;
  /** All of them. */
  results: Record<string, Verdict['result']>;
  says: Record<string, string>;
}

async function diagnose(t: Test, settings: Environment, ...options: string[]): Promise<Diagnosis> {
  const { code, stdout, stderr } = await run(t, [COMMAND, 'doctor', 'deployment', '--json', ...options], settings)
    .ended;
  if (stdout === '') throw new Error(stderr);
  const verdicts: Verdict[] = JSON.parse(stdout);
  for (const { check, result, toDo } of verdicts) t.ok(result === 'OK' || toDo, `${check} says what to do`);
  t.notMatch(stdout, MASTER_KEY);
  const entries = (list: readonly Verdict[]) => Object.fromEntries(list.map(({ check, says }) => [check, says]));
  return {
    code,
    failed: entries(verdicts.filter(({ result }) => result === 'FAIL')),
    results: Object.fromEntries(verdicts.map(({ check, result }) => [check, result])),
    says: entries(verdicts),
  };
}

const nginx = PROXIES.filter(({ name }) => name === 'nginx')[0] as ProxyRecipe;

/** A server behind the proxy of the manual, with a mail server and a backup. */
async function deployment(t: Test) {
  const mail = await smtpServer(t);
  const settings = {
    BASE_URL: `https://${PROXY_HOST}`,
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mail.url,
    MAIL_FROM: `no-reply@${PROXY_HOST}`,
    STORAGE_MIN_FREE_MB: '1',
    MASTER_KEY,
  };
  const server = await startServer(t, { ...settings, LOG_LEVEL: 'error' });
  const behind = Number(new URL(server.origin).port);
  mkdirSync(join(server.dataDir, 'backups', nameOf(Date.now())), { recursive: true });
  return { settings: { ...settings, DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl }, behind };
}

/** @returns the options of the doctor, and the settings with which it believes the certificate */
async function proxied(t: Test, behind: number, change = (recipe: string) => recipe, certificate = {}, proxy = nginx) {
  const folder = temporaryFolder(t);
  makeCertificate(folder, { days: 90, ...certificate });
  const [plain, secure] = [await freePort(), await freePort()];
  await proxy.start(t, change(recipeOf(proxy)), { folder, behind, plain, secure });
  return {
    options: ['--connect-to', `127.0.0.1:${secure}`, '--plain-port', String(plain)],
    trust: { NODE_EXTRA_CA_CERTS: join(folder, 'fullchain.pem') },
  };
}

t.test('doctor finds what is wrong between people and the server', { skip: nginx.missing || noOpenssl }, async (t) => {
  const { settings, behind } = await deployment(t);

  for (const proxy of PROXIES)
    await t.test(`nothing behind ${proxy.name} as in the manual`, { skip: proxy.missing }, async (t) => {
      const { options, trust } = await proxied(t, behind, undefined, {}, proxy);
      const { code, failed, results, says } = await diagnose(t, { ...settings, ...trust }, ...options);
      t.strictSame(failed, {});
      t.equal(code, 0);
      const expected = ['settings', 'database', 'migrations', 'master key', 'signing key', 'outbox', 'files', 'backup'];
      for (const check of [
        ...expected,
        'mail',
        'address',
        'certificate',
        'hsts',
        'plain http',
        'proxy',
        'request id',
        'clock',
      ])
        t.equal(results[check], 'OK', `${check}: ${says[check]}`);
      const outside = await diagnose(t, trust, '--server', settings.BASE_URL, ...options);
      t.strictSame(outside.results, { address: 'OK', certificate: 'OK', hsts: 'OK', 'plain http': 'OK' });
    });

  const broken: readonly [
    fault: string,
    expected: Record<string, RegExp>,
    change?: ((recipe: string) => string) | undefined,
    certificate?: object,
  ][] = [
    ['a certificate that has expired', { certificate: /has expired/ }, undefined, { days: 0 }],
    [
      'the certificate of another host',
      { certificate: /for another name \(DNS:www\./ },
      undefined,
      { host: 'www.example.com' },
    ],
    [
      'a proxy that passes on what visitors claim',
      { proxy: /visitors can choose their address/ },
      (recipe) => recipe.replace(/^.*X-Forwarded-For.*$/m, ''),
    ],
    [
      'a proxy that sets no address',
      { proxy: /sets no X-Forwarded-For/ },
      (recipe) => recipe.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For ""'),
    ],
    [
      'a proxy that speaks of http',
      { address: /tells the server that visitors use http/ },
      (recipe) => recipe.replace('X-Forwarded-Proto $scheme', 'X-Forwarded-Proto http'),
    ],
    [
      'a proxy in front of nothing',
      { address: /answers 502/ },
      (recipe) => recipe.replaceAll('http://127.0.0.1:3000', 'http://127.0.0.1:1'),
    ],
    [
      'a proxy that changes paths',
      { address: /something else answers/ },
      (recipe) => recipe.replace('gzip off;', 'gzip off; rewrite ^(.*)$ /app$1;'),
    ],
    [
      'a service without encryption',
      { 'plain http': /also answered without encryption/ },
      (recipe) => recipe.replace('return 400;', 'proxy_pass http://127.0.0.1:3000;'),
    ],
  ];
  for (const [fault, expected, change, certificate] of broken) {
    await t.test(fault, async (t) => {
      const { options, trust } = await proxied(t, behind, change, certificate);
      const { code, failed } = await diagnose(t, { ...settings, ...trust }, ...options);
      t.strictSame(Object.keys(failed), Object.keys(expected), 'and nothing else');
      t.match(failed, expected);
      t.equal(code, 1);
    });
  }

  await t.test('visitors who choose the ids of their requests are a warning', async (t) => {
    const { options, trust } = await proxied(t, behind, (recipe) => recipe.replace(/^.*X-Request-Id.*$/m, ''));
    const { code, says } = await diagnose(t, { ...settings, ...trust }, ...options);
    t.match({ code, id: says['request id'] }, { code: 0, id: /visitors can choose/ });
  });

  await t.test('headers that the proxy drops are a warning', async (t) => {
    const { options, trust } = await proxied(t, behind, (recipe) =>
      recipe.replace('gzip off;', 'gzip off; proxy_hide_header Strict-Transport-Security;'),
    );
    const { code, results } = await diagnose(t, { ...settings, ...trust }, ...options);
    t.match({ code, hsts: results.hsts }, { code: 0, hsts: 'WARN' });
  });

  await t.test('no proxy, a server of another name, one with other settings', async (t) => {
    const closed = await diagnose(t, settings, '--connect-to', '127.0.0.1:1');
    t.match(closed.failed, { address: /cannot be reached: .*ECONNREFUSED/ });
    const { options, trust } = await proxied(t, behind);
    const moved = await diagnose(t, { ...settings, ...trust, BASE_URL: 'https://www.example.com' }, ...options);
    t.match(moved.failed, { address: /has the BASE_URL https:\/\/id\.example\.com/, certificate: /another name/ });
    const MASTER_KEY = randomBytes(32).toString('base64');
    const other = await diagnose(t, { ...settings, ...trust, MASTER_KEY }, ...options);
    t.strictSame(Object.keys(other.failed), ['master key', 'proxy']);
  });
});

t.test('doctor finds a proxy that the server was not told of', { skip: nginx.missing || noOpenssl }, async (t) => {
  const { settings, behind } = await deploymentWith(t, { TRUST_PROXY: 'none' });
  const { options, trust } = await proxied(t, behind);
  const { failed } = await diagnose(t, { ...settings, ...trust }, ...options);
  t.match(failed, { proxy: /takes the proxy \(127\.0\.0\.1\) for every visitor, because TRUST_PROXY=none/ });
  const other = await deploymentWith(t, { TRUST_PROXY: '10.1.1.1' });
  const beside = await proxied(t, other.behind);
  const { failed: refused } = await diagnose(t, { ...other.settings, ...beside.trust }, ...beside.options);
  t.match(refused, { address: /TRUST_PROXY does not name the address from which the proxy connects/ });
});

t.test('doctor says to start the server where there is no proxy', async (t) => {
  const settings = { MASTER_KEY, DATA_DIR: temporaryFolder(t), BASE_URL: 'http://127.0.0.1:1' };
  const { stdout } = await run(t, [COMMAND, 'doctor', 'deployment'], settings).ended;
  t.match(stdout, /FAIL +address .*ECONNREFUSED.*\n +Start the server, and let it listen on the port of BASE_URL\n/);
});

async function deploymentWith(t: Test, changed: Environment) {
  const settings = { BASE_URL: `https://${PROXY_HOST}`, SMTP_URL: 'off', MASTER_KEY, ...changed };
  const server = await startServer(t, { ...settings, LOG_LEVEL: 'error' });
  const behind = Number(new URL(server.origin).port);
  return { settings: { ...settings, DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl }, behind };
}

/** A server without a proxy, in this process, so that its clock can be wrong. */
async function local(t: Test, now: number, database?: DatabaseFile) {
  const port = await freePort();
  const dataDir = temporaryFolder(t);
  const env = { BASE_URL: `http://127.0.0.1:${port}`, MASTER_KEY };
  const databaseUrl = database?.url ?? databaseFile(t).url;
  const { app } = await testApp(t, { env, dataDir, databaseUrl, seed: false, now, housekeeping: false });
  await app.listen({ port, host: '127.0.0.1' });
  mkdirSync(join(dataDir, 'storage'), { recursive: true });
  mkdirSync(join(dataDir, 'backups', nameOf(Date.now())), { recursive: true });
  return { ...env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, STORAGE_MIN_FREE_MB: '1' };
}

t.test('doctor finds what is wrong with the machine and the data', async (t) => {
  const database = databaseFile(t);
  const settings = await local(t, Date.now() - 3_600_000, database);
  const { DATA_DIR } = settings;
  const failedWith = async (changed: Environment): Promise<Diagnosis['failed']> => {
    const { clock: _, ...failed } = (await diagnose(t, { ...settings, ...changed })).failed;
    return failed;
  };

  const slow = await diagnose(t, settings);
  t.strictSame(Object.keys(slow.failed), ['clock']);
  t.match(slow.failed.clock, /3\d{3} seconds ahead of that of the server/);

  const { bavail, bsize } = statfsSync(DATA_DIR);
  const more = String(Math.ceil((bavail * bsize) / 2 ** 20) + 10_000);
  t.match(await failedWith({ STORAGE_MIN_FREE_MB: more }), { 'disk (data)': /less than STORAGE_MIN_FREE_MB/ });

  t.match(await failedWith({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }), { database: /ECONNREFUSED/ });
  t.match(await failedWith({ DATABASE_URL: 'postgres://127.0.0.1:1/x', MASTER_KEY: '' }), {
    settings: /there is no master key at/,
    database: /ECONNREFUSED/,
  });
  t.match(await failedWith({ DATABASE_URL: `file:${join(DATA_DIR, 'none.db')}` }), { database: /has no tables/ });
  const older = await newDatabase(t);
  await makeOlder(older, ENGINE, 20);
  t.match(await failedWith({ DATABASE_URL: older.url }), { migrations: /pending: 0020_/ });
  t.match(await failedWith({ SCHOOLGATE_PORT: '1' }), { settings: /is not a setting/ });

  const key = join(DATA_DIR, 'given.key');
  writeFileSync(key, MASTER_KEY);
  chmodSync(key, 0o644);
  const { MASTER_KEY: _, ...without } = settings;
  t.equal((await diagnose(t, { ...without, MASTER_KEY_FILE: key })).results.files, 'OK', 'its folder is closed');
  chmodSync(DATA_DIR, 0o711);
  const opened = await diagnose(t, { ...without, MASTER_KEY_FILE: key });
  t.match(opened.failed, { files: /everyone on this machine can read or change .*given\.key/ });

  const refusing = await smtpServer(t, [], 0, '535 5.7.8 no');
  const MAIL_FROM = 'no-reply@id.example.com';
  const SMTP_URL = refusing.url.replace('//', '//school:wrong@');
  t.match(await failedWith({ SMTP_URL, MAIL_FROM }), { mail: /refuses: EAUTH/ });
  t.match(await failedWith({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM }), { mail: /refuses: ESOCKET/ });

  const insert = `insert into outbox (id, channel, kind, sealed, created_at, expires_at, attempts, due_at, failed_at, failure)
     values ('out_1', 'email', 'x', ?, 1, 2, 3, null, 2, 'x')`;
  await database.edit(insert, Buffer.from('x'));
  const kept = await diagnose(t, settings);
  t.match(kept, { results: { outbox: 'WARN' }, says: { outbox: /1 e-mails could not be sent/ } });

  rmSync(join(DATA_DIR, 'backups'), { recursive: true });
  t.match(await failedWith({}), { backup: /there is none/ });
  mkdirSync(join(DATA_DIR, 'backups', nameOf(Date.now() - 8 * DAY)), { recursive: true });
  t.match(await failedWith({}), { backup: /192 hours old/ });
});

t.test('doctor looks up whether the domain of the sender says who may send e-mail for it', async (t) => {
  const mail = await smtpServer(t);
  const dns = await dnsServer(t, {
    'spf.example': [['google-site-verification=x'], ['v=spf1 include:_spf.', 'example.com -all']],
    'none.example': [['v=spf10 -all'], ['spf1']],
    'empty.example': [],
    'two.example': [['v=spf1 mx -all'], ['V=SPF1 a ~all']],
    'broken.example': 'fails',
    'silent.example': 'is silent',
  });
  const settings = { BASE_URL: `https://${PROXY_HOST}`, TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url, MASTER_KEY };
  const place = { DATA_DIR: temporaryFolder(t), DATABASE_URL: `file:${join(temporaryFolder(t), 'none.db')}` };
  const senderOf = async (domain: string): Promise<string> => {
    const MAIL_FROM = `Maple School <no-reply@${domain}>`;
    const options = ['--dns', dns, '--connect-to', '127.0.0.1:1'];
    const { results, says } = await diagnose(t, { ...settings, ...place, MAIL_FROM }, ...options);
    return `${results.sender}: ${says.sender}`;
  };
  for (const [domain, says] of [
    ['spf.example', 'OK: spf.example has an SPF record'],
    ['none.example', 'WARN: none.example has no SPF record'],
    ['empty.example', 'WARN: empty.example has no SPF record'],
    ['unknown.example', 'WARN: unknown.example has no SPF record'],
    ['two.example', 'WARN: two.example has 2 SPF records, which count as none'],
    ['broken.example', 'WARN: the SPF record of broken.example could not be looked up: ESERVFAIL'],
    ['silent.example', 'WARN: the SPF record of silent.example could not be looked up: ETIMEOUT'],
  ] as const)
    t.equal(await senderOf(domain), says);
  const usage = await run(t, [COMMAND, 'doctor', 'deployment', '--dns', 'resolver.example'], {}).ended;
  t.match(usage, { code: 2, stderr: /--dns takes an IP address/ });
});

t.test('doctor compares the clock of the machine with those of the server and of another one', async (t) => {
  const settings = await local(t, Date.now());
  const clock = (options: readonly string[]) => diagnose(t, settings, ...options);
  const elsewhere = async (behindMs: number | undefined): Promise<string[]> => {
    const other = createServer((_, response) => {
      response.sendDate = false;
      if (behindMs !== undefined) response.setHeader('date', new Date(Date.now() - behindMs).toUTCString());
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.teardown(() => other.close());
    return ['--clock', `http://127.0.0.1:${(other.address() as AddressInfo).port}/time`];
  };
  for (const [behindMs, result, says] of [
    [0, 'OK', /agrees with that of the .*server and the server of --clock$/],
    [15_000, 'WARN', /1[4-7] seconds ahead of that of the server of --clock/],
    [-15_000, 'WARN', /1[3-6] seconds behind that of the server of --clock/],
    [60_000, 'FAIL', /6[01] seconds ahead of that of the server of --clock/],
  ] as const) {
    const found = await clock(await elsewhere(behindMs));
    t.match({ result: found.results.clock, says: found.says.clock }, { result, says });
    t.equal(found.code, result === 'FAIL' ? 1 : 0);
  }
  const silent = await clock(await elsewhere(undefined));
  t.match(silent.failed, { clock: /\/time does not say what time it is/ });
  const away = await clock(['--clock', 'http://127.0.0.1:1']);
  t.match(away.failed, { clock: /could not be examined: .*ECONNREFUSED/ });
});

t.test('a probe shows what the server sees only to those who have its key', async (t) => {
  const settings = await local(t, Date.now());
  const ask = async (value: string): Promise<unknown> =>
    (await fetch(`${settings.BASE_URL}/healthz`, { headers: { 'schoolgate-probe': value } })).json();
  for (const value of ['x', `${Date.now()}.${'a'.repeat(43)}`, `${Date.now()}.`])
    t.strictSame(await ask(value), { status: 'ok' });
  const usage = await run(t, [COMMAND, 'doctor', 'deployment', '--connect-to', 'a/b'], settings).ended;
  t.match(usage, { code: 2, stderr: /--connect-to takes host:port/ });
});
