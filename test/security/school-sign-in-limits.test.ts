/** Where a sign-in through a school ends: with the platform's decision, the person's own second factor, and the browser. */
import { decodeJwt } from 'jose';
import t from 'tap';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE, temporaryFolder, testApp } from '../support/app.ts';
import { Browser, formsOf } from '../support/browser.ts';
import { ANA, NOOR } from '../support/interaction.ts';
import { authorizeUrl, DEMO, introspect, makeVerifier, obtainTokens, walkThrough } from '../support/oauth-client.ts';
import { atSchool } from '../support/school-sign-in.ts';
import { setUpApp } from '../support/second-factor.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { signedIn } from '../support/with-emails.ts';

t.setTimeout(240_000);

const NOOR_ID = 'usr_demo_noor';
const ANA_ID = CALLERS.member.id;
const VIA_NOOR = 'noor-at-provider';
const VIA_ANA = 'ana-at-provider';
const ACCOUNT = { scope: 'openid profile account:read', resource: BASE };
const OPERATOR = { scope: 'openid members:read', resource: BASE };

t.test('what an issuer opened ends when the platform forbids it', async (t) => {
  const dataDir = temporaryFolder(t);
  const school = await atSchool(t, { dataDir });
  await school.connect(ANA_ID, VIA_ANA);
  const browser = await school.signedInAs(VIA_ANA);
  const through = await obtainTokens(school.app, DEMO.cli, ACCOUNT, { browser });
  const account = await obtainTokens(school.app, DEMO.cli, ACCOUNT, { browser: await signedIn(school.app, ANA) });
  const { app } = await testApp(t, {
    ...{ dataDir, databaseUrl: school.file.url, now: school.clock.now, nodes: 1 },
    env: { SCHOOL_PROVIDERS: 'https://other.example' },
  });
  const elsewhere = new Browser(app);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  t.match((await elsewhere.get('/account/school')).url, '/sign-in');
  const alive = async (token: string) => (await introspect(app, DEMO.cli, token)).active;
  t.strictSame([await alive(through.access_token), await alive(account.access_token)], [false, true]);
  t.match((await browser.get('/account/school')).url, '/sign-in', 'also at a node that does not know yet');
});

t.test('a second factor of the person is not stepped over by one factor of the school', async (t) => {
  const school = await atSchool(t);
  const { app, clock, file } = school;
  await file.edit("update memberships set role = 'admin' where person_id = ? and site_id = ?", NOOR_ID, RIVERSIDE.id);
  await school.connect(NOOR_ID, VIA_NOOR);
  const authTime = () => ({ auth_time: Math.floor(clock.now / 1000) });
  const danger = '/admin/riverside/members/usr_demo_ana/remove';
  const tries = async (claims: Record<string, unknown>) => {
    const browser = await school.signedInAs(VIA_NOOR, { ...authTime(), ...claims });
    const asked = await walkThrough(browser, await browser.get(authorizeUrl(DEMO.adminTool, makeVerifier(), OPERATOR)));
    const answer = asked.leavesFor ?? new URL(linksOf(asked).find((link) => link.includes('error=')) ?? 'https://none');
    return [
      (await browser.get('/admin/riverside')).status,
      /Two factors are needed here/.test(said(await browser.get(danger))),
      answer.searchParams.has('code'),
    ];
  };
  t.strictSame(await tries({}), [200, false, true], 'who has no second factor');
  const noor = await signedIn(app, NOOR);
  await setUpApp(noor, clock);
  t.strictSame(await tries({}), [200, true, false], 'one factor at the provider');
  t.strictSame(await tries({ amr: ['pwd', 'mfa'] }), [200, false, true], 'two');
  await file.edit('delete from provider_identities');
  const page = await school.arrive(noor, VIA_NOOR, '/sign-in/at/riverside?link=1');
  t.match(said(page), /does not ask for your second factor here/, 'who connects is warned');
});

t.test('the account shows what came through a school', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await school.connect(ANA_ID, VIA_ANA);
  const browser = await school.signedInAs(VIA_ANA);
  await obtainTokens(app, DEMO.cli, ACCOUNT, { browser });
  const ana = await signedIn(app, ANA);
  for (const path of ['/account/activity', '/account/sessions', '/account/connected-apps'])
    t.match(said(await ana.get(path)), /Through the sign-in of Riverside Academy/, path);
  t.equal(
    await file.read("select target from audit_events where event = 'sign_in' and site_id is not null"),
    'provider',
  );
});

