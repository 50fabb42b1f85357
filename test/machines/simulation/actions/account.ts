/** What people do with their account: they end connections, and change their password. */
import { linksOf } from '../../../support/signed-in.ts';
import type { Actor } from '../actor.ts';
import { consentLife } from '../oracle/consents.ts';
import { appOf } from '../oracle/oracle.ts';
import type { Client, Stage } from '../stage.ts';
import { connectAgain } from './connect.ts';
import { useCookies, withSession } from './sign-in.ts';

const APPS = '/account/connected-apps';

/** Ends everything that one application has of the person. */
export async function disconnect(
  stage: Stage,
  actor: Actor,
  person = actor.chance.pick(stage.members),
  of?: Client,
): Promise<void> {
  if (person === undefined) return;
  await withSession(stage, actor, person, async ({ cookies }) => {
    const browser = actor.browser(cookies);
    const links = linksOf(await browser.get(APPS)).filter((href) => href.endsWith('/end-app'));
    // The one that was used last comes first.
    const href = of === undefined ? actor.chance.pick(links) : links[0];
    if (href === undefined) return;
    const question = await browser.get(href);
    // Its page names the client nowhere, so what has ended is known by the application's own name on the page.
    const client = stage.clientNamedOn(question.body);
    if (client === undefined || (of !== undefined && of !== client) || !question.body.includes(`${href}"`)) return;
    const operation = actor.next('disconnect');
    const grants = stage.oracle.grants.filter(({ asked }) => asked.person === person.id && asked.client === client.id);
    const isConnected = grants.some(
      (one) =>
        one.refreshes.length > 0 &&
        !one.mayHaveEnded(Number.POSITIVE_INFINITY) &&
        !one.mayBeExpired(stage.oracle.highest),
    );
    const ends = grants.map(({ life }) => life.ending(operation.began));
    const consent = consentLife(stage.oracle, { person: person.id, client: client.id }).ending(operation.began);
    // If everything has ended already, no consent ends with it.
    if (isConnected) ends.push(consent);
    // A grant that is being made meanwhile can end as well, or come after.
    const app = stage.oracle.life(appOf(person.id, client.id));
    const meanwhile = app.ending(operation.began);
    app.returning(operation.began);
    const done = await browser.submit(question, href);
    meanwhile.ended = operation.ended;
    stage.count(`disconnected: ${done.status}`);
    if (done.status !== 200 || operation.failed || !done.url.includes('done=app')) return;
    for (const end of ends) end.ended = operation.ended;
  });
  if (actor.chance.happens(0.4)) await connectAgain(stage, actor, person);
}

/** Changes the password, which ends every other session of the person, and gives this one another cookie. */
export async function changePassword(
  stage: Stage,
  actor: Actor,
  person = actor.chance.pick(stage.members),
): Promise<void> {
  if (person === undefined) return;
  const ended = await withSession(stage, actor, person, async (session) => {
    const browser = actor.browser(session.cookies);
    const page = await browser.get('/account/sign-in');
    if (!page.body.includes('name="new_password"')) return;
    const wanted = `seven quiet rivers ${actor.chance.seed()}`;
    const operation = actor.next('change the password');
    const before = stage.sessions.filter((one) => one.person === person);
    const ends = before.map(({ life }) => life.ending(operation.began));
    const done = await browser.submit(page, '/account/sign-in', { password: person.password, new_password: wanted });
    stage.count(`password changed: ${done.status}`);
    if (done.status !== 200 || operation.failed || !done.url.includes('done=password')) return;
    person.password = wanted;
    for (const [index, end] of ends.entries()) {
      // One that was signed in meanwhile may have been before or after.
      if ((before[index]?.born.ended ?? 0) <= operation.began) end.ended = operation.ended;
    }
    stage.addSession(person, browser.cookies, operation);
    return before.filter((one) => one !== session);
  });
  // Whoever is still signed in elsewhere tries to go on.
  const other = actor.chance.pick(ended ?? []);
  if (other !== undefined) await useCookies(stage, actor, other);
}
