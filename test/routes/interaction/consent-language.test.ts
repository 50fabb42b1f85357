/** The consent page, shown in another language while the person decides. */
import t from 'tap';
import { OPERATOR_SCOPES } from '../../../schema/oauth/scope.ts';
import { LANGUAGES } from '../../../schema/text/language.ts';
import { BASE, testApp } from '../../support/app.ts';
import { Browser, type Page } from '../../support/browser.ts';
import { afterSignIn, open, RUTH, ticksOf, VENDOR } from '../../support/interaction.ts';
import { challengeOf, exchange, type Fields, makeVerifier } from '../../support/oauth-client.ts';

const verifier = makeVerifier();
const asking = (scope: string): Fields => ({ scope, resource: BASE, code_challenge: challengeOf(verifier) });
const ALL = asking('openid courses:read orders:read courses:write');
const fromAddressBar = { 'sec-fetch-site': 'none' };
const languageOf = ({ body }: Page): string | undefined => /<html lang="([^"]*)">/.exec(body)?.[1];

t.test('the page in another language keeps what was unticked, and ticks nothing', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  let page = await afterSignIn(browser, RUTH, VENDOR, ALL);
  for (const language of [...LANGUAGES.filter((one) => one !== 'en'), 'en']) {
    t.match(page.body, `form="decision" name="language" value="${language}"`);
    page = await browser.submit(page, '/decision', { scope: ['courses:read'], language });
    t.equal(languageOf(page), language);
    t.strictSame(ticksOf(page), ['courses:read']);
  }
  const answer = await browser.submit(page, '/decision', { decision: 'allow' });
  const code = answer.leavesFor?.searchParams.get('code') ?? '';
  const tokens = await exchange(app, VENDOR, { code, verifier, params: new URLSearchParams() });
  t.equal(tokens.json().scope, 'openid courses:read');

  const again = await open(browser, VENDOR, ALL, fromAddressBar);
  const linked = await browser.get(`${again.url}?unticked=courses%3Aread&unticked=nonsense`);
  t.strictSame(ticksOf(linked), [], 'what was left out is ticked by the person only');
});

t.test('a box that stands for several scopes stays as it was', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const page = await afterSignIn(browser, RUTH, VENDOR, asking(['openid', ...OPERATOR_SCOPES].join(' ')));
  const boxes = (attribute: string, { body }: Page): string[] =>
    [...body.matchAll(/name="whole" value="([^"]*)"( checked)?/g)]
      .filter(([, , checked = '']) => checked.endsWith(attribute))
      .map(([, name = '']) => name);
  const left = boxes('', page).slice(1);
  const german = await browser.submit(page, '/decision', { whole: left, language: 'de' });
  t.equal(languageOf(german), 'de');
  t.strictSame(boxes('checked', german), left);
});
