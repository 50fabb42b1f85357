/** What becomes of a client when its document changes, its host is down, or an operator decides. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  type Answer,
  ask,
  documentFor,
  documentHost,
  holding,
  hostileInternet,
  isBusy,
  isDown,
  isTaken,
  JSON_TYPE,
  keep,
  type Lookup,
  PUBLIC_ADDRESS,
  served,
  UNUSABLE,
} from '../support/document-host.ts';
import {
  authorize,
  authorizeUrl,
  CALLBACK,
  exchange,
  type Fields,
  makeVerifier,
  obtainTokens,
  refresh,
  userinfo,
} from '../support/oauth-client.ts';
import { until } from '../support/until.ts';

const HOST = 'host.example';
const CLIENT = `https://${HOST}/client`;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEFORE = 'already allowed';
const READING = { scope: 'openid courses:read' };
const WRITING = { scope: 'openid courses:write' };
const RUTH = { email: 'ruth@riverside.example' };
const TOOL = { id: CLIENT, redirectUri: CALLBACK, secret: undefined };

const answering = (status: number, body = '{}'): Answer => served(body, JSON_TYPE, status);

/** Ruth has allowed the client once; its document is fresh for an hour from now. */
async function allowedOnce(t: Test) {
  const here = await hostileInternet(t, { seed: true });
  here.host.serve(CLIENT, documentFor(CLIENT));
  const tokens = await obtainTokens(here.app, TOOL, READING, RUTH);
  return { ...here, tokens };
}

/** The consent page of a new request, by Ruth. */
async function consentPage(app: FastifyInstance, overrides: Fields = READING): Promise<string> {
  const browser = new Browser(app);
  let page = await browser.get(authorizeUrl(TOOL, makeVerifier(), overrides));
  if (page.body.includes('/sign-in"')) page = await browser.submit(page, '/sign-in', { ...RUTH, password: PASSWORD });
  return page.body;
}

const reviewedClient = async (app: FastifyInstance) => {
  const client = await app.oauth.metadataClients.find(CLIENT);
  if (client === undefined) throw new Error('no such client');
  return client;
};

const refreshed = async (app: FastifyInstance, token: string): Promise<[status: number, error: string | undefined]> => {
  const response = await refresh(app, TOOL, token);
  return [response.statusCode, response.json().error];
};

t.test('an approved client whose document changes needs a new review and consent [CIMD §8.4, E-15e]', async (t) => {
  const { app, clock, host } = await allowedOnce(t);
  await app.oauth.metadataClients.approve(await reviewedClient(app), { at: clock.now });
  await obtainTokens(app, TOOL, WRITING, RUTH);
  t.match(await consentPage(app, WRITING), BEFORE);

  // Nothing that matters: the same set in another order, what is ignored, what is dropped.
  clock.advance(HOUR);
  const same = { redirect_uris: ['https://evil.example/', CALLBACK, CALLBACK], logo_uri: 'https://host.example/x.png' };
  host.serve(CLIENT, documentFor(CLIENT, same));
  t.match(await consentPage(app, WRITING), BEFORE);
  t.equal((await reviewedClient(app)).review, 'approved');
  t.same((await reviewedClient(app)).metadata.droppedRedirectUris, ['https://evil.example/'], 'but it is noted');

  const approved = (await reviewedClient(app)).metadata;
  const changes: Readonly<Record<string, Record<string, unknown>>> = {
    'another name': { client_name: 'Another tool' },
    'one redirect URI more': { redirect_uris: [CALLBACK, 'https://host.example/callback'] },
    'one redirect URI less': { redirect_uris: [CALLBACK] },
  };
  host.serve(CLIENT, documentFor(CLIENT, { redirect_uris: [CALLBACK, 'http://127.0.0.1/other'] }));
  for (const [title, change] of Object.entries(changes)) {
    const client = await reviewedClient(app);
    if (client.review !== 'approved') {
      await app.oauth.metadataClients.approve(client, { at: clock.now });
      await obtainTokens(app, TOOL, WRITING, RUTH);
      t.match(await consentPage(app, WRITING), BEFORE);
    }
    const seen = (await reviewedClient(app)).metadata;
    clock.advance(HOUR);
    host.serve(CLIENT, documentFor(CLIENT, change));
    const page = await consentPage(app);
    t.match(page, '/decision', `${title}: asked anew`);
    t.notMatch(page, BEFORE, `${title}: as if for the first time`);
    const { review, approvedMetadata, metadata, scopes } = await reviewedClient(app);
    t.equal(review, 'unreviewed', title);
    t.same(approvedMetadata, seen, `${title}: what was approved is kept for the comparison`);
    t.notSame(metadata, seen);
    t.notOk(scopes.includes('courses:write'));
    const refused = await ask(app, CLIENT, WRITING);
    t.equal(new URL(String(refused.headers.location)).searchParams.get('error'), 'invalid_scope', title);
  }
  t.notSame((await reviewedClient(app)).metadata, approved);
});

