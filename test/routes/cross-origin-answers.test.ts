import t from 'tap';
import { testApp } from '../support/app.ts';
import { postForm } from '../support/oauth-client.ts';

t.test('scripts of any origin may call the endpoints for tokens, and read why they were refused [E-29]', async (t) => {
  const { app } = await testApp(t);
  const origin = { origin: 'https://app.example' };
  for (const url of ['/api/oauth/token', '/api/oauth/introspect', '/api/oauth/revoke']) {
    const answer = await postForm(app, url, { client_id: 'c_nobody', grant_type: 'refresh_token' }, origin);
    t.equal(answer.statusCode, 401, url);
    t.equal(answer.headers['access-control-allow-origin'], '*');
    t.equal(answer.headers['access-control-expose-headers'], 'WWW-Authenticate, DPoP-Nonce, Retry-After, X-Request-Id');
    t.notOk('access-control-allow-credentials' in answer.headers);
    const asked = { ...origin, 'access-control-request-method': 'POST' };
    const preflight = await app.inject({ method: 'OPTIONS', url, headers: asked });
    t.equal(preflight.statusCode, 204, `preflight of ${url}`);
    t.match(preflight.headers['access-control-allow-methods'], /\bPOST\b/);
  }
});
