/** `mcp-remote`, the bridge that programs with local servers only use: from a person's sign-in to an answer on its standard output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, startServer } from '../support/live-server.ts';

const PROXY = join(import.meta.dirname, '../../node_modules/mcp-remote/dist/proxy.js');
const RUTH = { email: 'ruth@riverside.example' };

t.setTimeout(60_000);

interface Answer {
  id?: number;
  result?: { tools?: { name: string }[]; structuredContent?: unknown; isError?: boolean };
  error?: unknown;
}

/** The bridge as a desktop program starts it: messages by line, and a browser that does not open. */
async function bridge(t: Test, url: string, folder: string) {
  const args = [PROXY, url, String(await freePort()), '--allow-http', '--transport', 'http-only'];
  const child = spawn(process.execPath, args, { env: { PATH: '', HOME: folder, MCP_REMOTE_CONFIG_DIR: folder } });
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'close');
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  let id = 0;
  return {
    /** The address it asks the person to visit. */
    async asked(): Promise<string> {
      for (let line = await said.next(); !line.done; line = await said.next()) {
        if (/^http\S+\/oauth\/authorize\?/.test(line.value)) return line.value;
      }
      throw new Error('it asked nobody');
    },
    send(method: string, params: object = {}): void {
      id += 1;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    },
    async answer(): Promise<Answer> {
      for (let line = await answers.next(); !line.done; line = await answers.next()) {
        const message: Answer = JSON.parse(line.value);
        if (message.id === id) return message;
      }
      throw new Error('it ended without an answer');
    },
  };
}

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'Desktop', version: '1' } };

t.test('E-25: mcp-remote signs an operator in once, and finds the tokens again', async (t) => {
  const { origin } = await startServer(t);
  const folder = temporaryFolder(t);
  const first = await bridge(t, `${origin}/mcp?auth=required`, folder);
  first.send('initialize', HELLO);
  const callback = await new HttpBrowser(origin).authorize(await first.asked(), RUTH);
  t.equal((await fetch(callback)).status, 200, 'it takes the answer');
  t.match(await first.answer(), { result: { serverInfo: { name: 'schoolgate' } } });
  first.send('tools/list');
  const names = (await first.answer()).result?.tools?.map(({ name }) => name);
  t.ok(names?.includes('list_courses'));
  first.send('tools/call', { name: 'list_courses', arguments: { first: 1 } });
  t.match(await first.answer(), { result: { structuredContent: { nodes: [{}] } } });

  const second = await bridge(t, `${origin}/mcp?auth=required`, folder);
  second.send('initialize', HELLO);
  t.match(await second.answer(), { result: { serverInfo: { name: 'schoolgate' } } }, 'nobody is asked again');
});

t.test('A14.1: mcp-remote needs nobody for the public tools', async (t) => {
  const { origin } = await startServer(t);
  const anonymous = await bridge(t, `${origin}/mcp`, temporaryFolder(t));
  anonymous.send('initialize', HELLO);
  await anonymous.answer();
  anonymous.send('tools/call', { name: 'get_school_info', arguments: { school: 'harbour' } });
  t.match(await anonymous.answer(), { result: { structuredContent: { slug: 'harbour' } } });
});
