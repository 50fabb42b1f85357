/** Limits that routes enforce and documents describe, each defined once. */

const KIB = 1024;

/** Requests per minute. */
export const REQUESTS_PER_MINUTE = {
  /** Per session. */
  authorize: 60,
  /** Per network, of authorization requests without a session, logouts and registrations. A school may share an address. */
  browsers: 1200,
  /** Per network, of client_id URLs whose document has to be fetched and never proved usable. */
  unknownDocuments: 5,
  /** Per grant. */
  token: 120,
  /** Per client with a secret. The resource server of a school asks for 500 people, each with a request in 5 seconds. */
  introspect: 6000,
  /** Per client without a secret and network, because everybody can name such a client. */
  introspectPublic: 600,
  /** Per network, of requests to the token, introspection and revocation endpoints that are refused, and of unknown tokens. */
  failures: 600,
  /** Per grant, of requests with a token that is no longer valid, or that is bound to a key and comes without its proof. */
  endedTokens: 120,
  /** Per person at a school, over all clients and APIs, of requests with a proof of possession of a key, each of which is kept for a while. */
  proofs: 660,
  /** Per grant. */
  userinfo: 120,
  /** Per grant. */
  account: 120,
  /** Per grant. */
  admin: 300,
  /** Per person at a school, over all clients and APIs: less than `operations`, so that one person cannot use them up. */
  ofPerson: 700,
  /** Per school, over all callers, of operations of the admin API and the tools of the same names. */
  operations: 1000,
  /** Per network, of the public pages of schools. A class behind one address opens the same page. */
  publicPages: 1200,
  /** Per network, of the page on which an application is handed over. */
  handOver: 60,
  /** Per application that is handed over. Each test is an event of the audit log. */
  handOverTests: 6,
  /** Per network. */
  uploads: 60,
  /** Per network. A class behind one address watches the same video, of which a browser asks for one part after another. */
  downloads: 6000,
  /** Per grant. */
  tools: 120,
  /** Per network, of calls and reads without a token. */
  publicTools: 60,
  /** Per network, of other messages without a token. A hosted client connects many people from one address. */
  publicMessages: 3000,
} as const;

/** The subject and the key of each limit. A limit without a line here does not compile. */
export const COUNTED_REQUESTS: Readonly<
  Record<keyof typeof REQUESTS_PER_MINUTE, { readonly subject: string; readonly per: string }>
> = {
  authorize: { subject: '`GET /oauth/authorize` with a session', per: 'session' },
  browsers: {
    subject: '`GET /oauth/authorize` without a session, `/oauth/logout` and `POST /api/oauth/register`, each',
    per: 'network',
  },
  unknownDocuments: {
    subject: '`GET /oauth/authorize` with a URL as `client_id` whose document was never usable',
    per: 'network',
  },
  token: { subject: '`POST /api/oauth/token` and `POST /api/oauth/revoke`, each', per: 'grant' },
  introspect: { subject: '`POST /api/oauth/introspect` by a client with a secret', per: 'client' },
  introspectPublic: { subject: '`POST /api/oauth/introspect` by a client without a secret', per: 'client and network' },
  failures: {
    subject: 'refused requests to the token, introspection and revocation endpoints, and unknown access tokens, each',
    per: 'network',
  },
  endedTokens: {
    subject: 'requests with an access token that is no longer valid, or without the proof of its key',
    per: 'grant',
  },
  proofs: {
    subject: 'requests with an access token and a good DPoP proof',
    per: 'person at a school, over all clients',
  },
  userinfo: { subject: '`/api/oauth/userinfo`', per: 'grant' },
  account: { subject: '`POST /account/graphql`', per: 'grant' },
  admin: { subject: '`/api/v1`', per: 'grant' },
  ofPerson: {
    subject: '`/api/v1`, `POST /mcp` and `POST /account/graphql`, together',
    per: 'person at a school, over all clients',
  },
  operations: { subject: '`/api/v1`, and calls of the tools for staff at `/mcp`, together', per: 'school' },
  publicPages: { subject: 'public pages below `/schools`', per: 'network' },
  handOver: { subject: '`/hand-over`', per: 'network' },
  handOverTests: { subject: '`POST /hand-over/test`', per: 'application' },
  uploads: { subject: '`PUT` of a file below `/uploads`', per: 'network' },
  downloads: { subject: '`GET` of a file below `/uploads`, or of the logo in an e-mail', per: 'network' },
  tools: { subject: '`POST /mcp` with a token', per: 'grant' },
  publicTools: { subject: '`POST /mcp` without a token: calls and reads', per: 'network' },
  publicMessages: { subject: '`POST /mcp` without a token: other messages', per: 'network' },
};

