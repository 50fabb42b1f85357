/** The protocol: redirect URIs, documents and registrations of clients, credentials, scopes and resources. */
import { makeSplitCredential, parseSplitCredential, type SplitCredentialKind } from '../../../../schema/credential.ts';
import { parseClientMetadata } from '../../../../schema/oauth/client-metadata-document.ts';
import { isAllowedDocument, isListed, metadataHost, parseMetadataUrl } from '../../../../schema/oauth/metadata-url.ts';
import { OAuthError } from '../../../../schema/oauth/oauth-error.ts';
import {
  classifyRedirectUri,
  matchRedirectUri,
  redirectTarget,
  withParameters,
} from '../../../../schema/oauth/redirect-uri.ts';
import { parseRegistrationRequest } from '../../../../schema/oauth/registration-request.ts';
import { isResourceOf } from '../../../../schema/oauth/resource-indicator.ts';
import {
  isScope,
  joinScopes,
  parseScopes,
  requestScopes,
  SHARED_CLIENT_SCOPES,
} from '../../../../schema/oauth/scope.ts';
import { jsonOf, must, PART, parts, type Target, unlessRefused } from '../target.ts';

const URI_WORDS = [
  ...[
    'http://',
    'https://',
    'HTTP://',
    'app:',
    'com.example.app:/',
    'javascript:',
    'data:',
    '//',
    '127.0.0.1',
    'localhost',
  ],
  ...[
    '[::1]',
    '0x7f.1',
    '2130706433',
    '127.1',
    '017700000001',
    'LOCALHOST',
    'localhost.',
    'a.example',
    '.a.example',
    'xn--',
  ],
  ...[
    '@',
    ':80',
    ':443',
    ':0',
    ':65535',
    ':65536',
    ':99999',
    ':',
    '/cb',
    '?x=1',
    '&',
    '#',
    '%2e%2e',
    '\\',
    '/../',
    '*',
    PART,
  ],
];

const HOSTS = ['127.0.0.1', 'localhost', '[::1]'];
const isPrintable = (text: string): boolean =>
  [...text].every((sign) => sign > ' ' && sign < '\u007f' && !'"#<>\\^`{|}'.includes(sign));

/** A loopback URI without its port, read sign by sign; RFC 8252 §7.3 with `localhost`. */
function withoutPort(uri: string): string | undefined {
  if (uri.length > 2048 || !isPrintable(uri) || !uri.startsWith('http://')) return undefined;
  const host = HOSTS.find((one) => uri.startsWith(one, 7));
  if (host === undefined) return undefined;
  let at = 7 + host.length;
  if (uri[at] === ':') {
    const from = at + 1;
    for (at = from; at < uri.length && (uri[at] ?? '') >= '0' && (uri[at] ?? '') <= '9'; ) at += 1;
    const digits = uri.slice(from, at);
    if (digits.length < 1 || digits.length > 5 || Number.parseInt(digits, 10) > 65_535) return undefined;
  }
  return at === uri.length || uri[at] === '/' || uri[at] === '?' ? `${host} ${uri.slice(at)}` : undefined;
}

function redirectUri(input: string): void {
  const [requested = '', registered = '', ...others] = parts(input);
  const anyLoopback = others.includes('any');
  const loopback = withoutPort(requested);
  const expected =
    requested === registered || (loopback !== undefined && (anyLoopback || withoutPort(registered) === loopback));
  const verified = matchRedirectUri({ registered: [registered], anyLoopback }, requested);
  must((verified === requested) === expected, `the match is ${verified !== undefined}, by the rule ${expected}`);
  const form = classifyRedirectUri(requested);
  must((form.kind === undefined) === (form.problem !== undefined), 'neither a kind nor a problem');
  if (form.kind === undefined) return;
  const redirect = matchRedirectUri({ registered: [requested], anyLoopback: false }, requested);
  must(redirect === requested, 'what is registered matches itself');
  must(isPrintable(requested), 'a URI that can be registered is printable');
  must((form.kind === 'loopback') === (loopback !== undefined), 'what is on this machine');
  const url = URL.parse(requested);
  if (form.kind !== 'app') {
    must(url !== null, 'a browser cannot open it');
    must(url.username === '' && url.password === '' && url.hash === '', 'no user and no fragment');
    const { host } = redirectTarget(redirect);
    if (form.kind === 'https')
      must(host.includes(':') || url.hostname === host.toLowerCase(), `${host} is ${url.hostname}`);
  }
  const state = (others[0] ?? 'x').toWellFormed();
  const back = URL.parse(withParameters(redirect, { code: 'ac_1', state, iss: undefined }));
  if (url === null || back === null) return;
  must(
    back.protocol === url.protocol && back.host === url.host && back.pathname === url.pathname,
    'it leads elsewhere',
  );
  must(back.searchParams.getAll('state').at(-1) === state, 'the state came back changed');
}

