/** What takes the place of a password in a session at a school: a recent sign-in at its provider, which no form can ask for. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Person, SchoolMembership, SchoolSession } from '../../../schema/people/person.ts';
import { textFor } from '../../words/index.ts';
import { type ConfirmationProblem, type PlainConfirmation, plainConfirmationPage } from './confirmation.ts';
import { displayText } from './display-text.ts';
import type { PageFrame } from './layout.ts';
import { outcomePage } from './message.ts';
import { signInAtSchool } from './next-page.ts';
import { sendPage } from './sending.ts';
import { type SignedInRequest, signInAsOther } from './signed-in.ts';

/** Stands for the proof in forms of a session at a school, whose person has just signed in at the provider again. */
export const AT_SCHOOL = { proof: 'provider' };

/** Returns whether the provider of the school says that the person has just signed in there, which takes the place of a proof here. */
const isFreshAtSchool = (
  { clock, config }: FastifyInstance,
  { authenticatedAt, knowsAuthTime }: SchoolSession,
): boolean => knowsAuthTime && authenticatedAt + config.lifetimes.freshSecondFactor > clock();

/** Asks a person who has signed in at a school to do so again there, or only to confirm. A link, because a form must not leave. */
export function confirmAtSchool(
  app: FastifyInstance,
  { csrf, request, session }: Pick<SignedInRequest, 'csrf' | 'request'> & { session: SchoolSession },
  reply: FastifyReply,
  frame: PageFrame,
  confirmation: Omit<PlainConfirmation, 'action' | 'csrf'>,
): FastifyReply {
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
  session: SchoolSession,
): Promise<{ person: Person } | { problem: ConfirmationProblem }> {
  const person = isFreshAtSchool(app, session) ? await app.people.persons.find(session.person.id) : undefined;
  return person?.credentialsVersion === session.person.credentialsVersion ? { person } : { problem: 'wrong' };
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
