import { createHash } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import t from 'tap';
import { BASE, testApp } from '../support/app.ts';
import {
  DEMO,
  introspect,
  MEMBER_SCOPE,
  obtainTokens,
  postForm,
  refresh,
  type Tokens,
  userinfo,
} from '../support/oauth-client.ts';

for (const name of ['cli', 'webApp'] as const) {
  t.test(
    `a ${name === 'cli' ? 'public' : 'confidential'} client completes the whole flow [RFC 7515 §3.1, OpenID Connect Core §3.1.3.6, OpenID Connect Core §5.3.2, spec 5.1]`,
    async (t) => {
      const { app, clock } = await testApp(t);
      const client = DEMO[name];
      const tokens = await obtainTokens(app, client);
      t.match(tokens, { token_type: 'Bearer', expires_in: 3600, scope: MEMBER_SCOPE, org_id: 'site_demo_riverside' });

      const jwks = (await app.inject('/.well-known/jwks.json')).json();
      const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? '', createLocalJWKSet(jwks), {
        issuer: BASE,
        audience: client.id,
        algorithms: ['ES256'],
        currentDate: new Date(clock.now),
      });
      t.equal(protectedHeader.kid, jwks.keys[0].kid);
      t.match(payload, {
        nonce: 'n-1',
        sub: 'usr_demo_ana',
        email: 'ana@riverside.example',
        roles: ['member', 'student'],
      });
      t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600);
      const hash = createHash('sha256').update(tokens.access_token).digest();
      t.equal(payload.at_hash, hash.subarray(0, 16).toString('base64url'), 'the left half of the hash');

      const claims = await userinfo(app, tokens.access_token);
      t.equal(claims.statusCode, 200);
      t.match(claims.json(), { sub: payload.sub, email: payload.email, name: 'Ana Lima', org_id: payload.org_id });

      const seen = await introspect(app, client, tokens.access_token);
      t.match(seen, { active: true, aud: BASE, client_id: client.id, scope: MEMBER_SCOPE });

      const refreshed = (await refresh(app, client, tokens.refresh_token)).json<Tokens>();
      t.not(refreshed.refresh_token, tokens.refresh_token);
      t.notOk('id_token' in refreshed, 'a refresh carries no ID token');

      const revoked = await postForm(app, '/api/oauth/revoke', {
        token: refreshed.refresh_token,
        client_id: client.id,
        client_secret: client.secret,
      });
      t.equal(revoked.statusCode, 200);
      t.equal((await userinfo(app, refreshed.access_token)).statusCode, 401);
      t.equal((await refresh(app, client, refreshed.refresh_token)).json().error, 'invalid_grant');
    },
  );
}
