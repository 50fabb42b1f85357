// slow
/**
 * Forms that do something once in Chromium and Firefox, behind a slow line: a double click drops the first answer, and the
 * second shows the page that the first would have shown. Then the person goes back.
 */
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { PASSWORD } from '../support/app.ts';
import { clientApp } from '../support/chromium.ts';
import { ANA } from '../support/interaction.ts';
import { authorizeUrl, DEMO, exchange, makeVerifier } from '../support/oauth-client.ts';
import { ONCE, type World, world } from '../support/once-forms.ts';
import { fillOf, type Step, type Walk } from '../support/sent-twice.ts';
import { BASE } from '../support/settings.ts';
import { slowLine } from '../support/slow-line.ts';
import type { RealBrowser, Tab } from '../support/tab.ts';
import { IS_ROTATING, isItsTurn } from '../support/thorough.ts';
import { BROWSERS } from '../support/two-browsers.ts';
import { until } from '../support/until.ts';

t.setTimeout(900_000);

const DELAY_MS = 400;
/** A run that looks at a part of what takes long looks at a quarter of them. */
const FORMS = Object.values(ONCE)
  .flat()
  .filter((_form, index) => !IS_ROTATING || isItsTurn(index, 4));

const settled = async (tab: Tab, expression = 'true'): Promise<void> => {
  const is = `document.readyState === 'complete' && document.documentElement.dataset.left === undefined && (${expression})`;
  await until(async () => (await tab.evaluate(is).catch(() => false)) === true);
};
/** Goes back, and waits for another page. */
async function goBack(tab: Tab): Promise<void> {
  await tab.evaluate("document.documentElement.dataset.left = 'no'");
  await tab.back();
  await settled(tab);
}
const contentOf = async (tab: Tab): Promise<string> => String(await tab.evaluate('document.documentElement.outerHTML'));

/** Fills in the form of a step, and marks its button and the page, to see when another page takes its place. */
async function fillIn(tab: Tab, step: Step): Promise<void> {
  const fill = fillOf(step, { body: await contentOf(tab) });
  const isMarked = await tab.evaluate(`(() => {
    const fill = ${JSON.stringify(fill)};
    const fitting = [...document.forms].filter((one) => !one.hidden && (one.getAttribute('action') ?? '').endsWith(${JSON.stringify(step.action)}));
    const form = fitting.find((one) => Object.keys(fill).some((name) => one.elements.namedItem(name))) ?? fitting[0];
    if (form === undefined) return false;
    form.closest('details')?.setAttribute('open', '');
    for (const [name, value] of Object.entries(fill)) {
      for (const field of form.querySelectorAll(':is(input, select, textarea)[name="' + name + '"]')) {
        if (field.type === 'checkbox' || field.type === 'radio') field.checked = [value].flat().includes(field.value);
        else field.value = value;
      }
    }
    document.querySelector('[data-button]')?.removeAttribute('data-button');
    const buttons = [...form.querySelectorAll('button')].filter((one) => one.type === 'submit');
    (buttons.find((one) => fill[one.name] === one.value) ?? buttons.at(-1)).dataset.button = '';
    document.documentElement.dataset.left = 'no';
    return true;
  })()`);
  if (isMarked !== true) throw new Error(`no form ${step.action} at ${await tab.evaluate('location.href')}`);
}

async function submit(tab: Tab, step: Step, clicks: number): Promise<void> {
  await fillIn(tab, step);
  await tab.click('[data-button]', clicks);
  await settled(tab);
}

const lastEvent = async ({ file }: World) => Number(await file.read('select coalesce(max(id), 0) from audit_events'));
const eventsSince = async ({ file }: World, since: number): Promise<string[]> =>
  (await file.rows('select event, target from audit_events where id > ? order by id', since)).map(
    ({ event, target }) => `${event} ${target ?? ''}`,
  );

const isOurs = (tab: Tab) => tab.evaluate(`document.documentURI.startsWith('${BASE}')`);
const isDone = (): boolean => true;

/** What a person sees: the status of the page, and whether it leads on. */
const statusOf = (tab: Tab) => tab.evaluate("performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0");
const LEADS_ON = "document.querySelector('main a[href], main form') !== null";
/** Waits, because browsers have an empty page for a moment. */
const leadsOn = (tab: Tab) => settled(tab, LEADS_ON).then(() => tab.evaluate(LEADS_ON));

