/** The section about getting a client id on this server. */
import { CALLBACK, type Facts, json, paragraphs, shell } from './facts.ts';

export function registration(facts: Facts): string {
  const { registration: mode, cimd } = facts.capabilities;
  const byName = mode !== 'off';
  return paragraphs(
    '## 3. Register',
    mode === 'off'
      ? 'This server has no registration endpoint.'
      : 'Registration follows RFC 7591: send one JSON object, and the response is 201. No token is required.',
    mode === 'loopback_and_vendors' ? loopback() : undefined,
    byName ? vendors(facts) : undefined,
    byName ? refusals(facts) : undefined,
    cimd.enabled ? documents(facts) : undefined,
    'However you obtained your `client_id`, set it for the following steps:',
    '```\nCLIENT_ID=…   # client_id from the response or the operator, or the URL of your document\n```',
  );
}

const request = (body: object): string =>
  shell(`curl -s "$BASE/api/oauth/register" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`);

function loopback(): string {
  const example = {
    client_name: 'My tool',
    application_type: 'native',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
  };
  return paragraphs(
    '### A loopback redirect URI',
    request(example),
    'The response contains your `client_id`:',
    json({
      client_id: 'c_…',
      ...example,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }),
    'The host can be `127.0.0.1` (recommended), `[::1]` or `localhost`; later requests must use the registered spelling and path, but can use any port. Request `client_secret_post` to get a `client_secret`, which is shown only once. Register once per installation and keep the `client_id`.',
  );
}

function vendors({ vendors: known, capabilities }: Facts): string | undefined {
  const names = known.map(({ name }) => name).join(', ');
  const closed = capabilities.registration === 'vendors_only';
  if (known.length === 0)
    return closed ? 'No integrations are configured yet, so every registration is refused.' : undefined;
  const [first] = known;
  return paragraphs(
    '### A known integration',
    `Known integrations: ${names}. They are matched by \`client_name\`, and the response contains the fixed public \`client_id\` of the integration, never a secret. Redirect URIs must be those of the integration, or on loopback.`,
    first === undefined ? undefined : request({ client_name: first.name, redirect_uris: [first.redirectUris[0]] }),
  );
}

function refusals({ capabilities }: Facts): string {
  const closed = capabilities.registration === 'vendors_only';
  return paragraphs(
    '### When registration is refused',
    'A fixed https redirect URI that belongs to no known integration is refused with `invalid_redirect_uri` (400):',
    request({ client_name: 'My tool', redirect_uris: ['https://tool.example/callback'] }),
    closed
      ? 'Any other unknown name is refused with `invalid_client_metadata` (403), even with loopback redirect URIs:'
      : 'An unknown name with a redirect URI that is neither https nor loopback is refused with `invalid_client_metadata` (403):',
    request({ client_name: 'My tool', redirect_uris: [closed ? CALLBACK : 'com.example.tool:/callback'] }),
  );
}

function documents({ metadataHosts }: Facts): string {
  const { allowed, open } = metadataHosts;
  return paragraphs(
    '### A client metadata document',
    `Serve a JSON document at an https URL on your own domain and use that URL as \`client_id\`. ${
      open
        ? 'Documents from any host are accepted.'
        : `Documents are accepted from these hosts only: ${allowed.map((host) => `\`${host}\``).join(', ')}.`
    } Its \`client_id\` must be its own URL, and its redirect URIs must be on the same host or on loopback:`,
    json({
      client_id: 'https://tool.example/oauth/client.json',
      client_name: 'My tool',
      redirect_uris: ['https://tool.example/oauth/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    }),
    'Until an operator has reviewed it, the client can request identity scopes and operator `…:read` scopes only.',
  );
}
