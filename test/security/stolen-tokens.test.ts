/** Attacks on tokens that are bound to a key (DPoP, RFC 9449), on one node and on two. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { addCallers } from '../support/admin.ts';
import { BASE, type TestAppOptions, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import {
  boundTokens,
  CLIENT,
  call,
  callWith,
  code,
  dpopChallenge,
  exchangeWith,
  makeKey,
  OWNER,
  type ProofKey,
  proofOf,
  refreshWith,
  SURFACES,
  TOKEN,
  tokenRequest,
} from '../support/dpop.ts';
import {
  CALLBACK,
  codeFields,
  DEMO,
  introspect,
  MEMBER_SCOPE,
  type TestClient,
  type Tokens,
} from '../support/oauth-client.ts';
import { withStatements } from '../support/statements.ts';

t.setTimeout(120_000);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const WEB_APP = { client: DEMO.webApp, walk: {}, fields: { scope: MEMBER_SCOPE } };

async function started(t: Test, options: TestAppOptions = {}) {
  const made = await testApp(t, options);
  await addCallers(made.app);
  return { ...made, key: await makeKey(), thief: await makeKey() };
}

const fresh = (app: FastifyInstance, key: ProofKey): Promise<string> => proofOf(key, { now: app.clock() });

t.test(
  'a stolen bound token opens nothing without its key: not as a bearer token, not with another key [RFC 9449 §7.2]',
  async (t) => {
    const { app, key, thief } = await started(t);
    const { access_token: token } = await boundTokens(app, key);
    for (const surface of SURFACES) {
      const [name, method, path] = surface;
      const proofOfThief = await proofOf(thief, { method, path, now: app.clock(), accessToken: token });
      for (const [what, headers] of [
        ['as a bearer token', { authorization: `Bearer ${token}` }],
        ['as a bearer token with a proof', { authorization: `Bearer ${token}`, dpop: proofOfThief }],
        ['with a proof of another key', { authorization: `DPoP ${token}`, dpop: proofOfThief }],
        ['without a proof', { authorization: `DPoP ${token}` }],
      ] as const) {
        const response = await call(app, surface, headers);
        t.equal(response.statusCode, 401, `${name} ${what}`);
        const error = what === 'without a proof' ? 'invalid_dpop_proof' : 'invalid_token';
        t.match(dpopChallenge(response), { error }, `${name} ${what}`);
      }
      t.equal((await callWith(app, surface, { key, token })).statusCode, 200, `${name} with the key`);
    }
  },
);

t.test('a token that is not bound is not taken with a proof [RFC 9449 §7.1]', async (t) => {
  const { app, key } = await started(t);
  const { access_token: token, token_type: type } = (
    await exchangeWith(app, await code(app), undefined)
  ).json<Tokens>();
  t.equal(type, 'Bearer');
  for (const surface of SURFACES) {
    const response = await callWith(app, surface, { key, token });
    t.equal(response.statusCode, 401, surface[0]);
    t.match(dpopChallenge(response), { error: 'invalid_token', error_description: /scheme Bearer/ }, surface[0]);
    t.equal((await call(app, surface, { authorization: `Bearer ${token}` })).statusCode, 200, surface[0]);
    const proof = await proofOf(key, { now: app.clock() });
    const ignored = await call(app, surface, { authorization: `Bearer ${token}`, dpop: proof });
    t.equal(ignored.statusCode, 200, 'a proof that nothing asks for');
  }
});

for (const nodes of [1, 2]) {
  t.test(
    `a proof is used once: with ${nodes} nodes, at the same time and one after the other [RFC 9449 §11.1]`,
    async (t) => {
      const { app, clock, key } = await started(t, { nodes, databaseUrl: databaseFile(t).url });
      const tokens = await boundTokens(app, key);
      const { access_token: token } = tokens;
      for (const surface of SURFACES) {
        const [name, method, path] = surface;
        const dpop = await proofOf(key, { method, path, now: clock.now, accessToken: token });
        const again = () => call(app, surface, { authorization: `DPoP ${token}`, dpop });
        const answers = await Promise.all(Array.from({ length: 20 }, again));
        t.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1, `${name}: one of twenty`);
        for (const minutes of [0, 4, 5]) {
          clock.advance(minutes * MINUTE);
          const late = await again();
          t.equal(late.statusCode, 401, `${name}: ${minutes} minutes later`);
          t.match(dpopChallenge(late), { error: minutes === 5 ? 'use_dpop_nonce' : 'invalid_dpop_proof' }, name);
        }
        clock.now -= 9 * MINUTE;
      }
      const proof = await fresh(app, key);
      const authorization = await code(app);
      const codes = await Promise.all(Array.from({ length: 20 }, () => exchangeWith(app, authorization, proof)));
      const issued = codes.filter(({ statusCode }) => statusCode === 200);
      t.equal(issued.length, 1, 'one exchange of twenty');
      t.same([...new Set(codes.map((one) => one.json().error))].sort(), ['invalid_dpop_proof', undefined]);
      const first = issued[0]?.json<Tokens>() ?? tokens;
      t.equal((await exchangeWith(app, await code(app), proof)).json().error, 'invalid_dpop_proof', 'another code');
      const renewal = await fresh(app, key);
      const renewals = await Promise.all(
        Array.from({ length: 20 }, () => refreshWith(app, first.refresh_token, renewal)),
      );
      t.equal(renewals.filter(({ statusCode }) => statusCode === 200).length, 1, 'one refresh of twenty');
      const renewed = renewals.find(({ statusCode }) => statusCode === 200)?.json<Tokens>() ?? first;
      t.equal(
        (await refreshWith(app, renewed.refresh_token, await fresh(app, key))).statusCode,
        200,
        'nothing has ended',
      );
    },
  );
}

t.test('a captured exchange or refresh that comes again ends nothing [RFC 9449 §11.1]', async (t) => {
  const { app, clock, key } = await started(t);
  const [authorization, proof] = [await code(app), await fresh(app, key)];
  const first = (await exchangeWith(app, authorization, proof)).json<Tokens>();
  t.equal((await exchangeWith(app, authorization, proof)).json().error, 'invalid_dpop_proof');
  const renewal = await fresh(app, key);
  const second = (await refreshWith(app, first.refresh_token, renewal)).json<Tokens>();
  const third = (await refreshWith(app, second.refresh_token, await fresh(app, key))).json<Tokens>();
  clock.advance(2 * MINUTE);
  t.equal((await refreshWith(app, first.refresh_token, renewal)).json().error, 'invalid_dpop_proof');
  t.equal((await refreshWith(app, third.refresh_token, await fresh(app, key))).statusCode, 200);
});

t.test('a proof for one request is none for another: method, path, token, endpoint [RFC 9449 §4.3]', async (t) => {
  const { app, key } = await started(t);
  const { access_token: token } = await boundTokens(app, key);
  const { access_token: other } = await boundTokens(app, key);
  for (const of of SURFACES) {
    const [, method, path] = of;
    for (const surface of SURFACES.filter((one) => one !== of)) {
      const dpop = await proofOf(key, { method, path, now: app.clock(), accessToken: token });
      const response = await call(app, surface, { authorization: `DPoP ${token}`, dpop });
      t.equal(response.statusCode, 401, `that of ${of[0]} for ${surface[0]}`);
    }
    const dpop = await proofOf(key, { method, path, now: app.clock(), accessToken: other });
    t.equal((await call(app, of, { authorization: `DPoP ${token}`, dpop })).statusCode, 401, 'that of another token');
    t.equal(
      (await exchangeWith(app, await code(app), dpop)).json().error,
      'invalid_dpop_proof',
      'at the token endpoint',
    );
  }
});

t.test('the refresh token of a public client needs its key, and who lacks it ends nothing [RFC 9449 §5]', async (t) => {
  const { app, clock, key, thief } = await started(t);
  const a = await boundTokens(app, key);
  for (const proof of [undefined, await fresh(app, thief), undefined]) {
    const refused = await refreshWith(app, a.refresh_token, proof);
    t.match([refused.statusCode, refused.json().error], [400, 'invalid_grant'], refused.body);
  }
  const b = (await refreshWith(app, a.refresh_token, await fresh(app, key))).json<Tokens>();
  t.equal(b.token_type, 'DPoP');
  // The predecessor within its grace, late, and when its successor has been used: the key comes before everything.
  for (const seconds of [1, 600]) {
    clock.advance(seconds * SECOND);
    for (const proof of [undefined, await fresh(app, thief)]) {
      t.equal((await refreshWith(app, a.refresh_token, proof)).json().error, 'invalid_grant');
    }
    const again = (await refreshWith(app, a.refresh_token, await fresh(app, key))).json<Tokens>();
    t.equal(again.refresh_token, b.refresh_token, 'the lost answer comes again');
    t.match(await introspect(app, CLIENT, again.access_token), { cnf: { jkt: key.jkt } });
  }
  const c = (await refreshWith(app, b.refresh_token, await fresh(app, key))).json<Tokens>();
  clock.advance(10 * MINUTE);
  t.equal((await refreshWith(app, a.refresh_token, await fresh(app, thief))).json().error, 'invalid_grant');
  t.equal((await refreshWith(app, b.refresh_token, undefined)).json().error, 'invalid_grant');
  const d = await refreshWith(app, c.refresh_token, await fresh(app, key));
  t.equal(d.statusCode, 200, 'the connection is as it was');
  for (const one of [a, b, c]) t.match(await introspect(app, CLIENT, one.refresh_token), {}, 'no error');
  clock.advance(10 * MINUTE);
  t.equal((await refreshWith(app, a.refresh_token, await fresh(app, key))).json().error, 'invalid_grant');
  t.equal(
    (await refreshWith(app, d.json().refresh_token, await fresh(app, key))).json().error,
    'invalid_grant',
    'reuse with the key ends',
  );
});

t.test(
  'the refresh token of a confidential client is bound by its secret, and each access token by its proof [RFC 9449 §5]',
  async (t) => {
    const { app, key, thief: next } = await started(t);
    const first = await boundTokens(app, key, WEB_APP);
    const second = (await refreshWith(app, first.refresh_token, await fresh(app, next), DEMO.webApp)).json<Tokens>();
    const third = (await refreshWith(app, second.refresh_token, undefined, DEMO.webApp)).json<Tokens>();
    t.same(
      [first, second, third].map((one) => one.token_type),
      ['DPoP', 'DPoP', 'Bearer'],
    );
    const [userinfo] = SURFACES;
    if (userinfo === undefined) throw new Error('no surface');
    t.equal((await callWith(app, userinfo, { key, token: first.access_token })).statusCode, 200);
    t.equal((await callWith(app, userinfo, { key: next, token: first.access_token })).statusCode, 401);
    t.equal((await callWith(app, userinfo, { key: next, token: second.access_token })).statusCode, 200);
    t.notOk('cnf' in (await introspect(app, DEMO.webApp, third.refresh_token)));
  },
);

t.test(
  'a code with dpop_jkt is worth nothing with another key, and a thief does not use it up [RFC 9449 §10]',
  async (t) => {
    const { app, key, thief } = await started(t);
    const authorization = await code(app, { dpop_jkt: key.jkt });
    for (const proof of [undefined, await fresh(app, thief)]) {
      const refused = await exchangeWith(app, authorization, proof);
      t.match([refused.statusCode, refused.json().error], [400, 'invalid_grant'], refused.body);
    }
    t.match((await exchangeWith(app, authorization, await fresh(app, key))).json(), { token_type: 'DPoP' });
    const unbound = await code(app);
    const { code_verifier: _, ...withoutVerifier } = codeFields(CLIENT, unbound);
    t.equal(
      (await tokenRequest(app, withoutVerifier, await fresh(app, thief))).json().error,
      'invalid_grant',
      'PKCE as ever',
    );
    for (const jkt of ['x', `${key.jkt}=`, key.jkt.slice(1)]) {
      await t.rejects(code(app, { dpop_jkt: jkt }), /error=invalid_request/, jkt);
    }
  },
);

t.test(
  'a client that has to prove a key gets nothing without: registered, by document, or required later [RFC 9449 §5.2]',
  async (t) => {
    const host = await documentHost(t);
    const { app, key, thief } = await started(t, { network: host.network });
    const url = 'https://claude.ai/oauth/claude-code-client-metadata';
    host.serve(url, documentFor(url, { dpop_bound_access_tokens: true }));
    const register = (changes: object) =>
      app.inject({
        method: 'POST',
        url: '/api/oauth/register',
        payload: { client_name: 'A tool', redirect_uris: [CALLBACK], ...changes },
      });
    const registered = await register({ dpop_bound_access_tokens: true });
    t.match(registered.json(), { dpop_bound_access_tokens: true });
    t.notOk('dpop_bound_access_tokens' in (await register({ dpop_bound_access_tokens: null })).json());
    t.equal((await register({ dpop_bound_access_tokens: 'yes' })).json().error, 'invalid_client_metadata');
    for (const id of [url, String(registered.json().client_id)]) {
      const client: TestClient = { id, redirectUri: CALLBACK, secret: undefined };
      const authorization = await code(app, { scope: 'openid courses:read' }, client, OWNER);
      const refused = await exchangeWith(app, authorization, undefined, client);
      t.match([refused.statusCode, refused.json().error], [400, 'invalid_dpop_proof'], id);
      const tokens = (await exchangeWith(app, authorization, await fresh(app, key), client)).json<Tokens>();
      t.equal(tokens.token_type, 'DPoP', id);
      t.equal((await refreshWith(app, tokens.refresh_token, undefined, client)).json().error, 'invalid_dpop_proof');
      t.equal(
        (await refreshWith(app, tokens.refresh_token, await fresh(app, thief), client)).json().error,
        'invalid_grant',
      );
      t.match((await refreshWith(app, tokens.refresh_token, await fresh(app, key), client)).json(), {
        token_type: 'DPoP',
      });
    }
  },
);

t.test('a document that begins to require proofs ends what was not bound [RFC 9449 §5.2]', async (t) => {
  const host = await documentHost(t);
  const { app, clock, key } = await started(t, { network: host.network });
  const url = 'https://claude.ai/oauth/claude-code-client-metadata';
  const client: TestClient = { id: url, redirectUri: CALLBACK, secret: undefined };
  host.serve(url, documentFor(url));
  const scope = { scope: 'openid courses:read' };
  const unbound = (await exchangeWith(app, await code(app, scope, client), undefined, client)).json<Tokens>();
  const bound = await boundTokens(app, key, { client, fields: scope });
  host.serve(url, documentFor(url, { dpop_bound_access_tokens: true }));
  clock.advance(2 * 86_400 * SECOND);
  await code(app, scope, client);
  t.match((await refreshWith(app, bound.refresh_token, await fresh(app, key), client)).json(), { token_type: 'DPoP' });
  t.equal((await refreshWith(app, unbound.refresh_token, undefined, client)).json().error, 'invalid_dpop_proof');
  t.equal((await refreshWith(app, unbound.refresh_token, await fresh(app, key), client)).json().error, 'invalid_grant');
  host.serve(url, documentFor(url));
  clock.advance(2 * 86_400 * SECOND);
  await code(app, scope, client);
  t.equal((await refreshWith(app, unbound.refresh_token, undefined, client)).json().error, 'invalid_grant', 'for good');
});

t.test('the address of a proof is that of BASE_URL, whatever a proxy or a caller says', async (t) => {
  const { app, key } = await started(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const { access_token: token } = await boundTokens(app, key);
  const [userinfo] = SURFACES;
  if (userinfo === undefined) throw new Error('no surface');
  const [, method, path] = userinfo;
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-prefix': '/x' };
  for (const [htu, status] of [
    [`${BASE}${path}`, 200],
    [`http://evil.example${path}`, 401],
    [`http://127.0.0.1:1${path}`, 401],
    [`${BASE}/x${path}`, 401],
  ] as const) {
    const dpop = await proofOf(key, { method, path, now: app.clock(), accessToken: token, claims: { htu } });
    const headers = { authorization: `DPoP ${token}`, dpop, ...forwarded, host: '127.0.0.1:1' };
    t.equal((await call(app, userinfo, headers)).statusCode, status, htu);
  }
});

t.test('introspection shows the binding to whoever checks a token, of every kind [RFC 9449 §6.2]', async (t) => {
  const { app, key } = await started(t);
  const bound = await boundTokens(app, key);
  const ofWebApp = await boundTokens(app, key, WEB_APP);
  const unbound = (await exchangeWith(app, await code(app), undefined)).json<Tokens>();
  const cnf = { jkt: key.jkt };
  t.match(await introspect(app, CLIENT, bound.access_token), { active: true, token_type: 'DPoP', cnf });
  t.match(await introspect(app, CLIENT, bound.refresh_token), { active: true, token_type: 'refresh_token', cnf });
  t.match(await introspect(app, DEMO.webApp, ofWebApp.access_token), { active: true, token_type: 'DPoP', cnf });
  t.notOk('cnf' in (await introspect(app, DEMO.webApp, ofWebApp.refresh_token)), 'bound by its secret');
  const answer = await introspect(app, CLIENT, unbound.access_token);
  t.match(answer, { active: true, token_type: 'Bearer' });
  t.notOk('cnf' in answer);
});

t.test('a flood of proofs stores at most what the limits allow, and none of what is refused', async (t) => {
  const { app, key, thief } = await started(t, {
    env: { RATE_LIMITS: 'on' },
    housekeeping: false,
    oneNode: 'its limits are counted',
  });
  const { access_token: token } = await boundTokens(app, key);
  const [userinfo] = SURFACES;
  if (userinfo === undefined) throw new Error('no surface');
  const refusals = [
    () => callWith(app, userinfo, { key: thief, token }),
    () => callWith(app, userinfo, { key, token, claims: { htm: 'PUT' } }),
    () => callWith(app, userinfo, { key, token: `${token.slice(0, -1)}x` }),
  ];
  for (const send of refusals) {
    const [response, , statements] = await withStatements(send);
    t.equal(response.statusCode, 401);
    t.notMatch(statements.join('\n'), /insert into .spent_challenges/i, 'a refused proof is not stored');
  }
  let [stored, refused] = [0, 0];
  for (let n = 0; n < 700; n += 1) {
    // What is committed together may be in the context of another.
    const [response, , statements] = await withStatements(() => callWith(app, userinfo, { key, token }));
    if (/insert into .spent_challenges/i.test(statements.join('\n'))) stored += 1;
    if (response.statusCode === 429) refused += 1;
  }
  t.equal(stored, 660, 'a minute of one grant');
  t.ok(refused >= 40, String(refused));
});

t.test('no proof and no key is in the log, and nothing is asked of the database for who sends none', async (t) => {
  const { app, key, logs } = await started(t, {
    env: { LOG_LEVEL: 'trace' },
    housekeeping: false,
    oneNode: 'its statements are counted',
  });
  const claims = { jti: 'planted-jti', email: 'planted@riverside.example' };
  const tokens = (
    await exchangeWith(app, await code(app), await proofOf(key, { now: app.clock(), claims }))
  ).json<Tokens>();
  for (const surface of SURFACES) {
    await callWith(app, surface, { key, token: tokens.access_token, claims: { email: claims.email } });
    await callWith(app, surface, { key, token: tokens.access_token, claims: { ...claims, htm: 'PUT' } });
  }
  t.notMatch(logs.join(''), new RegExp(`planted|eyJ|${key.jkt}|${key.jwk.x}`));
  t.match(logs.join(''), /"reason":"dpop_proof_invalid"/);

  const { access_token: bearer } = (await exchangeWith(app, await code(app), undefined)).json<Tokens>();
  for (const surface of SURFACES) {
    const [, , statements] = await withStatements(() => call(app, surface, { authorization: `Bearer ${bearer}` }));
    t.notMatch(statements.join('\n'), /spent_challenges/, surface[0]);
  }
  const authorization = await code(app);
  const [, , statements] = await withStatements(() => exchangeWith(app, authorization, undefined));
  t.notMatch(statements.join('\n'), /spent_challenges/, TOKEN);
});
