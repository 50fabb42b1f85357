/** Messages to the tool endpoint, in every revision, injected. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import { IDENTITY_SCOPES } from '../../schema/oauth/scope.ts';
import { BASE } from './app.ts';

export const MCP = '/mcp';
export const LEGACY = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;
export const MODERN = '2026-07-28';
/** What a client is asked to ask for where no tool says more. */
export const BASELINE = IDENTITY_SCOPES.join(' ');
export const ACCEPT = 'application/json, text/event-stream';

/** A JSON value to walk into; what is not there is `undefined`. */
export interface Json {
  readonly [name: string]: Json & readonly Json[];
}

export interface Sending {
  token?: string | undefined;
  /** `undefined` takes a header away that is usually sent. */
  headers?: Record<string, string | undefined>;
  /** Of the address. */
  query?: string;
  id?: string | number;
}

export interface Answer {
  status: number;
  headers: LightMyRequestResponse['headers'];
  body: string;
  /** `undefined` when there is no body. */
  json: Json;
}

const present = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The body as it is, with the headers that every client sends. */
export async function post(app: FastifyInstance, body: unknown, sending: Sending = {}): Promise<Answer> {
  const { token, headers = {}, query = '' } = sending;
  const response = await app.inject({
    method: 'POST',
    url: MCP + query,
    headers: present({
      'content-type': 'application/json',
      accept: ACCEPT,
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      ...headers,
    }),
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body,
    json: (response.body === '' ? undefined : response.json()) as Json,
  };
}

/** A request as clients before 2026-07-28 send it. */
export const ask = (app: FastifyInstance, method: string, params: unknown = {}, sending: Sending = {}) =>
  post(app, { jsonrpc: '2.0', id: sending.id ?? 1, method, params }, sending);

/** A request as clients of 2026-07-28 send it: everything about it in its envelope, mirrored in headers. */
export const askModern = (
  app: FastifyInstance,
  method: string,
  params: Record<string, unknown> = {},
  sending: Sending = {},
) =>
  post(
    app,
    { jsonrpc: '2.0', id: sending.id ?? 1, method, params: { ...params, _meta: envelope() } },
    {
      ...sending,
      headers: { ...mirrorOf(method, params), ...sending.headers },
    },
  );

export const envelope = (version = MODERN) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
});

export const mirrorOf = (method: string, params: Record<string, unknown>): Record<string, string> => ({
  'mcp-protocol-version': MODERN,
  'mcp-method': method,
  ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
  ...(typeof params.uri === 'string' ? { 'mcp-name': params.uri } : {}),
});

export interface ToolAnswer extends Answer {
  /** What the tool answered. */
  result: Json;
  /** Its text rendering. */
  text: string;
}

export async function callTool(
  app: FastifyInstance,
  name: string,
  args: Record<string, unknown> = {},
  sending: Sending = {},
): Promise<ToolAnswer> {
  const answer = await ask(app, 'tools/call', { name, arguments: args }, sending);
  const { result } = answer.json ?? {};
  return { ...answer, result: result as Json, text: String(result?.content?.[0]?.text) };
}

/** Every tool that the caller can reach, from all pages of the list. */
export async function everyTool(app: FastifyInstance, token: string, query = '?tools=all'): Promise<Json[]> {
  const tools: Json[] = [];
  let cursor: unknown;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const { json } = await ask(app, 'tools/list', params, { token, query });
    tools.push(...((json.result?.tools ?? []) as readonly Json[]));
    cursor = json.result?.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

export async function namesOf(app: FastifyInstance, sending: Sending = {}): Promise<string[]> {
  const { json } = await ask(app, 'tools/list', {}, sending);
  return (json.result?.tools ?? ([] as Json[])).map(({ name }: Json) => String(name));
}

/** The parameters of a challenge. */
export const challengeOf = ({ headers }: Pick<Answer, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    [...String(headers['www-authenticate']).matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** RFC 6750 §3: refused by HTTP, with nothing in the body that looks like an answer of the protocol. */
/** @param query of the URL, if its metadata are of its own */
export function challenged(
  t: Test,
  answer: Answer,
  status: 401 | 403,
  scope: string,
  message = '',
  query?: string,
): void {
  t.equal(answer.status, status, message || answer.body);
  t.match(answer.headers['www-authenticate'], /^Bearer /);
  const { error_description, ...challenge } = challengeOf(answer);
  const error = status === 401 ? 'invalid_token' : 'insufficient_scope';
  const metadata = `${BASE}/.well-known/oauth-protected-resource${query === undefined ? '' : `/mcp${query}`}`;
  t.strictSame(challenge, { error, scope, resource_metadata: metadata }, message);
  t.ok((error_description?.length ?? 0) > 0);
  t.equal(answer.json.error as unknown, error);
  t.equal(answer.json.result, undefined);
  t.equal(answer.headers['cache-control'], 'no-store');
}
