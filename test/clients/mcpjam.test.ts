// slow, sqlite
/**
 * The OAuth conformance checks of MCPJam at addresses that ask for sign-in: in each revision of the protocol that they know,
 * and in each way to have a client. What is checked is counted, and what is not fails, so that a new version shows.
 */
import t, { type Test } from 'tap';
import { documentHost } from '../support/document-host.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { DEMO } from '../support/oauth-client.ts';

// Decided when the package is loaded.
process.env.DO_NOT_TRACK = '1';
const { OAuthConformanceTest } = await import('@mcpjam/sdk');

t.setTimeout(120_000);

type Config = ConstructorParameters<typeof OAuthConformanceTest>[0];

const documents = await documentHost(t);
const DOCUMENT = `https://localhost:${documents.port}/mcpjam.json`;
documents.serve(DOCUMENT, {
  client_id: DOCUMENT,
  client_name: 'Course checker',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
});
const { origin } = await startServer(t, {
  ...TEST_SETTINGS,
  CIMD_ALLOWED_HOSTS: new URL(DOCUMENT).host,
  CIMD_ALLOW_LOOPBACK: 'on',
  NODE_EXTRA_CA_CERTS: documents.caFile,
});

const RUTH = 'ruth@riverside.example';
const ANA = 'ana@riverside.example';

interface Way {
  name: string;
  strategy: Config['registrationStrategy'];
  auth: 'required' | 'member';
  client: NonNullable<Config['client']>;
  /** How many checks it brings beside those of the revision. */
  own: number;
}

const made = ({ id, secret }: (typeof DEMO)[keyof typeof DEMO]): Way['client'] => ({
  preregistered: { clientId: id, ...(secret === undefined ? {} : { clientSecret: secret }) },
});
const WAYS: readonly Way[] = [
  { name: 'registers itself', strategy: 'dcr', auth: 'required', client: {}, own: 1 },
  {
    name: 'registers itself with a secret',
    strategy: 'dcr',
    auth: 'required',
    client: { dynamicRegistration: { token_endpoint_auth_method: 'client_secret_post' } },
    own: 1,
  },
  { name: 'was made for operators', strategy: 'preregistered', auth: 'required', client: made(DEMO.adminTool), own: 0 },
  { name: 'was made for members', strategy: 'preregistered', auth: 'member', client: made(DEMO.cli), own: 0 },
  {
    name: 'was made for members with a secret',
    strategy: 'preregistered',
    auth: 'member',
    client: made(DEMO.webApp),
    own: 0,
  },
  { name: 'has a document', strategy: 'cimd', auth: 'required', client: { clientIdMetadataUrl: DOCUMENT }, own: 3 },
];

/** Those of the flow of a revision, of attacks on it, and of the tools afterwards. The first has no resource metadata. */
const REVISIONS = { '2025-03-26': 11 + 6 + 2, '2025-06-18': 14 + 6 + 2, '2025-11-25': 14 + 6 + 2 } as const;

/** Runs it, with a person who signs in where it opens a browser. @returns each check that it made */
async function check(config: Config, email: string) {
  const openUrl = async (url: string): Promise<void> => {
    await fetch(await new HttpBrowser(origin).authorize(url, { email }));
  };
  const { steps, passed } = await new OAuthConformanceTest({ auth: { mode: 'interactive', openUrl }, ...config }).run();
  return { steps, passed };
}

type Steps = Awaited<ReturnType<typeof check>>['steps'];

const told = (steps: Steps): string[] =>
  steps.filter(({ status }) => status !== 'passed').map((one) => `${one.step}: ${one.status} ${one.error?.message}`);

async function passes(t: Test, protocolVersion: keyof typeof REVISIONS, { strategy, auth, client, own }: Way) {
  const { steps, passed } = await check(
    {
      serverUrl: `${origin}/mcp?auth=${auth}`,
      protocolVersion,
      registrationStrategy: strategy,
      client,
      oauthConformanceChecks: true,
      verification: { listTools: true, callTool: { name: 'whoami' } },
    },
    auth === 'member' ? ANA : RUTH,
  );
  t.strictSame(told(steps), []);
  t.ok(passed);
  t.equal(steps.length, REVISIONS[protocolVersion] + own, steps.map(({ step }) => step).join(' '));
}

for (const protocolVersion of Object.keys(REVISIONS) as (keyof typeof REVISIONS)[]) {
  for (const way of WAYS) {
    // Documents came with this revision, and MCPJam (1.14.0) refuses its own test of them in another.
    if (way.strategy === 'cimd' && protocolVersion !== '2025-11-25') {
      t.test(`MCPJam has no test of documents in ${protocolVersion} [A13]`, async (t) => {
        await t.rejects(passes(t, protocolVersion, way), { message: /^CIMD registration is not supported for/ });
      });
      continue;
    }
    t.test(`MCPJam finds ${protocolVersion} to conform with a client that ${way.name} [A13, E-60]`, (t) =>
      passes(t, protocolVersion, way),
    );
  }
}

// Its mode `client_credentials` (1.14.0) tests an optional grant, in MCP the extension `oauth-client-credentials`, which the product
// does not offer: each token is that of a person.
t.test('MCPJam is told that there are no tokens without a person [RFC 6749 §5.2]', async (t) => {
  const { id = '', secret = '' } = DEMO.webApp;
  const { steps } = await check(
    {
      serverUrl: `${origin}/mcp?auth=required`,
      protocolVersion: '2025-11-25',
      registrationStrategy: 'preregistered',
      client: made(DEMO.webApp),
      auth: { mode: 'client_credentials', clientId: id, clientSecret: secret },
    },
    RUTH,
  );
  const last = steps.at(-1);
  t.match(last, { step: 'token_request', status: 'failed' });
  t.match(JSON.stringify(last?.httpAttempts.at(-1)?.response), /unsupported_grant_type/);
});