t.test('a changed document is adopted completely, and an invalid one not at all [CIMD §8.4]', async (t) => {
  const { app, clock, host, tokens } = await allowedOnce(t);
  clock.advance(HOUR);
  host.serve(CLIENT, documentFor(CLIENT, { redirect_uris: ['https://host.example/callback'] }));
  t.equal((await ask(app, CLIENT, READING)).statusCode, 400, 'a redirect URI that is no longer named');
  t.same(await refreshed(app, tokens.refresh_token), [200, undefined], 'whoever is in stays in');
  clock.advance(HOUR);
  host.serve(CLIENT, documentFor(CLIENT, { client_secret: 'x' }));
  t.equal((await ask(app, CLIENT, READING)).json().error_description, UNUSABLE);
  t.same((await reviewedClient(app)).redirectUris, ['https://host.example/callback'], 'nothing of it was kept');
});

t.test(
  'for 24 hours an unreachable host neither ends access nor allows new access [E-15d, RFC 9110 §15.5.9, RFC 6585 §4]',
  async (t) => {
    const { app, clock, host, tokens } = await allowedOnce(t);
    let token = tokens.refresh_token;
    const goesOn = async (title: string): Promise<void> => {
      const response = await refresh(app, TOOL, token);
      t.equal(response.statusCode, 200, title);
      const { refresh_token, access_token } = response.json();
      t.equal((await userinfo(app, access_token)).statusCode, 200, title);
      token = refresh_token;
    };
    clock.advance(HOUR - 10 * SECOND);
    const authorization = await authorize(app, TOOL, READING, RUTH);
    clock.advance(20 * SECOND);
    host.answer(CLIENT, isDown);
    const exchanged = await exchange(app, TOOL, authorization);
    t.equal(exchanged.statusCode, 200, 'the code of a moment ago');
    await goesOn('and the refresh token');
    t.equal((await ask(app, CLIENT, READING)).json().error_description, UNUSABLE, 'no new authorization');
    t.equal(host.dialled.length, 2, 'one try in 30 seconds');

    for (const status of [500, 502, 503, 504, 429, 408]) {
      clock.advance(MINUTE);
      host.answer(CLIENT, answering(status));
      await goesOn(`status ${status}`);
    }
    const inside: Lookup[] = [() => Promise.reject(new Error('queryA ESERVFAIL')), []];
    for (const lookup of inside) {
      clock.advance(MINUTE);
      host.resolveTo(HOST, lookup);
      await goesOn('no address');
    }
    clock.advance(DAY - 8 * MINUTE - 11 * SECOND);
    await goesOn('to the end of the 24 hours');
    clock.advance(SECOND);
    t.same(await refreshed(app, token), [401, 'invalid_client'], 'and not a second longer');

    host.resolveTo(HOST, [PUBLIC_ADDRESS]);
    host.serve(CLIENT, documentFor(CLIENT));
    clock.advance(30 * SECOND);
    await goesOn('the refusal did not use up the refresh token');
    t.ok(isTaken(await ask(app, CLIENT, READING)));
  },
);

