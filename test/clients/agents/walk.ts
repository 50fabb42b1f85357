/** What every agent program is taken through, from its first command to the second school. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { CLIENTS } from '../../../routes/pages/connect/clients.ts';
import { RIVERSIDE } from '../../support/admin.ts';
import { PASSWORD, testApp } from '../../support/app.ts';
import { noChromium } from '../../support/chromium.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { NO_NETWORK } from '../../support/document-host.ts';
import { HttpBrowser } from '../../support/http-browser.ts';
import { freePort } from '../../support/live-server.ts';
import { type Agent, connect, installed, type Program, signInAgain, versionOf } from './agent.ts';
import { tryDecisions } from './decisions.ts';
import { type Call, type PlayedModel, playedModel } from './model.ts';
import { type Person, person } from './person.ts';
import { sandbox } from './sandbox.ts';
import type { Tried } from './tried.ts';

const OWNER = 'ruth@riverside.example';
const MEMBER = 'ana@riverside.example';
const OF_TWO_SCHOOLS = 'noor@schools.example';
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 1_200_000;

const LIST_COURSES = { tool: 'list_courses', arguments: { first: 1, q: 'linocut' } };
const RENAME = { tool: 'update_course', arguments: { id: 'crs_demo_linocut', subtitle: 'For beginners' } };
const RENAMED = /For beginners/;
const OWN_COURSES = { tool: 'list_my_courses' };

/** A server whose clock can be moved, and which reaches no host: the copies of metadata documents stand in. */
async function server(t: Test) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const file = databaseFile(t);
  const env = { BASE_URL: origin };
  const { app, clock } = await testApp(t, { network: NO_NETWORK, now: Date.now(), env, databaseUrl: file.url });
  await app.listen({ port, host: '127.0.0.1' });
  return { app, file, origin, clock };
}

const scopesOf = async (document: string): Promise<string[]> => {
  const { scopes_supported: scopes } = (await (await fetch(document)).json()) as { scopes_supported: string[] };
  return scopes;
};

async function meet(t: Test, program: Program, model: PlayedModel, email: string): Promise<[Agent, Person]> {
  const one = await person(t, email, program.command);
  return [installed(program, sandbox(t, one.visit), model), one];
}

/** Ends everything on the page of connected apps: a program that registers itself does it for each address. */
async function endConnections({ page }: Person, origin: string): Promise<void> {
  const first = page.locator('a[href$="/end-app"]').first();
  for (await page.goto(`${origin}/account/connected-apps`); (await first.count()) > 0; ) {
    await first.click();
    await page.click('main button.danger');
    await page.waitForURL(/done=app/);
  }
}

