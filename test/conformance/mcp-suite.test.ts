/** The official conformance suite of MCP against the running product: what it asks of a server, and of an authorization server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { OPERATOR_SCOPES } from '../../schema/scope.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, startServer } from '../support/live-server.ts';

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

t.setTimeout(180_000);

/**
 * Scenarios that need nothing but a server. All others call tools, resources or prompts that a server under test has for
 * the suite alone (`test_simple_text`, `test://static-text`, …), or need what is not offered: prompts, completion, logging,
 * subscriptions and streams of changes, sampling and elicitation by tools, tasks, skills, parameters mirrored in headers.
 */
const SERVER_SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-03-26': ['server-session-lifecycle'],
  '2025-06-18': ['server-initialize', 'server-session-lifecycle', 'ping', 'tools-list', 'resources-list'],
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'resources-list',
    'dns-rebinding-protection',
    'server-sse-polling',
    'server-sse-multiple-streams',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'server-sse-multiple-streams',
  ],
};

/** Checks of those scenarios that do not pass, and why that is as it should be. */
const EXPECTED: Readonly<Record<string, string>> = {
  'sep-2549-prompts-list-caching-hints': 'there are no prompts',
  'server-sse-polling-session': 'there are no sessions',
  'server-sse-multiple-streams-session': 'there are no sessions',
  'sep-2575-server-rejects-undeclared-capability': 'needs test_missing_capability; no tool of ours asks back',
  'sep-2575-missing-capability-http-400': 'needs test_missing_capability',
  'sep-2575-http-server-no-independent-requests-on-stream': 'needs test_streaming_elicitation; nothing is streamed',
  'sep-2575-server-no-log-without-loglevel': 'needs test_logging_tool; nothing is logged to clients',
};

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** @param onLine told every line it says, while it runs */
async function suite(t: Test, args: readonly string[], onLine = (_line: string): void => {}): Promise<Check[]> {
  const folder = temporaryFolder(t);
  const child = spawn(process.execPath, [SUITE, ...args, '--output-dir', folder], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
  });
  createInterface({ input: child.stdout }).on('line', onLine);
  child.stderr.resume();
  await once(child, 'close');
  return readdirSync(folder).flatMap((scenario): Check[] =>
    JSON.parse(readFileSync(join(folder, scenario, 'checks.json'), 'utf8')),
  );
}

const faultsOf = (checks: readonly Check[]): string[] =>
  checks
    .filter(({ id, status }) => !['SUCCESS', 'INFO', 'SKIPPED'].includes(status) && EXPECTED[id] === undefined)
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`);

const { origin } = await startServer(t);
const seen = new Set<string>();

for (const [revision, scenarios] of Object.entries(SERVER_SCENARIOS)) {
  t.test(`A13: the scenarios of ${revision} for servers`, async (t) => {
    for (const scenario of scenarios) {
      const args = ['--url', `${origin}/mcp`, '--scenario', scenario, '--spec-version', revision];
      const checks = await suite(t, ['server', ...args]);
      t.ok(checks.length > 0, `${scenario} ran`);
      t.strictSame(faultsOf(checks), [], scenario);
      for (const { id, status } of checks) if (status === 'FAILURE' || status === 'WARNING') seen.add(id);
    }
  });
}

t.test('A13: what is said to be out of scope is, and has not come to pass meanwhile', (t) => {
  t.strictSame([...seen].sort(), Object.keys(EXPECTED).sort());
  t.end();
});

t.test('E-50: the scenarios for authorization servers, with a client that asks for nothing', async (t) => {
  const port = await freePort();
  const callbackPort = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { app } = await testApp(t, { env: { BASE_URL: issuer } });
  await app.listen({ host: '127.0.0.1', port });
  const siteId = 'site_demo_riverside';
  await app.clients.create(
    {
      id: 'c_conformance',
      origin: 'site_application',
      siteId,
      name: 'Conformance',
      authMethod: 'none',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['openid', 'profile', 'email', ...OPERATOR_SCOPES],
      // E-2: the suite names no scope.
      defaultScope: 'openid profile email',
      createdAt: app.clock(),
    },
    { event: 'client_created', at: app.clock(), siteId },
  );
  const args = [
    '--url',
    issuer,
    '--client-id',
    'c_conformance',
    '--port',
    String(callbackPort),
    '--resource',
    `${issuer}/mcp`,
  ];
  const person = new HttpBrowser(issuer);
  const visits: Promise<unknown>[] = [];
  const checks = await suite(t, ['authorization', ...args], (line) => {
    if (!line.startsWith(`${issuer}/oauth/authorize?`)) return;
    visits.push(person.authorize(line, { email: 'ruth@riverside.example' }).then((callback) => fetch(callback)));
  });
  await Promise.all(visits);
  t.equal(visits.length, 1, 'the person was asked once');
  const passed = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
  t.strictSame(passed.sort(), [
    'authorization-code-grant',
    'authorization-server-metadata',
    'authorization-server-metadata-cimd',
  ]);
  t.strictSame(faultsOf(checks), []);
});
