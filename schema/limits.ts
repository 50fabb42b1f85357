/** Limits as they are told to developers. Each surface counts for itself; a test holds this table to what they do. */

export interface PublishedLimit {
  readonly what: string;
  readonly perMinute: number;
  readonly per: string;
}

export const TOOL_LIMIT: PublishedLimit = {
  what: 'POST /mcp',
  perMinute: 120,
  per: 'token; without one, 60 per network',
};

export const REQUEST_LIMITS: readonly PublishedLimit[] = [
  { what: 'GET /oauth/authorize', perMinute: 60, per: 'network' },
  { what: 'POST /api/oauth/token', perMinute: 120, per: 'client and network, or per grant for shared clients' },
  { what: 'POST /api/oauth/introspect', perMinute: 600, per: 'client' },
  { what: 'POST /account/graphql', perMinute: 120, per: 'token' },
  { what: '/api/v1', perMinute: 300, per: 'token, and 1,000 per school' },
];

/** Bytes. */
export const BODY_LIMITS: readonly { readonly what: string; readonly bytes: number }[] = [
  { what: 'form bodies', bytes: 16 * 1024 },
  { what: 'registration', bytes: 64 * 1024 },
  { what: '/account/graphql', bytes: 64 * 1024 },
  { what: '/api/v1', bytes: 1024 * 1024 },
];
