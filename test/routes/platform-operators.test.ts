/** What the people who run the platform do for all schools below /platform, without a role at any of them. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { CALLERS, call, HARBOUR } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { ANA, NOOR } from '../support/interaction.ts';
import { CALLBACK, obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { type AppWithEmails, signedIn, withEmails } from '../support/with-emails.ts';

const APP = 'https://tool.example/client.json';
const REVIEWS = '/platform/reviews';
const ACCOUNTS = '/platform/accounts';
const PERSON = CALLERS.owner.id;
const pageOf = (deed = 'app'): string => `${REVIEWS}/${deed}?${new URLSearchParams({ client: APP })}`;
const { accounts, admin, attempts, reviews, schoolHome } = textFor('en');

/** Ana is a member of her school, and runs the platform. */
async function setting(t: Test): Promise<AppWithEmails> {
  const host = await documentHost(t);
  host.serve(APP, documentFor(APP));
  return withEmails(t, {
    network: host.network,
    env: { CIMD_OPEN_REGISTRATION: 'on', PLATFORM_OPERATORS: ANA },
  });
}

async function tokenOf({ app }: AppWithEmails): Promise<string> {
  const client = { id: APP, redirectUri: CALLBACK, secret: undefined };
  const scope = 'openid courses:read';
  return (await obtainTokens(app, client, { scope }, { email: CALLERS.foreignOwner.email })).access_token;
}

