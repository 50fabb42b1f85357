// slow
/** What the people who run a school, or the platform, see of attempts to connect, and what strangers cannot do to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { waitingAttempts } from '../../plugins/connection-attempts/waiting.ts';
import { textFor } from '../../routes/words/index.ts';
import { KEPT_ATTEMPTS, type NewAttempt, ruleKey, withoutSecrets } from '../../schema/attempts/connection-attempt.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { authorizeUrl, DEMO, makeVerifier, obtainTokens, postForm } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const RUTH = 'ruth@riverside.example';
const HUGO = 'hugo@harbour.example';
const PAGE = '/admin/riverside/connect/attempts';
const RIVERSIDE = 'site_demo_riverside';
const DAY = 86_400_000;
const env = { PLATFORM_OPERATORS: RUTH };

const attempt = (n: number, more: Partial<NewAttempt> = {}): NewAttempt => ({
  at: 0,
  siteId: RIVERSIDE,
  standing: 'claimed',
  source: '198.51.100.7',
  requestId: `request-${n}`,
  step: 'authorize',
  rule: 'redirect_uri_not_registered',
  clientId: `c_${n}`,
  clientName: 'A tool',
  facts: [['redirect_uri', 'https://tool.example/callback']],
  description: 'redirect_uri is not registered for this client',
  ...more,
});

/** Waits until what was noted has been written. */
async function written(app: FastifyInstance, siteId: string, id: unknown) {
  for (let turn = 0; turn < 50; turn += 1) {
    const { attempts } = await app.connectionAttempts.page(siteId, { first: 100 }, app.clock());
    const found = attempts.find(({ requestId }) => requestId === id);
    if (found !== undefined) return found;
    await sleep(100);
  }
  return undefined;
}

t.test('the page of a school, in each language, without scripts', async (t) => {
  const { app, clock } = await testApp(t, { env });
  const ruth = await signedIn(app, RUTH);
  t.match(said(await ruth.get(PAGE)), textFor('en').attempts.none);
  t.ok(linksOf(await ruth.get('/admin/riverside/connect')).includes(PAGE), 'the setup guides lead there');
  const facts = Array.from({ length: 10 }, (_, n) => [`fact-${n}`, 'x'.repeat(60)] as const);
  const rules = ['token_missing', 'wrong_format', 'client_document_invalid', 'redirect_uri_not_allowed'] as const;
  for (let n = 0; n < 20; n += 1)
    await app.connectionAttempts.add([attempt(n, { at: clock.now, facts, rule: rules[n % 4] ?? null })]);
  for (const language of LANGUAGES) {
    const { attempts: text } = textFor(language);
    const page = await ruth.get(PAGE, { 'accept-language': language });
    t.equal(page.status, 200);
    t.ok(Buffer.byteLength(page.body) <= 35_840, `${language}: ${Buffer.byteLength(page.body)} bytes`);
    for (const words of [text.title, text.steps.authorize, text.notProven, ...text.rules[ruleKey('token_missing')]])
      t.ok(said(page).includes(words), `${language}: ${words}`);
    const older = linksOf(page).find((link) => link.includes('?before=')) ?? '';
    t.match(said(await ruth.get(older, { 'accept-language': language })), 'request-0', `${language}: older ones`);
  }
  await app.connectionAttempts.add(facts.map((_, n) => attempt(n + 20, { at: clock.now, standing: 'proven' })));
  t.notMatch(said(await ruth.get(PAGE)), textFor('en').attempts.notProven, 'the others are not marked');
  t.match((await ruth.get('/platform/attempts')).status, 200);
  clock.advance(DAY + 1);
  const later = await signedIn(app, RUTH);
  t.match(said(await later.get(PAGE)), textFor('en').attempts.none, 'they are shown for a day');
  while ((await app.retention.batch(() => clock.now)).isBusy);
  t.equal((await app.connectionAttempts.page(RIVERSIDE, { first: 5 }, 0)).attempts.length, 0, 'and then deleted');
});

