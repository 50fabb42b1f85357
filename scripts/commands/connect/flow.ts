/** Runs the nine steps of the tour in order. */
import { explain } from './explain.ts';
import { requireReplaceable } from './grant-file.ts';
import { listenOnLoopback } from './loopback.ts';
import { createReport } from './report.ts';
import { createHttp } from './requests.ts';
import { askForAuthorization, waitForCallback } from './steps/authorize.ts';
import { discover } from './steps/discover.ts';
import { callUserInfo, verifyIdToken } from './steps/identity.ts';
import { register } from './steps/register.ts';
import { revoke } from './steps/revoke.ts';
import { exchangeCode, refreshTokens } from './steps/tokens.ts';
import type { ConnectOptions, ConnectSurroundings, Tour } from './tour.ts';

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

/** Runs the tour. Rejects with a ConnectError that explains which step failed and what to do next. */
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
  for (const file of [options.saveTo, options.saveGrantTo]) if (file !== undefined) requireReplaceable(file);
  const server = await discover(tour);
  // The port must be known before the client is registered.
  const listener = await listenOnLoopback({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    path: options.path ?? '/callback',
  });
  try {
    const session = await register(tour, server, listener.redirectUri);
    const attempt = await askForAuthorization(tour, session, listener.redirectUri);
    const callback = await waitForCallback(tour, session, attempt, listener);
    const exchanged = await exchangeCode(tour, session, attempt, callback);
    const { tokens, claims } = exchanged;
    await verifyIdToken(tour, session, exchanged);
    const sub = await callUserInfo(tour, session, tokens, claims?.sub);
    const renewed = await refreshTokens(tour, session, tokens);
    const revoked = await revoke(tour, session, renewed);

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
