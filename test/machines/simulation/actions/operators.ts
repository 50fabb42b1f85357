/** What the operator of the school does: suspends members, and disables or changes applications. */
import { type Browser, formsOf } from '../../../support/browser.ts';
import type { Actor } from '../actor.ts';
import { consentLife, rememberRedirectChange } from '../oracle/consents.ts';
import { must } from '../oracle/invariants.ts';
import type { End } from '../oracle/life.ts';
import type { Operation } from '../scheduler.ts';
import { ALL_CLIENTS, CLIENTS, type Client, type Person, RIVERSIDE, type Session, type Stage } from '../stage.ts';
import { connectAgain, requestOf, urlOf, walk } from './connect.ts';
import { withSession } from './sign-in.ts';

const ADMIN = '/admin/riverside';

const confirm = (ends: readonly End[], by: number): void => {
  for (const end of ends) end.ended = by;
};

/** What ends with a membership: its grants, and the consents of the person. */
function endsOfMember({ oracle }: Stage, person: Person, began: number): End[] {
  const consents = ALL_CLIENTS.map(({ id }) => consentLife(oracle, { person: person.id, client: id }));
  return [oracle.life(`member ${person.id} ${RIVERSIDE.id}`), ...consents].map((life) => life.ending(began));
}

/** Whoever shows the password again gets another cookie, and the one from before ends. */
function renewal(stage: Stage, session: Session, operation: Operation): (browser: Browser) => void {
  session.life.ending(operation.began);
  return ({ cookies }) => void stage.addSession(session.person, cookies, operation);
}

export async function suspend(stage: Stage, actor: Actor, person = actor.chance.pick(stage.members)): Promise<void> {
  if (person === undefined || stage.suspended.has(person.id)) return;
  await withSession(stage, actor, stage.ruth, async (session) => {
    const browser = actor.browser(session.cookies);
    const page = await browser.get(`${ADMIN}/members/${person.id}/suspend`);
    if (!formsOf(page.body).some(({ action }) => action.endsWith('/suspend'))) return;
    const operation = actor.next('suspend');
    const renewed = renewal(stage, session, operation);
    const ends = endsOfMember(stage, person, operation.began);
    stage.suspended.add(person.id);
    const done = await browser.submit(page, '/suspend', { password: stage.ruth.password });
    renewed(browser);
    stage.count(`suspended: ${done.status}`);
    if (done.status === 200 && !operation.failed) confirm(ends, operation.ended);
  });
}

export async function reinstate(
  stage: Stage,
  actor: Actor,
  person = stage.members.find(({ id }) => stage.suspended.has(id)),
): Promise<void> {
  if (person === undefined) return;
  await withSession(stage, actor, stage.ruth, async ({ cookies }) => {
    const browser = actor.browser(cookies);
    const page = await browser.get(`${ADMIN}/members/${person.id}`);
    if (!formsOf(page.body).some(({ action }) => action.endsWith('/reinstate'))) {
      stage.suspended.delete(person.id);
      return;
    }
    const operation = actor.next('reinstate');
    const back = stage.oracle.life(`member ${person.id} ${RIVERSIDE.id}`).returning(operation.began);
    const done = await browser.submit(page, '/reinstate', {});
    stage.count(`reinstated: ${done.status}`);
    if (done.status !== 200) return;
    back.ended = operation.ended;
    stage.suspended.delete(person.id);
  });
  if (actor.chance.happens(0.4)) await connectAgain(stage, actor, person);
}

const SECOND_CALLBACK = 'https://portal.riverside.example/oauth/second';
const SIGNED_OUT = 'https://portal.riverside.example/signed-out';

