// slow
/** What one person and one school may ask for is one budget, however many grants and whichever APIs the requests come by. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { adminApp, CALLERS, type CallerName, call, clientOf, RIVERSIDE } from '../support/admin.ts';
import { Browser } from '../support/browser.ts';
import { callTool } from '../support/mcp.ts';
import { obtainTokens } from '../support/oauth-client.ts';

const MINUTE = 60_000;
const limited = { env: { RATE_LIMITS: 'on' }, oneNode: 'each process counts volume limits for itself' };

interface Asked {
  status: number;
  limit: unknown;
  retryAfter: unknown;
}

type Ask = (app: FastifyInstance, token: string) => Promise<Asked>;

const asked = ({ status, headers }: { status: number; headers: Record<string, unknown> }): Asked => ({
  status,
  limit: headers['ratelimit-limit'],
  retryAfter: headers['retry-after'],
});

const graphql: Ask = async (app, token) => {
  const { statusCode: status, headers } = await app.inject({
    method: 'POST',
    url: '/account/graphql',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: { query: '{ viewer { id } }' },
  });
  return asked({ status, headers });
};

/** The APIs that take tokens and run something for a person. */
const SURFACES: Readonly<Record<string, Ask>> = {
  '/api/v1': async (app, token) => asked(await call(app, token, 'GET', '/school')),
  'a tool at /mcp': async (app, token) => asked(await callTool(app, 'get_school', {}, { token })),
  'a tool by way of call_read_tool': async (app, token) =>
    asked(await callTool(app, 'call_read_tool', { name: 'get_school' }, { token })),
  'a tool for members at /mcp': async (app, token) => asked(await callTool(app, 'get_my_account', {}, { token })),
  '/account/graphql': graphql,
};
/** Those that run operations of the admin API. */
const OF_OPERATIONS = ['/api/v1', 'a tool at /mcp', 'a tool by way of call_read_tool'];

const SCOPES = 'openid school:read account:read';

/** Tokens of one person, each of its own grant. */
async function grantsOf(app: FastifyInstance, who: CallerName, count: number): Promise<string[]> {
  const browser = new Browser(app);
  const tokens: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const walk = { email: CALLERS[who].email, site: RIVERSIDE.id, browser };
    const { access_token } = await obtainTokens(
      app,
      clientOf(RIVERSIDE.id),
      { scope: SCOPES, prompt: 'consent' },
      walk,
    );
    tokens.push(access_token);
  }
  return tokens;
}

/** Asks by each of the ways in turn, with each token in turn, until one is told to wait. @returns how often it was answered */
async function askInTurn(app: FastifyInstance, tokens: readonly string[], ways: readonly string[], atMost: number) {
  for (let n = 0; n < atMost; n += 1) {
    const ask = SURFACES[ways[n % ways.length] ?? ''] as Ask;
    if ((await ask(app, tokens[n % tokens.length] ?? '')).status !== 200) return n;
  }
  return atMost;
}

const isTold = (most: number) => ({ status: 429, limit: String(most), retryAfter: /^[1-9]\d?$/ });

t.test('one person with ten grants has one budget over all APIs, and each is counted [E-38]', async (t) => {
  const { app, clock, tokenOf } = await adminApp(t, limited);
  const tokens = await grantsOf(app, 'owner', 10);
  const other = await tokenOf('staff', ['school:read', 'account:read']);
  clock.advance(MINUTE);
  const most = REQUESTS_PER_MINUTE.ofPerson;
  t.equal(await askInTurn(app, tokens, Object.keys(SURFACES), most + 100), most);
  for (const [name, ask] of Object.entries(SURFACES)) {
    for (const token of tokens.slice(0, 2)) t.match(await ask(app, token), isTold(most), name);
    t.equal((await ask(app, other)).status, 200, `${name}: another person goes on`);
  }
});

t.test('the operations of a school have one budget, and its members cannot use it up [E-38]', async (t) => {
  const { app, clock, tokenOf } = await adminApp(t, limited);
  const people: CallerName[] = ['owner', 'admin', 'staff'];
  const tokens: string[] = [];
  for (const one of people) tokens.push(...(await grantsOf(app, one, 5)));
  const foreign = await tokenOf('foreignOwner', ['school:read']);
  clock.advance(MINUTE);
  const most = REQUESTS_PER_MINUTE.operations;
  for (const [name, ask] of Object.entries(SURFACES)) {
    if (!OF_OPERATIONS.includes(name)) t.equal((await ask(app, tokens[0] ?? '')).status, 200, `${name} does not count`);
  }
  t.equal(await askInTurn(app, tokens, OF_OPERATIONS, most + 100), most);
  for (const [name, ask] of Object.entries(SURFACES)) {
    if (OF_OPERATIONS.includes(name)) {
      t.match(await ask(app, tokens[0] ?? ''), isTold(most), name);
      t.equal((await ask(app, foreign)).status, 200, `${name}: another school goes on`);
    } else t.equal((await ask(app, tokens[0] ?? '')).status, 200, `${name} goes on`);
  }
});
