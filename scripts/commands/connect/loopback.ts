/** The loopback listener of RFC 8252 §7.3: a web server on the local machine, for one request. */
import { once } from 'node:events';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import { ConnectError } from './errors.ts';
import { closingPage, PAGE_HEADERS } from './page.ts';

export interface LoopbackAddress {
  readonly host: '127.0.0.1' | 'localhost';
  /** Port; 0: any free port. */
  readonly port: number;
  readonly path: string;
}

export interface LoopbackListener {
  readonly redirectUri: string;
  /** Passes the query of the first callback to `read`. Its result or error is the outcome, here and in the browser. */
  receive<Value>(
    read: (query: URLSearchParams) => Value,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Value>;
  close(): void;
}

export async function listenOnLoopback({ host, port, path }: LoopbackAddress): Promise<LoopbackListener> {
  const server = createServer();
  const closing = new AbortController();
  const bound = await bind(server, port);
  return {
    redirectUri: `http://${host}:${bound}${path}`,
    receive: (read, timeoutMs, signal) =>
      receive(
        server,
        path,
        read,
        timeoutMs,
        signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
      ),
    close() {
      closing.abort(new ConnectError('The listener was closed.'));
      server.close();
      server.closeAllConnections();
    },
  };
}

/** RFC 8252 §8.3: binds to the loopback interface only, whichever host the redirect URI contains. */
async function bind(server: HttpServer, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectError(`Cannot listen on port ${port} (${reason}): choose another --port, or omit it.`);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function receive<Value>(
  server: HttpServer,
  path: string,
  read: (query: URLSearchParams) => Value,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  let answered = false;
  server.on('request', (request, response) => {
    const [target, ...query] = (request.url ?? '').split('?');
    // Browsers also request /favicon.ico. Only the redirect URI is answered, and only once.
    if (target !== path || request.method !== 'GET' || answered) {
      return reply(response, 404, 'Nothing here', 'This URL is not part of the sign-in.');
    }
    answered = true;
    // Wait until the browser has received its page, before the listener is closed.
    try {
      const value = read(new URLSearchParams(query.join('?')));
      response.once('close', () => resolve(value));
      reply(response, 200, 'You can close this window', 'The sign-in continues in the terminal.');
    } catch (error) {
      response.once('close', () => reject(error));
      const reason = error instanceof ConnectError ? error.message : 'An unexpected error occurred.';
      reply(response, 400, 'The sign-in failed', `${reason} You can close this window; the terminal says the same.`);
    }
  });

  const timer = setTimeout(() => reject(timedOut(timeoutMs)), timeoutMs);
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}

function reply(response: ServerResponse, status: number, title: string, text: string): void {
  response.writeHead(status, PAGE_HEADERS).end(closingPage(title, text));
}

function timedOut(timeoutMs: number): ConnectError {
  const minutes = Math.round(timeoutMs / 60_000);
  const duration = minutes === 0 ? `${timeoutMs} milliseconds` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new ConnectError(
    `No callback arrived within ${duration}. If the browser shows an error page, it says why; otherwise run connect again.`,
  );
}
