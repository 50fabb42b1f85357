// slow, sqlite
/**
 * An owner turns an assistant on for members, and a member connects it to her own courses with what the pages of her
 * account tell her. A client of the MCP SDK stands in for the assistant.
 */
import * as sdk from '@modelcontextprotocol/client';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { CALLERS } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { HttpBrowser, type HttpPage } from '../support/http-browser.ts';
import { freePort } from '../support/live-server.ts';
import { said } from '../support/signed-in.ts';
import { McpTool, type ToolOptions } from './mcp-tool.ts';

t.setTimeout(120_000);

const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const CURSOR_CALLBACK = 'http://localhost:8787/callback';
const ANA = { email: CALLERS.member.email };
const { assistants, connect, consent, account } = textFor('en');

/** A server that is reached over HTTP, on which the document of Claude can be read. */
async function schoolServer(t: Test) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const host = await documentHost(t);
  const tool = new McpTool();
  host.serve(CLAUDE, documentFor(CLAUDE, { client_name: 'Claude', redirect_uris: [tool.redirectUrl] }));
  const { app } = await testApp(t, { network: host.network, env: { BASE_URL: origin } });
  await app.listen({ port, host: '127.0.0.1' });
  const signIn = async (email: string): Promise<HttpBrowser> => {
    const browser = new HttpBrowser(origin);
    await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
    return browser;
  };
  return { app, origin, signIn };
}

/** The part of a page that is about one client. */
const partAbout = ({ body }: HttpPage, name: string): string => {
  const [, part = ''] = body.split(`<h2>${name}</h2>`);
  return (part.split('</section>')[0] ?? '').replaceAll('&quot;', '"');
};

