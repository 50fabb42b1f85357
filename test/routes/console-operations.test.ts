/**
 * Which operations of the admin API have a page, and that each is found within three clicks. Pages name their operations, so the
 * table follows from the pages themselves.
 */
import t from 'tap';
import { adminApp, CALLERS } from '../support/admin.ts';
import { formsOf, type Page } from '../support/browser.ts';
import { linksOf, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const ADMIN = '/admin/riverside';
const MOST_CLICKS = 3;

/** Operations of pages that have a form of their own, with the page or the form. */
const OWN_PAGES: Readonly<Record<string, string>> = {
  list_members: '/members',
  get_member: '/members/:member',
  list_member_courses: '/members/:member',
  invite_member: '/members/invite',
  resend_invitation: '/members/:member/invite-again',
  suspend_member: '/members/:member/suspend',
  reinstate_member: '/members/:member/reinstate',
  change_role: '/members/:member/role',
  remove_member: '/members/:member/remove',
  get_school: '/settings',
  update_school: '/settings',
  get_appearance: '/look',
  update_appearance: '/look',
  reset_appearance: '/look/reset',
};

/** Operations without a page. */
const LEFT: readonly string[] = [];

/** Of a page, rows that are alike. */
const ALIKE = 5;
/** Pages that lead to no operation but their own. */
const LEADS_NOWHERE =
  /\/(?:audit|applications|connections|reviews|connect|webhooks|accounts|branding)(?:$|[/?])|\/export|[?&](?:before|after|done)=/;

const namedIn = ({ body }: Page): string[] =>
  [...body.matchAll(/<tr><td>([a-z_]+)<\/td><td>[A-Z]+ \/api\//g)].map(([, name = '']) => name);
/** A list as it is with each state: to choose one is no click. */
const statesIn = ({ body }: Page): string[] =>
  [...(/<select id="status"[\s\S]*?<\/select>/.exec(body)?.[0] ?? '').matchAll(/value="([^"]+)"/g)].map(
    ([, value = '']) => value,
  );

t.test('every operation has a page, which is found within three clicks from the overview', async (t) => {
  const { app } = await adminApp(t);
  const ruth = await signedIn(app, CALLERS.owner.email);
  /** The clicks to each operation that a page names, and to each path that a link or a form has. */
  const operations = new Map<string, number>();
  const paths = new Map<string, number>();
  const note = (map: Map<string, number>, key: string, clicks: number) =>
    map.set(key, Math.min(clicks, map.get(key) ?? 9));

  const visit = async (path: string, clicks: number): Promise<string[]> => {
    const page = await ruth.get(path);
    t.equal(page.status, 200, path);
    for (const name of namedIn(page)) note(operations, name, clicks);
    for (const { action } of formsOf(page.body)) note(paths, action.split('?')[0] ?? '', clicks);
    const links = linksOf(page).filter((href) => href.startsWith(ADMIN));
    for (const href of links) note(paths, href.split('?')[0] ?? '', clicks + 1);
    const states = path.includes('?') ? [] : statesIn(page);
    const further = await Promise.all(states.map((state) => ruth.get(`${path}?status=${state}`)));
    return [links, ...further.map(linksOf)]
      .map((all) => all.filter((href) => !LEADS_NOWHERE.test(href)))
      .flatMap(fewOf);
  };
  const seen = new Set<string>();
  let next = [ADMIN];
  for (let clicks = 0; clicks <= MOST_CLICKS; clicks += 1) {
    const found: string[] = [];
    for (const path of next) {
      if (seen.has(path)) continue;
      seen.add(path);
      found.push(...(await visit(path, clicks)));
    }
    next = [...new Set(found)].filter((href) => href.startsWith(ADMIN) && !seen.has(href));
  }

  const patternOf = (path: string) => new RegExp(`^${ADMIN}${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  for (const [name, path] of Object.entries(OWN_PAGES)) {
    const clicks = Math.min(9, ...[...paths].filter(([one]) => patternOf(path).test(one)).map(([, count]) => count));
    t.ok(clicks <= MOST_CLICKS, `${name} at ${path}: ${clicks} clicks`);
  }
  const names = app.school.catalogue.map(({ name }) => name);
  const without = names.filter((name) => !operations.has(name) && OWN_PAGES[name] === undefined);
  t.strictSame(without, LEFT, 'without a page');
  t.comment(`${operations.size} by areas, ${Object.keys(OWN_PAGES).length} by pages of their own, of ${names.length}`);
});

/** Some of the links that differ only in their last part. */
function fewOf(links: readonly string[]): string[] {
  const groups = Map.groupBy(new Set(links), (href) => href.slice(0, href.lastIndexOf('/')));
  return [...groups].flatMap(([above, alike]) => (above === ADMIN ? alike : alike.slice(0, ALIKE)));
}
