/** However BASE_URL is spelled, clients get one origin, whose bytes they compare. */
import { randomBytes } from 'node:crypto';
import t from 'tap';
import { testApp } from '../support/app.ts';
import { DEMO } from '../support/oauth-client.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';

const ORIGIN = 'https://id.school.example';

for (const BASE_URL of [ORIGIN, `${ORIGIN}/`, 'HTTPS://ID.School.Example', `${ORIGIN}:443`, ` "${ORIGIN}:443/"\r\n`]) {
  t.test(`with BASE_URL=${JSON.stringify(BASE_URL)}, every address has the same beginning`, async (t) => {
    const { app } = await testApp(t, {
      env: { ...BEHIND_HTTPS, BASE_URL, MASTER_KEY: randomBytes(32).toString('base64') },
    });
    const metadata = (await app.inject('/.well-known/oauth-authorization-server')).json();
    t.equal(metadata.issuer, ORIGIN);
    const addresses = Object.entries<unknown>(metadata).filter(
      ([, value]) => typeof value === 'string' && /^https?:/i.test(value),
    );
    t.ok(addresses.length > 5);
    for (const [name, value] of addresses) t.ok(value === ORIGIN || String(value).startsWith(`${ORIGIN}/`), name);
    const resource = (await app.inject('/.well-known/oauth-protected-resource/mcp')).json();
    t.strictSame(resource.authorization_servers, [ORIGIN]);
    t.equal(resource.resource, `${ORIGIN}/mcp`);
    const challenge = (await app.inject('/api/oauth/userinfo')).headers['www-authenticate'];
    t.match(challenge, `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource`);
    const query = new URLSearchParams({
      client_id: DEMO.cli.id,
      redirect_uri: DEMO.cli.redirectUri,
      response_type: 'token',
      state: 'x',
    });
    const { headers } = await app.inject(`/oauth/authorize?${query}`);
    t.equal(new URL(String(headers.location)).searchParams.get('iss'), ORIGIN);
  });
}
