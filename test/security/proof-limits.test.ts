/** What requests with proofs (DPoP) use up: of whom, and nothing of the owner's for who has not the key. */
import t, { type Test } from 'tap';
import { addCallers } from '../support/admin.ts';
import { type TestAppOptions, testApp } from '../support/app.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import {
  boundTokens,
  call,
  callWith,
  code,
  exchangeWith,
  makeKey,
  proofOf,
  refreshWith,
  SURFACES,
} from '../support/dpop.ts';
import { CALLBACK, type TestClient, type Tokens } from '../support/oauth-client.ts';
import { withStatements } from '../support/statements.ts';

t.setTimeout(120_000);

const [USERINFO] = SURFACES;
if (USERINFO === undefined) throw new Error('no surface');
const [, METHOD, PATH] = USERINFO;

async function limited(t: Test, options: TestAppOptions = {}) {
  const made = await testApp(t, {
    env: { RATE_LIMITS: 'on', ...options.env },
    housekeeping: false,
    oneNode: 'its limits are counted',
  });
  await addCallers(made.app);
  const [key, thief] = [await makeKey(), await makeKey()];
  return { ...made, key, thief, tokens: await boundTokens(made.app, key) };
}

t.test('a captured request that comes again uses up nothing of its owner, and writes nothing', async (t) => {
  const { app, key, tokens } = await limited(t);
  const token = tokens.access_token;
  const dpop = await proofOf(key, { method: METHOD, path: PATH, now: app.clock(), accessToken: token });
  const send = () => call(app, USERINFO, { authorization: `DPoP ${token}`, dpop });
  t.equal((await send()).statusCode, 200);
  const [, , statements] = await withStatements(send);
  t.notMatch(statements.join('\n'), /insert into .spent_challenges/i);
  for (let n = 0; n < 700; n += 1) await send();
  t.equal((await send()).statusCode, 429, 'replays are limited');
  t.equal((await callWith(app, USERINFO, { key, token })).statusCode, 200, 'the owner is not');
});

for (const what of ['the scheme Bearer', 'no proof', 'another key', 'another key and an old nonce'] as const) {
  t.test(`requests with a bound token and ${what} are limited, and its owner is not`, async (t) => {
    const { app, key, thief, tokens } = await limited(t);
    const token = tokens.access_token;
    const send = () => {
      if (what === 'the scheme Bearer') return call(app, USERINFO, { authorization: `Bearer ${token}` });
      if (what === 'no proof') return call(app, USERINFO, { authorization: `DPoP ${token}` });
      return callWith(app, USERINFO, { key: thief, token, claims: what === 'another key' ? {} : { nonce: 'old' } });
    };
    for (let n = 0; n < 120; n += 1) t.equal((await send()).statusCode, 401);
    t.equal((await send()).statusCode, 429);
    t.equal((await callWith(app, USERINFO, { key, token })).statusCode, 200);
  });
}

t.test('the proofs of one person are counted over all their connections', async (t) => {
  const { app, key, tokens } = await limited(t);
  const both = [tokens, await boundTokens(app, key)];
  let stored = 0;
  for (let n = 0; n < 700; n += 1) {
    const token = both[n % 2]?.access_token ?? '';
    const [, , statements] = await withStatements(() => callWith(app, USERINFO, { key, token }));
    if (/insert into .spent_challenges/i.test(statements.join('\n'))) stored += 1;
  }
  t.equal(stored, 660);
});

t.test('a client that is asked for a nonce has not failed, and each answer brings the next one', async (t) => {
  const { app } = await testApp(t, {
    env: { RATE_LIMITS: 'on', DPOP_NONCE: 'required' },
    oneNode: 'its limits are counted',
  });
  await addCallers(app);
  const key = await makeKey();
  const authorization = await code(app);
  let nonce: unknown;
  for (let n = 0; n < 620; n += 1) {
    const asked = await exchangeWith(app, authorization, await proofOf(key, { now: app.clock() }));
    if (asked.json().error !== 'use_dpop_nonce') t.fail(asked.body);
    nonce = asked.headers['dpop-nonce'];
  }
  const claims = { nonce };
  const issued = await exchangeWith(app, authorization, await proofOf(key, { now: app.clock(), claims }));
  t.equal(issued.statusCode, 200);
  t.equal(issued.headers['dpop-nonce'], nonce, 'with tokens');
  const { access_token: token } = issued.json<Tokens>();
  for (const surface of SURFACES) {
    const response = await callWith(app, surface, { key, token, claims });
    t.equal(response.statusCode, 200, surface[0]);
    t.equal(response.headers['dpop-nonce'], nonce, surface[0]);
  }
});

t.test('a document that begins to require proofs counts at the request that reads it [RFC 9449 §5.2]', async (t) => {
  const host = await documentHost(t);
  const { app, clock } = await testApp(t, { network: host.network });
  await addCallers(app);
  const url = 'https://claude.ai/oauth/claude-code-client-metadata';
  const client: TestClient = { id: url, redirectUri: CALLBACK, secret: undefined };
  host.serve(url, documentFor(url));
  const authorization = await code(app, { scope: 'openid courses:read' }, client);
  const unbound = (await exchangeWith(app, authorization, undefined, client)).json<Tokens>();
  host.serve(url, documentFor(url, { dpop_bound_access_tokens: true }));
  clock.advance(2 * 86_400_000);
  const refused = await refreshWith(app, unbound.refresh_token, undefined, client);
  t.equal(refused.statusCode, 400, refused.body);
});
