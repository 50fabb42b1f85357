/** A slow line between a browser and a server of the tests: a forward proxy that holds back what forms are answered. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Test } from 'tap';
import { freePort } from './live-server.ts';
import { BASE } from './settings.ts';

export interface SlowLine {
  /** For the settings of a browser. */
  address: string;
  /** The paths of the forms that were sent. */
  forms: string[];
}

/** @param line the port of the server that browsers know as `BASE` */
export async function slowLine(t: Test, line: { readonly port: number }, delayMs: number): Promise<SlowLine> {
  const forms: string[] = [];
  const { host: own } = new URL(BASE);

  function forward(from: IncomingMessage, to: ServerResponse): void {
    const url = new URL(from.url ?? '', BASE);
    const isOwn = url.host === own;
    if (isOwn && from.method === 'POST') forms.push(url.pathname);
    const { hostname, pathname, search } = url;
    const target = { hostname, port: isOwn ? line.port : url.port, path: pathname + search };
    const onward = httpRequest({ ...target, method: from.method, headers: from.headers }, (answer) => {
      const send = () => answer.pipe(to.writeHead(answer.statusCode ?? 502, answer.rawHeaders));
      setTimeout(send, isOwn && from.method === 'POST' ? delayMs : 0);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  }

  const server = createServer(forward);
  const at = await freePort();
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `127.0.0.1:${at}`, forms };
}
