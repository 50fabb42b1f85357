import { createHash } from 'node:crypto';
import { ENDPOINTS } from '../fixtures.ts';
import type { ClientSetup, Target } from '../targets/target.ts';

/** All codes use the same verifier. The server hashes and compares it nevertheless. */
const CODE_VERIFIER = 'a-code-verifier-that-is-long-enough-for-rfc-7636-section-4.1';
const CODE_CHALLENGE = createHash('sha256').update(CODE_VERIFIER).digest('base64url');
export const STATE = 'state-of-the-benchmark-0123456789';

export function authorizationPath(target: ClientSetup): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: target.client.id,
    redirect_uri: target.client.redirectUri,
    scope: target.scope,
    code_challenge: CODE_CHALLENGE,
    code_challenge_method: 'S256',
    state: STATE,
    nonce: 'nonce-of-the-benchmark-0123456789',
    ...resourceOf(target),
  });
  return `${ENDPOINTS.authorize}?${query}`;
}

export function authorizationRequest(target: Target): Buffer {
  return get(target, authorizationPath(target), `Cookie: ${target.sessionCookie}\r\nAccept: text/html\r\n`);
}

/** Only the code differs between requests, so the rest is built once. */
export function exchangeRequests(target: Target): (code: string) => string {
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: target.client.redirectUri,
    code_verifier: CODE_VERIFIER,
  };
  return formRequests(target, ENDPOINTS.token, { ...form, ...resourceOf(target) }, 'code');
}

export function refreshRequests(target: Target): (refreshToken: string) => string {
  const scope = target.refreshScope === undefined ? {} : { scope: target.refreshScope };
  const form = { grant_type: 'refresh_token', ...scope, ...resourceOf(target) };
  return formRequests(target, ENDPOINTS.token, form, 'refresh_token');
}

export function introspectionRequests(target: Target): (token: string) => string {
  return formRequests(target, ENDPOINTS.introspect, {}, 'token');
}

export function userinfoRequests(target: Target): (accessToken: string) => Buffer {
  return (accessToken) => get(target, ENDPOINTS.userinfo, `Authorization: Bearer ${accessToken}\r\n`);
}

export function discoveryRequest(target: Target): Buffer {
  return get(target, ENDPOINTS.discovery, '');
}

function resourceOf({ resource }: ClientSetup): { resource?: string } {
  return resource === undefined ? {} : { resource };
}

function get(target: Target, path: string, headers: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${target.origin.host}\r\n${headers}\r\n`);
}

function formRequests(target: Target, path: string, constant: Record<string, string>, variable: string) {
  const { id, secret } = target.client;
  const form = new URLSearchParams({ ...constant, client_id: id, client_secret: secret });
  const prefix = `${form}&${variable}=`;
  const head =
    `POST ${path} HTTP/1.1\r\nHost: ${target.origin.host}\r\nAccept: application/json\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ';
  return (value: string): string => {
    const body = prefix + encodeURIComponent(value);
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}
