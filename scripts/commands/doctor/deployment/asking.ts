/** Requests to the deployment as they arrive from outside, through its proxy. */

import type { IncomingHttpHeaders } from 'node:http';
import { request as plainRequest } from 'node:http';
import { type RequestOptions, request as secureRequest } from 'node:https';
import { isIP } from 'node:net';

/** Where the deployment is. */
export interface Target {
  /** The origin that people use. */
  readonly base: URL;
  /** Connects there instead of to the host of `base`, for a proxy that has no name yet. */
  readonly connectTo: { readonly host: string; readonly port: number } | undefined;
  /** Where the proxy takes http. */
  readonly plainPort: number | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The address of this machine in the connection. */
  readonly from: string;
}

const ANSWER_MS = 10_000;
const MAX_BODY = 256 * 1024;

interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  /** Over http, at the port of the target for it. */
  readonly plain?: boolean;
  /** Also from a server whose certificate is refused: for what is public only. */
  readonly unverified?: boolean;
}

export const hostOf = ({ base }: Target): string => base.hostname.replace(/^\[|\]$/g, '');

/** Where to connect. */
export const endOf = (target: Target): { host: string; port: number } =>
  target.connectTo ?? {
    host: hostOf(target),
    port: Number(target.base.port || (target.base.protocol === 'https:' ? 443 : 80)),
  };

/** The name that a certificate has to be for, if the host is a name. */
export const serverName = (target: Target): { servername?: string } =>
  isIP(hostOf(target)) === 0 ? { servername: hostOf(target) } : {};

/** @throws {Error} of the network, of the certificate, or if the answer takes too long */
export function ask(target: Target, path: string, question: Question = {}): Promise<HttpAnswer> {
  const { headers = {}, plain = false, unverified = false } = question;
  const { host, port } = endOf(target);
  const isSecure = target.base.protocol === 'https:' && !plain;
  const options: RequestOptions = {
    host,
    port: plain ? (target.plainPort ?? 80) : port,
    path,
    headers: { host: target.base.host, 'user-agent': 'schoolgate doctor', ...headers },
    agent: false,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(isSecure ? { ...serverName(target), rejectUnauthorized: !unverified } : {}),
  };
  return new Promise((resolve, reject) => {
    (isSecure ? secureRequest : plainRequest)(options, (incoming) => {
      const from = incoming.socket.localAddress ?? '';
      let body = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_BODY) incoming.destroy(new Error('the answer is too long'));
      });
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body, from }));
    })
      .on('error', reject)
      .end();
  });
}

/** @returns nothing for what is not JSON */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
