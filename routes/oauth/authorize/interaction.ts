/** The steps of a person between an authorization request and its response: sign in, choose a school, decide. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { AuthorizationError, OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import { emailKey } from '../../../schema/text/email.ts';
import { LANGUAGES } from '../../../schema/text/language.ts';
import { foreignForm, refuseLongParameters } from '../../form.ts';
import { goTo } from '../../http.ts';
import type { OauthPages } from '../pages.ts';
import { decisions, selectedScopes } from './decision.ts';
import { type Approvals, errorAddress } from './issue-code.ts';
import { manualCodeFinder } from './manual-code.ts';
import type { Candidate, FindNextStep } from './next-step.ts';
import {
  addressOf,
  type ClosedRequest,
  formBinding,
  type Http,
  type Interaction,
  type OpenRequest,
  type PageRoute,
} from './pending-request.ts';
import { type AnswerClosed, closedRequests } from './repeated-decision.ts';

/** The parameter of the consent page that names the scopes that were unticked. It can tick none. */
const UNTICKED = 'unticked';

interface Options {
  openRequest: OpenRequest;
  findNextStep: FindNextStep;
  approve: Approvals;
  pages: OauthPages;
}

/** The options, and what sends the response to a form whose request was answered before. */
type Forms = Options & { answerClosed: AnswerClosed };

type IsDone = (http: Http, opened: Interaction, form: Parameters) => boolean;
type FormHandler = (http: Http, reply: FastifyReply, opened: Interaction, form: Parameters) => Promise<FastifyReply>;

export async function interaction(app: FastifyInstance, options: Options): Promise<void> {
  const { openRequest, findNextStep, approve, pages } = options;
  const forms = { ...options, answerClosed: closedRequests(app, pages) };
  const { signIn, confirmAccount, switchAccount, chooseSite, decide, goBack } = formHandlers(app, forms);
  const fromOwnPage = formGuard(app, forms);
  const reopen = reopener(forms);
  const findManualCode = manualCodeFinder(app);
  refuseLongParameters(app);

  const config = { repeats: true } as const;

  app.get<PageRoute>('/oauth/continue/:id', show);
  app.post<PageRoute>('/oauth/continue/:id/sign-in', fromOwnPage(signIn, isSignedInMeanwhile(app)));
  app.post<PageRoute>('/oauth/continue/:id/account', { config }, fromOwnPage(confirmAccount));
  app.post<PageRoute>('/oauth/continue/:id/switch', { config }, fromOwnPage(switchAccount));
  app.post<PageRoute>('/oauth/continue/:id/site', { config }, fromOwnPage(chooseSite));
  app.post<PageRoute>('/oauth/continue/:id/decision', { config }, fromOwnPage(decide));
  app.post<PageRoute>('/oauth/continue/:id/cancel', { config }, fromOwnPage(goBack));

  /** Shows the page that the request needs next, or completes the request if it needs none. */
  async function show(http: Http, reply: FastifyReply): Promise<FastifyReply> {
    const opened = await openRequest(http, reply);
    if ('closed' in opened) return showClosed(http, reply, opened);
    const next = await findNextStep(opened.request, opened.pending, opened.session, http);
    if (next.step !== 'approve') {
      return pages.show(http, reply, { ...next, opened, unticked: readParameters(http.query).all(UNTICKED) });
    }
    const url = await approve.silently(http, opened.request, next, opened.pending.id);
    return url === undefined ? reopen(http, reply) : goTo(reply, url);
  }

  /** A person who comes back because the program did not answer finds the way on. */
  async function showClosed(http: Http, reply: FastifyReply, closed: ClosedRequest): Promise<FastifyReply> {
    const manualCode = closed.closed === 'completed' ? await findManualCode(http, reply) : undefined;
    const manualCodePage = manualCode && 'code' in manualCode ? addressOf(manualCode, 'address') : undefined;
    return pages.show(http, reply, { step: 'closed', ...closed, manualCodePage });
  }
}

/**
 * Sends the response if no code was issued, because something ended while the request was processed. Either the request
 * was answered in the meantime, or its page shows what it needs now, such as a new sign-in.
 */
function reopener({ openRequest, answerClosed }: Forms) {
  return async (http: Http, reply: FastifyReply): Promise<FastifyReply> => {
    const opened = await openRequest(http, reply);
    return 'closed' in opened ? answerClosed(http, reply, opened) : goTo(reply, addressOf(opened));
  };
}

