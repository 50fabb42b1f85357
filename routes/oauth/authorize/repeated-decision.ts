/**
 * Answers a decision that is sent again, by a double click on a slow line, in another tab or after the back button, as it
 * was answered before: with the same code while it can be redeemed, or with the same refusal.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { makeSplitCredential, sameHash } from '../../../schema/credential.ts';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { isIdentityScope, type Scope } from '../../../schema/oauth/scope.ts';
import { whyGrantEnded } from '../../../schema/oauth/token.ts';
import type { Leaving, OauthPages } from '../pages.ts';
import { approvedBy, type DenialReason, deniedBecause, selectedScopes } from './decision.ts';
import { answerAddress, decisionSecrets } from './issue-code.ts';
import { type ClosedRequest, formBinding, type Http, type Interaction, requestOfBrowser } from './pending-request.ts';
import { authorizationRequestReader } from './request.ts';

export type AnswerClosed = (http: Http, reply: FastifyReply, closed: ClosedRequest) => Promise<FastifyReply>;

/** @returns what sends the response to a form whose request was answered before, or has expired */
export function closedRequests(app: FastifyInstance, pages: OauthPages): AnswerClosed {
  const { loginSession } = app.people;
  const readRequest = authorizationRequestReader(app);
  const sameCode = codesAgain(app);

  return async (http, reply, closed) => {
    const leaving = closed.closed === 'completed' ? await sameAnswer(http, reply) : undefined;
    return leaving === undefined
      ? pages.show(http, reply, { step: 'closed', ...closed })
      : pages.leave(http, reply, leaving);
  };

  /** Finds the answer for the browser and the session that decided, if they decide the same again. */
  async function sameAnswer(http: Http, reply: FastifyReply): Promise<Leaving | undefined> {
    const pending = await requestOfBrowser(app, http);
    if ('closed' in pending || pending.expiresAt <= app.clock()) return undefined;
    const session = await loginSession.findAny(http);
    const form = readParameters(http.body);
    if (loginSession.checkForm(http, form.get('csrf'), ...formBinding({ pending, session })) !== 'own')
      return undefined;
    const opened = { pending, request: await readRequest(pending.parameters, http, reply), session };
    if (pending.outcome === 'approved') return sameCode(opened, form);
    const why = pending.outcome === 'denied' ? denialBy(http, form) : undefined;
    return why && deniedBecause(app, http, opened, why).leaving;
  }
}

const allows = (form: Parameters): boolean => ['allow', 'allow_read'].includes(form.get('decision') ?? '');

/** Returns why a form denies access; `undefined` if it does not. */
function denialBy({ url }: Http, form: Parameters): DenialReason | undefined {
  if (url.endsWith('/cancel')) return 'cancelled';
  if (allows(form) && form.all('scope').length === 0) return 'nothing_allowed';
  return form.get('decision') === 'deny' ? 'denied' : undefined;
}

/** @returns what finds the code that a session made by its decision, if the form allows the same and it can be redeemed */
function codesAgain(app: FastifyInstance) {
  const { clock, config, oauth } = app;
  const secretOf = decisionSecrets(app);

  return async (opened: Interaction, form: Parameters): Promise<Leaving | undefined> => {
    const { pending, request, session } = opened;
    const { grantId } = pending;
    if (grantId === null || session === undefined || !allows(form)) return undefined;
    const code = await oauth.codes.find(grantId);
    const now = clock();
    if (code === undefined || code.redeemedAt !== null || code.expiresAt <= now) return undefined;
    // Another code may have taken its place, to be copied.
    const again = makeSplitCredential('authorization_code', grantId, secretOf(pending.id, session, grantId));
    if (!sameHash(again.hash, code.hash) || whyGrantEnded(code.grant, config.baseUrl, now) !== undefined)
      return undefined;
    return optional(code.scopes) === optional(selectedScopes(request.scopes, form))
      ? approvedBy(app, opened, answerAddress(request, again.value, config))
      : undefined;
  };
}

/** The scopes that a person can leave out, to be compared. */
const optional = (scopes: readonly Scope[]): string =>
  scopes
    .filter((scope) => !isIdentityScope(scope))
    .toSorted()
    .join(' ');
