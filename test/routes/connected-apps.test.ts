/** The person's page of connected apps: what is on it, and how what is on it ends. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { ask } from '../support/account.ts';
import { testApp } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { post as postMcp } from '../support/mcp.ts';
import {
  authorize,
  authorizeUrl,
  CALLBACK,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  refresh,
  type TestClient,
  type Tokens,
  userinfo,
} from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const PATH = '/account/connected-apps';
const ANA = 'ana@riverside.example';
const RUTH = 'ruth@riverside.example';
const URL_CLIENT = 'https://study.example/oauth/client.json';
const KILOBYTE = 1024;
const { connectedApps: text, consent, message, scopes, shell } = textFor('en');

/** What a token is answered, wherever it can be shown. */
async function answersTo(app: FastifyInstance, client: TestClient, tokens: Tokens) {
  const refreshed = await refresh(app, client, tokens.refresh_token);
  return {
    userinfo: (await userinfo(app, tokens.access_token)).statusCode,
    graphql: (await ask(app, tokens.access_token, '{ viewer { email } }')).statusCode,
    mcp: (await postMcp(app, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { token: tokens.access_token })).status,
    active: (await introspect(app, client, tokens.access_token)).active,
    refresh: refreshed.statusCode === 200 ? 'ok' : refreshed.json().error,
  };
}

const ALIVE = { userinfo: 200, graphql: 200, mcp: 200, active: true, refresh: 'ok' };
const DEAD = { userinfo: 401, graphql: 401, mcp: 401, active: false, refresh: 'invalid_grant' };

const endLinks = (page: Page, end: 'end' | 'end-app'): string[] =>
  linksOf(page).filter((href) => href.startsWith(PATH) && href.endsWith(`/${end}`));

/** Goes through the question and says yes. */
async function end(browser: Browser, href: string | undefined): Promise<Page> {
  const question = await browser.get(href ?? 'nowhere');
  return browser.submit(question, href ?? '');
}

const events = async (file: DatabaseFile): Promise<unknown[][]> =>
  (
    await file.rows(
      `select person_id, site_id, client_id, target from audit_events where event = 'grant_revoked' order by id`,
    )
  ).map(Object.values);

t.setTimeout(120_000);

