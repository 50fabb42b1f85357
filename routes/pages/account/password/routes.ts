/** How the person signs in: changing the password. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { doubt } from '../../kit/danger.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import type { Visit, VisitedPages } from '../../kit/visits.ts';
import { passkeysOf } from '../passkeys/routes.ts';
import { accountFrame } from '../visits.ts';
import { type SigningIn, signingInPage } from './view.ts';

const PATH = '/account/sign-in';

export function signInForms(app: FastifyInstance, pages: VisitedPages<Visit>): void {
  const { clock, config, originOf } = app;
  const { judgePassword, mailer, passwordChanges, passwords } = app.people;

  pages.show(PATH, (visit, reply) => ask(visit, reply, { done: newsOf(visit) }));

  pages.take(PATH, async (visit, form, reply) => {
    const { frame, places, request, session } = visit;
    const { id, email, name } = session.person;
    const password = form.get('new_password') ?? '';
    const problem = judgePassword(password, [name, email, ...places.map(({ siteName }) => siteName)]);
    if (problem !== undefined) return ask(visit, reply.code(400), { problem });
    const currentProblem = await doubt(app, visit, form, reply);
    if (currentProblem !== undefined) return ask(visit, reply, { currentProblem });

    const at = clock();
    const event = { ...originOf(request), event: 'password_changed' as const, at, personId: id };
    await passwordChanges.change(id, await passwords.hash(password), session.id, event);
    const link = `${config.baseUrl}/password/forgot`;
    mailer.send(email, frame.language, { kind: 'password_changed', at, link });
    return goTo(reply, `${PATH}?done=password`);
  });

  async function ask(visit: Visit, reply: FastifyReply, state: Partial<SigningIn>): Promise<FastifyReply> {
    const passkeys = await passkeysOf(app, visit);
    const view = { csrf: visit.csrf, hasMail: mailer.isOn, passkeys, ...state };
    return sendPage(reply, signingInPage(accountFrame(visit, PATH), view), 'own');
  }
}

/** What was just done, of a closed list. */
const newsOf = ({ request, text }: Visit): string | undefined => {
  const { notices } = text.passkeys;
  const news = new Map([
    ['password', text.password.done],
    ['passkey_added', notices.added],
    ['passkey_removed', notices.removed],
    ['passkey_refused', notices.refused],
  ]);
  return news.get(readParameters(request.query).get('done') ?? '');
};
