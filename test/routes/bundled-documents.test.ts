// slow
/** Clients of known vendors while the host of their metadata document refuses this server, or cannot be reached. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { bundledDocuments } from '../../schema/clients/vendor-documents.ts';
import { CALLERS } from '../support/admin.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  type Answer,
  ask,
  documentFor,
  documentHost,
  isDown,
  isTaken,
  JSON_TYPE,
  served,
  UNUSABLE,
} from '../support/document-host.ts';
import { obtainTokens, refresh, type TestClient } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const CODE = 'https://claude.ai/oauth/claude-code-client-metadata';
const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const CALLBACK = 'http://127.0.0.1:49536/callback';
const TOOL: TestClient = { id: CODE, redirectUri: CALLBACK, secret: undefined };
const RUTH = { email: 'ruth@riverside.example' };
const READING = { scope: 'openid courses:read' };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse('2026-10-20T10:00:00Z');

/** What a host says to a server that it takes for a bot. */
const challenge = served('<html>Just a moment…</html>', { 'content-type': 'text/html' }, 403);
/** The document of Claude Code as its host serves it, with changes. */
const document = (changes: Record<string, unknown> = {}) =>
  documentFor(CODE, {
    client_name: 'Claude Code',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    ...changes,
  });

async function refused(t: Test, { now = NOW, env = {} }: { now?: number; env?: Record<string, string> } = {}) {
  const host = await documentHost(t);
  for (const { url } of bundledDocuments()) host.answer(url, challenge);
  return { host, ...(await testApp(t, { network: host.network, now, env })) };
}

/** Whether the client can begin an authorization with a redirect URI. */
const begins = async (app: FastifyInstance, url: string, redirect_uri: string): Promise<boolean> =>
  isTaken(await ask(app, url, { redirect_uri }));

t.test(
  'a vendor whose host refuses this server is known by the bundled copy, with exactly its redirect URIs [E-15d]',
  async (t) => {
    const { app } = await refused(t);
    const uris: Readonly<Record<string, readonly string[]>> = {
      [CLAUDE]: ['https://claude.ai/api/mcp/auth_callback'],
      [CODE]: ['http://localhost:5000/callback', 'http://127.0.0.1:5000/callback'],
      'https://chatgpt.com/oauth/client.json': ['https://chatgpt.com/connector_platform_oauth_redirect'],
      'https://chatgpt.com/oauth/codex/client.json': [
        'http://localhost:5000/callback',
        'http://127.0.0.1:5000/callback',
      ],
      'https://vscode.dev/oauth/client-metadata.json': ['http://127.0.0.1:5000/', 'https://vscode.dev/redirect'],
      'https://github.com/copilot/cli/client-metadata.json': [
        'http://127.0.0.1:5000/',
        'http://127.0.0.1:5000/callback',
      ],
      'https://opencode.ai/oauth/opencode/client.json': [
        'http://localhost:5000/callback',
        'http://127.0.0.1:5000/callback',
      ],
    };
    t.strictSame(
      bundledDocuments()
        .map(({ url }) => url)
        .sort(),
      Object.keys(uris).sort(),
      'no other vendor',
    );
    for (const [url, own] of Object.entries(uris)) {
      for (const uri of own) t.ok(await begins(app, url, uri), `${url} at ${uri}`);
      const foreign = [...Object.values(uris).flat(), 'https://claude.ai/other', 'http://127.0.0.1:5000/other'];
      for (const uri of foreign.filter((one) => !own.includes(one)))
        t.notOk(await begins(app, url, uri), `${url} not at ${uri}`);
    }
  },
);

t.test('a person connects it by the copy, and it stays connected while its host is silent [E-15d]', async (t) => {
  const { app, clock, host } = await refused(t);
  let { refresh_token: token } = await obtainTokens(app, TOOL, READING, RUTH);
  for (const silence of [challenge, isDown, served('', JSON_TYPE, 503)]) {
    host.answer(CODE, silence);
    clock.advance(10 * DAY);
    const response = await refresh(app, TOOL, token);
    t.equal(response.statusCode, 200);
    token = response.json().refresh_token;
  }
  t.ok(await begins(app, CODE, CALLBACK), 'and others connect it');
  t.ok(host.requests.length > 3, 'its host is asked again each time');
});