function metadataUrl(input: string): void {
  const [id = '', entry = ''] = parts(input);
  const url = parseMetadataUrl(id);
  if (url === undefined) {
    const isPlain = /^https:\/\/[a-z]+\.example\/[a-z][a-z0-9/-]{0,200}$/.test(id);
    must(!isPlain, 'a plain address is refused');
    return;
  }
  const parsed = new URL(url);
  must(url === id && parsed.protocol === 'https:', 'another address');
  must(parsed.username + parsed.password + parsed.hash === '' && parsed.pathname.length > 1, 'more than an address');
  must(parsed.href === id || parsed.href === id.replace(':443/', '/'), 'a browser would open another');
  const { hostname, port, host } = metadataHost(url);
  must(host === parsed.host && hostname === parsed.hostname && port >= 1 && port <= 65_535, 'the host');
  if (!isListed({ allowed: [entry], open: false }, url)) return;
  const [name = '', ...folder] = entry.split('/');
  must(name.startsWith('*.') ? `.${hostname}`.endsWith(name.slice(1)) : name.startsWith(hostname), 'another host');
  must(parsed.pathname.startsWith(`/${folder.join('/')}`), 'another folder');
  must(isAllowedDocument({ allowed: [entry], open: false }, url), 'what is listed is allowed');
}

const CLIENT = parseMetadataUrl('https://tool.example/client.json');

function metadataDocument(input: string): void {
  if (CLIENT === undefined) throw new Error('no URL of a client');
  const { metadata, problem } = parseClientMetadata(CLIENT, input);
  must((metadata === undefined) !== (problem === undefined), 'neither metadata nor a problem');
  must(problem === undefined || (problem.length > 0 && problem.length < 600), 'a problem is short');
  if (metadata === undefined) return;
  must(metadata.name.length > 0 && metadata.name.length <= 100 && !/[\p{Cc}\p{Cf}]/u.test(metadata.name), 'the name');
  must(metadata.redirectUris.length > 0 && metadata.redirectUris.length <= 20, 'how many there are');
  for (const uri of [...metadata.redirectUris, ...metadata.postLogoutRedirectUris]) {
    const host = URL.parse(uri)?.host;
    must(host === 'tool.example' || withoutPort(uri) !== undefined, `${uri} is elsewhere`);
  }
}

function registration(input: string): void {
  const request = unlessRefused(OAuthError, () => parseRegistrationRequest(jsonOf(input)));
  if (request === undefined) return;
  must(request.redirectUris.length > 0, 'a client without an address');
  for (const uri of request.redirectUris) must(classifyRedirectUri(uri).kind !== undefined, `${uri} was taken`);
  must(
    (request.requestedScopes ?? []).every((scope) => SHARED_CLIENT_SCOPES.includes(scope)),
    'a scope beyond its kind',
  );
  const again = parseRegistrationRequest({
    redirect_uris: [...request.redirectUris],
    scope: request.requestedScopes && joinScopes(request.requestedScopes),
    token_endpoint_auth_method: request.authMethod,
    client_name: request.clientName,
  });
  must(JSON.stringify(again) === JSON.stringify(request), 'registered once more, it is another');
}

const KINDS: readonly SplitCredentialKind[] = ['authorization_code', 'access_token', 'refresh_token'];
const MADE = makeSplitCredential('access_token', 17);

function credential(input: string): void {
  const read = KINDS.map((kind) => parseSplitCredential(kind, input));
  const [found, another] = read.filter((one) => one !== undefined);
  must(another === undefined, 'two kinds of credential in one');
  if (found === undefined) return;
  const [, id = '', secret = ''] = /^\w\w_(\d+)\.(.+)$/.exec(input) ?? [];
  must(String(found.id) === id && Number.isSafeInteger(found.id) && secret.length === 43, 'another id');
  must(!found.hash.equals(MADE.hash) || input.endsWith(MADE.value.slice(-43)), 'another secret of the same hash');
}

function scopes(input: string): void {
  const parsed = parseScopes(input);
  must(parsed.every(isScope) && new Set(parsed).size === parsed.length, 'what is none, or twice');
  must(joinScopes(parseScopes(joinScopes(parsed))) === joinScopes(parsed), 'read once more, it is another');
  const ceiling = SHARED_CLIENT_SCOPES.slice(0, 10);
  const asked = requestScopes(input, ceiling);
  const named = new Set(input.split(' ').filter((one) => one !== '' && one !== 'offline_access'));
  must(asked.scopes === undefined || asked.scopes.every((one) => ceiling.includes(one)), 'beyond the ceiling');
  must(asked.scopes === undefined || asked.scopes.length === named.size, 'one was lost on the way');
}

