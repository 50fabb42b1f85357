/** The pages between an authorization request and its answer: sign-in, account, school, consent. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PendingRequest } from '../../schema/approval.ts';
import type { AuditEvent, AuditEventName } from '../../schema/audit-event.ts';
import type { AuthorizationRequest } from '../../schema/authorization-request.ts';
import { siteOf } from '../../schema/client.ts';
import { AuthorizationError, OAuthError } from '../../schema/oauth-error.ts';
import { type Parameters, readParameters } from '../../schema/parameters.ts';
import type { Session } from '../../schema/person.ts';
import { redirectTarget } from '../../schema/redirect-uri.ts';
import { isIdentityScope, narrowGranted } from '../../schema/scope.ts';
import { chooseAccountPage } from '../pages/choose-account.ts';
import { chooseSitePage } from '../pages/choose-site.ts';
import { consentPage } from '../pages/consent.ts';
import type { Continue } from '../pages/continue-to-client.ts';
import { type MessageKind, messagePage } from '../pages/message.ts';
import { frameFor, goTo, sendPage } from '../pages/sending.ts';
import { type SignInProblem, signInPage } from '../pages/sign-in.ts';
import type { Approvals } from './approval.ts';
import { errorAddress, leaveAfterForm } from './leaving.ts';
import { type Candidate, type FindNextStep, type NextStep, refusal } from './next-step.ts';
import type { ReadAuthorizationRequest } from './request.ts';
import { clientView, scopeViews } from './views.ts';

interface Options {
  readRequest: ReadAuthorizationRequest;
  findNextStep: FindNextStep;
  approve: Approvals;
}

/** A pending request that this browser may go on with. */
interface Opened {
  pending: PendingRequest;
  request: AuthorizationRequest;
  session: Session | undefined;
}

type Http = FastifyRequest<{ Params: { id: string } }>;
type Outcome = FastifyReply | Promise<FastifyReply>;

const DAY = 86_400_000;
const MAX_LOGIN_HINT = 254;

