// slow
/** Which client may be granted which scope: every scope against every kind of client, written out from the specification. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import type { MetadataDocumentClient } from '../../schema/oauth/client.ts';
import type { Scope } from '../../schema/oauth/scope.ts';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { type DocumentHost, documentFor, documentHost } from '../support/document-host.ts';
import { callTool, challengeOf } from '../support/mcp.ts';
import {
  authorize,
  authorizeUrl,
  CALLBACK,
  exchange,
  makeVerifier,
  obtainTokens,
  refresh,
  type TestClient,
  userinfo,
} from '../support/oauth-client.ts';

// All scopes, letter by letter [spec 2.8].
const IDENTITY = 'openid profile email';
const READ =
  'courses:read students:read members:read analytics:read curriculum:read orders:read school:read appearance:read ' +
  'events:read membership_plans:read coupons:read posts:read subscriptions:read digital_products:read comments:read ' +
  'lecturers:read forms:read pages:read';
const WRITE =
  'courses:write students:write members:write curriculum:write school:write appearance:write events:write ' +
  'membership_plans:write coupons:write posts:write subscriptions:write digital_products:write lecturers:write ' +
  'storage:write pages:write';
const ACCOUNT_READ = 'account:read';
const ACCOUNT_WRITE = 'account:write';

const words = (...texts: string[]): string[] => texts.flatMap((text) => text.split(' ').filter((word) => word !== ''));
const ALL = words(IDENTITY, READ, WRITE, ACCOUNT_READ, ACCOUNT_WRITE);

const RIVERSIDE = 'site_demo_riverside';
const HARBOUR = 'site_demo_harbour';
/** Owners may give everything, so that only the client limits. */
const OWNER = { [RIVERSIDE]: 'ruth@riverside.example', [HARBOUR]: 'hugo@harbour.example' } as const;
type Site = keyof typeof OWNER;

interface Setting {
  app: FastifyInstance;
  host: DocumentHost;
}

interface Row {
  /** Makes the client, in the state that the row is about. */
  client(setting: Setting): Promise<TestClient>;
  /** All that it may be granted at the site. */
  allowed: string[];
  /** Riverside unless said otherwise. */
  site?: Site;
  /** How it is told no, where that is not `invalid_scope`. */
  refusal?: 'access_denied' | 'page';
  /** What it may ask for, and yet is not granted at this site. */
  withheld?: string[];
}

const registered =
  (body: Record<string, unknown>): Row['client'] =>
  async ({ app }) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      payload: { redirect_uris: [CALLBACK], ...body },
    });
    const { client_id, client_secret } = response.json();
    return { id: client_id, redirectUri: CALLBACK, secret: client_secret };
  };

const siteApplication =
  (id: string, scopes: string[]): Row['client'] =>
  async ({ app }) => {
    const at = app.clock();
    await app.oauth.clients.create(
      {
        id,
        origin: 'site_application',
        siteId: RIVERSIDE,
        name: id,
        authMethod: 'none',
        redirectUris: [CALLBACK],
        scopes: scopes as Scope[],
        createdAt: at,
      },
      { event: 'client_created', at, clientId: id, siteId: RIVERSIDE },
    );
    return { id, redirectUri: CALLBACK, secret: undefined };
  };

interface Standing {
  review?: 'approved' | 'blocked';
  adoptedBy?: Site[];
}

const metadataDocument =
  (path: string, { review, adoptedBy = [] }: Standing = {}): Row['client'] =>
  async (setting) => {
    const client = await introduced(setting, path);
    const { clock } = setting.app;
    const { metadataClients } = setting.app.oauth;
    const by = { at: clock() };
    for (const site of adoptedBy) await metadataClients.adopt(await known(setting.app, client), site, by);
    if (review === 'approved') await metadataClients.approve(await known(setting.app, client), by);
    if (review === 'blocked') await metadataClients.block(await known(setting.app, client), by);
    return client;
  };

