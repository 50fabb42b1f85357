/** One limit for the length of every parameter, whoever sends it, and no parameter of that length that keeps the server busy. */
import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { MAX_PARAMETER } from '../../schema/limits.ts';
import { AUTHORIZATION_PARAMETERS } from '../../schema/oauth/authorization-request.ts';
import { BASE, testApp } from '../support/app.ts';
import { leastCpuMs } from '../support/loop-meter.ts';
import { authorizeUrl, CALLBACK, DEMO, encode, makeVerifier, postForm } from '../support/oauth-client.ts';

const LONGEST = 'x'.repeat(MAX_PARAMETER);
const says = (name: string): string => `${name} must be at most ${MAX_PARAMETER} characters long`;

const errorOf = ({ headers, body }: LightMyRequestResponse): string | null =>
  headers.location === undefined
    ? JSON.parse(body).error_description
    : (URL.parse(String(headers.location), BASE)?.searchParams.get('error_description') ?? null);

t.test(
  'each parameter of an authorization request that is too long is refused as RFC 6749 §4.1.2.1 says',
  async (t) => {
    const { app } = await testApp(t);
    const ask = (name: string, value: string) =>
      app.inject({
        url: authorizeUrl(DEMO.cli, makeVerifier(), { [name]: value }),
        headers: { accept: 'application/json' },
      });
    t.ok(AUTHORIZATION_PARAMETERS.length > 20);
    for (const name of AUTHORIZATION_PARAMETERS) {
      const answer = await ask(name, `${LONGEST}x`);
      t.equal(errorOf(answer), says(name));
      const isOurPage = name === 'client_id' || name === 'redirect_uri';
      t.equal(answer.statusCode, isOurPage ? 400 : 303, name);
      t.equal(String(answer.headers.location ?? CALLBACK).startsWith(CALLBACK), true, `${name}: nowhere else`);
      if (name === 'state') t.notMatch(answer.headers.location, 'state=', 'what is too long is not sent back');
      t.not(errorOf(await ask(name, LONGEST)), says(name), `${name}: as long as may be`);
    }
  },
);

t.test('an authorization request has room for what clients send', async (t) => {
  const { app } = await testApp(t);
  const fields = {
    state: 's'.repeat(3000),
    nonce: 'n'.repeat(500),
    id_token_hint: `a.${'b'.repeat(1500)}.c`,
    claims: JSON.stringify({ id_token: { acr: { essential: false, values: ['x'.repeat(400)] } } }),
    resource: [BASE, `${BASE}/mcp`, `${BASE}/account/graphql`],
  };
  const answer = await app.inject({ url: authorizeUrl(DEMO.cli, makeVerifier(), fields) });
  t.match(answer.headers.location, /^\/oauth\/continue\/req_/);
});

t.test('so is each parameter of the token, introspection and revocation endpoints, with 400', async (t) => {
  const { app } = await testApp(t);
  const client = { client_id: DEMO.webApp.id, client_secret: DEMO.webApp.secret };
  const TOKEN = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'refresh_token'];
  for (const [path, names] of [
    ['/api/oauth/token', [...TOKEN, 'scope']],
    ['/api/oauth/introspect', ['client_id', 'client_secret', 'token_type_hint']],
    ['/api/oauth/revoke', ['client_id', 'client_secret', 'token_type_hint']],
  ] as const) {
    for (const name of names) {
      const answer = await postForm(app, path, { ...client, [name]: `${LONGEST}x` });
      t.match(answer.json(), { error: 'invalid_request', error_description: says(name) }, path);
      t.equal(answer.statusCode, 400);
    }
    const unknown = await postForm(app, path, { ...client, grant_type: 'x', token: 'x', unknown: `${LONGEST}x` });
    t.notMatch(unknown.body, says('unknown'), 'RFC 6749 §3.2: what is not known is ignored');
  }
});

t.test('a parameter of a page that is too long is refused, and one whose name is', async (t) => {
  const { app } = await testApp(t);
  const accept = 'application/json';
  for (const path of ['/sign-in', '/oauth/logout', '/schools/riverside', '/docs']) {
    const answer = await app.inject({ url: `${path}?${encode({ x: `${LONGEST}x` })}`, headers: { accept } });
    t.match([answer.statusCode, answer.json().error_description], [400, says('x')], path);
  }
  const form = await postForm(app, '/sign-in', { [`${LONGEST}x`]: `${LONGEST}x` }, { accept });
  t.match([form.statusCode, form.json().error_description], [413, says('x'.repeat(100))]);
});

t.test('no resource keeps the server busy, however it is written', async (t) => {
  const { app } = await testApp(t);
  const shapes = [
    (n: number) => `a://${'a'.repeat(n)}#`,
    (n: number) => `https://${'a'.repeat(n)}\n`,
    (n: number) => `${BASE}/mcp?${'school=a&'.repeat(n / 9)}#`,
    (n: number) => `${BASE}${'/'.repeat(n)}#`,
    (n: number) => `${'a'.repeat(n)}:`,
  ];
  for (const shape of shapes) {
    for (const [way, send] of [
      ['query', () => app.inject({ url: authorizeUrl(DEMO.cli, makeVerifier(), { resource: shape(7000) }) })],
      ['form', () => postForm(app, '/oauth/authorize', { ...asForm(), resource: shape(15_000) })],
      ['token', () => postForm(app, '/api/oauth/token', { grant_type: 'refresh_token', resource: shape(15_000) })],
    ] as const) {
      const ms = await leastCpuMs(send, 50);
      t.ok(ms < 50, `${shape(4)} in a ${way}: ${ms} ms`);
    }
  }
});

const asForm = () => Object.fromEntries(new URL(authorizeUrl(DEMO.cli, makeVerifier()), BASE).searchParams);
