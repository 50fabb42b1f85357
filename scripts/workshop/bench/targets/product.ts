import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FormBrowser } from '../../../commands/doctor/browser.ts';
import { SCOPE } from '../fixtures.ts';
import { authorizationPath } from '../load/requests.ts';
import { readSeed, type Seed } from './seed.ts';
import { ServerProcess, serverEnvironment } from './server-process.ts';
import { type ClientSetup, cookieHeader, type StartServer } from './target.ts';

/** A confidential client with a fixed https callback. Its consent is remembered, so a plain GET returns a code. */
const CLIENT_NAME = 'Demo Portal';

/** The command line of `npx schoolgate`, to which a command and its arguments are added. */
export const PRODUCT: readonly string[] = [process.execPath, join(import.meta.dirname, '../../../schoolgate.js')];

export async function productEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  return {
    ...(await serverEnvironment(folder)),
    DATA_DIR: join(folder, 'data'),
    DEMO_PASSWORD: randomBytes(18).toString('base64url'),
    DEMO_SECRET: randomBytes(32).toString('base64url'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
}

export const startProduct: StartServer = async (folder) => {
  const environment = await productEnvironment(folder);
  const seed = await seedProduct(environment);
  const server = await ServerProcess.start(SERVE, environment, folder);
  return { server, describe: () => signIn(server.origin, seed) };
};

export const SERVE: readonly string[] = [...PRODUCT, 'serve'];

export async function seedProduct(environment: NodeJS.ProcessEnv): Promise<Seed> {
  const [program = '', ...file] = PRODUCT;
  const { stdout } = await promisify(execFile)(program, [...file, 'seed', '--json'], {
    env: environment,
  });
  return readSeed(stdout);
}

type SignedIn = ClientSetup & { sessionCookie: string };

/** Signs in and consents once, as a seeded person that the client accepts. */
export async function signIn(origin: URL, seed: Seed): Promise<SignedIn> {
  const client = seed.clients.find(({ name }) => name === CLIENT_NAME);
  const [redirectUri] = client?.redirect_uris ?? [];
  if (!client?.client_secret || redirectUri === undefined) {
    throw new Error(`the seed has no confidential client "${CLIENT_NAME}"`);
  }
  const setup = {
    client: { id: client.client_id, secret: client.client_secret, redirectUri },
    scope: SCOPE,
    resource: origin.origin,
  };
  const path = authorizationPath(setup);

  const dismissals: string[] = [];
  for (const { email, password } of seed.people) {
    const browser = new FormBrowser(origin.origin);
    try {
      await browser.walk(path, { email, password });
    } catch (error) {
      dismissals.push(String(error));
      continue;
    }
    // A second request needs no page.
    const { status, leavesFor } = await browser.get(path);
    if (status === 303 && leavesFor?.searchParams.has('code')) {
      return { ...setup, sessionCookie: cookieHeader(browser) };
    }
    dismissals.push(`${email}: ${status} ${leavesFor}`);
  }
  throw new Error(`nobody of the seed gets a code by remembered consent\n${dismissals.join('\n')}`);
}
