/** What pages say where the server sends no e-mail: none of them promises one. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import { MAIL_LINK_PATH } from '../../schema/people/mail-link.ts';
import { addAdmin, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { setUpApp } from '../support/second-factor.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const { accounts, members, profile, recovery, secondFactor } = textFor('en');
const MEMBER = `/admin/riverside/members/${CALLERS.member.id}`;
const ACCOUNT = `/platform/accounts/${CALLERS.member.id}`;

/** @param sends whether there is a mail server, or else none at all */
async function setting(t: Test, sends: boolean) {
  const file = databaseFile(t);
  const env = { PLATFORM_OPERATORS: CALLERS.admin.email, ...(sends ? {} : { SMTP_URL: 'off' }) };
  const { app, clock } = await testApp(t, { databaseUrl: file.url, env });
  await addAdmin(app);
  const owner = await signedIn(app, CALLERS.owner.email);
  return { app, clock, file, owner };
}

t.test('an e-mail is promised only where the server sends e-mails', async (t) => {
  for (const sends of [true, false]) {
    const { app, clock, owner } = await setting(t, sends);
    const either = (page: string, promise: string, instead: string): void => {
      const [says, leaves] = sends ? [promise, instead] : [instead, promise];
      t.ok(page.includes(says), `${says}: ${page}`);
      t.notOk(page.includes(leaves), leaves);
    };
    const { ownership } = members;
    for (const way of ['share', 'hand-over']) {
      const page = said(await owner.get(`${MEMBER}/ownership/${way}`));
      either(page, ownership.toldByEmail, ownership.tellYourself);
    }
    const own = said(await owner.get('/account/profile'));
    t.equal(own.includes(profile.emailLead), sends);
    t.equal(own.includes(profile.emailLeadAlone), !sends);

    const operator = await signedIn(app, CALLERS.admin.email);
    const deleting = said(await operator.get(`${ACCOUNT}/erase`));
    t.match(deleting, accounts.actions.erase.text({ email: CALLERS.member.email }));
    t.equal(deleting.includes(accounts.lastEmail), sends);

    const { reset } = secondFactor;
    await setUpApp(await signedIn(app, CALLERS.member.email), clock);
    const asking = await owner.get(`${MEMBER}/second-factor`);
    either(said(asking), reset.canCancel({ name: 'Ana Lima' }), reset.cannotCancel({ name: 'Ana Lima' }));
    const done = said(await owner.submit(asking, '/second-factor', { password: PASSWORD }));
    either(done, reset.told, reset.tellYourself);
  }
});

t.test('the page of a member names the page of the account only where somebody can open it', async (t) => {
  const command = `schoolgate users send-reset '${CALLERS.member.email}'`;
  for (const env of [{}, { PLATFORM_OPERATORS: 'ola@elsewhere.example' }]) {
    const { app } = await testApp(t, { env: { SMTP_URL: 'off', ...env } });
    const page = said(await (await signedIn(app, CALLERS.owner.email)).get(MEMBER));
    const address = 'PLATFORM_OPERATORS' in env ? `${BASE}${ACCOUNT}` : undefined;
    const { resetTitle, resetByOthers } = members.member;
    t.ok(page.includes(`${resetTitle} ${resetByOthers({ address: address ?? 'none' })} ${command}`), page);
  }
});

t.test('the link of an earlier e-mail takes an account back, and says that no e-mail follows', async (t) => {
  const { app } = await setting(t, false);
  const { id: personId, email } = CALLERS.member;
  const token = makeMailLinkToken();
  const link = { hash: hashCredential(token), purpose: 'secure_account', personId, email } as const;
  await app.people.mailLinks.issue(link, { event: 'password_changed', at: app.clock(), personId });
  const browser = new Browser(app);
  const page = await browser.get(`${MAIL_LINK_PATH.secure_account}?token=${token}`);
  t.match(said(page), recovery.secured.noLink);
  t.notMatch(said(page), recovery.secured.linkFollows);
  const done = said(await browser.submit(page, MAIL_LINK_PATH.secure_account));
  t.match(done, recovery.notMe.doneTitle);
  t.match(done, recovery.secured.noLink);
  t.notMatch(done, recovery.secured.next({ email }));
});

t.test('who forgot the password finds the support page of the school, and nothing that is for members', async (t) => {
  const { app, file } = await setting(t, false);
  const support = 'https://riverside.example/help';
  const path = `/password/forgot?school=${RIVERSIDE.id}`;
  const page = async () => new Browser(app).get(path);
  await file.edit(
    'update sites set support_url = null, contact_email = ? where id = ?',
    'office@riverside.example',
    RIVERSIDE.id,
  );
  t.notMatch(said(await page()), /office@|Support page/);
  await file.edit('update sites set support_url = ? where id = ?', support, RIVERSIDE.id);
  const shown = await page();
  t.match(said(shown), `${recovery.noEmail.support} ${support}`);
  t.ok(linksOf(shown).includes(support));
  t.notMatch(shown.body, 'office@');
  t.notMatch((await new Browser(app).get('/password/forgot')).body, support);
  t.notMatch((await new Browser(app).get('/password/forgot?school=site_unknown')).body, support);
  const signIn = await new Browser(app).get(`/sign-in?school=${RIVERSIDE.id}`);
  t.ok(linksOf(signIn).includes(path), 'the sign-in page of the school leads there');
});
