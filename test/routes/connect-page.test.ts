/** Where agents and the people who set them up are told how to choose tools: the pages of the setup guides, and the instructions of the server. */
import t from 'tap';
import { CLIENTS } from '../../routes/pages/connect/clients.ts';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { ask, callTool, namesOf } from '../support/mcp.ts';
import { said, signedIn } from '../support/signed-in.ts';

const { app, tokenOf } = await adminApp(t);
const token = await tokenOf('owner');

/** What a text says to add to an address, such as `tools=all`. */
const variantsIn = (text: string): string[] => [...new Set(text.match(/tools=[a-z][a-z_,]*[a-z]/g))];

t.test(
  'Connect shows in each language how to choose tools, and the addresses that it shows take it [A14.5]',
  async (t) => {
    const browser = await signedIn(app, CALLERS.owner.email);
    const own = await app.oauth.siteApplications.ofSite(RIVERSIDE.id);
    for (const language of LANGUAGES) {
      const { connect } = textFor(language);
      const page = await browser.get('/admin/riverside/connect/claude_code', { 'accept-language': language });
      t.equal(page.status, 200);
      const addresses = await browser.get('/admin/riverside/connect/addresses', { 'accept-language': language });
      t.ok(said(addresses).includes(connect.tools), `${language}: ${connect.tools}`);
      const named = own.filter(({ name }) => said(addresses).includes(connect.commandFor({ application: name })));
      t.equal(named.length, 1, `${language}: whose command it is`);
      t.ok(said(page).includes(connect.clients.claude_code), 'with what to do in each client');
      t.strictSame(variantsIn(connect.tools), ['tools=courses,students', 'tools=all'], language);
      t.match(connect.tools, /find_tools/);
    }
    const { body } = await browser.get('/admin/riverside/connect/addresses');
    const addresses = new Set(body.match(new RegExp(`(?<=")${BASE}/mcp[^"]*`, 'g')));
    t.ok(addresses.has(`${BASE}/mcp?auth=required&amp;school=riverside`), [...addresses].join());
    const every = await namesOf(app, { token });
    for (const address of addresses) {
      const { search } = new URL(address.replaceAll('&amp;', '&'));
      const listed = (variant: string) =>
        namesOf(app, { token, query: `${search}${search === '' ? '?' : '&'}${variant}` });
      const chosen = await listed('tools=courses,students');
      t.ok(chosen.includes('create_course') && chosen.includes('enroll_student'), address);
      t.notOk(chosen.includes('list_orders'), address);
      t.not((await listed('tools=all')).join(), every.join(), address);
    }
  },
);

/** The addresses of the tools on a page, as somebody would copy them. */
const toolAddressesIn = (page: string): string[] => [
  ...new Set(
    page
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .match(new RegExp(`${BASE}/mcp[?\\w=&,-]*`, 'g')),
  ),
];

t.test('the addresses to copy name the school, where the server has several, and lead to it [E-21]', async (t) => {
  const owner = await signedIn(app, CALLERS.owner.email);
  const shown = async (client: string) => toolAddressesIn((await owner.get(`/admin/riverside/connect/${client}`)).body);
  for (const { key } of CLIENTS.filter(({ key }) => key !== 'curl')) {
    t.strictSame(await shown(key), [`${BASE}/mcp?auth=required&school=riverside`], key);
  }
  t.strictSame(await shown('curl'), [`${BASE}/mcp`]);
  t.strictSame(toolAddressesIn((await owner.get('/admin/riverside/connect/addresses')).body), [
    `${BASE}/mcp?school=riverside`,
    `${BASE}/mcp?auth=required&school=riverside`,
    `${BASE}/mcp?auth=member&school=riverside`,
  ]);
  const now = app.clock();
  await app.oauth.clients.create(
    {
      id: 'c_for_members',
      origin: 'site_application',
      siteId: RIVERSIDE.id,
      name: 'Claude Code',
      authMethod: 'none',
      redirectUris: ['http://localhost/callback'],
      scopes: ['openid', 'account:read'],
      createdAt: now,
    },
    { event: 'client_created', at: now, siteId: RIVERSIDE.id },
  );
  const member = await signedIn(app, CALLERS.member.email);
  t.strictSame(toolAddressesIn((await member.get('/account/assistants/riverside')).body), [
    `${BASE}/mcp?auth=member&school=riverside`,
  ]);
});

t.test('a guide makes the address with which a program may change things after its first consent [E-60]', async (t) => {
  const owner = await signedIn(app, CALLERS.owner.email);
  const chosen = 'tools=courses&tools=curriculum&tools=nothing';
  const [address = '', ...others] = toolAddressesIn((await owner.get(`/admin/riverside/connect/codex?${chosen}`)).body);
  t.strictSame(others, []);
  t.equal(address, `${BASE}/mcp?auth=required&school=riverside&tools=courses,curriculum`);
  const challenged = await app.inject({ method: 'GET', url: address.replace(BASE, '') });
  t.match(challenged.headers['www-authenticate'], / courses:read courses:write curriculum:read curriculum:write"/);
  const missing = await owner.get('/admin/riverside/connect/nothing');
  t.equal(missing.status, 404);
});

t.test('the addresses of a server with one school do not name it [E-21]', async (t) => {
  const file = databaseFile(t);
  const { app: alone } = await testApp(t, { databaseUrl: file.url });
  await file.edit("delete from sites where slug = 'harbour'");
  const owner = await signedIn(alone, CALLERS.owner.email);
  t.strictSame(toolAddressesIn((await owner.get('/admin/riverside/connect/codex')).body), [
    `${BASE}/mcp?auth=required`,
  ]);
  const { result } = await callTool(alone, 'how_to_connect');
  t.match(result?.structuredContent, { schoolSlug: 'riverside', signInAsMember: `${BASE}/mcp?auth=member` });
});

t.test('the instructions of the server say how to choose tools and how to find others [A14.5]', async (t) => {
  const initialize = { capabilities: {}, clientInfo: { name: 'test', version: '1' }, protocolVersion: '2025-11-25' };
  const { json } = await ask(app, 'initialize', initialize);
  const instructions = String(json.result?.instructions);
  t.strictSame(variantsIn(instructions), ['tools=courses,students', 'tools=all']);
  for (const name of ['find_tools', 'call_read_tool', 'call_tool']) t.match(instructions, name);
  const guide = await ask(app, 'resources/read', { uri: 'school://auth-guide' });
  t.ok(String(guide.json.result?.contents?.[0]?.text).includes(`${BASE}/mcp?auth=required&tools=all`));
  const authMd = (await app.inject('/auth.md')).body;
  t.match(authMd, /tools=/);
});
