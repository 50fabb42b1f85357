// slow, sqlite
/** Passport with its OAuth 2.0 strategy, as an application on Node has it, with what the manual tells to add; over real HTTP. */
import { createServer } from 'node:http';
import { Passport } from 'passport';
import { type Settings, Strategy } from 'passport-oauth2';
import t, { type Test } from 'tap';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, startServer } from '../support/live-server.ts';
import { DEMO } from '../support/oauth-client.ts';

const ANA = { email: 'ana@riverside.example' };
const { origin } = await startServer(t);

/** What the application got: who signed in, or why not. */
interface Got {
  error: (Error & { code?: string }) | null;
  user?: { accessToken: string; refreshToken: string; scope: string } | false;
  info?: unknown;
}

/** An application with Passport, whose one browser has one session. */
async function application(t: Test, change: (strategy: Strategy) => void, settings: Partial<Settings> = {}) {
  const port = await freePort();
  const callbackURL = `http://127.0.0.1:${port}/callback`;
  const strategy = new Strategy(
    {
      authorizationURL: `${origin}/oauth/authorize`,
      tokenURL: `${origin}/api/oauth/token`,
      clientID: DEMO.webApp.id,
      clientSecret: DEMO.webApp.secret,
      callbackURL,
      scope: ['openid', 'email', 'account:read'],
      state: true,
      pkce: true,
      ...settings,
    },
    (accessToken, refreshToken, params, _profile, done) =>
      done(null, { accessToken, refreshToken, scope: (params as { scope: string }).scope }),
  );
  change(strategy);
  const passport = new Passport();
  passport.use('school', strategy);
  const session = {};
  const server = createServer((request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '', callbackURL).searchParams);
    const answer = (got: Got) =>
      response.end(JSON.stringify({ ...got, error: got.error && { ...got.error, message: got.error.message } }));
    const visit = passport.authenticate('school', { session: false }, (error, user, info) =>
      answer({ error, user: user as Exclude<Got['user'], undefined>, info }),
    );
    visit(Object.assign(request, { query, session }), response, (error) => answer({ error: error ?? null }));
  });
  server.listen(port, '127.0.0.1');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const ask = async (): Promise<URL> => {
    const response = await fetch(`http://127.0.0.1:${port}/sign-in`, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  };
  const finish = async (callback: URL): Promise<Got> => (await (await fetch(callback)).json()) as Got;
  return { ask, finish };
}

type Application = Awaited<ReturnType<typeof application>>;

const signIn = async ({ ask, finish }: Application): Promise<Got> =>
  finish(await new HttpBrowser(origin).authorize(await ask(), ANA));

const inBoth = (strategy: Strategy): void => {
  strategy.authorizationParams = () => ({ resource: origin });
  strategy.tokenParams = () => ({ resource: origin });
};

for (const client of [DEMO.webApp, DEMO.cli]) {
  const kind = client.secret === undefined ? 'a public client' : 'a client with a secret';
  t.test(`Passport with the one parameter signs a member in as ${kind} [RFC 8707 §2.2, RFC 7636 §4.6]`, async (t) => {
    const settings = { clientID: client.id, ...(client.secret === undefined ? { clientSecret: '' } : {}) };
    const portal = await application(t, inBoth, settings);
    const { error, user } = await signIn(portal);
    t.equal(error, null);
    if (!user) throw new Error('no one signed in');
    t.equal(user.scope, 'openid email account:read');
    t.match(user.refreshToken, /^rt_/);
    const headers = { authorization: `Bearer ${user.accessToken}` };
    t.match(await (await fetch(`${origin}/api/oauth/userinfo`, { headers })).json(), ANA);
  });
}

t.test('Passport without it at the exchange is refused with the sentence of the manual [RFC 8707 §2.2]', async (t) => {
  const portal = await application(t, (strategy) => {
    strategy.authorizationParams = () => ({ resource: origin });
  });
  t.match(await signIn(portal), {
    error: {
      name: 'TokenError',
      code: 'invalid_target',
      message: `resource=${origin} is required, as in the authorization request`,
    },
  });
});

t.test('Passport takes no answer with another state, and tells of a denial [RFC 6749 §4.1.2.1]', async (t) => {
  const portal = await application(t, inBoth);
  const answer = await new HttpBrowser(origin).authorize(await portal.ask(), ANA);
  answer.searchParams.set('state', 'of-another');
  t.match(await portal.finish(answer), { user: false, info: { message: /state/ } });
  const denied = await new HttpBrowser(origin).authorize(await portal.ask(), { ...ANA, decision: 'deny' });
  t.match(await portal.finish(denied), { user: false, info: { message: /denied|allow|declined/ } });
});
