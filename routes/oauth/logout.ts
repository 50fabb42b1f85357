/** OpenID Connect RP-Initiated Logout 1.0: ends the session of the browser, not the grants. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Parameters, readParameters } from '../../schema/data/parameters.ts';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { verifyPostLogoutRedirect } from '../../schema/oauth/client.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { redirectTarget, type VerifiedRedirect, withParameters } from '../../schema/oauth/redirect-uri.ts';
import type { AnySession } from '../../schema/people/person.ts';
import { foreignForm } from '../form.ts';
import { goTo } from '../http.ts';
import type { OauthPages } from './pages.ts';

const PATH = '/oauth/logout';
/** The parameters that the confirmation page passes on in its form. */
const CARRIED = ['client_id', 'post_logout_redirect_uri', 'state', 'id_token_hint', 'ui_locales'] as const;

export default async function logoutSurface(app: FastifyInstance, { pages }: { pages: OauthPages }): Promise<void> {
  const { loginSession } = app.people;
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.browsers, 60_000);

  pages.showFailures(app);
  app.addHook('onRequest', async (request, reply) => limit.takeFrom(request, reply));
  app.get(PATH, (request, reply) => logout(request, reply, readRequest(request.query)));
  app.post(PATH, { config: { repeats: true } }, byForm);
  app.post(`${PATH}/confirm`, { config: { repeats: true } }, confirm);

  /**
   * §2: POST is equivalent to GET. A POST from another site carries no Lax cookies, so it is answered with a page whose form
   * does. A redirect to GET would put the ID token into an address.
   */
  async function byForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = readRequest(request.body);
    if (loginSession.isFromOwnPage(request) || (await loginSession.findAny(request)) !== undefined)
      return logout(request, reply, form);
    return ask(request, reply, form, undefined);
  }

  async function logout(request: FastifyRequest, reply: FastifyReply, parameters: Parameters): Promise<FastifyReply> {
    const session = await loginSession.findAny(request);
    const hint = await readHint(app, parameters);
    const named = parameters.get('client_id');
    const isOfClient = named === undefined || named === hint?.aud;
    // §2, §6: without a hint that identifies the signed-in person, any website may have sent the browser here.
    if (session !== undefined && !(isOfClient && isAbout(session, hint))) {
      return ask(request, reply, parameters, session);
    }
    return leave(request, reply, parameters, session);
  }

  async function confirm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = readRequest(request.body);
    // The page for a POST from another site cannot know the session, and has no token.
    if (form.get('csrf') === undefined) return logout(request, reply, form);
    const session = await loginSession.findAny(request);
    if (session === undefined) return leave(request, reply, form, undefined);
    const check = loginSession.checkForm(request, form.get('csrf'), 'sign out', session.id);
    if (check === 'foreign') throw foreignForm();
    if (check === 'stale') return ask(request, reply, form, session);
    return leave(request, reply, form, session);
  }

  const ask = (request: FastifyRequest, reply: FastifyReply, parameters: Parameters, session: AnySession | undefined) =>
    pages.show(request, reply, {
      step: 'sign_out',
      action: `${PATH}/confirm`,
      csrf: session && loginSession.formToken('sign out', session.id),
      account: session?.person,
      hidden: Object.fromEntries(carried(parameters)),
      uiLocales: parameters.get('ui_locales'),
    });

  async function leave(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: Parameters,
    session: AnySession | undefined,
  ): Promise<FastifyReply> {
    // Only the session cookie is deleted. Clear-Site-Data would delete the cookies of the whole registrable domain.
    if (session !== undefined) await loginSession.end(request, reply, session);
    const hint = await readHint(app, parameters);
    const redirect = await postLogoutRedirect(app, parameters, hint);
    const uiLocales = parameters.get('ui_locales');
    if (redirect === undefined) return pages.show(request, reply, { step: 'signed_out', to: undefined, uiLocales });
    const url = withParameters(redirect, { state: parameters.get('state') });
    const { host } = redirectTarget(redirect);
    // §3: without a hint, anyone may have sent the browser here, so the person decides whether to go on.
    if (hint === undefined) return pages.show(request, reply, { step: 'signed_out', to: { url, host }, uiLocales });
    if (request.method === 'GET') return goTo(reply, url);
    return pages.leave(request, reply, { url, clientName: host, outcome: 'signed_out', uiLocales });
  }
}

type Hint = { sub: string; aud: string };

/** A session at a school has two names: one for the applications of the school, and one for other clients. */
const isAbout = (session: AnySession, hint: Hint | undefined): boolean =>
  hint !== undefined && [session.person.id, session.schoolId && session.clientSubject].includes(hint.sub);

async function readHint({ oauth: { signer } }: FastifyInstance, parameters: Parameters): Promise<Hint | undefined> {
  const hint = parameters.get('id_token_hint');
  return hint === undefined ? undefined : signer.readHint(hint);
}

/** §3: the URI must be registered for the client that the hint or the client_id identifies. */
async function postLogoutRedirect(
  app: FastifyInstance,
  parameters: Parameters,
  hint: Hint | undefined,
): Promise<VerifiedRedirect | undefined> {
  const requested = parameters.get('post_logout_redirect_uri');
  if (requested === undefined) return undefined;
  const named = parameters.get('client_id');
  if (hint !== undefined && named !== undefined && hint.aud !== named) return undefined;
  const id = hint?.aud ?? named;
  const client = id === undefined ? undefined : await app.oauth.clients.find(id);
  return client?.active ? verifyPostLogoutRedirect(client, requested) : undefined;
}

/** @throws {OAuthError} if a parameter was sent more than once */
function readRequest(raw: unknown): Parameters {
  const parameters = readParameters(raw);
  const repeated = parameters.repeated(CARRIED);
  if (repeated.length === 0) return parameters;
  throw new OAuthError('repeated_parameter', { names: repeated.join(', ') });
}

const carried = (parameters: Parameters): [string, string][] =>
  CARRIED.flatMap((name): [string, string][] => {
    const value = parameters.get(name);
    return value === undefined ? [] : [[name, value]];
  });
