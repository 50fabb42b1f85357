/** What a session that is an hour old can do at our pages: nothing that sends data away, gives rights, or is seen by strangers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { addAdmin, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { type Browser, formsOf, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { DEMO } from '../support/oauth-client.ts';
import { PAGE_DEEDS, type PageDeed } from '../support/page-deeds.ts';
import { png } from '../support/pictures.ts';
import { routesOf } from '../support/routes.ts';
import { PASSWORD } from '../support/settings.ts';
import { signedIn } from '../support/signed-in.ts';
import { addEndpoint } from '../support/webhooks.ts';

const RUTH = 'ruth@riverside.example';
const ADMIN = '/admin/riverside';
const HOUR = 3_600_000;

/** How a person sees that nothing goes on without the password. */
const asksForPassword = ({ body }: Page): boolean => /<main[\s\S]*<input [^>]*type="password"/.test(body);

async function world(t: Parameters<typeof testApp>[0]) {
  const file = databaseFile(t);
  const env = { PLATFORM_OPERATORS: RUTH, SECOND_FACTOR: 'off' };
  const made = await testApp(t, { databaseUrl: file.url, env, housekeeping: false });
  await addAdmin(made.app);
  const { id: webhook } = await addEndpoint(made.app, RIVERSIDE.id, 'https://hooks.example/');
  const ruth = await signedIn(made.app, RUTH);
  const admin = `${ADMIN}/webhooks/${webhook}`;
  await ruth.submit(await ruth.get(admin), `${admin}/disable`);
  const suspend = `${ADMIN}/members/${CALLERS.staff.id}/suspend`;
  await ruth.submit(await ruth.get(suspend), suspend, { password: PASSWORD });
  // Staff have fewer rights than by default, so that the default gives some back.
  await file.run("update sites set staff_scope = 'courses:read' where id = ?", RIVERSIDE.id);
  return { ...made, file, ruth, webhook };
}

type World = Awaited<ReturnType<typeof world>>;

const pathOf = (path: string, { webhook }: World): string =>
  path
    .replace('/platform/schools/:school', '/platform/schools/riverside')
    .replace(':school', 'riverside')
    .replace(':member/reinstate', `${CALLERS.staff.id}/reinstate`)
    .replace(':member/ownership', `${CALLERS.admin.id}/ownership`)
    .replace(':member', CALLERS.instructor.id)
    .replace(':role', 'staff')
    .replace(':level', 'off')
    .replace(':policy', 'nothing')
    .replace(':person', CALLERS.instructor.id)
    .replace(':application', DEMO.portal.id)
    .replace(':webhook', webhook);

/** Fields of the form on the page, where it has hidden ones that say what was seen. */
const EDITS: Readonly<Record<string, Record<string, string>>> = {
  '/admin/:school/webhooks/:webhook/edit': { url: 'https://elsewhere.example/' },
  '/admin/:school/applications/:application/edit': { redirect_uris: 'https://elsewhere.example/callback' },
};

async function send(ruth: Browser, path: string, at: string, { fields = [], file }: PageDeed): Promise<Page> {
  const edit = EDITS[path];
  if (edit !== undefined) return ruth.submit(await ruth.get(at), at, edit);
  const page = await ruth.get(
    file === undefined
      ? ADMIN
      : at.replace(/(?:\/logo)?\/upload$/, (end) => (path.includes('/look') ? '' : end.replace('/upload', ''))),
  );
  if (file !== undefined) return ruth.submitFile(page, at, { name: file, bytes: png(64, 64) });
  const csrf =
    formsOf(page.body)
      .flatMap((form) => form.fields)
      .find(([name]) => name === 'csrf')?.[1] ?? '';
  const seen: [string, string][] = path.endsWith('/settings/staff') ? [['seen', 'courses:read']] : [];
  return ruth.post(at, [['csrf', csrf], ...seen, ...fields]);
}

t.test('every form of a signed-in person says what it does, or why it does nothing of the kind', async (t) => {
  const { app } = await testApp(t, { env: { PLATFORM_OPERATORS: RUTH } });
  const forms = routesOf(app)
    .filter(({ method, path }) => method === 'POST' && /^\/(?:account|admin|approvals|platform)\//.test(path))
    .map(({ path }) => path)
    .filter((path) => path !== '/account/graphql');
  t.strictSame(Object.keys(PAGE_DEEDS).sort(), forms.sort(), 'a new form has to be added here');
  for (const [path, deed] of Object.entries(PAGE_DEEDS)) {
    if (typeof deed === 'string') t.match(deed, / .* /, path);
    else if (deed.shownIn !== undefined) {
      const test = readFileSync(join(import.meta.dirname, '..', deed.shownIn), 'utf8');
      t.match(test, /'(?:not the password|not this)'|the password is not enough/, `${path}: ${deed.shownIn}`);
    }
  }
});

t.test('each sensitive form asks for the password when the sign-in was an hour ago', async (t) => {
  const made = await world(t);
  const { clock, file, ruth } = made;
  clock.advance(HOUR);
  const events = () =>
    file.rows("select event, target from audit_events where event not in ('sign_in_failed') order by id");
  for (const [path, deed] of Object.entries(PAGE_DEEDS)) {
    if (typeof deed === 'string' || deed.shownIn !== undefined) continue;
    const before = await events();
    const page = await send(ruth, path, pathOf(path, made), deed);
    t.ok([200, 400, 429].includes(page.status), `${path}: ${page.status} at ${page.url}`);
    t.ok(asksForPassword(page), `${path} asks for the password`);
    t.strictSame(await events(), before, `${path} did nothing yet`);
  }
});

t.test('what everybody sees is saved with the password, and without it shortly after a sign-in', async (t) => {
  const { app, clock, ruth } = await world(t);
  const nameOf = async () => (await app.school.settings.find(RIVERSIDE.id))?.name;
  const save = async (name: string) => ruth.submit(await ruth.get(`${ADMIN}/look`), '/look/name', { name });
  await save('At once');
  t.equal(await nameOf(), 'At once');
  clock.advance(HOUR);
  const asked = await save('An hour later');
  t.equal(await nameOf(), 'At once');
  t.equal((await ruth.submit(asked, '/look/name', { password: 'wrong' })).status, 400);
  t.equal(await nameOf(), 'At once');
  await ruth.submit(asked, '/look/name', { password: PASSWORD });
  t.equal(await nameOf(), 'An hour later');
});
