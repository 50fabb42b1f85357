// slow
/** What is said in several places is the same in all of them: versions, scopes, descriptions. */
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { textFor } from '../../routes/words/index.ts';
import { OPERATOR_SCOPES, SCOPES, type Scope } from '../../schema/oauth/scope.ts';
import { SCOPE_GUIDE } from '../../schema/oauth/scope-guide.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, call } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { authorizeUrl, CALLBACK, DEMO, makeVerifier, obtainTokens } from '../support/oauth-client.ts';

/** The word for deleting, or for removing members, in each language. */
const DELETION: Readonly<Record<(typeof LANGUAGES)[number], RegExp>> = {
  en: /delete|remove/,
  de: /lösch|entfern/,
  es: /eliminar|quitar/,
  ja: /削除|外す/,
  'zh-Hant': /刪除|移出/,
};

t.test('every place that states a version states that of the package [A17]', async (t) => {
  const { app } = await testApp(t);
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
  };
  const headers = { accept: 'application/json, text/event-stream' };
  const tools = await app.inject({ method: 'POST', url: '/mcp', headers, payload: initialize });
  t.match(tools.body, `"version":"${manifest.version}"`);
  t.equal((await app.inject('/openapi.json')).json().info.version, manifest.version);
});

t.test(
  'developers read the sentences of the consent page, and these name deletion only where something is deleted [A17, E-45]',
  async (t) => {
    const { app } = await testApp(t);
    const { components } = (await app.inject('/openapi.json')).json();
    const authMd = (await app.inject('/auth.md')).body;
    for (const scope of SCOPES) {
      t.equal(textFor('en').scopes[scope], SCOPE_GUIDE[scope], scope);
      t.equal(components.securitySchemes.oauth2.flows.authorizationCode.scopes[scope], SCOPE_GUIDE[scope], scope);
      t.ok(authMd.includes(SCOPE_GUIDE[scope]), `auth.md says what ${scope} is for`);
    }
    const deleting = new Set<Scope>(
      app.school.catalogue.filter(({ rest }) => rest.method === 'DELETE').map(({ scope }) => scope),
    );
    for (const scope of OPERATOR_SCOPES) {
      for (const language of LANGUAGES) {
        t.equal(
          DELETION[language].test(textFor(language).scopes[scope]),
          deleting.has(scope),
          `${scope} in ${language}`,
        );
      }
    }
  },
);

t.test('introspection describes the scalars of the Account API in the words of its schema [A17]', async (t) => {
  const { app } = await testApp(t);
  const schema = (await app.inject('/account/schema.graphql')).body;
  const tokens = await obtainTokens(app, DEMO.cli);
  for (const name of ['DateTime', 'Date']) {
    const response = await app.inject({
      method: 'POST',
      url: '/account/graphql',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: { query: `{ __type(name: "${name}") { description } }` },
    });
    const { description } = response.json().data.__type;
    t.match(description, /RFC 3339|YYYY-MM-DD/);
    t.ok(schema.includes(`"""${description}"""\nscalar ${name}\n`), name);
  }
});

t.test(
  'a registered client is told the application type that its redirect URIs make it [RFC 7591 §3.2.1]',
  async (t) => {
    const { app } = await testApp(t);
    const typeOf = async (client_name: string, redirect_uri: string): Promise<string> =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/oauth/register',
          payload: { client_name, redirect_uris: [redirect_uri], application_type: 'web' },
        })
      ).json().application_type;
    t.equal(await typeOf('ChatGPT', 'https://chatgpt.com/connector_platform_oauth_redirect'), 'web');
    t.equal(await typeOf('Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback'), 'native');
    t.equal(await typeOf('My tool', CALLBACK), 'native');
  },
);

t.test(
  'what the authorization endpoint does not redirect is described as it is answered, as a page and as JSON [A17]',
  async (t) => {
    const { app } = await testApp(t);
    const { paths } = (await app.inject('/openapi.json')).json();
    const unknown = authorizeUrl({ id: 'c_nobody', redirectUri: CALLBACK, secret: undefined }, makeVerifier());
    for (const accept of ['text/html', 'application/json']) {
      const response = await app.inject({ url: unknown, headers: { accept } });
      const described = paths['/oauth/authorize'].get.responses[response.statusCode]?.content;
      const type = String(response.headers['content-type']).split(';', 1)[0] ?? '';
      t.ok(described?.[type], `${response.statusCode} ${type}`);
    }
    t.notOk(paths['/oauth/authorize'].get.responses[401], 'nothing is answered with 401');
  },
);

t.test('the look of the sign-in pages is described as it is [A17]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const { paths } = (await app.inject('/openapi.json')).json();
  t.match(paths['/api/v1/appearance'].patch.description, /colours and the logo also appear on .* sign-in/);
  await call(app, await tokenOf('owner'), 'PATCH', '/appearance', { themeColor: '#aa0033' });
  const start = await app.inject(authorizeUrl(DEMO.portal, makeVerifier(), { redirect_uri: DEMO.portal.redirectUri }));
  const cookie = start.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const page = await app.inject({ url: String(start.headers.location), headers: { cookie } });
  t.match(page.body, /\/assets\/colors\/aa0033-/);
});

t.test('a course or an event without a price is free in the currency of its school [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('foreignOwner');
  const times = { startsAt: '2035-09-01T08:00:00Z', endsAt: '2035-09-01T10:00:00Z', timezone: 'Europe/Vienna' };
  t.equal((await call(app, token, 'GET', '/school')).json.currency, 'USD');
  const price = { amount: 0, currency: 'USD' };
  const course = await call(app, token, 'POST', '/courses', { title: 'Knots', slug: 'knots' });
  t.match(course, { status: 201, json: { price } });
  const event = await call(app, token, 'POST', '/events', { title: 'Regatta', slug: 'regatta', ...times });
  t.match(event, { status: 201, json: { price } });
  const euros = { amount: 0, currency: 'EUR' };
  const other = await call(app, token, 'POST', '/courses', { title: 'Sails', slug: 'sails', price: euros });
  t.match(other, { status: 201, json: { price: euros } }, 'what is stated is kept');
});
