/** The pages that the OAuth endpoints show: those of the authorization flow, and of signing out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Client, isOfferedAt, siteOf } from '../../../schema/oauth/client.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import type { Parameters } from '../../../schema/parameters.ts';
import type { Session } from '../../../schema/people/person.ts';
import { goTo, prefersHtml } from '../../http.ts';
import { errorAddress } from '../../oauth/authorize/issue-code.ts';
import { type Candidate, type NextStep, placeOfSignIn, refusal } from '../../oauth/authorize/next-step.ts';
import { addressOf, formBinding, type Http, type Opened } from '../../oauth/authorize/pending-request.ts';
import type { Leaving, OauthPages, Screen } from '../../oauth/pages.ts';
import { textFor } from '../../words/index.ts';
import { brandedFrame, schoolFrame } from '../kit/branding.ts';
import { askingView } from '../kit/client.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { secondFactorFirst } from '../kit/next-page.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import type { ClientView } from '../kit/views.ts';
import { contentOfSignIn, passkeyQuestion, type SignInState, signInBy } from '../sign-in/form.ts';
import { signInPage } from '../sign-in/view.ts';
import { chooseAccountPage } from './choose-account.ts';
import { chooseSitePage } from './choose-site.ts';
import { consentPage } from './consent.ts';
import { continuePage, signOutPage } from './leaving.ts';
import { notAMemberPage } from './not-a-member.ts';
import { scopeViews } from './scope-views.ts';

const DAY = 86_400_000;
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
        return signIn(http, reply, screen.opened, screen.again ? { problem: 'reauthenticate' } : {});
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
    opened: Opened,
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

function leave(http: FastifyRequest, reply: FastifyReply, { uiLocales, ...leaving }: Leaving): FastifyReply {
  if (!prefersHtml(http)) return goTo(reply, leaving.url);
  return sendPage(reply.code(200), continuePage(frameFor(http, uiLocales), leaving), 'plain');
}

const frameOf = (http: FastifyRequest, { request }: Opened): PageFrame => frameFor(http, request.uiLocales);

const csrfOf = ({ people: { loginSession } }: FastifyInstance, opened: Opened): string =>
  loginSession.formToken(...formBinding(opened));

/** Pages about the identity of the person. */
function personScreens(app: FastifyInstance) {
  /** The frame with the name and colours of the school that owns the client, or that the resource names. */
  const framed = (http: FastifyRequest, opened: Opened) => {
    const { client, resourceSchool: slug } = opened.request;
    return schoolFrame(app, frameOf(http, opened), { siteId: siteOf(client), slug });
  };

  return {
    async signIn(
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Opened,
      state: SignInState = {},
    ): Promise<FastifyReply> {
      const frame = await framed(http, opened);
      const hint = opened.request.loginHint?.slice(0, MAX_LOGIN_HINT) ?? opened.session?.person.email;
      const page = signInPage(frame, {
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
      return sendPage(reply, page, contentOfSignIn(app, state));
    },

    async account(http: FastifyRequest, reply: FastifyReply, opened: Opened, session: Session): Promise<FastifyReply> {
      const frame = await framed(http, opened);
      const page = chooseAccountPage(frame, {
        continueAction: addressOf(opened, 'account'),
        switchAction: addressOf(opened, 'switch'),
        csrf: csrfOf(app, opened),
        account: session.person,
        client: askingView(app.config, opened.request.client, frame.language, frame.schoolName),
      });
      return sendPage(reply, page, 'form');
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
      opened: Opened,
      { sites }: Extract<NextStep, { step: 'choose_site' }>,
    ): FastifyReply {
      const page = chooseSitePage(frameOf(http, opened), {
        action: addressOf(opened, 'site'),
        cancelAction: addressOf(opened, 'cancel'),
        csrf: csrfOf(app, opened),
        client: askingView(config, opened.request.client, frameOf(http, opened).language),
        sites: sites.map(({ siteId, siteName, role }) => ({ id: siteId, name: siteName, role })),
      });
      return sendPage(reply, page, 'form');
    },

    /** @param unticked the scopes that the person had unticked before the page was shown in another language */
    async consent(
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Opened,
      candidate: Candidate,
      unticked: readonly string[],
    ): Promise<FastifyReply> {
      const { request } = opened;
      const { membership, session, available, consent } = candidate;
      const frame = await brandedFrame(app, frameOf(http, opened), membership.siteId);
      const page = consentPage(frame, {
        action: addressOf(opened, 'decision'),
        switchAction: addressOf(opened, 'switch'),
        csrf: csrfOf(app, opened),
        client: await whoAsks(app, frame, request.client, membership.siteName),
        site: { name: membership.siteName },
        isOffered: isOfferedAt(request.client, membership.siteId),
        account: { ...session.person, role: membership.role },
        scopes: scopeViews(request, membership.siteId, available, consent, unticked),
        redirect: redirectTarget(request.redirect),
        copiesAddress: config.copiesAddress,
        apiHost: new URL(config.baseUrl).host,
        lifetimeDays: Math.round(config.lifetimes.refreshAbsolute / DAY),
        manageUrl: '/account/connected-apps',
      });
      return sendPage(reply, page, 'form');
    },

    /** The person cannot use the client at its school. The page's link returns the error to the client. */
    async notAMember(
      http: FastifyRequest,
      reply: FastifyReply,
      opened: Opened,
      { person }: Session,
    ): Promise<FastifyReply> {
      const { pending, request } = opened;
      const siteId = siteOf(request.client) ?? pending.siteId ?? request.siteHint;
      const isSchoolNamed = siteOf(request.client) === undefined;
      app.noteAttempt(http, { siteId: siteId ?? request.resourceSchool, isSchoolNamed, rule: 'not_a_member' });
      const error = refusal(request, 'access_denied', 'the person is not a member of this school', 'not_a_member');
      const page = await notAMemberPage(
        app,
        { ...frameOf(http, opened), requestId: http.id },
        {
          person,
          client: request.client,
          siteId,
          slug: request.resourceSchool,
          switchForm: { action: addressOf(opened, 'switch'), csrf: csrfOf(app, opened) },
          backHref: errorAddress(error, config, http.id),
        },
      );
      return sendPage(reply.code(403), page, 'form');
    },
  };
}

function sessionChanged(http: FastifyRequest, reply: FastifyReply, opened: Opened): FastifyReply {
  http.server.noteAttempt(http, { page: 'session_changed' });
  const frame = { ...frameOf(http, opened), requestId: http.id };
  const links = [{ href: addressOf(opened), label: textFor(frame.language).labels.again }];
  return sendPage(reply.code(403), messagePage(frame, { kind: 'session_changed', links }), 'plain');
}

function closed(
  http: FastifyRequest,
  reply: FastifyReply,
  { closed: kind, status, otherComputer }: Extract<Screen, { step: 'closed' }>,
): FastifyReply {
  http.server.noteAttempt(http, { page: kind });
  const frame = { ...frameFor(http), requestId: http.id };
  const { link: label } = textFor(frame.language).otherComputer;
  const links = otherComputer === undefined ? [] : [{ href: otherComputer, label }];
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
