// slow, sqlite
/**
 * What known clients do when a person has taken a scope away and a tool needs it, at the URL of one school, over real HTTP. Each
 * asks the person again for what is missing, and none of them is sent around without a person.
 */
import * as v2 from '@modelcontextprotocol/client';
import * as v1 from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';
import { McpTool } from './mcp-tool.ts';

t.setTimeout(60_000);

const { origin } = await startServer(t);
const MCP = new URL(`${origin}/mcp?school=harbour`);
const READ = 'openid courses:read';
/** She belongs to two schools, and is not asked for one. */
const NOOR = { email: 'noor@schools.example' };
const { consent } = textFor('en');

interface Connection {
  tool: McpTool;
  /** Calls a tool. @returns the result, or `undefined` if the client asks the person first */
  call(name: string): Promise<{ isError?: boolean; structuredContent?: unknown } | undefined>;
  finish(callback: URL): Promise<void>;
}

type Transport = TransportV1 | v2.StreamableHTTPClientTransport;

/** A connection of a client that asked for reading and changing, and was allowed to read. */
async function narrowed(
  t: Test,
  sdk: 'v1' | 'v2',
  keepsRefreshTokens: boolean,
): Promise<Connection & { person: HttpBrowser }> {
  const tool = new McpTool({ keepsRefreshTokens });
  const place = { serverUrl: MCP, scope: `${READ} courses:write` };
  t.equal(await (sdk === 'v1' ? v1.auth(tool, place) : v2.auth(tool, place)), 'REDIRECT');
  t.equal(tool.askedAt.searchParams.get('resource'), MCP.href, 'the school is part of the resource');
  const person = new HttpBrowser(origin);
  const transport: Transport =
    sdk === 'v1'
      ? new TransportV1(MCP, { authProvider: tool })
      : new v2.StreamableHTTPClientTransport(MCP, { authProvider: tool });
  const finish = (callback: URL): Promise<void> =>
    transport instanceof TransportV1
      ? transport.finishAuth(callback.searchParams.get('code') ?? '')
      : transport.finishAuth(callback.searchParams);
  await finish(await person.authorize(tool.askedAt, { ...NOOR, decision: 'allow_read' }));
  t.equal(tool.held.scope, READ);
  let answer: Awaited<ReturnType<Connection['call']>>;
  transport.onmessage = (message: object) => {
    if ('result' in message) answer = message.result as typeof answer;
  };
  await transport.start();
  t.teardown(() => transport.close());
  let id = 0;
  return {
    tool,
    person,
    finish,
    async call(name) {
      id += 1;
      answer = undefined;
      try {
        await transport.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });
      } catch (error) {
        if ((error as Error).message !== 'Unauthorized') throw error;
      }
      return answer;
    },
  };
}

for (const sdk of ['v1', 'v2'] as const) {
  t.test(
    `MCP SDK ${sdk} steps up for what was taken away, and stops where the person refuses again [A14.3]`,
    async (t) => {
      // v1 with a refresh token never asks for more; see below.
      const { tool, person, call, finish } = await narrowed(t, sdk, sdk === 'v2');
      t.match(await call('list_courses'), { structuredContent: { school: 'Harbour Music School' } });
      t.equal(await call('create_course'), undefined, 'the person is asked');
      const asked = tool.askedAt.searchParams.get('scope')?.split(' ');
      t.strictSame(asked?.toSorted(), sdk === 'v1' ? ['courses:write'] : ['courses:read', 'courses:write', 'openid']);
      t.match((await person.get(tool.askedAt)).body, consent.leftOut, 'the page marks what was left out');

      // Nothing is ticked that was taken away. v1 asks for nothing else, so that nothing remains to be given.
      const refused = await person.authorize(tool.askedAt, NOOR);
      if (sdk === 'v1') t.equal(refused.searchParams.get('error'), 'access_denied');
      else await finish(refused);
      t.equal(tool.held.scope, READ);
      // v1 gives up at the same refusal until something else has worked.
      t.ok(await call('list_courses'), 'what remains goes on');
      t.equal(await call('create_course'), undefined, 'asked again, by a person’s next call only');
      const denied = await person.authorize(tool.askedAt, { ...NOOR, decision: 'deny' });
      t.equal(denied.searchParams.get('error'), 'access_denied');
      t.ok(await call('list_courses'), 'and after a denial too');

      await call('create_course');
      const page = await person.get(tool.askedAt);
      const given = await person.submit(page, '/decision', {
        decision: 'allow',
        scope: ['courses:read', 'courses:write'],
      });
      await finish(given.leavesFor ?? new URL(origin));
      t.match(await call('create_course'), { isError: true }, 'reached: it lacks arguments');
      if (sdk === 'v2') t.ok(await call('list_courses'), 'and nothing was lost');
    },
  );
}

t.test('MCP SDK v1 with a refresh token refreshes once, and says that it lacks the scope [A14.3]', async (t) => {
  const { tool, call } = await narrowed(t, 'v1', true);
  const before = tool.askedAt.href;
  await t.rejects(call('create_course'), { message: /403 after trying upscoping/ });
  t.equal(tool.askedAt.href, before, 'nobody is asked');
  t.equal(tool.held.scope, READ);
  t.ok(await call('list_courses'), 'and what it has goes on');
});