t.test('only those who set up the applications of a school see its attempts', async (t) => {
  const { app } = await testApp(t, { env });
  for (const [email, school, platform] of [
    [RUTH, 200, 200],
    [HUGO, 403, 404],
    ['ivan@riverside.example', 403, 404],
    ['ana@riverside.example', 403, 404],
  ] as const) {
    const browser = await signedIn(app, email);
    for (const end of ['', '/events']) {
      t.equal((await browser.get(PAGE + end)).status, school, `${email}: ${PAGE}${end}`);
      t.equal((await browser.get(`/platform/attempts${end}`)).status, platform, `${email}: /platform/attempts${end}`);
    }
  }
  t.match((await new Browser(app).get(PAGE)).url, '/sign-in', 'a stranger signs in first');
});

t.test('a stranger who names a school is shown there alone, and no secret is kept', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url, env });
  const secret = 'cs_Secret-0123456789-abcdefghij';
  const url = authorizeUrl(DEMO.portal, makeVerifier(), {
    redirect_uri: `https://portal.example/callback?token=${secret}#${secret}`,
    state: secret,
    school_id: 'site_demo_harbour',
  });
  const refused = await app.inject({ url, headers: { accept: 'text/html', 'user-agent': `tool ${secret}` } });
  const shown = await written(app, RIVERSIDE, refused.headers['x-request-id']);
  t.match(shown, { step: 'authorize', rule: 'redirect_uri_not_registered', clientId: DEMO.portal.id });
  t.match(shown?.facts.find(([name]) => name === 'redirect_uri')?.[1], 'https://portal.example/callback?…');
  const token = await postForm(app, '/api/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: 'rt_1.of-somebody-0123456789',
    client_id: secret,
    client_secret: secret,
  });
  t.match(await written(app, '', token.headers['x-request-id']), {
    step: 'refresh',
    rule: 'unknown_client',
    clientId: '…',
  });
  for (const one of ['Secret-0123456789', 'of-somebody'])
    t.equal(
      Number(
        await file.read(
          `select count(*) from connection_attempts where facts like '%${one}%' or description like '%${one}%' or client_id like '%${one}%'`.replaceAll(
            'facts like',
            'cast(facts as text) like',
          ),
        ),
      ),
      0,
      one,
    );
  t.equal((await app.connectionAttempts.page('site_demo_harbour', { first: 5 }, 0)).attempts.length, 0);

  const { id: client_id, secret: client_secret } = DEMO.portal;
  const withSecret = { grant_type: 'authorization_code', code: 'ac_1.x', client_id, client_secret };
  const known = await postForm(app, '/api/oauth/token', withSecret);
  t.match(await written(app, RIVERSIDE, known.headers['x-request-id']), { rule: 'code_unknown', standing: 'proven' });
  const named = await postForm(app, '/api/oauth/token', { ...withSecret, client_secret: secret });
  t.match(await written(app, RIVERSIDE, named.headers['x-request-id']), { standing: 'claimed' });

  const sources = await file.rows('select source from connection_attempts');
  t.equal(sources.length, 4);
  for (const { source } of sources) t.match(source, /^[\w-]{43}$/, 'neither an address nor a client');
  t.equal(
    new Set(sources.map(({ source }) => source)).size,
    2,
    'the same of one network, because the rows are shared by it',
  );
});

