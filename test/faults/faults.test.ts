// slow
/** The fault tests in their short form; `npm run machine -- faults` runs the long ones. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import t, { type Test } from 'tap';
import { loadConfig } from '../../plugins/settings/config.ts';
import { buildApp } from '../../routes/app.ts';
import { hashCredential } from '../../schema/credential.ts';
import { seedDemo } from '../../scripts/commands/demo/seed.ts';
import { PASSWORD, SECRET, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile, ENGINE } from '../support/database-edit.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  refresh,
  type Tokens,
  userinfo,
  walkThrough,
} from '../support/oauth-client.ts';
import { throwawayPostgres } from '../support/postgres.ts';
import { COMMAND, programFile } from '../support/programs.ts';
import { killServers, ServerProcess, type Settings, send, serviceSettings } from '../support/server-process.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { freePort, surroundings } from '../support/surroundings.ts';
import { until } from '../support/until.ts';
import { assertReport } from './assert-report.ts';
import { breakable } from './breakable.ts';
import { FaultClient } from './client.ts';
import { killDuringLoad, tearLog } from './crash.ts';
import { killWhileSending } from './outbox.ts';
import { redeemInParallel, refreshInParallel, SHORT_GRACE } from './parallel.ts';
import { stopUnderLoad } from './stop.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

t.teardown(killServers);

/** Two servers of one service, and a client that is signed in. */
async function twoServers(t: Test, overrides: Settings = {}) {
  const settings = await serviceSettings(temporaryFolder(t), overrides);
  const first = await ServerProcess.start(settings);
  const second = await ServerProcess.start(settings);
  t.teardown(() => Promise.all([first.stop(), second.stop()]));
  return { first: first.origin, second: second.origin, client: await FaultClient.signIn(settings, first.origin) };
}

t.test('a code or refresh token presented many times at once', async (t) => {
  const own = ENGINE === 'postgres' ? { DATABASE_URL: await (await throwawayPostgres(t)).createDatabase() } : {};
  const { client, first, second } = await twoServers(t, { ...own, ...SHORT_GRACE });
  t.test('a code presented by twenty simultaneous requests is redeemed once [F01]', async (t) =>
    assertReport(t, await redeemInParallel(client, [first], { codes: 40, requests: 20 })),
  );
  t.test('a code presented to two processes on one database at once is redeemed once [F02]', async (t) =>
    assertReport(t, await redeemInParallel(client, [first, second], { codes: 200, requests: 2 })),
  );
  return t.test('a refresh token presented to two processes on one database gets one successor [F03]', async (t) =>
    assertReport(t, await refreshInParallel(client, [first, second], { tokens: 20, requests: 10 })),
  );
});

t.test('a process killed under load loses nothing acknowledged, and restores nothing revoked [F04]', async (t) => {
  const settings = await serviceSettings(temporaryFolder(t), { REFRESH_GRACE_SECONDS: '0', REFRESH_REPEAT_DAYS: '0' });
  assertReport(t, await killDuringLoad(settings, { rounds: 3, readyMs: 10_000 }));
});

t.test('a process killed while it sends e-mails loses none, and a copy has the same id [F40]', async (t) => {
  const mail = await smtpServer(t, [], 20);
  const settings = await serviceSettings(temporaryFolder(t), { SMTP_URL: mail.url, MAIL_FROM: 'post@school.example' });
  assertReport(t, await killWhileSending(settings, mail, 2));
});

t.test('a write-ahead log cut off at a random byte leaves only complete units of work [F05]', async (t) => {
  assertReport(t, await tearLog(await serviceSettings(temporaryFolder(t)), 50));
});

t.test('a graceful stop under load breaks no connection [F24]', async (t) => {
  assertReport(t, await stopUnderLoad(await serviceSettings(temporaryFolder(t)), 2));
});

