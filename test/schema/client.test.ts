// sqlite
import t from 'tap';
import {
  type Client,
  changedAtOf,
  mayRedirectErrors,
  metadataDocumentScopes,
  newMetadataClient,
  scopesAt,
  siteOf,
  verifyPostLogoutRedirect,
  verifyRedirect,
} from '../../schema/oauth/client.ts';
import { parseMetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { MEMBER_SCOPES, SCOPES, SHARED_CLIENT_SCOPES, UNREVIEWED_CLIENT_SCOPES } from '../../schema/oauth/scope.ts';

const WEB = 'https://a.example/cb';
const LOOPBACK = 'http://127.0.0.1/cb';
const AFTERWARDS = 'https://a.example/bye';

const common = {
  id: 'c_1',
  name: 'A tool',
  authMethod: 'none',
  redirectUris: [WEB, LOOPBACK],
  postLogoutRedirectUris: [AFTERWARDS, LOOPBACK],
  scopes: SCOPES,
  defaultScope: undefined,
  active: true,
  createdAt: 1,
  lastUsedAt: undefined,
} as const;

const url = parseMetadataUrl('https://tool.example/client.json');
if (url === undefined) throw new Error('not a URL for a client');
const metadata = {
  name: 'A tool',
  redirectUris: [WEB, LOOPBACK],
  postLogoutRedirectUris: [AFTERWARDS, LOOPBACK],
  droppedRedirectUris: [],
};
const document = newMetadataClient(url, { metadata, fetchedAt: 5, freshUntil: 9 });

const clients = {
  registered: { ...common, origin: 'registered' },
  vendor: { ...common, origin: 'vendor' },
  application: { ...common, origin: 'site_application', siteId: 'site_1', redirectUrisChangedAt: 7, logo: undefined },
  unreviewed: document,
  approved: { ...document, review: 'approved', adoptedBy: ['site_1'], scopes: SCOPES },
  blocked: { ...document, review: 'blocked' },
} as const satisfies Record<string, Client>;

/** What the function says of each client. */
const ofEach = (say: (client: Client) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, say(client)]));

t.test('a client created from its document is public, unreviewed and not adopted [spec 2.2]', async (t) => {
  t.same(document, {
    id: 'https://tool.example/client.json',
    origin: 'metadata_document',
    name: 'A tool',
    host: 'tool.example',
    authMethod: 'none',
    redirectUris: [WEB, LOOPBACK],
    postLogoutRedirectUris: [AFTERWARDS, LOOPBACK],
    scopes: UNREVIEWED_CLIENT_SCOPES,
    defaultScope: undefined,
    active: true,
    createdAt: 5,
    lastUsedAt: undefined,
    metadata,
    review: 'unreviewed',
    approvedMetadata: undefined,
    changedAt: 5,
    fetchedAt: 5,
    freshUntil: 9,
    adoptedBy: [],
  });
});

t.test(
  'only an application belongs to a school, and a client changes with its document or redirect URIs',
  async (t) => {
    const none = {
      registered: undefined,
      vendor: undefined,
      unreviewed: undefined,
      approved: undefined,
      blocked: undefined,
    };
    t.same(ofEach(siteOf), { ...none, application: 'site_1' });
    t.same(ofEach(changedAtOf), {
      ...none,
      application: 7,
      unreviewed: 5,
      approved: 5,
      blocked: 5,
    });
  },
);

t.test(
  'an error redirects the browser, except to the web for a client that is not approved or trusted [RFC 9700 §4.11.2]',
  async (t) => {
    const to = (uri: string, isTrusted = true) =>
      ofEach((client) => {
        const redirect = verifyRedirect(client, uri);
        return redirect !== undefined && mayRedirectErrors(client, redirect, isTrusted);
      });
    const everywhere = {
      registered: true,
      vendor: true,
      application: true,
      approved: true,
      unreviewed: true,
      blocked: true,
    };
    t.same(to(WEB), { ...everywhere, unreviewed: false, blocked: false });
    t.same(to(WEB, false), { ...everywhere, application: false, unreviewed: false, blocked: false });
    t.same(to(LOOPBACK, false), everywhere);
  },
);

t.test('only vendors may use unregistered loopback URIs, and not for logout [RFC 8252 §7.3]', async (t) => {
  const other = 'http://localhost:99/other';
  const nobody = {
    registered: false,
    vendor: false,
    application: false,
    unreviewed: false,
    approved: false,
    blocked: false,
  };
  t.same(
    ofEach((client) => verifyRedirect(client, other) === other),
    { ...nobody, vendor: true },
  );
  t.same(
    ofEach((client) => verifyPostLogoutRedirect(client, other) === other),
    nobody,
  );
  t.same(
    ofEach((client) => verifyPostLogoutRedirect(client, WEB) === WEB),
    nobody,
  );
  for (const client of Object.values(clients)) t.equal(verifyPostLogoutRedirect(client, AFTERWARDS), AFTERWARDS);
});

t.test('a client named by its document reads members’ data only where it is adopted [spec 5.3.6]', async (t) => {
  t.same(scopesAt(clients.approved, 'site_1'), SCOPES);
  t.same(scopesAt(clients.approved, 'site_2'), SHARED_CLIENT_SCOPES);
  for (const name of ['registered', 'vendor', 'application'] as const) {
    t.same(scopesAt(clients[name], 'site_2'), SCOPES, name);
  }
  t.same(metadataDocumentScopes('blocked', false), []);
  t.same(metadataDocumentScopes('blocked', true), []);
  t.same(metadataDocumentScopes('unreviewed', false), UNREVIEWED_CLIENT_SCOPES);
  t.same(metadataDocumentScopes('unreviewed', true), [...UNREVIEWED_CLIENT_SCOPES, 'account:read']);
  t.same(metadataDocumentScopes('approved', false), SHARED_CLIENT_SCOPES);
  t.same(metadataDocumentScopes('approved', true), [...SHARED_CLIENT_SCOPES, ...MEMBER_SCOPES]);
});