t.test('while a document is missing or invalid, refreshing is refused with invalid_client [E-15d]', async (t) => {
  const { app, clock, host, tokens } = await allowedOnce(t);
  clock.advance(HOUR);
  const wrong: Answer[] = [
    answering(404),
    answering(410),
    answering(301),
    answering(200, 'no JSON'),
    answering(200, JSON.stringify(documentFor(CLIENT, { client_secret: 'x' }))),
    answering(200, JSON.stringify(documentFor(CLIENT, { redirect_uris: ['https://evil.example/'] }))),
  ];
  for (const [index, answer] of wrong.entries()) {
    host.answer(CLIENT, answer);
    t.same(await refreshed(app, tokens.refresh_token), [401, 'invalid_client']);
    t.equal(host.requests.length, 2 + index, 'it was looked at');
    clock.advance(MINUTE);
  }
  host.serve(CLIENT, documentFor(CLIENT));
  host.resolveTo(HOST, ['169.254.169.254']);
  t.same(await refreshed(app, tokens.refresh_token), [401, 'invalid_client'], 'a name that leads inside');
  clock.advance(MINUTE);
  host.resolveTo(HOST, [PUBLIC_ADDRESS]);
  t.same(await refreshed(app, tokens.refresh_token), [200, undefined]);
});

t.test('with too many fetches under way, known clients refresh and new requests retry later [F14]', async (t) => {
  const { app, clock, host, tokens } = await allowedOnce(t);
  const held = holding(host);
  clock.advance(HOUR);
  // Half of the places of a host are for clients that are kept, half for strangers.
  for (const index of [1, 2]) await keep(app, `${CLIENT}-${index}`);
  const others = [1, 2, 3, 4].map((index) => {
    held.hold(`${CLIENT}-${index}`);
    return ask(app, `${CLIENT}-${index}`);
  });
  await until(() => host.requests.length === 5);
  t.ok(isBusy(await ask(app, CLIENT, READING)));
  t.ok(isBusy(await ask(app, `${CLIENT}-5`)));
  t.same(await refreshed(app, tokens.refresh_token), [200, undefined]);
  held.release();
  t.ok((await Promise.all(others)).every(isTaken));
  t.ok(isTaken(await ask(app, CLIENT, READING)), 'a full house is not remembered as a fault of the document');
});

t.test('a blocked client loses access at once, and its document is never fetched again [E-15e]', async (t) => {
  const { app, clock, host, tokens } = await allowedOnce(t);
  await app.oauth.metadataClients.block(await reviewedClient(app), { at: clock.now });
  const asked = host.resolved.length;
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 401);
  t.same(await refreshed(app, tokens.refresh_token), [401, 'invalid_client']);
  for (const wait of [0, HOUR, 2 * DAY]) {
    clock.advance(wait);
    const response = await ask(app, CLIENT, READING);
    t.equal(response.statusCode, 400);
    t.match(response.json(), { error: 'invalid_client', error_description: UNUSABLE }, 'in the words of every refusal');
    t.same(await refreshed(app, tokens.refresh_token), [401, 'invalid_client']);
  }
  t.equal(host.resolved.length, asked);
});

t.test('a client gets no tokens once CIMD is off or its host is no longer listed [E-15a]', async (t) => {
  const { url: databaseUrl } = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const host = await documentHost(t);
  host.serve(CLIENT, documentFor(CLIENT));
  const start = async (env: Record<string, string>) =>
    (await testApp(t, { network: host.network, env, databaseUrl, dataDir, seed: env.CIMD === undefined })).app;
  const tokens = await obtainTokens(await start({ CIMD_ALLOWED_HOSTS: HOST }), TOOL, READING, RUTH);
  const asked = host.resolved.length;
  for (const env of [{ CIMD: 'off', CIMD_ALLOWED_HOSTS: HOST }, { CIMD: 'on' }]) {
    const app = await start(env);
    t.same(await refreshed(app, tokens.refresh_token), [401, 'invalid_client']);
    t.equal((await ask(app, CLIENT, READING)).json().error_description, UNUSABLE);
  }
  t.equal(host.resolved.length, asked);
});