/** @returns how often the form was sent, which is once if the first answer was faster than the second click */
async function doubleClicked(t: Test, made: World, browser: RealBrowser, walk: Walk, forms: string[]): Promise<number> {
  const tab = await browser.visit(t, walk.browser.cookies, BASE + walk.path);
  for (const step of walk.steps.slice(0, -1)) await submit(tab, step, 1);
  const last = walk.steps.at(-1) ?? { action: '' };
  const [sent, since] = [forms.length, await lastEvent(made)];
  await submit(tab, last, 2);
  const times = forms.length - sent;
  t.ok(times === 1 || times === 2, `the form was sent ${times} times`);
  t.ok(Number(await statusOf(tab)) < 400, `the answer is that of success: ${await statusOf(tab)}`);
  t.equal(await leadsOn(tab), true, 'it leads on');
  const events = await eventsSince(made, since);
  t.strictSame([...new Set(events)], events, 'each event happened once');

  await goBack(tab);
  // For a page that answered a form, browsers show one of their own, which asks whether to send it again.
  if (!(await isOurs(tab))) return times;
  t.equal(await leadsOn(tab), true, 'the page after the back button leads on, too');
  t.ok(Number(await statusOf(tab)) < 500);
  if (!(await fillIn(tab, last).then(isDone, () => false))) return times;
  await tab.click('[data-button]');
  await settled(tab);
  t.ok(Number(await statusOf(tab)) < 500, 'and so does sending it again');
  t.equal(await leadsOn(tab), true);
  return times;
}

/** The server of a test, behind the line that the browser has. */
async function listening(t: Test, line: { port: number }): Promise<World> {
  const made = await world(t);
  await made.app.listen({ host: '127.0.0.1', port: 0 });
  line.port = (made.app.server.address() as AddressInfo).port;
  return made;
}

for (const { name, missing, start } of BROWSERS) {
  t.test(`a double click on a slow line, and the back button, in ${name}`, { skip: missing }, async (t) => {
    const line = { port: 0 };
    const { address, forms } = await slowLine(t, line, DELAY_MS);
    const browser = await start(t, address);
    let twice = 0;

    for (const [title, walk] of FORMS) {
      await t.test(title, async (t) => {
        const made = await listening(t, line);
        if ((await doubleClicked(t, made, browser, await walk(made), forms)) === 2) twice += 1;
      });
    }
    t.ok(twice * 2 > FORMS.length, `${twice} of ${FORMS.length} forms were sent twice`);

    await t.test('the decision about an app', async (t) => {
      const { app } = await listening(t, line);
      const client = await clientApp(t);
      for (const decision of ['allow', 'deny']) {
        const verifier = makeVerifier();
        const url = authorizeUrl({ ...DEMO.cli, redirectUri: client.callback }, verifier, { state: decision });
        const tab = await browser.visit(t, new Map(), BASE + url);
        await submit(tab, { action: '/sign-in', fill: { email: ANA, password: PASSWORD } }, 1);
        const other = await tab.newTab();
        await other.goto(String(await tab.evaluate('location.href')));
        const step = { action: '/decision', fill: { decision } };
        await fillIn(tab, step);
        await tab.click('[data-button]', 2);
        await settled(tab, "document.querySelector('h1')?.textContent === 'Back in the app'");
        await fillIn(other, step);
        await other.click('[data-button]', 2);
        await settled(other, "document.querySelector('h1')?.textContent === 'Back in the app'");
        const [first, again] = client.answers.splice(0);
        t.equal(first?.get('state'), decision);
        t.equal(again?.get('code'), first?.get('code'), 'another tab gets the same answer');
        t.equal(again?.get('error'), first?.get('error'));
        if (decision === 'deny') continue;
        const code = first?.get('code') ?? '';
        const redeemer = { ...DEMO.cli, redirectUri: client.callback };
        const tokens = await exchange(app, redeemer, { code, verifier, params: new URLSearchParams() });
        t.equal(tokens.statusCode, 200, 'the code works');
        await goBack(tab);
        t.equal(await leadsOn(tab), true, 'the page after the back button leads on');
      }
    });

    await t.test('a callback that goes on to a program: back, then Allow', async (t) => {
      await listening(t, line);
      const client = await clientApp(t, (_request, response) => {
        response.writeHead(307, { location: 'claude://connected' }).end();
      });
      const url = authorizeUrl({ ...DEMO.cli, redirectUri: client.callback }, makeVerifier());
      const tab = await browser.visit(t, new Map(), BASE + url);
      await submit(tab, { action: '/sign-in', fill: { email: ANA, password: PASSWORD } }, 1);
      await fillIn(tab, { action: '/decision', fill: { decision: 'allow' } });
      await tab.click('[data-button]', 2);
      await until(() => client.answers.length > 0);
      await tab.back();
      await settled(tab);
      t.equal((await isOurs(tab)) !== true || (await leadsOn(tab)), true, 'the page after the back button leads on');
    });
  });
}
