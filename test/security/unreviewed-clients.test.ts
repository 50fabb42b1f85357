/** What a person is shown of a client that nobody reviewed, and what such a client is not given without being asked. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { authorizeUrl, CALLBACK, type Fields, makeVerifier, type TestClient } from '../support/oauth-client.ts';
import { said } from '../support/signed-in.ts';

const RUTH = 'ruth@riverside.example';
const ID = 'https://study.example/oauth/client.json';
const WEB_CALLBACK = 'https://study.example/oauth/back';
const LOGO = 'https://pictures.example/logo.png';
const READ: Fields = { scope: 'openid courses:read', resource: undefined };
const { client: words, consent, goingOn } = textFor('en');

const onTheWeb: TestClient = { id: ID, redirectUri: WEB_CALLBACK, secret: undefined };
const onLoopback: TestClient = { id: ID, redirectUri: CALLBACK, secret: undefined };

async function setting(t: Test) {
  const host = await documentHost(t);
  const document = {
    client_name: 'Riverside Academy (official)',
    logo_uri: LOGO,
    redirect_uris: [WEB_CALLBACK, CALLBACK],
  };
  host.serve(ID, documentFor(ID, document));
  const { app } = await testApp(t, { network: host.network, env: { CIMD_OPEN_REGISTRATION: 'on' } });
  const browser = new Browser(app);
  const open = (client: TestClient, overrides: Fields = {}, headers = {}): Promise<Page> =>
    browser.get(authorizeUrl(client, makeVerifier(), { ...READ, ...overrides }), headers);
  const signIn = (page: Page): Promise<Page> => browser.submit(page, '/sign-in', { email: RUTH, password: PASSWORD });
  return { app, browser, host, open, signIn };
}

t.test('the pages of an unreviewed document client', async (t) => {
  const { host, open, signIn } = await setting(t);
  const before = await open(onTheWeb);
  const page = await signIn(before);

  t.test('the sign-in and consent pages say that the client is not reviewed [W08, ASVS 10.4.7]', async (t) => {
    t.match(said(before), words.unreviewed);
    t.match(said(page), words.unreviewed);
  });

  t.test(
    'the consent page names the client’s host before its own name, and where the code goes [W16, ASVS 10.7.2, E-15h]',
    async (t) => {
      t.match(said(page), 'study.example');
      t.match(said(page), 'Riverside Academy (official)');
      t.ok(said(page).indexOf('study.example') < said(page).indexOf('Riverside Academy (official)'), 'the host first');
      t.match(said(page), consent.goesTo.https);
      t.match(said(page), consent.lastsDays({ days: 90 }));
      t.match(said(await open(onLoopback)), consent.loopbackWarning);
    },
  );

  t.test('the pages load no logo of the client and nothing else from elsewhere [W16]', async (t) => {
    for (const { body } of [before, page]) {
      t.notMatch(body, 'pictures.example');
      const loaded = [...body.matchAll(/<(?:link|img|script|source|iframe)[^>]*(?:href|src|srcset)=["']([^"']*)["']/g)];
      t.ok(loaded.length > 0, 'the page loads its own style');
      for (const [, url = ''] of loaded) t.match(url, /^\/[^/]/);
      t.notMatch(body, /url\(|@import/);
    }
    t.notOk(host.resolved.includes('pictures.example'), 'nor does the server');
  });
});

t.test('a client whose identity is not assured is never approved without a click [W15, ASVS 10.7.1]', async (t) => {
  const { app, browser, open, signIn } = await setting(t);
  const registered = await app.inject({
    method: 'POST',
    url: '/api/oauth/register',
    payload: { client_name: 'Some tool', redirect_uris: [CALLBACK] },
  });
  const tool: TestClient = { id: registered.json().client_id, redirectUri: CALLBACK, secret: undefined };
  await signIn(await open(tool));
  for (const client of [onTheWeb, onLoopback, tool]) {
    const allowed = await browser.submit(await open(client), '/decision', { decision: 'allow' });
    t.match(allowed.leavesFor?.searchParams.get('code'), /^ac_/, 'allowed once');
    for (const site of ['none', 'same-origin', 'cross-site']) {
      const again = await open(client, {}, { 'sec-fetch-site': site });
      t.equal(again.leavesFor, undefined, `${client.redirectUri} from ${site}`);
      t.match(again.body, '/decision"', 'the person is asked again');
      const silent = await open(client, { prompt: 'none' }, { 'sec-fetch-site': site });
      t.equal(silent.leavesFor?.searchParams.get('error'), 'consent_required');
      t.notOk(silent.leavesFor?.searchParams.has('code'));
    }
  }
});

t.test('error responses of an unreviewed client', async (t) => {
  const { app, browser, open, signIn } = await setting(t);
  const wrong: Fields[] = [
    { scope: 'no:such' },
    { response_type: 'token' },
    { code_challenge: undefined },
    { state: undefined },
  ];

  t.test(
    'an error for an https redirect URI is shown on our own page with a link, not redirected [W48, RFC 9700 §4.11.2]',
    async (t) => {
      for (const signedIn of [false, true]) {
        if (signedIn) await signIn(await open(onTheWeb));
        for (const overrides of wrong) {
          const page = await open(onTheWeb, overrides);
          t.equal(page.status, 400, JSON.stringify(overrides));
          t.equal(page.leavesFor, undefined, 'nobody is sent on');
          t.notMatch(page.body, /http-equiv="refresh"/i);
          t.match(said(page), goingOn.link({ app: 'study.example' }));
          const [, href = ''] = /href="(https:\/\/study\.example[^"]*)"/.exec(page.body) ?? [];
          const target = new URL(href.replaceAll('&amp;', '&'));
          t.equal(target.origin + target.pathname, WEB_CALLBACK);
          t.match(target.searchParams.get('error'), /^(?:invalid_scope|unsupported_response_type|invalid_request)$/);
        }
      }
    },
  );

  t.test('an error of prompt=none, or for a loopback redirect URI, is redirected', async (t) => {
    const silent = await open(onTheWeb, { scope: 'no:such', prompt: 'none' });
    t.equal(silent.leavesFor?.searchParams.get('error'), 'invalid_scope');
    const local = await open(onLoopback, { scope: 'no:such' });
    t.equal(local.leavesFor?.searchParams.get('error'), 'invalid_scope');
  });

  t.test('an error is redirected once the client is approved', async (t) => {
    await browser.submit(await open(onTheWeb), '/decision', { decision: 'allow' });
    const client = await app.oauth.metadataClients.find(ID);
    if (client === undefined) throw new Error('the client is not kept');
    await app.oauth.metadataClients.approve(client, { at: app.clock() });
    const page = await open(onTheWeb, { scope: 'no:such' });
    t.equal(page.leavesFor?.searchParams.get('error'), 'invalid_scope');
  });
});
