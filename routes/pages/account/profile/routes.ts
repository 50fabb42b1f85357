/** The name and the e-mail address of a person, and which e-mails the person gets. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { emailKey, isEmail } from '../../../../schema/people/email.ts';
import { nameProblem } from '../../../../schema/people/person-name.ts';
import { parseProfileChange } from '../../../../schema/school/profile-change.ts';
import { EMAILS_PER_ADDRESS, EMAILS_PER_PERSON } from '../../../../schema/throttle.ts';
import { reauthenticate, renewSession } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { type SignedInPages, type SignedInRequest, tellStale } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { type EmailProblem, type Profile, profilePage } from './view.ts';

const PATH = '/account/profile';
const DONE = ['name', 'emails', 'confirm', 'change', 'throttled'] as const;

export function profileForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { account } = app.school;
  const { mailer, persons: people } = app.people;

  pages.get(PATH, (signedIn, reply) => {
    const action = readParameters(signedIn.request.query).get('done');
    return ask(app, signedIn, reply, { done: DONE.find((key) => key === action) });
  });

  pages.post(PATH, async (signedIn, form, reply) => {
    const name = form.get('name') ?? '';
    const { change } = parseProfileChange({ name });
    if (change?.name === undefined) {
      return ask(app, signedIn, reply.code(400), { name, nameProblem: nameProblem(name.trim()) ?? 'invalid' });
    }
    await account.renamePerson(signedIn.session.person.id, change.name);
    return goTo(reply, `${PATH}?done=name`);
  });

  // Without mail, an address cannot be confirmed.
  if (!mailer.isOn) return;

  pages.post(`${PATH}/course-emails`, async (signedIn, form, reply) => {
    await people.chooseCourseEmails(signedIn.session.person.id, form.get('course_emails') === 'yes');
    return goTo(reply, `${PATH}?done=emails`);
  });

  pages.post(`${PATH}/confirm-email`, async (signedIn, _form, reply) => {
    const person = await people.find(signedIn.session.person.id);
    if (person === undefined || person.emailVerified) return goTo(reply, PATH);
    if (await isTooMuch(app, signedIn)) return goTo(reply, `${PATH}?done=throttled`);
    const { id: personId, email, credentialsVersion } = person;
    const { language: locale } = signedIn.frame;
    const message = { kind: 'verify_email' } as const;
    const link = { purpose: 'verify_email', personId, email, credentialsVersion } as const;
    await mailer.post({ order: 'link', ...link, locale, message });
    return goTo(reply, `${PATH}?done=confirm`);
  });

  pages.post(`${PATH}/email`, async (signedIn, form, reply) => {
    const given = form.get('email') ?? '';
    // The address is normalised before it is validated.
    const email = given.normalize('NFKC').trim();
    const emailProblem = problemOf(email, signedIn);
    if (emailProblem !== undefined) return ask(app, signedIn, reply.code(400), { newEmail: given, emailProblem });
    const result = await reauthenticate(app, signedIn, form, reply);
    if ('problem' in result) return ask(app, signedIn, reply, { newEmail: given, passwordProblem: result.problem });
    if (!(await renewSession(app, signedIn, reply, result.person))) return tellStale(signedIn.request, reply);
    if (await isTooMuch(app, signedIn)) return goTo(reply, `${PATH}?done=throttled`);
    await offerAddress(app, signedIn, email, result.person.credentialsVersion);
    return goTo(reply, `${PATH}?done=change`);
  });
}

const isTooMuch = async ({ throttle }: FastifyInstance, { session }: SignedInRequest): Promise<boolean> =>
  (await throttle.take({ kind: 'letters_by', subject: session.person.id, rule: EMAILS_PER_PERSON })) > 0;

/**
 * Sends messages to both addresses. Whether the new one is taken is checked in the background, so that the response
 * does not reveal it.
 */
async function offerAddress(
  app: FastifyInstance,
  { frame, request, session }: SignedInRequest,
  email: string,
  credentialsVersion: number,
): Promise<void> {
  const { audit, clock, originOf, throttle } = app;
  const { email: former, id: personId } = session.person;
  const { language: locale } = frame;
  const at = clock();
  const toNew = { kind: 'letters_to', subject: emailKey(email), rule: EMAILS_PER_ADDRESS };
  const mayWrite = (await throttle.take(toNew)) === 0;
  const outgoing = app.people.mailer.outgoing(
    ...(mayWrite ? [{ order: 'new_address', personId, email, credentialsVersion, locale } as const] : []),
    { order: 'notice', personId, email: former, locale, notice: { kind: 'email_changing', email, at } },
  );
  await audit.record({ ...originOf(request), event: 'email_change_asked', at, personId, outgoing });
}

async function ask(
  { people: { mailer, persons: people, secondFactor } }: FastifyInstance,
  signedIn: SignedInRequest,
  reply: FastifyReply,
  state: Partial<Profile>,
): Promise<FastifyReply> {
  const { id, name, email } = signedIn.session.person;
  const person = await people.find(id);
  const isVerified = person?.emailVerified ?? false;
  const courseEmails = person?.courseEmails ?? true;
  const needsCode = (await secondFactor.neededBy(id)) === 'code';
  const view = {
    csrf: signedIn.csrf,
    name,
    email,
    isVerified,
    courseEmails,
    hasMail: mailer.isOn,
    needsCode,
    ...state,
  };
  return sendPage(reply, profilePage(accountFrame(signedIn, PATH), view), 'own');
}

const problemOf = (email: string, { session }: SignedInRequest): EmailProblem | undefined => {
  const key = emailKey(email);
  if (!isEmail(key)) return 'invalid';
  return key === emailKey(session.person.email) ? 'same' : undefined;
};
