/** What clients of each revision are answered to a call that waits, and what they send back. */
import t from 'tap';
import { askingApp, decide, freshCourse } from '../../support/approvals.ts';
import { ask, askModern, envelope, LEGACY, MODERN, mirrorOf, post } from '../../support/mcp.ts';

const made = await askingApp(t);
const { app, tokenOf, browserOf } = made;
const token = await tokenOf('owner');
await freshCourse(app, token, 'seen');
const params = { name: 'delete_course', arguments: { id: 'seen' } };

const waiting = {
  content: [{ type: 'text', text: /^Not done yet\. Waits for Ruth Adler to allow it at / }],
  structuredContent: { status: 'waiting_for_person', url: /\/approvals\/apr_/, expires_at: /^\d{4}-/ },
};

t.test('clients that declare nothing get a result that every revision can show', async (t) => {
  for (const revision of LEGACY) {
    const { json, status } = await ask(app, 'tools/call', params, {
      token,
      headers: { 'mcp-protocol-version': revision },
    });
    t.equal(status, 200);
    t.match(json.result, waiting, revision);
    t.notOk('isError' in (json.result as object), revision);
  }
  const { json } = await askModern(app, 'tools/call', params, { token });
  t.match(json.result, { ...waiting, resultType: 'complete' });
  t.strictSame(await app.audit.log.page('site_demo_riverside', { event: 'tool_failed' }, 5), [], 'it is no failure');
});

/** A call of a client that opens addresses for the person. */
const opening = (more: object = {}, capabilities: object = { elicitation: { url: {} } }) => {
  const _meta = { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': capabilities };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, ...more, _meta } };
  return post(app, message, { token, headers: mirrorOf('tools/call', params) });
};

t.test('a client of 2026-07-28 that opens addresses is asked to, once, and its answer decides nothing', async (t) => {
  const { json, status } = await opening();
  t.equal(status, 200);
  t.match(json.result, {
    resultType: 'input_required',
    inputRequests: {
      approval: {
        method: 'elicitation/create',
        params: { mode: 'url', url: /\/approvals\/apr_/, message: /^Not done yet/ },
      },
    },
  });
  t.notOk('requestState' in (json.result as object));
  for (const action of ['accept', 'decline', 'cancel']) {
    const answer = await opening({ inputResponses: { approval: { action, content: { allowed: true } } } });
    t.match(answer.json.result, waiting, `${action}: the plain result, so that no client asks in a loop`);
  }
  for (const capabilities of [{}, { elicitation: {} }, { elicitation: { form: {} } }]) {
    t.match((await opening({}, capabilities)).json.result, waiting, 'never a form');
  }
});

t.test('earlier revisions are never asked by the server, whatever they declare', async (t) => {
  for (const revision of LEGACY) {
    const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } };
    const { json } = await ask(
      app,
      'tools/call',
      { ...params, _meta },
      { token, headers: { 'mcp-protocol-version': revision } },
    );
    t.equal(json.error, undefined, `${revision}: no error such as -32042`);
    t.match(json.result, waiting, revision);
  }
});

t.test('after the decision, the same call is done for each kind of client, and its answer is kept', async (t) => {
  const { json } = await opening();
  const url = String(json.result?.inputRequests?.approval?.params?.url);
  await decide(await browserOf('owner'), new URL(url).pathname, 'allowed');
  const first = await opening();
  t.match(first.json.result, { content: [{ text: /Delete a course: done/ }], resultType: 'complete' });
  t.match((await askModern(app, 'tools/call', params, { token })).json.result, { content: [{ text: /done/ }] });
  t.match((await ask(app, 'tools/call', params, { token })).json.result, { content: [{ text: /done/ }] });
  t.equal(MODERN, '2026-07-28');
});