/** A client whose document was allowed once, and is kept since. */
async function introduced({ app, host }: Setting, path: string): Promise<TestClient> {
  const id = `https://host.example/${path}`;
  host.serve(id, documentFor(id));
  const client = { id, redirectUri: CALLBACK, secret: undefined };
  await authorize(app, client, { scope: 'openid' }, { email: OWNER[RIVERSIDE] });
  return client;
}

async function known(app: FastifyInstance, { id }: TestClient): Promise<MetadataDocumentClient> {
  const client = await app.oauth.metadataClients.find(id);
  if (client === undefined) throw new Error(`${id} is not kept`);
  return client;
}

const SHARED = words(IDENTITY, READ, WRITE);
const REVIEWED_BY_NOBODY = words(IDENTITY, READ);

const PUBLICLY_REGISTERED: Readonly<Record<string, Row>> = {
  'a public client': { client: registered({ client_name: 'Some tool' }), allowed: SHARED },
  'a confidential client': {
    client: registered({ client_name: 'Some tool', token_endpoint_auth_method: 'client_secret_post' }),
    allowed: SHARED,
  },
  'a client that registered with account:read': {
    client: registered({ client_name: 'Some tool', scope: 'openid account:read account:write' }),
    allowed: SHARED,
  },
  'a vendor client': { client: registered({ client_name: 'Claude' }), allowed: SHARED },
};

const SITE_APPLICATIONS: Readonly<Record<string, Row>> = {
  'with every scope': { client: siteApplication('c_all', ALL), allowed: ALL },
  'for members': {
    client: siteApplication('c_members', words('openid', ACCOUNT_READ)),
    allowed: words('openid', ACCOUNT_READ),
  },
  'with one scope': {
    client: siteApplication('c_one', ['storage:write']),
    allowed: ['storage:write'],
  },
};

const DOCUMENTS: Readonly<Record<string, Row>> = {
  'new to the server': {
    client: async ({ host }) => {
      const id = 'https://host.example/unseen';
      host.serve(id, documentFor(id, { scope: ALL.join(' ') }));
      return { id, redirectUri: CALLBACK, secret: undefined };
    },
    allowed: REVIEWED_BY_NOBODY,
  },
  'not reviewed': { client: metadataDocument('unreviewed'), allowed: REVIEWED_BY_NOBODY },
  'not reviewed but adopted': {
    client: metadataDocument('adopted', { adoptedBy: [RIVERSIDE] }),
    allowed: words(IDENTITY, READ, ACCOUNT_READ),
  },
  'not reviewed but adopted by another school': {
    client: metadataDocument('adopted-elsewhere', { adoptedBy: [HARBOUR] }),
    allowed: REVIEWED_BY_NOBODY,
    withheld: [ACCOUNT_READ],
  },
  'not reviewed but adopted by another school, asked there,': {
    client: metadataDocument('adopted-there', { adoptedBy: [HARBOUR] }),
    site: HARBOUR,
    allowed: words(IDENTITY, READ, ACCOUNT_READ),
  },
  approved: { client: metadataDocument('approved', { review: 'approved' }), allowed: SHARED },
  'approved and adopted': {
    client: metadataDocument('both', { review: 'approved', adoptedBy: [RIVERSIDE] }),
    allowed: ALL,
  },
  'approved but adopted by another school': {
    client: metadataDocument('both-elsewhere', { review: 'approved', adoptedBy: [HARBOUR] }),
    allowed: SHARED,
    withheld: words(ACCOUNT_READ, ACCOUNT_WRITE),
  },
  'approved and adopted by both schools': {
    client: metadataDocument('everywhere', { review: 'approved', adoptedBy: [HARBOUR, RIVERSIDE] }),
    site: HARBOUR,
    allowed: ALL,
  },
  blocked: {
    client: metadataDocument('blocked', { review: 'blocked' }),
    allowed: [],
    refusal: 'page',
  },
  'blocked but adopted': {
    client: metadataDocument('blocked-adopted', { review: 'blocked', adoptedBy: [RIVERSIDE] }),
    allowed: [],
    refusal: 'page',
  },
};

