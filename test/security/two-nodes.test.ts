// slow
/** Two nodes on one database, which answer in turn: what one of them ends, the other refuses with its next request. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { PASSWORD, type TestApp, testApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { callTool, MCP } from '../support/mcp.ts';
import { DEMO, introspect, obtainTokens, postForm, refresh, type Tokens, userinfo } from '../support/oauth-client.ts';
import { linksOf, signedIn } from '../support/signed-in.ts';

const [ANA, RUTH] = ['ana@riverside.example', 'ruth@riverside.example'];
const CLIENT = DEMO.webApp;

/** What the token is worth at each of the two nodes, the next first. */
async function worthOf(app: FastifyInstance, token: string): Promise<unknown[]> {
  const worth: unknown[] = [];
  for (let node = 0; node < 2; node += 1) worth.push((await userinfo(app, token)).statusCode);
  for (let node = 0; node < 2; node += 1) worth.push((await introspect(app, CLIENT, token)).active);
  return worth;
}

const revoke = (app: FastifyInstance, token: string) =>
  postForm(app, '/api/oauth/revoke', { token, client_id: CLIENT.id, client_secret: CLIENT.secret });

async function confirm(browser: Browser, href: string, fields: Record<string, string>): Promise<void> {
  const { status } = await browser.submit(await browser.get(href), href, fields);
  if (status !== 200) throw new Error(`${href}: ${status}`);
}

const ENDS: Readonly<
  Record<string, (app: FastifyInstance, tokens: Tokens, clock: TestApp['clock']) => Promise<unknown>>
> = {
  'its client revokes the token': (app, { access_token: token }) => revoke(app, token),
  'its client revokes the refresh token': (app, { refresh_token: token }) => revoke(app, token),
  'the refresh token of an earlier time is used again': async (app, tokens, clock) => {
    const next = (await refresh(app, CLIENT, tokens.refresh_token)).json<Tokens>();
    await refresh(app, CLIENT, next.refresh_token);
    clock.advance(31_000);
    await refresh(app, CLIENT, tokens.refresh_token);
  },
  'the person ends the connection': async (app) => {
    const ana = await signedIn(app, ANA);
    const page = await ana.get('/account/connected-apps');
    const [href = ''] = linksOf(page).filter((link) => /\/end(-app)?$/.test(link));
    await confirm(ana, href, {});
  },
  'the school suspends the member': async (app) => {
    const ruth = await signedIn(app, RUTH);
    await confirm(ruth, '/admin/riverside/members/usr_demo_ana/suspend', { password: PASSWORD });
  },
};

for (const [end, act] of Object.entries(ENDS)) {
  for (const before of [0, 1]) {
    t.test(`a token is worth nothing at either node once ${end}, at node ${before + 1} [W35]`, async (t) => {
      const { app, clock } = await testApp(t, { nodes: 2 });
      const tokens = await obtainTokens(app, CLIENT, {}, { email: ANA });
      const { access_token: token } = tokens;
      t.strictSame(await worthOf(app, token), [200, 200, true, true], 'both have seen it');
      for (let request = 0; request < before; request += 1) await app.inject('/healthz');
      await act(app, tokens, clock);
      t.strictSame(await worthOf(app, token), [401, 401, false, false]);
    });
  }
}

t.test('a session that one node ends is over at the other, and so is a copy of its cookie [W37]', async (t) => {
  const { app } = await testApp(t, { nodes: 2 });
  const here = await signedIn(app, ANA);
  const elsewhere = await signedIn(app, ANA);
  const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/account')).url === '/account';
  for (const browser of [here, here, elsewhere, elsewhere]) t.ok(await isSignedIn(browser));
  await confirm(here, '/account/sessions/end-others', { password: PASSWORD });
  for (const browser of [elsewhere.copy(), elsewhere.copy()]) t.notOk(await isSignedIn(browser));
  for (const browser of [here, here]) t.ok(await isSignedIn(browser), 'and only that one');
});

t.test('requests go to one node and the other, injected and over HTTP, and each counts its own volume', async (t) => {
  const { app } = await testApp(t, { nodes: 2, env: { RATE_LIMITS: 'on' } });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_public_events', arguments: {} } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const overHttp = async () =>
    (await fetch(`${origin}${MCP}`, { method: 'POST', headers, body: JSON.stringify(ask) })).status;
  const injected = async () => (await callTool(app, ask.params.name)).status;
  const isRefused = async (send: () => Promise<number>): Promise<boolean> => (await send()) === 429;
  const { publicTools: limit } = REQUESTS_PER_MINUTE;
  for (const send of [injected, overHttp]) {
    for (let request = 0; request < limit; request += 1) t.notOk(await isRefused(send), `${request}`);
  }
  for (const send of [injected, overHttp]) t.ok(await isRefused(send));
});