t.test('a failing statement undoes its whole unit of work', async (t) => {
  const database = databaseFile(t);
  // Housekeeping would seal the audit log meanwhile.
  const { app, clock, logs } = await testApp(t, { databaseUrl: database.url, housekeeping: false });
  const { break: plant, mend, tables } = await breakable(database);
  // The sign-ins of these tests are reported in the background, at any time.
  const reported = (table: string): string => (table === 'audit_events' ? "where event <> 'new_browser'" : '');
  const contents = async (): Promise<unknown> =>
    Promise.all(
      tables.map(async (table) => [
        table,
        (await database.rows(`select * from ${table} ${reported(table)}`)).map((row) => JSON.stringify(row)).sort(),
      ]),
    );

  /** Lets the request fail right after a statement; then without the fault. */
  async function crash(
    t: Test,
    fault: string,
    request: () => Promise<LightMyRequestResponse>,
    retried: (response: LightMyRequestResponse) => void,
  ): Promise<void> {
    await t.test(`a fault right after an ${fault} leaves no partial state`, async (t) => {
      await plant(fault);
      const before = await contents();
      const failed = await request();
      await mend(fault);
      t.equal(failed.statusCode, 500);
      t.notMatch(failed.body, /injected|Sqlite|postgres|plpgsql|constraint| {4}at /i, 'nothing leaks');
      if (String(failed.headers['content-type']).startsWith('application/json')) {
        t.equal(failed.json().error, 'server_error');
      }
      t.strictSame(await contents(), before, 'no partial state');
      const id = String(failed.headers['x-request-id']);
      t.ok(
        logs.some((line) => line.includes(id) && line.includes('injected fault')),
        'the log has the cause and the request',
      );
      retried(await request());
    });
  }

  await t.test('an interrupted code exchange can be repeated with the same code [F27]', async (t) => {
    for (const fault of ['update on grants', 'insert on tokens', 'update on clients']) {
      clock.advance(25 * HOUR);
      const authorization = await authorize(app, DEMO.cli);
      await crash(
        t,
        fault,
        () => exchange(app, DEMO.cli, authorization),
        (response) => t.equal(response.statusCode, 200, `${fault}: the same code works afterwards`),
      );
    }
  });

  await t.test('an interrupted refresh can be repeated with the same token [F27]', async (t) => {
    let { refresh_token: token } = await obtainTokens(app, DEMO.cli);
    for (const fault of ['update on tokens', 'insert on tokens', 'update on grants', 'update on clients']) {
      clock.advance(25 * HOUR);
      const presented = token;
      await crash(
        t,
        fault,
        () => refresh(app, DEMO.cli, presented),
        (response) => {
          t.equal(response.statusCode, 200, `${fault}: the same token works afterwards`);
          token = response.json<Tokens>().refresh_token;
        },
      );
    }
  });

  await t.test('an interrupted refresh in the grace period gets the same successor when repeated [F27]', async (t) => {
    const { refresh_token: token } = await obtainTokens(app, DEMO.cli);
    const successor = (await refresh(app, DEMO.cli, token)).json<Tokens>().refresh_token;
    await crash(
      t,
      'insert on tokens',
      () => refresh(app, DEMO.cli, token),
      (response) => t.equal(response.json<Tokens>().refresh_token, successor, 'the same successor afterwards'),
    );
  });

  await t.test('an interrupted replay of a code ends its grant when repeated [F27]', async (t) => {
    for (const fault of ['update on grants', 'insert on audit_events']) {
      const authorization = await authorize(app, DEMO.cli);
      const tokens = (await exchange(app, DEMO.cli, authorization)).json<Tokens>();
      await crash(
        t,
        fault,
        () => exchange(app, DEMO.cli, authorization),
        (response) => t.equal(response.json().error, 'invalid_grant', `${fault}: refused afterwards`),
      );
      t.equal((await userinfo(app, tokens.access_token)).statusCode, 401, 'and its tokens are dead');
    }
  });

  await t.test('an interrupted consent can be repeated with the same form [F27]', async (t) => {
    for (const fault of [
      'update on authorization_requests',
      'insert on grants',
      'insert on consents',
      'update on consents',
      'insert on audit_events',
    ]) {
      const email = fault === 'insert on consents' ? 'ben@riverside.example' : 'ana@riverside.example';
      const browser = new Browser(app);
      const verifier = makeVerifier();
      let page = await browser.get(authorizeUrl(DEMO.notebook, verifier));
      if (page.body.includes('/sign-in"')) page = await browser.submit(page, '/sign-in', { email, password: PASSWORD });
      const consentPage = page;
      await t.test(`a fault right after an ${fault} leaves no partial state`, async (t) => {
        if (fault === 'update on consents') await authorize(app, DEMO.notebook, {}, { email });
        await plant(fault);
        const before = await contents();
        const failed = await browser.submit(consentPage, '/decision', { decision: 'allow' });
        await mend(fault);
        t.equal(failed.status, 500);
        t.equal(failed.leavesFor, undefined, 'no code leaves');
        t.notMatch(failed.body, /injected|Sqlite|constraint/i);
        t.strictSame(await contents(), before, 'no partial state');
        const retried = await browser.submit(consentPage, '/decision', { decision: 'allow' });
        const code = retried.leavesFor?.searchParams.get('code') ?? '';
        t.not(code, '', 'the same form works afterwards');
        const params = retried.leavesFor?.searchParams ?? new URLSearchParams();
        t.equal((await exchange(app, DEMO.notebook, { code, verifier, params })).statusCode, 200);
      });
    }
  });

  await t.test('an interrupted registration can be repeated [F27]', async (t) => {
    // It is recorded with the first consent, not before.
    await crash(
      t,
      'insert on clients',
      () =>
        app.inject({
          method: 'POST',
          url: '/api/oauth/register',
          payload: { client_name: 'Fault tool', redirect_uris: ['http://127.0.0.1/callback'] },
        }),
      (response) => t.equal(response.statusCode, 201, 'it works afterwards'),
    );
  });
});