/** Only a blocked client gets a page. */
const BLOCKED = textFor('en').message.client_blocked.title;

/** What becomes of a request for one scope by the owner of a school. */
async function outcomeOf(browser: Browser, client: TestClient, scope: string, site: Site): Promise<string> {
  const page = await browser.get(authorizeUrl(client, makeVerifier(), { scope, org_id: site }));
  if (page.leavesFor !== undefined) return page.leavesFor.searchParams.get('error') ?? 'answered';
  if (page.body.includes('/decision"')) return 'asked';
  return page.status === 400 && page.body.includes(BLOCKED) ? 'page' : `a page with the status ${page.status}`;
}

async function signedIn(app: FastifyInstance, site: Site): Promise<Browser> {
  const browser = new Browser(app);
  const client = { id: 'https://host.example/sign-in', redirectUri: CALLBACK, secret: undefined };
  const page = await browser.get(authorizeUrl(client, makeVerifier(), { scope: 'openid' }));
  await browser.submit(page, '/sign-in', { email: OWNER[site], password: PASSWORD });
  return browser;
}

async function setting(t: Test): Promise<Setting> {
  const host = await documentHost(t);
  const { app } = await testApp(t, { network: host.network, env: { CIMD_OPEN_REGISTRATION: 'on' } });
  host.serve('https://host.example/sign-in', documentFor('https://host.example/sign-in'));
  return { app, host };
}

t.strictSame([...ALL].sort(), [...SCOPES].sort(), 'these are all scopes');

/** Asks for every scope by itself, then for all that is allowed at once. */
async function holdAgainst(t: Test, row: Row): Promise<void> {
  const { allowed, site = RIVERSIDE, refusal = 'invalid_scope', withheld = [] } = row;
  const { app, host } = await setting(t);
  const client = await row.client({ app, host });
  const browser = await signedIn(app, site);
  const expectation = (scope: string): string => {
    if (allowed.includes(scope)) return 'asked';
    return withheld.includes(scope) ? 'access_denied' : refusal;
  };
  const outcomes: Record<string, string> = {};
  for (const scope of ALL) outcomes[scope] = await outcomeOf(browser, client, scope, site);
  t.same(outcomes, Object.fromEntries(ALL.map((scope) => [scope, expectation(scope)])));
  if (allowed.length === 0) return;

  const asked = [...allowed, ...withheld].join(' ');
  const tokens = await obtainTokens(app, client, { scope: asked, org_id: site }, { email: OWNER[site] });
  t.equal(tokens.scope, allowed.join(' '), 'all of it at once');
  const next = await refresh(app, client, tokens.refresh_token);
  t.equal(next.json().scope, tokens.scope, 'and after a refresh');
  const wider = await refresh(app, client, next.json().refresh_token, { scope: ALL.join(' ') });
  if (allowed.length < ALL.length) t.equal(wider.json().error, 'invalid_scope', 'and no more than was granted');
  else t.equal(wider.statusCode, 200);
  await holdChallengesAgainst(t, app, client, row);
}

/** Calls a tool of each scope with a token that has little: a challenge names only what the client can get. */
async function holdChallengesAgainst(
  t: Test,
  app: FastifyInstance,
  client: TestClient,
  { allowed: [first = '', ...allowed], site = RIVERSIDE }: Row,
): Promise<void> {
  const little = await obtainTokens(app, client, { scope: first, org_id: site }, { email: OWNER[site] });
  const tools = [
    ...app.school.catalogue,
    { name: 'list_my_courses', scope: ACCOUNT_READ },
    { name: 'update_my_profile', scope: ACCOUNT_WRITE },
  ];
  const named: Record<string, string | undefined> = {};
  for (const [scope, { name }] of new Map(tools.map((tool) => [tool.scope as string, tool]))) {
    if (scope === first) continue;
    const answer = await callTool(app, name, {}, { token: little.access_token });
    t.equal(answer.status, 403, name);
    named[scope] = challengeOf(answer).scope;
    if (named[scope] === undefined) t.match(answer.json.error_description, /^this client may not request: [a-z:_]+; /);
  }
  t.ok(Object.keys(named).length > 30, 'almost all scopes have tools');
  t.strictSame(
    named,
    Object.fromEntries(Object.keys(named).map((scope) => [scope, allowed.includes(scope) ? scope : undefined])),
  );
}

