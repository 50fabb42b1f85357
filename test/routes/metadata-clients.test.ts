import t from 'tap';
import { testApp } from '../support/app.ts';
import { documentHost } from '../support/document-host.ts';
import { authorize, exchange, refresh, type TestClient } from '../support/oauth-client.ts';

const URL_OF_CLAUDE = 'https://claude.ai/oauth/claude-code-client-metadata';

const client = (id: string, redirectUri: string): TestClient => ({ id, redirectUri, secret: undefined });

t.test('a client gets and refreshes tokens by its metadata document, which is fetched once [spec 2.2]', async (t) => {
  const host = await documentHost(t);
  const { app, logs } = await testApp(t, { network: host.network });
  host.serve(URL_OF_CLAUDE, {
    client_id: URL_OF_CLAUDE,
    client_name: 'Claude Code',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
  });
  const claude = client(URL_OF_CLAUDE, 'http://localhost:51234/callback');
  const operator = { email: 'ruth@riverside.example' };
  const authorization = await authorize(app, claude, { scope: 'openid courses:read' }, operator).catch((e) => {
    t.comment(logs.join(''));
    throw e;
  });
  const tokens = await exchange(app, claude, authorization);
  t.equal(tokens.statusCode, 200, tokens.body);
  const next = await refresh(app, claude, tokens.json().refresh_token);
  t.equal(next.statusCode, 200, next.body);
  t.same(host.requests, [URL_OF_CLAUDE], 'fetched once');
});
