/** What `{{name …}}` stands for in files of HTTP exchanges: made by the real flow when it is first needed, once for each file. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import type { Scope } from '../../schema/oauth/scope.ts';
import { adminApp, CALLERS, type CallerName, call } from './admin.ts';
import { BASE } from './app.ts';
import { documentHost } from './document-host.ts';
import { serveDocuments } from './http-documents.ts';
import { register } from './interaction.ts';
import { authorize, challengeOf, DEMO, makeVerifier, obtainTokens } from './oauth-client.ts';
import { signedIn } from './signed-in.ts';
import { pathOf, picture, uploaded } from './uploads.ts';

export interface World {
  readonly app: FastifyInstance;
  readonly port: number;
  later(milliseconds: number): void;
  /** Returns what a name with arguments stands for. */
  make(name: string, args: readonly string[]): Promise<string>;
}

const HOST = new URL(BASE).host;
const DEFAULT_SCOPE = 'openid profile email account:read';

/** A server that listens, with the demo platform, a person of each role, and hosts of client documents. */
export async function httpWorld(t: Test): Promise<World> {
  const host = await documentHost(t);
  serveDocuments(host);
  const env = { CIMD_OPEN_REGISTRATION: 'on', MCP_ALLOWED_ORIGINS: 'https://tools.example' };
  const { app, clock, tokenOf } = await adminApp(t, { env, network: host.network });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  const fixtures = { ...ofClients(app), ...ofSchool(app, tokenOf) };
  return {
    app,
    port: address.port,
    later: (milliseconds) => clock.advance(milliseconds),
    async make(name, args) {
      const fixture = fixtures[name];
      if (fixture === undefined) throw new Error(`nothing is called ${name}`);
      return fixture(...args);
    },
  };
}

type Fixtures = Record<string, (...args: string[]) => string | Promise<string>>;

function ofClients(app: FastifyInstance): Fixtures {
  const once = remembered();
  const authorized = (name: string, scope = DEFAULT_SCOPE) =>
    once(`code ${name}`, () => authorize(app, DEMO.cli, { scope: scope.replaceAll('+', ' ') }));
  const tokens = (name: string, scope = DEFAULT_SCOPE, clientId: string = DEMO.cli.id) =>
    once(`tokens ${name}`, () =>
      obtainTokens(app, { ...DEMO.cli, id: clientId }, { scope: scope.replaceAll('+', ' '), prompt: 'consent' }),
    );
  return {
    base: () => BASE,
    host: () => HOST,
    times: (count = '', text = '') => text.repeat(Number(count)),
    // Of RFC 7636, for requests whose code nobody redeems.
    verifier: async (name = '') => (await authorized(name)).verifier,
    challenge: () => challengeOf(makeVerifier()),
    code: async (name = '', scope) => (await authorized(name, scope)).code,
    'access-token': async (name = '', scope, clientId) => (await tokens(name, scope, clientId)).access_token,
    'refresh-token': async (name = '', scope, clientId) => (await tokens(name, scope, clientId)).refresh_token,
    'id-token': async (name = '', scope) => String((await tokens(name, scope)).id_token),
    client: async (name = 'Some-Tool') => (await once(`client ${name}`, () => register(app, name))).id,
    secret: () => DEMO.webApp.secret,
  };
}

function ofSchool(
  app: FastifyInstance,
  tokenOf: (caller: CallerName, scopes?: readonly Scope[]) => Promise<string>,
): Fixtures {
  const once = remembered();
  const file = (name: string) =>
    once(`file ${name}`, async () => uploaded(app, await tokenOf('owner'), picture(`0123456789 ${name}`)));
  return {
    token: (caller = '', ...scopes) =>
      tokenOf(caller as CallerName, scopes.length === 0 ? undefined : (scopes as Scope[])),
    /** The cookie of a person who is signed in. */
    session: async (caller = '') => {
      const browser = await once(`session ${caller}`, () => signedIn(app, CALLERS[caller as CallerName].email));
      return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    file: async (name = '') => pathOf((await file(name)).url),
    course: (name = '') =>
      once(`course ${name}`, async () => {
        const { json, body } = await call(app, await tokenOf('owner'), 'POST', '/courses', {
          title: name,
          slug: `http-${name.toLowerCase()}`,
        });
        if (json.id === undefined) throw new Error(body);
        return String(json.id);
      }),
  };
}

function remembered() {
  const made = new Map<string, Promise<unknown>>();
  return <Made>(key: string, make: () => Promise<Made>): Promise<Made> => {
    const known = made.get(key) ?? make();
    made.set(key, known);
    return known as Promise<Made>;
  };
}
