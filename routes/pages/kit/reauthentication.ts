/** Forms that act only when the person has signed in once more: with the password, or a passkey. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Parameters } from '../../../schema/parameters.ts';
import type { Person, Session } from '../../../schema/people/person.ts';
import { type Confirmation, type ConfirmationProblem, confirmationPage } from './confirmation.ts';
import type { PageFrame } from './layout.ts';
import { goTo, sendPage } from './sending.ts';
import type { SignedInPages, SignedInRequest } from './signed-in.ts';

export interface ReauthenticatedAction<V extends SignedInRequest, Subject> {
  /** Where it is asked and where it is done. */
  path: string;
  /** What it is about; `undefined` when there is no such thing (any more). */
  find(signedIn: V): Promise<Subject | undefined>;
  frame(signedIn: V): PageFrame;
  describe(signedIn: V, subject: Subject): Omit<Confirmation, 'action' | 'csrf' | 'problem'>;
  /** @returns where to go, or the answer itself */
  act(signedIn: V, subject: Subject, form: Parameters, reply: FastifyReply): Promise<string | FastifyReply>;
  /** What is answered when `find` finds nothing. */
  missing(signedIn: V, reply: FastifyReply): FastifyReply;
}

export function requireReauthentication<V extends SignedInRequest, Subject>(
  app: FastifyInstance,
  pages: SignedInPages<V>,
  danger: ReauthenticatedAction<V, Subject>,
): void {
  const ask = (signedIn: V, subject: Subject, reply: FastifyReply, problem?: ConfirmationProblem) =>
    confirm(app, signedIn, reply, danger.frame(signedIn), { ...danger.describe(signedIn, subject), problem });

  pages.get(danger.path, async (signedIn, reply) => {
    const subject = await danger.find(signedIn);
    return subject === undefined ? danger.missing(signedIn, reply) : ask(signedIn, subject, reply);
  });

  pages.post(danger.path, async (signedIn, form, reply) => {
    const subject = await danger.find(signedIn);
    if (subject === undefined) return danger.missing(signedIn, reply);
    const result = await reauthenticate(app, signedIn, form, reply);
    if ('problem' in result) return ask(signedIn, subject, reply, result.problem);
    // The password takes its time: who acts, and on what, is what they are by now.
    const entered = await pages.reload(signedIn, reply);
    if (entered === undefined) return reply;
    const present = await danger.find(entered);
    if (present === undefined) return danger.missing(entered, reply);
    const done = await danger.act(entered, present, form, reply);
    return typeof done === 'string' ? goTo(reply, done) : done;
  });
}

/** Asks for the password, or a passkey, in a form that comes back to the same address. */
export async function confirm(
  app: FastifyInstance,
  { csrf, request, session }: SignedInRequest,
  reply: FastifyReply,
  frame: PageFrame,
  asked: Omit<Confirmation, 'action' | 'csrf' | 'passkeyQuestion'>,
): Promise<FastifyReply> {
  const page = confirmationPage(frame, {
    ...asked,
    action: request.url.split('?')[0] ?? '',
    csrf,
    passkeyQuestion: await questionFor(app, session),
  });
  return sendPage(reply, page, 'own');
}

/**
 * Is it the person who is signed in, as the password says, or a passkey? Tries count as tries to sign in do.
 * @returns the person as read for the verification, or what is wrong, with the status set
 */
export async function reauthenticate(
  { originOf, people: { passkeys, signIn } }: FastifyInstance,
  { request, session }: SignedInRequest,
  form: Parameters,
  reply: FastifyReply,
): Promise<{ person: Person } | { problem: ConfirmationProblem }> {
  const answer = form.get('passkey');
  const result =
    answer === undefined
      ? await signIn(session.person.email, form.get('password') ?? '', originOf(request))
      : await passkeys.signIn(answer, session.id, originOf(request));
  switch (result.outcome) {
    case 'signed_in':
      if (result.person.id === session.person.id) return { person: result.person };
      reply.code(400);
      return { problem: 'wrong' };
    case 'wrong_credentials':
      reply.code(400);
      return { problem: 'wrong' };
    case 'throttled':
      reply.code(429).header('retry-after', String(result.retryAfterSeconds));
      return { problem: 'throttled' };
  }
}

/** Nothing where the person has no passkey to answer with. */
const questionFor = async (
  { people: { passkeys, passkeyStore } }: FastifyInstance,
  { id, person }: Session,
): Promise<string | undefined> =>
  passkeys.available && (await passkeyStore.ofPerson(person.id)).length > 0 ? passkeys.askForSignIn(id) : undefined;
