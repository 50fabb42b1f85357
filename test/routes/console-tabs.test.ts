/** A tab of a record leads to a page that has the record's name and tabs, and marks itself. */
import t from 'tap';
import { adminApp, CALLERS } from '../support/admin.ts';
import { linksOf, signedIn } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
/** A record, and one of its tabs. */
const TABS: readonly (readonly [record: string, name: string, tab: string])[] = [
  ['courses/crs_demo_knives', 'Knife Skills', 'courses/crs_demo_knives/outline'],
  ['courses/crs_demo_knives', 'Knife Skills', 'enrollments?courseId=crs_demo_knives'],
  ['courses/crs_demo_knives', 'Knife Skills', 'courses/crs_demo_knives/behind'],
  ['courses/crs_demo_knives', 'Knife Skills', 'comments?targetId=crs_demo_knives'],
  ['membership-plans/pln_demo_nature-season', 'Nature Season', 'subscriptions?planId=pln_demo_nature-season'],
  ['events/evt_demo_ask-a-botanist', 'Ask a Botanist', 'events/evt_demo_ask-a-botanist/registrations'],
  ['forms/frm_demo_riverside_write-to-us', 'Write to us', 'forms/frm_demo_riverside_write-to-us/form-submissions'],
];

t.test('a page that is a tab of a record has the name and the tabs of the record', async (t) => {
  const { app } = await adminApp(t);
  const ruth = await signedIn(app, CALLERS.owner.email);
  for (const [record, name, tab] of TABS) {
    const page = await ruth.get(`${ADMIN}/${tab}`);
    t.match(page.body, new RegExp(`<h1>${name}`), tab);
    t.match(page.body, `<a href="${ADMIN}/${tab}" aria-current="page">`, tab);
    t.ok(linksOf(page).includes(`${ADMIN}/${record}`), `${tab} leads to the record`);
  }
  for (const tab of ['courses/knife-skills/behind', 'events/ask-a-botanist/registrations'])
    t.match((await ruth.get(`${ADMIN}/${tab}`)).body, /class="tabs"[\s\S]*aria-current="page"/, `${tab}: by its slug`);
  t.equal((await ruth.get(`${ADMIN}/courses/no-such-course/behind`)).status, 404);
});
