// slow
/**
 * Every known client, as its fixture in `clients/` describes it, through the whole flow with a person; and `schoolgate doctor`,
 * which replays the same fixtures for whoever asks why a client does not connect.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import { parseScopes } from '../../schema/oauth/scope.ts';
import type { Finding } from '../../scripts/commands/doctor/findings.ts';
import { type Fixture, readFixture, type Way } from '../../scripts/commands/doctor/fixture.ts';
import { chooseWays, type Replay, type ReplayOptions, replay } from '../../scripts/commands/doctor/flow.ts';
import { PASSWORD, SECRET, temporaryFolder, testApp } from '../support/app.ts';
import { CLIENTS_TABLE, clientMatrix, committedTable, type MatrixRow, writeTable } from '../support/client-matrix.ts';
import { documentHost } from '../support/document-host.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, type LiveServer, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

const FOLDER = join(import.meta.dirname, 'clients');
const RUTH = { email: 'ruth@riverside.example' };
const WRITES_MATRIX = process.env.CLIENT_MATRIX === 'write';

t.setTimeout(120_000);

const fixtures = new Map<string, Fixture>(
  readdirSync(FOLDER)
    .sort()
    .map((file) => file.replace(/\.json$/, ''))
    .map((key) => [key, readFixture(key)]),
);

const host = await documentHost(t);
const listening = await listeningApp(t);
const live = await startServer(t, { ...TEST_SETTINGS, CIMD: 'off' });
const rows: MatrixRow[] = [];

/** Documents come from the test's own host, and clients can be made beforehand: for that the server is in this process. */
async function listeningApp(t: Test) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { app } = await testApp(t, { network: host.network, env: { BASE_URL: origin } });
  await app.listen({ host: '127.0.0.1', port });
  return { app, origin };
}

const withPerson = (server: string): ReplayOptions => {
  const browser = new HttpBrowser(server);
  return { server, walk: (url) => browser.authorize(url, RUTH) };
};

/** What a school would enter for a client that does not identify itself. */
async function makeBeforehand(fixture: Fixture, { client }: Extract<Way, { by: 'preregistered' }>): Promise<string> {
  const { token_endpoint_auth_method: authMethod, redirect_uris, scope, default_scope } = client;
  const id = `c_${fixture.name.replaceAll(/\W+/g, '_').toLowerCase()}_${authMethod}`;
  const now = listening.app.clock();
  await listening.app.oauth.clients.create(
    {
      id,
      origin: 'site_application',
      siteId: 'site_demo_riverside',
      name: 'Made beforehand',
      authMethod,
      redirectUris: redirect_uris,
      scopes: parseScopes(scope),
      defaultScope: default_scope,
      createdAt: now,
      ...(authMethod === 'none' ? {} : { secretHash: hashCredential(SECRET) }),
    },
    { event: 'client_created', at: now, clientId: id, siteId: 'site_demo_riverside', personId: 'usr_demo_ruth' },
  );
  return id;
}

async function wholeWay(fixture: Fixture, way: Way): Promise<Replay> {
  if (way.by === 'registration') return replay(fixture, way, withPerson(live.origin));
  const options = withPerson(listening.origin);
  if (way.by === 'document') {
    host.serve(way.url, way.document);
    return replay(fixture, way, options);
  }
  const secret = way.client.token_endpoint_auth_method === 'none' ? undefined : SECRET;
  return replay(fixture, way, { ...options, client: { id: await makeBeforehand(fixture, way), secret } });
}

const problemsOf = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ step, problems }) => problems.map((problem) => `${step}: ${problem}`));

for (const [key, fixture] of fixtures) {
  for (const way of fixture.ways) {
    t.test(`${key} completes the whole flow (${way.name})`, async (t) => {
      const { holds, findings } = await wholeWay(fixture, way);
      rows.push({ client: fixture.name, way: way.name, findings });
      t.strictSame(problemsOf(findings), []);
      t.ok(holds);
      const leftOut = findings.filter(({ outcome }) => outcome === 'left out').map(({ step }) => step);
      t.strictSame(leftOut, fixture.origin === undefined ? ['preflights'] : [], 'nothing else is left out');
    });
  }
}

