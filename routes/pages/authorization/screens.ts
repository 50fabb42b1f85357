/** The pages that the OAuth endpoints show: those of the authorization flow, and of signing out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../../../schema/data/parameters.ts';
import { type Client, siteOf } from '../../../schema/oauth/client.ts';
import { AuthorizationError } from '../../../schema/oauth/oauth-error.ts';
import type { AnySession } from '../../../schema/people/person.ts';
import { goTo } from '../../http.ts';
import { errorAddress } from '../../oauth/authorize/issue-code.ts';
import { type Candidate, type NextStep, placeOfSignIn } from '../../oauth/authorize/next-step.ts';
import { addressOf, formBinding, type Http, type Interaction } from '../../oauth/authorize/pending-request.ts';
import type { OauthPages, Screen } from '../../oauth/pages.ts';
import { textFor } from '../../words/index.ts';
import { brandedFrame, schoolFrame } from '../kit/branding.ts';
import { askingView, clientLabel } from '../kit/client.ts';
import { accountCard, button, postForm } from '../kit/components.ts';
import { displayText, initialOf } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { secondFactorFirst } from '../kit/next-page.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { throughSchool } from '../kit/signed-in.ts';
import type { ClientView } from '../kit/views.ts';
import { contentOfSignIn, passkeyQuestion, type SignInState, signInBy } from '../sign-in/form.ts';
import { signInPage } from '../sign-in/view.ts';
import { consentPage } from './consent.ts';
import { leave, signOutPage } from './leaving.ts';
import { notAMemberPage } from './not-a-member.ts';

const MAX_LOGIN_HINT = 254;
const MAX_APPROVED = 20;

/** The pages of the OAuth endpoints. */
export function oauthPages(app: FastifyInstance): OauthPages {
  const { signIn, account } = personScreens(app);
  const { sites, consent, notAMember } = schoolScreens(app);

  return { showFailures, show, signIn: signInAgain, leave };

  async function show(http: FastifyRequest, reply: FastifyReply, screen: Screen): Promise<FastifyReply> {
    switch (screen.step) {
      case 'sign_in':
        return signIn(http, reply, screen.opened, screen.again ? { problem: 'reauthenticate' } : {}, screen.siteId);
      case 'set_up_second_factor':
        return goTo(reply, secondFactorFirst(addressOf(screen.opened)));
      case 'choose_account':
        return account(http, reply, screen.opened, screen.session);
      case 'choose_site':
        return sites(http, reply, screen.opened, screen);
      case 'not_a_member':
        return notAMember(http, reply, screen.opened, screen.session);
      case 'consent':
        return consent(http, reply, screen.opened, screen, screen.unticked ?? []);
      case 'session_changed':
        return sessionChanged(http, reply, screen.opened);
      case 'closed':
        return closed(http, reply, screen);
      case 'sign_out':
        return sendPage(reply, signOutPage(frameFor(http, screen.uiLocales), screen), 'form');
      case 'signed_out':
        return signedOut(http, reply, screen);
    }
  }

  async function signInAgain(
    http: Http,
    reply: FastifyReply,
    opened: Interaction,
    form: Parameters,
  ): Promise<string | undefined> {
    const { pending, request } = opened;
    const result = await signInBy(app, http, reply, form, pending.browserHash, placeOfSignIn(app, request, pending));
    if ('sessionId' in result) return result.sessionId;
    const isAsked = result.second !== undefined && result.problem === undefined;
    app.noteAttempt(http, isAsked ? { finding: ['second_asked'] } : { signIn: result.problem });
    await signIn(http, reply, opened, result);
    return undefined;
  }
}

const frameOf = (http: FastifyRequest, { request }: Interaction): PageFrame => frameFor(http, request.uiLocales);

const csrfOf = ({ people: { loginSession } }: FastifyInstance, opened: Interaction): string =>
  loginSession.formToken(...formBinding(opened));

/** Returns the sign-in of the school that the request is about, if one is known. */
const providerFor = (
  { people: { providerSignIn } }: FastifyInstance,
  { pending, request }: Interaction,
  siteId: string | undefined,
) =>
  providerSignIn.offeredAt({
    siteId: siteId ?? siteOf(request.client) ?? pending.siteId ?? request.siteHint,
    slug: request.resourceSchool,
  });

