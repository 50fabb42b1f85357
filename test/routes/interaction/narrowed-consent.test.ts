/** What a person takes away on the consent page, and what becomes of a client that asks for it again. */
import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { LANGUAGES } from '../../../schema/text/language.ts';
import { BASE, testApp } from '../../support/app.ts';
import { Browser, type Page } from '../../support/browser.ts';
import {
  afterSignIn,
  isConsent,
  open,
  RUTH,
  ticksOf,
  VENDOR,
  wentWithCode,
  wentWithError,
} from '../../support/interaction.ts';
import { callTool, challenged } from '../../support/mcp.ts';
import {
  authorizeUrl,
  challengeOf,
  exchange,
  type Fields,
  makeVerifier,
  refresh,
  type TestClient,
  type Tokens,
} from '../../support/oauth-client.ts';

const { app } = await testApp(t);
const en = textFor('en');
const READS = 'openid courses:read orders:read';
const ALL = `${READS} courses:write`;
const VERIFIER = makeVerifier();
const asking = (scope: string): Fields => ({ scope, resource: BASE, code_challenge: challengeOf(VERIFIER) });
const fromAddressBar = { 'sec-fetch-site': 'none' };

async function redeem(page: Page, client: TestClient = VENDOR): Promise<Tokens> {
  const code = page.leavesFor?.searchParams.get('code') ?? '';
  return (await exchange(app, client, { code, verifier: VERIFIER, params: new URLSearchParams() })).json();
}

t.test(
  'view only leads to a step-up for exactly what is missing, which a person answers each time [A14.3]',
  async (t) => {
    const browser = new Browser(app);
    const first = await afterSignIn(browser, RUTH, VENDOR, asking(ALL));
    t.notMatch(first.body, en.consent.leftOut, 'nothing was left out before');
    const narrowed = await redeem(await browser.submit(first, '/decision', { decision: 'allow_read' }));
    t.equal(narrowed.scope, READS, 'in one click');
    challenged(t, await callTool(app, 'create_course', {}, { token: narrowed.access_token }), 403, 'courses:write');

    // SDK v2 and mcp-remote ask for what they have and what is missing, SDK v1 for what is missing alone.
    for (const scope of [ALL, 'courses:write']) {
      const page = await open(browser, VENDOR, asking(scope), fromAddressBar);
      t.ok(isConsent(page), `${scope}: never without a person`);
      t.match(page.body, 'Claude is asking again for what you left out');
      t.equal(page.body.split(en.consent.leftOut).length - 1, 1, 'the missing one is marked, and no other');
      t.notOk(ticksOf(page).includes('courses:write'), 'and is allowed by ticking it only');
      t.ok(isConsent(await open(browser, VENDOR, asking(scope), fromAddressBar)), 'however often it asks');
    }
    wentWithError(
      t,
      await open(browser, VENDOR, { ...asking('courses:write'), prompt: 'none' }, fromAddressBar),
      'consent_required',
    );
    wentWithCode(t, await open(browser, VENDOR, asking(READS), fromAddressBar), 'what is allowed needs no page');
  },
);

t.test('who refuses again: the client gets what remains, or access_denied, and keeps what it had', async (t) => {
  const browser = new Browser(app);
  const first = await afterSignIn(browser, RUTH, VENDOR, asking(ALL));
  const held = await redeem(await browser.submit(first, '/decision', { decision: 'allow_read' }));
  const again = () => open(browser, VENDOR, asking(ALL), fromAddressBar);
  t.equal((await redeem(await browser.submit(await again(), '/decision', { decision: 'allow' }))).scope, READS);
  wentWithError(t, await browser.submit(await again(), '/decision', { decision: 'deny' }), 'access_denied');
  const alone = await open(browser, VENDOR, asking('courses:write'), fromAddressBar);
  wentWithError(t, await browser.submit(alone, '/decision', { decision: 'allow' }), 'access_denied', 'nothing remains');
  t.equal((await callTool(app, 'list_courses', {}, { token: held.access_token })).status, 200);
  t.equal((await refresh(app, VENDOR, held.refresh_token)).json().scope, READS);

  const page = await again();
  const given = await browser.submit(page, '/decision', {
    decision: 'allow',
    scope: ['courses:read', 'orders:read', 'courses:write'],
  });
  t.equal((await redeem(given)).scope, ALL, 'and what is ticked is given');
  wentWithCode(t, await again(), 'then nothing is missing');
});

t.test('what was left out stays left out through requests for something else', async (t) => {
  const browser = new Browser(app);
  const first = await afterSignIn(browser, RUTH, VENDOR, { ...asking(READS), prompt: 'consent' });
  await browser.submit(first, '/decision', { decision: 'allow', scope: ['courses:read'] });
  const other = await open(browser, VENDOR, { ...asking('openid events:read'), prompt: 'consent' });
  await browser.submit(other, '/decision', { decision: 'allow' });
  const page = await open(browser, VENDOR, asking(READS), fromAddressBar);
  t.notOk(ticksOf(page).includes('orders:read'));
  t.match(page.body, en.consent.leftOut);
});

t.test('in a long consent, what was left out is marked, in every language', async (t) => {
  const many =
    'openid courses:read courses:write events:read events:write members:read orders:read coupons:read coupons:write';
  const { app: own } = await testApp(t);
  const browser = new Browser(own);
  const first = await afterSignIn(browser, RUTH, VENDOR, { ...asking(many), prompt: 'consent' });
  await browser.submit(first, '/decision', { decision: 'allow_read' });
  for (const language of LANGUAGES) {
    const { consent } = textFor(language);
    const url = authorizeUrl(VENDOR, VERIFIER, { ...asking(many), ui_locales: language });
    const page = await browser.get(url, fromAddressBar);
    t.match(page.body, consent.again({ app: 'Claude' }), language);
    t.equal(page.body.split(`(${consent.leftOut})`).length - 1, 3, 'once for each');
  }
});
