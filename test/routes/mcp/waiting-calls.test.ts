/** A call that waits for a person, as clients of the MCP SDK meet it: with the page opened for the person, and without. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import t, { type Test } from 'tap';
import { call } from '../../support/admin.ts';
import { BASE } from '../../support/app.ts';
import { type AskingApp, approvalEvents, askingApp, decide, freshCourse } from '../../support/approvals.ts';
import { askModern, envelope, type Json, MCP, MODERN, mirrorOf, post } from '../../support/mcp.ts';
import { fetchAt } from '../../support/played-model.ts';
import { said } from '../../support/signed-in.ts';

type Decision = 'allowed' | 'declined';

const DELETE = { name: 'delete_course', arguments: { id: 'waiting' } };

/** What a person meets, and what comes of it. */
interface Outcome {
  page: string;
  first: string;
  again: string;
  events: readonly string[];
  isThere: boolean;
}

const withoutIds = (text: string): string =>
  text.replace(/(?:apr|crs)_[\w-]+/g, 'ID').replace(/\d+ (?:min|sec)\w*/g, 'N');
const textOf = (result: unknown): string => JSON.stringify((result as { content: unknown }).content);

/** @param opens whether the client declares that it opens pages, which the person then decides about at once */
async function outcome(t: Test, decision: Decision, opens: boolean): Promise<Outcome> {
  const made: AskingApp = await askingApp(t);
  const token = await made.tokenOf('owner');
  const { id } = await freshCourse(made.app, token, 'waiting');
  const browser = await made.browserOf('owner');
  let page = '';
  const decideAt = async (url: string): Promise<void> => {
    const path = new URL(url).pathname;
    page = withoutIds(said(await browser.get(path)));
    await decide(browser, path, decision);
  };
  const capabilities = opens ? { elicitation: { url: {} } } : {};
  const client = new Client(
    { name: 'Played', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: { pin: MODERN } } },
  );
  if (opens) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await decideAt(String((params as { url?: string }).url));
      return { action: 'accept' };
    });
  }
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(BASE + MCP), {
    requestInit: { headers },
    fetch: fetchAt(made.app),
  });
  await client.connect(transport);
  t.teardown(() => client.close());
  const first = await client.callTool(DELETE);
  if (!opens) {
    const { url } = first.structuredContent as { url: string };
    t.match(first.content, [{ text: /^Not done yet/ }]);
    await decideAt(url);
  }
  const again = await client.callTool(DELETE);
  return {
    page,
    first: textOf(opens ? first : again),
    again: textOf(again),
    events: await approvalEvents(made.file),
    isThere: (await call(made.app, token, 'GET', `/courses/${id}`)).status === 200,
  };
}

t.test('a client that opens pages and one that declares nothing meet the same page and outcome', async (t) => {
  for (const decision of ['allowed', 'declined'] as const) {
    const [opening, plain] = [await outcome(t, decision, true), await outcome(t, decision, false)];
    t.strictSame(opening, plain, decision);
    t.match(plain.page, /Delete “Course waiting” for good\?/);
    t.equal(plain.isThere, decision === 'declined');
    t.match(plain.again, decision === 'allowed' ? /Delete a course: done/ : /the person declined this/);
  }
});

t.test('the data of a result has what its text says, because some programs hand only one to their model', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  await freshCourse(made.app, token, 'waiting');
  const { json } = await askModern(made.app, 'tools/call', DELETE, { token });
  const { content, structuredContent } = json.result as Json;
  t.equal(structuredContent?.message, content?.[0]?.text);
  t.match(structuredContent, { status: 'waiting_for_person', url: /\/approvals\/apr_/ });
  await decide(await made.browserOf('owner'), new URL(String(structuredContent?.url)).pathname, 'allowed');
  const done = await askModern(made.app, 'tools/call', DELETE, { token });
  t.match(done.json.result?.content, [{ text: /Delete a course: done/ }]);
  t.equal(done.json.result?.structuredContent?.done as unknown, true);
});

t.test(
  'a person reads what the client shows above the page, and a client that cannot open pages is not asked',
  async (t) => {
    const made = await askingApp(t);
    const token = await made.tokenOf('owner');
    await freshCourse(made.app, token, 'waiting');
    for (const [name, resultType] of [
      ['claude-code', 'input_required'],
      ['copilot-cli', 'complete'],
    ] as const) {
      const _meta = {
        ...envelope(),
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } },
        'io.modelcontextprotocol/clientInfo': { name, version: '1' },
      };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...DELETE, _meta } };
      const { json } = await post(made.app, message, { token, headers: mirrorOf('tools/call', DELETE) });
      t.equal(json.result?.resultType as unknown, resultType, name);
      const shown = json.result?.inputRequests?.approval?.params?.message;
      if (resultType === 'input_required') t.match(shown, /“Delete a course” waits until you have decided/);
    }
  },
);