t.test('a clock that jumps', async (t) => {
  const { app, clock } = await testApp(t);
  const start = clock.now;
  const at = (offset: number): void => {
    clock.now = start + offset;
  };
  const status = async (token: string): Promise<unknown> => (await introspect(app, DEMO.cli, token)).active;

  const used = await authorize(app, DEMO.cli);
  const first = (await exchange(app, DEMO.cli, used)).json<Tokens>();
  const rotated = (await refresh(app, DEMO.cli, first.refresh_token)).json<Tokens>();
  t.test('a redeemed code, a rotated token and a revoked grant stay so if the clock jumps [F08]', async (t) => {
    for (const offset of [HOUR, -HOUR, 10 * YEAR, 0]) {
      at(offset);
      t.equal(await status(first.refresh_token), false, `rotated, at ${offset / HOUR} h`);
    }
    for (const offset of [-HOUR, 0]) {
      at(offset);
      t.equal((await exchange(app, DEMO.cli, used)).json().error, 'invalid_grant', 'redeemed');
      t.equal(await status(rotated.refresh_token), false, 'and the replay ended the family');
      t.equal(await status(rotated.access_token), false);
    }
  });

  t.test('new authorizations work after every jump, with timestamps of the moment [F08]', async (t) => {
    for (const offset of [HOUR, -HOUR, 10 * YEAR, 0, -HOUR, 0]) {
      at(offset);
      const tokens = await obtainTokens(app, DEMO.cli);
      const jwks = createLocalJWKSet((await app.inject('/.well-known/jwks.json')).json());
      const { payload } = await jwtVerify(tokens.id_token ?? '', jwks, { currentDate: new Date(clock.now) });
      t.ok((payload.iat ?? Number.POSITIVE_INFINITY) <= clock.now / 1000 + 1, `iat at ${offset / HOUR} h`);
      t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600);
      t.equal(await status(tokens.access_token), true);
      t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).statusCode, 200);
    }
  });

  t.test('an expired credential is refused however far the clock jumps ahead [F08]', async (t) => {
    for (const offset of [HOUR, 10 * YEAR]) {
      at(0);
      const authorization = await authorize(app, DEMO.cli);
      const tokens = await obtainTokens(app, DEMO.cli);
      at(offset + 1000);
      t.equal((await exchange(app, DEMO.cli, authorization)).json().error, 'invalid_grant', 'an expired code');
      t.equal((await userinfo(app, tokens.access_token)).statusCode, 401, 'an expired access token');
    }
  });

  t.test('a credential refused as expired stays refused when the clock is set back [F08]', async (t) => {
    at(0);
    const authorization = await authorize(app, DEMO.cli);
    const tokens = await obtainTokens(app, DEMO.cli);
    at(2 * HOUR);
    t.equal((await exchange(app, DEMO.cli, authorization)).json().error, 'invalid_grant');
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 401);
    at(0);
    t.equal((await exchange(app, DEMO.cli, authorization)).json().error, 'invalid_grant', 'a code');
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 401, 'an access token');
  });

  t.test('sign-in works after a jump ahead and back, and still refuses a wrong password [F08]', async (t) => {
    for (const offset of [10 * YEAR, 0, -HOUR, 0]) {
      at(offset);
      const browser = new Browser(app);
      const page = await walkThrough(browser, await browser.get(authorizeUrl(DEMO.cli, makeVerifier())), {
        password: 'a wrong password',
      });
      t.equal(page.status, 400, 'a wrong password');
      t.ok((await authorize(app, DEMO.cli)).code, 'the right one');
    }
  });
});

