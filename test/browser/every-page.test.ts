// sqlite
/** Every address that answers with a page is opened in Chromium, also one that is added and forgotten by every other file. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { inEveryLanguage, violationsOf } from '../support/accessible-page.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { authorizeUrl, clientApp, launch, noChromium, visitor } from '../support/chromium.ts';
import { documentHost } from '../support/document-host.ts';
import { freePort, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { addPasskey, device } from '../support/passkey-device.ts';
import { routesOf } from '../support/routes.ts';
import { IS_THOROUGH } from '../support/thorough.ts';

t.setTimeout(1_200_000);

const RUTH = 'ruth@riverside.example';
const ADMIN = '/admin/riverside';
/** Programs read what is below, and nobody looks at it. */
const FOR_PROGRAMS = /^\/(\.well-known|api|assets|uploads|mcp|account\/graphql)(\/|$)/;
/** Without a letter, or one that could not be sent, an offer, a second factor, a disabled account, or an app that sent the person, they only say no: other files come to them as people do. */
const BY_LINK = new Set([
  '/setup',
  '/invitation',
  '/hand-over',
  '/unsubscribe',
  '/email/confirm',
  '/email/restore',
  '/not-me',
  '/password/reset',
  '/second-factor/keep',
  '/account/second-factor/recovery-codes',
  '/account/second-factor/remove',
  '/admin/:school/members/:member/second-factor',
  '/admin/:school/members/:member/invitation-link',
  '/approvals/:id',
  '/approvals/:id/decide',
  '/admin/:school/accounts/:person/enable',
  '/admin/:school/webhooks/:webhook/enable',
  '/admin/:school/sign-in/test',
  '/admin/:school/sign-in/mode/:mode',
  '/admin/:school/sign-in/match/:kind',
  '/admin/:school/sign-in/remove',
  '/admin/:school/sign-in/people/:identity',
  '/account/sign-in/schools/:identity/disconnect',
  '/sign-in/at/:school',
  '/sign-in/via/:provider',
  '/admin/:school/roster/:roster/undo',
  '/platform/schools/:school/reopen',
  '/platform/schools/:school/hand-over',
  '/platform/schools/:school/cancel-deletion',
  '/admin/:school/accounts/:person/undo-email',
  '/admin/:school/accounts/:person/reset-second-factor',
  '/platform/accounts/:person/enable',
  '/platform/accounts/:person/undo-email',
  '/platform/accounts/:person/reset-second-factor',
  '/account/ownership/:site',
  '/account/schools/:school/courses/:course',
  '/account/schools/:school/courses/:course/lectures/:lecture',
  '/account/schools/:school/courses/:course/offer',
  '/account/schools/:school/events/:event',
  '/account/schools/:school/registrations/:registration/cancel',
  '/admin/:school/members/:member/ownership/step-down',
  '/oauth/authorize',
  '/oauth/continue/:id',
  '/oauth/continue/:id/address',
  '/schools/:school/*',
  // Files of a school are uploaded, which `test/routes/console-files.test.ts` does.
  '/admin/:school/assets/:asset',
  '/admin/:school/assets/:asset/delete',
  // Leads back to the page that it was on.
  '/language/:language',
]);
/** They speak the language of the school, or are in English: other files look at them. */
const OF_OTHERS = /^\/(docs|schools|auth\.md)/;
/** Of the challenge that `authorizeUrl` sends (RFC 7636, appendix B). */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const SUBMIT = 'main form button.primary';

/** A list with rows of each kind. @returns the id of the import that is shown */
async function compareList(page: Page, admin: string): Promise<string> {
  await page.goto(`${admin}/roster`);
  await page.fill(
    'textarea',
    'name,email,role\nNadia,nadia@new.example,\nTom,tom@students,\nAna Lima,ana@riverside.example,staff',
  );
  await page.selectOption('select', { index: 1 });
  await page.click('form[enctype] button[type=submit]');
  await page.waitForURL(/roster\/ros_/);
  return page.url().split('/').at(-1) ?? '';
}
const LISTS = {
  lecturer: 'lecturers',
  section: 'courses/dyeing-with-plants/outline',
  event_registration: 'events/evening-with-an-editor/registrations',
  course_analytics: 'course-analytics',
  form: 'forms',
  comment: 'comments',
  order: 'orders',
  subscription: 'subscriptions',
  membership_plan: 'membership-plans',
  digital_product: 'digital-products',
  coupon: 'coupons',
  enrollment: 'enrollments',
  student: 'students',
};

/** Ruth makes an application and gives it a second secret. @returns its id */
async function makeApplication(page: Page, admin: string): Promise<string> {
  await page.goto(`${admin}/applications/new`);
  await page.fill('#name', 'Practice diary');
  await page.fill('#redirect_uris', 'http://127.0.0.1/callback');
  await page.check('input[name=kind][value=confidential]');
  await page.click(SUBMIT);
  const id = await page.inputValue('#client_id');
  await page.goto(`${admin}/applications/${id}/secret`);
  await page.fill('#password', PASSWORD);
  await page.click('main button.danger');
  await page.waitForSelector('#client_secret');
  return id;
}

