/** The examples of the authorization server in `/openapi.json` are sent as they stand, and answered as they say. */
import t from 'tap';
import { type ApiDescription, type ApiOperation, resolved } from '../../schema/data/api-description.ts';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import {
  authorizeUrl,
  challengeOf,
  DEMO,
  type Fields,
  postForm,
  userinfo,
  walkThrough,
} from '../support/oauth-client.ts';

const { app } = await testApp(t);
const description: ApiDescription = (await app.inject('/openapi.json')).json();
const { paths } = description;

const operation = (path: string) => {
  const found = paths[path]?.post ?? paths[path]?.get;
  if (found === undefined) throw new Error(`${path} is not described`);
  return found;
};
const FORM = 'application/x-www-form-urlencoded';
const requestOf = (path: string) => {
  const { example, examples } = operation(path).requestBody?.content[FORM] ?? {};
  return { example: example as Fields, examples: examples as Record<string, { value: Fields }> | undefined };
};
const exampleIn = (responses: ApiOperation['responses'], status: number): unknown =>
  resolved(description, 'responses', responses[status] ?? { description: 'none' }).content?.['application/json']
    ?.example;

/** What an answer with this status looks like. */
const answerOf = (path: string, status: number) =>
  exampleIn(operation(path).responses, status) as Record<string, unknown>;

const ISSUED = ['access_token', 'refresh_token', 'id_token', 'client_id', 'client_id_issued_at'];

/** What is new in each answer is only compared by its kind, and by what it begins with. */
const likened = (answer: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      ISSUED.includes(name) ? `${typeof value} ${String(value).match(/^(?:at|rt)_|^c_|^eyJ/)?.[0] ?? ''}` : value,
    ]),
  );

t.test('the example of a registration is accepted, and answered like its example [A17]', async (t) => {
  const path = '/api/oauth/register';
  const payload = operation(path).requestBody?.content['application/json']?.example as object;
  const response = await app.inject({ method: 'POST', url: path, payload });
  t.equal(response.statusCode, 201, response.body);
  t.strictSame(likened(response.json()), likened(answerOf(path, 201)));
});

t.test(
  'the examples of the token endpoint are accepted with a real code, and answered like theirs [A17]',
  async (t) => {
    const path = '/api/oauth/token';
    const { authorization_code, refresh_token } = requestOf(path).examples ?? {};
    const redeeming = authorization_code?.value ?? {};
    const refreshing = refresh_token?.value ?? {};
    const expected = answerOf(path, 200);
    // The code is that of the request which the other values of the example belong to.
    const asked = authorizeUrl({ ...DEMO.cli, redirectUri: String(redeeming.redirect_uri) }, '', {
      client_id: redeeming.client_id,
      code_challenge: challengeOf(String(redeeming.code_verifier)),
      resource: redeeming.resource,
      scope: String(expected.scope),
    });
    const browser = new Browser(app);
    const code = (await walkThrough(browser, await browser.get(asked))).leavesFor?.searchParams.get('code') ?? '';
    const redeemed = await postForm(app, path, { ...redeeming, code });
    t.equal(redeemed.statusCode, 200, redeemed.body);
    t.strictSame(likened(redeemed.json()), likened(expected));
    const refreshed = await postForm(app, path, { ...refreshing, refresh_token: redeemed.json().refresh_token });
    t.equal(refreshed.statusCode, 200, refreshed.body);
    const { id_token, ...renewed } = expected;
    t.strictSame(likened(refreshed.json()), likened(renewed), 'without an ID token, which is for the sign-in');
    const person = await userinfo(app, redeemed.json().access_token);
    t.strictSame(person.json(), answerOf('/api/oauth/userinfo', 200), 'what the token opens');
  },
);

t.test('the examples of revocation and introspection are accepted, and answered like theirs [A17]', async (t) => {
  for (const path of ['/api/oauth/revoke', '/api/oauth/introspect']) {
    const response = await postForm(app, path, requestOf(path).example);
    t.equal(response.statusCode, 200, response.body);
    t.strictSame(response.json(), answerOf(path, 200), path);
  }
});

t.test('what documents and probes answer is what their examples say [A17]', async (t) => {
  let compared = 0;
  for (const [path, methods] of Object.entries(paths)) {
    const example = methods.get && exampleIn(methods.get.responses, 200);
    if (example === undefined || path.startsWith('/api/') || path.includes('{')) continue;
    const response = await app.inject(path);
    t.equal(response.statusCode, 200, path);
    t.strictSame(response.json(), example, path);
    compared += 1;
  }
  t.ok(compared >= 5, `${compared} examples`);
});
