/** The server of another process, which helpers that inject requests can ask as well. */
import { Agent, request } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { BASE } from './settings.ts';

export interface Exchange {
  status: number;
  /** Until the whole answer, or until the first byte of a download. */
  ms: number;
  isDownload: boolean;
}

const agent = new Agent({ keepAlive: true });

/**
 * @param app a server on the same database, for all that is not a request
 * @param origin where the other process listens, whose `BASE_URL` is `BASE`
 */
export function remoteApp(
  app: FastifyInstance,
  origin: string,
  onExchange: (exchange: Exchange) => void,
): FastifyInstance {
  const inject = (asked: string | InjectOptions): Promise<unknown> => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    return exchange(new URL(String(options.url), origin), options, onExchange);
  };
  return Object.assign(Object.create(app), { inject });
}

function exchange(url: URL, { method, headers, payload }: InjectOptions, onExchange: (exchange: Exchange) => void) {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const sent = { ...headers, host: new URL(BASE).host } as Record<string, string>;
    const outgoing = request(url, { agent, method, headers: sent }, (incoming) => {
      const { statusCode = 0, headers: received } = incoming;
      const isDownload = String(received['content-disposition']).startsWith('attachment');
      const chunks: Buffer[] = [];
      const finish = (): void => {
        onExchange({ status: statusCode, ms: performance.now() - begin, isDownload });
        const body = Buffer.concat(chunks).toString();
        const cookies = (received['set-cookie'] ?? []).map(cookieOf);
        resolve({ statusCode, headers: received, body, payload: body, cookies, json: () => JSON.parse(body) });
      };
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (!isDownload) return;
        finish();
        incoming.destroy();
      });
      incoming.on('end', finish);
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

function cookieOf(line: string): { name: string; value: string; maxAge: number | undefined } {
  const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
  const maxAge = /; *max-age=(\d+)/i.exec(line)?.[1];
  return { name, value, maxAge: maxAge === undefined ? undefined : Number(maxAge) };
}
