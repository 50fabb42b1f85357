/** Every place that names this server names it in the same bytes, however `BASE_URL` is written, or it does not start. */
import t from 'tap';
import { loadConfig } from '../../plugins/settings/config.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { challengeOf, post } from '../support/mcp.ts';
import { authorizeUrl, DEMO, makeVerifier } from '../support/oauth-client.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Each with the bytes that it becomes; the others are refused. */
const SPELLINGS = [
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://id.example', 'https://id.example'],
  ['https://id.example/', 'https://id.example'],
  ['https://id.example:8443/', 'https://id.example:8443'],
  ['HTTP://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://LOCALHOST', 'http://localhost'],
  ['HTTPS://ID.Example', 'https://id.example'],
  ['https://id.example:443', 'https://id.example'],
  [' "https://id.example:443/"\r\n', 'https://id.example'],
] as const;
const REFUSED = [
  'https://id.example/sso',
  'https://id.example/?x',
  'https://id.example/#x',
  'https://user@id.example',
  'https://id.example:65536',
  'id.example',
  '//id.example',
  'ftp://id.example',
  'https://',
];

t.test(
  'issuer, authorization server, iss and challenge are the same bytes for each BASE_URL [RFC 9207 §2]',
  async (t) => {
    for (const [spelling, base] of SPELLINGS) {
      const { app } = await testApp(t, {
        env: { ...(base.startsWith('https') ? BEHIND_HTTPS : {}), BASE_URL: spelling, MASTER_KEY },
      });
      const headers = { host: new URL(base).host };
      const read = async (url: string) => (await app.inject({ url, headers })).json();
      const server = await read('/.well-known/oauth-authorization-server');
      t.equal(server.issuer, base, spelling);
      t.equal(server.token_endpoint, `${base}/api/oauth/token`, spelling);
      const resource = await read('/.well-known/oauth-protected-resource/mcp');
      t.strictSame([resource.resource, resource.authorization_servers], [`${base}/mcp`, [base]], spelling);
      const challenged = await post(
        app,
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        { headers, query: '?auth=required' },
      );
      t.equal(challengeOf(challenged).resource_metadata?.startsWith(`${base}/.well-known/`), true, spelling);
      const url = authorizeUrl(DEMO.cli, makeVerifier(), { prompt: 'none', resource: base });
      const { headers: answer } = await app.inject({ url, headers });
      t.equal(new URL(String(answer.location)).searchParams.get('iss'), base, spelling);
    }
  },
);

t.test('a BASE_URL that is more than an origin is refused [RFC 8414 §2]', (t) => {
  for (const BASE_URL of REFUSED) {
    const settings = { ...BEHIND_HTTPS, BASE_URL, MASTER_KEY, DATA_DIR: temporaryFolder(t) };
    t.throws(() => loadConfig(settings), /BASE_URL must be an origin/, BASE_URL);
  }
  t.end();
});
