/** The URL of the tool endpoint that names a school: from the challenge to a token for that school, and for no other. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { BASE, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  afterSignIn,
  csrfOf,
  NOOR,
  open,
  RUTH,
  refusedOnPage,
  register,
  VENDOR,
  wentWithError,
} from '../../support/interaction.ts';
import { ask, callTool, challengeOf, type Sending } from '../../support/mcp.ts';
import {
  authorize,
  DEMO,
  exchange,
  type Fields,
  introspect,
  obtainTokens,
  postForm,
  refresh,
  type TestClient,
  type Tokens,
} from '../../support/oauth-client.ts';

const { app, logs } = await testApp(t);
const en = textFor('en');
const POINTER = '/.well-known/oauth-protected-resource';
const at = (school: string): Fields => ({ scope: 'openid courses:read', resource: `${BASE}/mcp?school=${school}` });
const urlOf = (school: string) => ({ query: `?school=${school}` });

/** A connection as an MCP client makes it, with the resource at the authorization and the token endpoint. */
async function connect(client: TestClient, school: string, email = NOOR): Promise<Tokens> {
  const code = await authorize(app, client, at(school), { email });
  const answer = await exchange(app, client, code, { resource: at(school).resource });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** The resource of the metadata to which the challenge points. */
async function resourceBy(t: Test, server: FastifyInstance, query: string): Promise<string> {
  const answer = await callTool(server, 'list_courses', {}, { query });
  t.equal(answer.status, 401, query);
  const pointer = String(challengeOf(answer).resource_metadata);
  t.ok(pointer.startsWith(BASE + POINTER));
  return (await server.inject(pointer.slice(BASE.length))).json().resource;
}

t.test(
  'a challenge at a URL that names a school leads to the resource at exactly that URL [RFC 9728 §3.3]',
  async (t) => {
    for (const setting of ['exact', 'off']) {
      const { app: own } = await testApp(t, { env: { RESOURCE_PATH_DOCUMENTS: setting } });
      for (const query of [
        '?school=harbour',
        '?auth=required&school=harbour',
        '?school=harbour&tools=courses,events',
      ]) {
        t.equal(await resourceBy(t, own, query), `${BASE}/mcp${query}`, setting);
      }
      t.equal(await resourceBy(t, own, '?school=harbour&access_token=secret'), `${BASE}/mcp?school=harbour`, 'no more');
      t.equal(await resourceBy(t, own, ''), BASE, 'without a school it is the document of the server');
    }
    const sdk = await app.inject(`${POINTER}/mcp?auth=required&school=harbour`);
    t.equal(sdk.json().resource, `${BASE}/mcp?auth=required&school=harbour`, 'also for clients that build the address');
    t.equal((await app.inject(`${POINTER}/account/graphql?school=harbour`)).json().resource, `${BASE}/account/graphql`);
    for (const query of ['?school=Harbour%20', '?school=harbour&school=riverside', '?school=']) {
      t.equal((await app.inject(POINTER + query)).json().resource, BASE, query);
      const refused = await callTool(app, 'get_school_info', {}, { query });
      t.equal(refused.status, 400, query);
      t.match(refused.json.error?.message, /^school must be the slug of one school/);
    }
  },
);

t.test('the resource selects the school, and leaves the audience as it is [RFC 8707 §2]', async (t) => {
  const browser = new Browser(app);
  const page = await afterSignIn(browser, NOOR, VENDOR, at('harbour'));
  t.match(
    page.body,
    en.consent.atSchool({ role: 'Administrator', school: 'Harbour Music School' }),
    'without the choice of a school',
  );
  const tokens = await connect(VENDOR, 'harbour');
  t.equal(tokens.org_id, 'site_demo_harbour');
  t.equal((await introspect(app, VENDOR, tokens.access_token)).aud, BASE);
  const two = await open(browser, VENDOR, {
    resource: ['harbour', 'riverside'].map((one) => `${BASE}/mcp?school=${one}`),
  });
  wentWithError(t, two, 'invalid_target');
});

t.test('who has no access to the school is told which one it is, and what to do', async (t) => {
  for (const school of ['harbour', 'no-such-school']) {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, RUTH, VENDOR, at(school));
    refusedOnPage(t, page, 403, en.otherSchool.title);
    t.match(page.body, `school “${school}”`);
    t.match(page.body, `<code>${BASE}/mcp?school=riverside</code>`, 'the schools of the account');
    t.notMatch(page.body, '?school=harbour</code>');
    t.match(page.body, /error=access_denied/, 'the way back to the app');
    wentWithError(t, await open(browser, VENDOR, { ...at(school), prompt: 'none' }), 'access_denied');
    const other = await browser.submit(page, '/switch', { csrf: csrfOf(page, '/switch') });
    t.match(other.body, '/sign-in"', 'another account can be used');
  }
  const browser = new Browser(app);
  await authorize(app, DEMO.adminTool, { scope: 'openid courses:read' }, { browser, email: RUTH });
  const foreign = await open(browser, DEMO.adminTool, at('harbour'));
  t.match(foreign.leavesFor?.searchParams.get('error') ?? foreign.body, 'invalid_target', 'the app of another school');
});

