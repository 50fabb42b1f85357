import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { OPERATOR_SCOPES } from '../../../schema/oauth/scope.ts';
import { BASE, PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  ALLOWED_BEFORE,
  ANA,
  afterSignIn,
  completed,
  csrfOf,
  isConsent,
  isSignIn,
  leftByPage,
  MILA,
  NOOR,
  open,
  post,
  READ_COURSES,
  RUTH,
  refusedOnPage,
  register,
  requestOf,
  ticksOf,
  VENDOR,
  wentWithCode,
  wentWithError,
} from '../../support/interaction.ts';
import {
  authorizeUrl,
  DEMO,
  exchange,
  makeVerifier,
  obtainTokens,
  type TestClient,
  type Tokens,
  walkThrough,
} from '../../support/oauth-client.ts';

t.test('membership, scopes and the consent page', async (t) => {
  const { app, clock } = await testApp(t);

  t.test(
    'a person who is not a member sees a message, and continuing sends access_denied to the client [RFC 6749 §4.1.2.1]',
    async (t) => {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, MILA);
      refusedOnPage(t, page, 403, textFor('en').message.not_a_member.title);
      const link = /href="(http:\/\/127\.0\.0\.1:49152[^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
      t.match(Object.fromEntries(new URL(link).searchParams), { error: 'access_denied', state: 'st-1', iss: BASE });
      const csrf = csrfOf(await open(browser, VENDOR, READ_COURSES), '/decision');
      const forged = await post(app, browser, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
      t.equal(forged.statusCode, 403);
      wentWithError(t, await open(browser, DEMO.cli, { prompt: 'none' }), 'access_denied');
      const other = await browser.submit(page, '/switch');
      t.ok(isSignIn(other), 'or tries another account');
      t.ok(isConsent(await browser.submit(other, '/sign-in', { email: ANA, password: PASSWORD })));
    },
  );

  t.test('anyone with a role at the site, including students, may authorize its client [spec 5.3.6]', async (t) => {
    for (const email of [ANA, 'ivan@riverside.example', NOOR, RUTH]) {
      t.equal((await obtainTokens(app, DEMO.cli, {}, { email })).org_id, 'site_demo_riverside');
    }
  });

  t.test('optional scopes can be omitted on the consent page, identity scopes not [RFC 6749 §3.3]', async (t) => {
    const scope = 'openid profile email account:read account:write';
    const browser = new Browser(app);
    const verifier = makeVerifier();
    const start = await browser.get(authorizeUrl(DEMO.cli, verifier, { scope }));
    const page = await browser.submit(start, '/sign-in', { email: ANA, password: PASSWORD });
    t.strictSame(ticksOf(page), ['account:write', 'account:read'], 'all ticked to begin with, changes first');
    const left = await browser.submit(page, '/decision', { decision: 'allow', scope: ['account:write'] });
    const code = wentWithCode(t, left, 'allowed').get('code') ?? '';
    const tokens = (await exchange(app, DEMO.cli, { code, verifier, params: new URLSearchParams() })).json<Tokens>();
    t.equal(tokens.scope, 'openid profile email account:write', 'the client learns what it got');

    const again = await open(browser, DEMO.cli, { scope });
    t.strictSame(ticksOf(again), ['account:write'], 'the earlier choice is filled in');
    t.equal(again.body.split(ALLOWED_BEFORE).length - 1, 4, 'and said');
  });

  t.test(
    'a scope that was not requested, or exceeds the role, cannot be added on the consent page [RFC 6749 §3.3]',
    async (t) => {
      const walk = async (email: string, client: TestClient, scope: string, ticked: string[]) => {
        const browser = new Browser(app);
        const verifier = makeVerifier();
        const start = await browser.get(authorizeUrl(client, verifier, { scope }));
        const page = await browser.submit(start, '/sign-in', { email, password: PASSWORD });
        const left = await browser.submit(page, '/decision', { decision: 'allow', scope: ticked });
        const code = wentWithCode(t, left, scope).get('code') ?? '';
        return (await exchange(app, client, { code, verifier, params: new URLSearchParams() })).json<Tokens>().scope;
      };
      t.equal(
        await walk(ANA, DEMO.cli, 'openid account:read', ['account:read', 'account:write', 'email']),
        'openid account:read',
      );
      t.equal(
        await walk(NOOR, DEMO.adminTool, 'openid courses:read school:write', ['courses:read', 'school:write']),
        'openid courses:read',
      );
    },
  );

  t.test(
    'no field of a forged consent form adds a scope, and what is taken away stays away [RFC 6749 §3.3]',
    async (t) => {
      const browser = new Browser(app);
      const decide = async (fields: [string, string][], scope: string): Promise<string | undefined> => {
        const verifier = makeVerifier();
        const start = await browser.get(authorizeUrl(DEMO.adminTool, verifier, { scope, prompt: 'consent' }));
        const page = isSignIn(start)
          ? await browser.submit(start, '/sign-in', { email: NOOR, password: PASSWORD })
          : start;
        const left = await browser.post(`${requestOf(page)}/decision`, [
          ['csrf', csrfOf(page, '/decision')],
          ...fields,
        ]);
        if (left.leavesFor?.searchParams.has('error')) return left.leavesFor.searchParams.get('error') ?? '';
        const code = wentWithCode(t, left, scope).get('code') ?? '';
        return (await exchange(app, DEMO.adminTool, { code, verifier, params: new URLSearchParams() })).json<Tokens>()
          .scope;
      };
      const forged: [string, string][] = [
        ['scope', 'courses:read'],
        ['scope', 'courses:write'],
        ['scope', 'school:write'],
        ['scope', 'account:write'],
        ['scope', 'everything'],
      ];
      const asked = 'openid courses:read school:write';
      for (const decision of ['allow', 'allow_read'])
        t.equal(await decide([...forged, ['decision', decision]], asked), 'openid courses:read', decision);
      const readAndWrite = 'courses:read courses:write';
      const ticked: [string, string][] = [
        ['scope', 'courses:read'],
        ['scope', 'courses:write'],
      ];
      t.equal(await decide([...ticked, ['decision', 'allow_read']], readAndWrite), 'courses:read');
      t.equal(await decide([...ticked, ['decision', 'allow']], readAndWrite), readAndWrite);
    },
  );

  t.test(
    'what changes something can be left out in one click, and is left out the next time [RFC 6749 §3.3]',
    async (t) => {
      const asked = { scope: 'openid courses:read courses:write posts:write', prompt: 'consent' };
      const browser = new Browser(app);
      const client = await register(app);
      const page = await afterSignIn(browser, RUTH, client, asked);
      t.match(page.body, textFor('en').consent.allowRead);
      t.match(page.body, textFor('en').consent.changing({ number: 2 }), 'both changes are counted');
      const [marked = ''] = page.body.split(textFor('en').consent.changes)[1]?.split('</fieldset>') ?? [];
      t.equal(marked.split('type="checkbox"').length - 1, 2, 'and stand in the box of what changes something');
      wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow_read' }), 'allowed');
      const again = await open(browser, client, asked);
      t.strictSame(ticksOf(again), ['courses:read']);
      const onlyReads = await open(browser, client, { scope: 'openid courses:read', prompt: 'consent' });
      t.notMatch(onlyReads.body, 'value="allow_read"', 'where nothing changes, there is no such button');
    },
  );

  t.test('scopes beyond the role are shown as unavailable, and omitted from the grant [RFC 6749 §3.3]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, 'ivan@riverside.example', DEMO.adminTool, {
      scope: 'openid courses:read courses:write orders:read',
    });
    const { scopes, consent } = textFor('en');
    const [offered = '', missing = ''] = page.body.split(consent.unavailable.outside_role.title);
    t.match(offered, scopes['courses:read']);
    t.notMatch(offered, scopes['courses:write']);
    t.match(missing, scopes['courses:write']);
    t.match(missing, scopes['orders:read']);
    t.strictSame(ticksOf(page), ['courses:read']);
    const tokens = await obtainTokens(
      app,
      DEMO.adminTool,
      { scope: 'openid courses:read courses:write' },
      {
        email: 'ivan@riverside.example',
      },
    );
    t.equal(tokens.scope, 'openid courses:read');
  });

  t.test('a request of which the role allows no scope is access_denied [RFC 6749 §4.1.2.1]', async (t) => {
    const browser = new Browser(app);
    const start = await open(browser, DEMO.adminTool, { scope: 'courses:read school:write' });
    const page = await browser.submit(start, '/sign-in', { email: ANA, password: PASSWORD });
    wentWithError(t, page, 'access_denied');
    const silent = await open(browser, DEMO.adminTool, { scope: 'courses:read', prompt: 'none' });
    wentWithError(t, silent, 'access_denied');
  });

  t.test('a consent form with no scope left ticked is access_denied [RFC 6749 §4.1.2.1]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, RUTH, DEMO.adminTool, { scope: 'courses:read orders:read' });
    wentWithError(t, await browser.submit(page, '/decision', { decision: 'allow', scope: [] }), 'access_denied');
    completed(t, await browser.get(requestOf(page)));
  });

  t.test(
    'the consent page says who asks, for what, where the code goes and for how long [ASVS 10.7.2, A1.18, W16]',
    async (t) => {
      const { consent, scopes } = textFor('en');
      const all = await afterSignIn(new Browser(app), RUTH, DEMO.adminTool, {
        scope: ['openid', 'profile', 'email', ...OPERATOR_SCOPES].join(' '),
      });
      // The pages escape what could be markup.
      const written = (text: string): string => text.replaceAll("'", '&#39;').replaceAll('&', '&');
      for (const scope of ['openid', 'profile', 'email', ...OPERATOR_SCOPES] as const)
        t.match(all.body, written(scopes[scope]));
      t.strictSame(ticksOf(all).sort(), [...OPERATOR_SCOPES].sort());
      t.match(all.body, 'Demo Admin Tool');
      t.match(all.body, textFor('en').client.madeBy({ school: 'Riverside Academy' }));
      t.match(all.body, RUTH);
      t.match(all.body, consent.atSchool({ role: 'Owner', school: 'Riverside Academy' }));
      t.match(all.body, consent.goesTo.loopback);
      t.match(all.body, '<code>127.0.0.1</code>');
      t.match(all.body, consent.loopbackWarning, 'another program may listen there');
      t.match(all.body, consent.lastsDays({ days: 90 }));
      t.match(all.body, consent.reachesApis({ host: new URL(BASE).host }), 'where it works');

      const portal = await afterSignIn(new Browser(app), ANA, DEMO.portal);
      t.match(portal.body, `${consent.goesTo.https}</p>\n<p><code>portal.riverside.example</code>`);
      t.notMatch(portal.body, consent.loopbackWarning);
      t.notMatch(portal.body, textFor('en').client.unreviewed);

      const vendor = await afterSignIn(new Browser(app), RUTH, VENDOR, READ_COURSES);
      t.match(vendor.body, textFor('en').client.vendor);
      t.match(vendor.body, '<code>claude.ai</code>');
    },
  );

  t.test(
    'a client that registered itself is marked as not reviewed, before and after sign-in [ASVS 10.4.7, W08]',
    async (t) => {
      const client = await register(app, '<b>Bank</b> & Co');
      const browser = new Browser(app);
      const start = await open(browser, client, { scope: 'openid', resource: undefined });
      t.match(start.body, textFor('en').client.unreviewed);
      const page = await browser.submit(start, '/sign-in', { email: ANA, password: PASSWORD });
      t.match(page.body, textFor('en').client.unreviewed);
      t.match(page.body, textFor('en').client.registeredItself);
      t.match(page.body, '&lt;b&gt;Bank&lt;/b&gt; &amp; Co');
      t.notMatch(page.body, '<b>Bank');
      t.match(page.body, textFor('en').consent.loopbackWarning);
    },
  );

  t.test(
    'a vendor client may use any loopback redirect URI, and the private-use scheme of its app [E-12]',
    async (t) => {
      const tool = { ...VENDOR, redirectUri: 'http://127.0.0.1:4711/any/path' };
      const left = await walkThrough(new Browser(app), await open(new Browser(app), tool, READ_COURSES));
      t.equal(left.status, 403, 'two browsers are not one');
      const browser = new Browser(app);
      const page = await walkThrough(browser, await open(browser, tool, READ_COURSES), { email: RUTH });
      leftByPage(t, page, tool.redirectUri);

      const cursor = { ...VENDOR, id: 'c_vendor_cursor', redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback' };
      const consent = await open(browser, cursor, READ_COURSES);
      t.match(consent.body, `${textFor('en').consent.goesTo.app}</p>\n<p><code>cursor</code>`);
      leftByPage(t, await browser.submit(consent, '/decision', { decision: 'allow' }), cursor.redirectUri);
      clock.advance(1000);
    },
  );
});
