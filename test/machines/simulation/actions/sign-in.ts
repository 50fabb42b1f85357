/** People at their browsers: they sign in, look whether they still are, and sign out. */
import type { Actor } from '../actor.ts';
import { must } from '../oracle/invariants.ts';
import { Unanswered } from '../scheduler.ts';
import type { Person, Session, Stage } from '../stage.ts';

/** @returns a session, or nothing if the sign-in failed, which the password may be the reason for */
export async function signIn(stage: Stage, actor: Actor, person: Person): Promise<Session | undefined> {
  const browser = actor.browser();
  const { password } = person;
  const form = await browser.get('/sign-in');
  // An outage, which is injected: the rule about failures looks at every answer.
  if (form.status !== 200) return undefined;
  const page = await browser.submit(form, '/sign-in', { email: person.email, password });
  if (page.url.startsWith('/sign-in')) return undefined;
  // The page after the form is another request; the session was made by the one before it.
  return stage.addSession(person, browser.cookies, actor.last);
}

/** Uses a session that nobody else uses meanwhile; a new one if there is none. */
export async function withSession<Result>(
  stage: Stage,
  actor: Actor,
  person: Person,
  use: (session: Session) => Promise<Result>,
): Promise<Result | undefined> {
  const free = stage.sessions.filter(
    (one) => one.person === person && !one.busy && !one.life.mayHaveEnded(one.born, Number.POSITIVE_INFINITY),
  );
  const session =
    (actor.chance.happens(0.9) ? actor.chance.pick(free) : undefined) ?? (await signIn(stage, actor, person));
  if (session === undefined || session.busy) return undefined;
  session.busy = true;
  try {
    return await use(session);
  } finally {
    session.busy = false;
  }
}

export async function signInSomewhere(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  if (person !== undefined && (await signIn(stage, actor, person)) !== undefined) stage.count('signed in');
}

function someSession({ sessions, world: { scheduler }, recent }: Stage, { chance }: Actor): Session | undefined {
  const ended = chance.happens(0.4)
    ? sessions.filter(({ life, born }) => life.hasEnded(born, scheduler.decisions))
    : [];
  return recent(ended.length > 0 ? ended : sessions, chance);
}

/** Somebody with a copy of the cookies, from before or after the session ended, opens the account. */
export async function useCookies(stage: Stage, actor: Actor, session = someSession(stage, actor)): Promise<void> {
  if (session === undefined) return;
  const browser = actor.browser(session.cookies);
  const operation = actor.next('the account of a session');
  const answer = await browser.get('/account').catch(ifUnanswered);
  if (answer === undefined || operation.failed || actor.last.failed) return;
  const isOpen = answer.url === '/account' && answer.status === 200;
  if (isOpen) {
    must(!session.life.hasEnded(session.born, operation.began), 'session_ends', 'its cookie still opens the account');
    must(
      operation.clock.least < session.born.clock.most + 30 * DAY,
      'session_ends',
      'it opens the account after 30 days',
    );
    stage.count('account opened');
  } else if (!session.life.mayHaveEnded(session.born, operation.ended)) {
    const isOld = stage.oracle.highest >= session.born.clock.least + 12 * HOUR;
    must(
      isOld,
      'alive_is_alive',
      `a session of ${session.person.id} from ${session.born.title} ${session.born.began} was refused that nothing has ended`,
    );
  } else stage.count('account refused');
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const ifUnanswered = (error: unknown): undefined => {
  if (error instanceof Unanswered) return undefined;
  throw error;
};

export async function signOut(stage: Stage, actor: Actor): Promise<void> {
  const session = stage.recent(
    stage.sessions.filter(({ busy }) => !busy),
    actor.chance,
  );
  if (session === undefined) return;
  session.busy = true;
  const browser = actor.browser(session.cookies);
  const page = await browser.get('/account');
  if (page.url !== '/account' || !page.body.includes('/sign-out"')) return;
  const operation = actor.next('sign out');
  const end = session.life.ending(operation.began);
  const after = await browser.submit(page, '/sign-out');
  if (operation.failed || after.status !== 200) return;
  end.ended = operation.ended;
  stage.count('signed out');
  await useCookies(stage, actor, session);
}
