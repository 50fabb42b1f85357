// slow, sqlite
/**
 * Whoever can press *Allow* has had all that it allows on the screen: every permission, where the answer goes, and every
 * warning. It is computed from what a real Chromium shows of the page, not from how the page is built.
 */
import type { Browser, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { IDENTITY_SCOPES, OPERATOR_SCOPES, SCOPES, type Scope } from '../../schema/oauth/scope.ts';
import { LOCALES, type PageLanguage } from '../support/accessible-page.ts';
import {
  authorizeUrl,
  clientApp,
  launch,
  noChromium,
  picture,
  registerClient,
  signIn,
  visitor,
} from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';
import { IS_THOROUGH } from '../support/thorough.ts';

t.setTimeout(600_000);

const RUTH = 'ruth@riverside.example';
const SUBMIT = 'main form button.primary';
const WEB = 'https://portal.riverside.example/callback';
/** The longest name that a client may give itself, without a place to break it. */
const LONG_NAME = 'Lernplan'.repeat(8).slice(0, 60);

const WINDOWS = [
  [1366, 768],
  [1280, 720],
  [1280, 800],
  [1024, 600],
  [375, 667],
  [390, 844],
  [320, 568],
  [1440, 900],
  [1920, 1080],
] as const;

const LANGUAGES_HERE = IS_THOROUGH ? (Object.keys(LOCALES) as PageLanguage[]) : (['en', 'de', 'ja'] as const);

interface Asking {
  readonly what: string;
  readonly clientId: string;
  readonly callback: string;
  readonly scopes: readonly Scope[];
  /** Whether nobody reviewed the app. */
  readonly isUnknown: boolean;
}

/** What has to be seen before the button can be pressed, in the words of the page. */
function toBeSeen({ scopes, callback, isUnknown }: Asking, name: string, language: PageLanguage): string[] {
  const { consent, scopes: sentences } = textFor(language);
  const isLoopback = callback.startsWith('http://127.0.0.1');
  const target = isLoopback ? [consent.goesTo.loopback, consent.loopbackWarning] : [consent.goesTo.https];
  return [
    ...scopes.map((scope) => sentences[scope]),
    ...target,
    new URL(callback).hostname,
    ...(isUnknown ? [consent.warning({ app: name })] : []),
  ];
}

/**
 * Scrolls through the page, and looks at each step at which the button can be pressed for sentences that are not shown at
 * all, are below the window, or are covered by something.
 */
const LOOK = `(sentences) => {
  const allow = document.querySelector('button[value=allow]');
  const texts = [];
  for (const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(walker.currentNode);
  const rectsOf = (sentence) => texts.filter((text) => text.data.trim().startsWith(sentence)).flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].map((rect) => ({ rect, by: text.parentElement }));
  });
  const shownAt = (x, y, by) => { const top = document.elementFromPoint(x, y); return top !== null && (by.contains(top) || top.contains(by)); };
  const isPressable = () => {
    const rect = allow.getBoundingClientRect();
    const top = Math.max(rect.top, 0), bottom = Math.min(rect.bottom, innerHeight);
    return bottom - top >= 1 && allow.contains(document.elementFromPoint((rect.left + rect.right) / 2, (top + bottom) / 2));
  };
  const problems = new Set();
  let steps = 0;
  const end = document.documentElement.scrollHeight - innerHeight;
  for (let y = 0; ; y = Math.min(y + 23, end)) {
    scrollTo(0, y);
    if (isPressable()) {
      steps += 1;
      for (const sentence of sentences) {
        const rects = rectsOf(sentence);
        if (rects.length === 0) problems.add('never: ' + sentence);
        for (const { rect, by } of rects) {
          if (rect.bottom > innerHeight + 1) problems.add('below: ' + sentence);
          else if (rect.top >= 0 && !shownAt((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2, by)) problems.add('covered: ' + sentence);
        }
      }
    }
    if (y >= end) break;
  }
  scrollTo(0, 0);
  return { steps, problems: [...problems].slice(0, 5) };
}`;

/** Ruth makes an application that may have everything, and goes to a website or a program on this computer. @returns its id */
async function makeApplication(page: Page, origin: string, callback: string): Promise<string> {
  await page.goto(`${origin}/admin/riverside/applications/new`);
  await page.fill('#name', 'Practice diary');
  await page.fill('#redirect_uris', callback);
  await page.evaluate(`document.querySelectorAll('input[name=scope]').forEach((box) => { box.checked = true; })`);
  await page.click(SUBMIT);
  return page.inputValue('#client_id');
}

async function lookEverywhere(t: Test, page: Page, sentences: readonly string[], name: string): Promise<void> {
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const seen = (await page.evaluate(`(${LOOK})(${JSON.stringify(sentences)})`)) as {
        steps: number;
        problems: string[];
      };
      t.ok(seen.steps > 0, `${name}, ${width}×${height}, ${colorScheme}: the button can be pressed`);
      t.strictSame(seen.problems, [], `${name}, ${width}×${height}, ${colorScheme}: everything was seen before`);
    }
  }
}

