/** The peer: oidc-provider over SQLite, for comparison. Started by `scripts/workshop/bench/index.ts`. */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { databaseFileFromEnvironment, portFromEnvironment } from '../fixtures.ts';
import { createAdapterFactory } from './adapter.ts';
import { configuration } from './configuration.ts';
import { approve, INTERACTION_PATH } from './interaction.ts';

const host = '127.0.0.1';
const port = portFromEnvironment();
const provider = new Provider(
  `http://${host}:${port}`,
  configuration(createAdapterFactory(databaseFileFromEnvironment())),
);
provider.on('server_error', (_context, error) => console.error(error));

const answer = provider.callback();
createServer((request, response) => {
  if (!request.url?.startsWith(INTERACTION_PATH)) return void answer(request, response);
  approve(provider, request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(port, host);
