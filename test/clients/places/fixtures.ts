/** The clients whose requests were recorded: what each sends, sent from here. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashCredential } from '../../../schema/credential.ts';
import { parseScopes } from '../../../schema/oauth/scope.ts';
import { obtainCodes } from '../../../scripts/commands/doctor/authorization.ts';
import type { Client } from '../../../scripts/commands/doctor/client.ts';
import { findServer } from '../../../scripts/commands/doctor/discovery.ts';
import { FIXTURES, type Fixture, readFixture, type Way } from '../../../scripts/commands/doctor/fixture.ts';
import { identify } from '../../../scripts/commands/doctor/identity.ts';
import { fillServer } from '../../../scripts/commands/doctor/template.ts';
import { type Party, redeem, refreshAll } from '../../../scripts/commands/doctor/tokens.ts';
import { createVisit } from '../../../scripts/commands/doctor/visit.ts';
import { SECRET } from '../../support/app.ts';
import { ROOT } from '../../support/programs.ts';
import type { House } from './house.ts';
import type { Connection, Program, SignIn, Start } from './program.ts';

const isLoopback = (uri: string): boolean => /^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(uri);

/** The way and the callback that the client prefers: on the computer that it runs on, if it can. */
function preferredWay({ ways }: Fixture): Way {
  const [way] = ways;
  if (way === undefined) throw new Error('no way');
  const callback = way.callbacks.find(isLoopback) ?? way.callbacks[0] ?? '';
  return { ...way, callbacks: [callback], ...(way.by === 'document' ? { refusedCallbacks: [] } : {}) };
}

type Parameters = Record<string, string>;
type Issued = Awaited<ReturnType<typeof refreshAll>>['value'];

/** The fixture as it is when the URL of the client names a school, which is then its resource. */
function atSchool(fixture: Fixture, school: string | undefined): Fixture {
  const named = <One extends { parameters: Parameters }>(one: One): One => {
    const isNamed = school !== undefined && one.parameters.resource !== undefined;
    return isNamed ? { ...one, parameters: { ...one.parameters, resource: `{base}/mcp?school=${school}` } } : one;
  };
  const { authorize, exchange, refreshes } = fixture;
  return { ...fixture, authorize: named(authorize), exchange: named(exchange), refreshes: refreshes.map(named) };
}

/** What a school enters for a client that does not identify itself. */
async function madeBeforehand(
  { app }: House,
  { client }: Extract<Way, { by: 'preregistered' }>,
  school = 'riverside',
): Promise<Client> {
  const id = `c_made_at_${school}`;
  const secret = client.token_endpoint_auth_method === 'none' ? undefined : SECRET;
  if ((await app.oauth.clients.find(id)) !== undefined) return { id, secret };
  const siteId = `site_demo_${school}`;
  const createdAt = app.clock();
  await app.oauth.clients.create(
    {
      ...{ id, origin: 'site_application', siteId, name: 'Made beforehand', createdAt },
      authMethod: client.token_endpoint_auth_method,
      redirectUris: client.redirect_uris,
      scopes: parseScopes(client.scope),
      defaultScope: client.default_scope,
      ...(secret === undefined ? {} : { secretHash: hashCredential(secret) }),
    },
    { event: 'client_created', at: createdAt, clientId: id, siteId },
  );
  return { id, secret };
}

async function meet(fixture: Fixture, { house, server = house.origin, school }: Start): Promise<[Party, Way]> {
  const way = preferredWay(fixture);
  const visit = createVisit(atSchool(fixture, school), server, undefined);
  const found = (await findServer(visit)).value;
  if (way.by === 'document') house.documents.serve(way.url, way.document);
  const known = way.by === 'preregistered' ? await madeBeforehand(house, way, school) : undefined;
  const client = (await identify(visit, found, way, known)).value;
  return [{ visit, server: found, client, fill: fillServer(server, found) }, way];
}

async function signIn(fixture: Fixture, start: Start): Promise<SignIn> {
  const [party, way] = await meet(fixture, start);
  const asked = Promise.withResolvers<URL>();
  const landed = Promise.withResolvers<URL>();
  const { visit, server, client, fill } = party;
  const walk = (url: URL): Promise<URL> => {
    asked.resolve(url);
    return landed.promise;
  };
  const codes = obtainCodes(visit, server, client, way, { fill, walk });
  const url = await Promise.race([asked.promise, codes.then(() => asked.promise)]);
  return {
    url,
    async take(address) {
      landed.resolve(address);
      const [first] = (await redeem(party, (await codes).value)).value;
      if (first === undefined) throw new Error('no tokens');
      return connectionOf(party, first);
    },
  };
}

function connectionOf(party: Party, first: Issued): Connection {
  let tokens = first;
  return {
    clientId: party.client.id,
    secret: party.client.secret,
    tokens: () => ({ access: tokens.accessToken, refresh: tokens.refreshToken }),
    async renew() {
      tokens = (await refreshAll(party, tokens)).value;
    },
  };
}

function programOf(fixture: Fixture): Program {
  const [callback = ''] = preferredWay(fixture).callbacks;
  return {
    name: fixture.name,
    callback: fixture.origin !== undefined ? 'own page' : isLoopback(callback) ? 'loopback' : 'vendor',
    namesSchool: fixture.authorize.parameters.resource !== undefined,
    everyDays: 1,
    start: (_t, start) => signIn(fixture, start),
  };
}

export const FIXTURE_PROGRAMS: readonly Program[] = readdirSync(join(ROOT, FIXTURES))
  .sort()
  .map((file) => programOf(readFixture(file.replace(/\.json$/, ''))));