/** Pages about the identity of the person. */
function personScreens(app: FastifyInstance) {
  /** The frame with the name and colours of the school that owns the client, or that the resource names. */
  const framed = (http: FastifyRequest, opened: Interaction) => {
    const { client, resourceSchool: slug } = opened.request;
    return schoolFrame(app, frameOf(http, opened), { siteId: siteOf(client), slug });
  };

  return {
    async signIn(
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Interaction,
      state: SignInState = {},
      siteId?: string,
    ): Promise<FastifyReply> {
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
        provider: await providerFor(app, opened, siteId),
        ...(hint === undefined ? {} : { email: hint }),
        ...state,
      });
      return sendPage(reply, content, contentOfSignIn(app, state));
    },

    async account(
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Interaction,
      session: AnySession,
    ): Promise<FastifyReply> {
      const frame = await framed(http, opened);
      const { chooseAccount, labels } = textFor(frame.language);
      const { title, lead, continueAs } = chooseAccount;
      const csrf = csrfOf(app, opened);
      const name = displayText(session.person.name);
      const client = askingView(app.config, opened.request.client, frame.language, frame.schoolName);
      const body = html`<div class="intro"><h1>${title}</h1><p>${lead({ app: clientLabel(client) })}</p></div>
<div class="panel">${accountCard(session.person, throughSchool(session, textFor(frame.language)))}</div>
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
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Interaction,
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
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Interaction,
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

    /** The person cannot use the client at its school. The page's link returns the error to the client. */
    async notAMember(
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Interaction,
      session: AnySession,
    ): Promise<FastifyReply> {
      const { pending, request } = opened;
      const siteId = siteOf(request.client) ?? pending.siteId ?? request.siteHint;
      const isSchoolNamed = siteOf(request.client) === undefined;
      app.noteAttempt(http, { siteId: siteId ?? request.resourceSchool, isSchoolNamed, rule: 'not_a_member' });
      const error = new AuthorizationError(request, 'not_a_member');
      const content = await notAMemberPage(
        app,
        { ...frameOf(http, opened), requestId: http.id },
        {
          session,
          client: request.client,
          siteId,
          slug: request.resourceSchool,
          switchForm: { action: addressOf(opened, 'switch'), csrf: csrfOf(app, opened) },
          backHref: errorAddress(error, config, http.id),
        },
      );
      return sendPage(reply.code(403), content, 'form');
    },
  };
}

function sessionChanged(http: FastifyRequest, reply: FastifyReply, opened: Interaction): FastifyReply {
  http.server.noteAttempt(http, { page: 'session_changed' });
  const frame = { ...frameOf(http, opened), requestId: http.id };
  const links = [{ href: addressOf(opened), label: textFor(frame.language).labels.again }];
  return sendPage(reply.code(403), messagePage(frame, { kind: 'session_changed', links }), 'plain');
}

function closed(
  http: FastifyRequest,
  reply: FastifyReply,
  { closed: kind, status, manualCodePage }: Extract<Screen, { step: 'closed' }>,
): FastifyReply {
  http.server.noteAttempt(http, { page: kind });
  const frame = { ...frameFor(http), requestId: http.id };
  const { account, otherComputer } = textFor(frame.language);
  const links = [
    ...(manualCodePage === undefined ? [] : [{ href: manualCodePage, label: otherComputer.link }]),
    ...(kind === 'completed' ? [{ href: '/account/connected-apps', label: account.area.pages.connectedApps }] : []),
  ];
  return sendPage(reply.code(status), messagePage(frame, { kind, links }), 'plain');
}

function signedOut(
  http: FastifyRequest,
  reply: FastifyReply,
  { to, uiLocales }: Extract<Screen, { step: 'signed_out' }>,
): FastifyReply {
  const frame = frameFor(http, uiLocales);
  const links = to && [{ href: to.url, label: textFor(frame.language).goingOn.link({ app: to.host }) }];
  return sendPage(reply, messagePage(frame, { kind: 'signed_out', ...(links && { links }) }), 'plain');
}
