/** Sets a new password by the link in an e-mail. The link does not sign anyone in. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { SAME_PASSWORD_PER_LINK } from '../../../schema/throttle.ts';
import { goTo } from '../../http.ts';
import { textFor } from '../../words/index.ts';
import { cameFromOf, framedFor } from '../kit/branding.ts';
import { button, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { mailedLink, type OpenedLink } from '../kit/mailed-link.ts';
import { accountField, type NewPasswordProblem, newPasswordField } from '../kit/person-fields.ts';
import { frameFor, sendPage } from '../kit/sending.ts';

const PATH = '/password/reset';

export function resetPassword(app: FastifyInstance): void {
  const { clock, originOf, throttle } = app;
  const { addressHint, knownBrowsers, mailer, memberships, passwordChanges, passwords } = app.people;
  const { persons, secondFactor, validatePassword } = app.people;
  const links = mailedLink(app, 'reset_password', mailer.isOn ? 'again' : 'account');

  links.show(PATH, async (link, request, reply) => {
    // Whoever set up an account whose address nobody has proven need not be the person who reads its mail.
    const hadIntruder = (await persons.find(link.live.personId))?.emailVerified === false;
    return ask(reply, link, readParameters(request.query), hadIntruder);
  });

  links.take(PATH, async (link, form, request, reply) => {
    const { email, person, personId } = link.live;
    const password = form.get('new_password') ?? '';
    const hadIntruder = form.get('someone_else') === 'yes';
    const schools = (await memberships.of(personId)).map(({ siteName }) => siteName);
    const problem = validatePassword(password, [person.name, email, ...schools]);
    const isWrong = problem ?? ((await isPasswordOfNow(link, password)) ? 'unchanged' : undefined);
    if (isWrong !== undefined) return ask(reply.code(400), link, form, hadIntruder, isWrong);

    const passwordHash = await passwords.hash(password, personId);
    const at = clock();
    const account = { id: personId, email: person.email };
    const notice = mailer.notice(account, frameFor(request).language, { kind: 'password_changed', at });
    const event = { ...originOf(request), ...notice, event: 'password_reset' as const, at, personId };
    const endPasskeys = hadIntruder && (await mayEndPasskeys(link));
    const reset = { personId, email, passwordHash, endApps: hadIntruder, endPasskeys };
    if (!(await passwordChanges.reset(link.hash, reset, event))) return links.gone(request, reply);
    addressHint.leave(reply, email);
    // Whoever has received the link is no stranger, even while others guess at the account.
    const current = await persons.find(personId);
    if (current !== undefined) knownBrowsers.remember(request, reply, current, 'followed_link');
    const school = await memberships.schoolOf(personId, cameFromOf(form));
    const next = { done: 'password_reset', ...(school === undefined ? {} : { school }) };
    return goTo(reply, `/sign-in?${new URLSearchParams(next)}`);
  });

  /**
   * A reader of a person's mail learns next to nothing from this answer: any other password replaces the
   * present one and uses the link up, and the limit holds for forms that are sent at the same time.
   */
  async function isPasswordOfNow({ hash, live: { personId } }: OpenedLink, password: string): Promise<boolean> {
    const subject = hash.toString('base64url');
    if ((await throttle.take({ kind: 'reset_same', subject, rule: SAME_PASSWORD_PER_LINK })) > 0) return false;
    const person = await persons.find(personId);
    const caller = { line: personId, isKnown: true };
    return (await passwords.verify(password, person?.passwordHash, caller, personId)).matches;
  }

  /**
   * A reader of a person's mail must not take away a second factor that is demanded of them. Another link
   * removes those that were just added, and an app may be one of them, so that the passkeys are all that would remain.
   */
  const mayEndPasskeys = async ({ live }: OpenedLink): Promise<boolean> =>
    !(await secondFactor.isDemandedOf(live.personId));

  /** @param hadIntruder whether somebody else may have been in the account */
  async function ask(
    reply: FastifyReply,
    link: OpenedLink,
    parameters: Parameters,
    hadIntruder: boolean,
    problem?: NewPasswordProblem,
  ): Promise<FastifyReply> {
    const { csrf, live } = link;
    const school = cameFromOf(parameters);
    const hidden = { ...link.hidden, ...(school && { school }) };
    const frame = await framedFor(app, reply.request, live.personId, school);
    const text = textFor(frame.language);
    const { endsAccess, endsApps, lead, someoneElse, submit, title } = text.recovery.reset;
    // One question, which people can answer, stands for the two things that would outlive the new password.
    const ends = (await mayEndPasskeys(link)) ? endsAccess : endsApps;
    const intruder = html`<label class="choice boxed"><input type="checkbox" name="someone_else" value="yes"${hadIntruder && html` checked`}>
<span><span class="name">${someoneElse}</span><br><span class="detail">${ends}</span></span></label>`;
    const { email } = live.person;
    const fields = [accountField(email), newPasswordField(text, { problem, focus: true }), intruder, button(submit)];
    const body = html`<div class="intro"><h1>${title}</h1><p>${lead({ email: displayText(email) })}</p></div>
${postForm({ action: PATH, csrf, hidden, body: fields })}`;
    const parts = { title, body, revealsPassword: true, isWrong: problem !== undefined };
    return sendPage(reply, page(frame, parts), 'scripted_form');
  }
}
