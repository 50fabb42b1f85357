/** The nine steps of the tour, in order. */
import { writeFileSync } from 'node:fs';
import {
  getValidatedIdTokenClaims,
  processRevocationResponse,
  processUserInfoResponse,
  revocationRequest,
  skipSubjectCheck,
  userInfoRequest,
} from 'oauth4webapi';
import { checkAccessTokenHash, checkChallenge, checkMetadata } from './checks.ts';
import { ConnectError } from './errors.ts';
import { explain } from './explain.ts';
import { type LoopbackListener, listenOnLoopback } from './loopback.ts';
import * as oauth from './oauth.ts';
import { createReport, type Report } from './report.ts';
import { createHttp, statusLine } from './requests.ts';

export interface ConnectOptions {
  /** Origin of the server without a trailing slash. */
  readonly server: string;
  /** Uses this client instead of registering one. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scope?: string;
  readonly host?: '127.0.0.1' | 'localhost';
  /** Port of the callback; 0 or absent: any free port. */
  readonly port?: number;
  readonly path?: string;
  /** Does not revoke the tokens at the end. */
  readonly keep?: boolean;
  /** File for the access token. */
  readonly saveTo?: string | undefined;
  /** Prints one JSON object per line. */
  readonly json?: boolean;
  /** How long to wait for the person, in milliseconds; default: five minutes. */
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
  /** Absent if `openid` was not granted. */
  readonly sub: string | undefined;
  /** False if no ID token was issued. */
  readonly idTokenVerified: boolean;
  readonly revoked: boolean;
}

const PERSON_TIMEOUT_MS = 5 * 60_000;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

interface Tour {
  readonly options: ConnectOptions & ConnectSurroundings;
  readonly scope: string;
  readonly report: Report;
  readonly http: ReturnType<typeof createHttp>;
}

type Server = oauth.Session['server'];

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scope: readonly string[];
}

/** Runs the tour. Rejects with a ConnectError that names the failed step and the next thing to do. */
export async function connect(options: ConnectOptions & ConnectSurroundings): Promise<ConnectResult> {
  const report = createReport((line) => options.print(line), options.json ?? false);
  const http = createHttp(report, options.signal);
  const tour: Tour = { options, scope: options.scope ?? 'openid profile email', report, http };
  try {
    return await walk(tour);
  } catch (error) {
    throw explain(error);
  }
}

async function walk(tour: Tour): Promise<ConnectResult> {
  const { options, report } = tour;
  const server = await stepDiscover(tour);
  // The client registers the port, so it must be known first.
  const listener = await listenOnLoopback({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    path: options.path ?? '/callback',
  });
  try {
    const session = await stepRegister(tour, server, listener);
    const attempt = await stepPrepare(tour, session, listener);
    const callback = await stepSignIn(tour, session, attempt, listener);
    const { tokens, response, claims } = await stepExchange(tour, session, attempt, callback);
    await stepVerifyIdToken(tour, session, tokens, response, claims);
    const sub = await stepUserInfo(tour, session, tokens, claims?.sub);
    const renewed = await stepRefresh(tour, session, tokens);
    const revoked = await stepRevoke(tour, session, renewed);

    const result: ConnectResult = {
      issuer: server.issuer,
      resource: session.resource,
      clientId: session.client.client_id,
      redirectUri: listener.redirectUri,
      grantedScope: tokens.scope.join(' '),
      sub,
      idTokenVerified: claims !== undefined,
      revoked,
    };
    report.result({ ...result });
    return result;
  } finally {
    listener.close();
  }
}

async function stepDiscover({ http, report, options }: Tour): Promise<Server> {
  report.step(
    1,
    'Discover: the server says where everything is, and the client checks that it is who it claims to be.',
  );
  const { protocol, hostname } = new URL(options.server);
  // RFC 6749 §10.3, RFC 9700 §2.6: codes and tokens require TLS unless they stay on this machine.
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    report.note(`warning: plain http to ${hostname}: others on the network can read the tokens`);
  const { described, server } = await oauth.discover(new URL(options.server), http.calling);
  const [issuer] = described.authorization_servers ?? [];
  if (issuer === undefined) throw new ConnectError('The resource metadata lists no authorization server.');
  checkMetadata(server, issuer);
  return server;
}

async function stepRegister(
  { http, report, options }: Tour,
  server: Server,
  listener: LoopbackListener,
): Promise<oauth.Session> {
  const session = { server, resource: options.server, http: http.calling };
  if (options.clientId !== undefined) {
    report.step(2, 'Register: not needed, the client was named on the command line.');
    report.note(
      `client_id ${options.clientId}; ${listener.redirectUri} must be among its redirect URIs (the port does not count)`,
    );
    return { ...session, ...oauth.identify(options.clientId, options.clientSecret) };
  }
  report.step(2, 'Register: a program on your own computer may introduce itself; it gets a client_id and no secret.');
  if (server.registration_endpoint === undefined) {
    throw new ConnectError(
      'This server takes no registrations: ask a school operator for a client and pass its --client-id.',
    );
  }
  return { ...session, ...oauth.identify(await oauth.register(server, listener.redirectUri, http.calling)) };
}

async function stepPrepare(
  { report, scope }: Tour,
  session: oauth.Session,
  listener: LoopbackListener,
): Promise<oauth.Attempt> {
  report.step(3, 'Ask for authorization: fresh state, nonce and PKCE challenge, sent through the browser.');
  report.note(`listening on ${listener.redirectUri}`);
  const attempt = await oauth.prepare(session, listener.redirectUri, scope);
  report.request(`GET ${session.server.authorization_endpoint}`, Object.fromEntries(attempt.url.searchParams));
  report.open(attempt.url.href);
  return attempt;
}

