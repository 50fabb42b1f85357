// slow, sqlite
/** Client libraries in a program on another computer than the browser: the person pastes the address that the server offers. */
import * as mcp from '@modelcontextprotocol/client';
import * as oidc from 'openid-client';
import t, { type Test } from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { freePort } from '../support/live-server.ts';
import { copiedAddress } from '../support/manual-code.ts';
import { DEMO, walkThrough } from '../support/oauth-client.ts';
import { McpTool } from './mcp-tool.ts';

const ANA = 'ana@riverside.example';
const RUTH = 'ruth@riverside.example';
/** Nothing listens there where the browser is. */
const CALLBACK = `http://127.0.0.1:${await freePort()}/callback`;

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const { app } = await testApp(t, { now: Date.now(), env: { BASE_URL: origin } });
await app.listen({ host: '127.0.0.1', port });

/** @returns what the person copies, and what the browser was sent to and could not open */
async function allow(t: Test, asked: URL, email: string): Promise<{ pasted: string; carried: URL }> {
  const browser = new Browser(app, origin);
  const left = await walkThrough(browser, await browser.get(asked.pathname + asked.search), { email });
  const carried = left.leavesFor;
  const copied = await copiedAddress(browser, left);
  if (carried === undefined || copied === undefined) throw new Error(`no address: ${left.status} ${left.url}`);
  await t.rejects(fetch(carried), { cause: { code: 'ECONNREFUSED' } }, 'the browser cannot connect');
  return { pasted: copied.href, carried };
}

t.test(
  'openid-client redeems the address that a person pastes, and no longer the one before [RFC 8252 §7.3]',
  async (t) => {
    const execute = { execute: [oidc.allowInsecureRequests] };
    const config = await oidc.discovery(new URL(origin), DEMO.cli.id, undefined, oidc.None(), execute);
    const checks = { pkceCodeVerifier: oidc.randomPKCECodeVerifier(), expectedState: oidc.randomState() };
    const asked = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state: checks.expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const { pasted, carried } = await allow(t, asked, ANA);
    await t.rejects(oidc.authorizationCodeGrant(config, carried, checks), { cause: { error: 'invalid_grant' } });
    const tokens = await oidc.authorizationCodeGrant(config, new URL(pasted), checks);
    t.match(await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? ''), { email: ANA });
    const other = { ...checks, expectedState: oidc.randomState() };
    await t.rejects(
      oidc.authorizationCodeGrant(config, new URL(pasted), other),
      { code: 'OAUTH_INVALID_RESPONSE' },
      'of another attempt',
    );
  },
);

t.test('the MCP SDK v2 finishes with the address that a person pastes [RFC 8252 §7.3]', async (t) => {
  const tool = new McpTool({ redirectUrl: CALLBACK });
  const url = new URL(`${origin}/mcp?auth=required`);
  const client = new mcp.Client({ name: 'Course helper', version: '1.0.0' });
  const first = new mcp.StreamableHTTPClientTransport(url, { authProvider: tool });
  await t.rejects(client.connect(first), { message: /Unauthorized/ });
  const { pasted } = await allow(t, tool.askedAt, RUTH);
  await first.finishAuth(new URL(pasted).searchParams);
  const signedIn = new mcp.Client({ name: 'Course helper', version: '1.0.0' });
  t.teardown(() => signedIn.close());
  await signedIn.connect(new mcp.StreamableHTTPClientTransport(url, { authProvider: tool }));
  const { structuredContent } = await signedIn.callTool({ name: 'get_school_info', arguments: {} });
  t.match(structuredContent, { slug: 'riverside' });
});
