/** The largest and nastiest input that a route may get, in several shapes: nested, repeated, prefixed, deep and wide. */

type Headers = Record<string, string>;

/** Below the 8 KB of an address, and the 16 KB of all headers. */
const QUERY = 7500;
const HEADER = 13_000;

const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));
const numbered = (length: number, make: (index: number) => string): string => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += make(index);
  return text.slice(0, length);
};

/** Names that routes read, so that something is done with what is said. */
const NAMES = [
  'q',
  'first',
  'after',
  'include',
  'school',
  'next',
  'token',
  'scope',
  'resource',
  'state',
  'before',
  'sort',
];
const PREFIXED = 'client_id=https://a.example/x&redirect_uri=http://127.0.0.1/x&response_type=code&resource=a://';

export const NASTY_QUERIES: Readonly<Record<string, string>> = {
  nested: `q${fill('[a]', QUERY)}=1`,
  repeated: fill('q=%C3%A4&', QUERY),
  prefixed: `${PREFIXED}${'a'.repeat(4000)}%23&scope=${fill('courses:read+', 3000)}`,
  deep: `after=${fill('%2F', 4000)}&next=${fill('/a', 3000)}`,
  wide: `${NAMES.map((name) => `${name}=%2B`).join('&')}&${numbered(QUERY - 200, (index) => `a${index}=&`)}`,
};

export const NASTY_HEADERS: Readonly<Record<string, Headers>> = {
  nested: { accept: `text/html,${fill('a/b;q=0.1;a="(((",', HEADER)}` },
  repeated: { cookie: numbered(HEADER, (index) => `a${index % 7}=%20;`) },
  prefixed: { 'accept-language': `${numbered(6000, (index) => `x${index}-y;q=0.5,`)}de`, referer: fill('a://', 6000) },
  deep: {
    'if-none-match': fill('W/"a",', 4000),
    'if-match': fill('"a" ,', 4000),
    range: `bytes=${fill('0-1,', 4000)}`,
  },
  wide: {
    'x-forwarded-for': fill('::1,', 3000),
    origin: `https://${fill('a.', 3000)}`,
    'user-agent': fill('Mozilla/5.0 (', 3000),
    traceparent: fill('0', 1000),
    'idempotency-key': fill('k', 1000),
  },
};

/** Texts of exactly so many bytes: spaces at the end of JSON change nothing. */
const padded = (json: string, bytes: number): string => json.padEnd(bytes).slice(0, Math.max(bytes, json.length));
const members = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]));

/** @param names of the fields that the route reads @param values as many as may be */
export function nastyJson(names: readonly string[], bytes: number, values: number): Record<string, string> {
  const room = bytes - 60 * names.length - 200;
  const each = Math.max(1, Math.floor(room / Math.max(1, names.length)));
  const some = Math.floor(values / Math.max(1, names.length)) - 3;
  const fields = (make: (name: string) => unknown) => Object.fromEntries(names.map((name) => [name, make(name)]));
  return {
    wide: padded(JSON.stringify(members(Math.min(values - 2, Math.floor(bytes / 12)), 0)), bytes),
    deep: padded(`${'{"a":['.repeat(values / 2 - 5)}${']}'.repeat(values / 2 - 5)}`, bytes),
    'long text': padded(JSON.stringify(fields(() => fill('<a href="x"> [', each))), bytes),
    'many errors': padded(
      JSON.stringify({ ...fields(() => [{ x: null }]), ...members(values - 4 * names.length - 5, '') }),
      bytes,
    ),
    'many small items': padded(JSON.stringify(fields(() => Array.from({ length: Math.max(1, some) }, () => 0))), bytes),
    'more values than allowed': padded(`[${fill('0,', bytes - 10)}0]`, bytes),
  };
}