t.test(
  'publicly registered clients and vendors get no account scopes, nor challenges for them [spec 5.3.7, E-31, E-32, E-67]',
  async (t) => {
    for (const [client, row] of Object.entries(PUBLICLY_REGISTERED)) {
      await t.test(`${client} is granted any scope but account scopes`, (t) => holdAgainst(t, row));
    }
  },
);

t.test('a site application is granted the scopes that its operator selected [spec 5.3.6]', async (t) => {
  for (const [kind, row] of Object.entries(SITE_APPLICATIONS)) {
    await t.test(`a site application ${kind} is granted exactly its scopes`, (t) => holdAgainst(t, row));
  }
});

t.test(
  'a document client gets the scopes that its review and the school allow [spec 2.2, E-15e, E-31, RFC 6749 §3.3, W12, ASVS 10.4.11, E-15f]',
  async (t) => {
    for (const [standing, row] of Object.entries(DOCUMENTS)) {
      await t.test(`a client that is ${standing} is granted exactly the scopes it may have`, (t) =>
        holdAgainst(t, row),
      );
    }
  },
);

t.test('ending an adoption ends the grants made at that school, and at no other [E-15e, CIMD §7]', async (t) => {
  const here = await setting(t);
  const { app } = here;
  const client = await metadataDocument('released', { adoptedBy: [RIVERSIDE, HARBOUR] })(here);
  const tokensAt = (site: Site) =>
    obtainTokens(app, client, { scope: 'openid account:read', org_id: site }, { email: OWNER[site] });
  const [here1, there] = [await tokensAt(RIVERSIDE), await tokensAt(HARBOUR)];
  const authorization = await authorize(
    app,
    client,
    { scope: 'openid account:read', org_id: RIVERSIDE },
    { email: OWNER[RIVERSIDE] },
  );
  await app.oauth.metadataClients.release(await known(app, client), RIVERSIDE, { at: app.clock() });

  t.equal((await userinfo(app, here1.access_token)).statusCode, 401);
  t.equal((await refresh(app, client, here1.refresh_token)).json().error, 'invalid_grant');
  t.equal((await exchange(app, client, authorization)).json().error, 'invalid_grant', 'a code of a moment ago');
  t.equal((await userinfo(app, there.access_token)).statusCode, 200);
  const browser = await signedIn(app, RIVERSIDE);
  t.equal(await outcomeOf(browser, client, 'account:read', RIVERSIDE), 'access_denied');
  await app.oauth.metadataClients.release(await known(app, client), HARBOUR, { at: app.clock() });
  t.equal(await outcomeOf(browser, client, 'account:read', RIVERSIDE), 'invalid_scope', 'adopted by nobody');
});

t.test('an account scope, alone or among others, is invalid_scope for a publicly registered client', async (t) => {
  const here = await setting(t);
  const client = await registered({ client_name: 'Some tool' })(here);
  for (const scope of ['account:read', 'openid account:read', 'openid courses:read account:write']) {
    const response = await here.app.inject(authorizeUrl(client, makeVerifier(), { scope }));
    const target = new URL(String(response.headers.location));
    t.equal(response.statusCode, 303);
    t.equal(`${target.origin}${target.pathname}`, CALLBACK);
    t.equal(target.searchParams.get('error'), 'invalid_scope', scope);
    t.equal(target.searchParams.get('code'), null);
  }
});
