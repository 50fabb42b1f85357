/** Sends pages: their headers, their language, and error pages. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ruleKey } from '../../../schema/attempts/connection-attempt.ts';
import { isSecret, randomSecret } from '../../../schema/credential.ts';
import { type Parameters as FormParameters, readParameters } from '../../../schema/data/parameters.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import type { Refusal } from '../../../schema/refusal.ts';
import type { RefusalReason } from '../../../schema/refusals/index.ts';
import { documentOf, sendDocument } from '../../cached-document.ts';
import { refuseLongParameters } from '../../form.ts';
import { goTo, prefersHtml } from '../../http.ts';
import type { FindReportedTo, ReportedTo } from '../../oauth/pages.ts';
import { chooseLanguage, textFor } from '../../words/index.ts';
import { displayText } from './display-text.ts';
import type { PageFrame } from './layout.ts';
import { type Message, type MessageKind, messagePage, type TechnicalDetails } from './message.ts';
import { formPage, pageBefore } from './next-page.ts';
import type { LinkView } from './views.ts';

/**
 * The type of a page, which determines its headers. A page with a form reveals its URL to its own origin, unless it
 * contains a secret, and a page without one to nobody. Pages of signed-in people are isolated from other windows; pages of
 * the authorization flow cannot be, because clients open them in pop-ups. Only `scripted_form` and `own`, which has a
 * menu, run our scripts.
 */
export type PageContent = 'form' | 'plain' | 'scripted_form' | 'own' | 'own_message';

const SCRIPTED: ReadonlySet<PageContent> = new Set(['scripted_form', 'own']);