export async function tryProgram(t: Test, { program, ways }: Tried): Promise<void> {
  t.setTimeout(PATIENCE_MS);
  await t.test(`${program.command} ${versionOf(program)}`, { skip: noChromium }, async (t) => {
    const { app, file, origin, clock } = await server(t);
    const model = await playedModel(t);
    const address = `${origin}/mcp?auth=required`;
    const document = `${origin}/.well-known/oauth-protected-resource/mcp?auth=required`;
    const [agent, owner] = await meet(t, program, model, OWNER);
    let passed = 0;
    const later = (ms: number): void => {
      clock.advance(ms);
      passed += ms;
      if (ways.looksAtItsClock) agent.box.later(passed);
    };
    const says = async (t: Test, calls: readonly Call[], pattern: RegExp, what: string, name = 'riverside') =>
      t.match((await program.ask(agent, calls, name)).output, pattern, what);

    await t.test('its guide connects it with one sign-in and one consent, and it answers', async (t) => {
      const supported = ways.asks === 'reading' ? document : `${origin}/.well-known/oauth-authorization-server`;
      await connect(agent, { name: 'riverside', url: address });
      t.equal(agent.box.entries, ways.entries, 'what is entered before the first question');
      await says(t, [LIST_COURSES], /Linocut in Two Colours/, 'a course of the school');
      t.equal(owner.signIns, 1);
      t.equal(owner.asked.length, 1);
      t.equal(owner.clicks, 2, 'one for each');
      t.strictSame(owner.asked[0]?.scopes.toSorted(), (await scopesOf(supported)).toSorted());
    });

    await t.test('it goes on after its access token has expired, and asks no one', async (t) => {
      later(2 * HOUR_MS);
      await says(t, [LIST_COURSES], /Linocut in Two Colours/, 'a course of the school');
      t.equal(owner.asked.length, 1);
    });

    await t.test('it changes what was allowed, and passes a refusal on', async (t) => {
      const { refusal } = ways;
      if (refusal === undefined) return void (await says(t, [RENAME], RENAMED, 'it changes a course'));
      await says(t, [RENAME], refusal, 'it is refused');
      if (ways.asksForMore !== true) return;
      await signInAgain(agent, 'riverside');
      t.ok(owner.asked.at(-1)?.scopes.includes('courses:write'), 'it asks for what was missing');
      await says(t, [RENAME], RENAMED, 'it changes a course');
    });

    await t.test('an address with families of tools lets it change things after the first consent', async (t) => {
      const asked = owner.asked.length;
      await connect(agent, { name: 'editing', url: `${address}&tools=courses` });
      t.equal(owner.asked.length, asked + 1);
      t.equal(owner.signIns, 1);
      await says(t, [RENAME], RENAMED, 'it changes a course', 'editing');
    });

    await tryDecisions(t, { app, file, agent, owner, ways, name: 'editing', later });

    await t.test('it notices that the person has ended the connection, and signs in again', async (t) => {
      await endConnections(owner, origin);
      await says(t, [LIST_COURSES], ways.ended, 'the connection has ended');
      await signInAgain(agent, 'riverside');
      await says(t, [LIST_COURSES], /Linocut in Two Colours/, 'a course of the school');
      t.equal(owner.signIns, 1);
    });

    await t.test('it says that the person has denied, and holds nothing', async (t) => {
      const [agent, denier] = await meet(t, program, model, OWNER);
      denier.decision = 'deny';
      const { output } = await connect(agent, { name: 'riverside', url: address });
      t.match(output, ways.denied);
      t.ok(
        denier.asked.length === 1 || (ways.asksTwice && denier.asked.length === 2),
        `asked ${denier.asked.length} times`,
      );
      t.notMatch((await program.ask(agent, [LIST_COURSES], 'riverside')).output, /Linocut/);
    });

    await t.test('it serves two schools, each by its own address', async (t) => {
      const [agent, noor] = await meet(t, program, model, OF_TWO_SCHOOLS);
      for (const [school, name] of [
        ['riverside', 'Riverside Academy'],
        ['harbour', 'Harbour Music School'],
      ] as const) {
        noor.school = name;
        await connect(agent, { name: school, url: `${address}&school=${school}` });
        t.match((await program.ask(agent, [LIST_COURSES], school)).output, new RegExp(name));
      }
      t.equal(noor.signIns, 1);
      t.equal(noor.asked.length, 2);
      t.equal(noor.choices, ways.leavesTheSchoolOut ? 2 : 0, 'who names the school');
    });

    await t.test('a member asks it about her own courses once the school has turned it on', async (t) => {
      const id = await turnOnForMembers(app, origin, program);
      const [agent, ana] = await meet(t, program, model, MEMBER);
      await connect(agent, { name: 'riverside', url: `${origin}/mcp?auth=member&school=riverside`, ...(id && { id }) });
      t.equal(agent.box.entries, ways.entries, 'what is entered before the first question');
      t.match((await program.ask(agent, [OWN_COURSES], 'riverside')).output, /Watercolour/);
      t.equal(ana.signIns, 1);
      t.equal(ana.asked.length, 1);
      t.equal(ana.clicks, 2, 'one for each');
    });
  });
}

/** What an owner does on the page of guides. @returns the id of the application that was made for it, if it needs one */
async function turnOnForMembers(app: FastifyInstance, origin: string, { key }: Program): Promise<string | undefined> {
  const page = `/admin/riverside/connect/${key}/members/on`;
  const owner = new HttpBrowser(origin);
  await owner.submit(await owner.get('/sign-in'), '/sign-in', { email: OWNER, password: PASSWORD });
  await owner.submit(await owner.get(page), '/members/on');
  const [newest] = await app.oauth.siteApplications.ofSite(RIVERSIDE.id);
  const known = CLIENTS.find((one) => one.key === key);
  return known?.document === undefined ? newest?.id : undefined;
}
