// slow, sqlite
/** The public pages of a school in a real browser: accessible, narrow, light, and safe whatever a school writes. */
import * as fc from 'fast-check';
import t, { type Test } from 'tap';
import type { SchoolContent } from '../../db/school/school-content.ts';
import { schoolText } from '../../routes/pages/school/school-text.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { checker } from '../support/accessible-page.ts';
import { course, DAY, event, times } from '../support/account.ts';
import { testApp } from '../support/app.ts';
import { launch, noChromium, visitor } from '../support/chromium.ts';
import { holds } from '../support/property.ts';
import { IS_THOROUGH } from '../support/thorough.ts';

t.setTimeout(480_000);

/** One of each kind, and of those whose words are ours. */
const PAGES = [
  '',
  '/courses',
  '/courses/dyeing-with-plants',
  '/courses/dyeing-with-plants/lectures/lec_demo_natural-dyes_1_1',
  '/events',
  '/past-events',
  '/events/evening-with-an-editor',
  '/posts',
  '/posts/three-clouds-before-rain',
  '/pages/about-the-school',
  '/nothing',
];
const OUR_WORDS = new Set(['', '/courses/dyeing-with-plants', '/events/evening-with-an-editor']);

const LISTS = ['/courses', '/events', '/past-events', '/posts'];

t.test('the public pages of a school in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { app, clock } = await testApp(t);
  await app.school.content.add(RIVERSIDE.id, manyOfEach(clock.now));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const address = (path: string): string => `${origin}/schools/riverside${path}`;

  async function set(changes: { locale: string } | { status: 'active' | 'paused' }): Promise<void> {
    const seen = (await app.school.settings.find(RIVERSIDE.id))?.updatedAt ?? 0;
    const event = { event: 'resource_changed', at: clock.now, siteId: RIVERSIDE.id, target: 'school' } as const;
    t.ok(await app.school.settings.update(RIVERSIDE.id, { ...changes, updatedAt: seen + 1 }, seen, event));
  }
  async function isOpen(open: boolean): Promise<void> {
    const site = await app.school.sites.bySlug('riverside');
    if (site === undefined) throw new Error('there is no school');
    t.ok(await (open ? app.school.schools.reopen : app.school.schools.close)(site, { name: 'test' }));
  }

  for (const language of LANGUAGES) {
    const isBrief = language !== 'en' && !IS_THOROUGH;
    const visit = async (t: Test) => {
      await set({ locale: language });
      const { page, violations } = await visitor(t, browser, { reducedMotion: 'reduce' });
      const check = checker(t, page, language);
      return {
        page,
        async check(name: string): Promise<void> {
          t.equal(await page.locator('script').count(), 0);
          await check(`school ${name}`);
          t.strictSame(violations, [], 'no policy was broken');
        },
      };
    };

    t.test(
      `in ${language}: they are accessible, fit a narrow window and have no script [WCAG 2.2 AA, D5]`,
      async (t) => {
        const { page, check } = await visit(t);
        for (const path of PAGES) {
          if (isBrief && !OUR_WORDS.has(path)) continue;
          await page.goto(address(path));
          await check(path);
        }
      },
    );

    t.test(
      `in ${language}: so are the pages of lists, and what stands for a closed school [WCAG 2.2 AA, D5]`,
      async (t) => {
        const { page, check } = await visit(t);
        for (const path of isBrief ? LISTS.slice(0, 1) : LISTS) {
          await page.goto(address(path));
          await page.locator('a[rel=next]').click();
          await check(`${path} second page`);
          t.equal(await page.locator('a[rel=prev], a[rel=next]').count(), 2, 'it leads in both directions');
          if (isBrief || path !== '/courses') continue;
          while ((await page.locator('a[rel=next]').count()) > 0) await page.locator('a[rel=next]').click();
          await check(`${path} last page`);
        }
        await set({ status: 'paused' });
        t.equal((await page.goto(address('/courses')))?.status(), 200);
        if (!isBrief) await check('paused');
        await set({ status: 'active' });
        await isOpen(false);
        t.equal((await page.goto(address('/posts/none')))?.status(), 410);
        await check('closed');
        await isOpen(true);
      },
    );
  }
});

/** Lists of three pages. */
function manyOfEach(now: number): SchoolContent {
  const ids = times(45, (n) => `${n}-of-many`);
  return {
    courses: ids.map((id) => course(`crs-${id}`, { createdAt: now })),
    events: ids.flatMap((id) => [event(`next-${id}`, now + DAY), event(`past-${id}`, now - 9 * DAY)]),
    posts: ids.map((id) => ({
      ...{ id: `post-${id}`, slug: `post-${id}`, title: `Post ${id}`, bodyMarkdown: 'Text', authorId: 'usr_demo_ruth' },
      ...{ visibility: 'public', status: 'published', publishAt: now - DAY, createdAt: now, updatedAt: now },
    })),
  };
}

