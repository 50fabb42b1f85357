/** The logger of a request. Making one takes longer than many requests do, and most log nothing, so the first line makes it. */
import type { FastifyBaseLogger } from 'fastify';

type ChildArguments = Parameters<FastifyBaseLogger['child']>;
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
type Line = Parameters<FastifyBaseLogger['info']>;

/**
 * The `childLoggerFactory` of Fastify.
 * @param server the logger of the server
 * @param options what is said in each line of the request, and options
 */
export const requestLog = (server: FastifyBaseLogger, ...options: ChildArguments): FastifyBaseLogger =>
  new RequestLog(server, options);

class RequestLog implements FastifyBaseLogger {
  readonly #server: FastifyBaseLogger;
  readonly #given: ChildArguments;
  #made: FastifyBaseLogger | undefined;

  constructor(server: FastifyBaseLogger, options: ChildArguments) {
    this.#server = server;
    this.#given = options;
  }

  get level(): string {
    return this.#log().level;
  }

  set level(level: string) {
    this.#log().level = level;
  }

  child(...options: ChildArguments): FastifyBaseLogger {
    return this.#log().child(...options);
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(...line: unknown[]): void {
    this.#write('silent', line);
  }

  #log(): FastifyBaseLogger {
    this.#made ??= this.#server.child(...this.#given);
    return this.#made;
  }

  #write(level: Level, line: unknown[]): void {
    this.#log()[level](...(line as Line));
  }
}
