/** The headers that clients in browsers send, which a preflight has to allow (Fetch, CORS protocol). */
export const CLIENT_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'range',
  'if-range',
  'dpop',
  // W3C Trace Context and Baggage
  'traceparent',
  'tracestate',
  'baggage',
].join(', ');