t.test('a code for one school is not redeemed for another, and not used up by that [RFC 8707 §2.2]', async (t) => {
  const client = await register(app);
  const code = await authorize(app, client, at('riverside'), { email: NOOR });
  const other = await exchange(app, client, code, { resource: at('harbour').resource });
  t.equal(other.statusCode, 400);
  t.match(other.json(), {
    error: 'invalid_grant',
    error_description: /for the school riverside; start a new .*harbour/,
  });
  const own = await exchange(app, client, code, { resource: at('riverside').resource });
  t.equal(own.json<Tokens>().org_id, 'site_demo_riverside');
});

t.test(
  'a token for one school is refused at the URL of another, which leads to a new consent [RFC 6750 §3.1]',
  async (t) => {
    const client = await register(app);
    const tokens = await connect(client, 'riverside');
    const call = (school: string) =>
      callTool(app, 'list_courses', {}, { token: tokens.access_token, ...urlOf(school) });
    t.equal((await call('riverside')).status, 200);
    for (const answer of [
      await call('harbour'),
      await ask(app, 'ping', {}, { token: tokens.access_token, ...urlOf('harbour') }),
    ]) {
      t.equal(answer.status, 401);
      t.match(challengeOf(answer), {
        error: 'invalid_token',
        error_description: /is for the school riverside, and this URL is for harbour; sign in again for harbour/,
        resource_metadata: `${BASE}${POINTER}/mcp?school=harbour`,
      });
    }
    t.match(logs.join(''), /"reason":"token_of_another_school"/);

    // Clients try to refresh first: the answer has to make them start again, and must not end the other connection.
    const refreshed = await refresh(app, client, tokens.refresh_token, { resource: at('harbour').resource });
    t.match(refreshed.json(), { error: 'invalid_grant', error_description: /for the school riverside; start a new/ });
    t.equal((await call('riverside')).status, 200, 'the connection is not ended');
    const next = await refresh(app, client, tokens.refresh_token, { resource: at('riverside').resource });
    t.equal(next.statusCode, 200, 'nor is its refresh token used up');
    t.equal((await connect(client, 'harbour')).org_id, 'site_demo_harbour');
  },
);

t.test('two connections of one client to two schools live side by side [E-21]', async (t) => {
  const client = await register(app);
  const [riverside, harbour] = [await connect(client, 'riverside'), await connect(client, 'harbour')];
  const schoolAt = async (school: string, { access_token: token }: Tokens) =>
    (await callTool(app, 'list_courses', {}, { token, ...urlOf(school) })).result?.structuredContent?.school;
  t.equal(await schoolAt('riverside', riverside), 'Riverside Academy');
  t.equal(await schoolAt('harbour', harbour), 'Harbour Music School');
  const browser = new Browser(app);
  await afterSignIn(browser, NOOR, client, at('harbour'));
  const apps = async () => (await browser.get('/account/connected-apps')).body;
  for (const school of ['Riverside Academy', 'Harbour Music School']) {
    t.match(await apps(), en.connectedApps.at({ school }), 'each is listed with its school');
  }
  await postForm(app, '/api/oauth/revoke', { token: riverside.refresh_token, client_id: client.id });
  const ended = await callTool(app, 'list_courses', {}, { token: riverside.access_token, ...urlOf('riverside') });
  t.equal(ended.status, 401);
  t.equal(await schoolAt('harbour', harbour), 'Harbour Music School', 'the other goes on');
  t.equal((await refresh(app, client, harbour.refresh_token)).statusCode, 200);
});

