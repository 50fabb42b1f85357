/**
 * Whether a page as it stands in Chromium is accessible, fits its window, is well-formed, light, and loads nothing from
 * elsewhere. With THOROUGH=on in every language, and in English in several widths and both colour schemes; with
 * THOROUGH=rotating half of the time in a second width, and half of the time in one of the others; without, in English, narrow and light.
 */
import axe from 'axe-core';
import { HtmlValidate, type Message } from 'html-validate';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import type { Test } from 'tap';
import { picture, visitor } from './chromium.ts';
import { isItsTurn } from './thorough.ts';

/** The locale of a browser for each language of the pages. */
export const LOCALES = { en: 'en-GB', de: 'de-AT', es: 'es-MX', ja: 'ja-JP', 'zh-Hant': 'zh-TW' } as const;
export type PageLanguage = keyof typeof LOCALES;

const OTHERS = Object.keys(LOCALES).length - 1;

/** The languages to check, with a browser's name for each. */
export const LANGUAGES: Readonly<Partial<Record<PageLanguage, string>>> = Object.fromEntries(
  Object.entries(LOCALES).filter((_, index) => index === 0 || isItsTurn(index - 1, 2 * OTHERS)),
);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of a page with everything that it loads. */
const MAX_BYTES = 35_000;

type Look = readonly [width: 360 | 768 | 1280, scheme: 'light' | 'dark'];
const NARROW: Look = [360, 'light'];
/** Every width and both colour schemes, but not every pair of them. */
const WIDER: readonly Look[] = [
  [768, 'light'],
  [1280, 'dark'],
];
const LOOKS: readonly Look[] = [NARROW, ...WIDER.filter((_, index) => isItsTurn(index, 2 * WIDER.length))];

/** Colours are the same in every language, and what fits a narrow window fits a wider one. */
const looksIn = (language: PageLanguage): readonly Look[] => (language === 'en' ? LOOKS : [NARROW]);

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Taste, not rules of HTML.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'prefer-native-element': 'off',
    'tel-non-breaking': 'off',
    // As HTML demands: the id of a heading can begin with a number.
    'valid-id': ['error', { relaxed: true }],
    // No script or style comes from another host.
    'require-sri': 'off',
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
  },
});

/** Passwords without the name of their account before them. Browsers take any other field there for the name. */
const OWNERLESS_PASSWORDS = `[...document.querySelectorAll('input[type=password]')].filter((password) => {
  const before = [...password.form.elements].slice(0, [...password.form.elements].indexOf(password));
  const texts = before.filter(({ type }) => type === 'text' || type === 'email');
  return !texts.at(-1)?.autocomplete.startsWith('username') && !texts.some(({ hidden, autocomplete }) => hidden && autocomplete === 'username');
}).map(({ id }) => id)`;

/** Buttons that a list of buttons could not tell apart, except in lists, tables and details, where the row or the summary names the subject. */
const NAMED_ALIKE = `(() => {
  const nameOf = (button) => (button.getAttribute('aria-labelledby')?.split(' ') ?? []).map((id) => document.getElementById(id)?.textContent).join(' ')
    || button.getAttribute('aria-label') || button.textContent.trim();
  const names = [...document.querySelectorAll('button')].filter((one) => one.closest('li, tr, dd, details, [inert]') === null).map(nameOf);
  return names.filter((name, index) => names.indexOf(name) !== index);
})()`;

export type Check = (name: string) => Promise<void>;

/** Somebody who reads our pages in one of the languages. */
export interface Reader {
  page: Page;
  context: BrowserContext;
  check: Check;
  language: PageLanguage;
}

