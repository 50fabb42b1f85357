/** Sends the requests of the tour and prints them, with the relevant part of each response. */
import { allowInsecureRequests, customFetch } from 'oauth4webapi';
import { ConnectError, serverRefusal, unreachable } from './errors.ts';
import type { Http, Outgoing } from './oauth.ts';
import { type Parameters, type Report, shorten } from './report.ts';

const TIMEOUT_MS = 10_000;

/** The members of a response that are printed. */
const SHOWN = [
  ['resource', 'authorization_servers', 'scopes_supported'],
  ['issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'code_challenge_methods_supported'],
  ['client_id', 'client_name', 'redirect_uris', 'token_endpoint_auth_method', 'scope'],
  ['access_token', 'token_type', 'expires_in', 'refresh_token', 'id_token', 'scope'],
  ['keys'],
  ['sub', 'email', 'name', 'org_id', 'roles'],
  ['error', 'error_description'],
] as const;

/** `trying` accepts any status. `calling` ends the tour with the server's error message unless the status is 2xx. */
export function createHttp(report: Report, signal: AbortSignal | undefined): Record<'calling' | 'trying', Http> {
  const send = async (url: string, outgoing: Outgoing): Promise<Response> => {
    report.request(`${outgoing.method} ${url}`, parametersOf(outgoing));
    return exchange(url, outgoing, signal);
  };
  const call = async (url: string, outgoing: Outgoing): Promise<Response> => {
    const response = await send(url, outgoing);
    const body = await bodyOf(response);
    report.answer(statusLine(response), membersOf(body));
    if (!response.ok) throw refusal(new URL(url).pathname, response, body);
    return response;
  };
  // Plain http has been warned of already, and is normal on the local machine.
  const http = (send: typeof call): Http => ({ [allowInsecureRequests]: true, [customFetch]: send });
  return { calling: http(call), trying: http(send) };
}

async function exchange(url: string, outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Response> {
  const { method, headers, body = null } = outgoing;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const limit = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    // A redirect could carry a code or token to another server, so it is reported, not followed.
    return await fetch(url, { method, headers, body, redirect: 'manual', signal: limit });
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(new URL(url).origin, error);
  }
}

export const statusLine = ({ status, statusText }: Response): string => `${status} ${statusText}`.trimEnd();

function parametersOf({ headers, body }: Outgoing): Parameters {
  const [, token] = /^Bearer (.*)/.exec(headers.authorization ?? '') ?? [];
  if (token !== undefined) return { Authorization: `Bearer ${shorten(token)}` };
  return body instanceof URLSearchParams ? Object.fromEntries(body) : JSON.parse(body ?? '{}');
}

/** Returns an empty object unless the body is a JSON object. */
async function bodyOf(response: Response): Promise<Parameters> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
}

function membersOf(body: Parameters): Parameters {
  const names = SHOWN.find(([first]) => body[first] !== undefined) ?? [];
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

function refusal(where: string, response: Response, { error, error_description: description }: Parameters) {
  const wait = response.headers.get('retry-after');
  const subject = wait === null ? where : `${where} (retry after ${wait} s)`;
  if (typeof error === 'string' && error !== '') {
    return serverRefusal(subject, error, typeof description === 'string' ? description : undefined);
  }
  return new ConnectError(
    `${where} answered ${statusLine(response)} without an OAuth error. Is this a Schoolgate server?`,
  );
}
