import { START } from '../../../schema/program/program-name.ts';
import { certificateProblem } from './certificates.ts';

/** An error that ends the tour: one line that describes the problem and, if possible, the next step. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';

  constructor(message: string) {
    super(printable(message));
  }
}

/** The server did not respond, so nothing can be said about it. */
export class UnreachableError extends ConnectError {}

/** The step before the pages on which a school makes applications and decides about apps. */
const FEATURE = 'If they do not see the page, they first turn on MCP connections under Settings.';

/** Returns the values for the form of a new application. */
const applicationFor = (redirectUri: string): string =>
  `The application needs the type Public, the redirect URI ${redirectUri} and the scopes that you request.`;
const USUAL_REDIRECT = 'http://127.0.0.1/callback';

/** The people who make an application, and the page. */
export const ASK_FOR_APPLICATION = `an owner or administrator of the school for an application (OAuth applications, New application, at /admin) and pass its --client-id. ${FEATURE}`;

/** Advice for each OAuth error code (RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8707 §2). */
const ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'access_denied',
    'The request was declined, or the person is not an active member of the school, or has no role that allows it. Run connect again and choose Allow, sign in with another account, or ask the school.',
  ],
  ['invalid_scope', 'Request other scopes with --scope.'],
  [
    'invalid_client',
    'Check --client-id and --client-secret (or --client-secret-file), or omit --client-id to register a new client.',
  ],
  [
    'unauthorized_client',
    'Omit --client-id to register a new client, or ask an owner or administrator of the school about this one.',
  ],
  ['invalid_grant', 'The code or token has been used, has expired or was revoked. Run connect again.'],
  ['invalid_redirect_uri', 'Try --host 127.0.0.1 and --path /callback.'],
  ['invalid_client_metadata', `Ask ${ASK_FOR_APPLICATION}`],
  ['temporarily_unavailable', 'Wait a moment and run connect again.'],
  ['server_error', 'This is an error in the server: its log contains the reason.'],
]);

/** Pages of the school that the server names where a school can allow a scope. They belong to one of its features. */
const PAGES_OF_FEATURE = ['OAuth applications', 'App reviews'] as const;

/** Returns the advice for an error, without what the description of the server says already. */
function adviceFor(code: string, description = '', redirectUri = USUAL_REDIRECT): string | undefined {
  const advice = ADVICE.get(code);
  const isOfSchool = code === 'invalid_scope' && PAGES_OF_FEATURE.some((page) => description.includes(page));
  if (!isOfSchool) return advice;
  const subject = description.includes('for a client_id')
    ? `${applicationFor(redirectUri)} Pass the client_id that they give you with --client-id, or request`
    : 'Or request';
  return `${FEATURE} ${subject} other scopes with --scope.`;
}

/**
 * Creates the error for an error response of the server, with its code, its description and advice.
 * @param redirectUri the redirect URI of this run, as an application registers it
 */
export function serverRefusal(
  where: string,
  code: string,
  description: string | undefined,
  redirectUri?: string,
): ConnectError {
  const advice = adviceFor(code, description, redirectUri);
  const reason = [`${where}: ${code}`, description].filter((part) => part !== undefined && part !== '').join(', ');
  return new ConnectError(advice === undefined ? reason : `${reason.replace(/\.$/, '')}. ${advice}`);
}

export function unreachable(origin: string, error: unknown): UnreachableError {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new UnreachableError(
      `${origin} did not respond within 10 seconds. If it hangs, restart it with "${START}".`,
    );
  }
  const certificate = certificateProblem(origin, error);
  if (certificate !== undefined) return new UnreachableError(certificate);
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = cause instanceof Error ? ('code' in cause ? cause.code : cause.message) : error;
  if (reason === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return new UnreachableError(`${origin} answers, but not with https: use http, or the address of its proxy.`);
  }
  return new UnreachableError(
    `Cannot reach ${origin} (${String(reason)}). Start the server with "${START}", or choose another one with --server.`,
  );
}

/** Makes untrusted text safe for a terminal: no line breaks, escape sequences or bidirectional controls. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
