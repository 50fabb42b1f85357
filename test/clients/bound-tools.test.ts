// slow, sqlite
/** The client of the MCP TypeScript SDK that binds its tokens to a key (DPoP), at the tools over real HTTP. */
import { Client, DpopSession, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import t from 'tap';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { McpTool } from './mcp-tool.ts';

const RUTH = { email: 'ruth@riverside.example' };

class BoundTool extends McpTool {
  readonly #session: Promise<DpopSession>;

  constructor(alg: 'ES256' | 'EdDSA') {
    super({ metadata: { dpop_bound_access_tokens: true } as never });
    this.#session = DpopSession.create({ alg });
  }

  dpop(): Promise<DpopSession> {
    return this.#session;
  }
}

for (const nonce of ['optional', 'required']) {
  t.test(`with DPOP_NONCE=${nonce}`, async (t) => {
    const { origin } = await startServer(t, { ...TEST_SETTINGS, DPOP_NONCE: nonce });
    for (const alg of ['ES256', 'EdDSA'] as const) {
      t.test(
        `the SDK signs in, calls, steps up and renews with a key of ${alg} [RFC 9449 §5, RFC 9449 §7.1]`,
        async (t) => {
          const tool = new BoundTool(alg);
          const open = () => new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: tool });
          const client = new Client({ name: 'Course helper', version: '1.0.0' });
          const transport = open();
          t.teardown(() => client.close());
          await client.connect(transport);
          await t.rejects(client.callTool({ name: 'list_courses', arguments: {} }), /Unauthorized/);
          await transport.finishAuth((await new HttpBrowser(origin).authorize(tool.askedAt, RUTH)).searchParams);
          t.equal(tool.held.token_type, 'DPoP');
          t.notOk((await client.callTool({ name: 'list_courses', arguments: { first: 1 } })).isError);

          await t.rejects(client.callTool({ name: 'list_members', arguments: { first: 1 } }), /Unauthorized/);
          await transport.finishAuth((await new HttpBrowser(origin).authorize(tool.askedAt, RUTH)).searchParams);
          t.notOk((await client.callTool({ name: 'list_members', arguments: { first: 1 } })).isError);

          const { access_token: before } = tool.held;
          tool.saveTokens({ ...tool.held, access_token: `${before}x` });
          t.notOk(
            (await client.callTool({ name: 'list_members', arguments: { first: 1 } })).isError,
            'renewed on the way',
          );
          t.not(tool.held.access_token, before);
          t.equal(tool.held.token_type, 'DPoP');
        },
      );
    }
  });
}