t.test('a link of a stranger connects nothing, and does not lead to a provider', async (t) => {
  const school = await atSchool(t);
  const ana = await signedIn(school.app, ANA);
  const page = await ana.get('/sign-in/at/riverside?link=1', { 'sec-fetch-site': 'cross-site' });
  t.equal(page.leavesFor, undefined);
  t.match(said(page), /Continue at login\.school\.example/);
  const own = await ana.get('/sign-in/at/riverside?link=1', { 'sec-fetch-site': 'same-origin' });
  t.equal(own.leavesFor?.host, 'login.school.example');
});

t.test('after a sign-out, the next person at the computer is asked by the provider', async (t) => {
  const school = await atSchool(t);
  await school.connect(ANA_ID, VIA_ANA);
  const browser = await school.signedInAs(VIA_ANA);
  const prompt = async () =>
    (await browser.get('/sign-in/at/riverside')).leavesFor?.searchParams.get('prompt') ?? undefined;
  await browser.submit(await browser.get('/account/school'), '/sign-out');
  t.equal(await prompt(), 'login');
  await school.arrive(browser, VIA_ANA);
  t.equal(await prompt(), undefined);
});

t.test('a client is not given a time of sign-in that the provider did not say', async (t) => {
  const school = await atSchool(t);
  await school.connect(ANA_ID, VIA_ANA);
  const claims = JSON.stringify({ id_token: { auth_time: { essential: true } } });
  for (const [said, has] of [
    [{}, false],
    [{ auth_time: Math.floor(school.clock.now / 1000) }, true],
  ] as const) {
    const browser = await school.signedInAs(VIA_ANA, said);
    const tokens = await obtainTokens(school.app, DEMO.cli, { ...ACCOUNT, claims, prompt: 'consent' }, { browser });
    t.equal('auth_time' in decodeJwt(tokens.id_token ?? ''), has);
  }
});

t.test('a clock that is behind does not send a person round', async (t) => {
  const school = await atSchool(t);
  const { clock } = school;
  await school.connect(ANA_ID, VIA_ANA);
  for (const [behind, isDone] of [
    [0, true],
    [50, true],
    [90, false],
  ] as const) {
    const browser = await school.signedInAs(VIA_ANA);
    clock.advance(100_000);
    const asked = await browser.get(authorizeUrl(DEMO.cli, makeVerifier(), { ...ACCOUNT, max_age: '0' }));
    const href = linksOf(asked).find((link) => link.startsWith('/sign-in/at/')) ?? '';
    const authTime = Math.floor(clock.now / 1000) - behind;
    const arrived = await school.arrive(browser, VIA_ANA, href, { auth_time: authTime });
    t.notOk(
      formsOf(arrived.body).some(({ action }) => action.endsWith('/sign-in')),
      'asked again',
    );
    const page = await walkThrough(browser, arrived);
    t.equal(page.leavesFor?.searchParams.has('code') === true, isDone, `${behind} seconds`);
  }
});

t.test('a subject that is no address is quoted and cut', async (t) => {
  const school = await atSchool(t);
  const ana = await signedIn(school.app, ANA);
  const subject = 'Your account was locked, call 555 0100 at once and say your password';
  const page = await school.arrive(ana, subject, '/sign-in/at/riverside?link=1');
  t.match(said(page), /“Your account was locked, call 555 0100 a…”/);
  t.notMatch(said(page), /say your password/);
});

t.test('a failed sign-in is among the attempts to connect', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await school.connect(ANA_ID, VIA_ANA);
  await file.edit("update memberships set status = 'suspended' where person_id = ?", ANA_ID);
  t.match(said(await school.arrive(new Browser(app), VIA_ANA)), /Ask your school/);
  let found: unknown;
  for (let tries = 0; tries < 50 && found === undefined; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    found = await file.row(
      "select rule, step from connection_attempts where site_id = ? and step = 'sign_in'",
      RIVERSIDE.id,
    );
  }
  t.match(found, { rule: 'sign_in_failed' });
});
