// slow
/** A whole school behind one address connects at the same time. */
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { ask, callTool } from '../support/mcp.ts';
import {
  authorize,
  authorizeUrl,
  codeFields,
  DEMO,
  makeVerifier,
  postForm,
  type TestClient,
} from '../support/oauth-client.ts';

const CLASS = 500;
const CALLBACK = 'http://127.0.0.1:4000/callback';

t.test('five hundred people behind one address connect within a minute, and none is refused [E-38]', async (t) => {
  const { app } = await testApp(t, { env: { RATE_LIMITS: 'on' } });
  const statuses = new Map<string, number>();
  const count = (what: string, status: number): void => {
    const key = `${what} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  for (let person = 0; person < CLASS; person += 1) {
    count('first message', (await ask(app, 'initialize')).status);
    count('challenge', (await callTool(app, 'list_my_courses')).status);
    const payload = { redirect_uris: [CALLBACK] };
    const registered = await app.inject({ method: 'POST', url: '/api/oauth/register', payload });
    count('registration', registered.statusCode);
    const client: TestClient = { id: registered.json().client_id, redirectUri: CALLBACK, secret: undefined };
    count('authorization', (await app.inject({ url: authorizeUrl(client, makeVerifier()) })).statusCode);
  }
  t.same(Object.fromEntries(statuses), {
    'first message 200': CLASS,
    'challenge 401': CLASS,
    'registration 201': CLASS,
    'authorization 303': CLASS,
  });

  // All of one application, which each person allows in a browser of their own.
  const exchanges = new Map<number, number>();
  for (const email of ['ana@riverside.example', 'ruth@riverside.example', 'chie@riverside.example']) {
    const browser = new Browser(app);
    for (let n = 0; n < 45; n += 1) {
      const code = await authorize(app, DEMO.portal, {}, { browser, email });
      const { statusCode } = await postForm(app, '/api/oauth/token', {
        grant_type: 'authorization_code',
        ...codeFields(DEMO.portal, code),
      });
      exchanges.set(statusCode, (exchanges.get(statusCode) ?? 0) + 1);
    }
  }
  t.same([...exchanges], [[200, 135]]);
});
