/** The end of dynamic registration: who still registers, as the people who run the platform see it, and what others are told. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { ANA, RUTH } from '../support/interaction.ts';
import { obtainTokens, refresh, type TestClient } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const PAGE = '/platform/registrations';
const REGISTER = '/api/oauth/register';
const CALLBACK = 'http://127.0.0.1:4000/callback';
const DAY = 86_400_000;
const { registrations } = textFor('en');
const OPERATORS = { PLATFORM_OPERATORS: RUTH };

async function register(app: FastifyInstance, client_name: string, redirect = CALLBACK): Promise<TestClient> {
  const payload = { client_name, redirect_uris: [redirect] };
  const response = await app.inject({ method: 'POST', url: REGISTER, payload });
  if (response.statusCode !== 201) throw new Error(response.body);
  return { id: response.json().client_id, redirectUri: redirect, secret: undefined };
}

t.test(
  'who runs the platform sees which programs register, how often, and when each was last used [E-9]',
  async (t) => {
    const { app, clock } = await testApp(t, { env: OPERATORS });
    const empty = await (await signedIn(app, RUTH)).get(PAGE);
    t.match(said(empty), registrations.empty, 'presets that nobody uses are no registrations');
    t.ok(linksOf(await (await signedIn(app, RUTH)).get('/platform')).includes(PAGE), 'the menu leads there');

    const old = await register(app, 'Old Tool');
    await obtainTokens(app, old, { scope: 'openid' }, { email: ANA });
    clock.advance(40 * DAY);
    await register(app, 'New <Tool>');
    const used = await register(app, 'New <Tool>');
    await obtainTokens(app, used, { scope: 'openid' }, { email: ANA });
    await register(app, 'ChatGPT', 'https://chatgpt.com/connector/oauth/abc');
    const claude = await register(app, 'Claude', 'https://claude.ai/api/mcp/auth_callback');
    await obtainTokens(app, claude, { scope: 'openid' }, { email: ANA });

    const ruth = await signedIn(app, RUTH);
    const page = said(await ruth.get(PAGE));
    t.match(page, registrations.modes.loopback_and_vendors);
    t.match(page, registrations.howTo);
    t.match(page, /New <Tool> 2 1 2 \S+ \d+, \d{4} \S+ \d+, \d{4}/, 'registered, used and all');
    t.match(page, /Old Tool 0 0 1 \S+ \d+, \d{4} \S+ \d+, \d{4}/);
    t.match(page, /Claude 0 1 1 always gets the same client \S+ \d+, \d{4}/);
    t.match(page, /ChatGPT 1 0 2 \S+ \d+, \d{4} never/, 'the preset, and the client of one connector');
    t.notMatch(page, 'Cursor', 'an integration that nobody uses');
    for (const language of LANGUAGES) {
      const { body } = await ruth.get(PAGE, { 'accept-language': language });
      t.match(body, textFor(language).registrations.title, language);
    }
  },
);

t.test('nobody else sees it [E-33]', async (t) => {
  const { app } = await testApp(t, { env: OPERATORS });
  t.equal((await (await signedIn(app, ANA)).get(PAGE)).status, 404);
});

t.test('with registration off, programs are told what to do, and those that registered go on [E-7]', async (t) => {
  const [databaseUrl, dataDir] = [databaseFile(t).url, temporaryFolder(t)];
  const before = await testApp(t, { databaseUrl, dataDir, env: OPERATORS });
  const client = await register(before.app, 'A tool');
  const { refresh_token: token } = await obtainTokens(before.app, client, { scope: 'openid' }, { email: ANA });
  await before.app.close();

  const { app, logs } = await testApp(t, { databaseUrl, dataDir, env: { ...OPERATORS, REGISTRATION: 'off' } });
  const payload = { client_name: 'A tool', redirect_uris: [CALLBACK] };
  for (const request of [{ payload }, { payload: 'a=b', headers: { 'content-type': 'text/plain' } }]) {
    const response = await app.inject({ method: 'POST', url: REGISTER, ...request });
    t.equal(response.statusCode, 404);
    const { error, error_description } = response.json();
    t.equal(error, 'invalid_request');
    t.match(
      error_description,
      /does not register clients; use the URL of a client metadata document .* ask the school/,
    );
    t.match(
      logs.findLast((line) => line.includes('request refused')),
      'registration_off',
    );
  }
  t.equal((await refresh(app, client, token)).statusCode, 200);
  await obtainTokens(app, client, { scope: 'openid profile' }, { email: ANA });
  const page = said(await (await signedIn(app, RUTH)).get(PAGE));
  t.match(page, registrations.modes.off);
  t.notMatch(page, registrations.howTo, 'what is off needs no advice');
  t.match(page, registrations.off.existing);

  const without = await testApp(t, { env: { REGISTRATION: 'off', CIMD: 'off' } });
  const response = await without.app.inject({ method: 'POST', url: REGISTER, payload });
  t.notMatch(response.json().error_description, 'metadata document', 'nothing is advised that is off too');
});