t.test('the page of connected apps', async (t) => {
  const host = await documentHost(t);
  host.serve(URL_CLIENT, documentFor(URL_CLIENT, { client_name: 'Riverside Academy (official)' }));
  const { app, clock } = await testApp(t, { network: host.network, env: { CIMD_OPEN_REGISTRATION: 'on' } });
  const documentClient: TestClient = { id: URL_CLIENT, redirectUri: CALLBACK, secret: undefined };

  t.test('the page says when nothing is connected, and without a session redirects to sign-in', async (t) => {
    const page = await (await signedIn(app, 'ben@riverside.example')).get(PATH);
    t.match(said(page), `${text.none} ${text.noneText}`);
    const stranger = await app.inject({ method: 'GET', url: PATH });
    t.equal(stranger.statusCode, 303);
    t.equal(stranger.headers.location, '/sign-in?next=%2Faccount%2Fconnected-apps');
  });

  t.test('the consent page links to the page where access can be revoked [W10]', async (t) => {
    const browser = await signedIn(app, ANA);
    const page = await browser.get(authorizeUrl(DEMO.cli, makeVerifier()));
    t.match(said(page), consent.undoLink);
    t.ok(linksOf(page).includes(PATH));
  });

  t.test('an app is shown with its school, its scopes, its start and its last use [W10, ASVS 10.7.3]', async (t) => {
    await obtainTokens(app, DEMO.cli, { scope: 'openid email account:read' }, { email: ANA });
    const page = await (await signedIn(app, ANA)).get(PATH);
    t.equal(page.status, 200);
    const words = said(page);
    t.match(words, 'Demo CLI Created by Riverside Academy');
    t.match(words, text.at({ school: 'Riverside Academy' }));
    for (const scope of ['openid', 'email', 'account:read'] as const) t.match(words, scopes[scope], scope);
    t.notMatch(words, scopes.profile, 'and nothing else');
    t.match(words, `${text.since} Nov 21, 2026`);
    t.match(words, `${text.lastUsed} Nov 21, 2026`);
  });

  t.test('a document client is headed by its host, not its name, and marked as not reviewed [CIMD §8.5]', async (t) => {
    const operator = { email: RUTH };
    await exchange(
      app,
      documentClient,
      await authorize(app, documentClient, { scope: 'openid courses:read' }, operator),
    );
    const page = await (await signedIn(app, RUTH)).get(PATH);
    t.match(page.body, /<h2>study\.example<\/h2>/);
    t.match(said(page), `study.example ${text.callsItself({ name: 'Riverside Academy (official)' })} Not reviewed`);
    t.match(said(page), text.end({ app: 'study.example' }));
  });

  t.test('a page with the fullest entries stays below 30 KB in every language', async (t) => {
    const scope = ['openid', 'profile', 'email', ...OPERATOR_SCOPES].join(' ');
    const browser = await signedIn(app, RUTH);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/oauth/register',
        payload: { client_name: `Planner ${n}`, redirect_uris: [CALLBACK], scope },
      });
      const client = { id: response.json().client_id, redirectUri: CALLBACK, secret: undefined };
      for (const _install of Array.from({ length: n === 1 ? 12 : 1 })) {
        await obtainTokens(app, client, { scope }, { browser });
        clock.advance(1);
      }
    }
    for (const language of LANGUAGES) {
      browser.headers['accept-language'] = language;
      const page = await browser.get(PATH);
      t.match(page.body, `<html lang="${language}">`);
      const size = Buffer.byteLength(page.body);
      t.ok(size < 30 * KILOBYTE, `${language}: ${size} bytes`);
      t.equal(endLinks(page, 'end-app').length, 5);
      const next = linksOf(page).find((href) => href.includes('?from='));
      const rest = await browser.get(next ?? 'nowhere');
      t.equal(endLinks(rest, 'end-app').length, 2, 'and the others on the next page');
      t.notOk(linksOf(rest).some((href) => href.includes('?from=')));
      t.match(rest.body, `href="${PATH}" rel="prev"`, 'and back');
      t.notMatch(page.body, 'rel="prev"');
      t.equal(endLinks(page, 'end').length + endLinks(rest, 'end').length, 10, 'of many installs the newest');
    }
  });
});

