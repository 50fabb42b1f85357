/** How a client comes by its id in this deployment. */
import { CALLBACK, type Facts, json, paragraphs, shell } from './facts.ts';

export function registration(facts: Facts): string {
  const { registration: mode, cimd } = facts.capabilities;
  const byName = mode !== 'off';
  return paragraphs(
    '## 3. Register',
    mode === 'off'
      ? 'There is no registration endpoint here.'
      : 'Registration is RFC 7591: one JSON object, answered with 201. It needs no token.',
    mode === 'loopback_and_vendors' ? loopback() : undefined,
    byName ? vendors(facts) : undefined,
    byName ? refusals(facts) : undefined,
    cimd.enabled ? documents(facts) : undefined,
    'However you came by it, keep your id for the steps that follow:',
    '```\nCLIENT_ID=…   # client_id of the answer, of the operator, or your document’s URL\n```',
  );
}

const request = (body: object): string =>
  shell(`curl -s "$BASE/api/oauth/register" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`);

function loopback(): string {
  const asked = {
    client_name: 'My tool',
    application_type: 'native',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
  };
  return paragraphs(
    '### A loopback address',
    request(asked),
    'The answer names you:',
    json({
      client_id: 'c_…',
      ...asked,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }),
    'The host may be `127.0.0.1` (best), `[::1]` or `localhost`, spelled later as it was registered; the port may be another one each time, the path may not. Ask for `client_secret_post` to be given a `client_secret`, once. Register once per installation and keep the id.',
  );
}

function vendors({ vendors: known, capabilities }: Facts): string | undefined {
  const names = known.map(({ name }) => name).join(', ');
  const closed = capabilities.registration === 'vendors_only';
  if (known.length === 0)
    return closed ? 'No integration is known here yet, so every registration is refused.' : undefined;
  const [first] = known;
  return paragraphs(
    '### A known integration',
    `Known here: ${names}. \`client_name\` is matched, and the answer holds the fixed public \`client_id\` of that integration, never a secret. Callbacks must be its own, or on loopback.`,
    first === undefined ? undefined : request({ client_name: first.name, redirect_uris: [first.redirectUris[0]] }),
  );
}

function refusals({ capabilities }: Facts): string {
  const closed = capabilities.registration === 'vendors_only';
  return paragraphs(
    '### When it is refused',
    'A fixed https callback that belongs to no known integration is `invalid_redirect_uri` (400):',
    request({ client_name: 'My tool', redirect_uris: ['https://tool.example/callback'] }),
    closed
      ? 'Any other name that is not known is `invalid_client_metadata` (403), loopback addresses included:'
      : 'A name that is not known, with a callback that is neither https nor loopback, is `invalid_client_metadata` (403):',
    request({ client_name: 'My tool', redirect_uris: [closed ? CALLBACK : 'com.example.tool:/callback'] }),
  );
}

function documents({ metadataHosts }: Facts): string {
  const { allowed, open } = metadataHosts;
  return paragraphs(
    '### A client metadata document',
    `Serve a JSON document at an https address of yours and use that address as \`client_id\`. ${
      open
        ? 'Documents of every host are read.'
        : `Documents are read from these hosts only: ${allowed.map((host) => `\`${host}\``).join(', ')}.`
    } It must name itself, and its redirect URIs must be under its own host or on loopback:`,
    json({
      client_id: 'https://tool.example/oauth/client.json',
      client_name: 'My tool',
      redirect_uris: ['https://tool.example/oauth/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    }),
    'Until somebody has reviewed it, such a client may ask for identity scopes and `…:read` scopes of the operator kind only.',
  );
}
