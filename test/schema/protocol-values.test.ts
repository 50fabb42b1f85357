// sqlite
import t from 'tap';
import {
  type CredentialHash,
  hashCredential,
  makeClientSecret,
  makeIdentifier,
  makeMailLinkToken,
  makeSplitCredential,
  parseSplitCredential,
  pooledRandomBytes,
  sameHash,
} from '../../schema/credential.ts';
import { readParameters } from '../../schema/data/parameters.ts';
import { isCodeChallenge, verifierMatches } from '../../schema/oauth/pkce.ts';
import {
  classifyRedirectUri,
  isLoopback,
  MAX_REDIRECT_URI_LENGTH,
  matchRedirectUri,
  redirectTarget,
  type VerifiedRedirect,
  withParameters,
} from '../../schema/oauth/redirect-uri.ts';
import { isResourceOf } from '../../schema/oauth/resource-indicator.ts';
import {
  grantScopes,
  IDENTITY_SCOPES,
  isIdentityScope,
  isMemberScope,
  isSubset,
  joinScopes,
  MEMBER_SCOPES,
  narrowGranted,
  OPERATOR_SCOPES,
  parseScopes,
  requestScopes,
  roleMayGrant,
  roleScopes,
  SCOPES,
  type Scope,
  SHARED_CLIENT_SCOPES,
  splitScope,
  UNREVIEWED_CLIENT_SCOPES,
} from '../../schema/oauth/scope.ts';
import { ROLES, type Role, type RoleAtSchool } from '../../schema/people/role.ts';

/** An address that the rule lets through as it is. */
function verified(uri: string): VerifiedRedirect {
  const redirect = matchRedirectUri({ registered: [uri], anyLoopback: false }, uri);
  if (redirect === undefined) throw new Error(`${uri} is not registered`);
  return redirect;
}

const roleAt = (role: Role): RoleAtSchool => ({ role, staffScope: null });

const LONG_PATH = (base: string, length: number): string => base + 'x'.repeat(length - base.length);

t.test('each fault of a redirect URI has a name [RFC 6749 §3.1.2]', async (t) => {
  const faults = {
    [LONG_PATH('https://a.example/', MAX_REDIRECT_URI_LENGTH + 1)]: 'too_long',
    [LONG_PATH('http://127.0.0.1/', MAX_REDIRECT_URI_LENGTH + 1)]: 'too_long',
    'https://a.example/#top': 'fragment',
    'https://a.example/#': 'fragment',
    'https://a.example/ü': 'characters',
    'https://a.example/ ': 'characters',
    'https://a.example/*': 'characters',
    'http://127.0.0.1/cb/*/x': 'characters',
    'com.example.app:/*': 'characters',
    '': 'characters',
    '/callback': 'relative',
    '/to:app': 'relative',
    '1app:/cb': 'relative',
    'a_b:/cb': 'relative',
    'JavaScript:alert(1)': 'forbidden_scheme',
    'https:a.example/cb': 'authority',
    'HTTPS://a.example/cb': 'authority',
    'https:x?to=https://a.example/': 'authority',
    'https://user@a.example/cb': 'authority',
    'https://a_b.example/cb': 'authority',
    'https://a.example:x/cb': 'authority',
    'https://a.example:123456/cb': 'authority',
    'https://[x]/cb': 'authority',
    'https://a.example:65536/cb': 'authority',
    'https://0x7f.1/cb': 'authority',
    'https://2130706433/cb': 'authority',
    'http://localhost:65536/cb': 'authority',
    'https:///cb': 'authority',
    'http://127.0.0.1@a.example/cb': 'authority',
    'http://localhost:1@a.example/cb': 'authority',
    'http://127.0.0.1:65536@a.example/cb': 'authority',
  };
  for (const [uri, fault] of Object.entries(faults)) {
    const form = classifyRedirectUri(uri);
    t.equal(form.fault, fault, uri.slice(0, 60));
    t.equal(form.kind, undefined, 'and it is of no kind');
    t.match(form.problem, /\w{3}/, 'and it says so in words');
  }
  t.match(classifyRedirectUri('VBScript:x').problem, 'vbscript', 'the scheme is named');
});