t.test(
  'what a host said wins over the copy, and the copy does not bring back a redirect URI [E-15d, CIMD §8.4]',
  async (t) => {
    const { app, clock, host } = await refused(t);
    const { refresh_token: token } = await obtainTokens(app, TOOL, READING, RUTH);
    clock.advance(MINUTE);
    host.serve(CODE, document({ redirect_uris: ['http://localhost/callback'] }));
    t.notOk(await begins(app, CODE, CALLBACK), 'the vendor has removed it');
    t.ok(await begins(app, CODE, 'http://localhost:5000/callback'));
    host.answer(CODE, challenge);
    clock.advance(2 * 60 * MINUTE);
    t.notOk(await begins(app, CODE, CALLBACK), 'and it stays removed while the host is silent');
    t.notOk(await begins(app, CODE, 'http://localhost:5000/callback'), 'a last good copy is for no new access');
    const next = await refresh(app, TOOL, token);
    t.equal(next.statusCode, 200, 'who is in goes on by the last good copy');
    clock.advance(DAY);
    const late = await refresh(app, TOOL, next.json().refresh_token);
    t.match([late.statusCode, late.json().error_description], [401, UNUSABLE], 'for 24 hours');
  },
);

t.test(
  'a newer copy changes a client when it begins to count, and not when it was read [E-15d, CIMD §8.4]',
  async (t) => {
    const file = databaseFile(t);
    const host = await documentHost(t);
    host.answer(CODE, challenge);
    const { app, clock } = await testApp(t, { network: host.network, now: NOW, databaseUrl: file.url });
    await obtainTokens(app, TOOL, READING, RUTH);
    const times = async () =>
      Object.values((await file.row('select fetched_at, changed_at from metadata_documents')) ?? {}).map(Number);
    const [read] = await times();
    // What an earlier release had, which was read before, and to which the person consented.
    const { metadata } = (await file.row('select metadata from metadata_documents')) ?? {};
    const former = (typeof metadata === 'string' ? metadata : JSON.stringify(metadata)).replace('/callback', '/former');
    await file.edit(
      'update metadata_documents set metadata = ?, fetched_at = 1, fresh_until = 1, changed_at = 1',
      former,
    );
    clock.advance(MINUTE);
    t.ok(await begins(app, CODE, CALLBACK));
    t.strictSame(await times(), [read, clock.now], 'a consent from before was given to another client');
    const event = await file.row("select at from audit_events where event = 'client_document_changed'");
    t.equal(Number(event?.at), clock.now);
  },
);

t.test('what a host said last outlives a restart, and counts at every node [E-15d, F26]', async (t) => {
  const { url: databaseUrl } = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const host = await documentHost(t);
  const start = (now: number) => testApp(t, { network: host.network, databaseUrl, dataDir, now });
  const said = (answer: Answer) => host.answer(CODE, answer);
  said(challenge);
  const first = await start(NOW);
  const { refresh_token: token } = await obtainTokens(first.app, TOOL, READING, RUTH);
  first.clock.advance(MINUTE);
  t.ok(await begins(first.app, CODE, CALLBACK), 'by the copy');
  first.clock.advance(MINUTE);
  said(served('', JSON_TYPE, 410));
  t.notOk(await begins(first.app, CODE, CALLBACK), 'the vendor has withdrawn its document');

  const restarted = await start(NOW + 3 * MINUTE);
  for (const silence of [challenge, isDown]) {
    said(silence);
    t.notOk(await begins(restarted.app, CODE, CALLBACK), 'the copy does not bring it back');
    const refused = await refresh(restarted.app, TOOL, token);
    t.match([refused.statusCode, refused.json().error_description], [401, UNUSABLE], 'nor does silence');
    restarted.clock.advance(MINUTE);
  }

  host.serve(CODE, document());
  t.ok(await begins(restarted.app, CODE, CALLBACK), 'until the host serves it again');
  first.clock.advance(2 * 60 * MINUTE);
  said(challenge);
  t.ok(await begins(first.app, CODE, CALLBACK), 'also for a node that knows only of the withdrawal');
  t.equal((await refresh(first.app, TOOL, token)).statusCode, 200, 'the grant did not end');
});

