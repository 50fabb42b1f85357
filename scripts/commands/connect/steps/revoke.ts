/** Step 9: revokes the tokens. */
import { userInfoRequest } from 'oauth4webapi';
import { checkChallenge } from '../checks.ts';
import { writeGrant, writeSecret } from '../grant-file.ts';
import * as oauth from '../oauth.ts';
import { statusLine } from '../requests.ts';
import type { Tour } from '../tour.ts';
import type { Tokens } from './tokens.ts';

/** @returns whether the tokens were revoked */
export async function revoke(
  { http, report, options }: Tour,
  session: oauth.Session,
  tokens: Tokens,
): Promise<boolean> {
  if (options.saveTo !== undefined) {
    writeSecret(options.saveTo, `${tokens.accessToken}\n`);
    report.note(`the access token is in ${options.saveTo}, readable only by you`);
  }
  if (options.saveGrantTo !== undefined) {
    const { server, client, resource } = session;
    writeGrant(options.saveGrantTo, {
      server: options.server,
      token_endpoint: server.token_endpoint ?? '',
      client_id: client.client_id,
      client_secret: options.clientSecret,
      resource,
      scope: tokens.scope.join(' '),
      access_token: tokens.accessToken,
      expires_at: tokens.expiresAt,
      refresh_token: tokens.refreshToken,
    });
    report.note(`what renewing needs is in ${options.saveGrantTo}, readable only by you`);
  }
  if (options.keep === true) {
    report.step(
      9,
      'Revoke: skipped (--keep). The app stays in the list of connected apps until you disconnect it there.',
    );
    return false;
  }
  report.step(9, 'Revoke: the client revokes its tokens, which become invalid immediately.');
  await oauth.revoke(session, tokens.refreshToken);
  // Other programs can rely on the response. The tour checks that the access token is no longer accepted.
  const answer = await userInfoRequest(session.server, session.client, tokens.accessToken, http.trying);
  report.answer(statusLine(answer), { 'WWW-Authenticate': answer.headers.get('www-authenticate') ?? undefined });
  checkChallenge(`${options.server}/.well-known/oauth-protected-resource`, answer);
  return true;
}