/** Tells one story once in each of the languages to check; afterwards no policy may have been broken. */
export function inEveryLanguage(
  t: Test,
  browser: Browser,
  title: string,
  tell: (t: Test, reader: Reader) => Promise<void>,
): void {
  for (const [language, locale] of Object.entries(LANGUAGES) as [PageLanguage, string][]) {
    t.test(`in ${language}: ${title}`, async (t) => {
      const { page, context, violations } = await visitor(t, browser, { locale, reducedMotion: 'reduce' });
      await tell(t, { page, context, check: checker(t, page, language), language });
      t.strictSame(violations, [], 'no policy was broken');
    });
  }
}

/**
 * @param maxBytes what a page may weigh with all that it loads, pictures aside
 * @returns a check of the page as it stands; made before the page is opened, because it watches what is loaded
 */
export function checker(t: Test, page: Page, language: PageLanguage, maxBytes = MAX_BYTES): Check {
  const loaded = watch(page);
  return async (name) => {
    await page.waitForSelector('h1');
    t.equal(await page.getAttribute('html', 'lang'), language, `${name}: the language is named`);
    t.equal(
      await page.locator('script:not([src^="/assets/"]), [style], [onclick]').count(),
      0,
      `${name}: no script but our own, and no inline style`,
    );
    t.strictSame(loaded.elsewhere, [], `${name}: nothing is loaded from elsewhere`);
    t.strictSame(
      await page.evaluate(OWNERLESS_PASSWORDS),
      [],
      `${name}: a password manager learns whose password it is`,
    );
    t.strictSame(await page.evaluate(NAMED_ALIKE), [], `${name}: buttons of different forms have different names`);
    const document = await loaded.document();
    t.strictSame(await faultsOf(document), [], `${name}: html-validate finds nothing`);
    const bytes = Buffer.byteLength(document) + (await loaded.assets(page));
    t.ok(bytes <= maxBytes, `${name}: ${bytes} bytes with what it loads`);
    for (const [width, colorScheme] of looksIn(language)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      t.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${name}: fits ${width} px`);
      t.strictSame(await violationsOf(page), [], `${name}: axe finds nothing, ${colorScheme}, ${width} px`);
      await picture(page, `${name.replaceAll(/\W+/g, '-')}-${language}-${colorScheme}-${width}`);
    }
  };
}

/** The rule knows that boxes may share a name, and not that hidden values may. */
const isHidden = (document: string, { ruleId, offset }: Message): boolean =>
  ruleId === 'form-dup-name' && document.startsWith('<input type="hidden"', document.lastIndexOf('<', offset));

async function faultsOf(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document);
  return results
    .flatMap(({ messages }) => messages)
    .filter((message) => !isHidden(document, message))
    .map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`);
}

/** What the page and its windows load: the last document, the sizes of assets, and whatever is not ours. */
function watch(page: Page) {
  let last: Promise<string> = Promise.resolve('');
  const sizes = new Map<string, Promise<number>>();
  const elsewhere: string[] = [];
  page.on('response', (response: Response) => {
    const request = response.request();
    const type = response.headers()['content-type'] ?? '';
    if (request.isNavigationRequest()) {
      if (type.startsWith('text/html')) last = response.text().catch(() => '');
      return;
    }
    const { origin, pathname } = new URL(response.url());
    if (origin !== new URL(page.url()).origin) elsewhere.push(response.url());
    const isPicture = type.startsWith('image/');
    sizes.set(
      pathname,
      isPicture
        ? Promise.resolve(0)
        : response.body().then(
            (body) => body.length,
            () => 0,
          ),
    );
  });
  return {
    elsewhere,
    document: () => last,
    /** The page says what it loads; what it has loaded before is known from then. */
    async assets(of: Page): Promise<number> {
      const urls = await of
        .locator('script[src], link[rel=stylesheet]')
        .evaluateAll((elements) =>
          elements.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? ''),
        );
      const known = await Promise.all(urls.map((url) => sizes.get(url) ?? 0));
      return known.reduce((sum, size) => sum + size, 0);
    },
  };
}

/** At its end, where a bar that stays in the window hides nothing of the page. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] })`,
  )) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