t.test('a withdrawal is not forgotten while a client goes on by its last good copy [E-15d]', async (t) => {
  const { url: databaseUrl } = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const host = await documentHost(t);
  const own = 'https://app.example/client.json';
  const client: TestClient = { id: own, redirectUri: CALLBACK, secret: undefined };
  const env = { CIMD_OPEN_REGISTRATION: 'on' };
  const start = (now: number) => testApp(t, { network: host.network, databaseUrl, dataDir, now, env });
  host.serve(own, documentFor(own, { redirect_uris: [CALLBACK] }));
  const first = await start(NOW);
  const { refresh_token: token } = await obtainTokens(first.app, client, READING, RUTH);
  first.clock.advance(2 * 60 * MINUTE);
  host.answer(own, isDown);
  const next = await refresh(first.app, client, token);
  t.equal(next.statusCode, 200, 'an outage says nothing');
  host.answer(own, served('', JSON_TYPE, 404));
  first.clock.advance(MINUTE);
  t.equal((await refresh(first.app, client, next.json().refresh_token)).statusCode, 401);
  host.answer(own, isDown);
  const restarted = await start(first.clock.now + MINUTE);
  t.equal((await refresh(restarted.app, client, next.json().refresh_token)).statusCode, 401, 'an outage undoes it not');
});

t.test('a document that was seen and not stored is not replaced by the copy either [E-15d]', async (t) => {
  const { app, clock, host } = await refused(t);
  host.serve(CODE, document({ redirect_uris: ['http://localhost/callback'] }));
  t.ok(await begins(app, CODE, 'http://localhost:5000/callback'));
  host.answer(CODE, challenge);
  clock.advance(2 * 60 * MINUTE);
  t.notOk(await begins(app, CODE, CALLBACK));
});

t.test('no copy is used when the host says that there is none, or is not to be asked [E-15a, E-15d]', async (t) => {
  const { app, clock, host } = await refused(t);
  const others = [served('', JSON_TYPE, 404), served('', JSON_TYPE, 410), served('{}'), served('', JSON_TYPE, 302)];
  for (const answer of others) {
    host.answer(CODE, answer);
    t.notOk(await begins(app, CODE, CALLBACK));
    clock.advance(MINUTE);
  }
  host.answer(CODE, challenge);
  host.resolveTo('claude.ai', ['10.0.0.1']);
  t.notOk(await begins(app, CODE, CALLBACK), 'a name that leads into our network');
  for (const env of [{ CIMD: 'off' }, { CIMD_ALLOWED_HOSTS: 'vscode.dev' }]) {
    const { app } = await refused(t, { env });
    t.notOk(await begins(app, CODE, CALLBACK), JSON.stringify(env));
  }
  const { app: old } = await refused(t, { now: Date.parse('2027-09-08T00:00:00Z') });
  t.notOk(await begins(old, CODE, CALLBACK), 'a copy lasts for a year');
  t.notOk(await begins(app, 'https://claude.ai/oauth/another', CALLBACK), 'a document that nobody bundled');
});

t.test('a blocked vendor stays blocked, and the page says where the metadata are from [E-15e]', async (t) => {
  const { app, clock, host } = await refused(t);
  await obtainTokens(app, TOOL, READING, RUTH);
  const admin = await signedIn(app, CALLERS.owner.email);
  const { reviews } = textFor('en');
  const path = `/admin/riverside/reviews/app?${new URLSearchParams({ client: CODE })}`;
  const bundled = said(await admin.get(path));
  t.match(bundled, reviews.app.bundled);
  t.match(bundled, `${reviews.app.source} ${reviews.app.sources.bundled}`);
  t.match(bundled, /Copy made on .*8 Sept?(?:ember)? 2026|Copy made on .*Sep(?:tember)? 8, 2026/);
  t.match(said(await admin.get('/admin/riverside/reviews')), reviews.bundled);

  clock.advance(MINUTE);
  host.serve(CODE, document());
  const fetched = said(await admin.get(path));
  t.match(fetched, `${reviews.app.source} ${reviews.app.sources.fetched}`);
  t.notMatch(fetched, reviews.app.bundled);

  clock.advance(DAY);
  host.serve(CODE, document({ client_name: 'Claude Code, renamed' }));
  await (await signedIn(app, CALLERS.owner.email)).get(path);
  host.answer(CODE, challenge);
  clock.advance(DAY);
  const last = said(await (await signedIn(app, CALLERS.owner.email)).get(path));
  t.match(last, `${reviews.app.source} ${reviews.app.sources.lastCopy}`);
  t.match(last, reviews.look.problems.refused);
  t.match(last, 'Claude Code, renamed');

  const client = await app.oauth.metadataClients.find(CODE);
  if (client === undefined) throw new Error('no such client');
  await app.oauth.metadataClients.block(client, { at: clock.now });
  t.notOk(await begins(app, CODE, CALLBACK));
});