t.test('redirect URIs of every kind may be registered, with any port and up to 2048 characters', async (t) => {
  const kinds = {
    'http://127.0.0.1': 'loopback',
    'http://localhost:8080': 'loopback',
    'http://[::1]:8080?x=1': 'loopback',
    'http://localhost:65535/cb': 'loopback',
    [LONG_PATH('http://127.0.0.1/', MAX_REDIRECT_URI_LENGTH)]: 'loopback',
    'https://a.example': 'https',
    'https://a.example:8443': 'https',
    'https://a.example?x=1': 'https',
    'https://[2001:db8::1]:8443/cb': 'https',
    [LONG_PATH('https://a.example/', MAX_REDIRECT_URI_LENGTH)]: 'https',
    'http://a.example/cb': 'http',
    'http://localhost.a.example/cb': 'http',
    'a:x': 'app',
    'com.example.app:/cb': 'app',
    'web+app-1:cb': 'app',
  };
  for (const [uri, kind] of Object.entries(kinds)) {
    const form = classifyRedirectUri(uri);
    t.equal(form.kind, kind, uri.slice(0, 60));
    t.equal(isLoopback(uri), kind === 'loopback', 'loopback or not');
  }
});

t.test('every loopback URI is allowed if the rule says so, and no other URI [RFC 8252 §7.3]', async (t) => {
  const rule = { registered: ['https://a.example/cb'], anyLoopback: true };
  for (const uri of ['http://127.0.0.1', 'http://localhost:1/any', 'http://[::1]:65535/?x=1', 'https://a.example/cb']) {
    t.equal(matchRedirectUri(rule, uri), uri, uri);
  }
  for (const uri of [
    'http://127.0.0.1@a.example/',
    'http://localhost.a.example/',
    'http://localhost:65536/',
    'http://localhost:/',
    'http://localhost/#x',
    'http://localhost/a b',
    'ahttp://localhost/',
    'https://a.example/cb/',
    LONG_PATH('http://127.0.0.1/', MAX_REDIRECT_URI_LENGTH + 1),
  ]) {
    t.equal(matchRedirectUri(rule, uri), undefined, uri.slice(0, 60));
  }
  t.equal(matchRedirectUri({ registered: [], anyLoopback: false }, 'http://127.0.0.1/'), undefined);
  const plain = { registered: ['http://127.0.0.1'], anyLoopback: false };
  t.equal(matchRedirectUri(plain, 'http://127.0.0.1@a.example'), undefined, 'not even beside a bare loopback address');
});

t.test('a person sees the host of a web URI, and the scheme of every other URI', async (t) => {
  const targets = {
    'http://localhost:5/cb': { kind: 'loopback', host: 'localhost' },
    'http://[::1]/cb': { kind: 'loopback', host: '[::1]' },
    'https://a.example:8443/cb': { kind: 'https', host: 'a.example' },
    'https://[2001:db8::1]/cb': { kind: 'https', host: '[2001:db8::1]' },
    'http://a.example/cb': { kind: 'app', host: 'http' },
    'com.example.app:/cb?to=https://a.example/': { kind: 'app', host: 'com.example.app' },
    'https:cb': { kind: 'app', host: 'https' },
    callback: { kind: 'app', host: 'callback' },
  };
  for (const [uri, target] of Object.entries(targets)) t.same(redirectTarget(verified(uri)), target, uri);
});

t.test(
  'response parameters are added to an existing query, and undefined ones are omitted [RFC 6749 §3.1.2]',
  async (t) => {
    const answer = { code: 'a b&c', state: undefined, iss: 'https://id.example' };
    const added = 'code=a%20b%26c&iss=https%3A%2F%2Fid.example';
    const glued = {
      'https://a.example/cb': `https://a.example/cb?${added}`,
      'https://a.example/cb?': `https://a.example/cb?${added}`,
      'https://a.example/cb?x=1': `https://a.example/cb?x=1&${added}`,
      'https://a.example/cb?x=1&': `https://a.example/cb?x=1&${added}`,
      'https://a.example/cb?&x=1': `https://a.example/cb?&x=1&${added}`,
    };
    for (const [uri, expected] of Object.entries(glued)) t.equal(withParameters(verified(uri), answer), expected);
    for (const uri of ['https://a.example/cb', 'https://a.example/cb?x=1']) {
      t.equal(withParameters(verified(uri), { state: undefined }), uri, 'nothing to add changes nothing');
    }
  },
);

