/** Renders the pages of the authorization flow for a request. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Client, siteOf } from '../../../schema/oauth/client.ts';
import type { SchoolMembership, Session } from '../../../schema/people/person.ts';
import { MAX_SLUG } from '../../../schema/slug.ts';
import { errorAddress } from '../../oauth/authorize/client-redirect.ts';
import { type Candidate, type NextStep, refusal } from '../../oauth/authorize/next-step.ts';
import { addressOf, formBinding, type Http, type Opened } from '../../oauth/authorize/pending-request.ts';
import { textFor } from '../../words/index.ts';
import { brandedFrame, schoolFrame } from '../kit/branding.ts';
import { askingView, clientLabel, clientView } from '../kit/client.ts';
import { accountCard, button, postForm } from '../kit/components.ts';
import { displayText, initialOf } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { linkList, type Message, type MessageKind, messagePage } from '../kit/message.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { signedInAs } from '../kit/signed-in.ts';
import type { ClientView } from '../kit/views.ts';
import { contentOfSignIn, passkeyQuestion, type SignInState } from '../sign-in/form.ts';
import { signInPage } from '../sign-in/view.ts';
import { consentPage } from './consent.ts';

const MAX_LOGIN_HINT = 254;
const MAX_APPROVED = 20;

export type Screens = ReturnType<typeof screensOf>;

export const screensOf = (app: FastifyInstance) => ({
  ...personScreens(app),
  ...schoolScreens(app),
  notAMember: notAMember(app),
  message,
});

const frameOf = (http: Http, { request }: Opened): PageFrame => frameFor(http, request.uiLocales);

const csrfOf = ({ people: { loginSession } }: FastifyInstance, opened: Opened): string =>
  loginSession.formToken(...formBinding(opened));

/** Pages about the identity of the person. */
function personScreens(app: FastifyInstance) {
  /** The frame with the name and colours of the school that owns the client, or that the resource names. */
  const framed = (http: Http, opened: Opened) => {
    const { client, resourceSchool: slug } = opened.request;
    return schoolFrame(app, frameOf(http, opened), { siteId: siteOf(client), slug });
  };

  return {
    async signIn(http: Http, reply: FastifyReply, opened: Opened, state: SignInState = {}): Promise<FastifyReply> {
      const frame = await framed(http, opened);
      const hint = opened.request.loginHint?.slice(0, MAX_LOGIN_HINT) ?? opened.session?.person.email;
      const content = signInPage(frame, {
        action: addressOf(opened, 'sign-in'),
        cancelAction: addressOf(opened, 'cancel'),
        csrf: csrfOf(app, opened),
        client: askingView(app.config, opened.request.client, frame.language, frame.schoolName),
        passkeyQuestion: await passkeyQuestion(app, opened.pending.browserHash),
        recovers: app.people.mailer.isOn,
        school: siteOf(opened.request.client),
        next: addressOf(opened),
        ...(hint === undefined ? {} : { email: hint }),
        ...state,
      });
      return sendPage(reply, content, contentOfSignIn(app, state));
    },

    async account(http: Http, reply: FastifyReply, opened: Opened, session: Session): Promise<FastifyReply> {
      const frame = await framed(http, opened);
      const { chooseAccount, labels } = textFor(frame.language);
      const { title, lead, continueAs } = chooseAccount;
      const csrf = csrfOf(app, opened);
      const name = displayText(session.person.name);
      const client = askingView(app.config, opened.request.client, frame.language, frame.schoolName);
      const body = html`<div class="intro"><h1>${title}</h1><p>${lead({ app: clientLabel(client) })}</p></div>
<div class="panel">${accountCard(session.person)}</div>
<div class="actions">
${postForm({ action: addressOf(opened, 'account'), csrf, body: button(continueAs({ name })) })}
${postForm({ action: addressOf(opened, 'switch'), csrf, body: button(labels.switch, 'secondary') })}
</div>`;
      return sendPage(reply, page(frame, { title, body }), 'form');
    },
  };
}

/** The app as the consent page shows it, which may not be taken for one with a document that the platform has approved. */
async function whoAsks(
  { config, oauth }: FastifyInstance,
  { language }: PageFrame,
  client: Client,
  siteName: string,
): Promise<ClientView> {
  const isUnknown = client.origin === 'registered' || client.origin === 'metadata_document';
  const approved = isUnknown
    ? await oauth.metadataClients.page({ review: 'approved', after: '', first: MAX_APPROVED })
    : undefined;
  const names = approved?.rows.filter(({ id }) => id !== client.id).map(({ name }) => name);
  return askingView(config, client, language, siteName, names);
}

