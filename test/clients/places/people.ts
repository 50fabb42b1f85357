/** More than one school, more than one person, and very many people. */
import type { FastifyInstance } from 'fastify';
import { PASSWORD, temporaryFolder } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { callTool } from '../../support/mcp.ts';
import { challengeOf, makeVerifier, postForm, userinfo, type WalkOptions } from '../../support/oauth-client.ts';
import { TOKEN } from '../../support/token-endpoint.ts';
import { allow, browserAt, type House, IVAN, NOOR, openHouse, RUTH } from './house.ts';
import type { Place } from './place.ts';
import { answersTo, type Connection, isAlive, sendTool } from './program.ts';

const SCHOOLS = ['riverside', 'harbour'] as const;

export const TWO_SCHOOLS: Place = {
  name: 'two schools',
  about:
    'one person, connected to two schools at once. *chosen*: the client sends no resource, so the person chooses the school, or the application is the school’s own',
  async open(t, documents) {
    const house = await openHouse(t, { documents });
    return async (t, program) => {
      const folder = temporaryFolder(t);
      const connections = new Map<string, Connection>();
      for (const school of SCHOOLS) {
        const signIn = await program.start(t, { house, school, folder });
        const person = { ...NOOR, ...(program.namesSchool ? {} : { site: `site_demo_${school}` }) };
        const { leavesFor } = await allow(browserAt(house), signIn.url, person);
        connections.set(school, await signIn.take(leavesFor, 'opened'));
      }
      for (const when of ['at first', 'after a renewal']) {
        for (const [school, connection] of connections) {
          const { access } = connection.tokens();
          const own = { sub: NOOR.id, org: `site_demo_${school}`, school };
          t.strictSame(await answersTo(house.origin, access, `?school=${school}`), own, `${school} ${when}`);
          const other = SCHOOLS.find((one) => one !== school);
          const refused = await sendTool(house.origin, access, `?school=${other}`);
          t.equal(refused.status, 401, `not at the URL of ${other}`);
          await connection.renew();
        }
      }
      return program.namesSchool ? '' : 'chosen';
    };
  },
};

/** Goes on as somebody else where the browser is signed in. */
async function instead(browser: Browser, url: URL, person: WalkOptions): Promise<URL> {
  const page = await browser.get(url.pathname + url.search);
  if (!page.body.includes('/switch"')) throw new Error(`no other account can be used: ${page.status} ${page.url}`);
  await browser.submit(page, '/switch');
  return (await allow(browser, url, person)).leavesFor;
}

const revoke = ({ app }: House, { clientId, secret, tokens }: Connection) =>
  postForm(app, '/api/oauth/revoke', { client_id: clientId, client_secret: secret, token: tokens().refresh });

export const TWO_ACCOUNTS: Place = {
  name: 'two accounts',
  about: 'two people, one after the other in the same browser. Their connections are separate, and one ends alone',
  async open(t, documents) {
    const house = await openHouse(t, { documents });
    return async (t, program) => {
      const browser = browserAt(house);
      const first = await program.start(t, { house, folder: temporaryFolder(t) });
      const ruth = await first.take((await allow(browser, first.url, RUTH)).leavesFor, 'opened');
      const second = await program.start(t, { house, folder: temporaryFolder(t) });
      const ivan = await second.take(await instead(browser, second.url, IVAN), 'opened');
      for (const connection of [ruth, ivan]) await connection.renew();
      const subjects = async () =>
        Promise.all([ruth, ivan].map(async (one) => (await answersTo(house.origin, one.tokens().access)).sub));
      t.strictSame(await subjects(), [RUTH.id, IVAN.id]);
      t.equal((await revoke(house, ruth)).statusCode, 200);
      t.notOk(await isAlive(house.origin, ruth.tokens().access), 'one has ended');
      t.ok(await isAlive(house.origin, ivan.tokens().access), 'the other goes on');
      return '';
    };
  },
};

const PEOPLE = 500;

/** @returns the e-mail addresses of the people */
async function enrol(app: FastifyInstance): Promise<string[]> {
  const createdAt = app.clock();
  const passwordHash = await app.people.passwords.hash(PASSWORD, 'test');
  const names = Array.from({ length: PEOPLE }, (_, n) => `pupil${n}`);
  const emailOf = (name: string): string => `${name}@riverside.example`;
  await app.school.platform.add({
    createdAt,
    sites: [],
    people: names.map((name) => ({
      ...{ id: `usr_${name}`, name, email: emailOf(name), emailKey: emailOf(name), emailVerified: true },
      ...{ passwordHash, active: true, createdAt },
    })),
    memberships: names.map((name) => ({ personId: `usr_${name}`, siteId: 'site_demo_riverside', role: 'member' })),
  });
  return names.map(emailOf);
}

/** What one person and the client do, all from one address. @returns the status of each request of the client */
async function visit(house: House, opened: URL, email: string): Promise<number[]> {
  const { app } = house;
  const verifier = makeVerifier();
  const url = new URL(opened);
  url.searchParams.set('code_challenge', challengeOf(verifier));
  const { leavesFor } = await allow(browserAt(house), url, { email });
  const asked = url.searchParams;
  const of = (name: string): string | undefined => asked.get(name) ?? undefined;
  const client = { client_id: of('client_id'), redirect_uri: of('redirect_uri'), resource: of('resource') };
  const code = { code: leavesFor.searchParams.get('code') ?? '', code_verifier: verifier };
  const exchanged = await postForm(app, TOKEN, { grant_type: 'authorization_code', ...client, ...code });
  const { refresh_token } = exchanged.json();
  const renewed = await postForm(app, TOKEN, { grant_type: 'refresh_token', ...client, refresh_token });
  const token = renewed.json().access_token;
  const answers = [await userinfo(app, token), await callTool(app, 'get_school_info', {}, { token })];
  return [
    exchanged.statusCode,
    renewed.statusCode,
    ...answers.map((one) => ('status' in one ? one.status : one.statusCode)),
  ];
}

export const CROWD: Place = {
  name: '500 people',
  about:
    '500 people behind one address sign in, and their clients redeem, refresh, and call UserInfo and a tool within one minute, without waiting. The number is how many have this client',
  async open(t, documents, programs) {
    const house = await openHouse(t, { documents });
    const emails = await enrol(house.app);
    return async (t, program, number) => {
      const { url } = await program.start(t, { house, folder: temporaryFolder(t) });
      const own = emails.filter((_, n) => n % programs.length === number);
      const statuses: number[] = [];
      for (const email of own) statuses.push(...(await visit(house, url, email)));
      t.strictSame(new Set(statuses), new Set([200]), 'nobody has to wait');
      return String(own.length);
    };
  },
};
