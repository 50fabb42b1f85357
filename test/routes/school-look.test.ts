/** The look of a school in its e-mails, and on the pages of an account that belongs to it. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { HARBOUR, RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { adminApp, call } from '../support/admin.ts';
import { BASE, PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { authorizeUrl } from '../support/chromium.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox, readEmail } from '../support/emails.ts';
import { CALLBACK, DEMO } from '../support/oauth-client.ts';
import { png } from '../support/pictures.ts';
import { linksOf } from '../support/signed-in.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { uploaded } from '../support/uploads.ts';
import { pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
/** Noor belongs to both schools of the demo. */
const NOOR = 'noor@schools.example';
const TOM = 'tom@harbour.example';
const NOBODY = 'nobody@riverside.example';
const { mail, recovery } = textFor('en');
const SCHOOLGATE = /\n\nSchoolgate\n$/;
const OF_RIVERSIDE = /\n\nRiverside Academy\n$/;

/** The name at the top of a page. */
const nameOn = ({ body }: Page): string | undefined => /<p class="brand">.*?<span>([^<]+)<\/span><\/p>/.exec(body)?.[1];

/** What a stranger sees, without what differs from one request to the next. */
const shown = ({ body }: Page): string =>
  body.replaceAll(/name="csrf" value="[^"]*"|<code>[^<]*<\/code>|signature=[^"]*/g, '');

t.test('a logo is in e-mails of a server that can be reached, at an address that stays the same', async (t) => {
  const server = await smtpServer(t);
  const https = 'https://id.school.example';
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const shared = { dataDir: temporaryFolder(t), databaseUrl: databaseFile(t).url, housekeeping: false };
  const before = await adminApp(t, { ...shared, env: { MASTER_KEY } });
  const token = await before.tokenOf('owner');
  const { id } = await uploaded(before.app, token, png(48, 48));
  t.equal((await call(before.app, token, 'PATCH', '/appearance', { logoAssetId: id })).status, 200);
  await before.app.close();
  const env = { BASE_URL: https, MASTER_KEY, SMTP_URL: server.url, MAIL_FROM: 'post@school.example' };
  const { app } = await testApp(t, { ...shared, seed: false, env });
  const path = `/assets/schools/${RIVERSIDE.id}/logo`;
  const picture = async () => app.inject({ url: path, headers: { 'x-forwarded-proto': 'https' } });
  const order = { order: 'role_changed', siteId: RIVERSIDE.id, personId: 'usr_demo_ana', role: 'member' } as const;
  const next = async () => {
    await app.people.mailer.post(order);
    await app.outbox.sendDue();
    await app.outbox.sendDue();
    return readEmail(server.messages.at(-1) ?? '');
  };
  const { html, text } = await next();
  const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
  t.strictSame(sources, [`${https}${path}`], 'the same for every recipient');
  t.notMatch(text, '/assets/');
  t.notMatch(html, /<(?:link|script)|url\(/, 'nothing else is loaded');
  t.same((await picture()).rawPayload, png(48, 48));
  t.match((await picture()).headers, {
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });

  for (const unknown of [HARBOUR.id.replace('h', 'x'), 'x', '..', '%2e%2e']) {
    t.equal(
      (await app.inject({ url: `/assets/schools/${unknown}/logo`, headers: { 'x-forwarded-proto': 'https' } }))
        .statusCode,
      404,
      unknown,
    );
  }
});

t.test('a server that nobody can reach shows the initial, and a logo is served as long as it is one', async (t) => {
  const [dataDir, file] = [temporaryFolder(t), databaseFile(t)];
  const { app, tokenOf } = await adminApp(t, { dataDir, databaseUrl: file.url });
  const mailbox = new Mailbox(dataDir, { app });
  const token = await tokenOf('owner');
  const logo = async () => app.inject(`/assets/schools/${RIVERSIDE.id}/logo`);
  const order = { order: 'role_changed', siteId: RIVERSIDE.id, personId: 'usr_demo_ana', role: 'member' } as const;
  const { id } = await uploaded(app, token, png(48, 48));
  t.equal((await call(app, token, 'PATCH', '/appearance', { logoAssetId: id })).status, 200);
  t.same((await logo()).rawPayload, png(48, 48));
  await app.people.mailer.post(order);
  const { html } = await mailbox.next();
  t.notMatch(html, '<img', 'nobody else can reach this server');
  t.match(html, />R<\/span>/);
  t.equal((await call(app, token, 'PATCH', '/appearance', { logoAssetId: null })).status, 200);
  t.equal((await logo()).statusCode, 404, 'a file that is no logo any more');
  t.equal((await call(app, token, 'PATCH', '/appearance', { logoAssetId: id })).status, 200);
  t.equal((await logo()).statusCode, 200);
  const head = await app.inject({ method: 'HEAD', url: `/assets/schools/${RIVERSIDE.id}/logo` });
  t.match(head, { statusCode: 200, body: '', headers: { 'content-length': String(png(48, 48).length) } });
  await file.edit('update assets set size = 1048577 where id = ?', id);
  t.equal((await logo()).statusCode, 404, 'a file too large for an e-mail');
  await file.edit('update assets set size = ? where id = ?', png(48, 48).length, id);
  t.equal((await logo()).statusCode, 200);
  await file.edit('update sites set active = false where id = ?', RIVERSIDE.id);
  t.equal((await logo()).statusCode, 404, 'the logo of a closed school');
});

t.test('e-mails about an account look like its only school, and like the service if there are several', async (t) => {
  const { app, mailbox } = await withEmails(t);
  for (const [email, signature] of [
    [ANA, OF_RIVERSIDE],
    [NOOR, SCHOOLGATE],
  ] as const) {
    const browser = new Browser(app);
    await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email });
    const reset = await mailbox.next();
    t.match(reset.text, signature, email);
    await browser.submit(await browser.get(pathOf(reset.link)), '/password/reset', {
      new_password: 'seven quiet rivers',
    });
    const changed = await mailbox.next();
    t.equal(changed.subject, mail.password_changed.subject);
    t.match(changed.text, signature, `${email}: what happened`);
  }
});

