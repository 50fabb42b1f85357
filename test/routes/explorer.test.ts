/** With which application the explorer of the Account API signs in, and who can set it up. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { CALLERS } from '../support/admin.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { postForm, walkThrough } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const PATH = '/account/explorer';
const RIVERSIDE_APPLICATIONS = '/admin/riverside/applications';
const HUGO = 'hugo@harbour.example';
const { explorer } = textFor('en');

const requestOf = (page: Page): URLSearchParams | undefined =>
  linksOf(page)
    .filter((href) => href.startsWith('/oauth/authorize?'))
    .map((href) => new URLSearchParams(href.split('?')[1]))[0];
const clientOf = (page: Page): string | undefined => requestOf(page)?.get('client_id') ?? undefined;
/** The page to which the authorization endpoint sends the browser, which is one of this server. */
const arrive = async (browser: Browser, { leavesFor }: Page): Promise<Page> =>
  browser.get(`${leavesFor?.pathname}${leavesFor?.search}`);
const verifierOf = ({ body }: Page): string | undefined => /data-verifier="([^"]*)"/.exec(body)?.[1];

t.test('a visitor of the explorer can sign in, and comes back to it [A12]', async (t) => {
  const { app } = await testApp(t);
  const visitor = new Browser(app);
  const page = await visitor.get(PATH);
  t.equal(page.status, 200);
  t.match(said(page), explorer.signedOut);
  t.equal(clientOf(page), undefined);
  t.match(
    page.headers['content-security-policy'],
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self';",
  );
  const [signIn = ''] = linksOf(page).filter((href) => href.startsWith('/sign-in'));
  const back = await visitor.submit(await visitor.get(signIn), '/sign-in', {
    email: CALLERS.member.email,
    password: PASSWORD,
  });
  t.match(said(back), 'Account API explorer', 'the only school is asked for at once');
  const arrived = await arrive(visitor, await visitor.submit(back, '/decision', { decision: 'deny' }));
  t.match(arrived.url, `${PATH}?error=access_denied`);
  t.match(said(arrived), 'The explorer was not connected: ');
  t.match(said(arrived), explorer.at({ school: 'Riverside Academy' }));
});

t.test(
  'only the browser that began a sign-in gets what redeems its code [RFC 6749 §10.12, RFC 9207 §2.4]',
  async (t) => {
    const { app } = await testApp(t);
    const [ana, thief] = [await signedIn(app, CALLERS.member.email), await signedIn(app, 'ben@riverside.example')];
    const begun = await ana.get(PATH);
    t.equal(verifierOf(begun), undefined, 'nothing is in the page before the answer');
    const arrived = await arrive(ana, await walkThrough(ana, await ana.get(`/oauth/authorize?${requestOf(begun)}`)));
    const [path = '', search] = arrived.url.split('?');
    const answer = new URLSearchParams(search);
    t.equal(path, PATH);
    const verifier = verifierOf(arrived);
    t.match(verifier, /^[\w-]{43}$/);
    t.notMatch(search, verifier);

    const changed = (name: string, value: string): string => {
      const other = new URLSearchParams(answer);
      other.set(name, value);
      return `${PATH}?${other}`;
    };
    const [client, nonce, mac] = (answer.get('state') ?? '').split('.');
    const state = requestOf(await thief.get(PATH))?.get('state') ?? '';
    for (const [who, address] of [
      [thief, arrived.url],
      [ana, changed('state', state)],
      [ana, changed('state', `${client}.${nonce}x.${mac}`)],
      [ana, changed('state', `c_demo_cli.${nonce}.${mac}`)],
      [ana, changed('state', 'x')],
      [ana, changed('iss', 'https://other.example')],
      [ana, changed('iss', '')],
    ] as const) {
      const page = await who.get(address);
      t.equal(verifierOf(page), undefined, address);
      t.match(said(page), explorer.problems.foreign, address);
    }
    const exchanged = await postForm(app, '/api/oauth/token', {
      grant_type: 'authorization_code',
      client_id: client,
      code: answer.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: `${BASE}${PATH}`,
      resource: BASE,
    });
    t.match(exchanged.json(), { scope: 'account:read account:write' });
  },
);

t.test('the explorer signs in with no application but one that is made for it and works [A12]', async (t) => {
  const { app } = await testApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const member = await signedIn(app, CALLERS.member.email);
  t.equal(clientOf(await member.get(PATH)), 'c_demo_explorer');
  const one = `${RIVERSIDE_APPLICATIONS}/c_demo_explorer`;
  await owner.submit(await owner.get(`${one}/disable`), '/disable', { password: PASSWORD });
  const without = await member.get(PATH);
  t.equal(clientOf(without), undefined, 'none that is disabled');
  t.match(said(without), explorer.none);
  t.notOk(
    linksOf(without).some((href) => href.includes('/applications/')),
    'a member cannot set it up',
  );
  const make = async (fields: Record<string, string | string[]>): Promise<string | undefined> => {
    const form = await owner.get(`${RIVERSIDE_APPLICATIONS}/new?for=explorer`);
    const filledIn = /<textarea id="redirect_uris"[^>]*>\n([^<]*)</.exec(form.body)?.[1] ?? '';
    const made = await owner.submit(form, '/applications/new', { redirect_uris: filledIn, ...fields });
    return /id="client_id"[^>]* value="([^"]*)"/.exec(made.body)?.[1];
  };
  t.ok(await make({ kind: 'confidential' }));
  t.ok(await make({ redirect_uris: 'https://app.example/account/explorer' }));
  t.ok(await make({ scope: ['openid'] }));
  t.ok(
    await make({ redirect_uris: `${BASE}${PATH}\nhttps://app.example/callback` }),
    'whose codes others may get, too',
  );
  t.equal(clientOf(await member.get(PATH)), undefined, 'nor any that could not');
  const id = await make({ name: 'Query desk' });
  const request = requestOf(await member.get(PATH));
  t.equal(request?.get('client_id'), id, 'the form is filled in as it has to be');
  t.equal(request?.get('scope'), 'account:read account:write');
});

t.test('who manages a school without the explorer is led to the form that makes it [A12]', async (t) => {
  const { app } = await testApp(t);
  const hugo = await signedIn(app, HUGO);
  const page = await hugo.get(PATH);
  t.match(said(page), explorer.none);
  const [setUp = ''] = linksOf(page).filter((href) => href.includes('/applications/'));
  t.equal(setUp, '/admin/harbour/applications/new?for=explorer');
  t.match(said(page), explorer.setUp({ school: 'Harbour Music School' }));
  const owner = await signedIn(app, CALLERS.owner.email);
  const form = await owner.get(`${RIVERSIDE_APPLICATIONS}/new?for=explorer`);
  t.match(form.body, `${BASE}${PATH}`);
  t.match(form.body, explorer.title);
});