async function stepSignIn(
  { report, options }: Tour,
  session: oauth.Session,
  attempt: oauth.Attempt,
  listener: LoopbackListener,
): Promise<URLSearchParams> {
  report.step(4, 'Wait for the callback: you sign in and decide in the browser (Ctrl-C to stop).');
  const received = listener.receive(
    (query) => {
      report.request(`GET ${attempt.redirectUri}`, Object.fromEntries(query));
      const callback = believe(session, attempt, query);
      report.note('state is ours and iss is the server we asked: the code may be used');
      return callback;
    },
    options.timeoutMs ?? PERSON_TIMEOUT_MS,
    options.signal,
  );
  const opened = (async () => options.openAuthorizationUrl(attempt.url.href))();
  return Promise.race([received, opened.then(() => received)]);
}

/** Validates the callback. The browser shows the same result as the terminal. */
function believe(session: oauth.Session, attempt: oauth.Attempt, query: URLSearchParams): URLSearchParams {
  try {
    return oauth.readCallback(session, attempt, query);
  } catch (error) {
    throw explain(error, session.server.issuer);
  }
}

async function stepExchange(
  { report, scope }: Tour,
  session: oauth.Session,
  attempt: oauth.Attempt,
  callback: URLSearchParams,
) {
  report.step(5, 'Exchange the code for tokens: the code_verifier proves that the asker is the one who began.');
  const { response, tokens: answer } = await oauth.exchange(session, attempt, callback);
  const tokens = readTokens(answer, scope);
  const missing = scope.split(' ').filter((asked) => !tokens.scope.includes(asked));
  if (missing.length > 0) report.note(`not granted: ${missing.join(' ')}`);
  return { response, tokens, claims: getValidatedIdTokenClaims(answer) };
}

type Answer = Awaited<ReturnType<typeof oauth.refresh>>;
type Claims = ReturnType<typeof getValidatedIdTokenClaims>;

function readTokens(answer: Answer, askedScope: string): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, token_type: type, scope = askedScope } = answer;
  // RFC 6749 §7.1: a token of an unknown type must not be used.
  if (type !== 'bearer') throw new ConnectError(`The token is of the type ${type}; this client knows Bearer only.`);
  if (refreshToken === undefined) throw new ConnectError('The token response has no "refresh_token".');
  return { accessToken, refreshToken, scope: scope.split(' ') };
}

async function stepVerifyIdToken(
  { report }: Tour,
  session: oauth.Session,
  tokens: Tokens,
  response: Response,
  claims: Claims,
): Promise<void> {
  report.step(6, 'Verify the ID token: who signed in, signed by the server for this client and this run.');
  if (claims === undefined) {
    const reason = tokens.scope.includes('openid')
      ? 'the server does not sign yet: UserInfo says who signed in'
      : 'openid was not granted';
    return report.note(`no id_token came: ${reason}`);
  }
  await oauth.verifySignature(session, response);
  const { iss, sub, aud, exp, email, name, org_id, roles, at_hash } = claims;
  if (sub === '') throw new ConnectError('The ID token does not say who signed in.');
  checkAccessTokenHash(at_hash, tokens.accessToken);
  report.answer('claims', { iss, sub, aud, exp, email, name, org_id, roles });
  report.note(
    `the ES256 signature, iss, aud, exp and nonce hold; at_hash ${at_hash === undefined ? 'was not sent' : 'holds'}`,
  );
}

async function stepUserInfo(
  { report }: Tour,
  { server, client, http }: oauth.Session,
  tokens: Tokens,
  idTokenSub: string | undefined,
): Promise<string | undefined> {
  if (!tokens.scope.includes('openid')) {
    report.step(7, 'Call UserInfo: left out, it needs the scope openid.');
    return undefined;
  }
  report.step(7, 'Call UserInfo: the access token, used as a bearer token.');
  const response = await userInfoRequest(server, client, tokens.accessToken, http);
  // OpenID Connect Core §5.3.2: if the two differ, the UserInfo response must not be used.
  const { sub } = await processUserInfoResponse(server, client, idTokenSub ?? skipSubjectCheck, response);
  if (idTokenSub !== undefined) report.note('sub is the one of the ID token');
  return sub;
}

async function stepRefresh({ report }: Tour, session: oauth.Session, tokens: Tokens): Promise<Tokens> {
  report.step(
    8,
    'Refresh: a new access token without asking the person again; the refresh token is used up and replaced.',
  );
  const renewed = readTokens(await oauth.refresh(session, tokens.refreshToken), tokens.scope.join(' '));
  if (renewed.accessToken === tokens.accessToken) {
    throw new ConnectError('The refresh gave the same access token again.');
  }
  // RFC 9700 §2.2.2: refresh tokens of public clients are rotated, so that the use of a stolen one is detected.
  if (renewed.refreshToken === tokens.refreshToken) throw new ConnectError('The refresh token was not rotated.');
  report.note('both tokens are new; the old refresh token, should it come back later, counts as stolen');
  return renewed;
}

async function stepRevoke({ http, report, options }: Tour, session: oauth.Session, tokens: Tokens): Promise<boolean> {
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
  const { server, client, authentication } = session;
  // RFC 7009 §2.1: revoking the refresh token also revokes the access tokens of the grant.
  const hint = { ...http.calling, additionalParameters: { token_type_hint: 'refresh_token' } };
  await processRevocationResponse(await revocationRequest(server, client, authentication, tokens.refreshToken, hint));
  const answer = await userInfoRequest(server, client, tokens.accessToken, http.trying);
  report.answer(statusLine(answer), { 'WWW-Authenticate': answer.headers.get('www-authenticate') ?? undefined });
  checkChallenge(`${options.server}/.well-known/oauth-protected-resource`, answer);
  return true;
}