/** Goes from the first page of the account to what it says about assistants at the school. */
async function guideOf(browser: HttpBrowser): Promise<HttpPage> {
  const home = await browser.get('/account');
  const link =
    new RegExp(`<a href="([^"]*)"[^>]*>(?:<svg[^>]*><use[^>]*></svg>)?${account.area.pages.assistants}</a>`).exec(
      home.body,
    )?.[1] ?? '';
  const page = await browser.get(link);
  const [choice] = page.body.match(/\/account\/assistants\/riverside(?=")/) ?? [];
  return choice === undefined ? page : browser.get(choice);
}

/** The assistant as the member sets it up; it cannot sign in before she has. */
async function assistant(t: Test, url: string, options: ToolOptions) {
  const tool = new McpTool(options);
  const open = () => ({
    client: new sdk.Client({ name: 'Stand-in', version: '1.0.0' }),
    transport: new sdk.StreamableHTTPClientTransport(new URL(url), { authProvider: tool }),
  });
  const first = open();
  await t.rejects(first.client.connect(first.transport), { message: /Unauthorized/ });
  return {
    /** The page that asks the person. */
    asking: (browser: HttpBrowser) => browser.get(`${tool.askedAt.pathname}${tool.askedAt.search}`),
    /** Where the browser of the person ends: at the assistant, with a code or an error. */
    answer: (browser: HttpBrowser) => browser.authorize(tool.askedAt, ANA),
    async connected(callback: URL): Promise<sdk.Client> {
      await first.transport.finishAuth(callback.searchParams);
      const { client, transport } = open();
      await client.connect(transport);
      t.teardown(() => client.close());
      return client;
    },
  };
}

const ownCourses = async (client: sdk.Client): Promise<string[]> => {
  const { structuredContent } = await client.callTool({ name: 'list_my_courses', arguments: {} });
  return (structuredContent as { nodes: { title: string }[] }).nodes.map(({ title }) => title);
};

t.test('one switch lets a member connect Claude from her account, and ends it again [spec 2.7]', async (t) => {
  const { origin, signIn } = await schoolServer(t);
  const [ana, ruth] = [await signIn(ANA.email), await signIn(CALLERS.owner.email)];
  const before = await guideOf(ana);
  t.match(said(before), assistants.noneText, 'she is told whom to ask');
  t.notMatch(partAbout(before, 'Claude'), '/mcp');
  const early = await assistant(t, `${origin}/mcp?auth=member`, { documentUrl: CLAUDE });
  const refusal = (await early.answer(ana)).searchParams;
  t.equal(refusal.get('error'), 'invalid_scope');
  t.match(
    refusal.get('error_description'),
    /ask an owner or administrator of the school to offer it: Setup guides, Members, .*\/admin/,
  );

  const asking = await ruth.get('/admin/riverside/connect/claude/members/on');
  t.match(said(asking), textFor('en').reviews.adopt.text, 'says what it does');
  t.match(said(await ruth.submit(asking, '/members/on')), connect.switches.done.members.on({ client: 'Claude' }));

  const guide = await guideOf(ana);
  const address =
    /<code>([^<]*\/mcp[^<]*)<\/code>/.exec(partAbout(guide, 'Claude'))?.[1]?.replaceAll('&amp;', '&') ?? '';
  t.ok(address.endsWith('&school=riverside'), address);
  t.match(said(guide), assistants.asksAs({ name: 'claude.ai' }), 'the name that the next page has');
  const claude = await assistant(t, address, { documentUrl: CLAUDE });
  t.match(
    said(await claude.asking(ana)),
    consent.offered({ school: 'Riverside Academy' }),
    'beside that nobody has reviewed it',
  );
  const client = await claude.connected(await claude.answer(ana));
  const titles = await ownCourses(client);
  t.ok(titles.length > 0, 'her own courses');
  const questions = said(guide).slice(said(guide).indexOf(assistants.ask));
  t.ok(
    titles.some((title) => questions.includes(title)),
    'a question is about one of them',
  );
  const [, listed = ''] = /<ul class="links">(.*?)<\/ul>/s.exec(guide.body) ?? [];
  t.equal(listed.match(/<li>/g)?.length, 5, 'five questions');

  const ending = await ruth.get('/admin/riverside/connect/claude/members/off');
  t.match(said(ending), textFor('en').reviews.release.text, 'says what ends');
  t.match((await ownCourses(client)).length, titles.length, 'asking ends nothing');
  const off = await ruth.submit(ending, '/members/off/confirm', { password: PASSWORD });
  t.match(said(off), connect.switches.done.members.off({ client: 'Claude' }));
  await t.rejects(ownCourses(client), 'the next call fails');
  t.notMatch(partAbout(await guideOf(ana), 'Claude'), '/mcp', 'and her page no longer offers it');
});

t.test(
  'one switch makes the client_id with which a member connects Cursor, and ends it again [spec 5.3.7]',
  async (t) => {
    const { origin, signIn } = await schoolServer(t);
    const [ana, ruth] = [await signIn(ANA.email), await signIn(CALLERS.owner.email)];
    const early = await assistant(t, `${origin}/mcp?auth=member`, {
      redirectUrl: CURSOR_CALLBACK,
      metadata: { client_name: 'Cursor' },
    });
    const refusal = (await early.answer(ana)).searchParams;
    t.match(
      refusal.get('error_description'),
      /ask an owner or administrator of the school for a client_id: OAuth applications \(for an assistant: Setup guides, Members\)/,
    );

    const page = await ruth.submit(await ruth.get('/admin/riverside/connect/cursor/members/on'), '/members/on');
    t.match(said(page), connect.switches.done.members.on({ client: 'Cursor' }));
    const [, json = ''] = /<code>(\{[^<]*)<\/code>/.exec(partAbout(await guideOf(ana), 'Cursor')) ?? [];
    const { url, auth } = JSON.parse(json).mcpServers.riverside;
    const options: ToolOptions = {
      redirectUrl: CURSOR_CALLBACK,
      client: { client_id: auth.CLIENT_ID, issuer: origin },
    };
    const cursor = await assistant(t, url, options);
    const client = await cursor.connected(await cursor.answer(ana));
    t.ok((await ownCourses(client)).length > 0, 'her own courses');

    const ending = await ruth.get('/admin/riverside/connect/cursor/members/off');
    await ruth.submit(ending, '/members/off/confirm', { password: PASSWORD });
    await t.rejects(ownCourses(client), 'the next call fails');
    const again = await ruth.submit(await ruth.get('/admin/riverside/connect/cursor/members/on'), '/members/on');
    t.match(said(again), connect.switches.done.members.on({ client: 'Cursor' }));
    t.match(partAbout(await guideOf(ana), 'Cursor'), auth.CLIENT_ID, 'the same application is enabled again');
    await t.rejects(ownCourses(client), 'and what has ended stays ended');
  },
);
