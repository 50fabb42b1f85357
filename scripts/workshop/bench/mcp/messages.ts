/** Messages of revision 2026-07-28: all metadata is in the message itself, and mirrored in headers. */

const REVISION = '2026-07-28';
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};

export interface Message {
  method: 'tools/list' | 'tools/call';
  params: Readonly<Record<string, unknown>>;
}

export const LIST: Message = { method: 'tools/list', params: {} };
/** A page of the list of all tools. */
export const pageOf = (cursor: string | undefined): Message => ({
  method: 'tools/list',
  params: cursor === undefined ? {} : { cursor },
});
export const callOf = (name: string): Message => ({ method: 'tools/call', params: { name, arguments: { first: 20 } } });

const bodyOf = ({ method, params }: Message): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: ENVELOPE } });

const headersOf = ({ method, params }: Message, token: string | undefined): [string, string][] => [
  ['content-type', 'application/json'],
  ['accept', 'application/json, text/event-stream'],
  ['mcp-protocol-version', REVISION],
  ['mcp-method', method],
  ...(typeof params.name === 'string' ? ([['mcp-name', params.name]] as [string, string][]) : []),
  ...(token === undefined ? [] : ([['authorization', `Bearer ${token}`]] as [string, string][])),
];

/** Returns the bytes of an HTTP request. */
export function requestOf(origin: URL, message: Message, token?: string): Buffer {
  const body = bodyOf(message);
  const headers = [...headersOf(message, token), ['host', origin.host], ['content-length', Buffer.byteLength(body)]];
  return Buffer.from(
    `POST /mcp HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

/** @returns the result of one message */
export async function resultOf(
  origin: URL,
  message: Message,
  token?: string,
  query = '',
): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(`/mcp${query}`, origin), {
    method: 'POST',
    headers: headersOf(message, token),
    body: bodyOf(message),
  });
  const { result } = (await response.json()) as { result?: Record<string, unknown> };
  if (result === undefined || result.isError === true) {
    throw new Error(`${message.method} ${message.params.name ?? ''}: ${response.status} ${JSON.stringify(result)}`);
  }
  return result;
}
