/** Limits that routes enforce and documents describe, each defined once. */

const KIB = 1024;

/** Requests per minute. */
export const REQUESTS_PER_MINUTE = {
  /** Per network. */
  authorize: 60,
  /** Per network, of client_id URLs whose document has to be fetched and never proved usable. */
  unknownDocuments: 5,
  /** Per client and network, or per grant of a shared client. */
  token: 120,
  /** Per client. */
  introspect: 600,
  /** Per network, of token requests that are refused, and of tool requests with an invalid token. */
  failures: 600,
  /** Per grant. */
  account: 120,
  /** Per grant. */
  admin: 300,
  /** Per person at a school, over all clients: less than the school has, so that one person cannot use it up. */
  adminOfPerson: 700,
  /** Per school, over all callers. */
  adminOfSchool: 1000,
  /** Per grant. */
  tools: 120,
  /** Per network, for requests without a token. */
  publicTools: 60,
} as const;

/** Maximum size of a request body in bytes. */
export const MAX_BODY = {
  /** Also of a tool request whose token is not valid. */
  form: 16 * KIB,
  registration: 64 * KIB,
  account: 64 * KIB,
  admin: 1024 * KIB,
  tools: 1024 * KIB,
} as const;

/** Authorization requests that are stored until a person answers them. Beyond that, the oldest are dropped. */
export const PENDING_REQUESTS = { perNetwork: 2000, overall: 20_000 } as const;

export interface PublishedLimit {
  readonly what: string;
  readonly perMinute: number;
  readonly per: string;
}

export const TOOL_LIMIT: PublishedLimit = {
  what: 'POST /mcp',
  perMinute: REQUESTS_PER_MINUTE.tools,
  per: `grant, and ${REQUESTS_PER_MINUTE.publicTools} without a token per network`,
};

export const REQUEST_LIMITS: readonly PublishedLimit[] = [
  { what: 'GET /oauth/authorize', perMinute: REQUESTS_PER_MINUTE.authorize, per: 'network' },
  {
    what: 'POST /api/oauth/token',
    perMinute: REQUESTS_PER_MINUTE.token,
    per: 'client and network, or grant of a shared client',
  },
  { what: 'POST /api/oauth/introspect', perMinute: REQUESTS_PER_MINUTE.introspect, per: 'client' },
  { what: 'POST /account/graphql', perMinute: REQUESTS_PER_MINUTE.account, per: 'grant' },
  {
    what: '/api/v1',
    perMinute: REQUESTS_PER_MINUTE.admin,
    per: `grant, ${REQUESTS_PER_MINUTE.adminOfPerson} per person and ${REQUESTS_PER_MINUTE.adminOfSchool.toLocaleString('en')} per school`,
  },
];

export const BODY_LIMITS: readonly { readonly what: string; readonly bytes: number }[] = [
  { what: 'form bodies', bytes: MAX_BODY.form },
  { what: 'registration', bytes: MAX_BODY.registration },
  { what: '/account/graphql', bytes: MAX_BODY.account },
  { what: '/api/v1', bytes: MAX_BODY.admin },
];
