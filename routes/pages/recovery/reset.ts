/** Sets a new password by the link in an e-mail. The link does not sign anyone in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import { SAME_PASSWORD_PER_LINK } from '../../../schema/throttle.ts';
import { cameFromOf, framedFor } from '../kit/branding.ts';
import { mailedLink, type OpenedLink } from '../kit/mailed-link.ts';
import { frameFor, goTo, sendPage } from '../kit/sending.ts';
import { linkGonePage, type Reset, resetPage } from './view.ts';

const PATH = '/password/reset';

export function resetPassword(app: FastifyInstance): void {
  const { clock, originOf, throttle } = app;
  const { addressHint, knownBrowsers, mailer, memberships, passwordChanges, passwords, persons, secondFactor } =
    app.people;
  const { validatePassword } = app.people;
  const links = mailedLink(app, 'reset_password', gone);

  links.show(PATH, async (link, request, reply) => {
    // Whoever set up an account whose address nobody has proven need not be the person who reads its mail.
    const hadIntruder = (await persons.find(link.live.personId))?.emailVerified === false;
    return ask(link, request, reply, readParameters(request.query), { hadIntruder });
  });

  links.take(PATH, async (link, form, request, reply) => {
    const { email, person, personId } = link.live;
    const password = form.get('new_password') ?? '';
    const hadIntruder = form.get('someone_else') === 'yes';
    const schools = (await memberships.of(personId)).map(({ siteName }) => siteName);
    const problem = validatePassword(password, [person.name, email, ...schools]);
    if (problem !== undefined) return ask(link, request, reply.code(400), form, { problem, hadIntruder });
    if (await isPasswordOfNow(link, password)) {
      return ask(link, request, reply.code(400), form, { problem: 'unchanged', hadIntruder });
    }

    const passwordHash = await passwords.hash(password, personId);
    const at = clock();
    const account = { id: personId, email: person.email };
    const notice = mailer.notice(account, frameFor(request).language, { kind: 'password_changed', at });
    const event = { ...originOf(request), ...notice, event: 'password_reset' as const, at, personId };
    const endPasskeys = hadIntruder && (await mayEndPasskeys(link));
    const reset = { personId, email, passwordHash, endApps: hadIntruder, endPasskeys };
    if (!(await passwordChanges.reset(link.hash, reset, event))) return gone(request, reply);
    addressHint.leave(reply, email);
    // Whoever has received the link is no stranger, even while others guess at the account.
    const current = await persons.find(personId);
    if (current !== undefined) knownBrowsers.remember(request, reply, current, 'followed_link');
    const school = await memberships.schoolOf(personId, cameFromOf(form));
    const next = { done: 'password_reset', ...(school === undefined ? {} : { school }) };
    return goTo(reply, `/sign-in?${new URLSearchParams(next)}`);
  });

  /**
   * Whoever only reads the mail of a person learns next to nothing from this answer: any other password replaces the
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
   * Whoever only reads the mail of a person must not take away a second factor that is demanded of them. Another link
   * removes those that were just added, and an app may be one of them, so that the passkeys are all that would remain.
   */
  const mayEndPasskeys = async ({ live }: OpenedLink): Promise<boolean> =>
    !(await secondFactor.isDemandedOf(live.personId));

  async function ask(
    link: OpenedLink,
    request: FastifyRequest,
    reply: FastifyReply,
    given: Parameters,
    state: Pick<Reset, 'problem' | 'hadIntruder'> = {},
  ): Promise<FastifyReply> {
    const { live, csrf } = link;
    const offersPasskeys = await mayEndPasskeys(link);
    const cameFrom = cameFromOf(given);
    const hidden = { ...link.hidden, ...(cameFrom === undefined ? {} : { school: cameFrom }) };
    const view = { action: PATH, csrf, hidden, email: live.person.email, offersPasskeys, ...state };
    const frame = await framedFor(app, request, live.personId, cameFrom);
    return sendPage(reply, resetPage(frame, view), 'scripted_form');
  }

  function gone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(404), linkGonePage(frameFor(request), mailer.isOn ? 'again' : 'account'), 'plain');
  }
}