/** Starts a server that is expected to end by itself. */
async function startAndEnd(settings: Settings): Promise<{ code: number | null; stderr: string }> {
  const env = { ...surroundings(), ...settings, PORT: String(await freePort()) };
  return new Promise((resolve) => {
    const limits = { env, timeout: 120_000, killSignal: 'SIGKILL' } as const;
    const child = execFile(process.execPath, [programFile(COMMAND), 'serve'], limits, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}

t.test('two simultaneous first starts on one empty database seed one demo platform [E-48]', async (t) => {
  for (let round = 0; round < 3; round += 1) {
    const folder = temporaryFolder(t);
    const config = loadConfig({
      DATA_DIR: folder,
      DATABASE_URL: `file:${join(folder, 'schoolgate.db')}`,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    });
    const apps = await Promise.all([buildApp(config), buildApp(config)]);
    t.teardown(() => Promise.all(apps.map((app) => app.close())));
    await Promise.all(apps.map((app) => app.ready()));
    const summaries = await Promise.all(apps.map((app) => seedDemo(app)));
    const known = summaries.map(({ people }) => people[0]?.password).filter((password) => password !== null);
    t.equal(known.length, 1, 'one of them knows the password');
    const { passwords, persons } = apps[1].people;
    const ana = await persons.findByEmail('ana@riverside.example');
    const caller = { line: 'this', isKnown: true };
    const { matches } = await passwords.verify(known[0] ?? '', ana?.passwordHash, caller, 'ana');
    t.equal(matches, true, 'and it is the right one');
    for (const id of ['c_demo_portal', 'c_demo_web_app']) {
      const secrets = summaries.map(({ clients }) => clients.find((client) => client.client_id === id)?.client_secret);
      const [secret, ...others] = secrets.filter((value) => value !== null);
      const { secretHashes } = (await apps[0].oauth.clients.findCredentials(id, Date.now())) ?? { secretHashes: [] };
      t.strictSame(secretHashes, [hashCredential(secret ?? '')], 'the same of a secret');
      t.strictSame(others, []);
    }
  }
});

t.test('a start with another master key is refused, and makes no new signing key [F29]', async (t) => {
  const settings = await serviceSettings(temporaryFolder(t), { MASTER_KEY: randomBytes(32).toString('base64') });
  const server = await ServerProcess.start(settings);
  const before = (await send(`${server.origin}/.well-known/jwks.json`)).body;
  await server.stop();

  const { code, stderr } = await startAndEnd({ ...settings, MASTER_KEY: randomBytes(32).toString('base64') });
  t.equal(code, 1);
  t.match(stderr, /^Database: .*\nSchoolgate cannot start: .*MASTER_KEY.*\n$/, 'one clear line');
  t.comment(stderr.trim());

  const again = await ServerProcess.start(settings);
  t.equal((await send(`${again.origin}/.well-known/jwks.json`)).body, before, 'the keys are as they were');
  await again.stop();
});

t.test('an unexpected exception', async (t) => {
  t.test('an exception in a handler is a generic 500 that only the log explains [F30]', async (t) => {
    const logs: string[] = [];
    const config = loadConfig({
      DATA_DIR: temporaryFolder(t),
      DATABASE_URL: 'file::memory:',
      DEMO_SECRET: SECRET,
      DEMO_PASSWORD: PASSWORD,
    });
    const app: FastifyInstance = await buildApp(config, { logStream: { write: (line) => logs.push(line) } });
    app.get('/thrown', () => {
      throw new TypeError('secret detail of a bug');
    });
    app.get('/rejected', async () => Promise.reject(new Error('secret detail of a bug')));
    app.get('/odd', async () => Promise.reject({ secret: 'detail' }));
    await app.ready();
    t.teardown(() => app.close());
    await seedDemo(app);
    for (const url of ['/thrown', '/rejected', '/odd']) {
      const response = await app.inject(url);
      t.equal(response.statusCode, 500, url);
      t.strictSame(
        Object.keys(response.json()).sort(),
        ['error', 'error_description', 'error_uri'],
        'nothing but the error',
      );
      t.equal(response.json().error, 'server_error');
      t.notMatch(response.body + JSON.stringify(response.headers), /secret|detail|TypeError|\.ts/, 'nothing leaks');
      const id = String(response.headers['x-request-id']);
      t.ok(
        logs.some((line) => line.includes(id) && line.includes('request failed')),
        'the log has it under its id',
      );
    }
    t.equal((await app.inject('/healthz')).statusCode, 200, 'and the server goes on');
  });

  t.test('an exception in a store is a generic 500 at userinfo, refresh and introspection [F30]', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'faults.db');
    const { app } = await testApp(t, { databaseUrl: `file:${file}`, dataDir: folder });
    const tokens = await obtainTokens(app, DEMO.cli);
    const beside = new Sqlite(file);
    beside.exec('alter table memberships rename to memberships_away');
    const answers = {
      userinfo: await userinfo(app, tokens.access_token),
      refresh: await refresh(app, DEMO.cli, tokens.refresh_token),
      introspection: await app.inject({
        method: 'POST',
        url: '/api/oauth/introspect',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ client_id: DEMO.cli.id, token: tokens.access_token }).toString(),
      }),
    };
    for (const [name, response] of Object.entries(answers)) {
      t.equal(response.statusCode, 500, name);
      t.equal(response.json().error, 'server_error', name);
      t.notMatch(response.body, /memberships|sqlite|select/i, name);
    }
    t.equal((await app.inject('/.well-known/oauth-authorization-server')).statusCode, 200, 'documents are served');
    beside.exec('alter table memberships_away rename to memberships');
    beside.close();
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 200, 'and all is well when the store is');
  });

  for (const [name, fault] of Object.entries({
    'an exception thrown in a timer': 'throw new Error("injected fault")',
    'an unhandled rejection': 'Promise.reject(new Error("injected fault"))',
  })) {
    t.test(`${name} ends the process gracefully, after requests in progress are answered [F30]`, async (t) => {
      const settings = await serviceSettings(temporaryFolder(t));
      // The fault comes with a signal, so that the server is up and busy.
      const preload = `data:text/javascript,process.once('SIGWINCH',()=>setTimeout(()=>{${encodeURIComponent(fault)}},1))`;
      const server = await ServerProcess.start(settings, { nodeOptions: ['--import', preload] });
      const client = await FaultClient.signIn(settings, server.origin);
      const codes = await client.codes(server.origin, 20);
      const begin = performance.now();
      const redemptions = Promise.all(codes.map((code) => client.redeem(server.origin, code)));
      const [hit] = server.answering;
      process.kill(hit, 'SIGWINCH');
      const answers = await redemptions;
      if (hit === server.pid) {
        t.equal(await server.ended(), 1, 'exit code');
      } else {
        await until(() => /worker \d ended \(1\) and is started again/.test(server.output()));
        t.equal((await server.stop()).code, 0, 'the other workers went on');
      }
      t.comment(`ended after ${Math.round(performance.now() - begin)} ms`);
      t.match(server.output(), /"level":60.*injected fault/, 'the log says why');
      t.notOk(
        answers.some(({ status }) => status >= 500),
        'whoever was being served was served',
      );
      const again = await ServerProcess.start(settings);
      const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.parse(body).access_token);
      for (const token of tokens) t.equal(await client.isActive(again.origin, token), true);
      await again.stop();
    });
  }
});