/** @returns the id of a webhook that Ruth adds */
async function addWebhook(page: Page, admin: string): Promise<string> {
  await page.goto(`${admin}/webhooks/new`);
  await page.fill('#url', 'https://hooks.example.com/school');
  await page.check('input[name=event] >> nth=0');
  await page.click(SUBMIT);
  await page.fill('#password', PASSWORD);
  await page.click(SUBMIT);
  await page.click('main a.secondary');
  await page.waitForSelector('form[action$="/test"]');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** @returns the id of a person whom Ruth invites */
async function invite(page: Page, admin: string): Promise<string> {
  await page.goto(`${admin}/members/invite`);
  await page.fill('#email', 'guest@new.example');
  await page.click(SUBMIT);
  await page.waitForSelector('form[action$="/invite-again"]');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

t.test('every page in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const documents = await documentHost(t);
  const client = `https://localhost:${documents.port}/oauth/study-buddy.json`;
  const app = await clientApp(t);
  documents.serve(client, { client_id: client, client_name: 'Study buddy', redirect_uris: [app.callback] });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await startServer(t, {
    ...TEST_SETTINGS,
    PORT: String(port),
    BASE_URL: origin,
    CIMD_ALLOW_LOOPBACK: 'on',
    CIMD_ALLOWED_HOSTS: `localhost:${documents.port}`,
    NODE_EXTRA_CA_CERTS: documents.caFile,
    PLATFORM_OPERATORS: RUTH,
  });

  const { page: ruth, context } = await visitor(t, browser);
  await addPasskey(ruth, await device(ruth), { origin, email: RUTH, name: 'Phone' });
  const passkey = /passkeys\/([^/]+)\/remove/.exec(await ruth.content())?.[1] ?? '';
  const application = await makeApplication(ruth, origin + ADMIN);
  const webhook = await addWebhook(ruth, origin + ADMIN);
  const invited = await invite(ruth, origin + ADMIN);
  const roster = await compareList(ruth, origin + ADMIN);
  const query = `?${new URLSearchParams({ client })}`;
  await ruth.goto(`${origin}${ADMIN}/reviews/app${query}`);
  await ruth.click('form[action$="/adopt"] button');
  await ruth.goto(`${origin}${ADMIN}/connect/cursor/members/on`);
  await ruth.click(SUBMIT);
  await ruth.goto(authorizeUrl(origin, app));
  await ruth.click('button[value=allow]');
  await ruth.waitForURL(`${app.origin}/**`);
  const fields = {
    grant_type: 'authorization_code',
    client_id: 'c_demo_cli',
    code: app.answers.at(-1)?.get('code') ?? '',
    redirect_uri: app.callback,
    code_verifier: VERIFIER,
    resource: origin,
  };
  t.equal(
    (await fetch(`${origin}/api/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })).status,
    200,
  );
  await ruth.goto(`${origin}${ADMIN}/audit`);
  const entry = (await ruth.getAttribute('.rows a', 'href'))?.split('/').at(-1) ?? '';
  /** The first row of each list of what the school has, by the name of its parameter. */
  const rows: Record<string, string> = {};
  for (const [name, list] of Object.entries(LISTS)) {
    await ruth.goto(`${origin}${ADMIN}/${list}`);
    rows[name] = (await ruth.getAttribute('tbody th a', 'href'))?.split('/').at(-1) ?? '';
  }
  const { cookies } = await context.storageState();

  const named: Readonly<Record<string, string>> = {
    ...rows,
    school: 'riverside',
    member: 'usr_demo_ivan',
    person: 'usr_demo_ana',
    role: 'admin',
    grant: '1',
    group: 'courses',
    level: 'staff',
    passkey,
    application,
    webhook,
    roster,
    entry,
    client: 'cursor',
    who: 'members',
    to: 'off',
    course: 'dyeing-with-plants',
    lecture: 'lec_demo_natural-dyes_1_1',
    event: 'evening-with-an-editor',
    post: 'three-clouds-before-rain',
    page: 'about-the-school',
  };
  const queries: Readonly<Record<string, string>> = {
    '/sign-in': '?again=1',
    '/admin/:school/connect/:client': '?tools=courses',
    '/admin/:school/connections/selected': '?grant=1',
    '/admin/:school/members/selected': '?action=suspend&member=usr_demo_ivan',
    '/admin/:school/reviews/app': query,
    '/admin/:school/reviews/approve': query,
    '/admin/:school/reviews/block': query,
    '/admin/:school/reviews/release': query,
    '/platform/reviews/app': query,
    '/platform/reviews/approve': query,
    '/platform/reviews/block': query,
  };
  const { app: router } = await testApp(t, { seed: false });
  const paths = routesOf(router)
    // What a star stands for has no page.
    .filter(
      ({ method, path }) =>
        method === 'GET' && !/\*$|\/export$/.test(path) && !FOR_PROGRAMS.test(path) && !BY_LINK.has(path),
    )
    .map(({ path }) => path);
  const addressOf = (path: string): string => {
    const parts = path.endsWith('/:member/withdraw') ? { ...named, member: invited } : named;
    return origin + path.replaceAll(/:(\w+)/g, (_, name: string) => parts[name] ?? 'nothing') + (queries[path] ?? '');
  };

  inEveryLanguage(t, browser, 'every page fits a narrow window [WCAG 2.2 AA]', async (t, { page, context, check }) => {
    await context.addCookies(cookies);
    let pages = 0;
    for (const path of paths) {
      const answer = await context.request.get(addressOf(path), { headers: { accept: 'text/html' } });
      if (!answer.headers()['content-type']?.startsWith('text/html')) continue;
      pages += 1;
      // She is the only owner of her school, and so cannot delete her account.
      t.equal(answer.status(), path === '/account/delete' ? 409 : 200, `${path}: there is such a page`);
      await page.goto(addressOf(path));
      if (IS_THOROUGH && !OF_OTHERS.test(path)) {
        await check(`every page ${path}`);
        continue;
      }
      await page.setViewportSize({ width: 360, height: 800 });
      t.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360, `${path}: fits 360 px`);
      // Another file looks at every page of the manual; the frame is in the language of the reader.
      if (IS_THOROUGH && path === '/docs') t.strictSame(await violationsOf(page), [], `${path}: axe finds nothing`);
    }
    t.ok(pages > 40, `${pages} pages`);
  });
});