t.test('the fixtures together cover the peculiarities that clients are known for', (t) => {
  const all = [...fixtures.values()];
  const ways = all.flatMap((fixture) => fixture.ways);
  const bodies = ways.flatMap((way) => (way.by === 'registration' ? [way.body] : []));
  const registered = ways.flatMap((way) => (way.by === 'registration' ? way.body.redirect_uris : []));
  const requests = all.flatMap((fixture) => [fixture.authorize, fixture.exchange, ...fixture.refreshes]);
  const resources = new Set(requests.map(({ parameters }) => parameters.resource));
  const schemes = (uris: readonly string[]): number => new Set(uris.map((uri) => uri.split(':', 1)[0])).size;

  t.ok(registered.includes('http://localhost/callback'), 'localhost without a port');
  t.ok(
    ways.some((way) => way.callbacks.some((uri) => /^http:\/\/localhost:\d+\/callback$/.test(uri))),
    'called with one',
  );
  t.ok(
    bodies.some((body) => schemes(body.redirect_uris) === 3),
    'a private scheme, https and loopback in one registration',
  );
  t.strictSame(new Set(bodies.map((body) => body.application_type)), new Set(['native', 'web', undefined]));
  t.strictSame(resources, new Set(['{base}', '{base}/', '{base}/mcp', '{base}/mcp/', undefined]));
  t.ok(
    all.some(({ authorize }) => authorize.parameters.scope === undefined),
    'no scope',
  );
  t.ok(
    all.some(({ authorize }) => authorize.parameters.scope?.includes('offline_access')),
    'offline_access',
  );
  t.ok(
    all.some(({ refreshes }) => refreshes.some(({ parallel }) => parallel > 1)),
    'parallel refreshes',
  );
  t.ok(all.some(({ refreshes }) => refreshes.some(({ parameters }) => 'redirect_uri' in parameters)));
  t.ok(
    all.some(({ exchange }) => exchange.parameters.client_secret === ''),
    'an empty secret',
  );
  t.ok(
    all.some(({ probes }) => probes.some(({ method }) => method === 'HEAD')),
    'HEAD',
  );
  t.ok(all.some(({ preflights }) => preflights.some(({ headers }) => headers.includes('mcp-protocol-version'))));
  t.end();
});

t.test('a client identifies itself the way its vendor prefers, where the server offers it', async (t) => {
  const claude = requireFixture('claude');
  const names = async (server: string) => (await chooseWays(claude, { server })).map(({ name }) => name);
  t.strictSame(await names(listening.origin), ['document']);
  t.strictSame(await names(live.origin), ['registration'], 'without the flag');
  const chosen = async (secret: string | undefined) =>
    (await chooseWays(claude, { server: listening.origin, client: { id: 'c_entered', secret } })).map(
      ({ name }) => name,
    );
  t.strictSame(await chosen(undefined), ['made beforehand, none'], 'an id that a person entered comes first');
  t.strictSame(await chosen('cs_kept'), ['made beforehand, client_secret_post'], 'and so does one with a secret');
});

