/** What tests of the token endpoint have in common: requests that are bent, and what becomes of them. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { Test } from 'tap';
import { BASE } from './app.ts';
import type { Browser } from './browser.ts';
import {
  authorize,
  codeFields,
  DEMO,
  exchange,
  type Fields,
  postForm,
  type TestClient,
  type Tokens,
  userinfo,
} from './oauth-client.ts';

export const TOKEN = '/api/oauth/token';

/** The error response of RFC 6749 §5.2, whatever went wrong. */
export function refused(
  t: Test,
  response: LightMyRequestResponse,
  status: number,
  error: string,
  message = error,
): void {
  const body = response.json<Record<string, string>>();
  t.equal(response.statusCode, status, `${message}: status`);
  t.equal(body.error, error, `${message}: code`);
  t.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, `${message}: description`);
  t.equal(response.headers['cache-control'], 'no-store', `${message}: not stored`);
  t.match(response.headers['content-type'], /^application\/json/, `${message}: JSON`);
}

interface Bending {
  /** What is other than in a good request. */
  bend?: Fields;
  headers?: Record<string, string>;
  client?: TestClient;
  /** Status and error code. */
  outcome: readonly [number, string];
}

/** A request for the tokens of a new code is refused, and the code afterwards as good as before. */
export async function refusedAndStillGood(
  t: Test,
  app: FastifyInstance,
  browser: Browser,
  { bend = {}, headers = {}, client = DEMO.cli, outcome: [status, error] }: Bending,
): Promise<void> {
  const code = await authorize(app, client, {}, { browser });
  const response = await postForm(app, TOKEN, { ...codeFields(client, code), ...bend }, headers);
  refused(t, response, status, error);
  t.equal((await exchange(app, client, code)).statusCode, 200, 'the code is still redeemable');
}

/** Whether the access token is still good. */
export const alive = async (app: FastifyInstance, accessToken: string): Promise<boolean> =>
  (await userinfo(app, accessToken)).statusCode === 200;

export const rawPost = (app: FastifyInstance, payload: string | Buffer, contentType?: string, query = '') =>
  app.inject({
    method: 'POST',
    url: `${TOKEN}${query}`,
    payload,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });

/** The claims of the ID token, which is verified. */
export async function claimsOf(
  app: FastifyInstance,
  now: number,
  client: TestClient,
  tokens: Tokens,
): Promise<JWTPayload> {
  const jwks = (await app.inject('/.well-known/jwks.json')).json();
  const { payload } = await jwtVerify(tokens.id_token ?? '', createLocalJWKSet(jwks), {
    issuer: BASE,
    audience: client.id,
    algorithms: ['ES256'],
    currentDate: new Date(now),
  });
  return payload;
}