/** RFC 6749 §10.12: accepts a form only from our own page, created for this request, this browser and this sign-in. */
function formGuard(app: FastifyInstance, { answerClosed, openRequest, pages }: Forms) {
  const { loginSession } = app.people;

  /** @param isDone whether the form is out of date because what it asks for has happened in another tab */
  return (handle: FormHandler, isDone: IsDone = () => false) => {
    const answerStale: FormHandler = async (http, reply, opened, form) =>
      isDone(http, opened, form)
        ? goTo(reply, addressOf(opened))
        : pages.show(http, reply, { step: 'session_changed', opened });
    return async (http: Http, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        const opened = await openRequest(http, reply);
        if ('closed' in opened) return await answerClosed(http, reply, opened);
        const form = readParameters(http.body);
        switch (loginSession.checkForm(http, form.get('csrf'), ...formBinding(opened))) {
          case 'foreign':
            throw foreignForm();
          case 'stale':
            return await answerStale(http, reply, opened, form);
          case 'own':
            return await handle(http, reply, opened, form);
        }
      } catch (error) {
        if (!(error instanceof AuthorizationError) || (await error.errorsGo()) === 'by_link') throw error;
        app.refuse(error, http, reply);
        const clientName = redirectTarget(error.redirect).host;
        return pages.leave(http, reply, {
          url: errorAddress(error, app.config, http.id),
          clientName,
          outcome: 'error',
        });
      }
    };
  };
}

/** Returns whether another tab has signed in the person that the form names since the form was shown to nobody. */
const isSignedInMeanwhile =
  ({ people: { loginSession } }: FastifyInstance): IsDone =>
  (http, opened, form) =>
    opened.session !== undefined &&
    emailKey(form.get('email') ?? '') === emailKey(opened.session.person.email) &&
    loginSession.checkForm(http, form.get('csrf'), ...formBinding({ ...opened, session: undefined })) === 'own';

/** The scopes that a decision allows. Without its page, the sign-in may be too old to allow more than was allowed before. */
function allowedScopes(next: Candidate & { step: 'consent' | 'approve' }, form: Parameters): readonly string[] {
  const selected = selectedScopes(next.available, form);
  return next.step === 'consent' ? selected : selected.filter((scope) => next.consent?.granted.includes(scope));
}

/** The handlers of the forms, which run after the form has been accepted. */
function formHandlers(app: FastifyInstance, options: Forms) {
  const { findNextStep, approve, pages } = options;
  const { requests: authorizationRequests } = app.oauth;
  const { loginSession } = app.people;
  const { allow, deny } = decisions(app, approve, pages, reopener(options));

  return { signIn, confirmAccount, switchAccount, chooseSite, decide, goBack };

  async function signIn(http: Http, reply: FastifyReply, opened: Interaction, form: Parameters): Promise<FastifyReply> {
    const sessionId = await pages.signIn(http, reply, opened, form);
    if (sessionId === undefined) return reply;
    // A person who has just signed in for this request has thereby chosen the account.
    await authorizationRequests.confirmAccount(opened.pending.id, sessionId);
    return goTo(reply, addressOf(opened));
  }

  async function confirmAccount(_http: Http, reply: FastifyReply, opened: Interaction): Promise<FastifyReply> {
    if (opened.session !== undefined) {
      await authorizationRequests.confirmAccount(opened.pending.id, opened.session.id);
    }
    return goTo(reply, addressOf(opened));
  }

  async function switchAccount(http: Http, reply: FastifyReply, opened: Interaction): Promise<FastifyReply> {
    if (opened.session !== undefined) await loginSession.end(http, reply, opened.session);
    return goTo(reply, addressOf(opened));
  }

  async function chooseSite(
    http: Http,
    reply: FastifyReply,
    opened: Interaction,
    form: Parameters,
  ): Promise<FastifyReply> {
    const next = await findNextStep(opened.request, opened.pending, opened.session, http);
    const sites = next.step === 'choose_site' ? next.sites : [];
    const chosen = sites.find(({ siteId }) => siteId === form.get('site'));
    if (chosen !== undefined) await authorizationRequests.chooseSite(opened.pending.id, chosen.siteId);
    return goTo(reply, addressOf(opened));
  }

  async function decide(http: Http, reply: FastifyReply, opened: Interaction, form: Parameters): Promise<FastifyReply> {
    const next = await findNextStep(opened.request, opened.pending, opened.session, http);
    // The role may have changed while the page was open. The decision counts even if another tab has meanwhile given
    // consent and none would be needed any more, because a refusal must never be ignored.
    if (next.step !== 'consent' && next.step !== 'approve') return goTo(reply, addressOf(opened));
    const language = LANGUAGES.find((one) => one === form.get('language'));
    if (language !== undefined) {
      app.people.chosenLanguage.choose(reply, language);
      const selected = selectedScopes(next.available, form);
      const unticked = next.available
        .filter((scope) => !selected.includes(scope))
        .map((scope): [string, string] => [UNTICKED, scope]);
      return goTo(reply, `${addressOf(opened)}?${new URLSearchParams(unticked)}`);
    }
    switch (form.get('decision')) {
      case 'allow':
      case 'allow_read':
        return allow(http, reply, opened, next, allowedScopes(next, form));
      case 'deny':
        return deny(http, reply, opened, 'denied', next.membership.siteId);
      default:
        throw new OAuthError('malformed_request.fault', { fault: 'decision must be allow, allow_read or deny' });
    }
  }

  function goBack(http: Http, reply: FastifyReply, opened: Interaction): Promise<FastifyReply> {
    return deny(http, reply, opened, 'cancelled');
  }
}
