import { createHash } from 'node:crypto';
import t from 'tap';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { authorize, codeFields, DEMO, exchange, type Fields, postForm, refresh } from '../../support/oauth-client.ts';
import { whileDisabled } from '../../support/standing.ts';
import { refused, refusedAndStillGood, TOKEN } from '../../support/token-endpoint.ts';

const INVALID_CLIENT = [401, 'invalid_client'] as const;

t.test('client authentication at the token endpoint', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  const browser = new Browser(app);

  const cases: readonly (readonly [string, Fields, readonly [number, string], string])[] = [
    ['a public client with a secret', { client_secret: 'cs_something' }, INVALID_CLIENT, '[RFC 6749 §2.3.1]'],
    ['a missing client_id', { client_id: undefined }, INVALID_CLIENT, '[RFC 6749 §5.2]'],
    ['an unknown client_id', { client_id: 'c_nobody' }, INVALID_CLIENT, '[RFC 6749 §5.2]'],
    ['a client_id in another case', { client_id: 'C_DEMO_CLI' }, INVALID_CLIENT, '[OAuth 2.1 §2.4]'],
    ['a client assertion', { client_assertion: 'ey.ey.x' }, INVALID_CLIENT, '[E-13]'],
    [
      'a client assertion type',
      { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
      INVALID_CLIENT,
      '[E-13]',
    ],
  ];
  for (const [what, bend, outcome, proves] of cases) {
    t.test(`${what} is refused with ${outcome[1]} and leaves the code redeemable ${proves}`, (t) =>
      refusedAndStillGood(t, app, browser, { bend, outcome }),
    );
  }

  const secrets: readonly (readonly [string, string | undefined])[] = [
    ['missing', undefined],
    ['empty', ''],
    ['wrong', 'cs_wrong'],
    ['right but for its last character', `${DEMO.webApp.secret.slice(0, -1)}x`],
    ['right but followed by a space', `${DEMO.webApp.secret} `],
  ];
  for (const [which, secret] of secrets) {
    t.test(
      `a client_secret that is ${which} is invalid_client and leaves the code redeemable [RFC 6749 §2.3.1, W11, ASVS 10.4.10]`,
      (t) =>
        refusedAndStillGood(t, app, browser, {
          bend: { client_secret: secret },
          outcome: INVALID_CLIENT,
          client: DEMO.webApp,
        }),
    );
  }

  t.test('the secret of one client does not authenticate another [RFC 6749 §2.3.1, W11, ASVS 10.4.10]', async (t) => {
    const registered = await app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      payload: { redirect_uris: [DEMO.cli.redirectUri], token_endpoint_auth_method: 'client_secret_post' },
    });
    const foreign = registered.json<{ client_secret: string }>().client_secret;
    t.match(foreign, /^cs_/);
    await refusedAndStillGood(t, app, browser, {
      bend: { client_secret: foreign },
      outcome: INVALID_CLIENT,
      client: DEMO.webApp,
    });
  });

  t.test(
    'HTTP Basic is 401 with WWW-Authenticate, and the same code then works with the body [RFC 6749 §5.2]',
    async (t) => {
      const basic = `Basic ${Buffer.from(`${DEMO.webApp.id}:${DEMO.webApp.secret}`).toString('base64')}`;
      for (const authorization of [basic, 'basic x', 'BASIC', 'Basic']) {
        const code = await authorize(app, DEMO.webApp, {}, { browser });
        const { client_id: _, client_secret: __, ...fields } = codeFields(DEMO.webApp, code);
        const response = await postForm(app, TOKEN, fields, { authorization });
        refused(t, response, 401, 'invalid_client', authorization);
        t.match(response.headers['www-authenticate'], /^Basic realm="[^"]+"$/);
        t.equal((await exchange(app, DEMO.webApp, code)).statusCode, 200, 'the code is still redeemable');
      }
    },
  );

  t.test('HTTP Basic beside correct credentials in the body is refused all the same [RFC 6749 §2.3]', (t) =>
    refusedAndStillGood(t, app, browser, {
      outcome: INVALID_CLIENT,
      client: DEMO.webApp,
      headers: { authorization: `Basic ${Buffer.from('x:y').toString('base64')}` },
    }),
  );

  t.test('an Authorization header of another scheme says nothing about the client', async (t) => {
    const code = await authorize(app, DEMO.cli, {}, { browser });
    const fields = codeFields(DEMO.cli, code);
    t.equal((await postForm(app, '/api/oauth/token', fields, { authorization: 'Bearer basic x' })).statusCode, 200);
  });

  t.test('an empty client_secret of a public client counts as absent [H4.5]', async (t) => {
    const code = await authorize(app, DEMO.cli, {}, { browser });
    t.equal((await exchange(app, DEMO.cli, code, { client_secret: '' })).statusCode, 200);
  });

  t.test('only a caller with the secret learns that a client is disabled [RFC 6749 §2.3.1]', async (t) => {
    const describe = async (secret: string): Promise<string> =>
      (await refresh(app, { ...DEMO.webApp, secret }, 'rt_1.x')).json().error_description;
    await whileDisabled(file, 'clients', DEMO.webApp.id, async () => {
      t.match(await describe(DEMO.webApp.secret), /disabled/);
      t.notMatch(await describe('cs_wrong'), /disabled/);
    });
  });

  t.test('while a client secret is being replaced, both are accepted [E-30]', async (t) => {
    const previous = 'cs_the-one-before';
    const hash = createHash('sha256').update(previous).digest();
    const replace = 'update clients set previous_secret_hash = ?, previous_secret_ends_at = ? where id = ?';
    await file.edit(replace, hash, app.clock() + 1, DEMO.webApp.id);
    for (const secret of [DEMO.webApp.secret, previous]) {
      const client = { ...DEMO.webApp, secret };
      t.equal((await exchange(app, client, await authorize(app, client, {}, { browser }))).statusCode, 200);
    }
    await file.edit('update clients set previous_secret_hash = null where id = ?', DEMO.webApp.id);
    refused(t, await refresh(app, { ...DEMO.webApp, secret: previous }, 'rt_1.x'), 401, 'invalid_client');
  });
});
