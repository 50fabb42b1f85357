/** Forms whose action requires that the person signs in again, with the password or a passkey. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SignInMethod } from '../../../schema/audit/audit-event.ts';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import type { Person, Session } from '../../../schema/people/person.ts';
import { METHOD_OF } from '../../../schema/people/second-factor.ts';
import { goTo } from '../../http.ts';
import {
  type Confirmation,
  type ConfirmationProblem,
  confirmationPage,
  type PlainConfirmation,
  plainConfirmationPage,
} from './confirmation.ts';
import type { PageFrame } from './layout.ts';
import { AT_SCHOOL, confirmAtSchool, lacksFactor, provenAtSchool } from './proof-at-school.ts';
import { frameFor, sendPage, tellStale } from './sending.ts';
import type { SignedInPages, SignedInRequest } from './signed-in.ts';

type ConfirmationText = Omit<Confirmation, 'action' | 'csrf' | 'email' | 'needs' | 'problem'>;

export interface ReauthenticatedAction<V extends SignedInRequest, Subject> {
  /** Path of the page and of its form. */
  path: string;
  /** Finds the subject of the action; `undefined` if it does not exist or no longer does. */
  find(signedIn: V): Promise<Subject | undefined>;
  frame(signedIn: V): PageFrame;
  /** True if a passkey is asked for if the person has one, although the password suffices to sign in. */
  demandsOwnFactor?: boolean;
  describe(signedIn: V, subject: Subject): ConfirmationText | Promise<ConfirmationText>;
  /**
   * Performs the action.
   * @param verified the person as read when the password or passkey was verified
   * @returns the path of the next page, or the response itself
   */
  act(
    signedIn: V,
    subject: Subject,
    form: Parameters,
    reply: FastifyReply,
    verified: Person,
  ): Promise<string | FastifyReply>;
  /** Sends the response if `find` finds nothing. */
  missing(signedIn: V, reply: FastifyReply): FastifyReply | Promise<FastifyReply>;
}

export function requireReauthentication<V extends SignedInRequest, Subject>(
  app: FastifyInstance,
  pages: SignedInPages<V>,
  danger: ReauthenticatedAction<V, Subject>,
): void {
  const ask = async (signedIn: V, subject: Subject, reply: FastifyReply, problem?: ConfirmationProblem) =>
    confirm(app, signedIn, reply, danger.frame(signedIn), {
      ...(await danger.describe(signedIn, subject)),
      problem,
    });

  pages.get(danger.path, async (signedIn, reply) => {
    const subject = await danger.find(signedIn);
    return subject === undefined ? danger.missing(signedIn, reply) : ask(signedIn, subject, reply);
  });

  pages.post(danger.path, async (signedIn, form, reply) => {
    const subject = await danger.find(signedIn);
    if (subject === undefined) return danger.missing(signedIn, reply);
    const result = await reauthenticate(app, signedIn, form, reply, danger.demandsOwnFactor);
    if ('problem' in result) return ask(signedIn, subject, reply, result.problem);
    // Verifying the password takes time, so the session and the subject are read again afterwards.
    const entered = await pages.reload(signedIn, reply);
    if (entered === undefined) return reply;
    const present = await danger.find(entered);
    if (present === undefined) return danger.missing(entered, reply);
    if (!(await renewSession(app, entered, reply, result.person))) return tellStale(entered.request, reply);
    const done = await danger.act(entered, present, form, reply, result.person);
    return typeof done === 'string' ? goTo(reply, done) : done;
  });
}

/** An action that only removes access: it is confirmed, and needs no reauthentication. */
interface ConfirmedAction<V extends SignedInRequest, Subject>
  extends Pick<ReauthenticatedAction<V, Subject>, 'path' | 'frame' | 'missing'> {
  pages: SignedInPages<V>;
  /** @param parameters the query of the page, or the form */
  find(signedIn: V, parameters: Parameters): Promise<Subject | undefined>;
  describe(signedIn: V, subject: Subject): Promise<Omit<PlainConfirmation, 'action' | 'csrf'>>;
  /** @returns the path of the next page */
  act(signedIn: V, subject: Subject): Promise<string>;
}

