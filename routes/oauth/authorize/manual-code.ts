/**
 * When the answer of an authorization request may be shown to be copied: the browser should have carried it to a
 * loopback address, but the program that listens there may be on another computer. Nobody can see that from here, and a
 * probe of the address could take the place of the answer. So it is offered to a person who comes back, while the
 * program has not redeemed its code.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import { type AnySession, identityOf } from '../../../schema/people/person.ts';
import { addressOf, type ClosedRequest, type Http, type Interaction, requestOfBrowser } from './pending-request.ts';
import { authorizationRequestReader } from './request.ts';

/** Long enough to come back from the error of a browser, and to read the page. */
const AVAILABLE_MS = 5 * 60_000;

/** An approved request whose answer may be shown. */
export interface ManualCode extends Interaction {
  session: AnySession;
  /** The code that was issued, which nobody has redeemed. */
  code: { id: number; siteId: string };
}

/** `gone`: shown before, redeemed, too late, or never to be shown. `withheld`: another website led here. */
export interface NoManualCode {
  reason: 'gone' | 'withheld';
}

export type FindManualCode = (http: Http, reply: FastifyReply) => Promise<ManualCode | NoManualCode | ClosedRequest>;

export function manualCodeFinder(app: FastifyInstance): FindManualCode {
  const readRequest = authorizationRequestReader(app);
  const { loginSession } = app.people;

  return async (http, reply) => {
    const pending = await requestOfBrowser(app, http);
    if ('closed' in pending) return pending;
    const session = await loginSession.findAny(http);
    const { outcome, grantId } = pending;
    if (outcome !== 'approved' || grantId === null || session === undefined || !app.config.copiesAddress)
      return { reason: 'gone' };
    // The client may have been blocked or changed since the person approved.
    const request = await readRequest(pending.parameters, http, reply);
    if (!redirectsToLoopback(request)) return { reason: 'gone' };
    const code = await app.oauth.replacementCodes.find({
      id: grantId,
      personId: session.person.id,
      clientId: request.client.id,
      issuedAfter: app.clock() - AVAILABLE_MS,
    });
    // An account and a sign-in at the school are known to the client by different names.
    if (code === undefined || code.identityId !== identityOf(session)) return { reason: 'gone' };
    return pending.fromOtherSite ? { reason: 'withheld' } : { pending, request, session, code };
  };
}

const redirectsToLoopback = ({ redirect }: AuthorizationRequest): boolean =>
  redirectTarget(redirect).kind === 'loopback';

/** The page where the answer of an approved request can be asked for, if it goes to this computer. */
export const addressPage = ({ config }: FastifyInstance, opened: Interaction): string | undefined =>
  config.copiesAddress && redirectsToLoopback(opened.request) ? addressOf(opened, 'address') : undefined;
