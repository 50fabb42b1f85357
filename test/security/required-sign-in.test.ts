/**
 * A school that requires its provider: what the account opens there, and every door that leads to it. Owners, who are the
 * way in when the provider fails, keep their account.
 */
import t, { type Test } from 'tap';
import { CALLERS, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { ANA, MILA, NOOR, RUTH, VENDOR } from '../support/interaction.ts';
import { callTool } from '../support/mcp.ts';
import {
  authorizeUrl,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  refresh,
  type TestClient,
  type Tokens,
  userinfo,
  walkThrough,
} from '../support/oauth-client.ts';
import { type AtSchool, atSchool, PROVIDER_ID, turn } from '../support/school-sign-in.ts';
import { setUpApp } from '../support/second-factor.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { signedIn } from '../support/with-emails.ts';

t.setTimeout(240_000);

const NOOR_ID = 'usr_demo_noor';
const ANA_ID = CALLERS.member.id;
const OWNER_ID = CALLERS.owner.id;
const VIA_NOOR = 'noor-at-provider';
const VIA_ANA = 'ana-at-provider';
const IDENTITY = { scope: 'openid profile email', resource: undefined };
const ACCOUNT = { scope: 'openid profile email account:read account:write', resource: BASE };
const OPERATOR = { scope: 'openid members:read', resource: BASE };

async function setting(t: Test, options = {}): Promise<AtSchool> {
  const school = await atSchool(t, options);
  await school.connect(NOOR_ID, VIA_NOOR);
  await school.connect(ANA_ID, VIA_ANA);
  await school.file.edit(
    "update memberships set role = 'admin' where person_id = ? and site_id = ?",
    NOOR_ID,
    RIVERSIDE.id,
  );
  await setUpApp(await signedIn(school.app, RUTH), school.clock);
  return school;
}

const isAlive = async ({ app }: AtSchool, client: TestClient, { access_token: token }: Tokens): Promise<boolean> =>
  (await introspect(app, client, token)).active === true;

/** The ways in to the school, by what is shown to a session of the account that is no owner. */
const PAGES: readonly [path: string, email: string][] = [
  ['/admin/riverside', NOOR],
  ['/admin/riverside/members', NOOR],
  ['/admin/riverside/settings', NOOR],
  ['/admin/riverside/connect', NOOR],
  ['/account/schools/riverside', ANA],
  ['/account/schools/riverside/events', ANA],
];

t.test('the account opens no page of a school that requires its provider, and leads there', async (t) => {
  const school = await setting(t);
  const { app } = school;
  const browsers = new Map([NOOR, ANA].map((email) => [email, signedIn(app, email)] as const));
  const forms = await (await browsers.get(NOOR))?.get('/admin/riverside/settings');
  t.equal(forms?.status, 200);
  await turn(app, 'provider');
  for (const [path, email] of PAGES) {
    const browser = await browsers.get(email);
    const page = await browser?.get(path);
    t.match(page?.url, '/sign-in/at/riverside', path);
    t.match(said(page as Page), /Riverside Academy requires this sign-in\. Only its owners use their account here\./);
    const go = linksOf(page as Page).find((href) => href.includes('go=')) ?? '';
    t.equal(new URL(go, BASE).searchParams.get('next'), path, 'and back to the page');
    t.equal((await browser?.get(go))?.leavesFor?.host, 'login.school.example');
  }
  const noor = (await browsers.get(NOOR)) as Browser;
  const form = formsOf(forms?.body ?? '').find(({ action }) => action.startsWith('/admin/riverside'));
  const posted = await noor.post(form?.action ?? '', form?.fields ?? []);
  t.equal(posted.status, 403, 'a form that was open before');
  t.equal((await noor.get('/admin/harbour')).status, 200, 'another school');
  const overview = await noor.get('/account');
  t.match(said(overview), /Riverside Academy.*Sign in through the school/);
  t.notOk(linksOf(overview).includes('/admin/riverside'));
  const owner = await signedIn(app, RUTH).catch(() => undefined);
  t.ok(owner === undefined || (await owner.get('/admin/riverside')).status !== 303);
});

t.test('owners, and those who run the platform, come in with their account', async (t) => {
  const school = await setting(t, { env: { PLATFORM_OPERATORS: NOOR } });
  const { app, file } = school;
  const owner = await signedIn(app, MILA);
  await file.edit(
    "update memberships set role = 'owner' where person_id = (select id from people where email = ?)",
    MILA,
  );
  await turn(app, 'provider');
  t.equal((await (await signedIn(app, NOOR)).get('/admin/riverside')).status, 200, 'who runs the platform');
  t.equal((await (await signedIn(app, NOOR)).get('/platform')).status, 200);
  t.ok(owner);
  const refused = await school.arrive(new Browser(app), VIA_NOOR);
  t.match(refused.url, '/account/school', 'and by the provider it is a sign-in at the school');
});

t.test('what an account had connected at the school ends at once, and does not come back', async (t) => {
  const school = await setting(t);
  const { app, file } = school;
  await school.connect(OWNER_ID, 'never');
  const before = {
    ana: await obtainTokens(app, DEMO.cli, ACCOUNT, { browser: await signedIn(app, ANA) }),
    noor: await obtainTokens(app, DEMO.adminTool, { ...OPERATOR }, { browser: await signedIn(app, NOOR) }),
    through: await obtainTokens(
      app,
      DEMO.cli,
      { ...ACCOUNT, prompt: 'consent' },
      { browser: await school.signedInAs(VIA_ANA) },
    ),
  };
  // A code that nobody has redeemed yet.
  const verifier = makeVerifier();
  const ana = await signedIn(app, ANA);
  const left = await walkThrough(
    ana,
    await ana.get(authorizeUrl(DEMO.cli, verifier, { ...ACCOUNT, prompt: 'consent' })),
  );
  const code = left.leavesFor?.searchParams.get('code') ?? '';
  t.ok(code);
  await turn(app, 'provider');
  const alive = async () => [
    await isAlive(school, DEMO.cli, before.ana),
    await isAlive(school, DEMO.adminTool, before.noor),
    await isAlive(school, DEMO.cli, before.through),
  ];
  t.strictSame(await alive(), [false, false, true]);
  t.equal((await refresh(app, DEMO.cli, before.ana.refresh_token ?? '')).json().error, 'invalid_grant');
  t.equal((await userinfo(app, before.ana.access_token)).statusCode, 401);
  t.ok((await callTool(app, 'get_my_account', {}, { token: before.ana.access_token })).status === 401);
  const answer = await exchange(app, DEMO.cli, { code, verifier, params: new URLSearchParams() }, {});
  t.equal(answer.json().error, 'invalid_grant', 'a code under way');
  t.equal((await refresh(app, DEMO.cli, before.through.refresh_token ?? '')).statusCode, 200);
  for (const mode of ['offered', 'provider', 'account', 'offered'] as const) {
    await turn(app, mode);
    t.strictSame((await alive()).slice(0, 2), [false, false], `back to ${mode}`);
  }
  t.equal((await alive())[2], false, 'turned off, what came through the school has ended too');
  t.equal(
    Number(
      await file.read(
        'select count(*) from grants where site_id = ? and revoked_at is null and identity_id is null',
        RIVERSIDE.id,
      ),
    ),
    0,
  );
});

t.test('an app asks by the provider where the school requires it', async (t) => {
  const school = await setting(t);
  const { app, clock } = school;
  const noor = await signedIn(app, NOOR);
  await turn(app, 'provider');
  const verifier = makeVerifier();
  const silent = await noor.get(authorizeUrl(DEMO.adminTool, verifier, { ...OPERATOR, prompt: 'none' }));
  t.equal(silent.leavesFor?.searchParams.get('error'), 'login_required');
  const asked = await noor.get(authorizeUrl(DEMO.adminTool, verifier, OPERATOR));
  t.match(said(asked), /requires this sign-in.*Continue at login\.school\.example/);
  const href = linksOf(asked).find((link) => link.startsWith('/sign-in/at/riverside')) ?? '';
  const again = await noor.submit(asked, '/sign-in', { email: NOOR, password: PASSWORD });
  t.match(said(again), /requires this sign-in/, 'the password is worth nothing');
  const consent = await school.arrive(noor, VIA_NOOR, href, { auth_time: Math.floor(clock.now / 1000) });
  const page = await walkThrough(noor, consent);
  const code = page.leavesFor?.searchParams.get('code') ?? '';
  const tokens = (
    await exchange(app, DEMO.adminTool, { code, verifier, params: new URLSearchParams() }, {})
  ).json<Tokens>();
  t.equal(await isAlive(school, DEMO.adminTool, tokens), true);
  t.equal((await refresh(app, DEMO.adminTool, tokens.refresh_token ?? '')).statusCode, 200);
  // Another app, of several schools: the school is chosen, and then its sign-in.
  const other = await signedIn(app, NOOR);
  const schools = await other.get(authorizeUrl(VENDOR, makeVerifier(), { ...IDENTITY, prompt: 'consent' }));
  const chosen = await walkThrough(other, schools, { site: RIVERSIDE.id });
  t.match(said(chosen), /requires this sign-in/);
  // Nobody names the school of a person who has one.
  const ana = await signedIn(app, ANA);
  const only = await ana.get(authorizeUrl(VENDOR, makeVerifier(), { ...IDENTITY, prompt: 'consent' }));
  t.match(said(only), /requires this sign-in.*Continue at login\.school\.example/);
});

t.test('an agent connects, steps up and refreshes, with and without a time of sign-in', async (t) => {
  for (const authTime of [true, false]) {
    const school = await setting(t);
    const { app, clock } = school;
    const before = await obtainTokens(app, DEMO.adminTool, { ...OPERATOR }, { browser: await signedIn(app, NOOR) });
    await turn(app, 'provider');
    t.equal((await refresh(app, DEMO.adminTool, before.refresh_token ?? '')).json().error, 'invalid_grant');
    const claims = () => (authTime ? { auth_time: Math.floor(clock.now / 1000) } : {});
    const browser = await school.signedInAs(VIA_NOOR, claims());
    const tokens = await obtainTokens(app, DEMO.adminTool, { ...OPERATOR }, { browser });
    t.equal(await isAlive(school, DEMO.adminTool, tokens), true);
    clock.advance(60_000);
    // The step-up: the client asks for a sign-in of now.
    const verifier = makeVerifier();
    const asked = await browser.get(authorizeUrl(DEMO.adminTool, verifier, { ...OPERATOR, max_age: '0' }));
    const href = linksOf(asked).find((link) => link.startsWith('/sign-in/at/riverside')) ?? '';
    clock.advance(2000);
    const page = await walkThrough(browser, await school.arrive(browser, VIA_NOOR, href, claims()));
    const told = page.leavesFor ?? new URL(linksOf(page).find((link) => link.includes('error=')) ?? 'https://none');
    t.equal(told.searchParams.get('error'), authTime ? null : 'unmet_authentication_requirements', `${authTime}`);
    t.equal((await refresh(app, DEMO.adminTool, tokens.refresh_token ?? '')).statusCode, 200, 'what there was goes on');
  }
});

t.test('a pupil who is new to the provider connects once with the account', async (t) => {
  const school = await atSchool(t);
  const { app } = school;
  await setUpApp(await signedIn(app, RUTH), school.clock);
  await turn(app, 'provider');
  const browser = new Browser(app);
  const page = await school.arrive(browser, VIA_ANA);
  const href = /href="(\/sign-in\?[^"]*connect)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const asked = await browser.submit(await browser.get(href), '/sign-in', { email: ANA, password: PASSWORD });
  t.match(said(await browser.submit(asked, '/connect')), /Connected/);
  t.equal((await (await school.signedInAs(VIA_ANA)).get('/account/school')).status, 200);
});

