/** What may be believed of the answer that comes through the browser, and the values that make it so. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConnectError, serverRefusal } from '../connect/errors.ts';
import type { Server } from './server.ts';

/** The code, when the answer belongs to our attempt and comes from our server. */
export function readAuthorizationResponse(
  server: Pick<Server, 'issuer'>,
  attempt: { readonly state: string },
  response: URLSearchParams,
): string {
  // RFC 9700 §4.7.1: an answer without our state was started by somebody else; nothing in it is used, not even its error.
  if (!sameText(single(response, 'state') ?? '', attempt.state)) {
    throw new ConnectError(
      'The callback does not carry our state: it does not belong to this run. Run connect again and use its newest address.',
    );
  }
  // RFC 9207 §2.4: the answer must come from the server we asked. Schoolgate always says who it is.
  const iss = single(response, 'iss');
  if (iss !== server.issuer) {
    throw new ConnectError(
      `The callback comes from ${iss ?? 'an unnamed issuer'}, but ${server.issuer} was asked. The code is not used.`,
    );
  }
  // RFC 6749 §4.1.2.1
  const error = single(response, 'error');
  if (error !== undefined) throw serverRefusal('The server said no', error, single(response, 'error_description'));

  const code = single(response, 'code');
  if (code === undefined) throw new ConnectError('The callback carries neither a code nor an error.');
  return code;
}

/** RFC 6749 §3.1: no parameter appears more than once. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name);
  if (others.length > 0) throw new ConnectError(`The callback carries ${name} more than once.`);
  return value === '' ? undefined : value;
}

export const freshValue = (): string => randomBytes(32).toString('base64url');

/** RFC 7636 §4.2: only the hash of the verifier passes through the browser. */
export const challengeOf = (codeVerifier: string): string => sha256(codeVerifier).toString('base64url');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes equally long wherever the two differ. */
const sameText = (left: string, right: string): boolean => timingSafeEqual(sha256(left), sha256(right));