t.test('a code challenge is 43 characters of base64url, and no others [RFC 7636 §4.2]', async (t) => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  t.equal(isCodeChallenge(challenge), true);
  t.equal(isCodeChallenge(`${challenge.slice(1)}_`), true);
  for (const bent of [
    `${challenge}M`,
    challenge.slice(1),
    `=${challenge}`,
    `${challenge}=`,
    challenge.replace('-', '+'),
    'c',
    '',
  ]) {
    t.equal(isCodeChallenge(bent), false, bent);
  }
});

t.test('a code verifier never matches a challenge of another length [RFC 7636 §4.6]', async (t) => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  for (const other of [challenge.slice(0, -1), `${challenge}M`, '']) {
    t.equal(verifierMatches('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', other), false, other);
  }
});

t.test(
  'a resource indicator may include the default port of its URL scheme, and it may include no other port [RFC 8707 §2]',
  async (t) => {
    for (const [base, spelling, isOurs] of [
      ['http://id.example', 'http://id.example:80/mcp', true],
      ['https://id.example', 'https://id.example:443', true],
      ['http://id.example', 'http://id.example:443', false],
      ['https://id.example', 'https://id.example:80', false],
      ['app://id.example', 'app://id.example', true],
      ['app://id.example', 'app://id.example:80', false],
      ['https://id.example:8443', 'https://id.example:8443:443', false],
      ['http://id.example', 'x http://id.example', false],
      ['http://id.example:8080', 'HTTP://ID.example:8080/account/graphql', true],
      ['http://id.example', 'http://id.example/account/graphql?x=1', false],
    ] as const) {
      t.equal(isResourceOf(base, spelling), isOurs, `${spelling} for ${base}`);
    }
  },
);

t.test('each role may grant exactly its scopes [spec 2.8]', async (t) => {
  const staffLacks = [
    'members:write',
    'school:write',
    'appearance:write',
    'membership_plans:write',
    'coupons:write',
    'subscriptions:write',
  ];
  const account = ['openid', 'profile', 'email', 'account:read', 'account:write'];
  const teaching = ['courses:read', 'curriculum:read', 'curriculum:write', 'students:read', 'comments:read'];
  const expected: Record<Role, readonly string[]> = {
    owner: SCOPES,
    admin: SCOPES,
    staff: SCOPES.filter((scope) => !staffLacks.includes(scope)),
    instructor: SCOPES.filter((scope) => [...account, ...teaching].includes(scope)),
    member: account,
  };
  for (const role of ROLES) {
    const granted = SCOPES.filter((scope) => roleMayGrant(roleAt(role), scope));
    t.same(granted, expected[role], role);
    t.same(roleScopes([...SCOPES].reverse(), roleAt(role)), [...granted].reverse(), `${role}, in the order granted`);
  }
});

t.test('scopes are divided into kinds, and shared and unreviewed clients have a ceiling [spec 2.2]', async (t) => {
  t.same(SCOPES.filter(isIdentityScope), ['openid', 'profile', 'email']);
  t.same(SCOPES.filter(isMemberScope), ['account:read', 'account:write']);
  t.same([...IDENTITY_SCOPES, ...OPERATOR_SCOPES, ...MEMBER_SCOPES], SCOPES);
  t.same(SHARED_CLIENT_SCOPES, SCOPES.slice(0, -2));
  const reading = OPERATOR_SCOPES.filter((scope) => /:read$/.test(scope));
  t.equal(reading.length, 18);
  t.same(UNREVIEWED_CLIENT_SCOPES, ['openid', 'profile', 'email', ...reading]);
});

