/** How each client is asked to sign in at a tool, as its requests are known to look. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { SCOPES } from '../../../schema/oauth/scope.ts';
import type { SignInChoice } from '../../../schema/school/beta-feature.ts';
import { adminApp, CALLERS, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { formsOf } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ask, challenged, envelope, mirrorOf, post } from '../../support/mcp.ts';
import { obtainTokens } from '../../support/oauth-client.ts';
import { said, signedIn } from '../../support/signed-in.ts';

type Asked = 'in the result' | 'by refusal';

/** What each sends at a tool: the header, and the name in messages of the revision that has one. */
const CLIENTS: readonly [client: string, userAgent: string | undefined, name: string | undefined, asked: Asked][] = [
  ['ChatGPT', 'openai-mcp/1.0.0', undefined, 'in the result'],
  ['ChatGPT, 2026-07-28', 'openai-mcp/1.0.0', 'openai-mcp', 'in the result'],
  ['ChatGPT, behind a proxy that replaces the header', 'proxy/1', 'openai-mcp', 'in the result'],
  ['Responses API', 'openai-mcp/1.0.0 (Responses API)', 'openai-mcp', 'by refusal'],
  ['Codex', 'codex-mcp-client/0.151.0', 'codex-mcp-client', 'by refusal'],
  ['Claude', 'Claude-User', 'Anthropic/ClaudeAI', 'by refusal'],
  ['Claude, without a header', undefined, 'Anthropic/ClaudeAI', 'by refusal'],
  ['Claude, another version', 'python-httpx/0.28.1', 'claude-ai', 'by refusal'],
  ['Claude Code', 'claude-code/2.1.204 (cli)', 'claude-code', 'by refusal'],
  ['a program on the TypeScript SDK', 'node', 'mcp-client', 'by refusal'],
  ['a browser', 'Mozilla/5.0 (X11; Linux x86_64)', undefined, 'by refusal'],
  ['a name that only contains it', 'not-openai-mcp/1.0.0', 'openai-mcp-inspector', 'by refusal'],
  ['nothing known', undefined, undefined, 'by refusal'],
];

const made = await adminApp(t);
const { app } = made;
const SCHOOL = '?school=riverside';
const PARAMS = { name: 'list_courses', arguments: {} };

const send = (userAgent: string | undefined, name: string | undefined, query: string, token?: string) => {
  const sending = { headers: { 'user-agent': userAgent ?? '' }, query, ...(token === undefined ? {} : { token }) };
  if (name === undefined) return ask(app, 'tools/call', PARAMS, sending);
  const _meta = { ...envelope(), 'io.modelcontextprotocol/clientInfo': { name, version: '1.0.0' } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...PARAMS, _meta } };
  return post(app, body, { ...sending, headers: { ...mirrorOf('tools/call', PARAMS), ...sending.headers } });
};

const isAskedIn = (t: Test, asked: Asked, answer: Awaited<ReturnType<typeof send>>, status: number, what: string) => {
  if (asked === 'by refusal') return t.equal(answer.status, status, what);
  t.equal(answer.status, 200, what);
  t.equal(answer.json.result?.isError as unknown, true, what);
  return t.match(
    answer.json.result?._meta?.['mcp/www_authenticate']?.[0],
    /^Bearer error=".*scope="courses:read"/,
    what,
  );
};

