/** What is added to the endpoint is held to the same rules as what the product offers. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import t from 'tap';
import type { Registration, Registry } from '../../../routes/apis/mcp/registry.ts';
import { adminApp } from '../../support/admin.ts';
import { freePort } from '../../support/live-server.ts';
import { ask, askModern, callTool, challenged, envelope, mirrorOf, namesOf } from '../../support/mcp.ts';
import { said, suiteTool } from '../../support/mcp-suite/tool.ts';

let registry: Registry | undefined;
const { app, tokenOf } = await adminApp(t, {
  extendMcp(made) {
    registry = made;
  },
});
const add = (registration: Registration): void => registry?.add(registration);

t.test('adding a tool whose name is taken or malformed throws an error [D4]', (t) => {
  for (const name of ['get_school_info', 'list_courses', 'Upper', 'with-dash', '', 'x'.repeat(49)]) {
    t.throws(() => add({ tools: [suiteTool(name, () => said('no'))] }), /name/, name);
  }
  t.end();
});

t.test('a tool added with a scope is guarded and listed like any other [A14.2, A14.5]', async (t) => {
  const tool = { ...suiteTool('list_kilns', () => said('two')), scope: 'courses:read' as const };
  add({ tools: [tool] });
  t.notOk((await namesOf(app)).includes('list_kilns'));
  t.notOk((await namesOf(app, { token: await tokenOf('member') })).includes('list_kilns'));
  t.ok((await namesOf(app, { token: await tokenOf('owner', ['openid']) })).includes('list_kilns'));
  challenged(t, await callTool(app, 'list_kilns'), 401, 'courses:read');
  challenged(
    t,
    await callTool(app, 'list_kilns', {}, { token: await tokenOf('owner', ['openid']) }),
    403,
    'courses:read',
  );
  t.equal((await callTool(app, 'list_kilns', {}, { token: await tokenOf('owner') })).text, 'two');
});

t.test('a 2026-07-28 tool call streams its progress notification while the tool still runs [A13]', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  add({
    tools: [
      suiteTool('fire_kiln', async (_given, { mcpReq }) => {
        const { progressToken = 0 } = mcpReq._meta ?? {};
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
        await promise;
        return said('fired');
      }),
    ],
  });
  const port = await freePort();
  await app.listen({ host: '127.0.0.1', port });
  const params = { name: 'fire_kiln', arguments: {} };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...mirrorOf('tools/call', params),
  };
  const sent = httpRequest({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers });
  const _meta = { ...envelope(), progressToken: 'p' };
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } }));
  const [response] = await once(sent, 'response');
  t.match(response.headers, {
    'content-type': /^text\/event-stream/,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  let seen = '';
  for await (const chunk of response) {
    seen += String(chunk);
    // The tool goes on only when its first word has arrived here.
    if (seen.includes('notifications/progress')) resolve();
  }
  t.match(seen, /"progressToken":"p"[\s\S]*"text":"fired"/);
  const before = await callTool(app, 'get_school_info', { school: 'riverside' });
  t.match(before.headers['content-type'], /^application\/json/, 'a tool that says nothing is answered whole');
});

t.test('methods that are added appear in the capabilities of initialize and server/discover [A13]', async (t) => {
  add({
    methods: {
      capabilities: { prompts: {} },
      answer: (server) => server.setRequestHandler('prompts/list', async () => ({ prompts: [] })),
    },
  });
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const initialized = await ask(app, 'initialize', hello);
  const discovered = await askModern(app, 'server/discover');
  for (const { json } of [initialized, discovered]) {
    t.strictSame(Object.keys(json.result?.capabilities ?? {}).sort(), ['extensions', 'prompts', 'resources', 'tools']);
  }
  t.strictSame((await ask(app, 'prompts/list')).json.result?.prompts as unknown, []);
});
