/** The hosts of client metadata documents: one https server that is every host of the internet to the server under test. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Network } from '../../plugins/guarded-fetch.ts';
import { temporaryFolder } from './app.ts';
import { TestCa } from './test-ca.ts';

/** Public, and never reached: every connection to it ends at the server of the test. */
export const PUBLIC_ADDRESS = '93.184.215.14';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface DocumentHost {
  /** For `testApp(t, { network })`: every name resolves to a public address, every connection comes here. */
  network: Network;
  /** Names that were resolved, and addresses that were dialled, so far. */
  resolved: string[];
  dialled: string[];
  /** The URLs that were asked for so far. */
  requests: string[];
  /** Serves a value as a JSON document at an https URL. */
  serve(url: string, document: unknown, headers?: Record<string, string>): void;
  /** Answers requests for an https URL in any way. */
  answer(url: string, answer: Answer): void;
  /** For another process: the file for NODE_EXTRA_CA_CERTS, and where `https://localhost:<port>/…` is served. */
  caFile: string;
  port: number;
}

const ca = await TestCa.make();
ca.trust();

export { ca as testCa };

export async function documentHost(t: Test): Promise<DocumentHost> {
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  const resolved: string[] = [];
  const dialled: string[] = [];
  const server = createServer(
    {
      SNICallback: (name, done) => {
        ca.contextFor(name).then(
          (context) => done(null, context),
          (error: Error) => done(error),
        );
      },
    },
    (request, response) => {
      const url = `https://${request.headers.host}${request.url}`;
      requests.push(url);
      const answer = answers.get(url);
      if (answer === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      else answer(request, response);
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const caFile = join(temporaryFolder(t), 'ca.pem');
  writeFileSync(caFile, ca.pem);
  return {
    network: {
      resolve: async (hostname) => {
        resolved.push(hostname);
        return [PUBLIC_ADDRESS];
      },
      dial: (to) => {
        dialled.push(to);
        return connect(port, '127.0.0.1');
      },
    },
    resolved,
    dialled,
    requests,
    serve(url, document, headers = {}) {
      answers.set(url, (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document));
      });
    },
    answer: (url, answer) => {
      answers.set(url, answer);
    },
    caFile,
    port,
  };
}