export async function interaction(
  app: FastifyInstance,
  { readRequest, findNextStep, approve }: Options,
): Promise<void> {
  const { authorizationRequests, clock, codes, config, loginSession, originOf, people, signIn } = app;

  app.get<{ Params: { id: string } }>('/oauth/continue/:id', (http, reply) => withOpened(http, reply, showNext));
  // Sign-in and cancelling happen before there is a session to bind a form to.
  onForm('sign-in', 'browser', signInByForm);
  onForm('cancel', 'browser', cancel);
  onForm('account', 'session', confirmAccount);
  onForm('switch', 'session', switchAccount);
  onForm('site', 'session', chooseSite);
  onForm('decision', 'session', decide);

  type Handler = (http: Http, reply: FastifyReply, opened: Opened, form: Parameters) => Outcome;

  function onForm(step: string, boundTo: 'browser' | 'session', handle: Handler): void {
    app.post<{ Params: { id: string } }>(`/oauth/continue/:id/${step}`, (http, reply) =>
      withOpened(http, reply, (_http, _reply, opened) => {
        const form = readParameters(http.body);
        if (boundTo === 'session' && opened.session === undefined) return goTo(reply, addressOf(opened));
        const judgement = loginSession.judgeForm(http, form.get('csrf'), ...boundBy(opened, boundTo));
        if (judgement === 'foreign') {
          throw new OAuthError('access_denied', 'this form was not sent by our own page', { reason: 'origin_foreign' });
        }
        if (judgement === 'stale') return say(http, reply.code(403), 'session_changed', addressOf(opened));
        return handle(http, reply, opened, form);
      }),
    );
  }

  /** Finds the pending request and checks that it is open, and open for this browser. */
  async function withOpened(http: Http, reply: FastifyReply, handle: Handler): Promise<FastifyReply> {
    const pending = await authorizationRequests.find(http.params.id);
    if (pending === undefined) return say(http, reply.code(404), 'expired');
    if (!(loginSession.knownBrowser(http)?.equals(pending.browserHash) ?? false)) {
      return say(http, reply.code(403), 'other_browser');
    }
    if (pending.outcome !== null) return say(http, reply.code(409), 'completed');
    if (pending.expiresAt <= clock()) return say(http, reply.code(410), 'expired');
    try {
      // The client may have changed since the request came in; what is stored proves nothing.
      const request = await readRequest(pending.parameters);
      const opened = { pending, request, session: await loginSession.find(http) };
      return await handle(http, reply, opened, readParameters(undefined));
    } catch (error) {
      if (!(error instanceof AuthorizationError) || http.method !== 'POST') throw error;
      app.refuse(error, http, reply);
      return leave(http, reply, {
        url: errorAddress(error, config.baseUrl),
        clientName: redirectTarget(error.redirect).host,
        outcome: 'error',
      });
    }
  }

  const addressOf = ({ pending }: Opened, step?: string): string =>
    `/oauth/continue/${pending.id}${step === undefined ? '' : `/${step}`}`;

  const boundBy = ({ pending, session }: Opened, boundTo: 'browser' | 'session'): (string | Buffer)[] =>
    boundTo === 'browser' || session === undefined
      ? ['before sign-in', pending.id, pending.browserHash]
      : ['signed in', pending.id, pending.browserHash, session.id];

  const tokenFor = (opened: Opened, boundTo: 'browser' | 'session'): string =>
    loginSession.formToken(...boundBy(opened, boundTo));

  async function showNext(http: Http, reply: FastifyReply, opened: Opened): Promise<FastifyReply> {
    const next = await findNextStep(opened.request, opened.pending, opened.session, http);
    switch (next.step) {
      case 'sign_in':
        return showSignIn(http, reply, opened, next.again ? { problem: 'reauthenticate' } : {});
      case 'choose_account':
        return showAccounts(http, reply, opened, next.session);
      case 'choose_site':
        return showSites(http, reply, opened, next);
      case 'not_a_member':
        return showNotAMember(http, reply, opened);
      case 'consent':
        return showConsent(http, reply, opened, next);
      case 'approve': {
        const url = await approve.silently(opened.request, next, opened.pending.id);
        return url === undefined ? say(http, reply.code(409), 'completed') : goTo(reply, url);
      }
    }
  }

  const frameOf = (http: Http, { request }: Opened, schoolName?: string) =>
    frameFor(http, request.uiLocales, schoolName);

  async function schoolNameOf({ request }: Opened): Promise<string | undefined> {
    const siteId = siteOf(request.client);
    return siteId === undefined ? undefined : people.siteName(siteId);
  }

  async function showSignIn(
    http: Http,
    reply: FastifyReply,
    opened: Opened,
    state: { email?: string; problem?: SignInProblem; retryAfterSeconds?: number },
  ): Promise<FastifyReply> {
    const schoolName = await schoolNameOf(opened);
    const hint = opened.request.loginHint?.slice(0, MAX_LOGIN_HINT);
    return sendPage(
      reply,
      signInPage(frameOf(http, opened, schoolName), {
        action: addressOf(opened, 'sign-in'),
        cancelAction: addressOf(opened, 'cancel'),
        csrf: tokenFor(opened, 'browser'),
        client: clientView(opened.request.client, schoolName),
        ...(hint === undefined ? {} : { email: hint }),
        ...state,
      }),
      'form',
    );
  }

  async function showAccounts(
    http: Http,
    reply: FastifyReply,
    opened: Opened,
    session: Session,
  ): Promise<FastifyReply> {
    const schoolName = await schoolNameOf(opened);
    const page = chooseAccountPage(frameOf(http, opened, schoolName), {
      continueAction: addressOf(opened, 'account'),
      switchAction: addressOf(opened, 'switch'),
      csrf: tokenFor(opened, 'session'),
      account: session.person,
      client: clientView(opened.request.client, schoolName),
    });
    return sendPage(reply, page, 'form');
  }

  function showSites(
    http: Http,
    reply: FastifyReply,
    opened: Opened,
    { sites }: Extract<NextStep, { step: 'choose_site' }>,
  ): FastifyReply {
    const page = chooseSitePage(frameOf(http, opened), {
      action: addressOf(opened, 'site'),
      cancelAction: addressOf(opened, 'cancel'),
      csrf: tokenFor(opened, 'session'),
      client: clientView(opened.request.client, undefined),
      sites: sites.map(({ siteId, siteName, role }) => ({ id: siteId, name: siteName, role })),
    });
    return sendPage(reply, page, 'form');
  }

  function showNotAMember(http: Http, reply: FastifyReply, opened: Opened): FastifyReply {
    const error = refusal(opened.request, 'access_denied', 'the person is not a member of this school', 'not_a_member');
    const href = errorAddress(error, config.baseUrl);
    const page = messagePage(frameOf(http, opened), {
      kind: 'not_a_member',
      links: [{ href, label: opened.request.client.name }],
    });
    return sendPage(reply.code(403), page, 'plain');
  }

  function showConsent(http: Http, reply: FastifyReply, opened: Opened, candidate: Candidate): FastifyReply {
    const { request } = opened;
    const { membership, session, available, consent } = candidate;
    const page = consentPage(frameOf(http, opened, membership.siteName), {
      action: addressOf(opened, 'decision'),
      switchAction: addressOf(opened, 'switch'),
      csrf: tokenFor(opened, 'session'),
      client: clientView(request.client, membership.siteName),
      site: { name: membership.siteName },
      account: { ...session.person, role: membership.role },
      scopes: scopeViews(request, available, consent),
      redirect: redirectTarget(request.redirect),
      resourceLabel: config.baseUrl,
      lifetimeDays: Math.round(config.lifetimes.refreshAbsolute / DAY),
    });
    return sendPage(reply, page, 'form');
  }

  async function signInByForm(
    http: Http,
    reply: FastifyReply,
    opened: Opened,
    form: Parameters,
  ): Promise<FastifyReply> {
    const email = form.get('email') ?? '';
    try {
      const result = await signIn(email, form.get('password') ?? '', originOf(http));
      switch (result.outcome) {
        case 'signed_in':
          await loginSession.open(http, reply, result.person);
          return goTo(reply, addressOf(opened));
        case 'throttled': {
          const { retryAfterSeconds } = result;
          reply.code(429).header('retry-after', String(retryAfterSeconds));
          return showSignIn(http, reply, opened, { email, problem: 'throttled', retryAfterSeconds });
        }
        case 'wrong_credentials':
          return showSignIn(http, reply.code(400), opened, { email, problem: 'wrong_credentials' });
      }
    } catch (error) {
      if (!(error instanceof OAuthError && error.details.reason === 'busy')) throw error;
      app.refuse(error, http, reply);
      return showSignIn(http, reply, opened, { email, problem: 'busy' });
    }
  }

  async function confirmAccount(_http: Http, reply: FastifyReply, opened: Opened): Promise<FastifyReply> {
    if (opened.session !== undefined) {
      await authorizationRequests.confirmAccount(opened.pending.id, opened.session.id);
    }
    return goTo(reply, addressOf(opened));
  }

  async function switchAccount(http: Http, reply: FastifyReply, opened: Opened): Promise<FastifyReply> {
    if (opened.session !== undefined) await loginSession.end(http, reply, opened.session);
    return goTo(reply, addressOf(opened));
  }

  async function chooseSite(http: Http, reply: FastifyReply, opened: Opened, form: Parameters): Promise<FastifyReply> {
    const chosen = form.get('site');
    const next = await findNextStep(opened.request, opened.pending, opened.session, http);
    if (next.step === 'choose_site' && next.sites.some(({ siteId }) => siteId === chosen) && chosen !== undefined) {
      await authorizationRequests.chooseSite(opened.pending.id, chosen);
    }
    return goTo(reply, addressOf(opened));
  }

  async function decide(http: Http, reply: FastifyReply, opened: Opened, form: Parameters): Promise<FastifyReply> {
    const next = await findNextStep(opened.request, opened.pending, opened.session, http);
    // The role, the account or the consent may have changed while the page was open.
    if (next.step !== 'consent') return goTo(reply, addressOf(opened));
    switch (form.get('decision')) {
      case 'allow':
        return allow(http, reply, opened, next, form.all('scope'));
      case 'deny':
        return deny(http, reply, opened, 'the person did not allow this');
      default:
        throw new OAuthError('invalid_request', 'decision must be allow or deny', { reason: 'malformed_request' });
    }
  }

  async function allow(
    http: Http,
    reply: FastifyReply,
    opened: Opened,
    candidate: Candidate,
    ticked: readonly string[],
  ): Promise<FastifyReply> {
    const { request, pending } = opened;
    const scopes = narrowGranted(candidate.available, (scope) => isIdentityScope(scope) || ticked.includes(scope));
    if (scopes.length === 0) return deny(http, reply, opened, 'the person allowed none of the scopes');
    const url = await approve.byDecision(request, candidate, scopes, {
      requestId: pending.id,
      asked: candidate.available,
      granted: scopes,
      event: eventOf(http, opened, 'consent_given', candidate.membership.siteId),
    });
    if (url === undefined) return say(http, reply.code(409), 'completed');
    return leave(http, reply, { url, clientName: request.client.name, outcome: 'approved' });
  }

  function cancel(http: Http, reply: FastifyReply, opened: Opened): Promise<FastifyReply> {
    return deny(http, reply, opened, 'the person went back');
  }

  async function deny(http: Http, reply: FastifyReply, opened: Opened, why: string): Promise<FastifyReply> {
    const answered = await codes.deny(opened.pending.id, eventOf(http, opened, 'consent_denied', undefined));
    if (!answered) return say(http, reply.code(409), 'completed');
    const error = refusal(opened.request, 'access_denied', why, 'denied_by_person');
    const url = errorAddress(error, config.baseUrl);
    return leave(http, reply, { url, clientName: opened.request.client.name, outcome: 'denied' });
  }

  function eventOf(http: Http, opened: Opened, event: AuditEventName, siteId: string | undefined): AuditEvent {
    return {
      ...originOf(http),
      event,
      at: clock(),
      clientId: opened.request.client.id,
      ...(opened.session === undefined ? {} : { personId: opened.session.person.id }),
      ...(siteId === undefined ? {} : { siteId }),
    };
  }

  const leave = (http: Http, reply: FastifyReply, to: Continue): FastifyReply =>
    leaveAfterForm(http, reply, { ...to, uiLocales: undefined });

  function say(http: Http, reply: FastifyReply, kind: MessageKind, continueAt?: string): FastifyReply {
    const links = continueAt === undefined ? [] : [{ href: continueAt, label: continueAt }];
    return sendPage(reply, messagePage({ ...frameFor(http), requestId: http.id }, { kind, links }), 'plain');
  }
}
