/** The table of contents: every plugin and every surface, in order. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import bearer from '../plugins/bearer.ts';
import capabilities from '../plugins/capabilities.ts';
import clientAuthentication from '../plugins/client-authentication.ts';
import clientResolver from '../plugins/client-resolver.ts';
import configuration, { type Clock, type Config } from '../plugins/config.ts';
import cursors from '../plugins/cursors.ts';
import errors from '../plugins/errors.ts';
import graceCopies from '../plugins/grace-copies.ts';
import { internet, type Network } from '../plugins/guarded-fetch.ts';
import http from '../plugins/http.ts';
import loginSession from '../plugins/login-session.ts';
import mailLinks from '../plugins/mail-links.ts';
import mailer from '../plugins/mailer.ts';
import maintenance from '../plugins/maintenance.ts';
import metadataDocuments from '../plugins/metadata-documents.ts';
import openapi from '../plugins/openapi/index.ts';
import operations from '../plugins/operations/index.ts';
import passkeys from '../plugins/passkeys.ts';
import passwordPolicy from '../plugins/password-policy.ts';
import passwords from '../plugins/passwords.ts';
import presentedToken from '../plugins/presented-token.ts';
import rateLimit from '../plugins/rate-limit.ts';
import signIn from '../plugins/sign-in.ts';
import signedUrls from '../plugins/signed-urls.ts';
import signer from '../plugins/signer.ts';
import storage from '../plugins/storage.ts';
import stores from '../plugins/stores.ts';
import { systemTimer, type Timer } from '../plugins/timer.ts';
import tokenIssuer from '../plugins/token-issuer.ts';
import account from './account/index.ts';
import accountGraphql from './account-graphql/index.ts';
import adminApi from './admin/index.ts';
import assets from './assets.ts';
import authorize from './authorize/index.ts';
import documentation from './documentation.ts';
import documents from './documents.ts';
import health from './health.ts';
import home from './home.ts';
import introspect from './introspect.ts';
import invitation from './invitation/index.ts';
import logout from './logout.ts';
import mcp, { type McpOptions } from './mcp/index.ts';
import metadata from './metadata.ts';
import { writeLetter } from './pages/letters.ts';
import recovery from './recovery/index.ts';
import reference from './reference/index.ts';
import register from './register.ts';
import revoke from './revoke.ts';
import setup from './setup.ts';
import signInPages from './sign-in/index.ts';
import siteAdmin from './site-admin/index.ts';
import token from './token/index.ts';
import { answerUnknown } from './unknown.ts';
import uploads, { isUploading } from './uploads.ts';
import userinfo from './userinfo.ts';

const FORM_BODY_LIMIT = 16 * 1024;
const SECOND = 1000;

export interface AppOptions {
  /** Milliseconds since the epoch; the system's clock unless a test brings its own. */
  clock?: Clock;
  /** What ends an answer that takes too long; the system's timer unless a test brings its own. */
  timer?: Timer;
  /** Where log lines go; standard output unless a test collects them. */
  logStream?: { write(line: string): void };
  /** Where metadata documents come from; the internet unless a test brings its own. */
  network?: Network;
  /** Whether housekeeping runs beside the requests. Tests that look at every statement turn it off. */
  housekeeping?: boolean;
  mcp?: McpOptions;
}

/** Builds the whole server, ready to listen or to be injected into. */
export async function buildApp(
  config: Config,
  {
    clock = Date.now,
    timer = systemTimer,
    logStream,
    network = internet,
    housekeeping = true,
    mcp: mcpOptions = {},
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      // An address can carry codes and state: only its path is logged.
      serializers: { req: ({ method, url }: FastifyRequest) => ({ method, path: loggedPath(url) }) },
      ...(logStream === undefined ? {} : { stream: logStream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: FORM_BODY_LIMIT,
    // A request that is never finished must not hold its socket; Node looks for such ones at an interval.
    requestTimeout: 15 * SECOND,
    http: { headersTimeout: 10 * SECOND, connectionsCheckingInterval: 5 * SECOND },
    // While stopping, requests on open connections are still answered.
    return503OnClosing: false,
    clientErrorHandler: refuseMalformedHttp,
    frameworkErrors: (error, request, reply: FastifyReply) => {
      app.markAnswer(request, reply);
      app.answerFailure(error, request, reply);
    },
  });

  await app.register(configuration, { config, clock, timer });
  await app.register(capabilities);
  await app.register(errors);
  await app.register(http);
  await app.register(rateLimit);
  await app.register(stores);
  await app.register(signer);
  await app.register(tokenIssuer);
  await app.register(graceCopies);
  await app.register(metadataDocuments, { network });
  await app.register(clientResolver);
  await app.register(clientAuthentication);
  await app.register(presentedToken);
  await app.register(bearer);
  await app.register(cursors);
  await app.register(signedUrls);
  await app.register(storage);
  await app.register(mailer, { write: writeLetter });
  await app.register(passwords);
  await app.register(signIn);
  await app.register(mailLinks);
  await app.register(operations);
  await app.register(openapi);
  await app.register(passwordPolicy);
  await app.register(loginSession);
  await app.register(passkeys);
  await app.register(maintenance, { isOn: housekeeping });

  answerUnknown(app);
  await app.register(metadata);
  await app.register(documents);
  await app.register(register);
  await app.register(authorize);
  await app.register(token);
  await app.register(userinfo);
  await app.register(introspect);
  await app.register(revoke);
  await app.register(logout);
  await app.register(accountGraphql);
  await app.register(adminApi);
  await app.register(uploads);
  await app.register(mcp, mcpOptions);
  await app.register(assets);
  await app.register(home);
  await app.register(signInPages);
  await app.register(recovery);
  await app.register(invitation);
  await app.register(account);
  await app.register(siteAdmin);
  await app.register(setup);
  await app.register(documentation);
  await app.register(reference);
  await app.register(health);
  return app;
}

const loggedPath = (url: string): string => (url.split(/[?#;]/, 1)[0] ?? '').slice(0, 512);

/** What is no HTTP gets a short answer and leaves no trace: the packet at hand may hold anybody's secrets. */
function refuseMalformedHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const body = JSON.stringify({ error: 'invalid_request', error_description: status.slice(4).toLowerCase() });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}`;
  if (socket.writable) socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
  else socket.destroy();
}

/** A random part per process and a counter: unique, and cheap enough for every request. */
function requestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
