/** The sign-in settings of a person: the password, with a form that changes it, the second factor and the passkeys. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { passwordForms } from '../../../schema/people/password-forms.ts';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { button, errorSummary, postForm, statusNotice } from '../kit/components.ts';
import { type ConfirmationProblem, currentPassword } from '../kit/confirmation.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { type NewPasswordProblem, newPasswordField } from '../kit/person-fields.ts';
import { reauthenticate } from '../kit/reauthentication.ts';
import { passwordScript } from '../kit/scripts.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountPlace, SIGN_IN } from './account-pages.ts';
import { passkeySection } from './passkeys.ts';
import { schoolSignInSection } from './school-sign-ins.ts';
import { pendingResetNotice, secondFactorSection } from './second-factor/section.ts';

interface Problems {
  problem?: NewPasswordProblem;
  currentProblem?: ConfirmationProblem;
}

export function signInForms(app: FastifyInstance, pages: SignedInPages): void {
  const { loginSession, validatePassword, mailer, passwordChanges, passwords } = app.people;
  const ask = settingsPage(app, pages);

  pages.post(SIGN_IN, async (signedIn, form, reply) => {
    const { frame, memberships, request, session } = signedIn;
    const { id, email, name } = session.person;
    const password = form.get('new_password') ?? '';
    const problem = validatePassword(password, [name, email, ...memberships.map(({ siteName }) => siteName)]);
    if (problem !== undefined) return ask(signedIn, reply.code(400), { problem });
    // Two entries are compared, so this says nothing about the password. A code is not used up for it.
    const [[wanted], [present]] = [passwordForms(password), passwordForms(form.get('password') ?? '')];
    if (wanted === present) return ask(signedIn, reply.code(400), { problem: 'unchanged' });
    const result = await reauthenticate(app, signedIn, form, reply);
    if ('problem' in result) return ask(signedIn, reply, { currentProblem: result.problem });

    const passwordHash = await passwords.hash(password, id);
    const at = app.clock();
    const notice = mailer.notice({ id, email }, frame.language, { kind: 'password_changed', at });
    const event = signedIn.event('password_changed', { ...notice, at });
    const verified = result.person.credentialsVersion;
    const isChanged = await loginSession.renew(request, reply, session, (renewed) =>
      passwordChanges.change({ personId: id, passwordHash, session: renewed, verified }, event),
    );
    if (isChanged) return goTo(reply, `${SIGN_IN}?done=password`);
    // A reset or another change was faster; whoever is still signed in enters the password of now.
    const entered = await pages.reload(signedIn, reply);
    return entered === undefined ? reply : ask(entered, reply.code(400), { currentProblem: 'wrong' });
  });
}

/** @returns what sends the page with what is wrong in its form */
function settingsPage(app: FastifyInstance, pages: SignedInPages) {
  const { mailer, secondFactor } = app.people;

  const read = async (signedIn: SignedInRequest, problems: Problems = {}) => ({
    ...problems,
    email: signedIn.session.person.email,
    needsCode: (await secondFactor.neededBy(signedIn.session.person.id)) === 'code',
    reset: await pendingResetNotice(app, signedIn),
    secondFactor: await secondFactorSection(app, signedIn),
    passkeys: await passkeySection(app, signedIn),
    schools: await schoolSignInSection(app, signedIn),
  });

  const send = definePage(app, accountPlace(pages, SIGN_IN), {
    at: SIGN_IN,
    load: ({ signedIn }) => read(signedIn),
    title: (_settings, { text }) => text.password.title,
    lead: (_settings, { text }) => html`<p>${text.password.lead}</p>`,
    scripts: () => passwordScript,
    isWrong: ({ problem, currentProblem }) => (problem ?? currentProblem) !== undefined,
    body(settings, { csrf, query, text }) {
      const { password } = text;
      const current = currentPassword(password.current, settings, text);
      const wrongNew = settings.problem && { id: 'new_password', label: password.new };
      const wrong = [current.wrong, wrongNew].filter((one) => one !== undefined);
      const submit = html`<div class="inline">${button(password.submit)}${mailer.isOn && html`<a href="/password/forgot">${password.forgot}</a>`}</div>`;
      return html`${errorSummary(wrong, text)}
${settings.reset}
${wrong.length === 0 && newsOf(query.get('done') ?? '', text)}
<section class="stack"><div class="intro"><h2>${password.change}</h2><p>${password.others}</p></div>
${postForm({ action: SIGN_IN, csrf, body: [current.fields, newPasswordField(text, settings), submit] })}</section>
${settings.secondFactor}
${settings.passkeys}
${settings.schools}`;
    },
  });

  return async (signedIn: SignedInRequest, reply: FastifyReply, problems: Problems): Promise<FastifyReply> =>
    send(signedIn, reply, await read(signedIn, problems));
}

/** Changes of how a person signs in that leave their other browsers signed in. */
const LEAVES_OTHERS: ReadonlySet<string> = new Set(['second_factor_removed', 'passkey_added', 'passkey_removed']);

/** Reports the action that led here, if it is known. */
function newsOf(done: string, { passkeys, password, schoolSignIn, secondFactor, sessions }: Text): Html | undefined {
  const { notices, reset } = secondFactor;
  const news = new Map([
    ['password', password.done],
    ['second_factor_removed', notices.removed],
    ['second_factor_kept', `${reset.cancelled} ${reset.cancelledText}`],
    ['second_factor_stale', notices.stale],
    ['passkey_added', passkeys.notices.added],
    ['passkey_removed', passkeys.notices.removed],
    ['passkey_refused', passkeys.notices.refused],
    ['school_connected', schoolSignIn.notices.connected],
    ['school_disconnected', schoolSignIn.notices.disconnected],
    ['school_refused', schoolSignIn.notices.refused],
  ]).get(done);
  const signOut = LEAVES_OTHERS.has(done) && html`<p><a href="/account/sessions">${sessions.others}</a></p>`;
  return news === undefined ? undefined : statusNotice(news, signOut);
}
