/** The tool that says for whom, at which school, and with which rights a client acts. */
import t from 'tap';
import { adminApp, CALLERS, RIVERSIDE } from '../../support/admin.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { askModern, BASELINE, callTool, challenged, namesOf, post } from '../../support/mcp.ts';
import { DEMO, introspect, obtainTokens, refresh } from '../../support/oauth-client.ts';
import { whileDisabled } from '../../support/standing.ts';

const database = databaseFile(t);
const { app, clock, tokenOf } = await adminApp(t, { databaseUrl: database.url });

const told = async (token: string) => (await callTool(app, 'whoami', {}, { token })).result?.structuredContent;

t.test('whoami names the person, the school, the role, the scopes and the end of the connection [D4]', async (t) => {
  const scope = 'openid profile email courses:read';
  const tokens = await obtainTokens(app, DEMO.adminTool, { scope }, { email: CALLERS.owner.email });
  const end = clock.now + tokens.authorization_expires_in * 1000;
  const expected = {
    school: 'Riverside Academy',
    schoolSlug: 'riverside',
    personId: CALLERS.owner.id,
    name: 'Ruth Adler',
    email: CALLERS.owner.email,
    role: 'owner',
    scopes: scope.split(' '),
    clientId: DEMO.adminTool.id,
    connectionEndsAt: new Date(end).toISOString(),
  };
  t.strictSame(await told(tokens.access_token), expected);
  clock.advance(60_000);
  const refreshed = (await refresh(app, DEMO.adminTool, tokens.refresh_token)).json();
  t.strictSame(await told(refreshed.access_token), expected, 'a refresh does not move the end');
  t.match((await introspect(app, DEMO.adminTool, refreshed.access_token)).sub, CALLERS.owner.id);
  const { text } = await callTool(app, 'whoami', {}, { token: refreshed.access_token });
  t.match(text, /^school: "Riverside Academy"$/m);
  t.match(text, /role: owner/);
});

t.test('whoami takes a token with any scope, and tells no more of the person than was agreed to [D4]', async (t) => {
  for (const caller of ['member', 'staff', 'foreignOwner'] as const) {
    const slug = caller === 'foreignOwner' ? 'harbour' : 'riverside';
    const bare = { schoolSlug: slug, name: null, email: null, role: CALLERS[caller].role, scopes: ['openid'] };
    t.match(await told(await tokenOf(caller, ['openid'])), bare, caller);
  }
  t.match(await told(await tokenOf('member', ['openid', 'email'])), { name: null, email: CALLERS.member.email });
  for (const caller of ['member', 'owner'] as const) {
    t.ok((await namesOf(app, { token: await tokenOf(caller, ['openid']) })).includes('whoami'), `${caller} sees it`);
  }
});

t.test('without a token whoami is not listed, and asks to sign in in every way of calling it [A14.1]', async (t) => {
  t.notOk((await namesOf(app)).includes('whoami'));
  t.notOk((await namesOf(app, { query: '?tools=all' })).includes('whoami'));
  const { result } = await callTool(app, 'find_tools', { query: 'whoami' });
  t.notMatch(JSON.stringify(result), 'whoami');
  challenged(t, await callTool(app, 'whoami'), 401, BASELINE);
  challenged(t, await askModern(app, 'tools/call', { name: 'whoami', arguments: {} }), 401, BASELINE);
  challenged(t, await callTool(app, 'call_read_tool', { name: 'whoami' }), 401, BASELINE);
  challenged(t, await callTool(app, 'whoami', {}, { token: 'at_1.of-nobody' }), 401, BASELINE);
  // The SDK reads the arguments without this member, and finds another tool than the check did.
  const hidden = '{"name":"call_read_tool","arguments":{"name":"whoami","__proto__":{"name":"how_to_connect"}}}';
  const { status, json } = await post(app, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${hidden}}`);
  t.match({ status, result: json.result }, { status: 200, result: { isError: true, structuredContent: undefined } });
});

t.test('whoami follows what the person may do now, and ends with the connection [A14.3]', async (t) => {
  const token = await tokenOf('staff', ['openid', 'courses:read', 'courses:write']);
  t.match(await told(token), { role: 'staff', scopes: ['openid', 'courses:read', 'courses:write'] });
  await database.edit(
    "update memberships set role = 'instructor' where person_id = ? and site_id = ?",
    CALLERS.staff.id,
    RIVERSIDE.id,
  );
  t.match(await told(token), { role: 'instructor' });
  await whileDisabled(database, 'people', CALLERS.staff.id, async () => {
    challenged(t, await callTool(app, 'whoami', {}, { token }), 401, BASELINE);
  });
});
