/**
 * Anonymous use and sign-in at one URL, in the order in which Claude's apps send their messages: they connect without a
 * token, call public tools, and offer to sign in only when a call is answered with a challenge.
 */
import t, { type Test } from 'tap';
import { BASE, testApp } from '../../support/app.ts';
import { documentHost } from '../../support/document-host.ts';
import {
  type Answer,
  ask,
  askModern,
  callTool,
  challenged,
  challengeOf,
  post,
  type Sending,
} from '../../support/mcp.ts';
import { obtainTokens, postForm, type TestClient } from '../../support/oauth-client.ts';

const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const CALLBACK = 'https://claude.ai/api/mcp/auth_callback';
const CLIENT: TestClient = { id: CLAUDE, redirectUri: CALLBACK, secret: undefined };
const RUTH = { email: 'ruth@riverside.example' };
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'Anthropic/ClaudeAI', version: '1.0.0' },
};
const AT = { query: '?school=riverside' };

async function server(t: Test) {
  const host = await documentHost(t);
  host.serve(CLAUDE, { client_id: CLAUDE, client_name: 'Claude', redirect_uris: [CALLBACK] });
  return testApp(t, { network: host.network });
}

type App = Awaited<ReturnType<typeof server>>['app'];

/** What the apps send when they connect, in both revisions that they speak. */
const connecting = async (app: App, sending: Sending): Promise<Answer[]> => [
  await askModern(app, 'server/discover', {}, sending),
  await ask(app, 'initialize', INITIALIZE, sending),
  await post(app, { jsonrpc: '2.0', method: 'notifications/initialized' }, sending),
  await ask(app, 'tools/list', {}, sending),
];
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const listed = (answers: readonly Answer[]): number => Number(answers.at(-1)?.json.result?.tools?.length);

t.test(
  'a client that connects without a token uses public tools, and signs in at the first tool that needs it [E-25]',
  async (t) => {
    const { app } = await server(t);
    const anonymous = await connecting(app, AT);
    t.strictSame(statuses(anonymous), [200, 200, 202, 200]);
    t.ok(listed(anonymous) > 0, 'it is shown the public tools');
    const open = await callTool(app, 'search_public_courses', { first: 1 }, AT);
    t.match(open.result?.structuredContent, { schoolSlug: 'riverside', nodes: [{}] });

    const refused = await callTool(app, 'list_courses', {}, AT);
    t.equal(refused.status, 401);
    const { scope = '', resource_metadata: pointer = '' } = challengeOf(refused);
    const { resource } = (await app.inject(pointer.slice(BASE.length))).json();
    t.match({ scope, resource }, { scope: 'courses:read', resource: `${BASE}/mcp?school=riverside` });
    t.strictSame(
      statuses(await connecting(app, AT)),
      [200, 200, 202, 200],
      'public tools go on until it has signed in',
    );

    const tokens = await obtainTokens(app, CLIENT, { scope, resource }, RUTH);
    const token = { ...AT, token: tokens.access_token };
    t.equal((await callTool(app, 'list_courses', {}, token)).status, 200, 'the call that was refused');
    t.match((await callTool(app, 'search_public_courses', { first: 1 }, token)).result?.structuredContent, {
      schoolSlug: 'riverside',
    });
    const signedIn = await connecting(app, token);
    t.strictSame(statuses(signedIn), [200, 200, 202, 200]);
    t.ok(listed(signedIn) > listed(anonymous), 'it is shown what it can do now');

    await postForm(app, '/api/oauth/revoke', { token: tokens.refresh_token, client_id: CLIENT.id });
    t.strictSame(statuses(await connecting(app, token)), [401, 401, 401, 401], 'who had signed in is never anonymous');
    t.equal((await callTool(app, 'search_public_courses', {}, token)).status, 401, 'at a public tool, either');
    t.strictSame(statuses(await connecting(app, AT)), [200, 200, 202, 200], 'until it forgets its token');
  },
);

t.test(
  'a client that stays anonymous when it can connect so is made to sign in by a URL that requires it [E-25]',
  async (t) => {
    const { app } = await server(t);
    const required = { query: '?auth=required&school=riverside' };
    t.strictSame(statuses(await connecting(app, required)), [401, 401, 401, 401]);
    const [discovered] = await connecting(app, required);
    const { scope = '', resource_metadata: pointer = '' } = challengeOf(discovered as Answer);
    const { resource } = (await app.inject(pointer.slice(BASE.length))).json();
    t.equal(resource, `${BASE}/mcp${required.query}`);
    const { access_token: token } = await obtainTokens(app, CLIENT, { scope, resource }, RUTH);
    t.strictSame(statuses(await connecting(app, { ...required, token })), [200, 200, 202, 200]);
    t.equal((await callTool(app, 'list_courses', {}, { ...required, token })).status, 200);
    // Some of them drop an expired token and connect again.
    t.strictSame(statuses(await connecting(app, required)), [401, 401, 401, 401], 'also after it has lost its token');
  },
);

t.test(
  'sign-in that is offered is not demanded: a client may read the metadata and stay anonymous [E-25]',
  async (t) => {
    const { app } = await server(t);
    for (const path of ['', '/mcp']) {
      const { statusCode, headers } = await app.inject(`/.well-known/oauth-protected-resource${path}`);
      t.match([statusCode, headers['content-type']], [200, /^application\/json/]);
    }
    const [, initialized] = await connecting(app, {});
    t.equal(initialized?.headers['www-authenticate'], undefined);
    t.equal((await callTool(app, 'how_to_connect')).status, 200);
    challenged(t, await callTool(app, 'get_my_account'), 401, 'account:read', 'and still be asked later');
  },
);
