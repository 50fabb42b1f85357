// sqlite
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import t from 'tap';
import { derToRaw } from '../../plugins/oauth/signer.ts';
import {
  hashCredential,
  makeSplitCredential,
  parseSplitCredential,
  randomSecret,
  type SplitCredentialKind,
} from '../../schema/credential.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { verifierMatches } from '../../schema/oauth/pkce.ts';
import { classifyRedirectUri, matchRedirectUri } from '../../schema/oauth/redirect-uri.ts';
import { isResourceOf } from '../../schema/oauth/resource-indicator.ts';
import {
  grantScopes,
  OPERATOR_SCOPES,
  requestScopes,
  roleMayGrant,
  SCOPES,
  type Scope,
} from '../../schema/oauth/scope.ts';
import { ASSIGNABLE_ROLES, ROLES, type Role, type RoleAtSchool } from '../../schema/people/role.ts';
import { emailKey, isEmail } from '../../schema/text/email.ts';
import { randomFrom, seedOf } from '../support/seed.ts';

const roleAt = (role: Role): RoleAtSchool => ({ role, staffScope: null });

const pick = <Item>(list: readonly Item[], next: () => number): Item => list[Math.floor(next() * list.length)] as Item;

t.test(
  'of 10,000 mutated redirect URIs only exact matches pass, or loopback with another port [RFC 9700 §4.1.3, W06]',
  async (t) => {
    const next = randomFrom(seedOf(t));
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
    const wrong: string[] = [];
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
      if (allowed !== expected) wrong.push(`${JSON.stringify(uri)} allowed ${allowed}, expected ${expected}`);
      if (allowed) passed += 1;
    }
    t.strictSame(wrong, []);
    t.ok(passed > 1000, `${passed} of 10,000 passed`);
  },
);

t.test('a loopback redirect URI may differ from the registered one in its port only [RFC 8252 §7.3]', async (t) => {
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

t.test('dangerous and malformed redirect URIs cannot be registered [RFC 8252 §7.1, RFC 8252 §8.4]', async (t) => {
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

t.test('a code verifier of 43 to 128 characters matches by S256 only [RFC 7636 §4.1, RFC 7636 §4.2]', async (t) => {
  // The example of the standard (RFC 7636, appendix B).
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

t.test('only spellings of our own protected resources are valid resource indicators [RFC 8707 §2]', async (t) => {
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

t.test('scopes stay within request, client and role, in requested order [RFC 6749 §3.3, E-11, spec 2.8]', async (t) => {
  t.same(requestScopes('email openid email', SCOPES), { scopes: ['email', 'openid'] });
  t.same(requestScopes('openid nonsense', SCOPES), { unknown: ['nonsense'] });
  t.same(requestScopes('openid account:read', ['openid']), { outside: ['account:read'] });
  t.same(requestScopes('openid offline_access', ['openid']), { scopes: ['openid'] }, 'offline_access is ignored');
  t.same(requestScopes('openid\taccount:read', SCOPES).unknown?.length, 1, 'only a space separates');
  t.same(
    [...grantScopes(['openid', 'courses:write', 'account:read'], SCOPES, roleAt('member'))],
    ['openid', 'account:read'],
  );
  t.same(grantScopes(OPERATOR_SCOPES, SCOPES, roleAt('owner')).length, OPERATOR_SCOPES.length);
  t.equal(SCOPES.length, 38, 'the specification names 38 scopes');
  t.strictSame(ASSIGNABLE_ROLES, ['admin', 'staff', 'instructor', 'member'], 'an owner is made with the school');

  t.test('of 5,000 random requests none is granted more than client and role allow [RFC 6749 §3.3]', async (t) => {
    const next = randomFrom(seedOf(t));
    const some = (): Scope[] => SCOPES.filter(() => next() < 0.4);
    const wrong: string[] = [];
    for (let i = 0; i < 5000; i += 1) {
      const [asked, ceiling, role] = [some().sort(() => next() - 0.5), some(), pick(ROLES, next)];
      const { scopes, outside } = requestScopes(asked.join(' '), ceiling);
      const beyond = asked.filter((scope) => !ceiling.includes(scope));
      const expected = asked.filter((scope) => ceiling.includes(scope) && roleMayGrant(roleAt(role), scope));
      const isWrong =
        (beyond.length > 0 ? outside?.join() !== beyond.join() : scopes?.join() !== asked.join()) ||
        grantScopes(asked, ceiling, roleAt(role)).join() !== expected.join() ||
        (role === 'member' && expected.some((scope) => (OPERATOR_SCOPES as readonly string[]).includes(scope)));
      if (isWrong) wrong.push(`${role} of ${ceiling} asks ${asked}`);
    }
    t.strictSame(wrong, []);
  });
});

t.test('a credential is random, and valid only whole and as its kind [RFC 6749 §10.10, CVE-2026-27840]', async (t) => {
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

  t.test('of 10,000 mutated credentials only the original under its own prefix is accepted [E-16]', async (t) => {
    const next = randomFrom(seedOf(t));
    const prefixes = { access_token: 'at', refresh_token: 'rt', authorization_code: 'ac' };
    const alphabet = 'abcXYZ019-_.=+/ \u00fc';
    const wrong: string[] = [];
    for (let i = 0; i < 10_000; i += 1) {
      const at = Math.floor(next() * (value.length + 1));
      const bent =
        value.slice(0, at) + (next() < 0.6 ? pick([...alphabet], next) : '') + value.slice(at + (next() < 0.6 ? 1 : 0));
      for (const [kind, prefix] of Object.entries(prefixes)) {
        const read = parseSplitCredential(kind as SplitCredentialKind, bent);
        const isTrueOne = read?.id === id && read.hash.equals(hash);
        if (isTrueOne !== (bent === prefix + value.slice(2))) wrong.push(`${kind} of ${bent}`);
      }
    }
    t.strictSame(wrong, []);
  });
});

t.test('a raw ES256 signature holds the same two integers as the DER one [RFC 7518 §3.4]', async (t) => {
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

t.test('error_description has only allowed characters and stays short for any input [RFC 6749 §5.2]', async (t) => {
  const { description } = new OAuthError('malformed_request.fault', {
    fault: 'a "quoted" \\ line\r\nümläut \u0000 😀',
  });
  t.match(description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
  const next = randomFrom(seedOf(t));
  const wrong: string[] = [];
  for (let i = 0; i < 5000; i += 1) {
    const range = pick([0x80, 0x800, 0x1_0000, 0x11_0000], next);
    const text = String.fromCodePoint(
      ...Array.from({ length: 1 + Math.floor(next() * 30) }, () => Math.floor(next() * range)),
    );
    const error = new OAuthError('malformed_request.fault', { fault: text });
    const isSafe = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(error.description);
    if (!isSafe || error.message !== error.description) wrong.push(JSON.stringify(text));
  }
  t.strictSame(wrong, [], '5,000 random texts');
  const long = new OAuthError('malformed_request.fault', { fault: 'x'.repeat(100_000) });
  t.ok(long.description.length <= 500, 'and it stays short');
});

t.test('an e-mail address is normalised for look-up, and a malformed one is refused [W61]', async (t) => {
  t.equal(emailKey(' Ana＠Riverside.Example '), 'ana@riverside.example');
  for (const good of ['a@b.example', 'first.last+tag@sub.example']) t.ok(isEmail(good), good);
  for (const bad of ['a', 'a@b', '@b.example', 'a b@c.example', 'a@b..', '"a"@b.example', 'a@b.example\n'])
    t.notOk(isEmail(bad), bad);
});
