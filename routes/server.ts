/** Creates the Fastify server with the settings that cannot be changed by plugins. */
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { requestIds } from '../plugins/http/request-ids.ts';
import { requestLog } from '../plugins/http/request-log.ts';
import type { Config } from '../plugins/settings/config.ts';
import { MAX_BODY } from '../schema/limits.ts';
import { isUploading } from './apis/uploads.ts';
import { prefersHtml } from './http.ts';
import { routedUrl } from './trailing-slash.ts';

const SECOND = 1000;

export interface LogStream {
  write(line: string): void;
}

/** @param logStream where log lines go; by default, standard output */
export function bareServer(config: Config, logStream?: LogStream): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: {
      level: config.logLevel,
      // URLs can contain codes and state, so only the path is logged.
      serializers: { req: ({ method, url }: FastifyRequest) => ({ method, path: loggedPath(url) }) },
      ...(logStream === undefined ? {} : { stream: logStream }),
    },
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(config.trustProxy),
    requestIdHeader: false,
    rewriteUrl: routedUrl,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: MAX_BODY.form,
    // Migrations, and waiting for those of another node, take as long as they need.
    pluginTimeout: 0,
    // An unfinished request must not occupy its socket. Node checks for these at an interval.
    requestTimeout: 15 * SECOND,
    http: { headersTimeout: 10 * SECOND, connectionsCheckingInterval: 5 * SECOND },
    // Routes validate with zod. The default compilers of JSON Schema are large, and would be loaded for nothing.
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    // During shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    clientErrorHandler: refuseMalformedHttp,
    frameworkErrors: (error, request, reply: FastifyReply) => {
      app.markAnswer(request, reply);
      app.closeUnread(request, reply);
      // An address of a page that was copied with the sentence around it leads nowhere.
      const isOfPage = !/^\/(?:api|mcp)\b/.test(request.url) && prefersHtml(request);
      if (error.statusCode === 414 && isOfPage) return void app.answerUnknown(request, reply);
      app.answerFailure(error, request, reply);
    },
  });
  return app;
}

function withoutSchemas(): never {
  throw new Error('routes have no JSON Schema; they validate with zod');
}

const loggedPath = (url: string): string => (url.split(/[?#;]/, 1)[0] ?? '').slice(0, 512);

/** Sends a short response to malformed HTTP and logs nothing, because the data may contain secrets. */
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