export function requireConfirmation<V extends SignedInRequest, Subject>(action: ConfirmedAction<V, Subject>): void {
  action.pages.get(action.path, async (signedIn, reply) => {
    const { csrf, request } = signedIn;
    const subject = await action.find(signedIn, readParameters(request.query));
    if (subject === undefined) return action.missing(signedIn, reply);
    const described = { ...(await action.describe(signedIn, subject)), action: request.url.split('?')[0] ?? '', csrf };
    return sendPage(reply, plainConfirmationPage(action.frame(signedIn), described), 'own');
  });

  action.pages.post(action.path, async (signedIn, form, reply) => {
    const subject = await action.find(signedIn, form);
    return subject === undefined ? action.missing(signedIn, reply) : goTo(reply, await action.act(signedIn, subject));
  });
}

/** A form that was sent. */
export interface SentForm<V extends SignedInRequest> {
  signedIn: V;
  form: Parameters;
  reply: FastifyReply;
}

/** The page that asks to sign in again. `hidden` is the form, which it sends once more. */
interface ConfirmationQuestion
  extends Omit<Confirmation, 'action' | 'csrf' | 'email' | 'needs' | 'problem' | 'passkeyQuestion'> {
  frame: PageFrame;
  /**
   * True if nothing is asked shortly after a sign-in: for what everybody sees afterwards, and what can be taken back.
   */
  unlessLately?: boolean;
  /** See `ReauthenticatedAction`. */
  demandsOwnFactor?: boolean;
}

const LATELY_MS = 10 * 60_000;

export const signedInLately = ({ clock }: FastifyInstance, { session }: SignedInRequest): boolean =>
  (session.schoolId === undefined || session.knowsAuthTime) && session.authenticatedAt + LATELY_MS > clock();

/**
 * Goes on with a form if its sender has signed in again by it, and asks for that otherwise.
 * @returns the request as read afterwards, because verifying the password takes time, or the response that was sent
 */
export async function signedInBy<V extends SignedInRequest>(
  app: FastifyInstance,
  pages: SignedInPages<V>,
  { signedIn, form, reply }: SentForm<V>,
  { frame, unlessLately = false, demandsOwnFactor, ...asking }: ConfirmationQuestion,
): Promise<{ entered: V } | { sent: FastifyReply }> {
  const isAnswered =
    signedIn.session.schoolId === undefined
      ? form.get('password') !== undefined || form.get('passkey') !== undefined
      : form.get('proof') === AT_SCHOOL.proof;
  const isEnough = unlessLately && !isAnswered && signedInLately(app, signedIn);
  if (isEnough && !(await lacksFactor(app, signedIn))) return { entered: signedIn };
  const result = isAnswered
    ? await reauthenticate(app, signedIn, form, reply, demandsOwnFactor)
    : { problem: undefined };
  if ('problem' in result) {
    await confirm(app, signedIn, reply, frame, { ...asking, problem: result.problem });
    return { sent: reply };
  }
  const entered = await pages.reload(signedIn, reply);
  if (entered === undefined) return { sent: reply };
  if (await renewSession(app, entered, reply, result.person)) return { entered };
  return { sent: tellStale(entered.request, reply) };
}

/** Shows the page that asks for the password or a passkey. Its form is sent to the same path. */
export async function confirm(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  reply: FastifyReply,
  frame: PageFrame,
  confirmation: Omit<Confirmation, 'action' | 'csrf' | 'email' | 'needs' | 'passkeyQuestion'>,
): Promise<FastifyReply> {
  const { csrf, request, session } = signedIn;
  if (session.schoolId !== undefined) return confirmAtSchool(app, signedIn, session, reply, frame, confirmation);
  const needs = await app.people.secondFactor.neededBy(session.person.id);
  const page = confirmationPage(frame, {
    ...confirmation,
    needs,
    action: request.url.split('?')[0] ?? '',
    csrf,
    email: session.person.email,
    passkeyQuestion: await questionFor(app, session),
  });
  return sendPage(reply, page, 'own');
}

/**
 * Verifies the password of the signed-in person and the second factor that it needs, or a passkey. Attempts count
 * against the same limits as sign-ins.
 * @param demandsOwnFactor see `ReauthenticatedAction`
 * @returns the person as read for the verification, or the problem after setting the status
 */
