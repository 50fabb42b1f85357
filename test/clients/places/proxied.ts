/** Behind each proxy: as the manual configures it, under a prefix, and with a configuration that loses headers. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Test } from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import type { DocumentHost } from '../../support/document-host.ts';
import { HttpBrowser } from '../../support/http-browser.ts';
import { freePort } from '../../support/live-server.ts';
import { makeCertificate, noOpenssl, PROXIES, type ProxyRecipe, recipeOf } from '../../support/proxies.ts';
import { BEHIND_HTTPS, PASSWORD, temporaryFolder } from '../../support/settings.ts';
import { said } from '../../support/signed-in.ts';
import { browserAt, eventually, type House, openHouse, RUTH } from './house.ts';
import type { Place } from './place.ts';
import { answersTo, type Connection, isAlive, type Program, sendTool } from './program.ts';

/** Where the proxy passes requests on to the server besides, without this beginning of their path. */
const PREFIX = '/id';

/** What people add to the recipe: a second location, with a prefix. */
const PREFIXED: Readonly<Record<string, (recipe: string, behind: number) => string>> = {
  nginx: (recipe, behind) =>
    recipe.replace('  location / {\n', `  location ${PREFIX}/ { proxy_pass http://127.0.0.1:${behind}/; }\n$&`),
  Caddy: (recipe, behind) =>
    recipe.replace('  request_body {', `  handle_path ${PREFIX}/* {\n    reverse_proxy 127.0.0.1:${behind}\n  }\n$&`),
  Apache: (recipe, behind) =>
    recipe.replace('  ProxyPass / ', `  ProxyPass ${PREFIX}/ http://127.0.0.1:${behind}/ nocanon\n$&`),
};

/**
 * And what they forget: the headers about the visitor and the host, the challenge on its way back, and the token on its
 * way to the tools.
 */
const CARELESS: Readonly<Record<string, (recipe: string) => string>> = {
  nginx: (recipe) =>
    recipe
      .replaceAll(/^ *proxy_set_header (?:Host|X-Forwarded-\w+) .*\n/gm, '')
      .replace('  location / {\n', '  proxy_hide_header WWW-Authenticate;\n$&')
      .replace('proxy_buffering off;', 'proxy_set_header Authorization "";\n    $&'),
  Caddy: (recipe) =>
    recipe
      .replace('  request_body {', '  @tools path /mcp\n  request_header @tools -Authorization\n$&')
      .replace(
        /^ *header_up .*\n/m,
        ['For', 'Proto', 'Host'].map((name) => `    header_up -X-Forwarded-${name}\n`).join('') +
          '    header_up Host {upstream_hostport}\n    header_down -WWW-Authenticate\n',
      ),
  Apache: (recipe) =>
    recipe
      .replaceAll(/^ *RequestHeader set X-Forwarded-.*\n/gm, '')
      .replace('ProxyPreserveHost On', 'ProxyPreserveHost Off')
      .replace(
        '  ProxyPass / ',
        '  Header always unset WWW-Authenticate\n  Header unset WWW-Authenticate\n' +
          '  <Location "/mcp">\n    RequestHeader unset Authorization\n  </Location>\n$&',
      ),
};

/** A server behind a proxy with TLS, which is known as `localhost` at the port of the proxy. */
async function behindProxy(
  t: Test,
  documents: DocumentHost,
  proxy: ProxyRecipe,
  change: (recipe: string, behind: number) => string,
): Promise<House> {
  const folder = temporaryFolder(t);
  const pem = makeCertificate(folder, { host: 'localhost' });
  setDefaultCACertificates([...getCACertificates('default'), String(pem)]);
  const [behind, plain, secure] = [await freePort(), await freePort(), await freePort()];
  const env = { ...BEHIND_HTTPS, TRUST_PROXY: '127.0.0.1', MASTER_KEY: randomBytes(32).toString('base64') };
  const house = await openHouse(t, {
    ...{ documents, env, port: behind, origin: `https://localhost:${secure}` },
    certificate: join(folder, 'fullchain.pem'),
  });
  await proxy.start(t, change(recipeOf(proxy), behind), { folder, behind, plain, secure, host: 'localhost' });
  return house;
}

