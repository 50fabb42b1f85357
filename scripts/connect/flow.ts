/** The tour: nine steps of a correct client, in order. */

import { writeFileSync } from 'node:fs';
import { type AuthorizationAttempt, prepareAuthorization, readAuthorizationResponse } from './authorize.ts';
import { discover, type Server } from './discover.ts';
import { createHttp, type Http } from './http.ts';
import { fetchUserInfo, tryUserInfo, verifyIdToken } from './identity.ts';
import { type LoopbackListener, listenOnLoopback } from './loopback.ts';
import { type Client, register } from './register.ts';
import { createReport, type Report } from './report.ts';
import { checkChallenge, exchangeCode, refresh, revoke, type Tokens } from './tokens.ts';

export interface ConnectOptions {
  /** Origin of the server, without a trailing slash. */
  readonly server: string;
  /** Use this client instead of registering one. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scope?: string;
  readonly host?: '127.0.0.1' | 'localhost';
  /** Port of the callback; 0 or absent: any free one. */
  readonly port?: number;
  readonly path?: string;
  /** Leave the tokens alive at the end. */
  readonly keep?: boolean;
  /** A file for the access token. */
  readonly saveTo?: string | undefined;
  /** Print one JSON object per line. */
  readonly json?: boolean;
  /** How long to wait for the person, in milliseconds; five minutes unless told. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface ConnectSurroundings {
  openAuthorizationUrl(url: string): Promise<void> | void;
  print(line: string): void;
}

export interface ConnectResult {
  readonly issuer: string;
  readonly resource: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly grantedScope: string;
  /** Absent when `openid` was not granted. */
  readonly sub: string | undefined;
  /** False when no ID token came. */
  readonly idTokenVerified: boolean;
  readonly revoked: boolean;
}

const PERSON_TIMEOUT_MS = 5 * 60_000;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

interface Tour {
  readonly options: ConnectOptions & ConnectSurroundings;
  readonly scope: string;
  readonly report: Report;
  readonly http: Http;
}

/** Resolves when every step held; rejects with a ConnectError that says which did not and what to do. */
export async function connect(options: ConnectOptions & ConnectSurroundings): Promise<ConnectResult> {
  const report = createReport((line) => options.print(line), options.json ?? false);
  const tour: Tour = {
    options,
    scope: options.scope ?? 'openid profile email',
    report,
    http: createHttp(report, options.signal),
  };

  const server = await stepDiscover(tour);
  // The port has to be known before the client can register it.
  const listener = await listenOnLoopback({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    path: options.path ?? '/callback',
  });
  try {
    const client = await stepRegister(tour, server, listener);
    const attempt = stepPrepare(tour, server, client, listener);
    const code = await stepSignIn(tour, server, attempt, listener);
    const tokens = await stepExchange(tour, server, client, attempt, code);
    const idTokenSub = await stepVerifyIdToken(tour, server, client, attempt, tokens);
    const sub = await stepUserInfo(tour, server, tokens, idTokenSub);
    const renewed = await stepRefresh(tour, server, client, tokens);
    const revoked = await stepRevoke(tour, server, client, renewed);

    const result: ConnectResult = {
      issuer: server.issuer,
      resource: server.resource,
      clientId: client.id,
      redirectUri: listener.redirectUri,
      grantedScope: tokens.scope.join(' '),
      sub,
      idTokenVerified: idTokenSub !== undefined,
      revoked,
    };
    report.result({ ...result });
    return result;
  } finally {
    listener.close();
  }
}

function stepDiscover({ http, report, options }: Tour): Promise<Server> {
  report.step(
    1,
    'Discover: the server says where everything is, and the client checks that it is who it claims to be.',
  );
  const { protocol, hostname } = new URL(options.server);
  // RFC 6749 §10.3, RFC 9700 §2.6: beyond this computer, codes and tokens want TLS.
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    report.note(`warning: plain http to ${hostname}: others on the network can read the tokens`);
  return discover(http, options.server);
}

function stepRegister({ http, report, options }: Tour, server: Server, listener: LoopbackListener): Promise<Client> {
  if (options.clientId !== undefined) {
    report.step(2, 'Register: not needed, the client was named on the command line.');
    report.note(
      `client_id ${options.clientId}; ${listener.redirectUri} must be among its redirect URIs (the port does not count)`,
    );
    return Promise.resolve({ id: options.clientId, secret: options.clientSecret });
  }
  report.step(2, 'Register: a program on your own computer may introduce itself; it gets a client_id and no secret.');
  return register(http, server, listener.redirectUri);
}

