/** Requests a link to set a new password. The response does not reveal whether the address has an account. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { emailKey, isEmail } from '../../../schema/text/email.ts';
import { tenantLink } from '../../../schema/text/tenant-link.ts';
import { EMAILS_PER_ADDRESS, RESETS_PER_NETWORK } from '../../../schema/throttle.ts';
import { foreignForm } from '../../form.ts';
import { textFor } from '../../words/index.ts';
import { cameFromOf, framedAsBefore } from '../kit/branding.ts';
import { button, field, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { type CameFrom, pathFrom, wantedBy } from '../kit/next-page.ts';
import { sendPage } from '../kit/sending.ts';
import { tenantAnchor } from '../kit/tenant-anchor.ts';

const PATH = '/password/forgot';

/** Only what is known is named. */
function whereFrom(parameters: Parameters): { school?: string; next?: string } {
  const [school, next] = [cameFromOf(parameters), wantedBy(parameters)];
  return { ...(school === undefined ? {} : { school }), ...(next === undefined ? {} : { next }) };
}

/** An authorization request that waits has a sign-in page of its own. */
const signInLink = (cameFrom: CameFrom): string =>
  cameFrom.next?.startsWith('/oauth/') === true ? cameFrom.next : pathFrom('/sign-in', cameFrom);

const SEND_RESET = 'schoolgate users send-reset <e-mail>';

/**
 * Says who makes the link where no e-mail is sent. Everyone sees it, so it names the support page of the school, which is
 * meant for all, and not the address to which members can write.
 */
export function noForgottenPassword(app: FastifyInstance): void {
  app.get(PATH, async (request, reply) => {
    const parameters = readParameters(request.query);
    const cameFrom = whereFrom(parameters);
    const { school } = cameFrom;
    const frame = await framedAsBefore(app, request, parameters);
    const isOfSchool = school !== undefined && frame.schoolName !== undefined;
    const contact = isOfSchool ? await app.school.platform.contactOf(school) : undefined;
    const support = tenantLink(contact?.supportUrl ?? null, app.config.baseUrl);
    const { admin, recovery } = textFor(frame.language);
    const { noEmail, sent } = recovery;
    const body = html`<div class="intro"><h1>${noEmail.title}</h1><p>${noEmail.text}</p>
${support !== undefined && html`<p>${noEmail.support} ${tenantAnchor(support)}</p>`}</div>
<section class="stack"><h2>${noEmail.school}</h2><p>${noEmail.schoolText}</p></section>
<section class="stack"><h2>${noEmail.server}</h2><p>${noEmail.accounts} <a href="/platform/accounts">${admin.area.pages.accounts}</a></p>
<p>${noEmail.command}</p><pre><code>${SEND_RESET}</code></pre></section>
<p>${linkButton(signInLink(cameFrom), sent.back, 'secondary')}</p>`;
    return sendPage(reply, page(frame, { title: noEmail.title, body }), 'plain');
  });
}

export function forgotPassword(app: FastifyInstance): void {
  const { clock, originOf, throttle } = app;
  const { loginSession, mailer } = app.people;

  app.get(PATH, (request, reply) => ask(reply, readParameters(request.query)));

  app.post(PATH, async (request, reply) => {
    const form = readParameters(request.body);
    const email = form.get('email') ?? '';
    const browser = loginSession.findBrowser(request);
    const check = loginSession.checkForm(request, form.get('csrf'), 'forgot', browser ?? 'nobody');
    if (check === 'foreign') throw foreignForm();
    if (browser === undefined || check === 'stale') return ask(reply.code(403), form, email, 'stale');
    const key = emailKey(email);
    if (!isEmail(key)) return ask(reply.code(400), form, email, 'invalid');
    const wait = await throttle.takeFrom('reset_network', request.ip, RESETS_PER_NETWORK);
    if (wait > 0) {
      reply.code(429).header('retry-after', String(Math.ceil(wait / 1000)));
      return ask(reply, form, email, 'throttled');
    }
    const mayWrite = (await throttle.take({ kind: 'letters_to', subject: key, rule: EMAILS_PER_ADDRESS })) === 0;
    const frame = await framedAsBefore(app, request, form);
    const { language: locale } = frame;
    const cameFrom = whereFrom(form);
    const school = cameFrom.school === undefined ? {} : { cameFrom: cameFrom.school };
    const trail = { ...originOf(request), at: clock() };
    // Whether the address has an account is found out afterwards.
    if (mayWrite) await mailer.post({ order: 'reset', email: key, locale, trail, ...school });
    // Without a mail server, e-mails are files of this server.
    return sendPage(reply, linkSentPage(frame, email, cameFrom, app.config.mail.server === undefined), 'plain');
  });

  async function ask(
    reply: FastifyReply,
    parameters: Parameters,
    email?: string,
    problem?: 'invalid' | 'throttled' | 'stale',
  ): Promise<FastifyReply> {
    const csrf = loginSession.formToken('forgot', loginSession.browser(reply.request, reply));
    const frame = await framedAsBefore(app, reply.request, parameters);
    const { labels, recovery } = textFor(frame.language);
    const { forgot } = recovery;
    const error = problem === undefined || problem === 'stale' ? undefined : forgot[problem];
    const input = { type: 'email', autocomplete: 'username', maxLength: 254, value: email, focus: true } as const;
    const address = field({ name: 'email', label: labels.email, ...input, error });
    const body = html`<div class="intro"><h1>${forgot.title}</h1><p>${forgot.lead}</p></div>
${problem === 'stale' && notice('problem', html`<p>${forgot.stale}</p>`)}
${postForm({ action: PATH, csrf, hidden: whereFrom(parameters), body: [address, button(forgot.submit)] })}`;
    return sendPage(reply, page(frame, { title: forgot.title, body, isWrong: problem !== undefined }), 'form');
  }
}

/** The page is the same whether the address has an account. */
function linkSentPage(frame: PageFrame, email: string, cameFrom: CameFrom, writesFiles: boolean): string {
  const { title, received, text, nothing, files, back } = textFor(frame.language).recovery.sent;
  const body = html`<div class="intro"><h1>${title}</h1></div>
${notice('success', html`<p class="name" role="status">${received}</p><p>${text({ email: displayText(email.trim()) })}</p>`)}
<p>${writesFiles ? files : nothing}</p>
<div class="inline">${linkButton(signInLink(cameFrom), back, 'secondary')}</div>`;
  return page(frame, { title, body });
}