export function nastyForms(names: readonly string[], csrf: string, bytes: number): Record<string, string> {
  const start = `csrf=${encodeURIComponent(csrf)}&`;
  const room = bytes - start.length;
  const each = Math.min(4000, Math.floor(room / names.length) - 30);
  return {
    wide: start + numbered(room, (index) => `a${index}=&`),
    deep: `${start}a${fill('[a]', room - 5)}=`,
    'long text': start + names.map((name) => `${name}=${fill('a<@.', each)}`).join('&'),
    'many errors': start + fill(`${names.map((name) => `${name}=%C3`).join('&')}&`, room),
    'many small items': start + fill('scope=a&', room),
  };
}

/** Forms of many parts, of long heads, and of content that is almost a boundary. */
export function nastyMultipart(bytes: number): Record<string, { boundary: string; body: string }> {
  const part = (name: string, head = '', content = ''): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${content}\r\n`;
  const end = '--x--\r\n';
  const room = bytes - 200;
  const boundary = '-'.repeat(70);
  const distinct = numbered(room, (index) => part(index.toString(36)));
  const dashes = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${fill('-', room - 200)}\r\n--${boundary}--`;
  return {
    'many parts': { boundary: 'x', body: distinct.slice(0, distinct.lastIndexOf('--x\r\n')) + end },
    'many parts of one name': { boundary: 'x', body: fill(part('a'), room) + end },
    'many parameters': { boundary: 'x', body: part('a', fill('; a="b"', room)) + end },
    'many lines': { boundary: 'x', body: part('a', fill('\r\nX-A: b', room)) + end },
    'almost boundaries': { boundary: 'x', body: part('a', '', fill('\r\n--', room)) + end },
    dashes: { boundary, body: dashes },
  };
}

/** Messages, whose large part stands at each place that is read. */
export function nastyMessages(bytes: number, values: number): Record<string, string> {
  const message = (method: string, params: object): string =>
    padded(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), bytes);
  const start = { protocolVersion: '2025-11-25', clientInfo: { name: 'x', version: '1' } };
  const many = members(Math.min(values - 20, Math.floor(bytes / 14)), {});
  const few = members(Math.min((values - 20) / 2, Math.floor(bytes / 14)), {});
  return {
    'wide capabilities': message('initialize', { ...start, capabilities: { experimental: few } }),
    'more values than allowed': message('initialize', {
      ...start,
      capabilities: { experimental: members(Math.floor(bytes / 14), {}) },
    }),
    'wide known capabilities': message('initialize', { ...start, capabilities: { sampling: { context: few } } }),
    'wide _meta': message('ping', { _meta: members(values - 20, 0) }),
    'wide arguments': message('tools/call', { name: 'get_school_info', arguments: members(values - 20, 0) }),
    // JSON that is so deep is written by hand: to make it of a value would take too much of the stack.
    'deep arguments': message('tools/call', { name: 'get_school_info', arguments: { school: 'DEEP' } })
      .trim()
      .replace('"DEEP"', '['.repeat(values - 20) + ']'.repeat(values - 20)),
    'long text': message('tools/call', {
      name: 'search_public_courses',
      arguments: { query: fill('a <', bytes - 300) },
    }),
    'many errors': message('tools/call', {
      name: 'update_course',
      arguments: { ...members(values - 20, null), confirm: 1 },
    }),
    'many small items': message('tools/call', { name: 'tag_members', arguments: { memberIds: Object.keys(many) } }),
    'long text of a page': message('tools/call', {
      name: 'create_page',
      arguments: { title: 'x', slug: 'x', bodyMarkdown: fill('[a](', bytes - 300) },
    }),
  };
}

export const nastyGraphql = (bytes: number, values: number): Record<string, string> => {
  const body = (query: string, variables: unknown = {}): string => padded(JSON.stringify({ query, variables }), bytes);
  return {
    wide: body(`{viewer{${fill('id ', 1200)}}}`),
    deep: body(`{${fill('viewer{', 200)}`),
    'long text': body(`{viewer{orders(after:"${'x'.repeat(16_000)}"){nodes{id}}}}`),
    'many errors': body(`{viewer{${numbered(3500, (index) => `u${index} `)}}}`),
    'many small items': body('query($a:[Int]){viewer{id}}', { a: Array.from({ length: values - 50 }, () => 'x') }),
  };
};