t.test('a school that requires its provider keeps a way in', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  t.equal(await turn(app, 'provider', false), false, 'no owner has two factors');
  await setUpApp(await signedIn(app, RUTH), school.clock);
  await file.edit('update people set password_hash = null where email = ?', RUTH);
  t.equal(await turn(app, 'provider', false), false, 'nor a password');
  t.equal(await file.read('select sign_in_by from sites where id = ?', RIVERSIDE.id), 'offered');
});

t.test('what a role had opened does not come back with it', async (t) => {
  const school = await setting(t);
  const { app, file } = school;
  const setRole = async (role: 'owner' | 'admin' | 'member') => {
    const row = await file.row(
      'select updated_at from memberships where person_id = ? and site_id = ?',
      ANA_ID,
      RIVERSIDE.id,
    );
    const change = {
      changes: { role },
      seen: Number(row?.updated_at),
      by: { personId: OWNER_ID, role: 'owner' as const },
    };
    const event = { event: 'resource_changed', at: school.clock.now, siteId: RIVERSIDE.id } as const;
    t.equal(await app.school.members.changeRoleOrStatus(RIVERSIDE.id, ANA_ID, change, event), true, role);
  };
  const browser = await school.signedInAs(VIA_ANA);
  const through = await obtainTokens(app, DEMO.cli, { ...ACCOUNT, prompt: 'consent' }, { browser });
  const account = await obtainTokens(app, DEMO.cli, ACCOUNT, { browser: await signedIn(app, ANA) });
  await setRole('owner');
  t.strictSame([await isAlive(school, DEMO.cli, through), await isAlive(school, DEMO.cli, account)], [false, true]);
  await setRole('member');
  t.strictSame([await isAlive(school, DEMO.cli, through), await isAlive(school, DEMO.cli, account)], [false, true]);
  t.match((await browser.get('/account/school')).url, '/sign-in', 'nor its session');
  await setRole('owner');
  await turn(app, 'provider');
  t.equal(await isAlive(school, DEMO.cli, account), true, 'an owner keeps the account');
  await setRole('admin');
  t.equal(await isAlive(school, DEMO.cli, account), false);
  await setRole('owner');
  t.equal(await isAlive(school, DEMO.cli, account), false, 'an app that ended with the role');
});

t.test('the settings of a provider count for the version that was seen', async (t) => {
  const { app } = await setting(t);
  const provider = await app.people.providerStore.find(PROVIDER_ID);
  const seen = { id: PROVIDER_ID, siteId: RIVERSIDE.id, seen: (provider?.updatedAt ?? 0) - 1 };
  const event = { event: 'provider_mode_changed', at: app.clock(), siteId: RIVERSIDE.id, target: 'provider' } as const;
  t.equal(await app.people.providerStore.setMode(seen, 'provider', event), false);
  t.not(HARBOUR.id, RIVERSIDE.id);
});

t.test('an app that names no school leads to the provider of the only school that fits', async (t) => {
  const school = await setting(t);
  await turn(school.app, 'provider');
  const browser = await signedIn(school.app, ANA);
  const asked = await browser.get(authorizeUrl(VENDOR, makeVerifier(), { ...IDENTITY, prompt: 'consent' }));
  t.ok(
    linksOf(asked).some((link) => link.startsWith('/sign-in/at/riverside')),
    said(asked),
  );
});