t.test('what one caller makes costs no other: neither a place in the list nor a turn', async (t) => {
  const { app, clock } = await testApp(t, { env });
  const { add, page } = app.connectionAttempts;
  const victim = attempt(0, { at: clock.now, source: '203.0.113.9', requestId: 'victim' });
  const proven = attempt(1, { at: clock.now, source: DEMO.portal.id, standing: 'proven', requestId: 'member' });
  await add([victim, proven]);
  for (let n = 0; n < 8; n += 1)
    await add(Array.from({ length: 50 }, (_, i) => attempt(n * 50 + i, { at: clock.now })));
  const { attempts } = await page(RIVERSIDE, { first: 1000 }, clock.now);
  t.equal(attempts.length, KEPT_ATTEMPTS.perSchool + 1, 'as many as a school keeps, and those with a proof');
  for (const id of ['victim', 'member'])
    t.ok(
      attempts.some(({ requestId }) => requestId === id),
      `${id} is still there`,
    );

  const noted = (source: string, n: number) => ({ ...attempt(n, { source }), site: RIVERSIDE });
  const waiting = waitingAttempts(() => clock.now);
  for (let n = 0; n < 10_000; n += 1) waiting.add(noted('198.51.100.7', n));
  t.equal(waiting.size, KEPT_ATTEMPTS.perSource, 'of one source, what it may make in a minute');
  for (let n = 0; n < 2000; n += 1) waiting.add(noted(`198.51.100.${n % 200}`, n));
  waiting.add(noted('203.0.113.9', 1));
  t.ok(waiting.size <= 500, 'no more wait than that');
  let taken: number = 0;
  const sources = new Set<string>();
  for (let some = waiting.take(); some.length > 0; some = waiting.take()) {
    taken += some.length;
    for (const { source } of some) sources.add(source);
  }
  t.ok(taken <= KEPT_ATTEMPTS.perMinute);
  t.ok(sources.has('203.0.113.9'), 'the one that came last has its turn');

  clock.advance(DAY);
  waiting.add({ ...noted('portal', 0), standing: 'proven' });
  for (let n = 0; n < 2000; n += 1) waiting.add(noted(`network ${n}`, n));
  const [first] = waiting.take();
  t.equal(first?.source, 'portal', 'strangers with any number of networks take no place of those who proved something');
  while (waiting.take().length > 0);
  waiting.add({ ...noted('portal', 1), standing: 'proven' });
  t.equal(waiting.take().at(0)?.source, 'portal', 'nor all turns of a minute');
});

