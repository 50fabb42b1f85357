import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OPERATOR_SCOPES } from '../../../../schema/oauth/scope.ts';
import { FormBrowser } from '../../../commands/doctor/browser.ts';
import { PRODUCT } from './product.ts';
import { readSeed, type Seed } from './seed.ts';
import { ServerProcess, serverEnvironment } from './server-process.ts';

/** The product with the demo, and a token for each role. */
export interface School {
  name: string;
  server: ServerProcess;
  /** Token of a member, for the member's own data. */
  memberToken: string;
  /** Token of the owner, to read everything. */
  operatorToken: string;
  /** Tokens of the owner and of a member of staff, with all scopes of their roles. */
  ownerToken: string;
  staffToken: string;
}

const READING = OPERATOR_SCOPES.filter((scope) => scope.endsWith(':read'));

const CALLBACK = 'http://127.0.0.1/callback';
const VERIFIER = 'a-code-verifier-that-is-long-enough-for-rfc-7636-section-4.1';
const CHALLENGE = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER))).toString(
  'base64url',
);

export async function startSchool(
  name: string,
  parentFolder: string,
  command: readonly string[] = [...PRODUCT, 'serve'],
  settings: Readonly<Record<string, string>> = {},
): Promise<School> {
  const folder = await mkdtemp(join(parentFolder, 'school-'));
  const environment = {
    ...(await serverEnvironment(folder)),
    DATA_DIR: join(folder, 'data'),
    DEMO_PASSWORD: randomBytes(18).toString('base64url'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  const [program = '', ...file] = PRODUCT;
  const { stdout } = await promisify(execFile)(program, [...file, 'seed', '--json'], {
    env: environment,
  });
  const seed = readSeed(stdout);
  const server = await ServerProcess.start(command, { ...environment, ...settings }, folder);
  const operator = (email: string, scopes: readonly string[]) =>
    tokenOf(server.origin, seed, 'Demo Admin Tool', email, ['openid', ...scopes].join(' '));
  return {
    name,
    server,
    memberToken: await tokenOf(server.origin, seed, 'Demo CLI', 'ana@riverside.example', 'openid account:read'),
    operatorToken: await operator('ruth@riverside.example', READING),
    ownerToken: await operator('ruth@riverside.example', OPERATOR_SCOPES),
    staffToken: await operator('noor@schools.example', OPERATOR_SCOPES),
  };
}

/** Obtains an access token through the authorization code flow. */
async function tokenOf(origin: URL, seed: Seed, clientName: string, email: string, scope: string): Promise<string> {
  const client = seed.clients.find(({ name }) => name === clientName);
  const person = seed.people.find((one) => one.email === email);
  if (client === undefined || person === undefined) throw new Error(`the seed lacks ${clientName} or ${email}`);
  const request = {
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    resource: origin.origin,
  };
  const query = new URLSearchParams({
    ...request,
    response_type: 'code',
    scope,
    state: 'state-of-the-benchmark',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const callback = await new FormBrowser(origin.origin).walk(`/oauth/authorize?${query}`, person);
  const code = callback.searchParams.get('code');
  if (code === null) throw new Error(`${email} gets no code for ${clientName}: ${callback}`);
  const response = await fetch(new URL('/api/oauth/token', origin), {
    method: 'POST',
    body: new URLSearchParams({ ...request, grant_type: 'authorization_code', code, code_verifier: VERIFIER }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token for ${clientName}: ${response.status}`);
  return token;
}