const CONTEXT = { label: 'Title', base: '/schools/a' as const, baseUrl: 'https://id.example' };
const ELEMENTS = new Set(
  'a blockquote br code del div em h2 h3 h4 hr li ol p pre strong table tbody td th thead tr ul'.split(' '),
);
const ATTRIBUTES = new Set(['class', 'dir', 'href', 'rel', 'role', 'aria-label', 'tabindex', 'scope', 'start']);
const REL = 'nofollow ugc noopener noreferrer';

/** What people try. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><b onclick="',
  '</div></main>',
  '<!--',
  '-->',
  '<![CDATA[',
  '<form action="/sign-out" method="post"><button>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt&colon;alert(1))',
  '[a](java\nscript:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](data:text/html,<script>)',
  '[a](vbscript:x)',
  '[a](/sign-out)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](https://id.example/oauth/authorize?client_id=x)',
  '[a](https://id.example:443/oauth/authorize)',
  '[a](https://ID.EXAMPLE./oauth/authorize)',
  '[a](http://id.example/)',
  '[a](https://user:pw@id.example/)',
  '[a](https://id.example/schools/a/../../account)',
  '[a](/courses/../../account)',
  '[a](https://fine.example/"onmouseover="alert(1))',
  '[a](/courses/fine)',
  '[a](https://fine.example/path?q=1&r=2#x "title" onload=)',
  '<https://fine.example>',
  '<javascript:alert(1)>',
  'https://id.example/account',
  'www.id.example/x',
  'someone@fine.example',
  '[x]: javascript:alert(1)',
  '[x]',
  '![i](https://spy.example/x.png)',
  '![i](javascript:x)',
  '`<b>`',
  '```html\n<script>\n```',
  '~~~',
  '# ',
  '## ',
  '| a | b |\n|-|-|\n| <i> | [a](javascript:x) |',
  '> ',
  '- ',
  '1. ',
  '    ',
  '\n',
  '\n\n',
  '\0',
  '\u202e',
  '\ud800',
  '**',
  '_',
  '~~',
];

interface Element {
  name: string;
  attributes: [string, string][];
  /** Where the browser would go. */
  target: string | null;
}

t.test(
  'the text of a school has no markup but ours, and no link to other pages of the server [W22]',
  {
    skip: noChromium,
  },
  async (t) => {
    const browser = await launch(t);
    const { page } = await visitor(t, browser);
    await page.goto('about:blank');
    /** As a real parser takes them, in a page of the server. */
    const parse = (texts: readonly string[]): Promise<Element[][]> =>
      page.evaluate(
        `${JSON.stringify(texts)}.map((text) => {
        const document = new DOMParser().parseFromString('<base href="https://id.example/schools/a"><main>' + text + '<aside></aside></main>', 'text/html');
        if (document.querySelector('body > main > aside:last-child') === null) return [{ name: 'escaped', attributes: [], target: null }];
        return [...document.querySelectorAll('main *:not(aside)')].map((one) => ({
          name: one.localName,
          attributes: [...one.attributes].map(({ name, value }) => [name, value]),
          target: one.href ?? null,
        }));
      })`,
      );
    const faultsOf = ({ name, attributes, target }: Element): string[] => [
      ...(ELEMENTS.has(name) ? [] : [`<${name}>`]),
      ...attributes.filter(([attribute]) => !ATTRIBUTES.has(attribute)).map(([attribute]) => `${name} ${attribute}`),
      ...(name === 'a' && attributes.find(([attribute]) => attribute === 'rel')?.[1] !== REL ? ['a without rel'] : []),
      ...(target === null || isAllowed(target) ? [] : [`a to ${target}`]),
    ];
    const isAllowed = (target: string): boolean => {
      const { protocol, hostname, pathname, username } = new URL(target);
      if (protocol === 'mailto:') return true;
      const isHere = /^id\.example\.?$/i.test(hostname);
      return (
        ['http:', 'https:'].includes(protocol) &&
        username === '' &&
        (!isHere || (protocol === 'https:' && pathname.startsWith('/schools/')))
      );
    };
    const pieces = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
        fc.string({ maxLength: 8 }),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 14 },
    );
    let links = 0;
    await holds(
      t,
      fc.asyncProperty(fc.array(pieces, { minLength: 20, maxLength: 20 }), async (texts) => {
        const made = texts.map((text) => schoolText(text.join(''), CONTEXT).markup.toString());
        const parsed = await parse(made.map((one) => one.toWellFormed()));
        links += parsed.flat().filter(({ target }) => target !== null).length;
        const faults = parsed.flatMap((elements, at) =>
          elements.flatMap(faultsOf).map((fault) => `${fault} of ${JSON.stringify(texts[at]?.join(''))}`),
        );
        if (faults.length > 0) throw new Error(faults.join('\n'));
      }),
      { runs: 100 },
    );
    t.ok(links > 100, `${links} links were left`);
    const each = await parse(HOSTILE.map((one) => schoolText(one, CONTEXT).markup.toString().toWellFormed()));
    t.strictSame(each.flat().flatMap(faultsOf), [], 'each alone');
  },
);
