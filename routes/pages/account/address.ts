/** The e-mail address of a person: its confirmation, and the change to another one, which that one confirms. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Person } from '../../../schema/people/person.ts';
import { emailKey, isEmail, keptEmail } from '../../../schema/text/email.ts';
import { EMAILS_PER_ADDRESS, EMAILS_PER_PERSON } from '../../../schema/throttle.ts';
import { goTo } from '../../http.ts';
import { button, field, postForm } from '../kit/components.ts';
import { type CurrentPassword, currentPassword } from '../kit/confirmation.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';
import { reauthenticate, renewSession } from '../kit/reauthentication.ts';
import { tellStale } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';

const PROFILE = '/account/profile';
const CONFIRM = `${PROFILE}/confirm-email`;
const CHANGE = `${PROFILE}/email`;

/** The form as entered, with its problems. */
export interface AddressEntry extends Pick<CurrentPassword, 'currentProblem'> {
  newEmail?: string;
  emailProblem?: 'invalid' | 'same';
}

/** @param ask sends the page with what was entered and is wrong */
export function addressForms(
  app: FastifyInstance,
  pages: SignedInPages,
  ask: (signedIn: SignedInRequest, reply: FastifyReply, entry: AddressEntry) => Promise<FastifyReply>,
): void {
  const { mailer, persons } = app.people;
  const isTooMuch = async ({ session }: SignedInRequest): Promise<boolean> =>
    (await app.throttle.take({ kind: 'letters_by', subject: session.person.id, rule: EMAILS_PER_PERSON })) > 0;

  pages.post(CONFIRM, async (signedIn, _form, reply) => {
    const person = await persons.find(signedIn.session.person.id);
    if (person === undefined || person.emailVerified) return goTo(reply, PROFILE);
    if (await isTooMuch(signedIn)) return goTo(reply, `${PROFILE}?done=throttled`);
    const { id: personId, email, credentialsVersion } = person;
    const { language: locale } = signedIn.frame;
    const link = { purpose: 'verify_email', personId, email, credentialsVersion } as const;
    await mailer.post({ order: 'link', ...link, locale, message: { kind: 'verify_email' } });
    return goTo(reply, `${PROFILE}?done=confirm`);
  });

  pages.post(CHANGE, async (signedIn, form, reply) => {
    const newEmail = form.get('email') ?? '';
    const email = keptEmail(newEmail);
    const emailProblem = problemOf(email, signedIn);
    if (emailProblem !== undefined) return ask(signedIn, reply.code(400), { newEmail, emailProblem });
    const result = await reauthenticate(app, signedIn, form, reply);
    if ('problem' in result) return ask(signedIn, reply, { newEmail, currentProblem: result.problem });
    if (!(await renewSession(app, signedIn, reply, result.person))) return tellStale(signedIn.request, reply);
    if (await isTooMuch(signedIn)) return goTo(reply, `${PROFILE}?done=throttled`);
    await offerAddress(app, signedIn, email, result.person.credentialsVersion);
    return goTo(reply, `${PROFILE}?done=change`);
  });
}

function problemOf(email: string, { session }: SignedInRequest): AddressEntry['emailProblem'] {
  const key = emailKey(email);
  if (!isEmail(key)) return 'invalid';
  return key === emailKey(session.person.email) ? 'same' : undefined;
}

/**
 * Sends messages to both addresses. Whether the new one is taken is checked in the background, so that the response
 * does not reveal it.
 */
async function offerAddress(
  { audit, clock, people, throttle }: FastifyInstance,
  { event, frame, session }: SignedInRequest,
  email: string,
  credentialsVersion: number,
): Promise<void> {
  const { email: former, id: personId } = session.person;
  const { language: locale } = frame;
  const at = clock();
  const toNew = { kind: 'letters_to', subject: emailKey(email), rule: EMAILS_PER_ADDRESS };
  const mayWrite = (await throttle.take(toNew)) === 0;
  const outgoing = people.mailer.outgoing(
    ...(mayWrite ? [{ order: 'new_address', personId, email, credentialsVersion, locale } as const] : []),
    { order: 'notice', personId, email: former, locale, notice: { kind: 'email_changing', email, at } },
  );
  await audit.record(event('email_change_asked', { at, outgoing }));
}

/** @param hasMail whether e-mails can be sent, so that an address can be confirmed or changed */
export function addressSection(
  { email, emailVerified }: Pick<Person, 'email' | 'emailVerified'>,
  hasMail: boolean,
  { csrf, text: { profile } }: Visit,
): Html {
  const submit = html`<div class="inline">${button(profile.confirm, 'secondary')}</div>`;
  return html`<section class="stack">
<div class="intro"><h2>${profile.emailTitle}</h2><p>${hasMail ? profile.emailLead : profile.emailLeadAlone}</p></div>
<p><span class="name">${displayText(email)}</span> <span class="badge${!emailVerified && ' unknown'}">${emailVerified ? profile.confirmed : profile.unconfirmed}</span></p>
${!emailVerified && hasMail && html`<p class="quiet">${profile.confirmLead}</p>${postForm({ action: CONFIRM, csrf, body: submit })}`}
</section>`;
}

/** @returns the section, and which fields of it are wrong */
export function changeForm(entry: AddressEntry & CurrentPassword, { csrf, text }: Visit) {
  const { profile, shell } = text;
  const { emailProblem: problem, newEmail } = entry;
  const about = { name: 'email', label: profile.newEmail, hint: profile.newEmailHint, value: newEmail } as const;
  const error = problem && profile[problem];
  const email = field({ ...about, type: 'email', autocomplete: 'email', maxLength: 254, error });
  const current = currentPassword(shell.confirm.password, entry, text);
  const submit = html`<div class="inline">${button(profile.change)}</div>`;
  const section = html`<section class="stack"><h2>${profile.changeTitle}</h2>
${postForm({ action: CHANGE, csrf, body: [current.fields, email, submit] })}</section>`;
  return { section, wrong: [current.wrong, problem && { id: 'email', label: profile.newEmail }] };
}
