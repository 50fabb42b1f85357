/** Links in e-mails: a person has forgotten the password, and somebody else reads the mail as well. */
import { formsOf } from '../../../support/browser.ts';
import { readEmail } from '../../../support/emails.ts';
import type { Actor } from '../actor.ts';
import type { Attempt } from '../oracle/grants.ts';
import { must } from '../oracle/invariants.ts';
import type { Person, Stage } from '../stage.ts';

const FORGOT = '/password/forgot';
const RESET = '/password/reset';
const LINK_LASTS = 30 * 60_000;

interface Link {
  readonly person: Person;
  readonly path: string;
  /** When it had been sent for certain. */
  readonly sentAt: number;
  readonly uses: Attempt[];
}

async function askForLink(stage: Stage, actor: Actor, person: Person): Promise<Link | undefined> {
  const browser = actor.browser();
  const page = await browser.get(FORGOT);
  if (!formsOf(page.body).some(({ action }) => action.endsWith(FORGOT))) return undefined;
  await browser.submit(page, FORGOT, { email: person.email });
  const emails = (await stage.world.deliver(actor.last.node)).map(readEmail);
  const link = emails.find((one) => one.to === person.email && one.link.includes(RESET))?.link;
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link);
  return { person, path: pathname + search, sentAt: stage.world.now, uses: [] };
}

async function useLink(stage: Stage, actor: Actor, { person, path, sentAt, uses }: Link): Promise<void> {
  const browser = actor.browser();
  const page = await browser.get(path);
  if (!formsOf(page.body).some(({ action }) => action.endsWith(RESET))) return;
  const wanted = `nine patient herons ${actor.chance.seed()}`;
  const operation = actor.next('reset the password');
  const attempt: Attempt = { operation, outcome: 'asked' };
  const ends = stage.sessions
    .filter((session) => session.person === person)
    .map(({ born, life }) => ({ born, end: life.ending(operation.began) }));
  const done = await browser.submit(page, RESET, { new_password: wanted });
  if (!done.url.includes('done=password_reset')) return;
  attempt.outcome = 'accepted';
  must(uses.length === 0, 'link_once', 'a link was used twice');
  must(operation.clock.least < sentAt + LINK_LASTS, 'link_once', 'a link was used after its lifetime');
  uses.push(attempt);
  person.password = wanted;
  // One that was signed in meanwhile may have been before or after.
  for (const { born, end } of ends) if (born.ended <= operation.began) end.ended = operation.ended;
  stage.count('password reset');
}

export async function resetPassword(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  const link = person && (await askForLink(stage, actor, person));
  if (link === undefined) return;
  const thief = stage.actor(actor.chance.seed());
  if (actor.chance.happens(0.2)) stage.advance(LINK_LASTS + 1000);
  await (actor.chance.happens(0.5)
    ? Promise.all([useLink(stage, actor, link), useLink(stage, thief, link)])
    : useLink(stage, actor, link));
  await useLink(stage, thief, link);
}