t.test('disconnecting an app [W10]', async (t) => {
  async function setting(t: Test) {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url });
    return { app, file, ana: await signedIn(app, ANA) };
  }

  t.test('disconnecting revokes a person’s installs and pending codes [W10, spec 5.7, ASVS 10.4.9]', async (t) => {
    const { app, file, ana } = await setting(t);
    const installs = [await obtainTokens(app, DEMO.webApp), await obtainTokens(app, DEMO.webApp)];
    const others = [
      { client: DEMO.notebook, tokens: await obtainTokens(app, DEMO.notebook) },
      { client: DEMO.webApp, tokens: await obtainTokens(app, DEMO.webApp, {}, { email: 'ben@riverside.example' }) },
    ];
    const pending = await authorize(app, DEMO.webApp);
    const page = await ana.get(PATH);
    t.equal(endLinks(page, 'end-app').length, 2, 'one entry an app');
    t.match(said(page), text.several({ count: 2 }));
    const [newest = ''] = endLinks(page, 'end');
    const question = await ana.get(newest.replace(/end$/, 'end-app'));
    t.match(said(question), text.ending.appText({ app: 'Demo Web App', school: 'Riverside Academy' }));
    t.notMatch(question.body, 'type="password"', 'taking access away needs no proof');
    t.equal((await userinfo(app, installs[0]?.access_token ?? '')).statusCode, 200, 'nothing has happened yet');

    const done = await ana.submit(question, '/end-app');
    t.match(said(done), `${text.done.app} Demo Web App ${text.at({ school: 'Riverside Academy' })}`, 'which it was');
    t.notMatch(done.body, '<h2>Demo Web App</h2>');
    const ben = await signedIn(app, 'ben@riverside.example');
    t.notMatch(said(await ben.get(done.url)), `${text.done.app} Demo Web App`, 'nobody else is told');
    for (const tokens of installs) t.strictSame(await answersTo(app, DEMO.webApp, tokens), DEAD);
    t.equal((await exchange(app, DEMO.webApp, pending)).json().error, 'invalid_grant', 'a code on its way, too');
    for (const { client, tokens } of others)
      t.equal((await userinfo(app, tokens.access_token)).statusCode, 200, client.id);
    t.strictSame(await events(file), [['usr_demo_ana', 'site_demo_riverside', DEMO.webApp.id, 'all']]);
    t.equal(
      await file.read(
        `select count(*) from consents where client_id = '${DEMO.webApp.id}' and person_id = 'usr_demo_ana'`,
      ),
      0,
    );
  });

  t.test('a disconnected app needs a new consent before it is connected again [E-20]', async (t) => {
    const { app, ana } = await setting(t);
    await obtainTokens(app, DEMO.portal, {}, { browser: ana });
    const again = authorizeUrl(DEMO.portal, makeVerifier());
    t.ok((await ana.get(again)).leavesFor?.searchParams.has('code'), 'the consent was remembered');
    await end(ana, endLinks(await ana.get(PATH), 'end-app')[0]);
    const page = await ana.get(again);
    t.equal(page.leavesFor, undefined);
    t.match(page.body, '/decision"');
  });

  t.test('ending one installation of an app keeps its other installations connected', async (t) => {
    const { app, file, ana } = await setting(t);
    const older = await obtainTokens(app, DEMO.webApp);
    const newer = await obtainTokens(app, DEMO.webApp);
    const page = await end(ana, endLinks(await ana.get(PATH), 'end')[0]);
    t.match(
      said(page),
      `${text.done.one} Demo Web App ${text.at({ school: 'Riverside Academy' })} ${text.since}`,
      'which it was',
    );
    t.match(page.body, '<h2>Demo Web App</h2>');
    t.strictSame(await answersTo(app, DEMO.webApp, newer), DEAD);
    t.strictSame(await answersTo(app, DEMO.webApp, older), ALIVE);
    t.match(await events(file), [['usr_demo_ana', 'site_demo_riverside', DEMO.webApp.id, /^\d+$/]]);
  });

  t.test('no one can end another person’s grant, or any grant without their own form token [W10]', async (t) => {
    const { app, ana } = await setting(t);
    const ben = await signedIn(app, 'ben@riverside.example');
    const tokens = await obtainTokens(app);
    const [href = ''] = endLinks(await ana.get(PATH), 'end-app');
    t.match(said(await ben.get(href)), text.done.gone, 'as if it were not there');
    t.match(said(await ben.get(href.replace(/\d+/, '999999'))), text.done.gone);
    t.match(said(await ben.get(href.replace(/\d+/, 'none'))), text.done.gone);
    await obtainTokens(app, DEMO.cli, {}, { email: 'ben@riverside.example' });
    const [own = ''] = endLinks(await ben.get(PATH), 'end-app');
    const csrf = /name="csrf" value="([^"]*)"/.exec((await ben.get(own)).body)?.[1] ?? '';
    t.match(said(await ben.post(href, [['csrf', csrf]])), text.done.gone);
    t.match(said(await ana.post(href, [['csrf', csrf]])), message.page_too_old.title, 'the form of somebody else');
    t.match(said(await ana.post(href, [])), message.page_too_old.title);
    const foreign = await ana.post(href, [['csrf', csrf]], {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    });
    t.equal(foreign.status, 403);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 200);
    t.match((await ana.get(href)).body, `>${shell.cancel}<`);
    await end(ana, href);
    t.match(said(await ana.get(href)), text.done.gone, 'and once it has ended it is gone');
  });

  t.test('an app is listed, and can be disconnected, while the membership is suspended [W35]', async (t) => {
    const { app, file, ana } = await setting(t);
    const tokens = await obtainTokens(app);
    await file.edit(`update memberships set status = 'suspended' where person_id = 'usr_demo_ana'`);
    const page = await ana.get(PATH);
    t.match(said(page), text.canNothing);
    t.match(said(await end(ana, endLinks(page, 'end-app')[0])), text.done.app);
    await file.edit(`update memberships set status = 'active' where person_id = 'usr_demo_ana'`);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 401, 'and it does not come back');
  });
});