t.test('the consent page in many windows', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin } = await startServer(t);
  const app = await clientApp(t);
  const { page: ruth, context } = await visitor(t, browser);
  await ruth.goto(`${origin}/admin/riverside`);
  await signIn(ruth, RUTH);
  const own = {
    web: await makeApplication(ruth, origin, WEB),
    loopback: await makeApplication(ruth, origin, app.callback),
  };
  const unknown = await registerClient(origin, app.callback, LONG_NAME);
  const { cookies } = await context.storageState();

  const five: readonly Scope[] = [...IDENTITY_SCOPES, 'account:read', 'account:write'];
  const ofOperators = SCOPES.filter((scope) => !scope.startsWith('account:'));
  const ownApp = { isUnknown: false };
  const askings: readonly Asking[] = [
    { what: 'one permission', clientId: own.web, callback: WEB, scopes: ['account:read'], ...ownApp },
    { what: 'five permissions', clientId: own.loopback, callback: app.callback, scopes: five, ...ownApp },
    { what: 'all permissions', clientId: own.web, callback: WEB, scopes: SCOPES, ...ownApp },
    {
      what: 'all permissions for a program',
      clientId: own.loopback,
      callback: app.callback,
      scopes: SCOPES,
      ...ownApp,
    },
    {
      what: 'one for an unknown program',
      clientId: unknown,
      callback: app.callback,
      scopes: ['courses:write'],
      isUnknown: true,
    },
    {
      what: 'much for an unknown program',
      clientId: unknown,
      callback: app.callback,
      scopes: ofOperators,
      isUnknown: true,
    },
  ];
  const urlOf = ({ clientId, callback, scopes }: Asking): string =>
    authorizeUrl(origin, { clientId, callback, scope: scopes.join(' '), more: { prompt: 'consent' } });

  for (const language of LANGUAGES_HERE) {
    t.test(`in ${language}: nothing is out of sight when Allow can be pressed`, async (t) => {
      const { page, context: visit } = await visitor(t, browser, {
        locale: LOCALES[language],
        reducedMotion: 'reduce',
      });
      await visit.addCookies(cookies);
      for (const asking of askings) {
        await page.goto(urlOf(asking));
        await page.waitForSelector('button[value=allow]');
        await page.waitForLoadState('load');
        const name = asking.isUnknown ? LONG_NAME : 'Practice diary';
        await lookEverywhere(t, page, toBeSeen(asking, name, language), asking.what);
        for (const [width, height] of [
          [1366, 768],
          [390, 844],
        ] as const) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme: 'light' });
          await picture(page, `in-sight-${asking.what.replaceAll(' ', '-')}-${language}-${width}`);
        }
      }
    });
  }

  t.test('no address opens the page further down', async (t) => {
    const { page, context: visit } = await visitor(t, browser, { viewport: { width: 390, height: 664 } });
    await visit.addCookies(cookies);
    const asking = askings[3] as Asking;
    for (const fragment of [
      '',
      '#decision',
      '#content',
      '#:~:text=View%20only',
      `#:~:text=${encodeURIComponent(textFor('en').consent.always)}`,
    ]) {
      // A new document each time, not a step within the one before.
      await page.goto('about:blank');
      await page.goto(urlOf(asking) + fragment);
      await page.waitForLoadState('load');
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      t.ok(Number(await page.evaluate('scrollY')) < 100, fragment);
    }
  });

  t.equal(OPERATOR_SCOPES.length + IDENTITY_SCOPES.length + 2, SCOPES.length, 'all permissions are all');
});
