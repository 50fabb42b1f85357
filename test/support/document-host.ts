/** The hosts of client metadata documents: one https server that is every host of the internet to the server under test. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { SecureContext } from 'node:tls';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import type { Network } from '../../plugins/http/guarded-request.ts';
import { newMetadataClient } from '../../schema/oauth/client.ts';
import type { MetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { type TestAppOptions, type TestClock, temporaryFolder, testApp } from './app.ts';
import { authorizeUrl, CALLBACK, type Fields, makeVerifier } from './oauth-client.ts';
import { TestCa } from './test-ca.ts';

/** Public, and never reached: every connection to it ends at the server of the test. */
export const PUBLIC_ADDRESS = '93.184.215.14';

/** An internet on which no host is found, so that the copies of metadata documents stand in. */
export const NO_NETWORK: Network = {
  resolve: () => Promise.reject(new Error('there is no name server')),
  dial: () => {
    throw new Error('no host can be reached');
  },
};

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What a name server says, or what it does instead of answering. */
export type Lookup = readonly string[] | ((signal: AbortSignal) => Promise<readonly string[]>);

/** E-14: all that a stranger learns when a document cannot be used. */
export const UNUSABLE = 'the client metadata document could not be used';

/** A document that is taken; `undefined` leaves a member out. */
export const documentFor = (url: string, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  client_id: url,
  client_name: 'A tool',
  redirect_uris: [CALLBACK],
  ...changes,
});

/** An authorization request of a client nobody has heard of, by somebody who is not signed in. */
export const ask = (
  app: FastifyInstance,
  clientId: string,
  {
    accept = 'application/json',
    from = '198.51.100.7',
    ...overrides
  }: Fields & { accept?: string; from?: string } = {},
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'GET',
    url: authorizeUrl({ id: clientId, redirectUri: CALLBACK, secret: undefined }, makeVerifier(), {
      scope: 'openid courses:read',
      ...overrides,
    }),
    headers: { accept },
    remoteAddress: from,
  });

/** Stores a client whose document must be fetched again, as if a person had consented to it. */
export const keep = async ({ clock, oauth: { metadataClients } }: FastifyInstance, url: string): Promise<void> => {
  const metadata = { name: 'A tool', redirectUris: [CALLBACK], droppedRedirectUris: [], postLogoutRedirectUris: [] };
  const fetched = { metadata, fetchedAt: clock() - 1, freshUntil: clock() };
  await metadataClients.keep(newMetadataClient(url as MetadataUrl, fetched));
};

/** The client was taken: the person is asked to sign in. */
export const isTaken = ({ statusCode, headers }: LightMyRequestResponse): boolean =>
  statusCode === 303 && String(headers.location).startsWith('/oauth/continue/');

/** Refused on our own page, in words that say nothing of the cause. */
export function refusedUniformly(t: Test, response: LightMyRequestResponse, of: string): void {
  t.equal(response.statusCode, 400, `${of}: status`);
  t.equal(response.headers.location, undefined, `${of}: no redirect`);
  t.match(response.json(), { error: 'invalid_client', error_description: UNUSABLE }, `${of}: text`);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Refused as JSON and as a page, in words that say nothing of the cause. @returns both without the ids of request and client */
export async function refusalOf(t: Test, app: FastifyInstance, url: string, title: string): Promise<string> {
  const json = await ask(app, url);
  const page = await ask(app, url, { accept: 'text/html,application/xhtml+xml' });
  for (const response of [json, page]) {
    t.equal(response.statusCode, 400, `${title}: status`);
    t.equal(response.headers.location, undefined, `${title}: no redirect`);
  }
  t.equal(json.json().error_description, UNUSABLE, `${title}: description`);
  t.match(page.headers['content-type'], 'text/html');
  t.notMatch(page.body, /http-equiv|(?:href|src|action)="[^"]*example\/client/i, `${title}: the page leads nowhere`);
  return (
    [json, page]
      .map(({ body, headers }) => body.replaceAll(String(headers['x-request-id']), 'request'))
      // The details of the page name the client that was asked for, as text.
      .map((body) => body.replaceAll(`<code>${escaped(url)}</code>`, '<code>client</code>'))
      .join('\n')
  );
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers with a body, right or wrong. */
export const served =
  (body: string | Buffer, headers: Record<string, string | string[]> = JSON_TYPE, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Hangs up on whoever asks. */
export const isDown: Answer = ({ socket }) => socket.destroy();

/** A host that answers only when it is told to. */
export function holding(host: DocumentHost): { hold(url: string): void; release(): void } {
  const waiting: (() => void)[] = [];
  return {
    hold: (url) =>
      host.answer(url, (request, response) => {
        waiting.push(() => served(JSON.stringify(documentFor(url)))(request, response));
      }),
    release: () => {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** Too much is being fetched: the same request may come again. */
export const isBusy = (response: LightMyRequestResponse): boolean =>
  response.statusCode === 503 &&
  Number(response.headers['retry-after']) > 0 &&
  response.json().error === 'temporarily_unavailable';

export interface HostileSetting {
  app: FastifyInstance;
  clock: TestClock;
  host: DocumentHost;
  logs: string[];
  /** The reason in the log of the last refusal. */
  reason(): string;
}

/** An app that takes documents from whoever has a name, on an internet that belongs to the test. */
export async function hostileInternet(
  t: Test,
  { env = {}, seed = false, ...options }: Pick<TestAppOptions, 'env' | 'seed' | 'timer' | 'oneNode'> = {},
): Promise<HostileSetting> {
  const host = await documentHost(t);
  const { app, clock, logs } = await testApp(t, {
    network: host.network,
    env: { CIMD_OPEN_REGISTRATION: 'on', ...env },
    seed,
    ...options,
  });
  const refusals = (): string[] => logs.filter((line) => line.includes('request refused'));
  return { app, clock, host, logs, reason: () => String(JSON.parse(refusals().at(-1) ?? '{}').detail) };
}

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
  /** What a name resolves to, one lookup after the other; the last one stays. */
  resolveTo(hostname: string, ...lookups: readonly Lookup[]): void;
  /** Where connections to an address go, instead of to the server of the test. */
  dialTo(address: string, dial: () => Socket): void;
  /** The certificate that a host shows, instead of its own. */
  present(hostname: string, certificate: Promise<SecureContext>): void;
  /** Every connection that was opened so far. */
  connections: Socket[];
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
  const connections: Socket[] = [];
  const lookups = new Map<string, readonly Lookup[]>();
  const dials = new Map<string, () => Socket>();
  const certificates = new Map<string, Promise<SecureContext>>();
  const nextLookup = (hostname: string): Lookup => {
    const [next, ...later] = lookups.get(hostname) ?? [];
    if (later.length > 0) lookups.set(hostname, later);
    return next ?? [PUBLIC_ADDRESS];
  };
  const server = createServer(
    {
      SNICallback: (name, done) => {
        (certificates.get(name) ?? ca.contextFor(name)).then(
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
      resolve: async (hostname, signal) => {
        resolved.push(hostname);
        const lookup = nextLookup(hostname);
        return typeof lookup === 'function' ? lookup(signal) : lookup;
      },
      dial: ([to = '']) => {
        dialled.push(to);
        const socket = dials.get(to)?.() ?? connect(port, '127.0.0.1');
        connections.push(socket);
        return socket;
      },
    },
    resolveTo: (hostname, ...answers) => {
      lookups.set(hostname, answers);
    },
    dialTo: (to, dial) => {
      dials.set(to, dial);
    },
    present: (hostname, certificate) => {
      certificates.set(hostname, certificate);
    },
    connections,
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
