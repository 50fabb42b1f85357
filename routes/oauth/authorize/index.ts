/** The authorization endpoint (RFC 6749 §3.1), and the pages that a person sees before the response. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeIdentifier } from '../../../schema/credential.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { AuthorizationError, OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import type { CodesOf } from '../../../schema/refusals/index.ts';
import { goTo } from '../../http.ts';
import type { OauthPages } from '../pages.ts';
import { interaction } from './interaction.ts';
import { approvals, errorAddress } from './issue-code.ts';
import { isFromNoSite, type NextStep, nextStepFinder, type Progress } from './next-step.ts';
import { requestOpener } from './pending-request.ts';
import { authorizationRequestReader } from './request.ts';

const PATH = '/oauth/authorize';
const MAX_QUERY_LENGTH = 8000;

/** A parsed query or form. */
type Sent = Record<string, string | string[]>;
type AuthorizeRequest = FastifyRequest<{ Querystring: Sent }>;

/** The error for a client that sent `prompt=none`, by the page that would be needed. */
const ANSWER_WITHOUT_PAGES: Readonly<Record<NextStep['step'], CodesOf<'interaction_needed'>>> = {
  sign_in: 'login_required',
  set_up_second_factor: 'interaction_required',
  choose_account: 'account_selection_required',
  choose_site: 'interaction_required',
  consent: 'consent_required',
  not_a_member: 'access_denied',
  // The session, the membership or the consent ended while the code was being issued.
  approve: 'interaction_required',
};

export default async function authorizeSurface(app: FastifyInstance, { pages }: { pages: OauthPages }): Promise<void> {
  const { logCaller, clock, config, volumeLimit } = app;
  const { loginSession } = app.people;
  const readRequest = authorizationRequestReader(app);
  const findNextStep = nextStepFinder(app);
  const approve = approvals(app);
  const sessionLimit = volumeLimit(REQUESTS_PER_MINUTE.authorize, 60_000);
  const networkLimit = volumeLimit(REQUESTS_PER_MINUTE.browsers, 60_000);

  pages.showFailures(app, async (error, { id }) => {
    if (!(error instanceof AuthorizationError)) return undefined;
    const { host } = redirectTarget(error.redirect);
    return { url: errorAddress(error, config, id), host, by: await error.errorsGo() };
  });

  app.get(PATH, authorize);
  app.post(PATH, authorizeByForm);
  await app.register(interaction, { openRequest: requestOpener(app, readRequest), findNextStep, approve, pages });

  async function authorize(http: AuthorizeRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signedIn = await loginSession.findAny(http);
    if (signedIn === undefined) networkLimit.takeFrom(http, reply);
    else sessionLimit.take(signedIn.id, reply);
    const request = await readRequest(http.query, http, reply);
    logCaller(http, { claimed_client_id: request.client.id });
    const now = clock();
    const progress: Progress = {
      isArriving: true,
      signedInSince: request.maxAge === undefined ? 0 : now - request.maxAge * 1000,
      confirmedSessionId: null,
      siteId: null,
    };
    // OpenID Connect Core §3.1.2.1: prompt=login requires a new sign-in, whoever is signed in.
    const session = request.prompts.has('login') ? undefined : signedIn;
    // Whoever may not show a page does not learn who is signed in, by guessing whom it is about.
    const isGuess = request.prompts.has('none') && request.authentication.onlyFor !== undefined;
    const next = await findNextStep(request, progress, session, http).catch((error: unknown) => {
      if (isGuess && error instanceof AuthorizationError) return SIGN_IN;
      throw error;
    });
    if (next.step === 'approve') {
      const url = await approve.silently(http, request, next);
      if (url !== undefined) return goTo(reply, url);
    }
    if (request.prompts.has('none')) refusePages(request, isGuess ? SIGN_IN : next);
    const signedInSince = request.prompts.has('login') ? now : progress.signedInSince;
    return goTo(reply, await openPending(app, request, signedInSince, http, reply));
  }

  /**
   * OpenID Connect Core §3.1.2.1: POST is equivalent to GET. A POST from another site carries no Lax cookies, so a
   * valid request is redirected to GET, which does carry them.
   */
  async function authorizeByForm(http: FastifyRequest<{ Body: Sent }>, reply: FastifyReply): Promise<FastifyReply> {
    networkLimit.takeFrom(http, reply);
    await readRequest(http.body, http, reply);
    const query = new URLSearchParams(formFields(http.body)).toString();
    if (query.length > MAX_QUERY_LENGTH) {
      const fault = 'the authorization request is too long';
      throw new OAuthError('malformed_request.fault', { fault }, { status: 414 });
    }
    return goTo(reply, `${PATH}?${query}`);
  }
}

const SIGN_IN: NextStep = { step: 'sign_in', again: false };

/** Rejects a request with `prompt=none` that needs a page (OpenID Connect Core §3.1.2.6). The error names the page. */
function refusePages(request: AuthorizationRequest, { step }: NextStep): never {
  const code = ANSWER_WITHOUT_PAGES[step];
  throw new AuthorizationError(request, 'interaction_needed', { step: step.replaceAll('_', ' ') }, { code });
}

/**
 * Stores the request until the person has answered it.
 * @returns the path of the page where that happens
 */
async function openPending(
  {
    clock,
    config,
    oauth: { requests: authorizationRequests },
    people: { loginSession },
    widerNetworkOf,
  }: FastifyInstance,
  request: AuthorizationRequest,
  signedInSince: number,
  http: AuthorizeRequest,
  reply: FastifyReply,
): Promise<string> {
  const now = clock();
  const isHttps = config.baseUrl.startsWith('https:');
  const id = makeIdentifier('req');
  await authorizationRequests.open({
    id,
    browserHash: loginSession.browser(http, reply),
    network: widerNetworkOf(http),
    parameters: storable(http.query),
    signedInSince,
    siteId: request.siteHint,
    // A program that opens a browser and a typed address are `none`. Browsers send the header to https, and to this computer.
    fromOtherSite: !isFromNoSite(http.headers['sec-fetch-site'] ?? (isHttps ? undefined : 'none')),
    createdAt: now,
    expiresAt: now + config.lifetimes.pendingRequest,
  });
  return `/oauth/continue/${id}`;
}

const formFields = (body: Sent): [string, string][] =>
  Object.entries(storable(body)).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));

/** Returns the parameters as they were sent, without those that contain NUL, which PostgreSQL cannot store. */
const storable = (sent: Sent): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => !`${name}${value}`.includes('\0')));
