/** The sign-in form, which several pages use: its passkey options and the result of a sign-in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInMethod } from '../../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../../schema/credential.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import type { Parameters } from '../../../schema/parameters.ts';
import type { Person, RenewedHash } from '../../../schema/people/person.ts';
import { NEW_BROWSER_EMAILS } from '../../../schema/throttle.ts';
import { frameFor } from '../kit/sending.ts';
import type { SignIn } from './view.ts';

/** The state in which the form is shown again. */
export type SignInState = Pick<SignIn, 'email' | 'problem' | 'retryAfterSeconds'>;

const boundTo = (browser: CredentialHash): string => browser.toString('base64url');

/** Returns the WebAuthn options for this browser. */
export const passkeyQuestion = async (
  { people: { passkeys } }: FastifyInstance,
  browser: CredentialHash,
): Promise<string | undefined> => (passkeys.available ? passkeys.askForSignIn(boundTo(browser)) : undefined);

/**
 * Signs in with the password or passkey of the form.
 * @returns the id of the new session, or the problem after setting the status and headers
 */
export async function signInBy(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Parameters,
  browser: CredentialHash,
): Promise<{ sessionId: string } | SignInState> {
  const result = await checkSignIn(app, request, reply, form, browser);
  if (!('person' in result)) return result;
  const { person, method, renewedHash } = result;
  const sessionId = await app.people.loginSession.open(request, reply, person, method, renewedHash);
  if (sessionId !== undefined) {
    reportNewBrowser(app, request, person);
    return { sessionId };
  }
  // The password was changed, or the passkey removed, while it was being verified.
  reply.code(400);
  return {
    email: form.get('email') ?? '',
    problem: form.get('passkey') !== undefined ? 'wrong_passkey' : 'wrong_credentials',
  };
}

/** Records a sign-in with a browser that the person has not used before, and tells the person by e-mail. */
function reportNewBrowser(app: FastifyInstance, request: FastifyRequest, person: Person): void {
  const { knownBrowsers, mailer, protection } = app.people;
  if (knownBrowsers.find(request, person) !== undefined) return;
  const at = app.clock();
  const origin = app.originOf(request);
  const { language } = frameFor(request);
  mailer.afterwards(async () => {
    await app.audit.record({ ...origin, event: 'new_browser', at, personId: person.id });
    if ((await app.throttle.take({ kind: 'new_browser_of', subject: person.id, rule: NEW_BROWSER_EMAILS })) > 0) return;
    const { ip = '', userAgent = '' } = origin;
    protection.notify(person, language, { kind: 'new_browser', userAgent, network: app.placeOf(ip), at });
  });
}

async function checkSignIn(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Parameters,
  browser: CredentialHash,
): Promise<{ person: Person; method: SignInMethod; renewedHash?: RenewedHash | undefined } | SignInState> {
  const email = form.get('email') ?? '';
  const answer = form.get('passkey');
  try {
    const result =
      answer === undefined
        ? await app.people.signIn(email, form.get('password') ?? '', request)
        : await app.people.passkeys.signIn(answer, boundTo(browser), app.originOf(request));
    switch (result.outcome) {
      case 'signed_in':
        return result;
      case 'wrong_credentials':
        reply.code(400);
        return { email, problem: answer === undefined ? 'wrong_credentials' : 'wrong_passkey' };
      case 'throttled': {
        const { onlyNewBrowsers, retryAfterSeconds } = result;
        reply.code(429).header('retry-after', String(retryAfterSeconds));
        return { email, problem: onlyNewBrowsers ? 'new_browser_throttled' : 'throttled', retryAfterSeconds };
      }
    }
  } catch (error) {
    if (!(error instanceof OAuthError && error.details.reason === 'busy')) throw error;
    app.refuse(error, request, reply);
    return { email, problem: 'busy' };
  }
}
