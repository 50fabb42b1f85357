import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { BASE, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { authorizeUrl, DEMO, makeVerifier, obtainTokens, postForm, userinfo } from '../support/oauth-client.ts';

const POINTER = `resource_metadata="${BASE}/.well-known/oauth-protected-resource"`;

/** Each row: a condition, how to bring it about, and what must come. */
t.test('the table of errors', async (t) => {
  const { app } = await testApp(t);
  const register = (body: object): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const token = (fields: Record<string, string>) => postForm(app, '/api/oauth/token', fields);
  const cli = { client_id: DEMO.cli.id, redirect_uri: DEMO.cli.redirectUri };
  const code = {
    ...cli,
    grant_type: 'authorization_code',
    code: `ac_1.${'x'.repeat(43)}`,
    code_verifier: 'v'.repeat(43),
  };
  const narrow = await obtainTokens(app, DEMO.cli, { scope: 'account:read' });
  const full = await obtainTokens(app, DEMO.cli);

  interface Row {
    condition: string;
    response: LightMyRequestResponse;
    status: number;
    error: string;
    header?: [string, RegExp | string];
  }

  const rows: Row[] = [
    {
      condition: 'a token request without a grant type [spec 7]',
      response: await token(cli),
      status: 400,
      error: 'invalid_request',
    },
    {
      condition: 'an unknown authorization code [spec 7]',
      response: await token(code),
      status: 400,
      error: 'invalid_grant',
    },
    {
      condition: 'a token request of an unknown client [spec 7]',
      response: await token({ ...code, client_id: 'c_nobody' }),
      status: 401,
      error: 'invalid_client',
    },
    {
      condition: 'a refresh that asks for a scope that was not granted [spec 7]',
      response: await token({
        ...cli,
        grant_type: 'refresh_token',
        refresh_token: full.refresh_token,
        scope: 'courses:write',
      }),
      status: 400,
      error: 'invalid_scope',
    },
    {
      condition: 'registration with an unrecognized client_name [spec 7]',
      response: await register({ client_name: 'Nobody', redirect_uris: ['com.nobody.app:/cb'] }),
      status: 403,
      error: 'invalid_client_metadata',
    },
    {
      condition: 'registration with a fixed https redirect URI [spec 7]',
      response: await register({ client_name: 'Nobody', redirect_uris: ['https://nobody.example/cb'] }),
      status: 400,
      error: 'invalid_redirect_uri',
    },
    {
      condition: 'an unknown access token [spec 7, RFC 6750 §2.1, RFC 6750 §3.1, RFC 9728 §5.1]',
      response: await userinfo(app, `at_1.${'x'.repeat(43)}`),
      status: 401,
      error: 'invalid_token',
      header: ['www-authenticate', POINTER],
    },
    {
      condition: 'a malformed access token [spec 7, RFC 6750 §2.1, RFC 6750 §3.1, RFC 9728 §5.1]',
      response: await userinfo(app, 'not-one-of-ours'),
      status: 401,
      error: 'invalid_token',
      header: ['www-authenticate', POINTER],
    },
    {
      condition: 'a valid access token without the scope [spec 7, RFC 6750 §3.1]',
      response: await userinfo(app, narrow.access_token),
      status: 403,
      error: 'insufficient_scope',
      header: ['www-authenticate', /scope="openid"/],
    },
  ];

  for (const { condition, response, status, error, header } of rows) {
    t.test(`the answer is ${status} ${error} for ${condition}`, async (t) => {
      t.equal(response.statusCode, status);
      t.match(response.headers['content-type'], /^application\/json/);
      t.equal(response.headers['cache-control'], 'no-store');
      const body = response.json();
      t.equal(body.error, error);
      t.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      t.ok(response.headers['x-request-id']);
      if (header !== undefined) t.match(response.headers[header[0]], header[1]);
    });
  }

  t.test('account:read is invalid_scope for a client that registered itself [spec 5.3.7, spec 7]', async (t) => {
    const { client_id: id } = (await register({ redirect_uris: ['http://127.0.0.1/callback'] })).json();
    const client = { id, redirectUri: 'http://127.0.0.1:5555/callback', secret: undefined };
    const page = await new Browser(app).get(authorizeUrl(client, makeVerifier(), { scope: 'openid account:read' }));
    const params = page.leavesFor?.searchParams;
    t.equal(params?.get('error'), 'invalid_scope');
    t.match(params?.get('error_description'), /account:read/);
    t.equal(params?.get('state'), 'st-1');
    t.equal(params?.get('iss'), BASE);
  });

  t.test(
    'a grant type that is not offered is unsupported_grant_type, whatever else is sent [spec 5.1.4, RFC 6749 §5.2]',
    async (t) => {
      for (const grant of [
        'password',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
        'urn:ietf:params:oauth:grant-type:token-exchange',
        'urn:workos:agent-auth:grant-type:claim',
      ]) {
        const response = await token({ grant_type: grant, assertion: 'x' });
        t.equal(response.statusCode, 400, grant);
        t.equal(response.json().error, 'unsupported_grant_type', grant);
      }
    },
  );
});
