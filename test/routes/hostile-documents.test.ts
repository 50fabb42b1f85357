/** What documents may say, and what becomes of those that say something else. */
import t from 'tap';
import {
  type Answer,
  ask,
  documentFor,
  hostileInternet,
  isTaken,
  JSON_TYPE,
  refusalOf,
  served,
} from '../support/document-host.ts';
import { authorize, CALLBACK, codeFields, exchange, postForm } from '../support/oauth-client.ts';

const HOST = 'host.example';
const CLIENT = `https://${HOST}/client`;
const HTML = 'text/html,application/xhtml+xml';
const HOUR = 3_600_000;
/** Longer than a refusal is remembered. */
const GUARD = 31_000;
const SECRET_METHODS = ['client_secret_post', 'client_secret_basic', 'client_secret_jwt'];

const jsonOf = (changes: Record<string, unknown>, url = CLIENT): string => JSON.stringify(documentFor(url, changes));

/** A document of exactly so many bytes. */
function documentOf(bytes: number): string {
  const empty = jsonOf({ padding: '' });
  return jsonOf({ padding: 'x'.repeat(bytes - empty.length) });
}

const JWK = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
const OTHER = 'https://other.example/callback';

/** Documents that arrive well, and must not be taken. */
const DOCUMENTS: Readonly<Record<string, [body: string, reason: RegExp]>> = {
  ...Object.fromEntries(
    [
      CLIENT.toUpperCase(),
      'https://HOST.example/client',
      'HTTPS://host.example/client',
      'https://host.example:443/client',
      'https://host.example/client/',
      'https://host.example//client',
      'https://host.example/Client',
      'https://host.example/client?',
      'https://host.example/client#',
      'https://host.example/%63lient',
      'https://host.example./client',
      'http://host.example/client',
      'host.example/client',
      ` ${CLIENT}`,
      `${CLIENT}\n`,
      '',
    ].map((id): [string, [string, RegExp]] => [
      `client_id ${JSON.stringify(id)}`,
      [jsonOf({ client_id: id }), /not the URL of the document/],
    ]),
  ),
  'no client_id': [jsonOf({ client_id: undefined }), /client_id/],
  'a list as client_id': [jsonOf({ client_id: [CLIENT] }), /client_id/],
  'a client_id of another, first its own': [
    `{"client_id":"${CLIENT}",${jsonOf({ client_id: OTHER }).slice(1)}`,
    /not the URL/,
  ],
  'everything under __proto__': [`{"__proto__":${jsonOf({})}}`, /client_id/],
  'redirect_uris under __proto__': [
    `{"__proto__":{"redirect_uris":["${OTHER}"]},${jsonOf({ redirect_uris: undefined }).slice(1)}`,
    /redirect_uris/,
  ],
  client_secret: [jsonOf({ client_secret: 'x' }), /client_secret/],
  'client_secret, empty': [jsonOf({ client_secret: '' }), /client_secret/],
  'client_secret, null': [jsonOf({ client_secret: null }), /client_secret/],
  client_secret_expires_at: [jsonOf({ client_secret_expires_at: 0 }), /client_secret/],
  ...Object.fromEntries(
    ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'].map((member): [string, [string, RegExp]] => [
      `jwks with a private key (${member})`,
      [jsonOf({ jwks: { keys: [JWK, { ...JWK, [member]: 'x' }] } }), /private key/],
    ]),
  ),
  'jwks that is no key set': [jsonOf({ jwks: [{ ...JWK, d: 'x' }] }), /jwks/],
  'a key set as text': [jsonOf({ jwks: JSON.stringify({ keys: [{ ...JWK, d: 'x' }] }) }), /jwks/],
  ...Object.fromEntries(
    SECRET_METHODS.flatMap((method): [string, [string, RegExp]][] => [
      [`method ${method}`, [jsonOf({ token_endpoint_auth_method: method }), /auth_method/]],
      [
        `method ${method}, none in the list`,
        [
          jsonOf({ token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: ['none'] }),
          /auth_method/,
        ],
      ],
      [`only ${method} in the list`, [jsonOf({ token_endpoint_auth_methods_supported: [method] }), /auth_method/]],
    ]),
  ),
  'only private_key_jwt': [jsonOf({ token_endpoint_auth_method: 'private_key_jwt' }), /auth_method/],
  'only private_key_jwt in the list': [
    jsonOf({ token_endpoint_auth_methods_supported: ['private_key_jwt'] }),
    /auth_method/,
  ],
  'private_key_jwt in both': [
    jsonOf({
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    }),
    /auth_method/,
  ],
  tls_client_auth: [jsonOf({ token_endpoint_auth_method: 'tls_client_auth' }), /auth_method/],
  'an unheard-of method': [jsonOf({ token_endpoint_auth_method: 'None' }), /auth_method/],
  'a method that is no string': [jsonOf({ token_endpoint_auth_method: ['none'] }), /auth_method/],
  'no authorization code': [jsonOf({ grant_types: ['implicit', 'client_credentials'] }), /grant_types/],
  'no grant type': [jsonOf({ grant_types: [] }), /grant_types/],
  'no response type code': [jsonOf({ response_types: ['token'] }), /response_types/],
  'no name': [jsonOf({ client_name: undefined }), /client_name/],
  'a blank name': [jsonOf({ client_name: ' \u200b ' }), /client_name/],
  'a name that turns the text': [jsonOf({ client_name: 'Claude\u202egnp.' }), /client_name/],
  'a name of 101 characters': [jsonOf({ client_name: 'n'.repeat(101) }), /client_name/],
  'no redirect_uris': [jsonOf({ redirect_uris: undefined }), /redirect_uris/],
  'redirect_uris empty': [jsonOf({ redirect_uris: [] }), /redirect_uris/],
  'redirect_uris as text': [jsonOf({ redirect_uris: CALLBACK }), /redirect_uris/],
  '21 redirect_uris': [
    jsonOf({ redirect_uris: Array.from({ length: 21 }, (_, n) => `https://${HOST}/${n}`) }),
    /redirect_uris/,
  ],
  ...Object.fromEntries(
    [
      'https://evil.example/callback',
      'https://host.example.evil.example/callback',
      'https://sub.host.example/callback',
      'https://host.example:8443/callback',
      'https://host.example@evil.example/callback',
      'https://evil.example\\@host.example/callback',
      'https://evil.example/https://host.example/callback',
      'https://host.example/callback#fragment',
      'https://host.example./callback',
      'http://host.example/callback',
      'https://127.0.0.1/callback',
      'https://localhost/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://localhost.evil.example/callback',
      'http://127.1/callback',
      'http://0.0.0.0/callback',
      'http://2130706433/callback',
      'http://127.0.0.1@evil.example/callback',
      'host.example://callback',
      'com.example.app:/callback',
      'javascript:alert(1)//host.example',
      'data:text/html,host.example',
      '//host.example/callback',
      '/callback',
      '*',
      'https://*.host.example/callback',
      '',
    ].map((uri): [string, [string, RegExp]] => [
      `redirect to ${JSON.stringify(uri)}`,
      [jsonOf({ redirect_uris: [uri] }), /no redirect URI is on the host/],
    ]),
  ),
};

