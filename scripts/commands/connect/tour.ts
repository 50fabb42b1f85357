/** The options and helpers that every step uses. */
import type { Report } from './report.ts';
import type { createHttp } from './requests.ts';

export interface ConnectOptions {
  /** Origin of the server, without a trailing slash. */
  readonly server: string;
  /** The client to use instead of registering one. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scope?: string;
  readonly host?: '127.0.0.1' | 'localhost';
  /** Port of the callback; 0 or absent: any free port. */
  readonly port?: number;
  readonly path?: string;
  /** True to leave the tokens valid at the end. */
  readonly keep?: boolean;
  /** Path of a file for the access token. */
  readonly saveTo?: string | undefined;
  /** Path of a file for what renewing the access needs. */
  readonly saveGrantTo?: string | undefined;
  /** True to print one JSON object per line. */
  readonly json?: boolean;
  /** How long to wait for the person, in milliseconds; default: five minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface ConnectSurroundings {
  openAuthorizationUrl(url: string): Promise<void> | void;
  print(line: string): void;
  /** Lines that may be the address of the callback, pasted from a browser on another computer. */
  readonly pasted?: AsyncIterable<string> | undefined;
}

export interface Tour {
  readonly options: ConnectOptions & ConnectSurroundings;
  readonly scope: string;
  readonly report: Report;
  readonly http: ReturnType<typeof createHttp>;
}