t.test('repetitions, extra spaces and unknown scopes in a scope string are ignored [RFC 6749 §3.3]', async (t) => {
  t.same(splitScope(' email  openid email '), ['email', 'openid']);
  t.same(splitScope(''), []);
  t.same(parseScopes('email gone:read openid'), ['email', 'openid']);
  t.same(requestScopes('openid  email', SCOPES), { scopes: ['openid', 'email'] });
  t.same(requestScopes('offline_access', SCOPES), { scopes: [] });
  const some: readonly Scope[] = ['openid', 'email'];
  for (const [scopes, isPart] of [
    [[], true],
    [['email'], true],
    [['email', 'openid'], true],
    [['email', 'profile'], false],
    [['profile'], false],
  ] as const) {
    t.equal(isSubset(scopes, some), isPart, scopes.join(' '));
  }
});

t.test('a subset of granted scopes keeps its order, and is written with spaces [RFC 6749 §3.3]', async (t) => {
  const granted = grantScopes(['email', 'openid', 'account:read'], SCOPES, roleAt('member'));
  t.same(narrowGranted(granted, isIdentityScope), ['email', 'openid']);
  t.equal(joinScopes(granted), 'email openid account:read');
  t.equal(joinScopes([]), '');
});

t.test(
  'secrets and identifiers carry the prefix of their kind, and 256 or 128 random bits [RFC 6749 §10.10]',
  async (t) => {
    t.match(makeMailLinkToken(), /^ml_[A-Za-z0-9_-]{43}$/);
    t.match(makeClientSecret(), /^cs_[A-Za-z0-9_-]{43}$/);
    t.match(makeIdentifier('usr'), /^usr_[A-Za-z0-9_-]{22}$/);
    for (const make of [makeMailLinkToken, makeClientSecret, () => makeIdentifier('usr')]) t.not(make(), make());
  },
);

t.test('pooled random bytes have the requested length, whatever was requested before [RFC 6749 §10.10]', async (t) => {
  for (const size of [1, 4096, 4000, 96, 97, 4096, 32]) {
    const bytes = pooledRandomBytes(size);
    t.equal(bytes.length, size);
    if (size > 30) t.ok(new Set(bytes).size > 15, 'and they differ');
  }
});

t.test('credentials are equal only if their SHA-256 hashes have the same length and bytes', async (t) => {
  const hash = hashCredential('secret');
  t.equal(hash.toString('hex'), '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b');
  t.equal(sameHash(hash, hashCredential('secret')), true);
  t.equal(sameHash(hash, hashCredential('secreT')), false);
  t.equal(sameHash(hash, hash.subarray(1) as CredentialHash), false);
});

t.test('the id of a credential has up to 15 digits without a leading zero [E-16]', async (t) => {
  for (const id of [1, 10, 999_999_999_999_999]) {
    const { value } = makeSplitCredential('refresh_token', id);
    t.equal(parseSplitCredential('refresh_token', value)?.id, id);
  }
  const { value } = makeSplitCredential('refresh_token', 5);
  for (const id of ['0', '05', '1000000000000000', '-5', '']) {
    t.equal(parseSplitCredential('refresh_token', value.replace('_5.', `_${id}.`)), undefined, id);
  }
});

t.test('a parameter counts only if it was sent under its own name, once and not empty [RFC 6749 §3.1]', async (t) => {
  for (const raw of [undefined, null, 'text', 5, () => 'x']) {
    const none = readParameters(raw);
    t.equal(none.get('0'), undefined, `get of ${String(raw)}`);
    t.same(none.all('name'), []);
    t.same(none.repeated(['length', 'toString', 'name']), []);
  }
  const sent = readParameters({ one: 'a', none: '', two: ['a', '', 'b'], twice: ['', ''], other: { a: 'b' } });
  t.equal(sent.get('one'), 'a');
  for (const name of ['none', 'two', 'twice', 'other', 'gone', 'toString', '__proto__', 'constructor']) {
    t.equal(sent.get(name), undefined, name);
  }
  t.same(sent.all('one'), ['a']);
  t.same(sent.all('two'), ['a', 'b']);
  for (const name of ['none', 'twice', 'other', 'gone', 'toString']) t.same(sent.all(name), [], name);
  t.same(sent.repeated(['one', 'twice', 'gone', 'two', 'other']), ['twice', 'two']);
});
