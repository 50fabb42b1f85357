/** What takes the place of a password in a session at a school: a recent sign-in at its provider, which no form can ask for. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Person, SchoolMembership, SchoolSession } from '../../../schema/people/person.ts';
import { METHOD_OF } from '../../../schema/people/second-factor.ts';
import { goTo } from '../../http.ts';
import { textFor } from '../../words/index.ts';
import { type ConfirmationProblem, type PlainConfirmation, plainConfirmationPage } from './confirmation.ts';
import { displayText } from './display-text.ts';
import type { PageFrame } from './layout.ts';
import { outcomePage } from './message.ts';
import { signInAtSchool } from './next-page.ts';
import { sendPage } from './sending.ts';
import { type SignedInRequest, signInAgain, signInAsOther } from './signed-in.ts';

/** Stands for the proof in forms of a session at a school, whose person has just signed in at the provider again. */
export const AT_SCHOOL = { proof: 'provider' };

/** Returns whether the provider of the school says that the person has just signed in there, which takes the place of a proof here. */
const isFreshAtSchool = (
  { clock, config }: FastifyInstance,
  { authenticatedAt, knowsAuthTime }: SchoolSession,
): boolean => knowsAuthTime && authenticatedAt + config.lifetimes.freshSecondFactor > clock();

/** Asks a person who has signed in at a school to do so again there, or only to confirm. A link, because a form must not leave. */
export async function confirmAtSchool(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  session: SchoolSession,
  reply: FastifyReply,
  frame: PageFrame,
  confirmation: Omit<PlainConfirmation, 'action' | 'csrf'>,
): Promise<FastifyReply> {
  const { csrf, request } = signedIn;
  const isSteppedOver = await lacksFactor(app, signedIn);
  if (isSteppedOver) return refuseOneFactor({ ...signedIn, frame }, { siteName: session.schoolName }, reply);
  const action = request.url.split('?')[0] ?? '';
  if (isFreshAtSchool(app, session)) {
    const hidden = { ...confirmation.hidden, ...AT_SCHOOL };
    return sendPage(reply, plainConfirmationPage(frame, { ...confirmation, hidden, action, csrf }), 'own');
  }
  const { signIn } = textFor(frame.language);
  const next = request.method === 'GET' ? request.url : confirmation.cancelHref;
  const page = outcomePage(frame, {
    title: confirmation.title,
    sentences: [signIn.reauthenticate],
    next: { href: signInAtSchool(session, { next, isAgain: true }), label: signIn.submit },
  });
  return sendPage(reply, page, 'own');
}

/** @returns the person if the provider has just proven it */
export async function provenAtSchool(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  session: SchoolSession,
): Promise<{ person: Person } | { problem: ConfirmationProblem }> {
  const isProven = isFreshAtSchool(app, session) && !(await lacksFactor(app, signedIn));
  const person = isProven ? await app.people.persons.find(session.person.id) : undefined;
  if (person?.credentialsVersion !== session.person.credentialsVersion) return { problem: 'wrong' };
  const { schoolId: siteId } = session;
  await app.audit.record(signedIn.event('reauthenticated', { siteId, target: METHOD_OF[session.authenticatedBy] }));
  return { person };
}

/** Returns whether the sign-in at the school steps over a second factor of the account. */
export async function lacksFactor(
  { people: { secondFactor } }: FastifyInstance,
  { memberships: [membership], session }: SignedInRequest,
): Promise<boolean> {
  return membership !== undefined && secondFactor.isSteppedOver(session, membership);
}

/** Leads to a recent sign-in after a form that cannot be sent again. A form must not lead to the provider (`form-action`). */
export function signInAgainFirst(signedIn: SignedInRequest, reply: FastifyReply, next: string): FastifyReply {
  const { frame, request, session, text } = signedIn;
  const href = signInAgain(request, session, next);
  if (session.schoolId === undefined) return goTo(reply, href);
  const { reauthenticate, submit, title } = text.signIn;
  const page = outcomePage(frame, { title, sentences: [reauthenticate], next: { href, label: submit } });
  return sendPage(reply, page, 'own_message');
}

/** Sends the response for a person whose school demands two factors, of which its own sign-in has proven one. */
export function refuseOneFactor(
  { frame, request, text }: SignedInRequest,
  { siteName }: Pick<SchoolMembership, 'siteName'>,
  reply: FastifyReply,
): FastifyReply {
  const { title, text: sentence } = text.schoolSignIn.pages.one_factor;
  const school = displayText(siteName);
  const next = { href: signInAsOther(request), label: text.schoolSignIn.account.account };
  return sendPage(
    reply.code(403),
    outcomePage(frame, { title, sentences: [sentence({ school })], next }),
    'own_message',
  );
}
