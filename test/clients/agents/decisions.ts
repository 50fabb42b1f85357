/** Calls that wait for the person: what an agent program does until they are allowed, declined or missed, and then. */
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { PASSWORD } from '../../support/app.ts';
import { setPolicy } from '../../support/approvals.ts';
import { picture } from '../../support/chromium.ts';
import type { DatabaseFile } from '../../support/database-edit.ts';
import { until } from '../../support/until.ts';
import type { Agent } from './agent.ts';
import type { Call } from './model.ts';
import type { Person } from './person.ts';
import type { Ways } from './tried.ts';

const LINK = /https?:\/\/[\w.:-]+\/approvals\/apr_[\w-]+/g;
const WAITS = /Not done yet\. Waits for Ruth Adler/;
const DECLINED = /the person declined this/;
const DONE = /Delete a course: done|"done": ?true/;
const MINUTE_MS = 60_000;
const CALLS = "select count(*) from audit_events where event = 'tool_called' and target = 'delete_course'";

/** The last link in what a program wrote, or in what its tools have answered. */
const linkIn = (text: string): string => text.match(LINK)?.at(-1) ?? '';

type Decision = 'allowed' | 'declined';

interface Deciding {
  app: FastifyInstance;
  file: DatabaseFile;
  agent: Agent;
  owner: Person;
  ways: Ways;
  /** The connection that may delete courses. */
  name: string;
  /** Moves the clocks on. */
  later(ms: number): void;
}

/** Opens a link, chooses and sends, with the password if it is asked for. */
async function decide(page: Page, link: string, decision: Decision): Promise<void> {
  await page.goto(link);
  await page.check(`input[name=decision][value=${decision}]`);
  await page.click('main form button');
  await page.waitForLoadState();
  if ((await page.locator('#password').count()) > 0) {
    await page.fill('#password', PASSWORD);
    await page.click('main button.primary');
  }
  await page.waitForURL(new RegExp(`done=approval_${decision}`));
}

const make = (slug: string): Call => ({ tool: 'create_course', arguments: { title: `Course ${slug}`, slug } });
const drop = (slug: string): Call => ({ tool: 'delete_course', arguments: { id: slug } });

export async function tryDecisions(t: Test, { app, file, agent, owner, ways, name, later }: Deciding): Promise<void> {
  const { program, model } = agent;
  const { page } = owner;
  const ask = async (...calls: readonly Call[]): Promise<string> => (await program.ask(agent, calls, name)).output;
  const isThere = async (slug: string): Promise<boolean> =>
    Number(await file.read('select count(*) from courses where slug = ?', slug)) === 1;
  /** Calls until the person is asked. @returns the link of the answer */
  async function asked(t: Test, slug: string): Promise<string> {
    const output = await ask(make(slug), drop(slug));
    t.match(output, WAITS);
    t.ok(await isThere(slug), 'nothing has changed');
    return linkIn(output);
  }
  await setPolicy(app, 'sensitive');

  await t.test('it calls again after the person has allowed it by the link, and only then it is done', async (t) => {
    let link = '';
    const output = await ask(make('allowed'), drop('allowed'), {
      ...drop('allowed'),
      async waitsFor(results) {
        t.ok(await isThere('allowed'), 'nothing has changed');
        // A program may ask its model twice.
        if (link !== '') return;
        link = linkIn(results.join(' '));
        await decide(page, link, 'allowed');
        t.ok(await isThere('allowed'), 'nor by the decision');
        await picture(page, `${program.command}-allowed`);
      },
    });
    t.match(output, DONE);
    t.notOk(await isThere('allowed'));
  });

  await t.test('what it shows by itself, and how often it calls', async (t) => {
    const before = Number(await file.read(CALLS));
    model.isQuiet = true;
    const output = await ask(make('quiet'), drop('quiet'));
    model.isQuiet = false;
    t.equal(linkIn(output) !== '', ways.showsLink === true, 'whether it shows the link if its model does not');
    // Who opens pages is asked to first, and calls again by itself.
    const calls = program.conversation === undefined ? 1 : 2;
    t.equal(Number(await file.read(CALLS)) - before, calls, 'it does not wait for the person');
    t.ok(await isThere('quiet'));
  });

  const { conversation } = program;
  if (conversation !== undefined) {
    await t.test('in a conversation, it opens the page, waits for the person, and makes the call itself', async (t) => {
      await ask(make('opened'));
      const before = Number(await file.read(CALLS));
      model.isQuiet = true;
      const terminal = conversation.begin(agent, [drop('opened')], name);
      await terminal.shows(conversation.asks);
      for (const keys of conversation.opens) await terminal.press(keys);
      await until(() => linkIn(agent.box.opened()) !== '');
      await decide(page, linkIn(agent.box.opened()), 'allowed');
      t.ok(await isThere('opened'), 'nothing has changed');
      for (const keys of conversation.continues) await terminal.press(keys);
      await terminal.shows(conversation.done);
      await terminal.stop();
      model.isQuiet = false;
      t.equal(Number(await file.read(CALLS)) - before, 2, 'its model has called once');
      t.notOk(await isThere('opened'));
    });
  }

  await t.test('what was declined is refused, and not asked again', async (t) => {
    const link = await asked(t, 'declined');
    await decide(page, link, 'declined');
    t.match(await ask(drop('declined')), DECLINED);
    t.ok(await isThere('declined'));
  });

  await t.test('what is missed is asked again, with another link', async (t) => {
    const link = await asked(t, 'missed');
    later(60 * MINUTE_MS);
    t.equal((await page.goto(link))?.status(), 404, 'after an hour');
    const second = await ask(drop('missed'));
    t.match(second, WAITS);
    t.not(linkIn(second), link);
    await decide(page, linkIn(second), 'allowed');
    later(15 * MINUTE_MS);
    const third = await ask(drop('missed'));
    t.match(third, WAITS, 'what was allowed is carried out within a quarter of an hour');
    t.not(linkIn(third), linkIn(second));
    t.ok(await isThere('missed'));
  });
}
