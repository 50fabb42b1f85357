import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import {
  ANA,
  afterSignIn,
  isSignIn,
  leftByPage,
  open,
  RUTH,
  refusedOnPage,
  requestOf,
  wentWithCode,
  wentWithError,
} from '../../support/interaction.ts';
import { authorize, authorizeUrl, CALLBACK, DEMO, exchange, makeVerifier } from '../../support/oauth-client.ts';
import { changedMeanwhile, during, whileDisabled } from '../../support/standing.ts';

t.test('changes while the consent page is open', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });

  t.test('a person whose membership is suspended in the meantime gets no code until it is reinstated', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, 'ben@riverside.example');
    const status = "update memberships set status = ? where person_id = 'usr_demo_ben'";
    await during(file, [status, 'suspended'], [status, 'active'], async () => {
      const after = await browser.submit(page, '/decision', { decision: 'allow' });
      refusedOnPage(t, after, 403, textFor('en').message.not_a_member.title);
      wentWithError(t, await open(browser, DEMO.cli, { prompt: 'none' }), 'access_denied');
    });
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'reinstated in time');
  });

  t.test(
    'a person who is disabled in the meantime has no session and no code, and cannot sign in [CVE-2026-9798]',
    async (t) => {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, 'ben@riverside.example');
      const other = new Browser(app);
      const { code, verifier } = await authorize(app, DEMO.cli, {}, { browser: other, email: 'ben@riverside.example' });
      await whileDisabled(file, 'people', 'usr_demo_ben', async () => {
        const after = await browser.submit(page, '/decision', { decision: 'allow' });
        refusedOnPage(t, after, 403, textFor('en').message.session_changed.title);
        const again = await browser.get(requestOf(page));
        t.ok(isSignIn(again));
        const wrong = await browser.submit(again, '/sign-in', { email: 'ben@riverside.example', password: PASSWORD });
        t.equal(wrong.status, 400);
        const exchanged = await exchange(app, DEMO.cli, { code, verifier, params: new URLSearchParams() });
        t.equal(exchanged.json().error, 'invalid_grant', 'nor is a code from before worth anything');
      });
    },
  );

  t.test('losing a role in the meantime removes its scopes [RFC 6749 §3.3]', async (t) => {
    const browser = new Browser(app);
    const verifier = makeVerifier();
    const start = await browser.get(
      authorizeUrl(DEMO.adminTool, verifier, { scope: 'openid courses:read orders:read' }),
    );
    const page = await browser.submit(start, '/sign-in', { email: RUTH, password: PASSWORD });
    const role = "update memberships set role = ? where person_id = 'usr_demo_ruth'";
    await during(file, [role, 'instructor'], [role, 'owner'], async () => {
      const left = await browser.submit(page, '/decision', { decision: 'allow' });
      const code = wentWithCode(t, left, 'allowed').get('code') ?? '';
      const response = await exchange(app, DEMO.adminTool, { code, verifier, params: new URLSearchParams() });
      t.equal(response.json().scope, 'openid courses:read');
    });
  });

  t.test(
    'a client that is disabled in the meantime gets no response, and the person sees an error page [RFC 6749 §4.1.2.1]',
    async (t) => {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, ANA, DEMO.notebook);
      await whileDisabled(file, 'clients', 'c_demo_notebook', async () => {
        for (const decision of ['allow', 'deny']) {
          const after = await browser.submit(page, '/decision', { decision });
          refusedOnPage(t, after, 400, textFor('en').message.client_disabled.title);
          t.match(after.body, '<code>invalid_client</code>');
        }
        refusedOnPage(t, await browser.get(requestOf(page)), 400, textFor('en').message.client_disabled.title);
      });
    },
  );

  t.test(
    'scope and redirect URI of the client are validated again when the person answers [RFC 6749 §4.1.2.1]',
    async (t) => {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, ANA, DEMO.notebook);
      const scope = await file.read("select scope from clients where id = 'c_demo_notebook'");
      await file.edit("update clients set scope = 'openid email' where id = 'c_demo_notebook'");
      const after = await browser.submit(page, '/decision', { decision: 'allow' });
      leftByPage(t, after, CALLBACK);
      wentWithError(t, after, 'invalid_scope');
      const seen = await browser.get(requestOf(page));
      t.equal(seen.status, 303);
      wentWithError(t, seen, 'invalid_scope');
      await file.edit("update clients set scope = ?, redirect_uris = '[]' where id = 'c_demo_notebook'", String(scope));
      refusedOnPage(
        t,
        await browser.submit(page, '/decision', { decision: 'allow' }),
        400,
        textFor('en').message.bad_request.title,
      );
    },
  );
});

t.test('an end that another node commits while a request is processed prevents the code', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  // The request reads the person's consent last, after the session and the membership. It first reads whether anyone
  // has consented to the client.
  const last = 'from "consents" where ("consents"."person_id" =';
  const sessionOf = (person: string) =>
    `update sessions set ended_at = 1 where ended_at is null and person_id = '${person}'`;
  const statusOf = (person: string) => `update memberships set status = ? where person_id = '${person}'`;
  const grants = async () => Number(await file.read('select count(*) from grants'));

  t.test('after the end of the session, the person signs in again and the request goes on', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    const before = await grants();
    const after = await changedMeanwhile(file, [sessionOf('usr_demo_ana')], last, () =>
      browser.submit(page, '/decision', { decision: 'allow' }),
    );
    t.equal(after.status, 200);
    t.equal(after.url, requestOf(page));
    t.ok(isSignIn(after));
    t.equal(await grants(), before);
    t.equal(await file.read("select count(*) from consents where person_id = 'usr_demo_ana'"), 0);
    const again = await browser.submit(after, '/sign-in', { email: ANA, password: PASSWORD });
    wentWithCode(t, await browser.submit(again, '/decision', { decision: 'allow' }), 'anew');
  });

  t.test('after the end of the membership, the page says so', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, 'ben@riverside.example');
    const before = await grants();
    const after = await changedMeanwhile(file, [statusOf('usr_demo_ben'), 'suspended'], last, () =>
      browser.submit(page, '/decision', { decision: 'allow' }),
    );
    refusedOnPage(t, after, 403, textFor('en').message.not_a_member.title);
    t.equal(await grants(), before);
  });

  t.test('an earlier consent does not help, with or without pages [OpenID Connect Core §3.1.2.6]', async (t) => {
    const signedIn = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser: signedIn });
    for (const prompt of [undefined, 'none']) {
      const browser = new Browser(app);
      wentWithCode(t, await afterSignIn(browser, ANA, DEMO.portal), 'by the earlier consent');
      const before = await grants();
      const after = await changedMeanwhile(file, [sessionOf('usr_demo_ana')], last, () =>
        open(browser, DEMO.portal, { prompt }),
      );
      if (prompt === 'none') wentWithError(t, after, 'interaction_required');
      else t.ok(isSignIn(after));
      t.equal(await grants(), before);
    }
  });
});
