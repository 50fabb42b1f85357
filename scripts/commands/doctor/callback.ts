/** Validates the authorization response, and creates the values that this requires. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConnectError, serverRefusal } from '../connect/errors.ts';
import type { Server } from './server.ts';

/** Returns the code if the response belongs to this attempt and comes from this server. */
export function readAuthorizationResponse(
  server: Pick<Server, 'issuer'>,
  attempt: { readonly state: string },
  response: URLSearchParams,
): string {
  // RFC 9700 §4.7.1: a response without our state was started by someone else. Nothing in it is used, not even its
  // error.
  if (!sameText(single(response, 'state') ?? '', attempt.state)) {
    throw new ConnectError(
      'The callback does not contain our state, so it does not belong to this run. Run connect again and open the URL that it prints.',
    );
  }
  // RFC 9207 §2.4: the response must come from the requested server. Schoolgate always sends `iss`.
  const iss = single(response, 'iss');
  if (iss !== server.issuer) {
    throw new ConnectError(
      `The callback comes from ${iss ?? 'an unnamed issuer'}, but the request was sent to ${server.issuer}. The code is not used.`,
    );
  }
  // RFC 6749 §4.1.2.1
  const error = single(response, 'error');
  if (error !== undefined)
    throw serverRefusal('The server refused the request', error, single(response, 'error_description'));

  const code = single(response, 'code');
  if (code === undefined) throw new ConnectError('The callback carries neither a code nor an error.');
  return code;
}

/** RFC 6749 §3.1: a parameter must not appear more than once. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name);
  if (others.length > 0) throw new ConnectError(`The callback carries ${name} more than once.`);
  return value === '' ? undefined : value;
}

export const freshValue = (): string => randomBytes(32).toString('base64url');

/** RFC 7636 §4.2: only the hash of the verifier is sent through the browser. */
export const challengeOf = (codeVerifier: string): string => sha256(codeVerifier).toString('base64url');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
const sameText = (left: string, right: string): boolean => timingSafeEqual(sha256(left), sha256(right));
