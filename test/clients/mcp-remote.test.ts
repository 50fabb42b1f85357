// slow, sqlite
/** `mcp-remote`, the bridge that programs with local servers only use: from a person's sign-in to an answer on its standard output. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';
import { DEMO } from '../support/oauth-client.ts';
import { type Answer, arrive, bridge, HELLO } from './mcp-remote.ts';

const ANA = { email: 'ana@riverside.example' };
const RUTH = { email: 'ruth@riverside.example' };

t.setTimeout(180_000);

t.test('mcp-remote signs an operator in once, and uses the stored tokens afterwards [E-25]', async (t) => {
  const { origin } = await startServer(t);
  const folder = temporaryFolder(t);
  const first = await bridge(t, `${origin}/mcp?auth=required`, folder);
  first.send('initialize', HELLO);
  const callback = await new HttpBrowser(origin).authorize(await first.asked(), RUTH);
  t.equal(await arrive(callback), 200, 'it takes the answer');
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

t.test('mcp-remote uses the public tools without signing in [A14.1]', async (t) => {
  const { origin } = await startServer(t);
  const anonymous = await bridge(t, `${origin}/mcp`, temporaryFolder(t));
  anonymous.send('initialize', HELLO);
  await anonymous.answer();
  anonymous.send('tools/call', { name: 'get_school_info', arguments: { school: 'harbour' } });
  t.match(await anonymous.answer(), { result: { structuredContent: { slug: 'harbour' } } });
});

t.test('mcp-remote signs a member in, and refreshes a token that is not valid [A14.2]', async (t) => {
  const { origin } = await startServer(t);
  const folder = temporaryFolder(t);
  const own = ['--static-oauth-client-info', JSON.stringify({ client_id: DEMO.cli.id })];
  const first = await bridge(t, `${origin}/mcp?auth=member`, folder, own);
  first.send('initialize', HELLO);
  const person = new HttpBrowser(origin);
  await arrive(await person.authorize(await first.asked(), ANA));
  await first.answer();
  first.send('tools/call', { name: 'list_my_courses', arguments: { first: 1 } });
  t.match(await first.answer(), { result: { structuredContent: { nodes: [{ slug: String }] } } }, 'her own courses');
  t.equal(person.clicks, 2, 'after one sign-in and one consent');

  const file = readdirSync(folder, { recursive: true })
    .map(String)
    .find((name) => name.endsWith('_tokens.json'));
  const tokens = join(folder, file ?? '');
  const kept = readFileSync(tokens, 'utf8');
  writeFileSync(tokens, kept.replace(/at_\d+\.[\w-]+/, 'at_1.dead'));
  const second = await bridge(t, `${origin}/mcp?auth=member`, folder, own);
  second.send('initialize', HELLO);
  await second.answer();
  second.send('tools/call', { name: 'get_my_account', arguments: {} });
  t.match(await second.answer(), { result: { structuredContent: ANA } }, 'nobody is asked again');
  t.notMatch(readFileSync(tokens, 'utf8'), /at_1\.dead/);
});

t.test('mcp-remote signs in at the first tool that needs it, and steps up at the next [A14.2, A14.3]', async (t) => {
  const { origin } = await startServer(t);
  const own = ['--static-oauth-client-info', JSON.stringify({ client_id: DEMO.cli.id })];
  const member = await bridge(t, `${origin}/mcp`, temporaryFolder(t), own);
  const person = new HttpBrowser(origin);
  member.send('initialize', HELLO);
  await member.answer();
  for (const [tool, scope] of [
    ['get_my_account', 'account:read'],
    ['update_my_profile', 'account:write'],
  ] as const) {
    member.send('tools/call', { name: tool, arguments: {} });
    const asked = await member.asked();
    t.ok(new URL(asked).searchParams.get('scope')?.split(' ').includes(scope), scope);
    await arrive(await person.authorize(asked, ANA));
    t.match(await member.answer(), { result: { structuredContent: ANA } }, tool);
  }
});

t.test(
  'mcp-remote asks once for each call that lacks what was taken away, and passes the refusal on [A14.3]',
  async (t) => {
    const { origin } = await startServer(t);
    const own = ['--static-oauth-client-info', JSON.stringify({ client_id: DEMO.cli.id })];
    const member = await bridge(t, `${origin}/mcp?school=riverside`, temporaryFolder(t), own);
    const person = new HttpBrowser(origin);
    member.send('initialize', HELLO);
    await member.answer();
    const call = async (name: string, decision?: 'allow' | 'allow_read'): Promise<Answer> => {
      member.send('tools/call', { name, arguments: {} });
      if (decision !== undefined) await arrive(await person.authorize(await member.asked(), { ...ANA, decision }));
      return member.answer();
    };
    t.match(await call('get_my_account', 'allow'), { result: { structuredContent: ANA } });
    t.ok((await call('update_my_profile', 'allow_read')).error, 'it is asked for, and taken away');
    t.ok((await call('update_my_profile', 'allow')).error, 'and not ticked when it is asked for again');
    t.match(await call('get_my_account'), { result: { structuredContent: ANA } }, 'what remains goes on');
  },
);
