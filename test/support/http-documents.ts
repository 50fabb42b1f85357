/** Client metadata documents at `https://tool.example/<name>`, for files of HTTP exchanges. */
import { type Answer, type DocumentHost, documentFor, JSON_TYPE, served } from './document-host.ts';

export const TOOL_HOST = 'https://tool.example';

const GRANTS = ['authorization_code', 'refresh_token'];

/** What a document has besides a name and a redirect URI. */
const MEMBERS: Readonly<Record<string, Record<string, unknown>>> = {
  plain: {},
  'more-grants': {
    grant_types: [
      ...GRANTS,
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ],
  },
  'private-key': { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `${TOOL_HOST}/jwks` },
  'no-redirect-uris': { redirect_uris: [] },
  'other-client-id': { client_id: `${TOOL_HOST}/another` },
  secret: { client_secret: 'known to everyone' },
  long: { note: 'x'.repeat(5100) },
};

/** How a document is sent. */
const ANSWERS: Readonly<Record<string, (json: string) => Answer>> = {
  bom: (json) => served(`\ufeff${json}`),
  charset: (json) => served(json, { 'content-type': 'application/json; charset=utf-8' }),
  'upper-case': (json) => served(json, { 'content-type': 'APPLICATION/JSON' }),
  'json-suffix': (json) => served(json, { 'content-type': 'application/client-metadata+json' }),
  text: (json) => served(json, { 'content-type': 'text/plain' }),
  moved: () => served('', { location: `${TOOL_HOST}/plain` }, 301),
  gzip: (json) => served(json, { ...JSON_TYPE, 'content-encoding': 'gzip' }),
  'later-there': (json) => {
    let requests = 0;
    return (request, response) => {
      requests += 1;
      if (requests === 1) served('{}', JSON_TYPE, 404)(request, response);
      else served(json)(request, response);
    };
  },
};

export function serveDocuments(host: DocumentHost): void {
  for (const [name, members] of Object.entries(MEMBERS)) host.serve(at(name), documentFor(at(name), members));
  for (const [name, answerWith] of Object.entries(ANSWERS))
    host.answer(at(name), answerWith(JSON.stringify(documentFor(at(name)))));
}

const at = (name: string): string => `${TOOL_HOST}/${name}`;
