// slow
/** Mutated requests to the endpoints that strangers use: whatever comes, it is refused or answered, and never a fault. */
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { BASE, testApp } from '../support/app.ts';
import {
  type Authorization,
  authorize,
  authorizeUrl,
  CALLBACK,
  codeFields,
  DEMO,
  encode,
  exchange,
} from '../support/oauth-client.ts';
import { seedOf } from '../support/seed.ts';

t.setTimeout(240_000);

const REQUESTS = 5000;
const FORM = 'application/x-www-form-urlencoded';

/** Pieces that are put in: what parsers, databases and pages stumble over. */
const piece = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '',
        '&',
        '=',
        '%',
        '%00',
        '%zz',
        '%ff',
        '+',
        '#',
        '?',
        ';',
        '"',
        "'",
        '\\',
        '<',
        '[',
        ']',
        '{',
        '}',
        ',',
        ':',
        '\u0000',
      ],
      ...[
        '[]',
        '__proto__',
        'constructor',
        'null',
        'undefined',
        'NaN',
        '-1',
        '1e999',
        '\u2028',
        '\ud800',
        '../',
        '$(x)',
        "';--",
      ],
      ...[
        'client_id=',
        '&scope=',
        '&state=',
        '&redirect_uri=',
        '&resource=',
        '&prompt=none',
        '&max_age=',
        'http://',
        'a'.repeat(3000),
      ],
    ),
  },
);

/** The same text with up to four of its parts cut out, doubled or replaced. */
const mutated = (whole: string): fc.Arbitrary<string> =>
  fc
    .array(fc.record({ at: fc.nat(whole.length), cut: fc.nat(12), put: piece, isDoubled: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((edits) =>
      edits.reduce((text, { at, cut, put, isDoubled }) => {
        const taken = text.slice(at, at + cut);
        return text.slice(0, at) + (isDoubled ? taken + put + taken : put) + text.slice(at + cut);
      }, whole),
    );

const asUrl = (text: string): string =>
  text.replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(char.toWellFormed()));

const DOCUMENT = JSON.stringify({
  client_name: 'Some tool',
  redirect_uris: [CALLBACK, 'http://localhost/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
  scope: 'openid courses:read',
  contacts: ['a@b.example'],
  jwks: { keys: [] },
});

/** Requests of each kind, mutated, each from a network of its own. */
function requests(code: Authorization, refreshToken: string): fc.Arbitrary<InjectOptions> {
  const query = authorizeUrl(DEMO.cli, code.verifier).slice('/oauth/authorize?'.length);
  const accept = fc.constantFrom('text/html', 'application/json', '*/*', 'x');
  const form = { 'content-type': FORM };
  const authorizing = fc.record({ text: mutated(query), accept }).map(
    ({ text, accept: taken }): InjectOptions => ({
      method: 'GET',
      url: `/oauth/authorize?${asUrl(text)}`,
      headers: { accept: taken },
    }),
  );
  const posted = mutated(query).map(
    (payload): InjectOptions => ({ method: 'POST', url: '/oauth/authorize', headers: form, payload }),
  );
  const fields = [
    encode({ ...codeFields(DEMO.cli, code), code: 'ac_1.x' }),
    encode(codeFields(DEMO.webApp, code)),
    encode({
      grant_type: 'refresh_token',
      client_id: DEMO.cli.id,
      refresh_token: refreshToken,
      scope: 'openid',
      resource: BASE,
    }),
  ];
  const tokens = fc
    .constantFrom(...fields)
    .chain(mutated)
    .map((payload): InjectOptions => ({ method: 'POST', url: '/api/oauth/token', headers: form, payload }));
  const registering = mutated(DOCUMENT).map(
    (payload): InjectOptions => ({
      method: 'POST',
      url: '/api/oauth/register',
      headers: { 'content-type': 'application/json' },
      payload,
    }),
  );
  const network = fc.ipV4();
  return fc
    .tuple(fc.oneof(authorizing, posted, tokens, registering), network)
    .map(([request, remoteAddress]) => ({ ...request, remoteAddress }));
}

const KNOWN: Readonly<Record<string, readonly number[]>> = {
  '/oauth/authorize': [200, 303, 400, 413, 414],
  '/api/oauth/token': [200, 400, 401, 413],
  '/api/oauth/register': [201, 400, 403, 413],
};

t.test(
  `of ${REQUESTS} mutated authorization, token and registration requests none causes an internal error [F11]`,
  async (t) => {
    const { app, logs } = await testApp(t, { env: { LOG_LEVEL: 'warn' } });
    const code = await authorize(app, DEMO.cli);
    const spare = await authorize(app, DEMO.cli);
    const { refresh_token: refreshToken } = (await exchange(app, DEMO.cli, await authorize(app, DEMO.cli))).json();
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    const judge = (request: InjectOptions, { statusCode, body, headers }: LightMyRequestResponse): void => {
      const path = String(request.url).split('?', 1)[0] ?? '';
      const key = `${path} ${statusCode}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const isKnown = KNOWN[path]?.includes(statusCode) ?? false;
      const isLeaking = /node_modules|\.ts:\d|\n {4}at |SQLITE|relation "/.test(body);
      const isMade = statusCode >= 400 && 'set-cookie' in headers;
      if (!isKnown || isLeaking || isMade)
        wrong.push(`${key}: ${request.url} ${String(request.payload)} → ${body.slice(0, 200)}`);
    };
    const mutants = fc.sample(requests(code, refreshToken), { numRuns: REQUESTS, seed: seedOf(t) });
    t.equal(mutants.length, REQUESTS);
    for (const request of mutants) judge(request, await app.inject(request));
    t.comment(JSON.stringify(Object.fromEntries(counts)));
    t.strictSame(wrong.slice(0, 5), []);
    for (const path of Object.keys(KNOWN)) {
      const statuses = [...counts.keys()].filter((key) => key.startsWith(path)).length;
      t.ok(statuses >= 2, `${path}: some were taken and some refused`);
    }
    t.notMatch(logs.join(''), /"level":(?:50|60)/, 'nothing was a fault of ours');
    t.equal((await exchange(app, DEMO.cli, spare)).statusCode, 200, 'and what is right still works');
  },
);