t.test(
  'the result of every tool names the school, also where it finds tools or has nothing else to say [D4]',
  async (t) => {
    const RIVERSIDE = { school: 'Riverside Academy', schoolSlug: 'riverside' };
    const HARBOUR = { school: 'Harbour Music School', schoolSlug: 'harbour' };
    const namedBy = async (name: string, args: Record<string, unknown>, sending: Sending) => {
      const { result, text } = await callTool(app, name, args, sending);
      const { school, schoolSlug } = (result?.structuredContent ?? {}) as Record<string, unknown>;
      t.notOk(result?.isError, `${name} ${text}`);
      if (school !== undefined) t.match(text, String(school), `${name} in words`);
      return { school, schoolSlug };
    };
    const anonymous: [name: string, args: Record<string, unknown>][] = [
      ['get_school_info', {}],
      ['search_public_courses', { first: 1 }],
      ['list_membership_plans_public', {}],
      ['how_to_connect', {}],
      ['find_tools', { query: 'courses' }],
      ['call_read_tool', { name: 'get_school_info' }],
    ];
    for (const [name, args] of anonymous) {
      t.strictSame(await namedBy(name, args, urlOf('harbour')), HARBOUR, name);
    }
    for (const name of ['how_to_connect', 'find_tools']) {
      const args = name === 'find_tools' ? { query: 'courses' } : {};
      const unknown = { school: undefined, schoolSlug: undefined };
      t.strictSame(await namedBy(name, args, {}), unknown, 'without a school there is none to name');
    }
    const { access_token: token } = await obtainTokens(
      app,
      DEMO.adminTool,
      { scope: 'openid courses:read courses:write' },
      { email: RUTH },
    );
    const signedIn: [name: string, args: Record<string, unknown>][] = [
      ['whoami', {}],
      ['list_courses', { first: 1 }],
      ['find_tools', { query: 'courses' }],
      ['how_to_connect', {}],
      ['create_course', { slug: 'short-lived', title: 'Short-lived' }],
      ['delete_course', { id: 'short-lived' }],
      ['call_read_tool', { name: 'list_courses', arguments: { first: 1 } }],
    ];
    for (const [name, args] of signedIn) t.strictSame(await namedBy(name, args, { token }), RIVERSIDE, name);
    const elsewhere = await callTool(app, 'get_school_info', { school: 'harbour' }, { token });
    t.match(
      elsewhere.result?.structuredContent,
      HARBOUR,
      'the school that the result is about, not that of the caller',
    );
    const { result } = await callTool(app, 'how_to_connect', {}, { token });
    t.equal(
      result?.structuredContent?.allTools as unknown,
      `${BASE}/mcp?auth=required&school=riverside&tools=all`,
      'with addresses of that school',
    );
  },
);

t.test('public tools answer for the school of the URL, unless another is named', async (t) => {
  const nameOf = async (args: Record<string, unknown>) =>
    (await callTool(app, 'get_school_info', args, urlOf('harbour'))).result?.structuredContent?.name;
  t.equal(await nameOf({}), 'Harbour Music School');
  t.equal(await nameOf({ school: 'riverside' }), 'Riverside Academy');
  t.equal((await callTool(app, 'get_school_info', {}, urlOf('no-such-school'))).result?.isError as unknown, true);
  const { access_token: token } = await obtainTokens(app, VENDOR, at('harbour'), { email: NOOR });
  const info = await ask(app, 'resources/read', { uri: 'school://info' }, { token, ...urlOf('harbour') });
  t.match(info.body, 'Harbour Music School');
});