/** Gives the application that may remember a consent another redirect URI, or takes it away again. */
export async function changeRedirects(stage: Stage, actor: Actor): Promise<void> {
  const client = CLIENTS.portal;
  const person = actor.chance.pick(stage.members);
  await connectAgain(stage, actor, person);
  await withSession(stage, actor, stage.ruth, async (session) => {
    const browser = actor.browser(session.cookies);
    const page = await browser.get(`${pathOf(client)}/edit`);
    if (!formsOf(page.body).some(({ action }) => action.endsWith('/edit'))) return;
    const hasTwo = page.body.includes(SECOND_CALLBACK);
    const uris = hasTwo ? [client.redirectUri] : [client.redirectUri, SECOND_CALLBACK];
    const fill = { redirect_uris: uris.join('\n'), post_logout_redirect_uris: SIGNED_OUT };
    const question = await browser.submit(page, '/edit', fill);
    if (!question.body.includes('name="password"')) return;
    // A consent of the same millisecond can have been given after the change.
    stage.advance(1);
    const operation = actor.next('change redirect URIs');
    const renewed = renewal(stage, session, operation);
    const done = await browser.submit(question, '/edit', { password: stage.ruth.password });
    renewed(browser);
    stage.count(`redirect URIs changed: ${done.status}`);
    if (done.status !== 200 || operation.failed || !done.url.includes('done=changed')) return;
    if (!hasTwo) return rememberRedirectChange(stage.oracle, client.id, operation);
    const request = { ...requestOf(actor, client, stage.ruth), redirectUri: SECOND_CALLBACK };
    const left = await walk(actor, new Map(browser.cookies), urlOf(request), stage.ruth);
    must(left?.to.href.startsWith(SECOND_CALLBACK) !== true, 'answer_goes_home', 'it went to what was taken away');
  });
  await connectAgain(stage, actor, person);
}

const pathOf = ({ id }: Pick<Client, 'id'>): string => `${ADMIN}/applications/${id}`;

/** Disables an application, which ends its grants, and enables it again some time later. */
export async function disable(
  stage: Stage,
  actor: Actor,
  client: Client | undefined = actor.chance.pick(ALL_CLIENTS),
): Promise<void> {
  if (client === undefined || stage.disabled.has(client.id)) return;
  await withSession(stage, actor, stage.ruth, async (session) => {
    const browser = actor.browser(session.cookies);
    const page = await browser.get(`${pathOf(client)}/disable`);
    if (!formsOf(page.body).some(({ action }) => action.endsWith('/disable'))) return;
    const operation = actor.next('disable');
    const renewed = renewal(stage, session, operation);
    const end = stage.oracle.life(`client ${client.id}`).ending(operation.began);
    const consents = stage.members.map(({ id }) => consentLife(stage.oracle, { person: id, client: client.id }));
    const ends = [end, ...consents.map((life) => life.ending(operation.began))];
    stage.disabled.add(client.id);
    const done = await browser.submit(page, '/disable', { password: stage.ruth.password });
    renewed(browser);
    stage.count(`disabled: ${done.status}`);
    if (done.status === 200 && !operation.failed) confirm(ends, operation.ended);
  });
}

export async function enable(stage: Stage, actor: Actor): Promise<void> {
  const client = ALL_CLIENTS.find(({ id }) => stage.disabled.has(id));
  if (client === undefined) return;
  await withSession(stage, actor, stage.ruth, async (session) => {
    const browser = actor.browser(session.cookies);
    const page = await browser.get(pathOf(client));
    if (!formsOf(page.body).some(({ action }) => action.endsWith('/enable'))) {
      stage.disabled.delete(client.id);
      return;
    }
    const operation = actor.next('enable');
    const renewed = renewal(stage, session, operation);
    const life = stage.oracle.life(`client ${client.id}`);
    // Enabling ends what was there before, too.
    life.ending(operation.began);
    const back = life.returning(operation.began);
    let done = await browser.submit(page, '/enable', {});
    // It asks again when the sign-in was a while ago.
    if (done.body.includes('name="password"')) {
      done = await browser.submit(done, '/enable', { password: stage.ruth.password });
      renewed(browser);
    }
    stage.count(`enabled: ${done.status}`);
    if (done.status !== 200) return;
    back.ended = operation.ended;
    stage.disabled.delete(client.id);
  });
}