/** Pages about the school, and the access that the client gets there. */
function schoolScreens(app: FastifyInstance) {
  const { config } = app;

  return {
    sites(
      http: Http,
      reply: FastifyReply,
      opened: Opened,
      { sites }: Extract<NextStep, { step: 'choose_site' }>,
    ): FastifyReply {
      const frame = frameOf(http, opened);
      const { chooseSite, labels, roles } = textFor(frame.language);
      const { title, lead, legend, submit } = chooseSite;
      const csrf = csrfOf(app, opened);
      const client = askingView(config, opened.request.client, frame.language);
      const choices = sites.map(({ siteId, siteName, role }) => {
        const name = displayText(siteName);
        return html`<label class="choice boxed">
<input type="radio" name="site" value="${siteId}" required>
<span class="tile" aria-hidden="true">${initialOf(name)}</span>
<span><span class="name">${name}</span><br><span class="detail">${roles[role]}</span></span>
</label>`;
      });
      const fields = html`<fieldset class="choices"><legend>${legend}</legend>${choices}</fieldset>${button(submit)}`;
      const body = html`<div class="intro"><h1>${title}</h1><p>${lead({ app: clientLabel(client) })}</p></div>
${postForm({ action: addressOf(opened, 'site'), csrf, body: fields })}
<div class="aside">${postForm({ action: addressOf(opened, 'cancel'), csrf, body: button(labels.cancel, 'plain') })}</div>`;
      return sendPage(reply, page(frame, { title, body }), 'form');
    },

    /** @param unticked the scopes that the person had unticked before the page was shown in another language */
    async consent(
      http: Http,
      reply: FastifyReply,
      opened: Opened,
      candidate: Candidate,
      unticked: readonly string[],
    ): Promise<FastifyReply> {
      const { request } = opened;
      const { siteId, siteName } = candidate.membership;
      const frame = await brandedFrame(app, frameOf(http, opened), siteId);
      const content = consentPage(frame, {
        request,
        candidate,
        client: await whoAsks(app, frame, request.client, siteName),
        unticked,
        action: addressOf(opened, 'decision'),
        switchAction: addressOf(opened, 'switch'),
        csrf: csrfOf(app, opened),
        config,
      });
      return sendPage(reply, content, 'form');
    },
  };
}

/** The person cannot use the client at its school. The page's link returns the error to the client. */
const notAMember =
  (app: FastifyInstance) =>
  async (http: Http, reply: FastifyReply, opened: Opened, { person }: Session): Promise<FastifyReply> => {
    const { pending, request } = opened;
    const { client, resourceSchool: slug } = request;
    const siteId = siteOf(client) ?? pending.siteId ?? request.siteHint;
    const isSchoolNamed = siteOf(client) === undefined;
    app.noteAttempt(http, { siteId: siteId ?? slug, isSchoolNamed, rule: 'not_a_member' });
    const error = refusal(request, 'access_denied', 'the person is not a member of this school', 'not_a_member');
    const memberships = await app.people.memberships.of(person.id);
    const isClosed = memberships.some(
      (one) => one.isClosed && (siteId ?? one.siteId) === one.siteId && (slug ?? one.slug) === one.slug,
    );
    const frame = await schoolFrame(app, { ...frameOf(http, opened), requestId: http.id }, { siteId, slug });
    const text = textFor(frame.language);
    const detail = signedInAs(person, text);
    const form = { action: addressOf(opened, 'switch'), csrf: csrfOf(app, opened), label: text.labels.switch };
    const back = { href: errorAddress(error, app.config, http.id), label: text.goingOn.without({ app: client.name }) };
    const message = { kind: isClosed ? 'school_closed' : 'not_a_member', detail, links: [back], form } as const;
    const isElsewhere = slug !== undefined && siteId === undefined && !isClosed;
    const content = isElsewhere
      ? otherSchoolPage(frame, client, slug, message, memberships, app.config.baseUrl)
      : messagePage(frame, message);
    return sendPage(reply.code(403), content, 'form');
  };

/**
 * The app is set up for a school to which the account does not belong.
 * @param slug as the address in the app names it. There may be no such school.
 */
function otherSchoolPage(
  frame: PageFrame,
  client: Client,
  slug: string,
  { detail, links, form }: Required<Pick<Message, 'detail' | 'links' | 'form'>>,
  memberships: readonly SchoolMembership[],
  baseUrl: string,
): string {
  const { lead, own, ownText, title } = textFor(frame.language).otherSchool;
  const app = clientLabel(clientView(client, undefined));
  const open = memberships.filter(({ isClosed }) => !isClosed);
  const row = ({ siteName, slug: ownSlug }: SchoolMembership): Html =>
    html`<li><div><p class="name">${displayText(siteName)}</p><p><code>${baseUrl}/mcp?school=${ownSlug}</code></p></div></li>`;
  const body = html`<div class="intro"><h1>${title}</h1>
<p>${lead({ app, school: displayText(slug.slice(0, MAX_SLUG)) })}</p><p>${detail}</p></div>
${postForm({ action: form.action, csrf: form.csrf, body: button(form.label) })}
${
  open.length > 0 &&
  html`<section class="panel stack"><h2>${own}</h2><p>${ownText({ app })}</p><ul class="rows">${open.map(row)}</ul></section>`
}
${linkList(links)}`;
  return page(frame, { title, body });
}

/** @param again the request to which the page links back */
function message(http: Http, reply: FastifyReply, status: number, kind: MessageKind, again?: Opened): FastifyReply {
  http.server.noteAttempt(http, { page: kind });
  const frame = { ...frameFor(http, again?.request.uiLocales), requestId: http.id };
  const label = textFor(frame.language).labels.again;
  const links = again === undefined ? [] : [{ href: addressOf(again), label }];
  return sendPage(reply.code(status), messagePage(frame, { kind, links }), 'plain');
}
