/** The official conformance suite of MCP against the running product: what it asks of a server, and of an authorization server. */
import t from 'tap';
import { OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { testApp } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, startServer } from '../support/live-server.ts';
import { offerToSuite } from '../support/mcp-suite/index.ts';
import { type Check, isFault, runSuite, serverScenarios } from './mcp-suite.ts';

t.setTimeout(180_000);

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

const ASKS_BACK =
  'before 2026-07-28 a tool asks back over a stream, and the answer is another request: that takes a session';
const ON_THE_WAY = 'answers before 2026-07-28 are JSON: what a tool says on its way is not in them';
const UNCHANGING = 'nothing changes by itself, so there is nothing to subscribe to';
const SESSION = 'there are no sessions, and no streams to take up again';
const MIRRORED = 'no tool mirrors an argument in a header';

/**
 * Every check that is not met while the suite's tools, resources and prompts are offered, by scenario, and why. Whatever
 * else the suite has passes; what stands here and comes to pass fails this test.
 */
const OUT_OF_SCOPE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tools-call-sampling': { 'tools-call-sampling': ASKS_BACK },
  'tools-call-elicitation': { 'tools-call-elicitation': ASKS_BACK },
  'elicitation-sep1034-defaults': { 'elicitation-sep1034-general': ASKS_BACK },
  'elicitation-sep1330-enums': { 'elicitation-sep1330-general': ASKS_BACK },
  'logging-set-level': { 'logging-set-level': 'a level would have to be remembered from one request to the next' },
  'tools-call-with-logging': { 'tools-call-with-logging': ON_THE_WAY },
  'tools-call-with-progress': { 'tools-call-with-progress': ON_THE_WAY },
  'resources-subscribe': { 'resources-subscribe': UNCHANGING },
  'resources-unsubscribe': { 'resources-unsubscribe': UNCHANGING },
  'server-sse-polling': { 'server-sse-polling-session': SESSION },
  'server-sse-multiple-streams': { 'server-sse-multiple-streams-session': SESSION },
  'server-stateless': {
    'sep-2575-server-sends-subscription-ack': UNCHANGING,
    'sep-2575-server-tags-subscription-id': UNCHANGING,
    'sep-2575-server-honors-notification-filter': UNCHANGING,
    'sep-2575-server-sends-prompts-list-changed-on-subscription': UNCHANGING,
    'sep-2575-server-sends-tools-list-changed-on-subscription': UNCHANGING,
  },
  'http-custom-header-server-validation': {
    'sep-2243-server-no-xmcp-tool': MIRRORED,
    'sep-2243-server-decode-base64': MIRRORED,
    'sep-2243-server-reject-invalid-param-chars': MIRRORED,
    'sep-2243-server-reject-param-mismatch': MIRRORED,
    'sep-2243-server-validate-param-match': MIRRORED,
  },
};

/** Extensions of the protocol, none of which is offered. */
const EXTENSION = /^(?:tasks|sep-2640-skills)-/;

/** What the product alone is asked: scenarios that need no tool, resource or prompt made for the suite. */
const ALONE: ReadonlySet<string> = new Set([
  'server-initialize',
  'server-session-lifecycle',
  'server-stateless',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'sep-2164-resource-not-found',
  'input-required-result-unsupported-methods',
  'server-sse-polling',
  'server-sse-multiple-streams',
]);

/** Its checks that are not met beside those above, and why. */
const ALONE_OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  'sep-2549-prompts-list-caching-hints': 'there are no prompts',
  'sep-2575-server-rejects-undeclared-capability': 'needs test_missing_capability; no tool of ours asks back',
  'sep-2575-missing-capability-http-400': 'needs test_missing_capability',
  'sep-2575-http-server-no-independent-requests-on-stream': 'needs test_streaming_elicitation; nothing is streamed',
  'sep-2575-server-no-log-without-loglevel': 'needs test_logging_tool; nothing is logged to clients',
};

