/** The bar of a member's pages: what it leads to, and what it marks. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS } from '../support/admin.ts';
import { signedIn } from '../support/signed-in.ts';

const HOME = '/account/schools/riverside';
/** A page, and the entry of the bar that it belongs to. */
const PAGES: readonly (readonly [page: string, entry: string])[] = [
  ['', ''],
  ['/courses', ''],
  ['/courses/statistics-for-the-curious', ''],
  ['/courses/statistics-for-the-curious/lectures/lec_demo_statistics_2_2', ''],
  ['/courses/no-such-course', ''],
  ['/orders', '/orders'],
  ['/events', '/events'],
  ['/events/winter-twigs-walk', '/events'],
  ['/events/no-such-event', '/events'],
  ['/files', '/files'],
];

const entriesIn = (body: string): { href: string; isCurrent: boolean; label: string }[] => {
  const [, bar = ''] = /<nav aria-label="[^"]*">(.*?)<\/nav>/s.exec(body) ?? [];
  return [...bar.matchAll(/<li><a href="([^"]*)"( aria-current="page")?>(?:<svg.*?<\/svg>)?([^<]*)<\/a>/gs)].map(
    ([, href = '', current, label = '']) => ({ href, isCurrent: current !== undefined, label }),
  );
};

t.test('each page of a member has the same bar, which marks the page or the list that it is of', async (t) => {
  const { app } = await adminApp(t);
  const ana = await signedIn(app, CALLERS.member.email);
  const first = entriesIn((await ana.get(HOME)).body).map(({ href }) => href);
  t.strictSame(first.slice(0, 4), [HOME, `${HOME}/orders`, `${HOME}/events`, `${HOME}/files`]);
  for (const [page, entry] of PAGES) {
    const { body } = await ana.get(`${HOME}${page}`);
    const entries = entriesIn(body);
    t.match(body, /class="column area topped"/, page);
    t.strictSame(
      entries.map(({ href }) => href),
      first,
      `${page}: the same entries`,
    );
    t.strictSame(
      entries.filter(({ isCurrent }) => isCurrent).map(({ href }) => href),
      [`${HOME}${entry}`],
      `${page}: what is marked`,
    );
  }
});

t.test('each entry of the bar leads to a page, which leads back to the learning of the member', async (t) => {
  const { app } = await adminApp(t);
  const ana = await signedIn(app, CALLERS.member.email);
  for (const { href } of entriesIn((await ana.get(HOME)).body)) {
    const page = await ana.get(href);
    t.equal(page.status, 200, href);
    t.match(page.body, `href="${HOME}"`, `${href}: the way back`);
  }
});

t.test('the bar is in the language of the member, and its entries have different words', async (t) => {
  const { app } = await adminApp(t);
  for (const language of LANGUAGES) {
    const ana = await signedIn(app, CALLERS.member.email);
    await ana.get(`/language/${language}`);
    const labels = entriesIn((await ana.get(HOME)).body).map(({ label }) => label);
    t.equal(new Set(labels).size, labels.length, `${language}: ${labels.join(', ')}`);
    t.equal(labels[0], textFor(language).learning.pages.courses, language);
  }
});
