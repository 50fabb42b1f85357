// sqlite
import t from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import {
  effectiveScopes,
  type GrantContext,
  type StoredToken,
  whyGrantEnded,
  whyTokenIsDead,
} from '../../schema/oauth/token.ts';
import { introspectionResponse, tokenResponse } from '../../schema/oauth/token-response.ts';

const NOW = 1_000_000;
const BASE = 'https://id.example';

const grant: GrantContext = {
  grantId: 3,
  clientId: 'c_1',
  personId: 'usr_1',
  siteId: 'site_1',
  audience: BASE,
  grantExpiresAt: NOW + 1,
  grantRevokedAt: null,
  email: 'a@b.example',
  role: 'member',
  authenticatedBy: 'password',
  secondFactorFor: 'off',
  identityId: null,
  subject: null,
  staffScope: null,
  isActive: true,
  clientScope: null,
};

const token: StoredToken = {
  id: 5,
  kind: 'access',
  hash: hashCredential('x'),
  scopes: ['email', 'openid', 'courses:read'],
  issuedAt: NOW - 1001,
  expiresAt: NOW + 1,
  revokedAt: null,
  rotatedAt: null,
  successorId: null,
  repeatedAt: null,
  jkt: null,
  grant,
};

t.test(
  'a grant ends by its origin, its revocation, its expiry or its parties, and the first reason is reported',
  async (t) => {
    const why = (changes: Partial<GrantContext>) => whyGrantEnded({ ...grant, ...changes }, BASE, NOW);
    t.equal(why({}), undefined);
    t.equal(why({ isActive: false }), 'grant_ended');
    t.equal(why({ isActive: false, grantExpiresAt: NOW }), 'token_expired', 'in its last moment it is over');
    t.equal(why({ grantExpiresAt: NOW - 1, grantRevokedAt: 0 }), 'token_revoked');
    t.equal(why({ grantRevokedAt: NOW + 1 }), 'token_revoked', 'whenever that was');
    t.equal(why({ audience: `${BASE}/`, grantRevokedAt: 1 }), 'token_of_another_origin');
  },
);

t.test('a token ends by revocation, rotation, expiry or with its grant', async (t) => {
  const why = (changes: Partial<StoredToken>) => whyTokenIsDead({ ...token, ...changes }, BASE, NOW);
  t.equal(why({}), undefined);
  t.equal(why({ revokedAt: 0 }), 'token_revoked');
  t.equal(why({ rotatedAt: 0 }), 'token_revoked');
  t.equal(why({ expiresAt: NOW }), 'token_expired');
  t.equal(why({ expiresAt: NOW, rotatedAt: NOW }), 'token_revoked');
  t.equal(why({ grant: { ...grant, isActive: false } }), 'grant_ended');
});

t.test('the effective scopes are those of the grant that role and application still allow [W35]', async (t) => {
  const scopes = ['account:read', 'openid', 'courses:read'] as const;
  t.same(effectiveScopes(scopes, grant), ['account:read', 'openid']);
  const ofOwner = { role: 'owner', staffScope: null } as const;
  t.same(effectiveScopes(scopes, { ...ofOwner, clientScope: null }), scopes);
  t.same(effectiveScopes(scopes, { ...ofOwner, clientScope: 'courses:read account:read' }), [
    'account:read',
    'courses:read',
  ]);
  t.same(effectiveScopes(scopes, { ...grant, clientScope: 'courses:read openid' }), ['openid']);
  t.same(effectiveScopes(scopes, { ...ofOwner, clientScope: '' }), []);
  t.same(effectiveScopes(scopes, { ...ofOwner, staffScope: '', clientScope: null }), scopes, 'staff are others');
  const ofStaff = { role: 'staff', clientScope: null } as const;
  t.same(effectiveScopes(scopes, { ...ofStaff, staffScope: null }), scopes);
  t.same(effectiveScopes(scopes, { ...ofStaff, staffScope: 'posts:read' }), ['account:read', 'openid']);
});

t.test(
  'a token response has its seconds rounded down, and an ID token only when there is one [RFC 6749 §5.1]',
  async (t) => {
    const issued = {
      access: { value: 'at_1', stored: { expiresAt: 3_600_999, jkt: null } },
      refresh: { value: 'rt_1', stored: { expiresAt: 8_000_999 } },
      grant: { ...token.grant, grantExpiresAt: 9_001_000, siteId: 'site_1' },
      scopes: ['email', 'openid'],
      now: 1000,
    } as const;
    const expected = {
      access_token: 'at_1',
      token_type: 'Bearer',
      expires_in: 3599,
      refresh_token: 'rt_1',
      refresh_token_timeout: 7999,
      authorization_expires_in: 9000,
      scope: 'email openid',
      org_id: 'site_1',
    };
    t.strictSame(tokenResponse(issued), expected);
    t.strictSame(tokenResponse({ ...issued, idToken: undefined }), expected);
    t.strictSame(tokenResponse({ ...issued, idToken: 'ey' }), { ...expected, id_token: 'ey' });
    t.notOk('id_token' in tokenResponse({ ...issued, idToken: undefined }));
  },
);

t.test(
  'introspection returns the effective scopes of a token, and the e-mail address only with its scope [RFC 7662 §2.2]',
  async (t) => {
    const expected = {
      active: true,
      scope: 'email openid',
      client_id: 'c_1',
      username: 'a@b.example',
      token_type: 'Bearer',
      exp: 1000,
      iat: 998,
      nbf: 998,
      sub: 'usr_1',
      aud: BASE,
      iss: 'https://issuer.example',
      jti: '5',
      org_id: 'site_1',
    };
    t.strictSame(introspectionResponse(token, 'https://issuer.example', 'off', 999_000), expected);
    const { username: _, ...others } = expected;
    const refresh: StoredToken = { ...token, kind: 'refresh', scopes: ['openid'] };
    t.strictSame(introspectionResponse(refresh, 'https://issuer.example', 'off', 999_000), {
      ...others,
      scope: 'openid',
      token_type: 'refresh_token',
      refresh_token_timeout: 1,
      authorization_expires_in: 1,
    });
  },
);
