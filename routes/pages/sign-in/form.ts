/** The sign-in form, which several pages use: its passkey options and the result of a sign-in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialHash } from '../../../schema/credential.ts';
import type { Parameters } from '../../../schema/data/parameters.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import type { Person } from '../../../schema/people/person.ts';
import type { AuthenticatedBy } from '../../../schema/people/second-factor.ts';
import type { PlaceOf } from '../../../schema/people/sign-in-place.ts';
import { NEW_BROWSER_EMAILS } from '../../../schema/throttle.ts';
import { frameFor, type PageContent } from '../kit/sending.ts';
import type { SignIn } from './view.ts';

/** The state in which the form is shown again. */
export type SignInState = Pick<SignIn, 'email' | 'problem' | 'retryAfterSeconds' | 'second'>;

const boundTo = (browser: CredentialHash): string => browser.toString('base64url');

/** Returns the WebAuthn options for this browser. */
export const passkeyQuestion = async (
  { people: { passkeys } }: FastifyInstance,
  browser: CredentialHash,
): Promise<string | undefined> => (passkeys.available ? passkeys.askForSignIn(boundTo(browser)) : undefined);

/** The page after a password has a script only if it asks for a passkey. */
export const contentOfSignIn = ({ people: { passkeys } }: FastifyInstance, { second }: SignInState): PageContent =>
  passkeys.available || second === undefined ? 'scripted_form' : 'form';

/** A complete proof of a person. */
interface Proof {
  person: Person;
  by: AuthenticatedBy;
}

interface Attempt {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  form: Parameters;
  browser: CredentialHash;
  placeOf: PlaceOf | undefined;
}

/**
 * Signs in with the password or passkey of the form, or with the second factor that it asked for before.
 * @param placeOf only of the sign-in to an app
 * @returns the id of the new session, or the form to show next after setting the status and headers
 */
export async function signInBy(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Parameters,
  browser: CredentialHash,
  placeOf?: PlaceOf,
): Promise<{ sessionId: string; personId: string } | SignInState> {
  const attempt = { app, request, reply, form, browser, placeOf };
  const pending = form.get('second');
  const result = pending === undefined ? await checkFirst(attempt) : await checkSecond(attempt, pending);
  if (!('person' in result)) return result;
  const { person, by } = result;
  const sessionId = await app.people.loginSession.open(request, reply, person, { by });
  if (sessionId !== undefined) {
    await reportNewBrowser(app, request, person);
    return { sessionId, personId: person.id };
  }
  // The credentials were changed while they were being verified.
  reply.code(400);
  return {
    email: form.get('email') ?? '',
    problem: form.get('passkey') !== undefined ? 'wrong_passkey' : 'wrong_credentials',
  };
}

/** Records a sign-in with a browser that the person has not used before, and tells the person by e-mail. */
async function reportNewBrowser(app: FastifyInstance, request: FastifyRequest, person: Person): Promise<void> {
  const { knownBrowsers, mailer } = app.people;
  if (knownBrowsers.find(request, person) !== undefined) return;
  const at = app.clock();
  const origin = app.originOf(request);
  const mayWrite =
    (await app.throttle.take({ kind: 'new_browser_of', subject: person.id, rule: NEW_BROWSER_EMAILS })) === 0;
  const { ip = '', userAgent = '' } = origin;
  const notice = { kind: 'new_browser', userAgent, network: app.networkLabelOf(ip), at } as const;
  const outgoing = mayWrite ? mailer.notice(person, frameFor(request).language, notice) : {};
  await app.audit.record({ ...origin, ...outgoing, event: 'new_browser', at, personId: person.id });
}

/** Checks the password or the passkey. Nothing reveals whether a second factor is needed until the password is right. */
async function checkFirst(attempt: Attempt): Promise<Proof | SignInState> {
  const { app, request, reply, form, browser, placeOf } = attempt;
  if (form.get('passkey') !== undefined) return checkPasskey(attempt);
  const { secondFactor } = app.people;
  const email = form.get('email') ?? '';
  const origin = app.originOf(request);
  try {
    const result = await app.people.signIn(email, form.get('password') ?? '', request, false, placeOf);
    if (result.outcome !== 'signed_in') return refuse(reply, result, { email }, 'wrong_credentials');
    const known = await secondFactor.afterPassword(result.person, origin, frameFor(request).language);
    if (known === undefined) return refuse(reply, { outcome: 'wrong_credentials' }, { email }, 'wrong_credentials');
    const { person, needs } = known;
    if (needs === 'none') return { person, by: 'password' };
    return { email, second: { sealed: secondFactor.remember(person, browser), needs } };
  } catch (error) {
    if (!(error instanceof OAuthError && error.reason === 'busy')) throw error;
    app.refuse(error, request, reply);
    return { email, problem: 'busy' };
  }
}

/** Checks the code, the recovery code or the passkey that follows the password. */
async function checkSecond(attempt: Attempt, sealed: string): Promise<Proof | SignInState> {
  const { app, request, reply, form, browser, placeOf } = attempt;
  const { secondFactor } = app.people;
  const person = await secondFactor.recall(sealed, browser);
  if (person === undefined) return refuse(reply, { outcome: 'wrong_credentials' }, {}, 'expired');
  const again = { email: person.email, second: { sealed, needs: await secondFactor.neededBy(person.id) } };
  if (form.get('passkey') !== undefined) return checkPasskey(attempt, again);
  const recoveryCode = form.get('recovery_code');
  const { language } = frameFor(request);
  const typedCode = recoveryCode ?? form.get('code') ?? '';
  const result = await secondFactor.verify(person, typedCode, request, language, placeOf);
  if (result.outcome === 'verified') return { person, by: result.by };
  const isRecoveryCode = recoveryCode !== undefined || result.outcome === 'wrong_recovery_code';
  return refuse(reply, result, again, isRecoveryCode ? 'wrong_recovery_code' : 'wrong_code');
}

async function checkPasskey(
  { app, request, reply, form, browser, placeOf }: Attempt,
  again: SignInState = { email: form.get('email') ?? '' },
): Promise<Proof | SignInState> {
  const answer = form.get('passkey') ?? '';
  const result = await app.people.passkeys.signIn(answer, boundTo(browser), app.originOf(request), placeOf);
  return result.outcome === 'signed_in'
    ? { person: result.person, by: 'passkey' }
    : refuse(reply, result, again, 'wrong_passkey');
}

/** Sets the status and headers of a refusal. */
function refuse(
  reply: FastifyReply,
  result: { outcome: string; retryAfterSeconds?: number; onlyNewBrowsers?: boolean },
  state: SignInState,
  problem: NonNullable<SignIn['problem']>,
): SignInState {
  const { onlyNewBrowsers, outcome, retryAfterSeconds } = result;
  const hasEnded = outcome === 'codes_ended';
  if (hasEnded || retryAfterSeconds === undefined) {
    reply.code(hasEnded ? 403 : 400);
    return { ...state, problem: hasEnded ? 'codes_ended' : problem };
  }
  reply.code(429).header('retry-after', String(retryAfterSeconds));
  return { ...state, problem: onlyNewBrowsers ? 'new_browser_throttled' : 'throttled', retryAfterSeconds };
}
