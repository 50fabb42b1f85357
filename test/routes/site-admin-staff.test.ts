import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS } from '../support/admin.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const HOME = '/admin/riverside';
const FOR_MANAGERS = [
  '/audit',
  '/settings',
  '/webhooks',
  '/applications',
  '/reviews',
  '/connect',
  '/connections/end-all',
];

t.test('a page for owners and administrators tells staff who may use it, with a link back [D2]', async (t) => {
  const { app } = await adminApp(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  for (const path of FOR_MANAGERS) {
    const page = await staff.get(HOME + path);
    t.equal(page.status, 403, path);
    t.match(said(page), /Only owners and administrators can use this page.*Your role: Staff Go to school admin/, path);
    t.notMatch(said(page), 'has no role for managing the school', path);
    t.ok(linksOf(page).includes(HOME), path);
    t.notMatch(page.body, 'aria-current="page"', `${path}: it is none of the pages in the menu`);
  }
  const member = await signedIn(app, CALLERS.member.email);
  t.match(said(await member.get(`${HOME}/audit`)), 'has no role for managing the school');
});

t.test('the page that refuses staff is written in every language [E-40]', async (t) => {
  const { app } = await adminApp(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  for (const language of LANGUAGES) {
    const { message } = textFor(language);
    const page = await staff.get(`${HOME}/audit`, { 'accept-language': language });
    t.match(said(page), message.managers_only.title);
  }
});

t.test('the overview offers staff no more than their role allows [D2]', async (t) => {
  const { app } = await adminApp(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  const overview = await staff.get(HOME);
  t.match(said(overview), 'connected apps');
  t.notMatch(said(overview), /tool calls|Audit log|invitation/);
  for (const href of linksOf(overview).filter((link) => link.startsWith(`${HOME}/`))) {
    t.equal((await staff.get(href)).status, 200, href);
  }
  const owner = await signedIn(app, CALLERS.owner.email);
  t.match(said(await owner.get(HOME)), /Latest Audit log.*tool calls/s);
  const unused = 'value="c_demo_portal"';
  t.match((await owner.get(`${HOME}/connections`)).body, unused);
  t.notMatch((await staff.get(`${HOME}/connections`)).body, unused, 'applications that nobody uses are the managers’');
});