t.test('whoever forgets a password on the sign-in page of a school stays there, whether known or not', async (t) => {
  const { app, file, mailbox } = await withEmails(t);
  await file.edit("update memberships set status = 'removed' where person_id = 'usr_demo_tom'");
  const browser = new Browser(app);
  const query = new URLSearchParams({ school: RIVERSIDE.id });
  const answers: string[] = [];
  for (const email of [NOBODY, 'hugo@harbour.example', TOM, NOOR]) {
    const forgot = await browser.get(`/password/forgot?${query}`);
    t.equal(nameOn(forgot), RIVERSIDE.name);
    answers.push(shown(await browser.submit(forgot, '/password/forgot', { email })).replaceAll(email, 'the address'));
  }
  t.match(answers[0], recovery.sent.title);
  t.match(answers[0], RIVERSIDE.name);
  t.equal(new Set(answers).size, 1, 'the answer is the same for everybody');

  const written = await mailbox.wait(3);
  const [hugo, tom, noor] = ['hugo@harbour.example', TOM, NOOR].map((email) => written.find(({ to }) => to === email));
  t.match(hugo?.text, /\n\nHarbour Music School\n$/, 'who does not belong to it gets no e-mail of it');
  t.match(tom?.text, SCHOOLGATE, 'nor does who belongs to none');
  t.equal(nameOn(await browser.get(pathOf(tom?.link ?? ''))), undefined);
  t.match(noor?.text, OF_RIVERSIDE, 'who belongs to it gets one, also if there are others');
  const reset = await browser.get(pathOf(noor?.link ?? ''));
  t.equal(nameOn(reset), RIVERSIDE.name);
  t.equal(nameOn(await browser.get(pathOf(hugo?.link ?? ''))), HARBOUR.name);
  const wrong = await browser.submit(reset, '/password/reset', { new_password: 'short' });
  t.equal(nameOn(wrong), RIVERSIDE.name, 'also when the form is shown again');
  const done = await browser.submit(wrong, '/password/reset', { new_password: 'seven quiet rivers' });
  t.equal(done.url, `/sign-in?done=password_reset&school=${RIVERSIDE.id}`);
  t.equal(nameOn(done), RIVERSIDE.name);
  const refused = await browser.submit(done, '/sign-in', { email: NOOR, password: PASSWORD });
  t.equal(nameOn(refused), RIVERSIDE.name, 'also when the password is wrong');

  for (const unknown of ['site_none', 'x"><b>', '', 'a'.repeat(200)]) {
    const page = await browser.get(`/password/forgot?${new URLSearchParams({ school: unknown })}`);
    t.strictSame([page.status, nameOn(page)], [200, undefined], JSON.stringify(unknown.slice(0, 10)));
    t.notMatch(page.body, '<b>');
  }
});

t.test('the sign-in page of an app of a school leads to its own page for forgotten passwords', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const signIn = await browser.get(pathOf(authorizeUrl(BASE, { clientId: DEMO.cli.id, callback: CALLBACK })));
  const href = linksOf(signIn).find((link) => link.startsWith('/password/forgot?')) ?? '';
  t.equal(new URLSearchParams(href.replace(/.*\?/, '')).get('school'), RIVERSIDE.id);
  const forgot = await browser.get(href);
  t.strictSame([nameOn(signIn), nameOn(forgot)], [RIVERSIDE.name, RIVERSIDE.name]);
  const sent = await browser.submit(forgot, '/password/forgot', { email: NOBODY });
  const back = linksOf(sent).find((link) => link.startsWith('/oauth/continue/')) ?? '';
  t.equal(nameOn(await browser.get(back)), RIVERSIDE.name, 'the way back, too');
});