t.test(
  'an app counts as approved by its bundled document, until it changes or the setting says otherwise [E-68]',
  async (t) => {
    const { url: databaseUrl } = databaseFile(t);
    const dataDir = temporaryFolder(t);
    const host = await documentHost(t);
    host.serve(CODE, document());
    const start = (now: number, REVIEWED_BY_DEFAULT: string) =>
      testApp(t, { network: host.network, databaseUrl, dataDir, now, env: { REVIEWED_BY_DEFAULT } });
    const asks = async (app: FastifyInstance): Promise<string> => {
      const { headers } = await ask(app, CODE, { redirect_uri: CALLBACK, scope: 'openid courses:write' });
      return URL.parse(String(headers.location), 'https://id.example')?.searchParams.get('error') ?? 'taken';
    };
    const reviewIn = async (app: FastifyInstance) => (await app.oauth.metadataClients.find(CODE))?.review;

    const off = await start(NOW, 'off');
    t.equal(await asks(off.app), 'invalid_scope');
    await obtainTokens(off.app, TOOL, READING, RUTH);
    t.equal(await reviewIn(off.app), 'unreviewed');

    const on = await start(NOW + MINUTE, 'on');
    t.equal(await reviewIn(on.app), 'by_default', 'what was stored before, too');
    t.equal(await asks(on.app), 'taken');
    const admin = await signedIn(on.app, CALLERS.owner.email);
    const page = said(await admin.get(`/admin/riverside/reviews/app?${new URLSearchParams({ client: CODE })}`));
    t.match(page, textFor('en').reviews.app.byDefault);
    for (const review of ['approved', 'unreviewed']) {
      const listed = said(await admin.get(`/admin/riverside/reviews?review=${review}`));
      t.equal(
        listed.includes(textFor('en').client.callsItself({ name: 'Claude Code' })),
        review === 'approved',
        review,
      );
    }

    on.clock.advance(DAY);
    host.serve(
      CODE,
      document({ redirect_uris: ['http://localhost/callback', 'https://elsewhere.claude.ai/callback'] }),
    );
    await ask(on.app, CODE);
    t.match(await on.app.oauth.metadataClients.find(CODE), { review: 'unreviewed', approvedMetadata: Object });
    on.clock.advance(DAY);
    host.serve(CODE, document());
    await ask(on.app, CODE);
    t.equal(await reviewIn((await start(on.clock.now, 'on')).app), 'by_default', 'it is again as it was known');
    t.equal(
      await reviewIn((await start(on.clock.now, 'off')).app),
      'unreviewed',
      'the setting counts for what is stored',
    );

    const denying = await start(on.clock.now, 'off');
    await start(on.clock.now, 'on');
    t.equal(await reviewIn(denying.app), 'unreviewed', 'whatever a process with another setting has stored');
    t.equal(await asks(denying.app), 'invalid_scope');

    const known = await on.app.oauth.metadataClients.find(CODE);
    if (known === undefined) throw new Error('no such client');
    await on.app.oauth.metadataClients.block(known, { at: on.clock.now });
    t.equal(await reviewIn((await start(on.clock.now, 'on')).app), 'blocked', 'and no default undoes a decision');
  },
);

t.test('the address of each known app is in the manual, and is checked by a click', async (t) => {
  const host = await documentHost(t);
  for (const { url } of bundledDocuments()) host.answer(url, challenge);
  const { app } = await testApp(t, { network: host.network });
  const ruth = await signedIn(app, CALLERS.owner.email);
  const list = await ruth.get('/admin/riverside/reviews');
  const manual = readFileSync('docs/run/reviews.md', 'utf8');
  for (const { url: id } of bundledDocuments()) {
    t.match(manual, `| \`${id}\` |`, id);
    t.match(said(list), id);
    const link = `/admin/riverside/reviews/app?${new URLSearchParams({ client: id })}`;
    t.ok(linksOf(list).includes(link), link);
    t.equal((await ruth.get(link)).status, 200);
  }
  const { app: closed } = await testApp(t, { env: { CIMD: 'off' } });
  const page = await (await signedIn(closed, CALLERS.owner.email)).get('/admin/riverside/reviews');
  t.notMatch(said(page), textFor('en').reviews.look.known, 'only what this server accepts');
});