const policy = (content: PageContent): string => {
  const formAction = content === 'plain' ? "'none'" : "'self'";
  const script = SCRIPTED.has(content) ? " script-src 'self'; connect-src 'self';" : '';
  return `default-src 'none';${script} style-src 'self'; img-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;
};

const POLICIES: Readonly<Record<PageContent, string>> = {
  form: policy('form'),
  plain: policy('plain'),
  scripted_form: policy('scripted_form'),
  own: policy('own'),
  own_message: policy('own_message'),
};

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** A parameter that gives access, also one within the address of another parameter. */
const SECRET = /(?:[?&]|%(?:25)*(?:3F|26))(?:token|code|secret)(?:=|%(?:25)*3D)/i;

/** The address of a page that must not be in the access log of each file that the page loads. */
const isSecretPage = ({ url }: FastifyRequest): boolean => SECRET.test(url);

/** The origin alone is enough for the origin check. Without a Referer, browsers would not send that either. */
const refererOf = (request: FastifyRequest): string => (isSecretPage(request) ? 'strict-origin' : 'same-origin');

/** A form that was refused is the same one when it is shown again. */
function oneTimeValue({ request, statusCode }: FastifyReply): string {
  const sent = statusCode < 400 ? '' : readParameters(request.body).get('once');
  return sent === undefined || isSecret(sent) ? (sent ?? '') : randomSecret();
}

export const sendPage = (reply: FastifyReply, page: string, content: PageContent): FastifyReply =>
  reply
    .headers(HEADERS)
    // No link, such as one to the text of a button, opens the page where what the form is about is out of sight.
    .headers(content === 'form' ? { 'document-policy': 'force-load-at-top' } : {})
    .headers(content.startsWith('own') ? { 'cross-origin-opener-policy': 'same-origin' } : {})
    .header('content-security-policy', POLICIES[content])
    .header('referrer-policy', content === 'plain' ? 'no-referrer' : refererOf(reply.request))
    .send(page.replaceAll('name="once" value=""', `name="once" value="${oneTimeValue(reply)}"`));

/** A change of what a school publishes is seen after this time at the latest. */
const PUBLIC_CACHE = 'public, max-age=60';

/** Sends a page without forms that is the same for everyone, which caches may keep for a minute. */
export const sendPublicPage = (request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply => {
  const { 'content-type': type, 'cache-control': _, ...headers } = HEADERS;
  reply.headers({ ...headers, 'content-security-policy': POLICIES.plain, 'referrer-policy': 'no-referrer' });
  return sendDocument(request, reply, documentOf(page, type), PUBLIC_CACHE);
};

export const frameFor = (request: FastifyRequest, uiLocales?: string, schoolName?: string): PageFrame => ({
  language:
    request.server.people.chosenLanguage.find(request) ?? chooseLanguage(uiLocales, request.headers['accept-language']),
  ...(request.method === 'GET' ? { isSwitchable: true } : { formPage: formPage(request) }),
  ...(request.method === 'GET' && isSecretPage(request) ? { ownPath: request.url } : {}),
  ...(schoolName === undefined ? {} : { schoolName }),
});

const MESSAGES = ['client_blocked', 'client_disabled', 'client_host_not_allowed', 'insecure_transport'] as const;

const messageFor = ({ status, reason }: Refusal): MessageKind => {
  if (reason === 'origin_foreign') return 'forbidden_origin';
  const own = MESSAGES.find((one) => one === reason);
  if (own !== undefined) return own;
  if (status === 429) return 'throttled';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'server_error' : 'bad_request';
};

/**
 * Shows errors of the current plugin as pages, or as JSON to callers that prefer it. A parameter that is too long is one.
 * @param reportedTo returns the URL of the client to which an error is reported, if it has one
 */
export function showFailures(app: FastifyInstance, reportedTo?: FindReportedTo): void {
  // Where errors are reported to clients, parameters that are too long are, too.
  if (reportedTo === undefined) refuseLongParameters(app);
  answerCopies(app);
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = app.refuse(error, request, reply);
    const target = await reportedTo?.(error, request);
    if (target?.by === 'to_client') return goTo(reply, target.url);
    if (!prefersHtml(request)) return reply.send(app.errorBody(refusal));
    const frame = frameFor(request);
    const technical = {
      error: refusal.code,
      description: refusal.description,
      explained: `${app.config.docsUrl}/errors#${refusal.code}`,
      sent: sentBy(request),
      requestId: request.id,
    };
    if (target === undefined) {
      const message = messageAbout(refusal, request, technical, frame);
      return sendPage(reply, messagePage(frame, { ...message, ...nameOfApp(error, frame) }), 'plain');
    }
    const adoption = `${app.config.baseUrl}/admin`;
    const message: Message =
      refusal.reason === 'client_not_adopted'
        ? { kind: 'not_adopted', links: [linkTo(target, frame), { href: adoption, label: adoption }] }
        : { kind: 'client_error_redirect', links: [linkTo(target, frame)] };
    return sendPage(reply, messagePage(frame, { ...message, technical }), 'plain');
  });
}

/** Sends the page for a form of an outdated page. */
export const tellStale = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(403), messagePage(frameFor(request), { kind: 'page_too_old' }), 'own_message');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a form that sets what it says, so that sending it again does no harm, or that knows its copies itself. */
    repeats?: true;
    /** Returns whether the form was sent only to show something, so that its answer is not kept. */
    onlyShows?(form: FormParameters): boolean;
  }
}

/** Answers a form that is sent again as it was answered before, unless it can be repeated. */
function answerCopies(app: FastifyInstance): void {
  const { formAnswers, loginSession } = app.people;
  app.addHook('preHandler', async (request, reply) => {
    const { body, method, routeOptions, sentFile } = request;
    if (method !== 'POST') return undefined;
    if (routeOptions.config.onlyShows?.(readParameters(body)) === true) return undefined;
    // A password gives the session another cookie, so that the former one opens nothing any more.
    const mayRenew = ['password', 'passkey'].some((name) => readParameters(body).get(name) !== undefined);
    if (routeOptions.config.repeats === true && !(mayRenew && (await loginSession.find(request)))) return undefined;
    const earlier = await formAnswers.begin(request, sentFile);
    if (earlier === undefined) return undefined;
    if (earlier === 'other_session') {
      return tellStale(request, reply);
    }
    return reply.code(earlier.status).headers(earlier.headers).send(earlier.body);
  });
  app.addHook('onSend', async (request, reply, body) => {
    await formAnswers.end(request, reply, body);
    return body;
  });
}

