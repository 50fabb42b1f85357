/** Which operations of the admin API have a page. Pages of areas name theirs, so the table follows from the operations themselves. */
import t from 'tap';
import { adminApp, CALLERS } from '../support/admin.ts';
import { linksOf, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const ADMIN = '/admin/riverside';

/** Operations of pages that have a form of their own, with the page. */
const OWN_PAGES: Readonly<Record<string, string>> = {
  list_members: '/members',
  get_member: '/members/:member',
  invite_member: '/members/invite',
  resend_invitation: '/members/:member',
  suspend_member: '/members/:member/suspend',
  reinstate_member: '/members/:member/reinstate',
  change_role: '/members/:member/role',
  remove_member: '/members/:member/remove',
  get_school: '/settings',
  update_school: '/settings',
};

/** Operations without a page. The list shrinks as pages are added. */
const LEFT: readonly string[] = [
  'get_outline',
  'list_sections',
  'reorder_outline',
  'move_lecture',
  'create_section',
  'get_section',
  'update_section',
  'delete_section',
  'create_lecture',
  'get_lecture',
  'update_lecture',
  'delete_lecture',
  'list_member_courses',
  'get_enrollment_progress',
  'bulk_enroll_students',
  'update_member',
  'tag_members',
  'get_analytics_summary',
  'get_analytics_series',
  'get_lecture_analytics',
  'get_analytics_top_list',
  'list_refunds',
  'get_appearance',
  'update_appearance',
  'reset_appearance',
  'bulk_generate_coupons',
  'attach_digital_product_file',
  'detach_digital_product_file',
  'reorder_lecturers',
  'create_upload',
  'complete_upload',
  'delete_asset',
];

const namedIn = (body: string): string[] =>
  [...body.matchAll(/<td><code>([a-z_]+)<\/code><\/td>/g)].map(([, name = '']) => name);
const statesIn = (body: string): string[] =>
  [...(/<select id="status"[\s\S]*?<\/select>/.exec(body)?.[0] ?? '').matchAll(/value="([^"]*)"/g)].map(
    ([, value = '']) => value,
  );

t.test('every operation has a page, or is known to have none', async (t) => {
  const { app } = await adminApp(t);
  const ruth = await signedIn(app, CALLERS.owner.email);
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = async (path: string): Promise<string[]> => {
    if (seen.has(path)) return [];
    seen.add(path);
    const page = await ruth.get(path);
    t.equal(page.status, 200, path);
    for (const name of namedIn(page.body)) found.add(name);
    return linksOf({ body: page.body.slice(page.body.indexOf('<main')) });
  };
  /** Visits a list, what adds a row, and a row in each state with what can be done to it. */
  const walk = async (list: string, depth = 0): Promise<void> => {
    const { body } = await ruth.get(list);
    for (const state of ['', ...statesIn(body)]) {
      const links = await visit(state === '' ? list : `${list}?status=${state}`);
      const rows = links.filter(
        (href) => href.startsWith(`${list}/`) && !href.includes('?') && !/\/(?:new|export)$/.test(href),
      );
      if (links.includes(`${list}/new`)) await visit(`${list}/new`);
      for (const row of rows.slice(0, state === '' ? 3 : 2))
        for (const further of await visit(row)) {
          if (further.startsWith(`${row}/`) && /\/(?:registrations|form-submissions)$/.test(further) && depth === 0)
            await walk(further, 1);
          else if (further.startsWith(`${row}/`) && !/\/(?:registrations|form-submissions)$/.test(further))
            await visit(further);
        }
    }
  };
  const menu = linksOf(await ruth.get(ADMIN)).filter((href) =>
    /\/(?:courses|events|posts|orders|enrollments)$/.test(href),
  );
  t.equal(new Set(menu).size, 5, 'in the menu');
  for (const entry of new Set(menu)) {
    const beside = linksOf(await ruth.get(entry)).filter(
      (href) => /^\/admin\/riverside\/[a-z-]+$/.test(href) && !OTHERS.test(href),
    );
    for (const list of new Set([entry, ...beside])) await walk(list);
  }
  const names = app.school.catalogue.map(({ name }) => name);
  const without = names.filter((name) => !found.has(name) && OWN_PAGES[name] === undefined);
  t.strictSame(without, LEFT, 'without a page');
  for (const name of Object.keys(OWN_PAGES)) t.notOk(found.has(name), `${name} has a page of an area`);
  t.comment(
    `${found.size} by areas, ${Object.keys(OWN_PAGES).length} by pages of their own, ${without.length} of ${names.length} left`,
  );
});

/** Entries of the menu that are no areas. */
const OTHERS = /\/(?:audit|look|settings|members|applications|connections|reviews|connect|webhooks|accounts)$/;
