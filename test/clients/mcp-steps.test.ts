// slow, sqlite
/** The same steps for each MCP program and library of others, at addresses that ask for sign-in, over real HTTP. */
import t, { type Test } from 'tap';
import { keysOf } from '../../schema/data/objects.ts';
import { testApp } from '../support/app.ts';
import { HttpBrowser, type Person } from '../support/http-browser.ts';
import { freePort } from '../support/live-server.ts';
import { PROGRAMS } from './mcp-programs.ts';
import { MCP_CLIENTS, type Steps } from './mcp-steps.ts';

const HOUR_MS = 3_600_000;
const OWNER = { email: 'ruth@riverside.example' };
const OF_TWO_SCHOOLS = { email: 'noor@schools.example' };
const READ = ['list_courses', { first: 1 }] as const;
const COURSE = /Linocut in Two Colours/;
const WRITE = ['update_course', { id: 'crs_demo_linocut', subtitle: 'For beginners' }] as const;

t.setTimeout(300_000);

/** A server whose clock can be moved. */
async function server(t: Test) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { app, clock } = await testApp(t, { env: { BASE_URL: origin } });
  await app.listen({ host: '127.0.0.1', port });
  return { origin, clock, address: `${origin}/mcp?auth=required` };
}

/** A person with a browser, and what the program has asked for. */
function visitor(origin: string, person: Person) {
  const browser = new HttpBrowser(origin);
  const asked: URLSearchParams[] = [];
  const visit = (url: URL): Promise<URL> => {
    asked.push(url.searchParams);
    return browser.authorize(url, person);
  };
  /** The page that ends one, for each that there is. */
  const ends = async () => (await browser.get('/account/connected-apps')).body.match(/[^"]+\/end-app(?=")/g) ?? [];
  async function endConnections(): Promise<void> {
    for (const page of await ends()) await browser.submit(await browser.get(page), '/end-app');
  }
  return { browser, asked, visit, ends, endConnections };
}

for (const name of keysOf(MCP_CLIENTS)) {
  const steps: Steps = MCP_CLIENTS[name];
  const connect = PROGRAMS[name];
  const reads = async (t: Test, { call }: Awaited<ReturnType<typeof connect>>, what: string) =>
    t.match(await call(...READ), COURSE, what);

  t.test(`${name} is taken from sign-in to the end of its connection [A14.2, A14.3, E-25, E-60]`, async (t) => {
    const { origin, clock, address } = await server(t);
    const { browser, asked, visit, endConnections } = visitor(origin, OWNER);
    const connection = await connect(t, address, visit);
    t.strictSame([asked.length, browser.clicks], [1, 2], 'one sign-in and one consent');
    t.ok((await connection.list()).includes('list_courses'), 'it lists the tools');
    await reads(t, connection, 'it reads');

    if (steps.refused === undefined) {
      t.match(await connection.call(...WRITE), /For beginners/, 'it changes a course');
      t.match(asked[1]?.get('scope'), /\bcourses:write\b/, 'for which it has asked the person');
    } else {
      await t.rejects(connection.call(...WRITE), { message: steps.refused }, 'it is refused a change');
      t.equal(asked.length, 1, 'and asks for nothing');
      const editing = await connect(t, `${address}&tools=courses`, visit);
      t.match(
        await editing.call(...WRITE),
        /For beginners/,
        'an address that names the tools has asked for it at once',
      );
    }
    const { length } = asked;
    clock.advance(2 * HOUR_MS);
    await reads(t, connection, 'it goes on after its access token has expired');
    t.equal(asked.length, length, 'without the person');

    await endConnections();
    await reads(t, connection, 'it asks the person again after the connection has ended');
    t.equal(asked.length, length + 1);
  });

  t.test(`${name} is denied, and holds nothing [RFC 6749 §4.1.2.1]`, async (t) => {
    const { origin, address } = await server(t);
    const { asked, visit, ends } = visitor(origin, { ...OWNER, decision: 'deny' });
    await t.rejects(connect(t, address, visit), { message: steps.denied });
    t.equal(asked.length, 1);
    t.strictSame(await ends(), []);
  });

  t.test(`${name} serves two schools, each by its own address [E-25]`, async (t) => {
    const { origin, address } = await server(t);
    const { browser, asked, visit } = visitor(origin, OF_TWO_SCHOOLS);
    const schools = { riverside: /Riverside Academy/, harbour: /Harbour Music School/ };
    for (const school of keysOf(schools)) {
      const { call } = await connect(t, `${address}&school=${school}`, visit);
      t.match(await call(...READ), schools[school]);
    }
    t.strictSame([asked.length, browser.clicks], [2, 3], 'one sign-in, and no choice of a school');
  });
}