t.test('an operator of the platform without a role at a school approves and blocks apps [E-15e]', async (t) => {
  const made = await setting(t);
  const { app, file } = made;
  const ana = await signedIn(app, ANA);
  t.notOk(linksOf(await ana.get('/platform')).includes(`${REVIEWS}?review=unreviewed`), 'nothing waits yet');
  const token = await tokenOf(made);
  const client = await app.oauth.metadataClients.find(APP);
  if (client === undefined) throw new Error('the app is not stored');
  await app.oauth.metadataClients.adopt(client, HARBOUR.id, { at: app.clock() });
  const decisions = async () =>
    (
      await file.rows(
        "select event, site_id, person_id from audit_events where event in ('client_approved', 'client_blocked') order by id",
      )
    ).map((row) => Object.values(row));

  const home = await ana.get('/platform');
  t.match(said(home), schoolHome.needs.reviews({ count: 1 }));
  t.ok(linksOf(home).includes(`${REVIEWS}?review=unreviewed`));
  const account = await ana.get('/account');
  t.match(said(account), schoolHome.needs.reviews({ count: 1 }), 'also where a sign-in ends');
  t.ok(linksOf(account).includes(`${REVIEWS}?review=unreviewed`));
  t.notMatch(
    said(await (await signedIn(app, NOOR)).get('/account')),
    schoolHome.needs.reviews({ count: 1 }),
    'nobody else',
  );
  const list = await ana.get(`${REVIEWS}?review=unreviewed`);
  t.match(said(list), 'tool.example');
  t.match(said(list), `${reviews.look.refused} ${attempts.title}`);
  const page = await ana.submit(list, '/look', { client: APP });
  t.equal(page.url, pageOf());
  t.match(said(page), `${reviews.app.offeredBy} 1`);
  t.notMatch(page.body, /reviews\/(adopt|release)|\/admin\//, 'what a school decides is not decided here');

  const asking = await ana.get(pageOf('approve'));
  t.equal((await ana.submit(asking, '/approve', { password: 'not the password' })).status, 400);
  t.match(await app.oauth.metadataClients.find(APP), { review: 'unreviewed' });
  t.strictSame(await decisions(), []);
  t.match(said(await ana.submit(asking, '/approve', { password: PASSWORD })), reviews.done.approved);
  t.match(await app.oauth.metadataClients.find(APP), { review: 'approved' });
  for (const path of ['/platform', '/account'])
    t.notMatch(said(await ana.get(path)), schoolHome.needs.reviews({ count: 1 }), path);

  t.equal((await call(app, token, 'GET', '/courses')).status, 200);
  t.match(
    said(await ana.submit(await ana.get(pageOf('block')), '/block', { password: PASSWORD })),
    reviews.done.blocked,
  );
  t.equal((await call(app, token, 'GET', '/courses')).status, 401, 'its tokens are dead');
  t.match(said(await ana.get(pageOf())), reviews.approve.again, 'it can be unblocked where it was blocked');
  t.strictSame(await decisions(), [
    ['client_approved', null, CALLERS.member.id],
    ['client_approved', HARBOUR.id, null],
    ['client_blocked', null, CALLERS.member.id],
    ['client_blocked', HARBOUR.id, null],
  ]);

  const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const fields: [string, string][] = [
    ['csrf', csrf],
    ['client', APP],
  ];
  t.equal((await ana.post(`${REVIEWS}/adopt`, fields)).status, 404);
  t.equal((await ana.get(pageOf('release'))).status, 404);
});

t.test('an operator of the platform without a role at a school finds and helps an account', async (t) => {
  const { app, file, mailbox } = await setting(t);
  const ana = await signedIn(app, ANA);
  const found = await ana.get(`${ACCOUNTS}?q=ruth`);
  t.ok(linksOf(found).includes(`${ACCOUNTS}/${PERSON}`));
  const page = await ana.get(`${ACCOUNTS}/${PERSON}`);
  t.match(said(page), CALLERS.owner.email);
  t.ok(linksOf(page).includes(`${ACCOUNTS}/${PERSON}/sign-out`), 'each action is below the same address');
  t.notMatch(page.body, '/admin/');

  const ruth = await signedIn(app, CALLERS.owner.email);
  const asking = await ana.get(`${ACCOUNTS}/${PERSON}/sign-out`);
  t.equal((await ana.submit(asking, `${PERSON}/sign-out`, { password: 'not the password' })).status, 400);
  t.equal((await ruth.get('/account')).url, '/account');
  const done = await ana.submit(asking, `${PERSON}/sign-out`, { password: PASSWORD });
  t.equal(done.url, `${ACCOUNTS}/${PERSON}?done=signOut`);
  t.match(said(done), accounts.done.signOut);
  t.not((await ruth.get('/account')).url, '/account');
  t.equal(
    await file.read(
      "select count(*) from audit_events where event = 'sign_out' and person_id = ? and target = ? and site_id is null",
      PERSON,
      `operator/${CALLERS.member.id}`,
    ),
    1,
  );
  await ana.submit(await ana.get(`${ACCOUNTS}/${PERSON}/send-reset`), '/send-reset', { password: PASSWORD });
  t.match(await mailbox.nextTo(CALLERS.owner.email), { link: '/password/reset?token=ml_' });
  t.equal((await ana.get(`${ACCOUNTS}/usr_nobody`)).status, 404);
  t.match(said(await ana.get(`${ACCOUNTS}/${CALLERS.member.id}`)), accounts.own);
});

t.test('the pages about all apps and accounts exist for nobody who does not run the platform', async (t) => {
  const { app, file } = await setting(t);
  const ana = await signedIn(app, ANA);
  const [ruth, noor] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, NOOR)];
  const deeds = ['sign-out', 'disable', 'send-reset', 'end-connections', 'reset-second-factor', 'export', 'erase'];
  const paths = [REVIEWS, pageOf(), pageOf('approve'), pageOf('block'), ACCOUNTS, `${ACCOUNTS}/${PERSON}`].concat(
    deeds.map((deed) => `${ACCOUNTS}/${CALLERS.member.id}/${deed}`),
  );
  for (const browser of [ruth, noor]) {
    const nothing = said(await browser.get('/platform'));
    for (const path of paths) {
      const answer = await browser.get(path);
      t.equal(answer.status, 404, path);
      t.equal(said(answer), nothing);
    }
    const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.get('/account')).body)?.[1] ?? '';
    for (const path of [
      `${REVIEWS}/look`,
      `${REVIEWS}/approve`,
      `${REVIEWS}/block`,
      `${ACCOUNTS}/${CALLERS.member.id}/disable`,
    ]) {
      const fields: [string, string][] = [
        ['csrf', csrf],
        ['client', APP],
        ['password', PASSWORD],
      ];
      t.equal((await browser.post(path, fields)).status, 404, `POST ${path}`);
    }
  }
  t.equal(await file.read('select count(*) from people where not active'), 0);
  t.equal(await app.oauth.metadataClients.find(APP), undefined);

  for (const label of [admin.area.pages.reviews, admin.area.pages.accounts])
    t.match(said(await ana.get('/platform')), label);
  await file.edit('update people set email_verified = ? where id = ?', false, CALLERS.member.id);
  for (const path of [REVIEWS, ACCOUNTS])
    t.equal((await ana.get(path)).status, 404, 'the address is no longer confirmed');
});