function messageAbout(
  refusal: Refusal,
  request: FastifyRequest,
  technical: TechnicalDetails,
  frame: PageFrame,
): Message {
  // A form that an app sent may be too large, too.
  if (refusal.status === 413 && request.server.people.loginSession.isFromOwnPage(request)) {
    return { kind: 'too_large', technical, links: [wayBack(request, frame)] };
  }
  const kind = messageFor(refusal);
  const description = faultOfDocument(refusal, request.server, frame) ?? technical.description;
  return { kind, technical: { ...technical, description } };
}

/** Leads to the page of the form that was sent, or to the start page. */
function wayBack(request: FastifyRequest, { language }: PageFrame): LinkView {
  const { message } = textFor(language);
  const page = pageBefore(request);
  // The form may have been on the answer to the same form, which cannot always be opened by a link.
  const { url } = request.routeOptions;
  const isAnswer = page === request.url && (url === undefined || !request.server.hasRoute({ method: 'GET', url }));
  return page === undefined || page === '/' || isAnswer
    ? { href: '/', label: message.start }
    : { href: page, label: message.toForm };
}

/**
 * Says why a metadata document cannot be used, and what to do. Programs are told the same of each, and so is everybody where
 * any host may be named, because strangers could look around with this server.
 */
function faultOfDocument(
  { reason }: Refusal,
  { config }: FastifyInstance,
  { language }: PageFrame,
): string | undefined {
  const { attempts, message } = textFor(language);
  if (reason === 'client_blocked') return message.client_blocked.title;
  if (!isDocumentFault(reason) || (config.cimd.hosts.open && reason !== 'client_host_not_allowed')) return undefined;
  return attempts.rules[ruleKey(reason)].join(' ');
}

/** Why a metadata document cannot be used, and what the review of an app calls that. */
export const DOCUMENT_FAULTS = {
  client_host_not_allowed: 'host',
  client_document_unreachable: 'unreachable',
  client_document_unresolved: 'unreachable',
  client_document_refused: 'refused',
  client_document_missing: 'missing',
  client_document_invalid: 'invalid',
} as const;

const isDocumentFault = (reason: RefusalReason | undefined): reason is keyof typeof DOCUMENT_FAULTS =>
  reason !== undefined && Object.hasOwn(DOCUMENT_FAULTS, reason);

/** Names an app that is blocked or disabled: by its host, if it has proven one, and by the name that it gives itself. */
function nameOfApp(error: unknown, { language }: PageFrame): { detail?: string } {
  const app = error instanceof OAuthError ? error.details.app : undefined;
  if (app === undefined) return {};
  const name = textFor(language).client.callsItself({ name: displayText(app.name) });
  return { detail: app.host === undefined ? name : `${displayText(app.host)} · ${name}` };
}

/** The claims of a client about itself, in the right form. Other text would be a stranger's words on our page. */
const SENT: Readonly<Record<string, RegExp>> = {
  client_id: /^[A-Za-z0-9_~:/?#@.=&%-]{1,300}$/,
  redirect_uri: /^[a-z][a-z0-9+.-]*:[A-Za-z0-9_~:/?#@.=&%+[\]-]{1,300}$/,
};

function sentBy(request: FastifyRequest): Record<string, string> {
  const query = readParameters(request.query);
  return Object.fromEntries(
    Object.entries(SENT).flatMap(([name, form]) => {
      const value = query.get(name) ?? '';
      return form.test(value) ? [[name, value]] : [];
    }),
  );
}

const linkTo = ({ url, host }: ReportedTo, { language }: PageFrame): LinkView => ({
  href: url,
  label: textFor(language).goingOn.link({ app: host }),
});

/** @param date the day on which it was made, in its name */
export const sendAccountDocument = (reply: FastifyReply, document: AsyncIterable<string>, date: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="account-${date}.json"`,
      'cache-control': 'no-store',
    })
    .send(Readable.from(document));
