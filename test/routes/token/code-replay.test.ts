import t from 'tap';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  type Authorization,
  authorize,
  DEMO,
  exchange,
  type Fields,
  makeVerifier,
  refresh,
  type TestClient,
  type Tokens,
} from '../../support/oauth-client.ts';
import { alive, refused } from '../../support/token-endpoint.ts';

t.test('an authorization code is redeemed once', async (t) => {
  const { app, clock } = await testApp(t);
  const browser = new Browser(app);
  const redeemed = async (client: TestClient = DEMO.cli): Promise<{ code: Authorization; tokens: Tokens }> => {
    const code = await authorize(app, client, {}, { browser });
    const response = await exchange(app, client, code);
    t.equal(response.statusCode, 200);
    return { code, tokens: response.json<Tokens>() };
  };

  t.test(
    'a second, otherwise valid use is invalid_grant and revokes the tokens of the first [OAuth 2.1 §4.1.3, ASVS 10.4.2]',
    async (t) => {
      const { code, tokens } = await redeemed();
      const refreshed = (await refresh(app, DEMO.cli, tokens.refresh_token)).json<Tokens>();
      refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant');
      for (const token of [tokens.access_token, refreshed.access_token]) t.notOk(await alive(app, token));
      refused(t, await refresh(app, DEMO.cli, refreshed.refresh_token), 400, 'invalid_grant');
      refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant', 'a third use');
    },
  );

  const harmless: readonly (readonly [string, TestClient, Fields, string])[] = [
    ['a wrong verifier', DEMO.cli, { code_verifier: makeVerifier() }, 'invalid_grant'],
    ['no verifier', DEMO.cli, { code_verifier: undefined }, 'invalid_grant'],
    ['another client', DEMO.cli, { client_id: DEMO.notebook.id }, 'invalid_grant'],
    ['another redirect_uri', DEMO.cli, { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['another resource', DEMO.cli, { resource: 'https://other.example' }, 'invalid_target'],
    ['a wrong client_secret', DEMO.webApp, { client_secret: 'cs_wrong' }, 'invalid_client'],
  ];
  for (const [what, client, bend, error] of harmless) {
    t.test(`a replay with ${what} revokes nothing [OAuth 2.1 §7.5]`, async (t) => {
      const { code, tokens } = await redeemed(client);
      t.equal((await exchange(app, client, code, bend)).json().error, error);
      t.ok(await alive(app, tokens.access_token));
      t.equal((await refresh(app, client, tokens.refresh_token)).statusCode, 200);
    });
  }

  t.test('of 20 simultaneous uses one succeeds, and the others are invalid_grant [RFC 6749 §4.1.2, F01]', async (t) => {
    const code = await authorize(app, DEMO.cli, {}, { browser });
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(app, DEMO.cli, code)));
    const won = responses.filter(({ statusCode }) => statusCode === 200);
    t.equal(won.length, 1);
    const lost = responses.filter(({ statusCode }) => statusCode !== 200);
    t.same(
      lost.map((response) => `${response.statusCode} ${response.json().error}`),
      Array.from({ length: 19 }, () => '400 invalid_grant'),
    );
    t.notOk(await alive(app, won[0]?.json<Tokens>().access_token ?? ''), 'the family is dead');
  });

  t.test('a replay on one installation leaves other installations of the client alone [RFC 6749 §4.1.2]', async (t) => {
    const first = await redeemed();
    const second = await redeemed();
    await exchange(app, DEMO.cli, first.code);
    t.notOk(await alive(app, first.tokens.access_token));
    t.ok(await alive(app, second.tokens.access_token));
  });

  t.test('a second use revokes the tokens of the first however late it comes [OAuth 2.1 §4.1.3]', async (t) => {
    const { code, tokens } = await redeemed();
    clock.advance(600_000);
    refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant');
    t.notOk(await alive(app, tokens.access_token));
    refused(t, await refresh(app, DEMO.cli, tokens.refresh_token), 400, 'invalid_grant');
  });
});