t.test('the stream tells of new attempts, not what they are, and ends with the server', async (t) => {
  const { app } = await testApp(t, { env, oneNode: 'streams are those of a process' });
  const ruth = await signedIn(app, RUTH);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = {
    accept: 'text/event-stream',
    cookie: [...ruth.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const answer = await fetch(`${origin}${PAGE}/events`, { headers });
  t.match(answer.headers.get('content-type'), 'text/event-stream');
  t.match(answer.headers.get('x-content-type-options'), 'nosniff');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  t.match((await reader?.read())?.value, /^retry: \d+\n\n$/);
  await app.connectionAttempts.add([attempt(1, { at: app.clock() })]);
  t.match((await reader?.read())?.value, /^event: attempt\ndata: \d+\n\n$/);
  // Browsers that go before the stream has begun leave nothing behind.
  for (let times = 0; times < 8; times += 1) {
    const gone = new AbortController();
    const asked = fetch(`${origin}${PAGE}/events`, { headers, signal: gone.signal }).catch(() => undefined);
    await new Promise((done) => setTimeout(done, times));
    gone.abort();
    await asked;
  }
  // The server learns of it a moment later.
  await new Promise((done) => setTimeout(done, 200));
  const all = await Promise.all(Array.from({ length: 12 }, () => fetch(`${origin}${PAGE}/events`, { headers })));
  const more = all.filter(({ status }) => status === 200);
  t.equal(more.length, 7, 'few of one person, who may ask for all at the same time');
  const beyond = all.filter(({ status }) => status !== 200);
  t.ok(beyond.every(({ status }) => status === 429));
  await Promise.all(beyond.map((one) => one.text()));
  const before = performance.now();
  const closing = app.close();
  t.equal((await reader?.read())?.done, true);
  await Promise.all(more.map((one) => one.text()));
  await closing;
  t.ok(performance.now() - before < 5000, 'the server does not wait for the life of a stream');
});

t.test('the id of a refusal is in the header, in error_uri, and on the page of the person', async (t) => {
  const { app } = await testApp(t, { env });
  const { headers, body } = await app.inject({ url: '/oauth/authorize', headers: { accept: 'text/html' } });
  t.match(body, String(headers['x-request-id']));
  const json = await postForm(app, '/api/oauth/token', {});
  const uri = new URL(json.json().error_uri);
  t.equal(uri.searchParams.get('request'), json.headers['x-request-id']);
  t.equal((await app.inject(uri.pathname + uri.search)).statusCode, 200, 'it is explained there');
  const url = authorizeUrl(DEMO.cli, makeVerifier(), { prompt: 'none' });
  const toClient = await app.inject(url);
  const sent = new URL(new URL(String(toClient.headers.location)).searchParams.get('error_uri') ?? '');
  t.equal(sent.searchParams.get('request'), toClient.headers['x-request-id']);
  t.equal(sent.hash, '#login_required');
});

t.test('what goes well again and again is not noted', async (t) => {
  const { app } = await testApp(t, { env });
  const { access_token: token, refresh_token: refreshToken } = await obtainTokens(app, DEMO.portal);
  for (let n = 0; n < 3; n += 1) {
    await app.inject({ url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${token}` } });
    await app.inject('/.well-known/oauth-protected-resource');
  }
  const { id: client_id, secret: client_secret } = DEMO.portal;
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id, client_secret };
  t.equal((await postForm(app, '/api/oauth/token', fields)).statusCode, 200);
  const last = await app.inject({ url: '/api/v1/courses', headers: { authorization: `Bearer ${token}` } });
  await written(app, RIVERSIDE, last.headers['x-request-id']);
  const { attempts } = await app.connectionAttempts.page(RIVERSIDE, { first: 50 }, app.clock());
  t.strictSame(attempts.map(({ step, rule }) => `${step} ${rule ?? 'well'}`).reverse(), [
    'authorize well',
    'sign_in well',
    'consent well',
    'token well',
    'resource scope_outside_client',
  ]);
});

t.test('what an app was told by the admin API is what its answer says', async (t) => {
  const { app } = await testApp(t, { env });
  const scope = { scope: 'openid courses:write' };
  const { access_token: token } = await obtainTokens(app, DEMO.adminTool, scope, { email: RUTH });
  for (const [type, rule, told] of [
    ['text/plain', 'wrong_format', 'the content type must be application/json'],
    ['application/json', 'malformed_request', 'the request body is not valid JSON'],
  ] as const) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/courses', payload: '{"title":', headers });
    t.equal(answer.json().detail, told);
    t.match(await written(app, RIVERSIDE, answer.headers['x-request-id']), {
      step: 'resource',
      rule,
      description: told,
    });
  }
});

t.test('calls of the admin API whose fields are wrong, or that meet another problem, are not listed', async (t) => {
  const { app } = await testApp(t, { env });
  const { access_token: token } = await obtainTokens(
    app,
    DEMO.adminTool,
    { scope: 'openid courses:write' },
    { email: RUTH },
  );
  const headers = { authorization: `Bearer ${token}` };
  const missing = await app.inject({ method: 'POST', url: '/api/v1/courses', payload: {}, headers });
  t.match(missing.json(), { type: /#invalid-input$/, status: 400 });
  const unknown = await app.inject({
    method: 'PATCH',
    url: '/api/v1/courses/crs_none',
    payload: { title: 'A' },
    headers,
  });
  t.match(unknown.json(), { type: /#not-found$/, status: 404 });
  const last = await app.inject({ method: 'POST', url: '/api/v1/courses', payload: 'a', headers });
  await written(app, RIVERSIDE, last.headers['x-request-id']);
  const { attempts } = await app.connectionAttempts.page(RIVERSIDE, { first: 50 }, app.clock());
  t.strictSame(
    attempts.filter(({ step }) => step === 'resource').map(({ rule }) => rule),
    ['wrong_format'],
  );
});

t.test('a client that looks for a stream of events and finds none has not failed', async (t) => {
  const { app } = await testApp(t, { env });
  for (const method of ['GET', 'DELETE'] as const) t.equal((await app.inject({ method, url: '/mcp' })).statusCode, 405);
  const last = await app.inject({ method: 'PUT', url: '/mcp' });
  t.match(await written(app, '', last.headers['x-request-id']), { step: 'resource', rule: 'wrong_method' });
  t.equal((await app.connectionAttempts.page('', { first: 50 }, app.clock())).attempts.length, 1, 'PUT alone');
});

t.test('credentials and queries are removed from what is shown', async (t) => {
  for (const [given, shown] of [
    ['https://user:word@tool.example/callback?code=abc#x', 'https://…@tool.example/callback?…'],
    ['at_12.Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA', 'at_12.…'],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
    ['openid profile email account:read', 'openid profile email account:read'],
    ['c_demo_portal', 'c_demo_portal'],
    ['x'.repeat(5000), 'x'.repeat(200)],
  ] as const)
    t.equal(withoutSecrets(given), shown, given.slice(0, 60));
});
