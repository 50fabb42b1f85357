import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { loadConfig } from '../../plugins/settings/config.ts';
import { ConfigError } from '../../plugins/settings/environment.ts';
import { temporaryFolder } from '../support/app.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

t.test('the configuration', async (t) => {
  const dataDir = temporaryFolder(t);
  const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env });
  const refused = (t: Test, env: Record<string, string>, words: RegExp | string): void => {
    t.throws(() => load(env), { name: 'ConfigError', message: words });
  };

  t.test('on loopback the base URL follows from host and port; elsewhere it is required', async (t) => {
    t.match(load({}), { baseUrl: 'http://127.0.0.1:3000', port: 3000, isLoopback: true, seedsDemo: true });
    t.equal(load({ HOST: 'localhost', PORT: '8080' }).baseUrl, 'http://localhost:8080');
    t.equal(load({ HOST: '::1' }).baseUrl, 'http://[::1]:3000');
    t.equal(load({ PORT: '80' }).baseUrl, 'http://127.0.0.1');
    t.equal(load({ BASE_URL: 'http://127.0.0.1:9999/' }).baseUrl, 'http://127.0.0.1:9999');
    refused(t, { HOST: '0.0.0.0' }, /BASE_URL is required/);
  });

  t.test('the number of workers is 1, a whole number up to 64, or that of the processors', async (t) => {
    t.equal(load({}).workers, 1);
    t.equal(load({ WORKERS: '3' }).workers, 3);
    t.equal(load({ WORKERS: 'auto' }).workers, availableParallelism());
    for (const WORKERS of ['0', '65', '1.5', 'all']) refused(t, { WORKERS }, /WORKERS must be auto or a whole number/);
  });

  t.test('the base URL is a bare origin, and https unless it is on loopback [RFC 6749 §3.1]', async (t) => {
    refused(t, { BASE_URL: 'http://id.example.com', MASTER_KEY: KEY }, /must be https/);
    t.match(load({ ...BEHIND_HTTPS, BASE_URL: 'https://id.example.com', MASTER_KEY: KEY }), {
      isSecure: true,
      seedsDemo: false,
    });
    for (const url of [
      'id.example.com',
      'https://id.example.com/path',
      'https://u@id.example.com',
      'ftp://x',
      'https://id.example.com?x',
    ]) {
      refused(t, { BASE_URL: url, MASTER_KEY: KEY }, /BASE_URL must be an origin/);
    }
  });

  t.test('behind https the proxy and the mail server are named, or declared absent, in so many words', async (t) => {
    const https = { BASE_URL: 'https://id.example.com', MASTER_KEY: KEY };
    refused(t, https, /^TRUST_PROXY is required [^\n]+\nSMTP_URL is required [^\n]+ MAIL_FROM[^\n]+$/);
    refused(
      t,
      { BASE_URL: 'https://id.example.com', SMTP_URL: 'smtps://mail.example.com' },
      /^TRUST_PROXY is required [^\n]+\nMAIL_FROM is required with SMTP_URL\nMASTER_KEY is required [^\n]+$/,
    );
    refused(t, { ...https, SMTP_URL: 'off' }, /^TRUST_PROXY is required [^\n]+$/);
    refused(t, { ...https, TRUST_PROXY: '127.0.0.1' }, /^SMTP_URL is required [^\n]+$/);
    refused(t, { ...https, SMTP_URL: 'off', TRUST_PROXY: 'none,127.0.0.1' }, /TRUST_PROXY must list/);
    t.strictSame(load({ ...https, TRUST_PROXY: 'none', SMTP_URL: 'off' }).trustProxy, []);
    t.equal(load({ ...https, TRUST_PROXY: 'none', SMTP_URL: 'off' }).secondFactor, 'admins');
    t.equal(load({}).secondFactor, 'off');
    refused(t, { PLACE_HEADER: 'CF-IPCity' }, /^PLACE_HEADER requires a TRUST_PROXY that names the proxy/);
    refused(t, { ...https, TRUST_PROXY: 'none', SMTP_URL: 'off', PLACE_HEADER: 'CF-IPCity' }, /^PLACE_HEADER requires/);
    refused(t, { TRUST_PROXY: '::1', PLACE_HEADER: 'a: b' }, /PLACE_HEADER must be the name of a header/);
    t.equal(load({ TRUST_PROXY: '::1', PLACE_HEADER: 'CF-IPCity' }).placeHeader, 'cf-ipcity');
    t.equal(load({}).placeHeader, undefined);
    refused(t, { SECOND_FACTOR: 'on' }, /SECOND_FACTOR must be one of/);
    t.strictSame(load({ ...https, TRUST_PROXY: '10.0.0.0/8, ::1', SMTP_URL: 'off' }).trustProxy, ['10.0.0.0/8', '::1']);
  });

  t.test('a PostgreSQL server on another machine is verified, or the operator says that it is not', async (t) => {
    const at = (DATABASE_URL: string, more = {}) => ({ MASTER_KEY: KEY, DATABASE_URL, ...more });
    for (const url of [
      'postgres://s@db.example/school',
      'postgres://s@db.example/school?sslmode=require',
      'postgres://s@127.0.0.1/school?host=db.example',
      'postgres://s@/school?host=db.example',
      'postgres://s@one.example,two.example/school',
      'postgresql://db.example',
      'postgres://s@/school',
      'postgres://s@127.0.0.1/school?host=localhost&host=db.example',
      'postgres://s@db.example/school?sslmode=verify-full&sslmode=disable',
    ]) {
      refused(
        t,
        at(url),
        /DATABASE_URL names another machine: add sslmode=verify-full, or set DATABASE_TLS=off [^.]+$/,
      );
      t.equal(load(at(url, { DATABASE_TLS: 'off' })).databaseUrl, url);
    }
    for (const password of ['a/b', '12/b', 'a#b', 'a?b'])
      refused(t, at(`postgres://s:${password}@127.0.0.1/school`), /names another machine.* has \/ \? or #, write %2F/);
    for (const url of [
      'postgres://s@db.example/school?sslmode=verify-full',
      'postgres://s@127.0.0.1:5433/school',
      'postgres://s@[::1]/school',
      'postgres://s@localhost/school',
      'postgres://s@/school?host=/run/postgresql',
    ]) {
      t.equal(load(at(url)).databaseUrl, url);
    }
  });

  t.test('the demo is seeded neither in production nor on an https base URL [W30]', async (t) => {
    t.notOk(load({ NODE_ENV: 'production' }).seedsDemo);
    t.notOk(load({ ...BEHIND_HTTPS, BASE_URL: 'https://127.0.0.1:8443', MASTER_KEY: KEY }).seedsDemo);
  });

  t.test('the master key is required, except that a local server makes one once in a private file [W43]', async (t) => {
    refused(t, { ...BEHIND_HTTPS, BASE_URL: 'https://id.example.com' }, /MASTER_KEY is required/);
    refused(t, { MASTER_KEY: 'c2hvcnQ=' }, /MASTER_KEY must be at least 32/);
    const made = load({}).masterKey;
    t.same(load({}).masterKey, made, 'the same at the next start');
    const file = join(dataDir, 'master.key');
    t.equal(statSync(file).mode & 0o777, 0o600);
    t.same(Buffer.from(readFileSync(file, 'utf8'), 'base64'), made);
    refused(
      t,
      { ...BEHIND_HTTPS, BASE_URL: 'https://id.example.com' },
      `${file}: set MASTER_KEY_FILE to it, or to a copy`,
    );
    writeFileSync(file, 'nonsense');
    refused(t, {}, /does not hold a key/);
  });

  t.test('platform operators are configured by e-mail address, in the form used for look-up [E-15e]', async (t) => {
    t.strictSame(load({ MASTER_KEY: KEY }).platformOperators, []);
    const listed = load({
      MASTER_KEY: KEY,
      PLATFORM_OPERATORS: ' Ruth@Riverside.example , b@x.example',
    }).platformOperators;
    t.strictSame(listed, ['ruth@riverside.example', 'b@x.example']);
    refused(
      t,
      { MASTER_KEY: KEY, PLATFORM_OPERATORS: 'ruth@riverside.example,' },
      /PLATFORM_OPERATORS must list e-mail addresses/,
    );
    refused(t, { MASTER_KEY: KEY, PLATFORM_OPERATORS: '*' }, /PLATFORM_OPERATORS must list e-mail addresses/);
  });

  t.test('providers of schools are any, off, or a list of issuers, of which none is for everyone', async (t) => {
    const issuers = 'https://accounts.google.com, https://id.school.example:8443/realms/school/';
    t.equal(load({ MASTER_KEY: KEY }).schoolProviders, 'any');
    t.equal(load({ MASTER_KEY: KEY, SCHOOL_PROVIDERS: 'OFF' }).schoolProviders, 'off');
    t.strictSame(load({ MASTER_KEY: KEY, SCHOOL_PROVIDERS: issuers }).schoolProviders, issuers.split(', '));
    for (const issuer of [
      ...['accounts.google.com', 'http://accounts.google.com', 'https://Accounts.google.com', 'https://a.example?x'],
      ...[
        'https://a.example#x',
        'https://u@a.example',
        'https://a.example/../b',
        'https://a.example:0',
        'https://10.1',
      ],
      ...[
        '',
        'https://a.example,',
        `https://a.example/${'x'.repeat(255)}`,
        'https://login.microsoftonline.com/common/v2.0',
      ],
      ...['https://login.microsoftonline.com/Organizations/v2.0', 'https://login.microsoftonline.us/consumers/v2.0'],
      'https://login.microsoftonline.com//common/v2.0',
    ].filter((one) => one !== '')) {
      refused(
        t,
        { SCHOOL_PROVIDERS: `https://id.school.example,${issuer}` },
        /SCHOOL_PROVIDERS must be any, off, or a list/,
      );
    }
  });

  t.test('metrics need a port of their own where the server itself listens', async (t) => {
    const same = { MASTER_KEY: KEY, PORT: '4182', METRICS_PORT: '4182' };
    const words = 'METRICS_PORT and PORT are both 4182: set another METRICS_PORT';
    refused(t, same, words);
    refused(t, { ...same, METRICS_HOST: '0.0.0.0' }, words);
    t.match(load({ ...same, METRICS_HOST: '127.0.0.2' }).metrics, { host: '127.0.0.2', port: 4182 });
  });

  t.test('an invalid value is refused by the name of its setting, along with all other invalid ones', async (t) => {
    const key = { MASTER_KEY: KEY };
    const bad: Record<string, string[]> = {
      PORT: ['0', '65536', 'http', '3000.5', '-1', '3 000'],
      DATABASE_URL: ['data.db', 'mysql://x'],
      DOCS_URL: ['docs', 'javascript:alert(1)', 'https://docs.example/x#y', 'https://docs.example/?x=1'],
      MASTER_KEY: ['correct horse battery staple and again and again and again', 'ä'.repeat(60), `${KEY}!`],
      TRUST_PROXY: ['nonsense', 'true', '1', '10.0.0.0/33', '::1/129', '10.0.0.1,', ' , ', '10.0.0.1, proxy.example'],
      REGISTRATION: ['on'],
      ID_TOKEN_SIGNING: ['ja'],
      RESOURCE_PATH_DOCUMENTS: ['on'],
      ACCESS_TOKEN_SECONDS: ['299', '86401', '1h'],
      REFRESH_IDLE_DAYS: ['0', '366'],
      REFRESH_ABSOLUTE_DAYS: ['0', '731'],
      REFRESH_GRACE_SECONDS: ['121', '-1'],
      REFRESH_REPEAT_DAYS: ['31', '-1'],
      RATE_LIMITS: ['none'],
      LOG_LEVEL: ['verbose'],
      DEMO_PASSWORD: ['short'],
      DEMO_SECRET: ['short', `${'x'.repeat(40)} x`],
      VENDORS_FILE: ['/nowhere/vendors.json'],
    };
    for (const [name, values] of Object.entries(bad)) {
      for (const value of values) refused(t, { ...key, [name]: value }, new RegExp(name));
    }
    t.throws(
      () => load({ ...key, PORT: 'x', LOG_LEVEL: 'y' }),
      { message: /PORT[\s\S]*LOG_LEVEL/ },
      'all of them at once',
    );
  });

  t.test('names that are almost those of settings are refused, and those of other programs are not', async (t) => {
    for (const [name, meant] of [
      ['SECOND_FACTORS', 'SECOND_FACTOR'],
      ['PLATFORM_OPERATOR', 'PLATFORM_OPERATORS'],
      ['BACKUP_DIRS', 'BACKUP_DIR'],
      ['DATABASE_URI', 'DATABASE_URL'],
      ['TRUTS_PROXY', 'TRUST_PROXY'],
      ['smtpurl', 'SMTP_URL'],
      ['WORKER', 'WORKERS'],
    ] as const) {
      refused(t, { MASTER_KEY: KEY, [name]: '1' }, new RegExp(`^${name} is not a setting; did you mean ${meant}\\?$`));
    }
    const others =
      'PORTS HOSTS HOSTNAME HOSTTYPE host port POST LOG LOGNAME LOGS DATA DATABASE BASE BASH_ENV NODE_ENVIRONMENT ' +
      'NODE_OPTIONS NODE_PATH EMAIL_FROM SMTP_USER SMTP_HOST SMTP_PORT MAIL MAIL_TO MAILER DATABASE_USER DATABASE_NAME ' +
      'DATABASE_HOST DATABASE_PORT DATABASE_PASSWORD BUILD_URL PUBLIC_URL METRICS_PATH LOG_FILE LOG_DIR TMPDIR ' +
      'CONFIGURATION_DIRECTORY LOGS_DIRECTORY STATE_DIRECTORY CREDENTIALS_DIRECTORY HTTP_PROXY https_proxy no_proxy TZ';
    for (const name of others.split(' ')) t.doesNotThrow(() => load({ MASTER_KEY: KEY, [name]: '1' }), name);
  });

  t.test('no proxy is trusted unless it is configured by address or network [W26]', async (t) => {
    t.same(load({ MASTER_KEY: KEY }).trustProxy, [], 'none unless configured');
    const given = '10.0.0.1, 192.168.0.0/16,::1 , fd00::/8, loopback';
    t.same(load({ MASTER_KEY: KEY, TRUST_PROXY: given }).trustProxy, [
      '10.0.0.1',
      '192.168.0.0/16',
      '::1',
      'fd00::/8',
      'loopback',
    ]);
  });

  t.test('a master key is accepted in both base64 alphabets, with and without padding [W43]', async (t) => {
    const key = Buffer.alloc(32, 0xfb);
    for (const text of [key.toString('base64'), key.toString('base64url'), `${key.toString('base64')}\n`]) {
      t.same(load({ MASTER_KEY: text }).masterKey, key);
    }
  });

  t.test('a master key can be in a file, and so can the previous one [W43]', async (t) => {
    const file = join(dataDir, 'another.key');
    writeFileSync(file, `${KEY}\n`);
    t.match(load({ MASTER_KEY_FILE: file }), { masterKey: Buffer.alloc(32, 7), previousMasterKey: undefined });
    const previous = Buffer.alloc(32, 8);
    const both = { MASTER_KEY_FILE: file, MASTER_KEY_PREVIOUS: previous.toString('base64') };
    t.same(load(both).previousMasterKey, previous);
    t.same(load({ MASTER_KEY: KEY, MASTER_KEY_PREVIOUS_FILE: file }).previousMasterKey, Buffer.alloc(32, 7));
    refused(t, { MASTER_KEY: KEY, MASTER_KEY_FILE: file }, /set either MASTER_KEY or MASTER_KEY_FILE/);
    refused(t, { MASTER_KEY_FILE: join(dataDir, 'missing') }, /MASTER_KEY_FILE .*missing cannot be read/);
    writeFileSync(file, 'short');
    refused(t, { MASTER_KEY_FILE: file }, /does not hold a key/);
  });

  t.test('a setting that contains a password can be in a file, and counts as if it were given directly', async (t) => {
    const file = join(dataDir, 'one-line');
    writeFileSync(file, 'postgres://schoolgate:secret@127.0.0.1/schoolgate\n');
    t.equal(
      load({ MASTER_KEY: KEY, DATABASE_URL_FILE: file }).databaseUrl,
      'postgres://schoolgate:secret@127.0.0.1/schoolgate',
    );
    const both = { MASTER_KEY: KEY, DATABASE_URL: 'file:x.db', DATABASE_URL_FILE: file };
    refused(t, both, /set either DATABASE_URL or DATABASE_URL_FILE/);
    writeFileSync(file, 'postgres://schoolgate:secret@db.example.com/schoolgate');
    refused(t, { MASTER_KEY: KEY, DATABASE_URL_FILE: file }, /DATABASE_URL names another machine/);
    writeFileSync(file, 'smtps://mailer:secret@mail.example.com\n');
    t.match(load({ MASTER_KEY: KEY, SMTP_URL_FILE: file, MAIL_FROM: 'a@example.com' }).mail.server, {
      host: 'mail.example.com',
    });
    refused(t, { MASTER_KEY: KEY, SMTP_URL_FILE: file }, /MAIL_FROM is required/);
    writeFileSync(file, 'secret');
    // The message does not repeat what is in the file.
    refused(t, { MASTER_KEY: KEY, SMTP_URL_FILE: file }, /^SMTP_URL must be smtps:\S+, smtp:\S+ or off$/);
    refused(t, { MASTER_KEY: KEY, SMTP_URL_FILE: join(dataDir, 'missing') }, /SMTP_URL_FILE .*missing cannot be read/);
  });

  t.test('a misspelled setting is refused, while the variables of other programs are ignored [W67]', async (t) => {
    for (const name of [
      'BASE_Url',
      'DATABASEURL_',
      'RATE_LIMIT_S',
      'SCHOOLGATE_PORT',
      'BASEURL',
      'masterkey',
      'base_url',
    ]) {
      refused(t, { MASTER_KEY: KEY, [name]: 'x' }, /is not a setting/);
    }
    t.ok(
      load({ MASTER_KEY: KEY, PATH: '/bin', HOSTNAME: 'x', host: 'x', npm_config_loglevel: 'warn' }),
      'what is not ours is left alone',
    );
    t.equal(load({ MASTER_KEY: KEY, PORT: '' }).port, 3000, 'empty is absent');
  });

  t.test('token lifetimes have inclusive limits, and an ID token always lives ten minutes [spec 8]', async (t) => {
    const lifetimes = load({
      MASTER_KEY: KEY,
      ACCESS_TOKEN_SECONDS: '300',
      REFRESH_IDLE_DAYS: '1',
      REFRESH_ABSOLUTE_DAYS: '730',
      REFRESH_GRACE_SECONDS: '0',
    }).lifetimes;
    t.match(lifetimes, {
      accessToken: 300_000,
      refreshIdle: 86_400_000,
      refreshAbsolute: 730 * 86_400_000,
      refreshGrace: 0,
      // No longer than the token itself.
      refreshRepeat: 86_400_000,
    });
    t.equal(load({ MASTER_KEY: KEY }).lifetimes.refreshRepeat, 7 * 86_400_000);
    t.equal(lifetimes.idToken, 600_000, 'ten minutes, not configurable');
  });

  t.test('vendor integrations are read from the operator’s file, and an invalid one is refused', async (t) => {
    const file = join(dataDir, 'vendors.json');
    const vendors = (list: unknown) => {
      writeFileSync(file, JSON.stringify(list));
      return load({ MASTER_KEY: KEY, VENDORS_FILE: file }).vendors;
    };
    t.match(vendors([{ key: 'acme', name: 'Acme', redirectUris: ['https://acme.example/cb'] }]), [
      { key: 'acme', aliases: [] },
    ]);
    for (const pattern of ['https://a.example/{id}', 'https://a.example/cb/{id}']) {
      t.match(vendors([{ key: 'a', name: 'x', redirectUris: [pattern] }]), [{ redirectUris: [pattern] }]);
    }
    for (const wrong of [
      {},
      [{ key: 'A B', name: 'x', redirectUris: ['https://a.example/'] }],
      [{ key: 'a', name: 'x', redirectUris: ['javascript:x'] }],
      [{ key: 'a', name: 'x', redirectUris: ['https://a.example/cb-{id}'] }],
      [{ key: 'a', name: 'x', redirectUris: ['https://a.example/{id}/cb'] }],
      [{ key: 'a', name: 'x', redirectUris: ['https://a.example/'], secret: 'x' }],
    ]) {
      t.throws(() => vendors(wrong), ConfigError);
    }
  });
});