export async function reauthenticate(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  form: Parameters,
  reply: FastifyReply,
  demandsOwnFactor = false,
): Promise<{ person: Person } | { problem: ConfirmationProblem }> {
  const { originOf } = app;
  const { passkeys, signIn } = app.people;
  const { request, session } = signedIn;
  if (session.schoolId !== undefined) return provenAtSchool(app, signedIn, session);
  const answer = form.get('passkey');
  const result =
    answer === undefined
      ? await signIn(session.person.email, form.get('password') ?? '', request, true)
      : await passkeys.signIn(answer, session.id, originOf(request));
  switch (result.outcome) {
    case 'signed_in':
      return completed(app, signedIn, { ...result, demandsOwnFactor }, form, reply);
    case 'wrong_credentials':
      reply.code(400);
      return { problem: 'wrong' };
    case 'throttled':
      return waiting(reply, result);
  }
}

function waiting(
  reply: FastifyReply,
  { retryAfterSeconds: waitSeconds }: { retryAfterSeconds: number },
): { problem: ConfirmationProblem } {
  reply.code(429).header('retry-after', String(waitSeconds));
  return { problem: { waitSeconds } };
}

/** The person who signed in again, with the method. */
interface Proof {
  person: Person;
  method: SignInMethod;
}

/** Completes a correct password or passkey, if it is the person's own, with what has to follow it. */
async function completed(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  { person, method, demandsOwnFactor }: Proof & { demandsOwnFactor: boolean },
  form: Parameters,
  reply: FastifyReply,
): Promise<{ person: Person } | { problem: ConfirmationProblem }> {
  const { audit, clock, originOf } = app;
  const { request, session } = signedIn;
  const event = { ...originOf(request), at: clock(), personId: session.person.id };
  if (person.id !== session.person.id) {
    await audit.record({ ...event, event: 'sign_in_failed', target: method });
    reply.code(400);
    return { problem: 'wrong' };
  }
  const proof =
    method === 'password'
      ? await afterPassword(app, signedIn, { person, demandsOwnFactor }, form, reply)
      : { person, method };
  if ('problem' in proof) return proof;
  await audit.record({ ...event, event: 'reauthenticated', target: proof.method });
  return { person };
}

/** Verifies what has to follow the correct password. */
async function afterPassword(
  app: FastifyInstance,
  { request, session }: SignedInRequest,
  { person, demandsOwnFactor }: { person: Person; demandsOwnFactor: boolean },
  form: Parameters,
  reply: FastifyReply,
): Promise<Proof | { problem: ConfirmationProblem }> {
  const { secondFactor } = app.people;
  const needs = await secondFactor.neededBy(person.id);
  const needsOwn = demandsOwnFactor && needs === 'none' && (await secondFactor.hasAny(person.id));
  switch (needsOwn ? 'passkey' : needs) {
    case 'none':
      return { person, method: 'password' };
    case 'passkey':
      // Forms without a passkey rely on the one of a recent sign-in.
      if (secondFactor.isFresh(session)) return { person, method: 'password' };
      reply.code(400);
      return { problem: 'needs_passkey' };
    case 'code': {
      const result = await secondFactor.verify(person, form.get('code') ?? '', request, frameFor(request).language);
      if (result.outcome === 'verified') {
        return { person, method: METHOD_OF[result.by] };
      }
      if (result.outcome === 'throttled') return waiting(reply, result);
      if (result.outcome === 'codes_ended') {
        reply.code(403);
        return { problem: 'codes_ended' };
      }
      reply.code(400);
      return { problem: 'wrong_code' };
    }
  }
}

/**
 * Gives the session another cookie, because whoever copied the one before has not signed in again (OWASP ASVS 7.2.4).
 * @param person as read when the password or passkey was verified
 * @returns false if the session or the verification has ended in the meantime
 */
export const renewSession = (
  { people: { loginSession, sessions } }: FastifyInstance,
  { request, session }: SignedInRequest,
  reply: FastifyReply,
  { id, credentialsVersion }: Person,
): Promise<boolean> =>
  loginSession.renew(request, reply, session, (renewed) => sessions.renew(renewed, id, credentialsVersion));

/** Returns `undefined` if the person has no passkey. */
const questionFor = async (
  { people: { passkeys, passkeyStore } }: FastifyInstance,
  { id, person }: Session,
): Promise<string | undefined> =>
  passkeys.available && (await passkeyStore.ofPerson(person.id)).length > 0 ? passkeys.askForSignIn(id) : undefined;