t.test('an invitation looks like the school that invites, until it is accepted and when it is declined', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const ruth = await signedIn(app, 'ruth@riverside.example');
  for (const [email, action] of [
    ['kei@new.example', '/invitation'],
    ['lou@new.example', '/invitation/decline'],
  ] as const) {
    const form = await ruth.get('/admin/riverside/members/invite');
    await ruth.submit(form, '/members/invite', { email, role: 'member' });
    const message = await mailbox.next();
    t.match(message.text, OF_RIVERSIDE);
    t.match(message.html, /<span style="[^"]*background: #[^"]*"[^>]*>R<\/span>/, 'with its initial');
    const browser = new Browser(app);
    const page = await browser.get(pathOf(message.link));
    t.equal(nameOn(page), RIVERSIDE.name);
    const done = await browser.submit(page, action, { name: 'Kei Mori', new_password: 'lanterns over the weir' });
    t.equal(nameOn(done), RIVERSIDE.name, action);
  }
});

t.test('account pages look like the only school of the person, and admin pages like the school', async (t) => {
  const { app } = await testApp(t);
  const looks = async (browser: Browser, path: string) => {
    const page = await browser.get(path);
    return [nameOn(page), page.body.includes('href="/assets/colors/')];
  };
  const ana = await signedIn(app, ANA);
  for (const path of ['/account', '/account/sessions', '/account/profile', '/account/sign-in']) {
    t.strictSame(await looks(ana, path), [RIVERSIDE.name, true], path);
  }
  const noor = await signedIn(app, NOOR);
  t.strictSame(await looks(noor, '/account'), [undefined, false]);
  t.strictSame(await looks(noor, '/admin/riverside'), [RIVERSIDE.name, true]);
  t.strictSame((await looks(noor, '/admin/harbour'))[0], HARBOUR.name);
  t.notMatch((await ana.get('/admin/harbour')).body, HARBOUR.name, 'strangers learn nothing of a school');
});

t.test('the legal links of a school are on its pages and in its e-mails, in words of the reader', async (t) => {
  const { app, file, mailbox } = await withEmails(t);
  const legal = { terms: 'https://riverside.example/terms', privacy: 'https://riverside.example/privacy?a=1&b=2' };
  const set = (terms: string | null, privacy: string | null) =>
    file.edit('update sites set terms_url = ?, privacy_url = ? where id = ?', terms, privacy, RIVERSIDE.id);
  const { layout } = textFor('en');
  const [terms, privacy] = [
    `<a href="${legal.terms}" rel="nofollow ugc noopener noreferrer">${layout.legal.terms}</a>`,
    `<a href="${legal.privacy.replace('&', '&amp;')}" rel="nofollow ugc noopener noreferrer">${layout.legal.privacy}</a>`,
  ];
  await set(legal.terms, legal.privacy);
  const browser = new Browser(app);
  const signIn = await browser.get(pathOf(authorizeUrl(BASE, { clientId: DEMO.cli.id, callback: CALLBACK })));
  const consent = await browser.submit(signIn, '/sign-in', { email: ANA, password: PASSWORD });
  t.match(consent.body, 'Demo CLI');
  const forgot = await new Browser(app).get(`/password/forgot?school=${RIVERSIDE.id}`);
  for (const page of [signIn, consent, forgot]) for (const link of [terms, privacy]) t.match(page.body, link);
  const asking = new Browser(app);
  await asking.submit(await asking.get(forgot.url), '/password/forgot', { email: ANA });
  const message = await mailbox.next();
  t.match(message.text, `Riverside Academy\n\nTerms of use: ${legal.terms}\nPrivacy policy: ${legal.privacy}\n`);
  t.match(message.html, `<a href="${legal.terms}" style=`);
  t.match(message.link, '/password/reset', 'the link of the e-mail is the one on a line of its own');

  const german = await new Browser(app).get(`/sign-in?school=${RIVERSIDE.id}`, { 'accept-language': 'de' });
  t.match(german.body, `>${textFor('de').layout.legal.privacy}</a>`);
  t.notMatch((await new Browser(app).get('/sign-in')).body, legal.terms, 'a page of no school has none');

  await set(null, legal.privacy);
  const fewer = await new Browser(app).get(`/sign-in?school=${RIVERSIDE.id}`);
  t.match(fewer.body, privacy);
  t.notMatch(fewer.body, layout.legal.terms);
});