const nameOf = ({ scenario, id }: Check): string => `${scenario}: ${id}`;
const told = (check: Check): string => `${nameOf(check)}: ${check.status} ${check.errorMessage ?? ''}`;
const isExcused = ({ scenario, id }: Check): boolean => OUT_OF_SCOPE[scenario]?.[id] !== undefined;

t.test('with the tools of the suite every server scenario in scope passes, in each revision [A13]', async (t) => {
  const port = await freePort();
  const { app } = await testApp(t, { env: { BASE_URL: `http://127.0.0.1:${port}` }, extendMcp: offerToSuite });
  await app.listen({ host: '127.0.0.1', port });
  const scenarios = await serverScenarios(t);
  const excused = new Set<string>();
  for (const revision of REVISIONS) {
    const args = ['--url', `http://127.0.0.1:${port}/mcp`, '--suite', 'all', '--spec-version', revision];
    const checks = await runSuite(t, ['server', ...args]);
    const expected = [...scenarios].filter(([, revisions]) => revisions.includes(revision)).map(([name]) => name);
    t.strictSame([...new Set(checks.map(({ scenario }) => scenario))].sort(), expected.sort(), `all of ${revision}`);
    t.strictSame(checks.filter((check) => isFault(check) && !isExcused(check)).map(told), [], revision);
    for (const check of checks.filter(isFault)) excused.add(nameOf(check));
  }
  const left = Object.entries(OUT_OF_SCOPE).flatMap(([scenario, ids]) =>
    Object.keys(ids).map((id) => `${scenario}: ${id}`),
  );
  t.strictSame([...excused].sort(), left.sort(), 'what is said to be out of scope has not come to pass meanwhile');
  const extensions = [...scenarios].filter(([, revisions]) => revisions.length === 0).map(([name]) => name);
  t.strictSame(
    extensions.filter((name) => !EXTENSION.test(name)),
    [],
    'no scenario is left out unnamed',
  );
});

t.test('the product alone passes the server scenarios that need no such tools, in each revision [A13]', async (t) => {
  const { origin } = await startServer(t);
  const seen = new Set<string>();
  const excused = new Set<string>();
  for (const revision of REVISIONS) {
    const args = ['--url', `${origin}/mcp`, '--suite', 'all', '--spec-version', revision];
    const checks = (await runSuite(t, ['server', ...args])).filter(({ scenario }) => ALONE.has(scenario));
    const faults = checks.filter((check) => isFault(check) && !isExcused(check));
    t.strictSame(faults.filter(({ id }) => ALONE_OUT_OF_SCOPE[id] === undefined).map(told), [], revision);
    for (const { scenario } of checks) seen.add(scenario);
    for (const { id } of faults) excused.add(id);
  }
  t.strictSame([...seen].sort(), [...ALONE].sort());
  t.strictSame([...excused].sort(), Object.keys(ALONE_OUT_OF_SCOPE).sort());
});

t.test('the authorization server scenarios pass with a client that asks for no scope [E-2, E-50]', async (t) => {
  const port = await freePort();
  const callbackPort = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { app } = await testApp(t, { env: { BASE_URL: issuer } });
  await app.listen({ host: '127.0.0.1', port });
  const siteId = 'site_demo_riverside';
  await app.oauth.clients.create(
    {
      id: 'c_conformance',
      origin: 'site_application',
      siteId,
      name: 'Conformance',
      authMethod: 'none',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['openid', 'profile', 'email', ...OPERATOR_SCOPES],
      // The suite names no scope (E-2).
      defaultScope: 'openid profile email',
      createdAt: app.clock(),
    },
    { event: 'client_created', at: app.clock(), siteId },
  );
  const client = ['--client-id', 'c_conformance', '--port', String(callbackPort)];
  const person = new HttpBrowser(issuer);
  const visits: Promise<unknown>[] = [];
  const args = ['authorization', '--url', issuer, ...client, '--resource', `${issuer}/mcp`];
  const checks = await runSuite(t, args, (line) => {
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
  const faults = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  t.strictSame(faults.map(told), []);
});
