// slow, sqlite
/** The official conformance suite of MCP against the running product: what it asks of a server, and of an authorization server. */
import t, { type Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import { OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { SECRET, testApp } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, startServer } from '../support/live-server.ts';
import { offerSessionsToSuite, offerToSuite } from '../support/mcp-suite/index.ts';
import { type Check, isFault, requirements, runSuite, scenarios } from './mcp-suite.ts';

t.setTimeout(180_000);

/** The revisions whose requirements the suite has frozen, and those before them. */
const FROZEN = ['2025-11-25', '2026-07-28'] as const;
const EARLIER = ['2025-03-26', '2025-06-18'] as const;

/** How many checks pass in each, and which do not apply: everything that is checked is counted, so a new version shows. */
const PASSED = { '2025-03-26': 1, '2025-06-18': 54, '2025-11-25': 81, '2026-07-28': 147 } as const;

/**
 * How many checks of each scenario of Tasks (SEP-2663, `io.modelcontextprotocol/tasks`) fail. It is an optional extension, which
 * the product does not declare: none of its operations takes longer than a request. The suite (0.2.0-alpha.12) skips the
 * scenarios of skills at a server that does not declare them, but not these, which it never scores.
 */
const TASKS = {
  'tasks-capability-negotiation': 4,
  'tasks-dispatch-and-envelope': 6,
  'tasks-lifecycle': 8,
  'tasks-mrtr-composition': 1,
  'tasks-mrtr-input': 3,
  'tasks-request-headers': 3,
  'tasks-request-state-removal': 1,
  'tasks-required-task-error': 1,
  'tasks-wire-fields': 3,
} as const;

/** Why: there is no such extension, no method of it, no tool that makes a task, and so no task. */
const NO_TASKS =
  /^capabilities\.extensions\["io\.modelcontextprotocol\/tasks"\] MUST be present$|got -32601|[Uu]nknown tool: |for failing_job returned error code -32602|no task was created|routing-task fixture .* unavailable/;

const SKILLS = ['sep-2640-skills-directory', 'sep-2640-skills-enumeration', 'sep-2640-skills-manifest'];

/** What the product alone is asked: scenarios that need no tool, resource or prompt made for the suite. */
const ALONE: ReadonlySet<string> = new Set([
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
  'http-header-validation',
  'sep-2164-resource-not-found',
  'input-required-result-unsupported-methods',
]);

/** What needs them, and no session: the endpoint has none, and answers these before 2026-07-28 too. */
const WITHOUT_SESSION: ReadonlySet<string> = new Set([
  ...ALONE,
  'completion-complete',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'json-schema-2020-12',
]);

const told = ({ scenario, id, status, errorMessage = '' }: Check): string =>
  `${scenario}: ${id}: ${status} ${errorMessage}`;
const scenariosOf = (checks: readonly Check[]): string[] => [...new Set(checks.map(({ scenario }) => scenario))].sort();

/** A server that offers what the suite asks for, with or without sessions. */
async function serverForSuite(t: Test, extendMcp: typeof offerToSuite): Promise<string> {
  const port = await freePort();
  const { app } = await testApp(t, { env: { BASE_URL: `http://127.0.0.1:${port}` }, extendMcp });
  await app.listen({ host: '127.0.0.1', port });
  return `http://127.0.0.1:${port}/mcp`;
}

t.test('both frozen requirement sets pass, and so do the earlier revisions, without exceptions [A13]', async (t) => {
  const url = await serverForSuite(t, offerSessionsToSuite);
  const seen = new Set<string>();
  for (const revision of FROZEN) {
    const { all, extensions } = await requirements(t, revision);
    const { checks, hasPassed } = await runSuite(t, ['server', '--url', url, '--requirements', revision]);
    t.ok(hasPassed, `the suite says that ${revision} is met`);
    t.ok(all.length > 30, 'the list of what it demands was read');
    t.strictSame(scenariosOf(checks), all.sort(), `all of ${revision}`);
    // What was added after the release, or is pending, does not count for the suite. Here it does.
    const isAsked = ({ scenario }: Check) => !extensions.includes(scenario);
    t.strictSame(checks.filter((check) => isFault(check) && isAsked(check)).map(told), [], revision);
    t.equal(checks.filter((check) => check.status === 'SUCCESS' && isAsked(check)).length, PASSED[revision], revision);
    const unscored = checks.filter((check) => isFault(check) && !isAsked(check));
    t.strictSame(
      unscored.filter(({ errorMessage = '' }) => !NO_TASKS.test(errorMessage)).map(told),
      [],
      'only for these',
    );
    const faults = [...Map.groupBy(unscored, ({ scenario }) => scenario)].map(([name, found]) => [name, found.length]);
    t.strictSame(Object.fromEntries(faults), revision === '2026-07-28' ? TASKS : {}, 'what is not scored');
    for (const scenario of [...all, ...extensions]) seen.add(scenario);
  }
  for (const revision of EARLIER) {
    const args = ['--url', url, '--suite', 'all', '--spec-version', revision];
    const { checks } = await runSuite(t, ['server', ...args]);
    t.strictSame(checks.filter(isFault).map(told), [], revision);
    t.equal(checks.filter(({ status }) => status === 'SUCCESS').length, PASSED[revision], revision);
    for (const { scenario } of checks) seen.add(scenario);
  }
  const left = [...(await scenarios(t, 'server')).keys()].filter((name) => !seen.has(name));
  t.strictSame(left.sort(), SKILLS, 'no scenario is left out, but for those of skills, which have a test of their own');
});

t.test('what needs no session passes at the endpoint as it is, which has none, in 2025-11-25 [A13]', async (t) => {
  const url = await serverForSuite(t, offerToSuite);
  const { checks } = await runSuite(t, ['server', '--url', url, '--suite', 'all', '--spec-version', '2025-11-25']);
  const faults = checks.filter((check) => isFault(check) && WITHOUT_SESSION.has(check.scenario));
  t.strictSame(faults.map(told), []);
  t.ok(scenariosOf(checks).filter((scenario) => WITHOUT_SESSION.has(scenario)).length > 20);
});

t.test('the product alone passes the server scenarios that need no such tools, in each revision [A13]', async (t) => {
  const { origin } = await startServer(t);
  const seen = new Set<string>();
  for (const revision of [...EARLIER, ...FROZEN]) {
    const args = ['--url', `${origin}/mcp`, '--suite', 'all', '--spec-version', revision];
    const checks = (await runSuite(t, ['server', ...args])).checks.filter(({ scenario }) => ALONE.has(scenario));
    t.strictSame(checks.filter(isFault).map(told), [], revision);
    for (const { scenario } of checks) seen.add(scenario);
  }
  t.strictSame([...seen].sort(), [...ALONE].sort());
});

t.test('the product passes the scenarios for skills, before 2026-07-28 and in it [A13b]', async (t) => {
  const { origin } = await startServer(t);
  for (const revision of FROZEN) {
    const passed = new Set<string>();
    for (const scenario of SKILLS) {
      const args = ['--url', `${origin}/mcp`, '--scenario', scenario, '--spec-version', revision, '--force'];
      const { checks } = await runSuite(t, ['server', ...args]);
      // The suite skips what is not declared, as `directoryRead`, and before 2026-07-28 how long a result may be kept.
      const isSkipped = ({ id, status }: Check) =>
        status === 'SKIPPED' &&
        (scenario.endsWith('-directory') || (revision < '2026-07-28' && id.endsWith('-cache-attributes')));
      const others = checks.filter((check) => check.status !== 'SUCCESS' && !isSkipped(check));
      t.strictSame(others.map(told), [], `${scenario} ${revision}`);
      t.ok(checks.length > 0);
      for (const { id, status } of checks) if (status === 'SUCCESS') passed.add(id);
    }
    t.ok(passed.size > 30, `${passed.size} checks`);
  }
});

t.test(
  'the authorization server scenarios pass with a client that asks for no scope, in each revision [E-2, E-50]',
  async (t) => {
    const port = await freePort();
    const callbackPort = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    const { app } = await testApp(t, { env: { BASE_URL: issuer } });
    await app.listen({ host: '127.0.0.1', port });
    const siteId = 'site_demo_riverside';
    for (const authMethod of ['none', 'client_secret_post'] as const) {
      await app.oauth.clients.create(
        {
          id: `c_${authMethod}`,
          origin: 'site_application',
          siteId,
          name: 'Conformance',
          authMethod,
          ...(authMethod === 'none' ? {} : { secretHash: hashCredential(SECRET) }),
          redirectUris: ['http://127.0.0.1/callback'],
          scopes: ['openid', 'profile', 'email', ...OPERATOR_SCOPES],
          // The suite names no scope (E-2).
          defaultScope: 'openid profile email',
          createdAt: app.clock(),
        },
        { event: 'client_created', at: app.clock(), siteId },
      );
    }
    const person = new HttpBrowser(issuer);
    const names = [...(await scenarios(t, 'authorization')).keys()].sort();
    t.strictSame(names, ['authorization-code-grant', 'authorization-server-metadata-endpoint']);
    const run = async (client: readonly string[], ...revision: string[]): Promise<string[]> => {
      const visits: Promise<unknown>[] = [];
      const where = ['--url', issuer, '--resource', `${issuer}/mcp`, '--port', String(callbackPort)];
      const { checks } = await runSuite(t, ['authorization', ...where, ...client, ...revision], (line) => {
        if (!line.startsWith(`${issuer}/oauth/authorize?`)) return;
        visits.push(person.authorize(line, { email: 'ruth@riverside.example' }).then((callback) => fetch(callback)));
      });
      await Promise.all(visits);
      t.equal(visits.length, 1, 'the person was asked once');
      return checks.map(({ id, status, errorMessage: why }) => `${id}: ${why ?? status}`).sort();
    };
    const documents = 'authorization-server-metadata-cimd: SUCCESS';
    for (const revision of [...EARLIER, ...FROZEN]) {
      t.strictSame(await run(['--client-id', 'c_none'], '--spec-version', revision), [
        'authorization-code-grant: SUCCESS',
        ...(revision < '2025-11-25' ? [] : [documents]),
        'authorization-server-metadata: SUCCESS',
      ]);
    }
    // A fault of the suite (0.2.0-alpha.12): where the metadata list `none`, as they do for public clients, it takes that method for
    // every client (`selectTokenAuthMethod`) and does not send the secret that it was given. A client that has one must send it
    // (RFC 6749 §3.2.1), so it gets 401. `client_secret_post` itself is what other libraries use.
    t.strictSame(await run(['--client-id', 'c_client_secret_post', '--client-secret', SECRET]), [
      'authorization-code-grant: Invalid status code: 401',
      documents,
      'authorization-server-metadata: SUCCESS',
    ]);
  },
);
