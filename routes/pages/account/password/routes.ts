/** The sign-in settings of a person: changes the password. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { reauthenticate } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { passkeysOf } from '../passkeys/routes.ts';
import { pendingResetNotice } from '../second-factor/reset.ts';
import { secondFactorOf } from '../second-factor/section.ts';
import { type SigningIn, signingInPage } from './view.ts';

const PATH = '/account/sign-in';

export function signInForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock, originOf } = app;
  const { loginSession, validatePassword, mailer, passwordChanges, passwords } = app.people;

  pages.get(PATH, (signedIn, reply) => ask(signedIn, reply, newsOf(signedIn)));

  pages.post(PATH, async (signedIn, form, reply) => {
    const { frame, memberships, request, session } = signedIn;
    const { id, email, name } = session.person;
    const password = form.get('new_password') ?? '';
    const problem = validatePassword(password, [name, email, ...memberships.map(({ siteName }) => siteName)]);
    if (problem !== undefined) return ask(signedIn, reply.code(400), { problem });
    // Two entries are compared, so this says nothing about the password. A code is not used up for it.
    if (password === form.get('password')) return ask(signedIn, reply.code(400), { problem: 'unchanged' });
    const result = await reauthenticate(app, signedIn, form, reply);
    if ('problem' in result) return ask(signedIn, reply, { currentProblem: result.problem });

    const passwordHash = await passwords.hash(password, id);
    const at = clock();
    const notice = mailer.notice({ id, email }, frame.language, { kind: 'password_changed', at });
    const event = { ...originOf(request), ...notice, event: 'password_changed' as const, at, personId: id };
    const verified = result.person.credentialsVersion;
    const isChanged = await loginSession.renew(request, reply, session, (renewed) =>
      passwordChanges.change({ personId: id, passwordHash, session: renewed, verified }, event),
    );
    if (!isChanged) {
      // A reset or another change was faster; whoever is still signed in enters the password of now.
      const entered = await pages.reload(signedIn, reply);
      return entered === undefined ? reply : ask(entered, reply.code(400), { currentProblem: 'wrong' });
    }
    return goTo(reply, `${PATH}?done=password`);
  });

  async function ask(signedIn: SignedInRequest, reply: FastifyReply, state: Partial<SigningIn>): Promise<FastifyReply> {
    const passkeys = await passkeysOf(app, signedIn);
    const secondFactor = await secondFactorOf(app, signedIn);
    const needsCode = (await app.people.secondFactor.neededBy(signedIn.session.person.id)) === 'code';
    const reset = await pendingResetNotice(app, signedIn);
    const view = { csrf: signedIn.csrf, hasMail: mailer.isOn, needsCode, secondFactor, passkeys, reset, ...state };
    return sendPage(reply, signingInPage(accountFrame(signedIn, PATH), view), 'own');
  }
}

/** Changes of how a person signs in that leave their other browsers signed in. */
const LEAVES_OTHERS: ReadonlySet<string> = new Set(['second_factor_removed', 'passkey_added', 'passkey_removed']);

/** Returns the text about the action that led here; only known actions have one. */
const newsOf = ({ request, text }: SignedInRequest): Partial<SigningIn> => {
  const { notices } = text.passkeys;
  const { reset } = text.secondFactor;
  const news = new Map([
    ['password', text.password.done],
    ['second_factor_removed', text.secondFactor.notices.removed],
    ['second_factor_kept', `${reset.cancelled} ${reset.cancelledText}`],
    ['second_factor_stale', text.secondFactor.notices.stale],
    ['passkey_added', notices.added],
    ['passkey_removed', notices.removed],
    ['passkey_refused', notices.refused],
  ]);
  const done = readParameters(request.query).get('done') ?? '';
  return { done: news.get(done), offersSignOut: LEAVES_OTHERS.has(done) };
};