/** Maximum size of a request body in bytes. */
export const MAX_BODY = {
  /** Also of a tool request whose token is not valid. */
  form: 16 * KIB,
  registration: 64 * KIB,
  account: 64 * KIB,
  /** `/api/v1`, and tools with a token. */
  operation: 64 * KIB,
  /** Of operations and tools that take long texts. */
  longText: 1024 * KIB,
} as const;

/** Maximum number of values in JSON. Each is validated, which takes far longer than to read its bytes. */
export const MAX_VALUES = { stranger: 1000, known: 5000 } as const;

/** Maximum size of the result of a tool, as data and as text: what Claude Code takes by default. */
export const TOOL_RESULT = { tokens: 25_000, bytesPerToken: 2.5 } as const;

/** Maximum length of one parameter of a query or form in characters. A `state` can hold what a client needs to go on. */
export const MAX_PARAMETER = 4096;

/** Fields of our own forms that hold long texts. The size of the whole form bounds them. */
export const LONG_FIELDS: ReadonlySet<string> = new Set([
  'redirect_uris',
  'post_logout_redirect_uris',
  'query',
  'variables',
  'passkey',
  'description',
  'bodyMarkdown',
  'bioMarkdown',
  'categories',
  'tags',
  'links',
]);

/** Authorization requests that are stored until a person answers them. Beyond that, the oldest are dropped. */
export const PENDING_REQUESTS = { perNetwork: 2000, overall: 20_000 } as const;

/** With a comma before each three digits. `toLocaleString` would load the data of all languages at the start. */
const spelled = (count: number): string =>
  count < 1000 ? String(count) : `${spelled(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`;

export interface PublishedLimit {
  readonly subject: string;
  readonly perMinute: number;
  readonly per: string;
}

export const TOOL_LIMIT: PublishedLimit = {
  subject: 'POST /mcp',
  perMinute: REQUESTS_PER_MINUTE.tools,
  per: `grant, and ${REQUESTS_PER_MINUTE.publicTools} calls without a token per network`,
};

export const REQUEST_LIMITS: readonly PublishedLimit[] = [
  {
    subject: 'GET /oauth/authorize',
    perMinute: REQUESTS_PER_MINUTE.browsers,
    per: `network, or ${REQUESTS_PER_MINUTE.authorize} per signed-in browser`,
  },
  { subject: 'POST /api/oauth/token', perMinute: REQUESTS_PER_MINUTE.token, per: 'grant' },
  { subject: 'GET /api/oauth/userinfo', perMinute: REQUESTS_PER_MINUTE.userinfo, per: 'grant' },
  {
    subject: 'POST /api/oauth/introspect',
    perMinute: REQUESTS_PER_MINUTE.introspect,
    per: `client, or ${REQUESTS_PER_MINUTE.introspectPublic} per network for a client without a secret`,
  },
  { subject: 'POST /account/graphql', perMinute: REQUESTS_PER_MINUTE.account, per: 'grant' },
  {
    subject: '/api/v1',
    perMinute: REQUESTS_PER_MINUTE.admin,
    per: `grant, ${REQUESTS_PER_MINUTE.ofPerson} per person and ${spelled(REQUESTS_PER_MINUTE.operations)} per school, over all APIs`,
  },
];

export const BODY_LIMITS: readonly { readonly subject: string; readonly bytes: number }[] = [
  { subject: 'form bodies', bytes: MAX_BODY.form },
  { subject: 'registration', bytes: MAX_BODY.registration },
  { subject: '/account/graphql', bytes: MAX_BODY.account },
  { subject: '/api/v1', bytes: MAX_BODY.operation },
  { subject: '/api/v1, for objects with long texts', bytes: MAX_BODY.longText },
  { subject: '/mcp without a token', bytes: MAX_BODY.form },
  { subject: '/mcp', bytes: MAX_BODY.operation },
  { subject: '/mcp, for tools that take long texts', bytes: MAX_BODY.longText },
];