t.test('the replay finds what would stop a client', async (t) => {
  const vscode = requireFixture('vscode');
  const [, registration] = vscode.ways;
  if (registration?.by !== 'registration') throw new Error('no registration');

  await t.test('another resource than the one the client compares with is reported [RFC 9728 §3.3]', async (t) => {
    const [first] = vscode.probes;
    if (first === undefined) throw new Error('no probe');
    const members = { ...first.expect.members, resource: '{base}/mcp/' };
    const picky = { ...vscode, probes: [{ ...first, expect: { ...first.expect, members } }] };
    const { holds, findings } = await replay(picky, registration, { server: live.origin });
    t.notOk(holds);
    t.match(problemsOf(findings), [`resource is "${live.origin}/mcp", not "${live.origin}/mcp/". ${first.why}`]);
  });

  await t.test('a callback with another host name or another path is reported [RFC 8252 §7.3]', async (t) => {
    const callbacks = ['http://localhost.evil.example/', 'https://vscode.dev/redirect/'];
    const { findings } = await replay(vscode, { ...registration, callbacks }, { server: live.origin });
    const problems = problemsOf(findings);
    t.equal(problems.length, 2);
    for (const problem of problems)
      t.match(problem, /refused with 400.*invalid_request, "redirect_uri is not registered.*see http/);
  });

  await t.test('a scope in another order than the client asked for is reported [RFC 6749 §3.3]', async (t) => {
    const exchange = { ...vscode.exchange, expect: { ...vscode.exchange.expect, scope: 'email openid profile' } };
    const { findings } = await replay({ ...vscode, exchange }, registration, withPerson(live.origin));
    t.match(problemsOf(findings), [/scope is "openid profile email", not "email openid profile"/]);
  });

  await t.test('a preflight that does not allow a header of the client is reported', async (t) => {
    const inspector = requireFixture('mcp_inspector');
    const [way] = inspector.ways;
    if (way === undefined) throw new Error('no way');
    const preflights = inspector.preflights.map((preflight) => ({ ...preflight, headers: ['x-of-its-own'] }));
    const { findings } = await replay({ ...inspector, preflights }, way, { server: live.origin });
    const problems = problemsOf(findings);
    t.equal(problems.length, 1, 'all allow every header, except the tool endpoint');
    for (const problem of problems) t.match(problem, /^preflights: OPTIONS .* does not allow x-of-its-own/);
  });
});

t.test('a redirect URI that is not at the host of the metadata document is refused [CIMD §8.1]', async (t) => {
  const url = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
  const claude = requireFixture('claude');
  const [way] = claude.ways;
  if (way?.by !== 'document') throw new Error('no document');
  host.serve(url, way.document);
  const { findings } = await replay(claude, { ...way, callbacks: way.refusedCallbacks }, { server: listening.origin });
  t.match(problemsOf(findings), [/claude\.com.*refused with 400.*invalid_request/]);
});

interface Outcome {
  code: number | null;
  lines: string;
  complaint: string;
}

async function doctor(t: Test, args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const { code, stdout, stderr } = await run(t, [COMMAND, 'doctor', ...args], environment).ended;
  return { code, lines: stdout, complaint: stderr };
}

const connectTo = (t: Test, { origin }: Pick<LiveServer, 'origin'>, ...args: string[]): Promise<Outcome> =>
  doctor(t, ['connect', ...args, '--server', origin]);

t.test('doctor lists the known clients, in words and as JSON', async (t) => {
  const words = await doctor(t, ['connect']);
  t.equal(words.code, 0);
  for (const [key, { name }] of fixtures) t.match(words.lines, new RegExp(`^${key} +${name}`, 'm'));
  const json = await doctor(t, ['connect', '--json']);
  t.strictSame(
    JSON.parse(json.lines).map(({ key }: { key: string }) => key),
    [...fixtures.keys()],
  );
});

t.test('doctor goes as far as the sign-in page when nobody signs in', async (t) => {
  const { code, lines, complaint } = await connectTo(t, live, 'opencode');
  t.equal(code, 0, lines);
  t.equal(complaint, '');
  t.match(lines, /✓ dead token {2}a made-up code and refresh token are answered with invalid_grant/);
  t.match(lines, /– consent {5}skipped: no one signs in; set --email and --password/);
  t.match(lines, /No problem was found that would stop OpenCode\./);
});

t.test('doctor completes the whole flow when somebody signs in, and prints no token [RFC 6750 §5.3]', async (t) => {
  const args = ['connect', 'typescript_sdk', '--server', live.origin, '--email', RUTH.email];
  const { code, lines, complaint } = await doctor(t, args, { DOCTOR_PASSWORD: PASSWORD });
  t.equal(code, 0, lines);
  t.equal(lines.match(/✓ revocation/g)?.length, 2, 'both ways');
  t.notMatch(lines + complaint, /(ac|at|rt|cs)_[0-9a-zA-Z]+\.?[A-Za-z0-9_-]{20}/, 'no code, token or secret');
  t.notMatch(lines + complaint, PASSWORD);
});

t.test('doctor reports that a person cannot sign in', async (t) => {
  const args = ['connect', 'opencode', '--server', live.origin, '--email', RUTH.email, '--password', 'wrong', '--json'];
  const { code, lines } = await doctor(t, args);
  t.equal(code, 1);
  const { holds, ways } = JSON.parse(lines);
  t.equal(holds, false);
  t.match(
    ways[0].findings.find(({ step }: Finding) => step === 'consent'),
    {
      outcome: 'failed',
      problems: [/ruth@riverside\.example could not sign in/],
    },
  );
});

t.test('doctor describes the client that has to be created beforehand', async (t) => {
  const without = await connectTo(t, live, 'mcp_conformance');
  t.equal(without.code, 1);
  t.match(without.lines, /✗ identity .*\n.*default scope "openid profile email".*--client-id/);
  const wrong = await connectTo(t, live, 'mcp_conformance', '--client-id', 'c_demo_cli');
  t.equal(wrong.code, 1);
  t.match(
    wrong.lines,
    /✗ authorize .*\n.*the client receives invalid_scope, "scope is required: this client has no default scopes"/,
  );
});

t.test('doctor explains a server without registration and without the host of a metadata document', async (t) => {
  const server = await startServer(t, { ...TEST_SETTINGS, REGISTRATION: 'off', CIMD_ALLOWED_HOSTS: 'vendor.example' });
  const opencode = await connectTo(t, server, 'opencode');
  t.equal(opencode.code, 1);
  t.match(opencode.lines, /✗ identity .*\n.*no registration_endpoint \(REGISTRATION is off\)/);
  t.match(opencode.lines, /OpenCode could not connect: one step fails\./);
  const claude = await connectTo(t, server, 'claude');
  t.equal(claude.code, 1);
  t.match(claude.lines, /✓ identity .*the server fetches that document itself/);
  t.match(
    claude.lines,
    /✗ authorize .*\n.*refused with 400.*invalid_client.*see .*claude\.ai is among CIMD_ALLOWED_HOSTS/,
  );
});

t.test('doctor explains a server without a vendor integration and without a grace period for refreshes', async (t) => {
  const vendors = [{ key: 'claude_code', name: 'Claude Code', redirectUris: ['http://localhost/callback'] }];
  const VENDORS_FILE = join(temporaryFolder(t), 'vendors.json');
  writeFileSync(VENDORS_FILE, JSON.stringify(vendors));
  const server = await startServer(t, {
    ...TEST_SETTINGS,
    CIMD: 'off',
    VENDORS_FILE,
    REFRESH_GRACE_SECONDS: '0',
    REFRESH_REPEAT_DAYS: '0',
  });
  const cursor = await connectTo(t, server, 'cursor');
  t.equal(cursor.code, 1);
  t.match(
    cursor.lines,
    /registration as "Cursor" with cursor:.* was refused: 400 Bad Request, invalid_redirect_uri, ".*", see http/,
  );
  t.match(cursor.lines, /see that VENDORS_FILE.*names this client with these addresses/);
  t.match(
    cursor.lines,
    /invalid_client_metadata, "client_name is not a known integration; ask the school for a client"/,
    'as a web application',
  );
  const code = await connectTo(t, server, 'claude_code', '--email', RUTH.email, '--password', PASSWORD);
  t.equal(code.code, 1);
  t.match(code.lines, /✗ refresh .*\n.*one of 3 concurrent refreshes was refused: 400.*invalid_grant/);
});

t.test('doctor explains a server with another issuer, and one that cannot be reached', async (t) => {
  const alias = await startServer(t, {
    ...TEST_SETTINGS,
    BASE_URL: 'http://localhost:3999',
    RESOURCE_PATH_DOCUMENTS: 'off',
  });
  const elsewhere = await connectTo(t, alias, 'vscode');
  t.equal(elsewhere.code, 1);
  t.match(
    elsewhere.lines,
    /✗ discovery .*\n.*identifies itself as http:\/\/localhost:3999: use --server http:\/\/localhost:3999/,
  );

  const nobody = await doctor(t, ['connect', 'vscode', '--server', `http://127.0.0.1:${await freePort()}`]);
  t.strictSame([nobody.code, nobody.lines], [1, '']);
  t.match(nobody.complaint, /^doctor: Cannot reach .*ECONNREFUSED.*--server\.\n$/);
});

t.test('doctor answers each mistake in one line', async (t) => {
  const mistakes: [args: string[], complaint: RegExp][] = [
    [[], /a command is missing: deployment, connect or listing/],
    [['look'], /unknown command look; use deployment, connect or listing/],
    [['connect', 'nobody'], /unknown client nobody; known clients: chatgpt, claude,/],
    [['connect', 'claude', 'cursor'], /name one client only/],
    [['connect', '--colour'], /there is no option --colour/],
    [['connect', 'claude', '--server', 'example.com'], /--server must be an http\(s\) origin/],
    [['connect', 'claude', '--email', 'a@b.example'], /--email requires a password/],
    [
      ['connect', 'claude', '--way', 'pigeon', '--server', live.origin],
      /claude has no way called pigeon; it has: document, registration/,
    ],
  ];
  for (const [args, complaint] of mistakes) {
    const outcome = await doctor(t, args);
    t.strictSame([outcome.code, outcome.lines], [2, ''], args.join(' '));
    t.match(outcome.complaint, complaint);
    t.equal(outcome.complaint.trim().split('\n').length, 1);
  }
  const help = await doctor(t, ['--help']);
  t.equal(help.code, 0);
  t.match(help.lines, /^Usage: schoolgate doctor/);
});

t.test('the client matrix in test/README.md is what ran', (t) => {
  const matrix = clientMatrix(rows);
  if (WRITES_MATRIX) writeTable(CLIENTS_TABLE, matrix);
  t.equal(committedTable(CLIENTS_TABLE), matrix);
  t.end();
});

function requireFixture(key: string): Fixture {
  const fixture = fixtures.get(key);
  if (fixture === undefined) throw new Error(`no fixture ${key}`);
  return fixture;
}