const BASES = ['https://id.example', 'http://127.0.0.1:3000', 'https://id.example:8443'];
const SURFACES = ['/', '/mcp', '/mcp/', '/account/graphql', '/account/graphql/'];

function resource(input: string): void {
  for (const base of BASES) {
    const url = URL.parse(input);
    const isTaken = isResourceOf(base, input);
    if (isTaken)
      must(url?.origin === base && SURFACES.includes(url.pathname) && !input.includes('#'), `not of ${base}`);
    // What a URL parser repairs is refused, so only what is written plainly has to be taken; and a query, also an empty
    // one, only at /mcp.
    if (
      url !== null &&
      url.href === input &&
      url.origin === base &&
      SURFACES.includes(url.pathname) &&
      !input.includes('?')
    ) {
      must(isTaken === (!input.includes('#') && url.username === '' && url.password === ''), `refused for ${base}`);
    }
  }
}

const DOCUMENT = {
  client_id: CLIENT,
  client_name: 'A tool',
  redirect_uris: ['https://tool.example/cb', 'http://127.0.0.1/cb', 'https://else.example/cb'],
  post_logout_redirect_uris: ['https://tool.example/bye'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  jwks: { keys: [{ kty: 'EC' }] },
};
const MEMBERS = [
  ...Object.keys(DOCUMENT),
  'client_secret',
  '"d":"x"',
  'null',
  '[]',
  '{}',
  '"',
  ',',
  'implicit',
  '\\ud800',
  '\\u0000',
];
const uris = (...some: string[]): string => some.join(PART);

export const PROTOCOL: readonly Target[] = [
  {
    name: 'redirect-uri',
    code: ['schema/oauth/redirect-uri'],
    words: [...URI_WORDS, 'any'],
    examples: [
      uris('http://127.0.0.1:8080/cb?x=1', 'http://127.0.0.1/cb?x=1', 'a state', 'any'),
      uris('https://a.example/cb', 'https://a.example/cb', 'é&='),
      uris('com.example.app:/cb', 'com.example.app:/cb'),
    ],
    run: redirectUri,
  },
  {
    name: 'metadata-url',
    code: ['schema/oauth/metadata-url'],
    words: [...URI_WORDS, '*.', '/tools/', '%2f', '%5C'],
    examples: [
      uris('https://tool.example/client.json', '*.example'),
      uris('https://tool.example:8443/tools/a?v=1', 'tool.example:8443/tools/'),
      uris('https://tool.example:443/a%20b/c', 'tool.example'),
    ],
    run: metadataUrl,
  },
  {
    name: 'metadata-document',
    code: ['schema/oauth/client-metadata-document', 'schema/oauth/client-name', 'schema/oauth/redirect-uri'],
    words: [...MEMBERS, ...URI_WORDS],
    examples: [JSON.stringify(DOCUMENT)],
    run: metadataDocument,
  },
  {
    name: 'registration',
    code: ['schema/oauth/registration-request', 'schema/oauth/client-name', 'schema/oauth/redirect-uri'],
    words: [...MEMBERS, ...URI_WORDS, 'client_secret_post', 'scope', 'courses:read', 'application_type'],
    examples: [JSON.stringify({ ...DOCUMENT, scope: 'openid courses:read account:write' })],
    run: registration,
  },
  {
    name: 'credential',
    code: ['schema/credential'],
    words: ['ac_', 'at_', 'rt_', '.', '0', '999999999999999', '9007199254740993', '=', '+', '/'],
    examples: [MADE.value, ...KINDS.map((kind) => makeSplitCredential(kind, 999_999_999_999_999).value)],
    run: credential,
  },
  {
    name: 'scope',
    code: ['schema/oauth/scope.'],
    words: ['openid', ' ', '  ', 'offline_access', 'courses:read', 'account:write', 'constructor', '\t', ':write'],
    examples: ['openid profile offline_access', 'courses:read courses:write  openid', ''],
    run: scopes,
  },
  {
    name: 'resource',
    code: ['schema/oauth/resource-indicator'],
    words: [...URI_WORDS, 'id.example', ':8443', '/mcp', '/account/graphql', '?auth=x', 'HTTPS://ID.example'],
    examples: [...BASES, 'https://id.example/mcp?auth=x', 'http://127.0.0.1:3000/account/graphql/'],
    run: resource,
  },
];