t.test('the latest copy fetched by any node determines when all nodes fetch it again [F26]', async (t) => {
  const { url: databaseUrl } = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const env = { CIMD_OPEN_REGISTRATION: 'on' };
  const host = await documentHost(t);
  const one = await testApp(t, { network: host.network, env, databaseUrl, dataDir });
  const two = await testApp(t, { network: host.network, env, databaseUrl, dataDir });
  const wait = (ms: number): void => {
    for (const { clock } of [one, two]) clock.advance(ms);
  };
  host.serve(CLIENT, documentFor(CLIENT), { 'cache-control': 'max-age=86400' });
  t.ok(isTaken(await ask(one.app, CLIENT)), 'the first node remembers it for a day');
  wait(MINUTE);
  host.serve(CLIENT, documentFor(CLIENT, { client_name: 'Renamed' }), { 'cache-control': 'max-age=300' });
  await obtainTokens(two.app, TOOL, READING, RUTH);
  wait(6 * MINUTE);
  host.serve(CLIENT, documentFor(CLIENT, { client_name: 'Renamed again' }));
  t.match(await consentPage(one.app), 'Renamed again');
  t.match(await consentPage(two.app), 'Renamed again');
  t.equal(host.requests.length, 3);
});

t.test('hostile redirect URIs of a document are stored as short, printable ASCII [E-15b]', async (t) => {
  const { app, clock, host } = await allowedOnce(t);
  clock.advance(HOUR);
  const hostile = ['\0', '\ud800', '\u202e', '\x1b[31m', '\r\n', '<script>'].map(
    (text) => `https://evil.example/${text}`,
  );
  host.serve(CLIENT, documentFor(CLIENT, { redirect_uris: [...hostile, `https://${'e'.repeat(3000)}`, CALLBACK] }));
  t.ok(isTaken(await ask(app, CLIENT, READING)));
  const { droppedRedirectUris } = (await reviewedClient(app)).metadata;
  t.equal(droppedRedirectUris.length, 7);
  for (const uri of droppedRedirectUris) t.match(uri, /^[\x21-\x7e]{1,200}…?$/, JSON.stringify(uri));
});

t.test('consent grants nothing if the document became unusable while the page was open [CIMD §8.4]', async (t) => {
  const here = await hostileInternet(t, { seed: true });
  const { app, clock, host } = here;
  const reading = async (path: string): Promise<{ allow(): Promise<Page>; url: string }> => {
    const url = `https://${HOST}/${path}`;
    host.serve(url, documentFor(url), { 'cache-control': 'no-store' });
    const browser = new Browser(app);
    const asked = { id: url, redirectUri: CALLBACK, secret: undefined };
    const start = await browser.get(authorizeUrl(asked, makeVerifier(), READING));
    const page = await browser.submit(start, '/sign-in', { ...RUTH, password: PASSWORD });
    return { url, allow: () => browser.submit(page, '/decision', { decision: 'allow' }) };
  };
  const changes: Readonly<Record<string, (url: string) => unknown>> = {
    'the redirect URI is gone': (url) =>
      host.serve(url, documentFor(url, { redirect_uris: ['http://127.0.0.1/other'] })),
    'the document is gone': (url) => host.answer(url, answering(404)),
    'the host is down': (url) => host.answer(url, isDown),
    'the name leads inside': () => host.resolveTo(HOST, ['127.0.0.1']),
  };
  for (const [title, change] of Object.entries(changes)) {
    const { allow, url } = await reading(encodeURIComponent(title));
    change(url);
    clock.advance(5 * MINUTE);
    const page = await allow();
    t.equal(page.status, 400, title);
    t.equal(page.leavesFor, undefined);
    t.equal(await app.oauth.metadataClients.find(url), undefined, 'and nothing is kept');
    host.resolveTo(HOST, [PUBLIC_ADDRESS]);
  }
  const { allow } = await reading('stays');
  clock.advance(5 * MINUTE);
  t.ok((await allow()).leavesFor?.searchParams.get('code'), 'whoever stays as they were gets their code');
});
