/** Tokens, codes and secrets are in the answer to whoever may have them, and nowhere else. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import t from 'tap';
import { PASSWORD, SECRET, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { callTool, namesOf } from '../support/mcp.ts';
import {
  authorize,
  DEMO,
  exchange,
  introspect,
  MEMBER_SCOPE,
  obtainTokens,
  postForm,
  refresh,
  type Tokens,
  userinfo,
} from '../support/oauth-client.ts';
import { linksOf, signedIn } from '../support/signed-in.ts';

const OWNER = 'ruth@riverside.example';
const TOKEN = '/api/oauth/token';

interface Exchange {
  asked: string;
  /** Of the request. */
  url: string;
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** The same server, with every answer noted. */
function watched(app: FastifyInstance): { app: FastifyInstance; seen: Exchange[] } {
  const seen: Exchange[] = [];
  const inject = async (options: InjectOptions | string) => {
    const response = await app.inject(options);
    const { method = 'GET', url } = typeof options === 'string' ? { url: options } : options;
    const { statusCode: status, headers, body } = response;
    seen.push({ asked: `${method} ${String(url).split('?')[0]}`, url: String(url), status, headers, body });
    return response;
  };
  const spy = new Proxy(app, { get: (target, name) => (name === 'inject' ? inject : Reflect.get(target, name)) });
  return { app: spy, seen };
}

t.test(
  'tokens appear in token responses only: in no page, cookie, URL, other answer or log line [W01, ASVS 10.1.1]',
  async (t) => {
    const made = await testApp(t, { env: { LOG_LEVEL: 'trace' } });
    const { app, seen } = watched(made.app);
    const client = DEMO.webApp;
    const browser = new Browser(app);
    const authorization = await authorize(app, client, { scope: `${MEMBER_SCOPE} account:write` }, { browser });
    const first = (await exchange(app, client, authorization)).json<Tokens>();
    const second = (await refresh(app, client, first.refresh_token)).json<Tokens>();
    const repeated = (await refresh(app, client, first.refresh_token)).json<Tokens>();
    const operator = await obtainTokens(
      app,
      DEMO.adminTool,
      { scope: 'openid courses:read members:read' },
      { email: OWNER },
    );

    const token = second.access_token;
    t.equal((await userinfo(app, token)).statusCode, 200);
    t.equal((await introspect(app, client, token)).active, true);
    t.equal((await introspect(app, client, second.refresh_token)).active, true);
    const query = '{ viewer { id email name site { id } orders { nodes { id } } enrolledCourses { nodes { id } } } }';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    t.equal(
      (await app.inject({ method: 'POST', url: '/account/graphql', headers, payload: { query } })).statusCode,
      200,
    );
    t.equal((await callTool(app, 'get_my_account', {}, { token })).status, 200);
    t.ok((await namesOf(app, { token: operator.access_token })).length > 10);
    for (const path of ['/courses', '/members', '/school']) {
      await app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${operator.access_token}` } });
    }
    // What is refused says nothing of what was sent either.
    await app.inject({ url: `/api/oauth/userinfo?access_token=${token}` });
    await app.inject({ url: '/api/v1/courses', headers: { authorization: `Bearer ${token}x` } });
    await postForm(app, TOKEN, {
      grant_type: 'refresh_token',
      client_id: client.id,
      refresh_token: first.refresh_token,
    });
    await exchange(app, client, authorization, { code_verifier: 'x'.repeat(43) });
    await visitAll(browser, '/account');
    await visitAll(await signedIn(app, OWNER), '/admin/riverside');
    await postForm(app, '/api/oauth/revoke', { token, client_id: client.id, client_secret: client.secret });

    const secretOf = (credential: string): string => credential.split('.').at(-1) ?? '';
    const tokens = [first, second, repeated, operator].flatMap(({ access_token, refresh_token, id_token }) =>
      [access_token, refresh_token, id_token].filter((one) => one !== undefined).map(secretOf),
    );
    t.equal(new Set(tokens).size, 8 + 1, 'the repeated answer has the same refresh token; two have an ID token');
    const answers = (secret: string): string[] => [
      ...new Set(
        seen
          .filter(({ headers, body }) => (JSON.stringify(headers) + body).includes(secret))
          .map(({ asked, status }) => `${asked} ${status}`),
      ),
    ];
    for (const secret of tokens) t.strictSame(answers(secret), [`POST ${TOKEN} 200`], 'a token');
    t.strictSame(answers(secretOf(authorization.code)), [decision(seen)], 'the code, in the page that goes on');
    for (const [what, secret] of Object.entries({ PASSWORD, SECRET, verifier: authorization.verifier })) {
      t.strictSame(answers(secret), [], what);
    }
    const addresses = seen.filter(({ url }) => !url.includes('access_token=')).map(({ url }) => url);
    const log = made.logs.join('');
    for (const secret of [...tokens, secretOf(authorization.code), PASSWORD, SECRET, authorization.verifier]) {
      t.notOk(log.includes(secret), 'in the log');
      t.notOk(
        addresses.some((url) => url.includes(secret)),
        'in an address of ours',
      );
    }
    t.ok(made.logs.length > 40, `${made.logs.length} lines`);
  },
);

/** The one answer that carries a code: to the form of the consent page. */
const decision = (seen: readonly Exchange[]): string => {
  const found = seen.find(({ asked }) => asked.endsWith('/decision'));
  return `${found?.asked} ${found?.status}`;
};

/** Every page of ours that this page leads to. */
async function visitAll(browser: Browser, start: string): Promise<void> {
  const known = new Set([start]);
  for (const url of known) {
    const page = await browser.get(url);
    for (const link of linksOf(page)) if (link.startsWith(start) && known.size < 60) known.add(link);
  }
  if (known.size < 5) throw new Error(`${start} leads to ${[...known]}`);
}
