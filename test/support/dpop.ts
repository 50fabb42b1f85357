/** Keys and proofs of possession (DPoP), as a client makes them; every part can be bent. */
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { clientOf, RIVERSIDE } from './admin.ts';
import { BASE } from './app.ts';
import { Browser } from './browser.ts';
import {
  type Authorization,
  authorize,
  codeFields,
  encode,
  type Fields,
  type TestClient,
  type Tokens,
  type WalkOptions,
} from './oauth-client.ts';

export const TOKEN = '/api/oauth/token';

export interface ProofKey {
  privateKey: Parameters<SignJWT['sign']>[0];
  jwk: JWK;
  jkt: string;
  alg: string;
}

export async function makeKey(alg = 'ES256'): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, jkt: await calculateJwkThumbprint(jwk), alg };
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** What a proof is of, and in what it differs from a good one; `undefined` leaves a member out. */
export interface Proving {
  method?: string;
  path?: string;
  now: number;
  accessToken?: string | undefined;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}

export function proofOf(key: ProofKey, { method = 'POST', path = TOKEN, now, ...proving }: Proving): Promise<string> {
  const { accessToken, header = {}, claims = {} } = proving;
  const payload = {
    jti: randomUUID(),
    htm: method,
    htu: BASE + path.split('?')[0],
    iat: Math.floor(now / 1000),
    ...(accessToken === undefined ? {} : { ath: hashOf(accessToken) }),
    ...claims,
  };
  return (
    new SignJWT(JSON.parse(JSON.stringify(payload)))
      .setProtectedHeader(JSON.parse(JSON.stringify({ typ: 'dpop+jwt', alg: key.alg, jwk: key.jwk, ...header })))
      // This is only understood here.
      .sign(key.privateKey, { crit: { more: true } })
  );
}

/** A client of the school with every scope, and the way of its owner through sign-in. */
export const CLIENT = clientOf(RIVERSIDE.id);
export const OWNER: WalkOptions = { email: 'ruth@riverside.example', site: RIVERSIDE.id };
export const SCOPE = 'openid profile email account:read courses:read courses:write';

export const code = (app: FastifyInstance, fields: Fields = {}, client: TestClient = CLIENT, walk = OWNER) =>
  authorize(app, client, { scope: SCOPE, ...fields }, { ...walk, browser: new Browser(app) });

export const tokenRequest = (
  app: FastifyInstance,
  fields: Fields,
  proof: string | string[] | undefined,
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: TOKEN,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(proof === undefined ? {} : { dpop: proof }),
    },
    payload: encode(fields),
  });

export const exchangeWith = (
  app: FastifyInstance,
  authorization: Authorization,
  proof: string | string[] | undefined,
  client: TestClient = CLIENT,
): Promise<LightMyRequestResponse> => tokenRequest(app, codeFields(client, authorization), proof);

export const refreshWith = (
  app: FastifyInstance,
  refreshToken: string,
  proof: string | undefined,
  client: TestClient = CLIENT,
): Promise<LightMyRequestResponse> =>
  tokenRequest(
    app,
    {
      grant_type: 'refresh_token',
      client_id: client.id,
      client_secret: client.secret,
      refresh_token: refreshToken,
    },
    proof,
  );

/** Tokens that are bound to a key. */
export async function boundTokens(
  app: FastifyInstance,
  key: ProofKey,
  { client = CLIENT, walk = OWNER, fields = {} }: { client?: TestClient; walk?: WalkOptions; fields?: Fields } = {},
): Promise<Tokens> {
  const proof = await proofOf(key, { now: app.clock() });
  const response = await exchangeWith(app, await code(app, fields, client, walk), proof, client);
  if (response.statusCode !== 200) throw new Error(`exchange: ${response.statusCode} ${response.body}`);
  return response.json<Tokens>();
}

/** Each protected resource with a request that succeeds. */
export const SURFACES: readonly (readonly [name: string, method: 'GET' | 'POST', path: string, body?: object])[] = [
  ['UserInfo', 'GET', '/api/oauth/userinfo'],
  ['UserInfo by POST', 'POST', '/api/oauth/userinfo'],
  ['the admin API', 'GET', '/api/v1/courses?first=1'],
  ['the Account API', 'POST', '/account/graphql', { query: '{ viewer { name } }' }],
  ['tools', 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }],
];

export type Surface = (typeof SURFACES)[number];

/** Sends the request of a surface. */
export function call(
  app: FastifyInstance,
  [, method, url, body]: Surface,
  headers: Record<string, string | string[] | undefined>,
): Promise<LightMyRequestResponse> {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const options: InjectOptions = {
    method,
    url,
    headers: { accept: 'application/json, text/event-stream', ...sent } as Record<string, string>,
  };
  if (body !== undefined) Object.assign(options, { payload: body });
  return app.inject(options);
}

/** The same with a good proof, but for what is bent. */
export async function callWith(
  app: FastifyInstance,
  surface: Surface,
  { key, token, ...bent }: { key: ProofKey; token: string } & Partial<Proving>,
): Promise<LightMyRequestResponse> {
  const [, method, path] = surface;
  const dpop = await proofOf(key, { method, path, now: app.clock(), accessToken: token, ...bent });
  return call(app, surface, { authorization: `DPoP ${token}`, dpop });
}

/** The parameters of the challenge with the scheme DPoP. */
export function dpopChallenge(response: LightMyRequestResponse): Record<string, string> | undefined {
  const header = String(response.headers['www-authenticate']);
  const [, parameters] = /, DPoP ((?:[a-z_]+="[^"]*"(?:, |$))+)$/.exec(header) ?? [];
  if (!header.startsWith('Bearer ') || parameters === undefined) return undefined;
  return Object.fromEntries(
    [...parameters.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
