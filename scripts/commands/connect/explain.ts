/** Translates errors of the library into one line for the person at the terminal. */
import { AuthorizationResponseError, OperationProcessingError, UnsupportedOperationError } from 'oauth4webapi';
import { ConnectError, serverRefusal } from './errors.ts';

/**
 * @param redirectUri the redirect URI of this run
 * @returns the error to throw instead; other errors are returned unchanged
 */
export function explain(error: unknown, issuer = 'another server', redirectUri?: string): unknown {
  if (error instanceof AuthorizationResponseError) {
    const registered = redirectUri === undefined ? undefined : withoutPort(redirectUri);
    return serverRefusal('The server refused the request', error.error, error.error_description, registered);
  }
  if (error instanceof UnsupportedOperationError)
    return new ConnectError(`This client does not support a response of the server: ${error.message}.`);
  if (!(error instanceof OperationProcessingError)) return error;
  const { expected, parameters, attribute, body } = detailsOf(error.cause);
  if (attribute === 'resource') {
    const called = String(body?.resource);
    return new ConnectError(
      `The server at ${new URL(String(expected)).origin} identifies itself as ${called}: use --server ${called}`,
    );
  }
  if (parameters === undefined) return new ConnectError(`A response of the server is invalid: ${error.message}.`);
  if (/"state"/.test(error.message)) {
    return new ConnectError(
      'The callback does not contain our state, so it does not belong to this run. Run connect again and open the URL that it prints.',
    );
  }
  const iss = parameters.get('iss') || 'an unnamed issuer';
  return new ConnectError(
    `The callback comes from ${iss}, but the request was sent to ${issuer}. The code is not used.`,
  );
}

/** RFC 8252 §7.3: the port of a loopback redirect URI does not count. */
function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

interface Details {
  readonly expected?: unknown;
  readonly attribute?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Parameters of the callback. */
  readonly parameters?: URLSearchParams;
}

const detailsOf = (cause: unknown): Details => (typeof cause === 'object' && cause !== null ? cause : {});
