/** Steps 6 and 7: the person who signed in, from the ID token and from UserInfo. */
import { checkAccessTokenHash } from '../checks.ts';
import { ConnectError } from '../errors.ts';
import * as oauth from '../oauth.ts';
import type { Tour } from '../tour.ts';
import type { Exchanged, Tokens } from './tokens.ts';

export async function verifyIdToken(
  { report }: Tour,
  session: oauth.Session,
  { tokens, response, claims }: Exchanged,
): Promise<void> {
  report.step(
    6,
    'Verify the ID token: it says who signed in, and is signed by the server for this client and this run.',
  );
  if (claims === undefined) {
    const reason = tokens.scope.includes('openid')
      ? 'the server does not sign ID tokens: UserInfo says who signed in'
      : 'openid was not granted';
    return report.note(`no id_token was issued: ${reason}`);
  }
  await oauth.verifySignature(session, response);
  const { iss, sub, aud, exp, email, name, org_id, roles, at_hash } = claims;
  if (sub === '') throw new ConnectError('The ID token does not say who signed in.');
  checkAccessTokenHash(at_hash, tokens.accessToken);
  report.answer('claims', { iss, sub, aud, exp, email, name, org_id, roles });
  report.note(
    `the ES256 signature, iss, aud, exp and nonce are valid; at_hash ${at_hash === undefined ? 'was not sent' : 'is valid'}`,
  );
}

export async function callUserInfo(
  { report }: Tour,
  session: oauth.Session,
  tokens: Tokens,
  idTokenSub: string | undefined,
): Promise<string | undefined> {
  if (!tokens.scope.includes('openid')) {
    report.step(7, 'Call UserInfo: skipped, because it requires the scope openid.');
    return undefined;
  }
  report.step(7, 'Call UserInfo: the access token is sent as a bearer token.');
  const { sub } = await oauth.readUserInfo(session, tokens.accessToken, idTokenSub);
  if (idTokenSub !== undefined) report.note('sub is the same as in the ID token');
  return sub;
}
