// postgres
/**
 * How often a request waits for PostgreSQL, and how many statements it takes, counted at the socket. On the network
 * between two machines, each wait costs more than the statements.
 */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile, onPostgres, prepareDatabase } from '../support/database-edit.ts';
import { callTool } from '../support/mcp.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  refresh,
  userinfo,
} from '../support/oauth-client.ts';
import { temporaryFolder } from '../support/settings.ts';
import { type Traffic, tapWire } from '../support/wire.ts';

type Count = (run: () => Promise<unknown>) => Promise<Traffic>;

/** At most. */
const BOUNDS: Record<string, Traffic> = {
  exchange: { statements: 5, roundTrips: 2 },
  refresh: { statements: 4, roundTrips: 2 },
  introspection: { statements: 2, roundTrips: 1 },
  userinfo: { statements: 2, roundTrips: 2 },
  authorize: { statements: 9, roundTrips: 5 },
  'a call of a tool': { statements: 6, roundTrips: 6 },
};
/** E-mails that are due are looked for every second, and that counts as well. */
const TRIES = 5;

async function counted(t: Test): Promise<{ app: FastifyInstance; count: Count }> {
  const { url } = databaseFile(t);
  await prepareDatabase(url, 'demo');
  const wire = await tapWire(url, temporaryFolder(t));
  const { app } = await testApp(t, { databaseUrl: wire.url, housekeeping: false });
  t.teardown(() => wire.close());
  const count: Count = async (run) => {
    const before = { ...wire.traffic };
    await run();
    return {
      statements: wire.traffic.statements - before.statements,
      roundTrips: wire.traffic.roundTrips - before.roundTrips,
    };
  };
  return { app, count };
}

/** One request of each kind, each of which succeeds. */
async function countEach(t: Test, app: FastifyInstance, browser: Browser, count: Count) {
  const client = DEMO.portal;
  const authorizing = await count(async () => {
    const page = await browser.get(authorizeUrl(client, makeVerifier()));
    t.ok(page.leavesFor?.searchParams.get('code'));
  });
  const authorization = await authorize(app, client, {}, { browser });
  let [accessToken, refreshToken] = ['', ''];
  const exchanging = await count(async () => {
    const tokens = (await exchange(app, client, authorization)).json();
    t.ok(tokens.id_token);
    ({ access_token: accessToken, refresh_token: refreshToken } = tokens);
  });
  return {
    authorize: authorizing,
    exchange: exchanging,
    refresh: await count(async () => t.equal((await refresh(app, client, refreshToken)).statusCode, 200)),
    introspection: await count(async () => t.match(await introspect(app, client, accessToken), { active: true })),
    userinfo: await count(async () => t.match((await userinfo(app, accessToken)).json(), { name: /./ })),
    'a call of a tool': await count(async () => {
      const { result } = await callTool(app, 'list_my_courses', {}, { token: accessToken });
      t.ok(result.structuredContent);
      t.notOk(result.isError);
    }),
  };
}

onPostgres('a request waits for the database no more often than it has to', async (t) => {
  const { app, count } = await counted(t);
  const browser = new Browser(app);
  // What is done once: the consent, connections, reserved keys, the signing key, the last visit, the last use.
  await authorize(app, DEMO.portal, {}, { browser });
  await countEach(t, app, browser, count);
  const tries: Record<string, Traffic>[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) tries.push(await countEach(t, app, browser, count));
  for (const [request, most] of Object.entries(BOUNDS)) {
    for (const what of ['statements', 'roundTrips'] as const) {
      const least = Math.min(...tries.map((one) => one[request]?.[what] ?? Number.NaN));
      t.ok(least > 0 && least <= most[what], `${request}: ${least} ${what}, at most ${most[what]}`);
    }
  }
});
