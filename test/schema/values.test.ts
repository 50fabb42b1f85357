import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import t from 'tap';
import { derToRaw } from '../../plugins/signer.ts';
import {
  hashCredential,
  makeSplitCredential,
  parseSplitCredential,
  randomSecret,
  type SplitCredentialKind,
} from '../../schema/credential.ts';
import { emailKey, isEmail } from '../../schema/email.ts';
import { OAuthError } from '../../schema/oauth-error.ts';
import { verifierMatches } from '../../schema/pkce.ts';
import { classifyRedirectUri, matchRedirectUri } from '../../schema/redirect-uri.ts';
import { isResourceOf } from '../../schema/resource-indicator.ts';
import {
  grantScopes,
  OPERATOR_SCOPES,
  ROLES,
  requestScopes,
  roleMayGrant,
  SCOPES,
  type Scope,
} from '../../schema/scope.ts';

/** A small seeded generator, so that a failure can be repeated (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <Item>(list: readonly Item[], next: () => number): Item => list[Math.floor(next() * list.length)] as Item;

t.test(
  'W06, RFC 9700 §4.1.3: of 10,000 mutated redirect URIs only equal ones pass, or loopback with another port',
  async (t) => {
    const next = random(20_261_121);
    const registered = [
      'http://127.0.0.1:1234/cb',
      'http://localhost/callback',
      'http://[::1]:8080/cb?x=1',
      'https://app.example/cb',
      'https://app.example:8443/cb?keep=1',
      'com.example.app:/cb',
    ];
    const pieces = [
      '@',
      '#',
      '/',
      '//',
      '..',
      '%2e',
      ':',
      ':80',
      '.evil.test',
      '?',
      '&a=b',
      '\\',
      ' ',
      '\t',
      '\0',
      'Ａ',
      ';/',
      'localhost',
      '127.0.0.1',
      'HTTP',
      '[',
      '0',
    ];
    const loopbackParts = (uri: string) =>
      /^(http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]))(?::([0-9]{1,5}))?((?:\/|\?)[!-~]*)?$/.exec(uri);
    const differsInPortOnly = (known: string, asked: string): boolean => {
      const one = loopbackParts(known);
      const other = loopbackParts(asked);
      if (one === null || other === null || /[#"<>\\^`{|}]/.test(asked)) return false;
      return one[1] === other[1] && (one[3] ?? '') === (other[3] ?? '') && Number(other[2] ?? 0) <= 65_535;
    };
    let passed = 0;
    let wrong = 0;
    for (let i = 0; i < 10_000; i += 1) {
      let uri = pick(registered, next);
      const edits = Math.floor(next() * 3);
      for (let edit = 0; edit < edits; edit += 1) {
        const at = Math.floor(next() * (uri.length + 1));
        const cut = Math.floor(next() * 3);
        uri = uri.slice(0, at) + (next() < 0.7 ? pick(pieces, next) : '') + uri.slice(at + cut);
      }
      if (next() < 0.2) uri = uri.replace(/:[0-9]+\//, `:${Math.floor(next() * 70_000)}/`);
      const expected = registered.some((known) => known === uri || differsInPortOnly(known, uri));
      const allowed = matchRedirectUri({ registered, anyLoopback: false }, uri) !== undefined;
      if (allowed !== expected) {
        wrong += 1;
        t.comment(`${JSON.stringify(uri)} allowed ${allowed}, expected ${expected}`);
      }
      if (allowed) passed += 1;
    }
    t.equal(wrong, 0);
    t.ok(passed > 1000, `${passed} of 10,000 passed`);
  },
);

t.test('RFC 8252 §7.3: the loopback vectors', async (t) => {
  const rule = { registered: ['http://127.0.0.1:1234/cb'], anyLoopback: false };
  for (const uri of ['http://127.0.0.1:59999/cb', 'http://127.0.0.1/cb']) t.ok(matchRedirectUri(rule, uri), uri);
  for (const uri of [
    'http://127.0.0.1:1234/other',
    'https://127.0.0.1/cb',
    'http://localhost:1234/cb',
    'http://127.0.0.1.evil.test/cb',
    'http://127.0.0.1@evil.test/cb',
    'http://127.1/cb',
    'http://0.0.0.0/cb',
    'http://2130706433/cb',
    'http://127.0.0.1:99999/cb',
    'http://127.0.0.1./cb',
  ]) {
    t.notOk(matchRedirectUri(rule, uri), uri);
  }
});

t.test('RFC 8252 §7.1, §8.4: what may be registered at all', async (t) => {
  const kinds = {
    'http://127.0.0.1/cb': 'loopback',
    'https://app.example/cb': 'https',
    'http://app.example/cb': 'http',
    'com.example.app:/cb': 'app',
  };
  for (const [uri, kind] of Object.entries(kinds)) t.equal(classifyRedirectUri(uri).kind, kind, uri);
  for (const uri of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://a/b',
    'about:blank',
    'https://a.example/cb#f',
    'https://user@a.example/cb',
    'https://user:pw@a.example/cb',
    '/relative',
    'https://a.example/\r\nx',
    'https://a.example/ü',
    `https://a.example/${'x'.repeat(2048)}`,
  ]) {
    t.ok(classifyRedirectUri(uri).problem, uri.slice(0, 60));
  }
});

t.test('RFC 7636 §4.1, §4.2, Appendix B: the verifier, its form and its challenge', async (t) => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  t.ok(verifierMatches(verifier, challenge));
  t.notOk(verifierMatches(`${verifier}x`, challenge));
  t.notOk(verifierMatches(challenge, challenge), 'plain is not a match');
  t.notOk(verifierMatches('short', challenge));
  t.notOk(verifierMatches('', challenge));
  const s256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
  const lengths = Array.from({ length: 200 }, (_, length) => length);
  const accepted = lengths.filter((length) => verifierMatches('a'.repeat(length), s256('a'.repeat(length))));
  t.same([accepted[0], accepted.at(-1), accepted.length], [43, 128, 86], '43 to 128 characters');
  const codes = Array.from({ length: 300 }, (_, code) => String.fromCharCode(code));
  const allowed = codes.filter((one) => verifierMatches('a'.repeat(42) + one, s256('a'.repeat(42) + one))).join('');
  t.equal(allowed, '-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~', 'the unreserved ones');
});

t.test('RFC 8707 §2: every spelling of a surface is this server, and nothing else is', async (t) => {
  const base = 'https://id.example.com';
  for (const value of ['', '/', '/mcp', '/mcp/', '/mcp?tools=a', '/account/graphql', '/account/graphql/', ':443/mcp']) {
    t.ok(isResourceOf(base, base + value), value);
  }
  t.ok(isResourceOf(base, 'HTTPS://ID.EXAMPLE.COM/mcp'));
  for (const value of [
    'https://other.example',
    `${base}#x`,
    `${base}/other`,
    `${base}/?x=1`,
    `${base}:444`,
    'http://id.example.com',
    'https://id.example.com@evil.test',
    'https://evil.test/https://id.example.com',
    `${base}/mcp/../x`,
    'mcp',
    '',
  ]) {
    t.notOk(isResourceOf(base, value), value);
  }
});

t.test('RFC 6749 §3.3: scopes are held against the ceiling and the role, in the order asked', async (t) => {
  t.same(requestScopes('email openid email', SCOPES), { scopes: ['email', 'openid'] });
  t.same(requestScopes('openid nonsense', SCOPES), { unknown: ['nonsense'] });
  t.same(requestScopes('openid account:read', ['openid']), { outside: ['account:read'] });
  t.same(requestScopes('openid offline_access', ['openid']), { scopes: ['openid'] }, 'E-11');
  t.same(requestScopes('openid\taccount:read', SCOPES).unknown?.length, 1, 'only a space separates');
  t.same([...grantScopes(['openid', 'courses:write', 'account:read'], SCOPES, 'member')], ['openid', 'account:read']);
  t.same(grantScopes(OPERATOR_SCOPES, SCOPES, 'owner').length, OPERATOR_SCOPES.length);
  t.equal(SCOPES.length, 38, 'spec 2.8 names 38 scopes');

  t.test('RFC 6749 §3.3: 5,000 random requests: never more than asked, than the ceiling, than the role', async (t) => {
    const next = random(38);
    const some = (): Scope[] => SCOPES.filter(() => next() < 0.4);
    let wrong = 0;
    for (let i = 0; i < 5000; i += 1) {
      const [asked, ceiling, role] = [some().sort(() => next() - 0.5), some(), pick(ROLES, next)];
      const { scopes, outside } = requestScopes(asked.join(' '), ceiling);
      const beyond = asked.filter((scope) => !ceiling.includes(scope));
      if (beyond.length > 0 ? outside?.join() !== beyond.join() : scopes?.join() !== asked.join()) wrong += 1;
      const expected = asked.filter((scope) => ceiling.includes(scope) && roleMayGrant(role, scope));
      if (grantScopes(asked, ceiling, role).join() !== expected.join()) wrong += 1;
      if (role === 'member' && expected.some((scope) => (OPERATOR_SCOPES as readonly string[]).includes(scope)))
        wrong += 1;
    }
    t.equal(wrong, 0);
  });
});

t.test('RFC 6749 §10.10, CVE-2026-27840: credentials are long, told apart and whole', async (t) => {
  const secrets = new Set(Array.from({ length: 5000 }, randomSecret));
  t.equal(secrets.size, 5000, 'no two are equal');
  t.ok([...secrets].every((secret) => Buffer.from(secret, 'base64url').length === 32));
  const { value, id, hash } = makeSplitCredential('access_token', 42);
  t.same(parseSplitCredential('access_token', value), { id, hash });
  t.equal(parseSplitCredential('refresh_token', value), undefined, 'one kind is never another');
  for (const bent of [
    value.slice(0, -1),
    `${value}x`,
    value.replace('42', '042'),
    value.replace('42', '-42'),
    ` ${value}`,
    value.replace('at_', 'AT_'),
  ]) {
    t.equal(parseSplitCredential('access_token', bent), undefined, bent);
  }
  t.notSame(hashCredential('a'), hashCredential('b'));

  t.test('E-16: of 10,000 mutated credentials none is read as the true one, but for its kind', async (t) => {
    const next = random(7);
    const prefixes = { access_token: 'at', refresh_token: 'rt', authorization_code: 'ac' };
    const alphabet = 'abcXYZ019-_.=+/ \u00fc';
    let wrong = 0;
    for (let i = 0; i < 10_000; i += 1) {
      const at = Math.floor(next() * (value.length + 1));
      const bent =
        value.slice(0, at) + (next() < 0.6 ? pick([...alphabet], next) : '') + value.slice(at + (next() < 0.6 ? 1 : 0));
      for (const [kind, prefix] of Object.entries(prefixes)) {
        const read = parseSplitCredential(kind as SplitCredentialKind, bent);
        const isTrueOne = read?.id === id && read.hash.equals(hash);
        if (isTrueOne !== (bent === prefix + value.slice(2))) wrong += 1;
      }
    }
    t.equal(wrong, 0);
  });
});

t.test('RFC 7518 §3.4: the raw signature is the DER one, 2,000 times', async (t) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let wrong = 0;
  for (let i = 0; i < 2000; i += 1) {
    const der = createSign('sha256').update(String(i)).sign(privateKey);
    const raw = derToRaw(der);
    // Read back by the textbook: two integers, each without leading zeros unless its sign bit is set.
    const rLength = der[3] ?? 0;
    const integer = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
    const r = integer(der.subarray(4, 4 + rLength));
    const s = integer(der.subarray(6 + rLength));
    if (integer(raw.subarray(0, 32)) !== r || integer(raw.subarray(32)) !== s) wrong += 1;
  }
  t.equal(wrong, 0);
});

t.test('RFC 6749 §5.2: error_description keeps to its characters whatever went into it', async (t) => {
  const { description } = new OAuthError('invalid_request', 'a "quoted" \\ line\r\nümläut \u0000 😀', {
    reason: 'malformed_request',
  });
  t.match(description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
  const next = random(52);
  let wrong = 0;
  for (let i = 0; i < 5000; i += 1) {
    const range = pick([0x80, 0x800, 0x1_0000, 0x11_0000], next);
    const text = String.fromCodePoint(
      ...Array.from({ length: 1 + Math.floor(next() * 30) }, () => Math.floor(next() * range)),
    );
    const error = new OAuthError('invalid_request', text, { reason: 'malformed_request' });
    if (!/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(error.description) || error.message !== error.description) wrong += 1;
  }
  t.equal(wrong, 0, '5,000 random texts');
  const long = new OAuthError('invalid_request', 'x'.repeat(100_000), { reason: 'malformed_request' });
  t.ok(long.description.length <= 500, 'and it stays short');
});

t.test('W61: an e-mail is judged after it was normalised', async (t) => {
  t.equal(emailKey(' Ana＠Riverside.Example '), 'ana@riverside.example');
  for (const good of ['a@b.example', 'first.last+tag@sub.example']) t.ok(isEmail(good), good);
  for (const bad of ['a', 'a@b', '@b.example', 'a b@c.example', 'a@b..', '"a"@b.example', 'a@b.example\n'])
    t.notOk(isEmail(bad), bad);
});
