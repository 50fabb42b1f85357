/** Renders the pages of the authorization flow for a request. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Client, isOfferedAt, siteOf } from '../../../schema/oauth/client.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import type { Session } from '../../../schema/people/person.ts';
import { errorAddress } from '../../oauth/authorize/client-redirect.ts';
import { type Candidate, type NextStep, refusal } from '../../oauth/authorize/next-step.ts';
import { addressOf, formBinding, type Http, type Opened } from '../../oauth/authorize/pending-request.ts';
import { textFor } from '../../words/index.ts';
import { brandedFrame, schoolFrame } from '../kit/branding.ts';
import { askingView } from '../kit/client.ts';
import type { PageFrame } from '../kit/layout.ts';
import { type MessageKind, messagePage } from '../kit/message.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import type { ClientView } from '../kit/views.ts';
import { contentOfSignIn, passkeyQuestion, type SignInState } from '../sign-in/form.ts';
import { signInPage } from '../sign-in/view.ts';
import { chooseAccountPage } from './choose-account.ts';
import { chooseSitePage } from './choose-site.ts';
import { consentPage } from './consent.ts';
import { notAMemberPage } from './not-a-member.ts';
import { scopeViews } from './scope-views.ts';

const DAY = 86_400_000;
const MAX_LOGIN_HINT = 254;
const MAX_APPROVED = 20;

export type Screens = ReturnType<typeof screensOf>;

export const screensOf = (app: FastifyInstance) => ({ ...personScreens(app), ...schoolScreens(app), message });

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

    async account(http: Http, reply: FastifyReply, opened: Opened, session: Session): Promise<FastifyReply> {
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
      http: Http,
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
      http: Http,
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
    async notAMember(http: Http, reply: FastifyReply, opened: Opened, { person }: Session): Promise<FastifyReply> {
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

/** @param again the request to which the page links back */
function message(http: Http, reply: FastifyReply, status: number, kind: MessageKind, again?: Opened): FastifyReply {
  http.server.noteAttempt(http, { page: kind });
  const frame = { ...frameFor(http, again?.request.uiLocales), requestId: http.id };
  const label = textFor(frame.language).labels.again;
  const links = again === undefined ? [] : [{ href: addressOf(again), label }];
  return sendPage(reply.code(status), messagePage(frame, { kind, links }), 'plain');
}
