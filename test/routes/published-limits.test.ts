// slow
/** The limits that developers are told are those that the surfaces keep. */
import t from 'tap';
import { BODY_LIMITS, REQUEST_LIMITS, REQUESTS_PER_MINUTE, TOOL_LIMIT } from '../../schema/limits.ts';
import { joinScopes, OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { testApp } from '../support/app.ts';
import {
  DEMO,
  type Fields,
  MEMBER_SCOPE,
  obtainTokens,
  postForm,
  refresh,
  type Tokens,
} from '../support/oauth-client.ts';

const OWNER = { email: 'ruth@riverside.example' };

t.test('the published limits on requests and bodies are exactly those enforced [E-37, E-38, A16, W21]', async (t) => {
  const { app, clock } = await testApp(t, { env: { RATE_LIMITS: 'on' } });
  const member = await obtainTokens(app, DEMO.cli, { scope: MEMBER_SCOPE });
  const scope = joinScopes(['openid', ...OPERATOR_SCOPES]);
  const operator = await obtainTokens(app, DEMO.adminTool, { scope }, OWNER);
  const json = (token: string) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  const form = (url: string, fields: Fields) => () => postForm(app, url, fields);
  const server: Fields = { client_id: DEMO.webApp.id, client_secret: DEMO.webApp.secret };
  let { refresh_token: refreshToken } = await obtainTokens(app, DEMO.notebook);
  clock.advance(60_000);
  const asked: Record<string, () => ReturnType<typeof postForm>> = {
    'GET /oauth/authorize': () =>
      app.inject({ url: '/oauth/authorize', headers: { accept: 'application/json' }, remoteAddress: '192.0.2.9' }),
    'POST /api/oauth/token': async () => {
      const answer = await refresh(app, DEMO.notebook, refreshToken);
      refreshToken = answer.json<Tokens>().refresh_token ?? refreshToken;
      return answer;
    },
    'GET /api/oauth/userinfo': () => app.inject({ url: '/api/oauth/userinfo', headers: json(member.access_token) }),
    'POST /api/oauth/introspect': form('/api/oauth/introspect', { ...server, token: 'at_1.x' }),
    'POST /account/graphql': () =>
      app.inject({ method: 'POST', url: '/account/graphql', headers: json(member.access_token), payload: '{}' }),
    '/api/v1': () => app.inject({ url: '/api/v1/courses?first=0', headers: json(operator.access_token) }),
    'POST /mcp': () =>
      app.inject({
        method: 'POST',
        url: '/mcp',
        headers: json(operator.access_token),
        payload: '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
      }),
  };
  for (const { subject: what, perMinute } of [...REQUEST_LIMITS, TOOL_LIMIT]) {
    const ask = asked[what];
    if (ask === undefined) throw new Error(`nobody asks ${what}`);
    let answered = 0;
    while (answered <= perMinute && (await ask()).statusCode !== 429) answered += 1;
    t.equal(answered, perMinute, what);
  }

  const urls: Record<string, string> = {
    'form bodies': '/api/oauth/token',
    registration: '/api/oauth/register',
    '/account/graphql': '/account/graphql',
    '/api/v1': '/api/v1/coupons',
    '/api/v1, for objects with long texts': '/api/v1/courses',
    '/mcp without a token': '/mcp',
    '/mcp': '/mcp',
    '/mcp, for tools that take long texts': '/mcp',
  };
  const fresh = await obtainTokens(app, DEMO.cli, { scope: MEMBER_SCOPE });
  const other = await obtainTokens(app, DEMO.adminTool, { scope }, OWNER);
  for (const { subject: what, bytes } of BODY_LIMITS) {
    const url = urls[what] ?? '';
    const { authorization, ...anonymous } = json(url.startsWith('/acc') ? fresh.access_token : other.access_token);
    const headers =
      what === 'form bodies'
        ? { 'content-type': 'application/x-www-form-urlencoded' }
        : what.endsWith('without a token')
          ? anonymous
          : { ...anonymous, authorization };
    const name = what.includes('long texts') ? 'create_page' : 'get_school';
    const start =
      url === '/mcp'
        ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })
        : 'x';
    const send = (size: number) => app.inject({ method: 'POST', url, headers, payload: start.padEnd(size) });
    t.equal((await send(bytes + 1)).statusCode, 413, `${what}: a byte more`);
    t.not((await send(bytes)).statusCode, 413, `${what}: just as much`);
  }
});

t.test('the manual names every limit on requests [E-37]', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const { body } = await app.inject({ url: '/docs/reference/limits', headers: { accept: 'text/html' } });
  const [, table = ''] = body.split(/<h2[^>]*>Requests/);
  const numbers = [...(table.split('</table>')[0] ?? '').matchAll(/<tr>\s*<td[^>]*>.*?<\/td>\s*<td[^>]*>([\d,]+)/gs)];
  t.strictSame(
    numbers.map(([, number]) => number),
    Object.values(REQUESTS_PER_MINUTE).map((limit) => limit.toLocaleString('en')),
  );
  for (const what of ['/schools', '/uploads']) t.match(table, what);
});
