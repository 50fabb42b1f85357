/** What must stand nowhere in the source of the server. Each rule was seen to fail on a line that breaks it. */
import t from 'tap';
import { filesWith, productLines } from '../support/sources.ts';

const lines = productLines();
const having = (pattern: RegExp) => lines.filter(({ text }) => pattern.test(text));

t.ok(lines.length > 10_000, `${lines.length} lines are looked at`);

t.test('raw SQL contains only constants of the source, never a value of a request [W18]', async (t) => {
  const fixed = /^(?:String\(\w+\)|engine === 'sqlite' \? '\w+' : '\w+'|thing)$/;
  const raw = having(/sql\.raw\(/);
  t.ok(raw.length > 0, 'it is used at all');
  for (const { file, text } of raw) {
    const uses = [...text.matchAll(/sql\.raw\(((?:[^()]|\([^()]*\))*)\)/g)];
    t.equal(uses.length, text.split('sql.raw(').length - 1, `${file}: each is read`);
    for (const [, argument = ''] of uses) t.match(argument, fixed, file);
  }
  t.strictSame(filesWith(having(/sql\.raw\(thing\)/), /./), ['db/audit/target-names.ts'], 'a word of a closed list');
  t.strictSame(having(/sql\.identifier\(|\.as\((?!const\b)|\bexec\(`/), [], 'no name is made from a value');
});

t.test(
  'redirect URIs are compared as strings, and only one URL parser is used anywhere [W20, ASVS 10.4.1]',
  async (t) => {
    t.strictSame(having(/from '(?:node:)?(?:url|querystring|punycode|whatwg-url)'|\burl\.parse\(/), []);
    const judging = lines.filter(({ file }) => file === 'schema/oauth/redirect-uri.ts');
    t.ok(judging.length > 20);
    t.strictSame(filesWith(judging, /\bURL[.(]|decodeURI|normalize\(/), [], 'nothing repairs what was sent');
  },
);

t.test('secrets, hashes and seals are compared in constant time [W41]', async (t) => {
  t.ok(having(/\btimingSafeEqual\(/).length > 5, 'where they are compared at all');
  t.strictSame(having(/\.equals\(|\.compare\(/), [], 'nothing stops at the first byte that differs');
  const compared = /(?:[hH]ash|[sS]ecret|[sS]ignature|mac|tag|csrf)\s*[!=]==?\s*(?!undefined|null|''|typeof)[\w.]+/;
  // What somebody sent before, compared with what the same person sends again, is no secret.
  t.strictSame(
    having(compared).filter(({ text }) => !text.includes('requestHash')),
    [],
  );
});

t.test('Math.random is used for delays only, not for secrets; no secret is a UUID [W42]', async (t) => {
  const casual = having(/Math\.random|randomUUID|pseudoRandomBytes|Date\.now\(\)\.toString/);
  t.ok(casual.length > 0);
  for (const { file, text } of casual) t.match(text, /^await (?:sleep|wait)\([^;]*Math\.random\(\)/, file);
});

t.test('every transaction on SQLite is started with BEGIN IMMEDIATE [W68]', async (t) => {
  const begins = having(/\bBEGIN\b|\.transaction\(/);
  t.strictSame(
    begins.map(({ file, text }) => `${file}: ${text}`),
    [
      "db/engine/postgres.ts: await client.query('BEGIN');",
      "db/engine/writer.ts: this.#begin = connection.prepare('BEGIN IMMEDIATE');",
    ],
  );
});

t.test('only the form that verifies a sign-in creates a session, on the two pages that show it [W31]', async (t) => {
  t.strictSame(filesWith(lines, /loginSession\.open\(/), ['routes/pages/sign-in/form.ts']);
  t.strictSame(filesWith(lines, /\bsignInBy\(app\b/), [
    'routes/oauth/authorize/interaction.ts',
    'routes/pages/sign-in/routes.ts',
  ]);
  t.strictSame(filesWith(lines, /\bsessions\.open\(/), ['plugins/people/login-session.ts']);
  t.strictSame(filesWith(lines, /\.setCookie\(|set-cookie/i), ['plugins/people/cookies.ts']);
});

t.test('one module alone opens HTTP connections to others, the one that reads client documents [W50]', async (t) => {
  const imports =
    /import (?!type\b)([^;]*?) from '((?:node:)?(?:undici|https?|http2|net|tls|dgram))'|import\('(?:node:)?(?:undici|https?|http2|net|tls|dgram)/g;
  const taken = [...Map.groupBy(lines, ({ file }) => file)].flatMap(([file, of]) =>
    [
      ...of
        .map(({ text }) => text)
        .join(' ')
        .matchAll(imports),
    ].map(([, names, from]) => `${file}: ${names} of ${from}`),
  );
  t.strictSame(taken, [
    'plugins/config.ts: { isIP } of node:net',
    'plugins/environment.ts: { isIP } of node:net',
    'plugins/oauth/guarded-fetch.ts: { connect, isIP, type Socket } of node:net',
    'plugins/oauth/guarded-fetch.ts: { connect as connectTls, type TLSSocket } of node:tls',
    'plugins/oauth/guarded-fetch.ts: { type buildConnector, Client, type Dispatcher } of undici',
    'plugins/people/passkeys.ts: { isIP } of node:net',
    'plugins/rate-limit.ts: { isIP, isIPv6, SocketAddress } of node:net',
    'routes/unknown.ts: { STATUS_CODES } of node:http',
  ]);
  t.strictSame(having(/(?<![.\w])fetch\(/), [], 'nor by the global fetch');
});

t.test('a JWT is verified with our own keys only, and none is ever decrypted [W70]', async (t) => {
  const jose =
    /\b(?:jwtVerify|jwtDecrypt|compactDecrypt|generalDecrypt|flattenedDecrypt|createRemoteJWKSet|EmbeddedJWK|importJWK|decodeJwt)\b/;
  t.strictSame(filesWith(lines, jose), ['plugins/oauth/signer.ts']);
  const used = having(jose).flatMap(({ text }) => text.match(new RegExp(jose, 'g')) ?? []);
  t.strictSame([...new Set(used)], ['jwtVerify']);
});

t.test('markup is created only by the escaping template, and by two texts without values [W17]', async (t) => {
  t.strictSame(filesWith(lines, /\bnew Html\(/), ['routes/pages/kit/html.ts']);
  const ownMarkup = lines.filter(({ text }) => /(?<!\bhtml)['"`]<[a-z!/][^'"]/.test(text) && !text.includes("'<'"));
  t.strictSame(filesWith(ownMarkup, /./), ['routes/apis/account-graphql/explorer.ts', 'routes/pages/kit/icon.ts']);
});

t.test('no route selects its validation by the content type of the request [W22]', async (t) => {
  const routes = lines.filter(({ file }) => file.startsWith('routes/'));
  t.strictSame(
    routes.filter(({ text }) => /\bschema:\s*\{|\bvalidatorCompiler|setValidatorCompiler/.test(text)),
    [],
    'none hands a schema to Fastify, which would choose among several by content type',
  );
});