t.test(
  'every invalid document is refused with the same message, and only the log contains the reason [F14, RFC 7517 §9.3]',
  async (t) => {
    const { app, clock, host, logs, reason } = await hostileInternet(t);
    const bodies = new Set<string>();
    const cases = Object.entries(DOCUMENTS);
    for (const [title, [body, expected]] of cases) {
      host.answer(CLIENT, served(body));
      bodies.add(await refusalOf(t, app, CLIENT, title));
      t.match(reason(), expected, `${title}: ${reason()}`);
      clock.advance(GUARD);
    }
    t.equal(bodies.size, 1, 'the answers do not differ in a byte');
    t.equal(host.requests.length, cases.length, 'each was fetched once: nothing followed, nothing tried again');
    t.same([...new Set(host.requests)], [CLIENT]);
    t.equal(host.dialled.length, cases.length);
    t.ok(
      logs.every((line) => line.length < 4096),
      'what a host says does not fill the log',
    );
    host.answer(CLIENT, served(jsonOf({})));
    t.ok(isTaken(await ask(app, CLIENT)), 'and the right one is taken');
  },
);

t.test('a document that is unusual but valid is accepted [F14]', async (t) => {
  const { app, clock, host } = await hostileInternet(t);
  const right: Readonly<Record<string, Answer>> = {
    'exactly 5,120 bytes': served(documentOf(5120)),
    'a JSON type of its own': served(jsonOf({}), { 'content-type': 'application/cimd+json' }),
    'a charset': served(jsonOf({}), { 'content-type': 'Application/JSON ; charset=utf-8' }),
    '100 headers': served(jsonOf({}), {
      ...JSON_TYPE,
      ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-${n}`, 'y'])),
    }),
    'byte by byte': (_request, response) => {
      response.writeHead(200, JSON_TYPE);
      for (const byte of Buffer.from(jsonOf({}))) response.write(Buffer.of(byte));
      response.end();
    },
    'none in the list': served(
      jsonOf({
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      }),
    ),
    'only none in the list': served(jsonOf({ token_endpoint_auth_methods_supported: ['none'] })),
    none: served(jsonOf({ token_endpoint_auth_method: 'none' })),
    'a public key': served(jsonOf({ jwks: { keys: [JWK] } })),
    'a client_id twice, the last its own': served(`{"client_id":"${OTHER}",${jsonOf({}).slice(1)}`),
    '__proto__ beside everything': served(`{"__proto__":{"client_secret":"x"},${jsonOf({}).slice(1)}`),
    'blanks around': served(`\n\t ${jsonOf({})} \r\n`),
    'other members': served(jsonOf({ constructor: {}, toString: 1, contacts: ['a@host.example'], jwks_uri: null })),
  };
  for (const [title, answer] of Object.entries(right)) {
    host.answer(CLIENT, answer);
    t.ok(isTaken(await ask(app, CLIENT)), title);
    clock.advance(24 * HOUR);
  }
});

t.test('no URL inside the document is resolved or fetched [CIMD §8.6, F14]', async (t) => {
  const { app, host } = await hostileInternet(t);
  const elsewhere = 'https://inside.example/x';
  const members = [
    'logo_uri',
    'jwks_uri',
    'client_uri',
    'tos_uri',
    'policy_uri',
    'sector_identifier_uri',
    'request_uris',
  ];
  host.serve(CLIENT, documentFor(CLIENT, Object.fromEntries(members.map((name) => [name, elsewhere]))));
  t.ok(isTaken(await ask(app, CLIENT)));
  const page = await ask(app, CLIENT, { accept: HTML });
  t.ok(isTaken(page));
  t.same(host.resolved, [HOST]);
  t.same(host.requests, [CLIENT]);
});

t.test('a redirect URI on another host is dropped, and no browser is redirected to it [spec 8, E-15b]', async (t) => {
  const { app, host, logs } = await hostileInternet(t);
  const own = [
    'https://host.example/callback?a=b',
    'https://HOST.example/callback',
    'https://host.example:443/callback',
  ];
  const loopback = ['http://127.0.0.1/callback', 'http://localhost:49152/callback', 'http://[::1]/callback'];
  const dropped = ['https://evil.example/callback', 'com.example.app:/callback', 'https://host.example:8443/callback'];
  host.serve(CLIENT, documentFor(CLIENT, { redirect_uris: [...dropped, ...own, ...loopback, OTHER] }));
  for (const redirect_uri of [...own, ...loopback, 'http://127.0.0.1:1/callback', 'http://[::1]:2/callback']) {
    t.ok(isTaken(await ask(app, CLIENT, { redirect_uri })), redirect_uri);
  }
  t.equal(
    logs.filter((line) => dropped.every((uri) => line.includes(uri))).length,
    1,
    'the operator reads of them, once',
  );
  const unlisted = ['https://host.example/callback', 'https://host.example/callback?a=c', 'http://127.0.0.1/other'];
  for (const redirect_uri of [...dropped, OTHER, ...unlisted, 'https://127.0.0.1/callback']) {
    const response = await ask(app, CLIENT, { redirect_uri });
    t.equal(response.statusCode, 400, redirect_uri);
    t.equal(response.json().error, 'invalid_request');
    const page = await ask(app, CLIENT, { redirect_uri, accept: HTML, prompt: 'none' });
    t.equal(page.statusCode, 400);
    t.equal(page.headers.location, undefined, 'nobody is sent there');
    // The details name it as text, for whoever builds the client.
    t.notMatch(page.body, /http-equiv/i);
    t.notOk(page.body.includes(`"${redirect_uri}`), 'nor led there, by any attribute');
  }
});

t.test('a token request with a client assertion is invalid_client and fetches nothing [E-13]', async (t) => {
  const { app, host } = await hostileInternet(t, { seed: true });
  const [tool, unknown] = [CLIENT, `${CLIENT}-unknown`].map((id) => ({ id, redirectUri: CALLBACK, secret: undefined }));
  if (tool === undefined || unknown === undefined) throw new Error('no clients');
  for (const { id } of [tool, unknown]) host.serve(id, documentFor(id));
  const code = await authorize(app, tool, { scope: 'openid courses:read' }, { email: 'ruth@riverside.example' });
  t.same(host.requests, [CLIENT]);
  for (const client of [tool, unknown]) {
    const response = await postForm(app, '/api/oauth/token', {
      ...codeFields(client, code),
      client_assertion: 'e30.e30.x',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    t.equal(response.statusCode, 401, client.id);
    const error_description = 'client assertions are not supported; use none or client_secret_post';
    t.match(response.json(), { error: 'invalid_client', error_description }, client.id);
  }
  t.same(host.requests, [CLIENT]);
  t.equal((await exchange(app, tool, code)).statusCode, 200, 'without one the client is who it says');
});
