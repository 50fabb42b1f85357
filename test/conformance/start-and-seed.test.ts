// slow
/** What a person meets first: `npm start` and `schoolgate seed`, as processes, by what they print and how they end. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { DEMO_PEOPLE } from '../../scripts/commands/demo/platform.ts';
import type { DemoSummary } from '../../scripts/commands/demo/seed.ts';
import { PASSWORD, SECRET, temporaryFolder } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Environment, freePort, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { noPostgres, throwawayPostgres } from '../support/postgres.ts';
import { COMMAND, programFile } from '../support/programs.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';

const CALLBACK = 'http://127.0.0.1:49154/callback';
const MASTER_KEY = randomBytes(32).toString('base64');

async function seed(t: Test, environment: Environment): Promise<DemoSummary> {
  const { code, stdout, stderr } = await run(t, [COMMAND, 'seed', '--json'], environment).ended;
  t.equal(code, 0, `seed ended well: ${stderr}`);
  return JSON.parse(stdout);
}

const withoutSecrets = ({ sites, people, clients }: DemoSummary): DemoSummary => ({
  sites,
  people: people.map((person) => ({ ...person, password: null })),
  clients: clients.map((client) => ({ ...client, client_secret: null })),
});

const authorizeUrl = (origin: string, clientId: string, scope: string): string => {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope,
    state: 's',
    // The challenge in the example of the standard (RFC 7636, appendix B).
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: origin,
  };
  return `${origin}/oauth/authorize?${new URLSearchParams(parameters)}`;
};

const exchange = (origin: string, code: string | null, client: Record<string, string>): Promise<Response> =>
  fetch(`${origin}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: CALLBACK,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      resource: origin,
      ...client,
    }),
  });

t.test('seed --json prints exactly the sites, people and clients of the demo platform [spec 2.8]', async (t) => {
  const summary = await seed(t, { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t) });
  t.strictSame(Object.keys(summary), ['sites', 'people', 'clients']);
  t.strictSame(summary.sites, [
    { id: 'site_demo_riverside', slug: 'riverside' },
    { id: 'site_demo_harbour', slug: 'harbour' },
  ]);

  for (const person of summary.people) t.strictSame(Object.keys(person), ['email', 'password', 'roles']);
  const atFirst = summary.people.map(({ roles }) => roles.some(({ site }) => site === summary.sites[0]?.id));
  t.strictSame(
    atFirst,
    [...atFirst].sort((a, b) => Number(b) - Number(a)),
    'the first school’s people come first',
  );
  t.strictSame(summary.people[0], {
    email: 'ruth@riverside.example',
    password: PASSWORD,
    roles: [{ site: 'site_demo_riverside', role: 'owner' }],
  });
  t.equal(summary.people.length, DEMO_PEOPLE.length);
  const roles = summary.people.flatMap((person) => person.roles.map(({ role }) => role));
  t.strictSame(
    [...new Set(roles)].sort(),
    ['admin', 'instructor', 'member', 'owner', 'staff'],
    'somebody in every role',
  );

  for (const client of summary.clients) {
    t.strictSame(Object.keys(client), ['name', 'client_id', 'client_secret', 'redirect_uris', 'scope']);
  }
  const member = 'openid profile email account:read account:write';
  const operator = summary.clients.find(({ client_id: id }) => id === 'c_demo_admin_tool')?.scope.split(' ') ?? [];
  t.strictSame(
    summary.clients.map(({ client_id: id, client_secret: secret, scope }) => [id, secret, scope]),
    [
      ['c_demo_cli', null, member],
      ['c_demo_notebook', null, member],
      ['c_demo_web_app', SECRET, member],
      ['c_demo_portal', SECRET, 'openid profile email account:read'],
      ['c_demo_admin_tool', null, operator.join(' ')],
      ['c_demo_explorer', null, 'account:read account:write'],
    ],
  );
  t.equal(operator.length, 3 + 33, 'the identity scopes and all operator scopes');
  t.notOk(operator.some((scope) => scope.startsWith('account:')));
});

t.test('seeding again changes nothing, and prints secrets only where they are configured', async (t) => {
  const environment = { DATA_DIR: temporaryFolder(t) };
  const first = await seed(t, environment);
  const passwords = new Set(first.people.map(({ password }) => password));
  t.equal(passwords.size, 1);
  t.match([...passwords][0], /^[0-9a-f]{5}(-[0-9a-f]{5}){2}$/, 'one password is made up for all');
  t.match(first.clients.find(({ client_id: id }) => id === 'c_demo_web_app')?.client_secret, /^\S{32,}$/);

  const { stdout, stderr } = await run(t, [COMMAND, 'seed', '--json'], environment).ended;
  t.match(stderr, /\n"password" is null\. .*DEMO_PASSWORD=/, 'and where there is none, why');
  const second = JSON.parse(stdout);
  t.strictSame(withoutSecrets(second), withoutSecrets(first), 'same ids, people and clients');
  t.strictSame(second, withoutSecrets(first), 'every password and secret is null');

  const third = await seed(t, { ...environment, DEMO_PASSWORD: PASSWORD, DEMO_SECRET: SECRET });
  t.strictSame(withoutSecrets(third), withoutSecrets(first));
  t.ok(third.people.every(({ password }) => password === PASSWORD));

  const { origin } = await startServer(t, { ...environment, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  for (const { email, roles } of third.people.filter((person) => person.roles[0]?.site === 'site_demo_riverside')) {
    const url = authorizeUrl(origin, 'c_demo_web_app', 'openid');
    const callback = await new HttpBrowser(origin).authorize(url, { email, password: PASSWORD });
    const client = { client_id: 'c_demo_web_app', client_secret: SECRET };
    const answer = await exchange(origin, callback.searchParams.get('code'), client);
    t.equal(answer.status, 200, `${roles[0]?.role} ${email} signs in with DEMO_PASSWORD, the app with DEMO_SECRET`);
  }
});

t.test('seed without --json names every person, their password and the secret of a client', async (t) => {
  const environment = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t) };
  const { code, stdout } = await run(t, [COMMAND, 'seed'], environment).ended;
  t.equal(code, 0);
  for (const { email } of DEMO_PEOPLE) t.match(stdout, email);
  t.match(stdout, `password ${PASSWORD}`);
  t.match(stdout, new RegExp(`c_demo_web_app +secret ${SECRET}\n`));
});

t.test('start prints its URL, the people of the demo and the next command', async (t) => {
  const server = await startServer(t, { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t) });
  t.match(server.welcome, `\nSchoolgate is running at ${server.origin}\n`);
  t.match(server.welcome, `Master key: ${join(server.dataDir, 'master.key')}. Keep a copy apart from backups.\n`);
  for (const { email } of DEMO_PEOPLE) t.match(server.welcome, email);
  t.match(server.welcome, `password ${PASSWORD}`);
  t.match(server.welcome, `schoolgate connect --server ${server.origin} --client-id c_demo_cli\n`);
  t.equal((await fetch(server.origin)).status, 200);
  const { code, stdout } = await server.stop();
  t.equal(code, 0, 'SIGTERM ends it well');
  t.equal(stdout, '', 'standard output is for the log alone');

  const again = await startServer(t, { DATA_DIR: server.dataDir, LOG_LEVEL: 'error' });
  t.match(again.welcome, /The password was printed at the first start\. To set a new one, .*DEMO_PASSWORD=/);
  t.match(again.welcome, `\nE-mails are files in ${join(server.dataDir, 'mail')}, `);
  t.notMatch(again.welcome, 'Master key', 'it is there already');
  t.notMatch(again.welcome, PASSWORD);
});

const PRODUCTION: Readonly<Record<string, Environment>> = {
  'an https BASE_URL': { ...BEHIND_HTTPS, BASE_URL: 'https://id.school.example', MASTER_KEY },
  'NODE_ENV=production': { NODE_ENV: 'production' },
};

for (const [name, settings] of Object.entries(PRODUCTION)) {
  t.test(`a start with ${name} seeds nothing and prints a set-up link that works once [W30]`, async (t) => {
    const own = { ...settings, DATA_DIR: temporaryFolder(t), RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
    const { origin: address, welcome } = await startServer(t, own);
    const origin = settings.BASE_URL ?? address;
    t.notMatch(welcome, /@riverside\.example|c_demo_/);
    const link = /^ {2}(\S+\/setup\?token=\S+)$/m.exec(welcome)?.[1] ?? '';
    t.equal(new URL(link).origin, origin);

    const browser = new HttpBrowser(address, origin);
    const form = await browser.get(link);
    t.equal(form.status, 200);
    const wanted = {
      school_name: 'North School',
      school_slug: 'north-school',
      owner_name: 'Olga North',
      owner_email: 'olga@north.example',
      password: 'a quiet lamp beside seven boats',
    };
    const refused = await browser.submit(form, '/setup', { ...wanted, password: 'short' });
    t.equal(refused.status, 400, 'a weak password does not spend the link');
    const done = await browser.submit(refused, '/setup', wanted);
    t.equal(done.status, 200);
    t.match(done.body, /Your school is ready/);
    t.equal((await browser.get(link)).status, 404, 'the link is spent');

    const registration = await fetch(`${address}/api/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }),
    });
    const { client_id: id } = (await registration.json()) as { client_id: string };
    const url = authorizeUrl(origin, id, 'openid school:write');
    const owner = { email: wanted.owner_email, password: wanted.password };
    const callback = await browser.authorize(url, owner);
    t.equal(callback.searchParams.get('iss'), origin);
    t.match(callback.searchParams.get('code'), /^ac_/, 'the owner signs in and may give operator scopes');
    t.equal(browser.cookies.has(settings.BASE_URL === undefined ? 'sid' : '__Host-sid'), true);
  });
}

t.test('a start for others warns of the demo in its database', async (t) => {
  const own = { DATA_DIR: temporaryFolder(t), MASTER_KEY, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const warned = /"level":40.*the demo platform .*whose password was printed at its first start: use a new DATA_DIR, /;
  const demo = await startServer(t, { ...own, DEMO_PASSWORD: PASSWORD });
  t.notMatch((await demo.stop()).stdout, warned, 'on this machine alone');
  const settings = { ...own, ...BEHIND_HTTPS, BASE_URL: 'https://id.school.example' };
  const others = await startServer(t, settings);
  t.match((await others.stop()).stdout, warned);

  const examined = await run(t, [COMMAND, 'doctor', 'deployment'], settings).ended;
  t.match(examined.stdout, /WARN +demo .*@riverside\.example.*\n +Start the server with a new DATA_DIR, .*\n/);
  const here = await run(t, [COMMAND, 'doctor', 'deployment'], own).ended;
  t.match(here.stdout, /outbox/);
  t.notMatch(here.stdout, 'demo');

  const empty = await startServer(t, { ...settings, DATA_DIR: temporaryFolder(t) });
  t.notMatch((await empty.stop()).stdout, warned);
});

t.test('seed refuses to fill a production database', async (t) => {
  const environment = { DATA_DIR: temporaryFolder(t), NODE_ENV: 'production' };
  const { code, stdout, stderr } = await run(t, [COMMAND, 'seed', '--json'], environment).ended;
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, /^Database: .*\nThe demo platform can be created only with .*\n$/);
});

const MISTAKES: readonly [string, Environment, RegExp][] = [
  ['an impossible port', { PORT: '70000' }, /^PORT must be from 1 to 65535\n$/],
  ['a misspelled name', { BASE__URL: 'http://127.0.0.1:1' }, /^BASE__URL is not a setting; did you mean BASE_URL\?\n$/],
  ['a name without its underscore', { BASEURL: 'x' }, /^BASEURL is not a setting; did you mean BASE_URL\?\n$/],
  [
    'names that are one letter off',
    { SECOND_FACTORS: 'off', TRUST_PROXYS: 'none', SMTP_UR: 'off', SMTP_ULR: 'off' },
    /^SECOND_FACTORS is not .* SECOND_FACTOR\?\nTRUST_PROXYS .* TRUST_PROXY\?\nSMTP_UR .* SMTP_URL\?\nSMTP_ULR .* SMTP_URL\?\n$/,
  ],
  [
    'mistakes of every kind, without what follows from them',
    {
      BASE_URL: 'https://id.school.example',
      TRUST_PROXY: 'me',
      SMTP_URL: 'smtps://m.example',
      MASTER_KEY_FILE: '/none',
    },
    /^TRUST_PROXY must list .*\nMAIL_FROM is required with SMTP_URL\nMASTER_KEY_FILE \/none cannot be read: .*\n$/,
  ],
  [
    'a short master key and a missing sender',
    { BASE_URL: 'https://id.school.example', TRUST_PROXY: 'none', SMTP_URL: 'smtps://m.example', MASTER_KEY: 'eA==' },
    /^MASTER_KEY must be .* \(openssl rand -base64 32\)\nMAIL_FROM is required with SMTP_URL\n$/,
  ],
  ['http on a public host', { BASE_URL: 'http://id.school.example' }, /^Database: .*\nBASE_URL must be https, .*\n$/],
  [
    'https without a master key',
    { ...BEHIND_HTTPS, BASE_URL: 'https://id.school.example' },
    /^Database: .*\nMASTER_KEY is required .*\n$/,
  ],
  ['a short demo password', { DEMO_PASSWORD: 'short' }, /^DEMO_PASSWORD must have at least 10 characters\n$/],
  ['two mistakes', { PORT: 'x', LOG_LEVEL: 'loud' }, /^PORT must be a whole number\nLOG_LEVEL must be one of: .*\n$/],
  [
    'an impossible database file',
    { DATABASE_URL: 'file:/dev/null/x.db' },
    /^Database: .*\nMaster key: .*\nSchoolgate cannot start: .*\n$/,
  ],
  [
    'an unreachable database server',
    { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' },
    /^Database: .*\nSchoolgate cannot start: the database does not answer \(.*ECONNREFUSED.*\): start it, or correct DATABASE_URL; waited 0 seconds\n$/,
  ],
];

for (const [name, settings, line] of MISTAKES) {
  t.test(`start refuses ${name} with one clear line for each fault`, async (t) => {
    const environment = { DATA_DIR: temporaryFolder(t), PORT: String(await freePort()), ...settings };
    const { code, stderr } = await run(t, [COMMAND, 'serve'], environment).ended;
    t.equal(code, 1);
    t.match(stderr, line);
  });
}

t.test('start reports in one line that its port is in use', async (t) => {
  const { origin } = await startServer(t);
  const environment = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t), PORT: new URL(origin).port };
  const { code, stderr } = await run(t, [COMMAND, 'serve'], environment).ended;
  t.equal(code, 1);
  t.match(
    stderr,
    /^Database: .*\nMaster key: .*\nSchoolgate cannot start: .*(in use|EADDRINUSE).* PORT sets another, which BASE_URL has to name, too\n$/,
  );
  const behindProxy = await run(t, [COMMAND, 'serve'], {
    ...environment,
    ...BEHIND_HTTPS,
    DATA_DIR: temporaryFolder(t),
    BASE_URL: 'https://id.school.example',
    MASTER_KEY: randomBytes(32).toString('base64'),
  }).ended;
  t.match(
    behindProxy.stderr,
    /EADDRINUSE.* Another program has this port\. Set PORT to another one, and let the proxy pass requests on to it\.\n$/,
  );
  const METRICS_PORT = new URL(origin).port;
  const metrics = await run(t, [COMMAND, 'serve'], { ...environment, PORT: String(await freePort()), METRICS_PORT })
    .ended;
  t.match(metrics.stderr, /EADDRINUSE.* Another program has this port; METRICS_PORT sets another\n$/);
});

t.test(
  'after a start on a port in use, or at no address of this machine, the next one prints what the first should have',
  async (t) => {
    const { origin } = await startServer(t);
    const taken = new URL(origin).port;
    const causes: readonly Environment[] = [
      { PORT: taken },
      { PORT: taken, WORKERS: '2' },
      { HOST: 'nosuch.invalid', BASE_URL: 'http://127.0.0.1:3000' },
      { METRICS_PORT: taken },
    ];
    for (const cause of causes) {
      const DATA_DIR = temporaryFolder(t);
      const first = await run(t, [COMMAND, 'serve'], { DATA_DIR, PORT: String(await freePort()), ...cause }).ended;
      t.equal(first.code, 1, JSON.stringify(cause));
      const next = await startServer(t, { DATA_DIR, LOG_LEVEL: 'error' });
      t.match(next.welcome, /password [0-9a-f]{5}-[0-9a-f]{5}-[0-9a-f]{5} /, JSON.stringify(cause));
      await next.stop();
    }
    const other = { NODE_ENV: 'production', DATA_DIR: temporaryFolder(t) };
    t.equal((await run(t, [COMMAND, 'serve'], { ...other, PORT: taken }).ended).code, 1);
    t.match((await startServer(t, { ...other, LOG_LEVEL: 'error' })).welcome, '/setup?token=');
  },
);

t.test('start blames what it could not reach: a host to listen on, or a database', async (t) => {
  const away = /does not answer \(.*ENOTFOUND nosuch\.invalid.*\): start it, or correct DATABASE_URL/;
  const notOurs = (setting: string) =>
    new RegExp(`cannot start: .* ${setting} must be an address of this machine, such as 127\\.0\\.0\\.1\n$`);
  const atBase = { BASE_URL: 'http://127.0.0.1:3000' };
  const causes: readonly (readonly [Environment, RegExp])[] = [
    [{ ...atBase, HOST: 'nosuch.invalid' }, notOurs('HOST')],
    [{ ...atBase, HOST: '192.0.2.1' }, notOurs('HOST')],
    [{ ...atBase, HOST: 'nosuch.invalid', WORKERS: '2' }, notOurs('HOST')],
    [{ METRICS_PORT: '1', METRICS_HOST: 'nosuch.invalid' }, notOurs('METRICS_HOST')],
    [{ DATABASE_URL: 'postgres://s@nosuch.invalid/x', DATABASE_TLS: 'off', DATABASE_WAIT_SECONDS: '0' }, away],
  ];
  for (const [settings, line] of causes) {
    const environment = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t), PORT: String(await freePort()), ...settings };
    const { code, stderr } = await run(t, [COMMAND, 'serve'], environment).ended;
    t.equal(code, 1);
    t.match(stderr, line, JSON.stringify(settings));
    if (line !== away) t.notMatch(stderr, 'DATABASE_URL');
  }
  const command = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t), DATABASE_TLS: 'off' };
  const asked = await run(t, [COMMAND, 'users', 'find', 'ana'], {
    ...command,
    DATABASE_URL: 'postgres://s@nosuch.invalid/x',
  }).ended;
  t.match(asked.stderr, away);
});

t.test('the first steps are the last that a start prints, also with several workers', async (t) => {
  for (const WORKERS of ['1', '2']) {
    const both = ['sh', '-c', `exec '${process.execPath}' '${programFile(COMMAND)}' "$@" 1>&2`, 'sh'];
    const server = await startServer(t, { ...TEST_SETTINGS, LOG_LEVEL: 'info', WORKERS }, both);
    await sleep(500);
    const [before = '', after = ''] = server.welcome.split('Schoolgate is running at');
    t.equal(before.match(/Server listening/g)?.length, Number(WORKERS), `the log is before, with WORKERS=${WORKERS}`);
    t.notMatch(after, '"level"');
    const { stderr } = await server.stop();
    t.equal(stderr.match(/Schoolgate is running at/g)?.length, 1, 'once');
  }
});

t.test('commands say that the database is away, and what to do', async (t) => {
  const environment = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t), DATABASE_URL: 'postgres://127.0.0.1:1/x' };
  const socket = { ...environment, DATABASE_URL: 'postgres://s@/x?host=/nowhere' };
  const line = /\nthe database does not answer \(.*(?:ECONNREFUSED|ENOENT).*\): start it, or correct DATABASE_URL\n$/;
  for (const args of [
    ['users', 'find', 'ana'],
    ['keys', 'list'],
    ['audit', 'list'],
    ['schools', 'list'],
  ]) {
    const { code, stderr } = await run(t, [COMMAND, ...args], environment).ended;
    t.equal(code, 1);
    t.match(stderr, line, args.join(' '));
  }
  t.match((await run(t, [COMMAND, 'audit', 'list'], socket).ended).stderr, line, 'at a socket');
});

t.test('a PostgreSQL without the database or the role is to have it', { skip: noPostgres }, async (t) => {
  const url = await (await throwawayPostgres(t)).createDatabase();
  for (const [DATABASE_URL, what] of [
    [url.replace(/@\/\w+/, '@/none'), 'database'],
    [url.replace('test@', 'none@'), 'role'],
  ] as const) {
    const environment = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t), DATABASE_URL };
    const line = `${what} "none" does not exist: create it (docs/run/database.md), or correct DATABASE_URL\n`;
    for (const command of [['serve'], ['keys', 'list']])
      t.match(await run(t, [COMMAND, ...command], environment).ended, { code: 1, stderr: line }, command.join(' '));
  }
});

t.test('start and seed refuse a Node version that is too old, and say so', async (t) => {
  // The one thing that cannot be had here is an old Node that reads TypeScript: this one says that it is old.
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.23.3" } })';
  const old = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
  for (const command of ['serve', 'seed']) {
    const environment = { DATA_DIR: temporaryFolder(t), PORT: String(await freePort()) };
    const { code, stderr } = await run(t, [...old, COMMAND, command], environment).ended;
    t.equal(code, 1);
    t.equal(stderr, 'Node 22.23.3 is too old: Schoolgate requires Node 24 or newer\n');
  }
});

t.test(
  'the log is JSON where nobody watches, and for people if LOG_FORMAT says so, without what a terminal obeys',
  async (t) => {
    const lines = async (settings: Environment): Promise<string[]> => {
      const server = await startServer(t, { ...TEST_SETTINGS, LOG_LEVEL: 'info', ...settings });
      const { stdout } = await server.stop();
      return stdout.trim().split('\n');
    };
    for (const line of await lines({})) t.match(JSON.parse(line), { level: Number, time: Number, msg: String });
    const pretty = await lines({ LOG_FORMAT: 'pretty' });
    t.match(pretty[0], /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] INFO: /);
    t.notMatch(pretty.join(''), /\p{Cc}/u, 'no colours in a file');
  },
);
