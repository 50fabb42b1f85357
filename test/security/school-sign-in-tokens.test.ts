/** What an app gets and does that was connected after a sign-in through a school: the same name everywhere, and no account. */
import { decodeJwt } from 'jose';
import t from 'tap';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { ANA } from '../support/interaction.ts';
import { callTool } from '../support/mcp.ts';
import { DEMO, introspect, obtainTokens, type TestClient, userinfo } from '../support/oauth-client.ts';
import { type AtSchool, atSchool } from '../support/school-sign-in.ts';
import { signedIn } from '../support/with-emails.ts';

t.setTimeout(120_000);

const VIA_ANA = 'ana-at-provider';
const SHARED: TestClient = { id: 'c_shared', redirectUri: 'http://127.0.0.1:49152/callback', secret: undefined };
const SCOPE = 'openid profile email account:read account:write';

async function setting(t: Parameters<typeof atSchool>[0]) {
  const school = await atSchool(t);
  await school.connect(CALLERS.member.id, VIA_ANA);
  await school.app.oauth.clients.create(
    {
      ...{
        id: SHARED.id,
        origin: 'registered',
        name: 'Shared',
        authMethod: 'none',
        redirectUris: [SHARED.redirectUri],
      },
      ...{ scopes: SCOPE.split(' ') as never, createdAt: school.clock.now },
    } as never,
    { event: 'client_registered', at: school.clock.now },
  );
  return school;
}

const tokensOf = ({ app }: AtSchool, browser: Browser, client: TestClient) =>
  obtainTokens(app, client, { scope: SCOPE, prompt: 'consent', resource: BASE }, { browser });

const graphql = async ({ app }: AtSchool, token: string, query: string) =>
  (
    await app.inject({
      method: 'POST',
      url: '/account/graphql',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: { query },
    })
  ).json();

t.test('a client learns one name of a person at every interface, and another through the school', async (t) => {
  const school = await setting(t);
  const { app } = school;
  const names = async (browser: Browser, client: TestClient): Promise<unknown[]> => {
    const { access_token: token, id_token: idToken } = await tokensOf(school, browser, client);
    const viewer = await graphql(school, token, '{ viewer { id } }');
    const who = (await callTool(app, 'whoami', {}, { token })).json.result?.structuredContent;
    const account = (await callTool(app, 'get_my_account', {}, { token })).json.result?.structuredContent;
    return [
      decodeJwt(idToken ?? '').sub,
      (await userinfo(app, token)).json().sub,
      (await introspect(app, client, token)).sub,
      viewer.data?.viewer.id,
      who?.personId,
      account?.id,
    ];
  };
  const all = (name: string) => Array.from({ length: 6 }, () => name);
  const known = `usr_shared_${RIVERSIDE.id}_${VIA_ANA}`;
  t.strictSame(await names(await signedIn(app, ANA), SHARED), all(CALLERS.member.id));
  t.strictSame(await names(await school.signedInAs(VIA_ANA), SHARED), all(known));
  t.strictSame(await names(await school.signedInAs(VIA_ANA), DEMO.cli), all(CALLERS.member.id));
});

t.test('no app that was connected through a school renames the account', async (t) => {
  const school = await setting(t);
  const { app, file } = school;
  for (const client of [SHARED, DEMO.cli]) {
    const { access_token: token } = await tokensOf(school, await school.signedInAs(VIA_ANA), client);
    const changed = await graphql(school, token, 'mutation { updateProfile(input: { name: "Thief" }) { id } }');
    t.match(JSON.stringify(changed.errors), /sign in with the account/);
    t.match(
      JSON.stringify((await callTool(app, 'update_my_profile', { name: 'Thief' }, { token })).json),
      /sign in with the account/,
    );
    t.equal(await file.read('select name from people where id = ?', CALLERS.member.id), 'Ana Lima');
    const locale = await graphql(school, token, 'mutation { updateProfile(input: { locale: "de" }) { locale } }');
    t.strictSame(locale.data?.updateProfile, { locale: 'de' }, 'what is of the school is changed');
  }
});
