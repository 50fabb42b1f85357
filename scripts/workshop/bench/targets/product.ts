import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Browser, type Page } from '../browser.ts';
import { ENDPOINTS, SCOPE } from '../fixtures.ts';
import { authorizationPath } from '../load/requests.ts';
import { readSeed, type Seed } from './seed.ts';
import { ServerProcess, serverEnvironment } from './server-process.ts';
import type { ClientSetup, StartServer } from './target.ts';

/** A confidential client with a fixed https callback. Its consent is remembered, so a plain GET returns a code. */
const CLIENT_NAME = 'Demo Portal';
const MAX_PAGES = 8;

/** What `npx schoolgate` runs, to which a command and its arguments are added. */
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

export const startProduct: StartServer = (folder) => startProductWith(folder, {});

export const SERVE: readonly string[] = [...PRODUCT, 'serve'];

export const startProductWith = async (folder: string, settings: Readonly<Record<string, string>>) => {
  const { server, seed } = await seededProduct(folder, settings);
  return { server, describe: () => signIn(server.origin, seed) };
};

/**
 * Starts the product with the demo.
 * @param settings of the server, beside those of every measurement
 */
export async function seededProduct(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const environment = { ...(await productEnvironment(folder)), ...settings };
  const seed = await seedProduct(environment);
  return { server: await ServerProcess.start(SERVE, environment, folder), seed };
}

/** Makes the database of the demo, or of a school of some times its size. */
export async function seedProduct(environment: NodeJS.ProcessEnv, scale = 1): Promise<Seed> {
  const [program = '', ...file] = PRODUCT;
  const { stdout } = await promisify(execFile)(program, [...file, 'seed', '--json', '--scale', String(scale)], {
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
  for (const person of seed.people) {
    const browser = new Browser(origin);
    const page = await walkThrough(browser, await browser.open(path), person);
    const remembered = page.leftFor?.includes('code=') ? await browser.open(path) : page;
    if (remembered.status === 303 && remembered.leftFor?.includes('code=')) {
      return { ...setup, sessionCookie: browser.cookieHeader(ENDPOINTS.authorize) };
    }
    dismissals.push(`${person.email}: ${remembered.status} ${remembered.leftFor ?? textOf(remembered)}`);
  }
  throw new Error(`nobody of the seed gets a code by remembered consent\n${dismissals.join('\n')}`);
}

/** Fills in every form on the way to the client: sign-in, choice of site, consent. */
export async function walkThrough(
  browser: Browser,
  start: Page,
  person: { email: string; password: string },
): Promise<Page> {
  let page = start;
  for (let step = 0; step < MAX_PAGES && page.leftFor === undefined; step++) {
    const { forms } = page;
    const signInForm = forms.find(({ names }) => names.has('email') && names.has('password'));
    const consentForm = forms.find(({ names }) => names.has('decision'));
    const choice = forms.find(
      ({ method, buttons, standing }) => method === 'post' && buttons.length + standing.length > 1,
    );
    if (signInForm !== undefined) {
      if (step > 0) return page; // refused
      page = await browser.submit(page, signInForm, { email: person.email, password: person.password });
    } else if (consentForm !== undefined) {
      page = await browser.submit(page, consentForm, {}, ['decision', 'allow']);
    } else if (choice !== undefined) {
      page = await browser.submit(page, choice, {}, choice.buttons[0]);
    } else {
      return page;
    }
  }
  return page;
}

function textOf({ html }: Page): string {
  return html
    .replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}
