/** Requests a link to set a new password. The response does not reveal whether the address has an account. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import { emailKey, isEmail } from '../../../schema/people/email.ts';
import { tenantLink } from '../../../schema/tenant-link.ts';
import { EMAILS_PER_ADDRESS, RESETS_PER_NETWORK } from '../../../schema/throttle.ts';
import { cameFromOf, framedAsBefore } from '../kit/branding.ts';
import { wantedBy } from '../kit/next-page.ts';
import { sendPage } from '../kit/sending.ts';
import { type Forgot, forgotPage, linkSentPage, noEmailPage } from './view.ts';

const PATH = '/password/forgot';

/** Only what is known is named. */
function whereFrom(given: Parameters): { school?: string; next?: string } {
  const [school, next] = [cameFromOf(given), wantedBy(given)];
  return { ...(school === undefined ? {} : { school }), ...(next === undefined ? {} : { next }) };
}

/**
 * Says who makes the link where no e-mail is sent. Everyone sees it, so it names the support page of the school, which is
 * meant for all, and not the address to which members can write.
 */
export function noForgottenPassword(app: FastifyInstance): void {
  app.get(PATH, async (request, reply) => {
    const given = readParameters(request.query);
    const cameFrom = whereFrom(given);
    const { school } = cameFrom;
    const frame = await framedAsBefore(app, request, given);
    const isOfSchool = school !== undefined && frame.schoolName !== undefined;
    const contact = isOfSchool ? await app.school.platform.contactOf(school) : undefined;
    return sendPage(
      reply,
      noEmailPage(frame, cameFrom, tenantLink(contact?.supportUrl ?? null, app.config.baseUrl)),
      'plain',
    );
  });
}

export function forgotPassword(app: FastifyInstance): void {
  const { clock, originOf, throttle } = app;
  const { loginSession, mailer } = app.people;

  app.get(PATH, (request, reply) => ask(request, reply, readParameters(request.query)));

  app.post(PATH, async (request, reply) => {
    const form = readParameters(request.body);
    const email = form.get('email') ?? '';
    const browser = loginSession.findBrowser(request);
    const check = loginSession.checkForm(request, form.get('csrf'), 'forgot', browser ?? 'nobody');
    if (check === 'foreign') {
      throw new OAuthError('access_denied', 'this form was not sent from a page of this server', {
        reason: 'origin_foreign',
      });
    }
    if (browser === undefined || check === 'stale') {
      return ask(request, reply.code(403), form, { email, problem: 'stale' });
    }
    const key = emailKey(email);
    if (!isEmail(key)) return ask(request, reply.code(400), form, { email, problem: 'invalid' });
    const wait = await throttle.takeFrom('reset_network', request.ip, RESETS_PER_NETWORK);
    if (wait > 0) {
      reply.code(429).header('retry-after', String(Math.ceil(wait / 1000)));
      return ask(request, reply, form, { email, problem: 'throttled' });
    }
    const mayWrite = (await throttle.take({ kind: 'letters_to', subject: key, rule: EMAILS_PER_ADDRESS })) === 0;
    const frame = await framedAsBefore(app, request, form);
    const { language: locale } = frame;
    const cameFrom = whereFrom(form);
    const school = cameFrom.school === undefined ? {} : { cameFrom: cameFrom.school };
    const trail = { ...originOf(request), at: clock() };
    // Whether the address has an account is found out afterwards.
    if (mayWrite) await mailer.post({ order: 'reset', email: key, locale, trail, ...school });
    return sendPage(reply, linkSentPage(frame, email.trim(), cameFrom, app.config.mail.server === undefined), 'plain');
  });

  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    given: Parameters,
    state: Pick<Forgot, 'email' | 'problem'> = {},
  ): Promise<FastifyReply> {
    const csrf = loginSession.formToken('forgot', loginSession.browser(request, reply));
    const hidden = whereFrom(given);
    const frame = await framedAsBefore(app, request, given);
    return sendPage(reply, forgotPage(frame, { action: PATH, csrf, hidden, ...state }), 'form');
  }
}
