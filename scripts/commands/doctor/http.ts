/** Sends one HTTP request of a client and parses its response. */
import { ConnectError, serverRefusal, unreachable } from '../connect/errors.ts';

const TIMEOUT_MS = 10_000;

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bearer?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly statusLine: string;
  readonly headers: Headers;
  /** An empty object unless the body is a JSON object. */
  readonly body: JsonObject;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Http {
  /** Sends a request. Any status is accepted. */
  send(outgoing: Outgoing): Promise<Answer>;
  /** Sends a request and throws unless the status is 2xx. */
  call(outgoing: Outgoing): Promise<JsonObject>;
}

/** The client's additions to each of its requests. */
export interface Habits {
  readonly headers?: Readonly<Record<string, string>>;
  /** Throws if the client could not use the response. */
  readonly inspect?: (outgoing: Outgoing, answer: Answer) => void;
}

export function createHttp(signal: AbortSignal | undefined, { headers, inspect }: Habits = {}): Http {
  const send = async (outgoing: Outgoing): Promise<Answer> => {
    const answer = await exchange({ ...outgoing, headers: { ...headers, ...outgoing.headers } }, signal);
    inspect?.(outgoing, answer);
    return answer;
  };
  const call = async (outgoing: Outgoing): Promise<JsonObject> => {
    const answer = await send(outgoing);
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw refusal(new URL(outgoing.url).pathname, answer);
  };
  return { send, call };
}

async function exchange(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(outgoing.url, {
      method: outgoing.method,
      headers: headersOf(outgoing),
      body: bodyOf(outgoing),
      // A redirect could carry a code or token to another server, so it is reported, not followed.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const { status, statusText, headers } = response;
    return {
      status,
      statusLine: `${status} ${statusText}`.trimEnd(),
      headers,
      body: parseObject(await response.text()),
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(new URL(outgoing.url).origin, error);
  }
}

function headersOf(outgoing: Outgoing): Record<string, string> {
  return {
    accept: 'application/json',
    // RFC 6750 §2.1: the access token is sent in the Authorization header, never in the URL.
    ...(outgoing.bearer === undefined ? {} : { authorization: `Bearer ${outgoing.bearer}` }),
    ...(outgoing.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...outgoing.headers,
  };
}

function bodyOf(outgoing: Outgoing): URLSearchParams | string | null {
  if (outgoing.form !== undefined) return new URLSearchParams(outgoing.form);
  return outgoing.json === undefined ? null : JSON.stringify(outgoing.json);
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refusal(where: string, answer: Answer): ConnectError {
  const code = optionalText(answer.body, 'error');
  const wait = answer.headers.get('retry-after');
  const subject = wait === null ? where : `${where} (retry after ${wait} s)`;
  if (code !== undefined) return serverRefusal(subject, code, optionalText(answer.body, 'error_description'));
  return new ConnectError(
    `${where} answered ${answer.statusLine} without an OAuth error. Is this a Schoolgate server?`,
  );
}

export function optionalText(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function requireText(body: JsonObject, name: string, where: string): string {
  const value = optionalText(body, name);
  if (value === undefined) throw new ConnectError(`${where} has no usable "${name}". Is this a Schoolgate server?`);
  return value;
}

export function textList(body: JsonObject, name: string): readonly string[] {
  const value = body[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
