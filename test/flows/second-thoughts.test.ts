import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import {
  authorizeUrl,
  DEMO,
  exchange,
  makeVerifier,
  postForm,
  type Tokens,
  walkThrough,
} from '../support/oauth-client.ts';

t.test('a decision on the consent page counts, even if another tab decided first', async (t) => {
  const { app } = await testApp(t);

  for (const [email, decision] of [
    ['ana@riverside.example', 'deny'],
    ['ben@riverside.example', 'allow'],
  ] as const) {
    await t.test(`a decision to ${decision} in a second tab counts as well [ASVS 10.7.1, E-20]`, async (t) => {
      const browser = new Browser(app);
      const signedIn = await browser.submit(await browser.get(authorizeUrl(DEMO.portal, makeVerifier())), '/sign-in', {
        email,
        password: 'correct-horse-battery',
      });
      const verifier = makeVerifier();
      const secondTab = await browser.get(authorizeUrl(DEMO.portal, verifier, { state: 'second' }));
      t.ok(
        (await walkThrough(browser, signedIn)).leavesFor?.searchParams.get('code'),
        'the first tab allows everything',
      );

      const answered = await browser.submit(secondTab, '/decision', { decision, scope: [] });
      const params = answered.leavesFor?.searchParams;
      t.equal(params?.get('state'), 'second');
      if (decision === 'deny') {
        t.equal(params?.get('error'), 'access_denied');
        t.notOk(params?.has('code'));
      } else {
        const code = params?.get('code') ?? '';
        const tokens = (
          await exchange(app, DEMO.portal, { code, verifier, params: new URLSearchParams() })
        ).json<Tokens>();
        t.equal(tokens.scope, 'openid profile email', 'what was unticked is not granted');
      }
    });
  }
});

t.test('made-up clients and tokens do not escape the rate limit of the token endpoint [E-38]', async (t) => {
  const oneNode = 'each process counts volume limits for itself';
  const { app } = await testApp(t, { env: { RATE_LIMITS: 'on' }, oneNode });
  const attempt = async (i: number, vendor: boolean): Promise<number> =>
    (
      await postForm(app, '/api/oauth/token', {
        grant_type: 'refresh_token',
        client_id: vendor ? 'c_vendor_claude' : `c_made_up_${i}`,
        refresh_token: `rt_${i + 1}.${'x'.repeat(43)}`,
      })
    ).statusCode;
  const statuses: number[] = [];
  for (let i = 0; i < 700; i += 1) statuses.push(await attempt(i, i % 2 === 0));
  t.ok(
    statuses.slice(0, 600).every((status) => status === 401 || status === 400),
    'six hundred failures are answered',
  );
  t.ok(
    statuses.slice(600).every((status) => status === 429),
    'the others are not',
  );
});

t.test('a long password of multi-byte characters is verified to its last character [ASVS 6.2.8]', async (t) => {
  const { app } = await testApp(t);
  const password = '🎻'.repeat(100);
  await app.people.persons.setPassword('usr_demo_ana', await app.people.passwords.hash(password, 'test'));
  const browser = new Browser(app);
  const page = await browser.get(authorizeUrl(DEMO.cli, makeVerifier()));
  const refused = await browser.submit(page, '/sign-in', { email: 'ana@riverside.example', password: `${password}🎻` });
  t.equal(refused.status, 400);
  t.ok((await walkThrough(browser, refused, { password })).leavesFor?.searchParams.get('code'));
});