t.test(
  'each client is asked to sign in as it expects, at one address, unless the school chose one way [E-25]',
  async (t) => {
    const token = await made.tokenOf('owner', ['openid']);
    const owner = await signedIn(app, CALLERS.owner.email);
    const settings = textFor('en').settings.signIn;
    const choose = async (feature: SignInChoice) => {
      const { body } = await owner.get('/admin/riverside/settings');
      // The first form is about the other feature.
      const [, form] = formsOf(body).filter(({ action }) => action.endsWith('/settings/features'));
      const others = (form?.fields ?? []).filter(([name]) => name !== 'feature');
      return owner.post('/admin/riverside/settings/features', [...others, ['feature', feature]]);
    };
    const CHOICES = [
      ['auto', undefined],
      ['chatgpt_sign_in', 'in the result'],
      ['status_sign_in', 'by refusal'],
      ['auto', undefined],
    ] as const;
    for (const [choice, always] of CHOICES) {
      const page = await choose(choice);
      t.match(said(page), settings.done, choice);
      t.ok(page.body.includes(`<option value="${choice}" selected>${settings.choices[choice]}</option>`), choice);
      for (const [client, userAgent, name, expected] of CLIENTS) {
        const asked = always ?? expected;
        made.clock.advance(60_000);
        isAskedIn(t, asked, await send(userAgent, name, SCHOOL), 401, `${choice}: ${client}, without a token`);
        isAskedIn(
          t,
          asked,
          await send(userAgent, name, '', token),
          403,
          `${choice}: ${client}, with too small a scope`,
        );
        isAskedIn(t, expected, await send(userAgent, name, ''), 401, `${choice}: ${client}, where no school is named`);
        isAskedIn(
          t,
          expected,
          await send(userAgent, name, '?school=harbour'),
          401,
          `${choice}: ${client}, at another school`,
        );
        challenged(
          t,
          await send(userAgent, name, '', 'at_1.of-nobody'),
          401,
          'courses:read',
          'a dead token is refused',
        );
      }
    }
  },
);

t.test(
  'a client that receives its codes at ChatGPT only is asked as ChatGPT, whatever its requests look like [E-25]',
  async (t) => {
    const redirectUri = 'https://chatgpt.com/connector_platform_oauth_redirect';
    for (const [redirectUris, asked] of [
      [[redirectUri], 'in the result'],
      [[redirectUri, 'https://claude.ai/api/mcp/auth_callback'], 'by refusal'],
    ] as const) {
      const id = `c_${randomUUID()}`;
      const siteId = RIVERSIDE.id;
      const event = { event: 'client_created', at: app.clock(), siteId } as const;
      const application = {
        id,
        origin: 'site_application',
        siteId,
        name: 'Chat',
        authMethod: 'none',
        scopes: SCOPES,
      } as const;
      await app.oauth.clients.create(
        { ...application, redirectUris: [...redirectUris], createdAt: app.clock() },
        event,
      );
      const scope = { scope: 'openid', prompt: 'consent' };
      const { access_token: token } = await obtainTokens(app, { id, redirectUri, secret: undefined }, scope, {
        email: CALLERS.owner.email,
      });
      isAskedIn(t, asked, await send('proxy/1', undefined, '', token), 403, redirectUris.join());
      const { json } = await ask(app, 'tools/list', {}, { token });
      const tools = (json.result?.tools ?? []) as readonly object[];
      t.equal(
        tools.every((tool) => 'securitySchemes' in tool),
        asked === 'in the result',
        'and so is the list',
      );
    }
  },
);

t.test('what a school had chosen before there were three choices stays as it was [E-25]', async (t) => {
  const own = databaseFile(t);
  const { app, clock } = await adminApp(t, { databaseUrl: own.url });
  const turn = (siteId: string, isOn: boolean) =>
    app.school.betaFeatures.switch(siteId, 'chatgpt_sign_in', isOn, { at: clock.now, personId: CALLERS.owner.id });
  const folder = join(
    import.meta.dirname,
    '../../../db/migrations',
    own.url.startsWith('postgres') ? 'postgres' : 'sqlite',
  );
  const migrate = async () => {
    await own.edit(readFileSync(join(folder, '0050_sign_in_choices.sql'), 'utf8'));
    const features = ['chatgpt_sign_in', 'status_sign_in'] as const;
    return Promise.all(
      [RIVERSIDE, HARBOUR].map(async ({ id }) => {
        const are = await Promise.all(features.map((feature) => app.school.betaFeatures.has(id, feature)));
        return features.filter((_, index) => are[index]);
      }),
    );
  };
  await t.rejects(migrate(), { message: /^nothing changed/ }, 'nothing was chosen');
  await turn(RIVERSIDE.id, true);
  await turn(HARBOUR.id, true);
  await turn(HARBOUR.id, false);
  t.strictSame(await migrate(), [['chatgpt_sign_in'], ['status_sign_in']]);
  await turn(RIVERSIDE.id, false);
  await turn(RIVERSIDE.id, true);
  t.strictSame((await migrate())[0], ['chatgpt_sign_in'], 'the last choice counts');
  t.equal(await app.school.betaFeatures.has(RIVERSIDE.id, 'mcp_connections'), true, 'other features stay');
});
