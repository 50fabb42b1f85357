/** The recipes for proxies in the manual, each in front of a server: requests arrive as they were sent, and from whom. */
import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import t from 'tap';
import { temporaryFolder, testApp } from '../support/app.ts';
import { freePort } from '../support/live-server.ts';
import { envelope, mirrorOf } from '../support/mcp.ts';
import { suiteTool } from '../support/mcp-suite/tool.ts';
import { makeCertificate, noOpenssl, PROXIES, PROXY_HOST, recipeOf } from '../support/proxies.ts';
import { until } from '../support/until.ts';

t.setTimeout(120_000);

const HOST = PROXY_HOST;
/** Of the client, so that its address is not that of the proxy. */
const CALLER = '127.0.0.2';
const SECRET = 'secret-of-the-query';
const HURRY_MS = 10_000;

/** A tool that says something at once, and ends when it is told. */
function slowTool() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const tool = suiteTool('test_slow', async (_given, { mcpReq }) => {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: 1, progress: 1, total: 2 } });
    await promise;
    return { content: [{ type: 'text', text: 'done' }] };
  });
  return { tool, end: resolve };
}

const PARAMS = { name: 'test_slow', arguments: {}, _meta: { ...envelope(), progressToken: 1 } };
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: PARAMS });

/** Nobody is signed in, so the answer is a redirect with the state. */
const AUTHORIZATION = {
  response_type: 'code',
  client_id: 'c_demo_cli',
  redirect_uri: 'http://127.0.0.1:53682/callback',
  scope: 'openid',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  prompt: 'none',
};

for (const { name, language, missing, speaksHttp2, start } of PROXIES) {
  t.test(
    `${name} as the manual configures it passes requests on as they came`,
    { skip: missing || noOpenssl },
    async (t) => {
      const folder = temporaryFolder(t);
      const ca = makeCertificate(folder);
      const [behind, plain, secure] = [await freePort(), await freePort(), await freePort()];
      const env = {
        BASE_URL: `https://${HOST}`,
        TRUST_PROXY: '127.0.0.1',
        MASTER_KEY: randomBytes(32).toString('base64'),
      };
      const slow = slowTool();
      t.teardown(slow.end);
      const extendMcp = (registry: { add(part: { tools: ReturnType<typeof suiteTool>[] }): void }) =>
        registry.add({ tools: [slow.tool] });
      const { app, logs } = await testApp(t, { env, extendMcp });
      await app.listen({ port: behind, host: '127.0.0.1' });
      const log = await start(t, recipeOf({ language }), { folder, behind, plain, secure });

      const claims = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
      };
      const send = (path: string, { headers, ...options }: RequestOptions = {}, body = '') =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const where = { host: '127.0.0.1', port: secure, path, servername: HOST, ca, localAddress: CALLER };
          request({ ...where, ...options, headers: { host: HOST, ...claims, ...headers } }, resolve)
            .on('error', reject)
            .end(body);
        });
      t.equal((await send('/healthz')).resume().statusCode, 200);
      const metadata = await text(await send('/.well-known/oauth-authorization-server'));
      t.equal(JSON.parse(metadata).issuer, env.BASE_URL);
      for (const path of ['/docs%2Ftour', '/%64ocs']) (await send(`${path}?code=${SECRET}`)).resume();
      const lines = logs.join('');
      t.match(lines, '"path":"/docs%2Ftour"', 'the path is not decoded on the way');
      t.match(lines, '"path":"/%64ocs"');
      t.notMatch(lines, '203.0.113.9', 'the address that a visitor claims is replaced');
      t.match(lines, `"ip":"${CALLER}"`);

      if (speaksHttp2) {
        const socket = connect({ host: '127.0.0.1', port: secure, servername: HOST, ca, ALPNProtocols: ['h2'] });
        await new Promise((resolve) => socket.once('secureConnect', resolve));
        t.equal(socket.alpnProtocol, 'h2');
        socket.destroy();
      }

      await t.test('large requests and answers, and streams', async (t) => {
        const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
        const large = await send('/mcp', { method: 'POST', headers: json }, ' '.repeat(2 ** 21));
        t.equal(large.resume().statusCode, 413, 'an answer that comes before the whole request was sent is passed on');
        const isRefused = (): boolean => /"path":"\/mcp"[^\n]*"status":413/.test(logs.join(''));
        await until(isRefused);
        t.ok(isRefused(), 'the server itself refuses what is too large for it');

        const state = 'x'.repeat(4000);
        const redirected = await send(`/oauth/authorize?${new URLSearchParams({ ...AUTHORIZATION, state })}`);
        t.match(redirected.resume().statusCode, 303);
        t.ok(redirected.headers.location?.includes(state), 'a long state comes back');

        const mirror = mirrorOf('tools/call', PARAMS);
        const stream = await send('/mcp', { method: 'POST', headers: { ...json, ...mirror } }, CALL);
        t.equal(stream.headers['content-type'], 'text/event-stream');
        const chunks = stream[Symbol.asyncIterator]();
        const first = await Promise.race([chunks.next(), sleep(HURRY_MS, undefined, { ref: false })]);
        t.match(String(first?.value), 'notifications/progress', 'arrives before the tool has ended');
        slow.end();
        let rest = '';
        for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) rest += String(chunk);
        t.match(rest, 'done');
      });

      const answered = logs.length;
      const refused = await new Promise<IncomingMessage>((resolve, reject) => {
        get({ host: '127.0.0.1', port: plain, path: '/sign-in', headers: { host: HOST } }, resolve).on('error', reject);
      });
      t.equal(refused.resume().statusCode, 400, 'plain http is an error, not a redirect');
      t.equal(logs.length, answered, 'and does not reach the server');

      await app.close();
      const status = (await send(`/sign-in?code=${SECRET}`)).resume().statusCode ?? 0;
      t.ok(status === 502 || status === 503, `${status} while the server is away`);
      await sleep(100);
      t.notMatch(log(), SECRET, 'no log contains a query');
    },
  );
}