function stepPrepare(
  { report, scope }: Tour,
  server: Server,
  client: Client,
  listener: LoopbackListener,
): AuthorizationAttempt {
  report.step(3, 'Ask for authorization: fresh state, nonce and PKCE challenge, sent through the browser.');
  report.note(`listening on ${listener.redirectUri}`);
  const attempt = prepareAuthorization(server, client.id, listener.redirectUri, scope);
  report.request(`GET ${server.authorizationEndpoint}`, Object.fromEntries(new URL(attempt.url).searchParams));
  report.open(attempt.url);
  return attempt;
}

async function stepSignIn(
  { report, options }: Tour,
  server: Server,
  attempt: AuthorizationAttempt,
  listener: LoopbackListener,
): Promise<string> {
  report.step(4, 'Wait for the callback: you sign in and decide in the browser (Ctrl-C to stop).');
  const received = listener.receive(
    (response) => {
      report.request(`GET ${attempt.redirectUri}`, Object.fromEntries(response));
      const code = readAuthorizationResponse(server, attempt, response);
      report.note('state is ours and iss is the server we asked: the code may be used');
      return code;
    },
    options.timeoutMs ?? PERSON_TIMEOUT_MS,
    options.signal,
  );
  const opened = (async () => options.openAuthorizationUrl(attempt.url))();
  return Promise.race([received, opened.then(() => received)]);
}

async function stepExchange(
  { http, report, scope }: Tour,
  server: Server,
  client: Client,
  attempt: AuthorizationAttempt,
  code: string,
): Promise<Tokens> {
  report.step(5, 'Exchange the code for tokens: the code_verifier proves that the asker is the one who began.');
  const tokens = await exchangeCode(http, server, client, attempt, code, scope);
  const missing = scope.split(' ').filter((asked) => !tokens.scope.includes(asked));
  if (missing.length > 0) report.note(`not granted: ${missing.join(' ')}`);
  return tokens;
}

async function stepVerifyIdToken(
  { http, report }: Tour,
  server: Server,
  client: Client,
  attempt: AuthorizationAttempt,
  tokens: Tokens,
): Promise<string | undefined> {
  report.step(6, 'Verify the ID token: who signed in, signed by the server for this client and this run.');
  if (tokens.idToken === undefined) {
    const reason = tokens.scope.includes('openid')
      ? 'the server does not sign yet: UserInfo says who signed in'
      : 'openid was not granted';
    report.note(`no id_token came: ${reason}`);
    return undefined;
  }
  const { nonce } = attempt;
  const claims = await verifyIdToken(http, server, tokens.idToken, {
    clientId: client.id,
    nonce,
    accessToken: tokens.accessToken,
  });
  const { iss, sub, aud, exp, email, name, org_id, roles, at_hash } = claims;
  report.answer('claims', { iss, sub, aud, exp, email, name, org_id, roles });
  report.note(
    `the ES256 signature, iss, aud, exp and nonce hold; at_hash ${at_hash === undefined ? 'was not sent' : 'holds'}`,
  );
  return sub;
}

async function stepUserInfo(
  { http, report }: Tour,
  server: Server,
  tokens: Tokens,
  idTokenSub: string | undefined,
): Promise<string | undefined> {
  if (!tokens.scope.includes('openid')) {
    report.step(7, 'Call UserInfo: left out, it needs the scope openid.');
    return undefined;
  }
  report.step(7, 'Call UserInfo: the access token, used as a bearer token.');
  const sub = await fetchUserInfo(http, server, tokens, idTokenSub);
  if (idTokenSub !== undefined) report.note('sub is the one of the ID token');
  return sub;
}

async function stepRefresh({ http, report }: Tour, server: Server, client: Client, tokens: Tokens): Promise<Tokens> {
  report.step(
    8,
    'Refresh: a new access token without asking the person again; the refresh token is used up and replaced.',
  );
  const renewed = await refresh(http, server, client, tokens);
  report.note('both tokens are new; the old refresh token, should it come back later, counts as stolen');
  return renewed;
}

async function stepRevoke(
  { http, report, options }: Tour,
  server: Server,
  client: Client,
  tokens: Tokens,
): Promise<boolean> {
  if (options.saveTo !== undefined) {
    writeFileSync(options.saveTo, `${tokens.accessToken}\n`, { mode: 0o600 });
    report.note(`the access token is in ${options.saveTo}, readable by you alone`);
  }
  if (options.keep === true) {
    report.step(
      9,
      'Revoke: left out (--keep). The connection stays in the list of connected apps until it is ended there.',
    );
    return false;
  }
  report.step(9, 'Revoke: the client gives its tokens back, and they are dead at once.');
  await revoke(http, server, client, tokens);
  const answer = await tryUserInfo(http, server, tokens);
  report.answer(answer.statusLine, { 'WWW-Authenticate': answer.headers.get('www-authenticate') ?? undefined });
  checkChallenge(server, answer);
  return true;
}