async function connect(t: Test, program: Program, house: House, server = house.origin): Promise<Connection> {
  const signIn = await program.start(t, { house, server, folder: temporaryFolder(t) });
  const address = await new HttpBrowser(house.origin).authorize(signIn.url, RUTH);
  return signIn.take(address, 'opened');
}

/** What the person who runs the server reads about a request, a moment later. */
async function explained(house: House, id: string): Promise<string> {
  const browser = browserAt(house);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: RUTH.email, password: PASSWORD });
  return eventually(async () => {
    const { body } = await browser.get('/platform/attempts');
    const item = body.split('<li><div><h2>').find((one) => one.includes(id));
    return item === undefined ? undefined : said({ body: `<main${item}` });
  });
}

/** Under a prefix, a client connects, or it is told the address that the server is known by. */
async function tryPrefix(t: Test, program: Program, house: House): Promise<void> {
  const server = house.origin + PREFIX;
  const outcome = await connect(t, program, house, server).then(
    async (connection) => (await answersTo(house.origin, connection.tokens().access)).sub,
    (error: Error) => error.message,
  );
  const said = String(outcome);
  const isTold =
    said.startsWith(`The server at ${server} identifies itself as ${house.origin}`) ||
    said.startsWith('--server must be an http(s) origin') ||
    said.includes(
      `Protected resource ${house.origin}/mcp?auth=required does not match expected ${server}/mcp?auth=required`,
    );
  t.ok(said === RUTH.id || isTold, `a prefix: ${said}`);
}

/** Without headers, everybody can still sign in, and the lack of the one without which nothing works is named. */
async function tryLostHeaders(t: Test, program: Program, house: House): Promise<void> {
  const connection = await connect(t, program, house);
  const { access } = connection.tokens();
  t.ok(await isAlive(house.origin, access), 'lost headers: the tokens work');
  const refused = await sendTool(house.origin, access, '?auth=required');
  t.equal(refused.status, 401, 'lost headers: a tool without the token');
  const { attempts } = textFor('en');
  const [rule, remedy] = attempts.rules.token_missing;
  const text = await explained(house, String(refused.headers.get('x-request-id')));
  for (const words of [rule, remedy, attempts.who.server]) t.ok(text.includes(words), `${words} in: ${text}`);
}

const proxyOf = (number: number): ProxyRecipe => {
  const proxy = PROXIES[number % PROXIES.length];
  if (proxy === undefined) throw new Error('no proxy');
  return proxy;
};

export const PROXIED: Place = {
  name: 'proxy',
  about:
    'behind this proxy: as the manual configures it; under a prefix, where the client connects or gets the right address; and with lost headers, where it signs in, and *Connection attempts* names the header that tools need',
  skip: (number) => proxyOf(number).missing || noOpenssl,
  async open(t, documents) {
    const houses = new Map<string, readonly [House, House]>();
    for (const proxy of PROXIES.filter(({ missing }) => missing === false && noOpenssl === false)) {
      const prefixed = PREFIXED[proxy.name] ?? ((recipe) => recipe);
      const careless = CARELESS[proxy.name] ?? ((recipe) => recipe);
      houses.set(proxy.name, [
        await behindProxy(t, documents, proxy, prefixed),
        await behindProxy(t, documents, proxy, careless),
      ]);
    }
    return async (t, program, number) => {
      const { name } = proxyOf(number);
      const [documented, losing] = houses.get(name) ?? [];
      if (documented === undefined || losing === undefined) throw new Error(`no ${name}`);
      const connection = await connect(t, program, documented);
      await connection.renew();
      const { sub, school } = await answersTo(documented.origin, connection.tokens().access);
      t.strictSame([sub, school], [RUTH.id, 'riverside'], `${name} as the manual configures it`);
      await tryPrefix(t, program, documented);
      await tryLostHeaders(t, program, losing);
      return name;
    };
  },
};
