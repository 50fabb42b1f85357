/**
 * When the answer of an authorization request may be shown to be copied: the browser should have carried it to a
 * loopback address, but the program that listens there may be on another computer. Nobody can see that from here, and a
 * probe of the address could take the place of the answer. So it is offered to a person who comes back, while the
 * program has not redeemed its code.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import type { Session } from '../../../schema/people/person.ts';
import { addressOf, type Closed, type Http, type Opened, requestOfBrowser } from './pending-request.ts';
import { authorizationRequestReader } from './request.ts';

/** Long enough to come back from the error of a browser, and to read the page. */
const OFFERED_FOR = 5 * 60_000;

/** An approved request whose answer may be shown. */
export interface Offered extends Opened {
  session: Session;
  /** The code that was issued, which nobody has redeemed. */
  code: { id: number; siteId: string };
}

/** `gone`: shown before, redeemed, too late, or never to be shown. `withheld`: another website led here. */
export interface Refused {
  refused: 'gone' | 'withheld';
}

export type FindOffer = (http: Http, reply: FastifyReply) => Promise<Offered | Refused | Closed>;

export function offerFinder(app: FastifyInstance): FindOffer {
  const readRequest = authorizationRequestReader(app);
  const { loginSession } = app.people;

  return async (http, reply) => {
    const pending = await requestOfBrowser(app, http);
    if ('closed' in pending) return pending;
    const session = await loginSession.find(http);
    const { outcome, grantId } = pending;
    if (outcome !== 'approved' || grantId === null || session === undefined || !app.config.copiesAddress)
      return { refused: 'gone' };
    // The client may have been blocked or changed since the person approved.
    const request = await readRequest(pending.parameters, http, reply);
    if (!goesToThisComputer(request)) return { refused: 'gone' };
    const code = await app.oauth.replacementCodes.find({
      id: grantId,
      personId: session.person.id,
      clientId: request.client.id,
      issuedAfter: app.clock() - OFFERED_FOR,
    });
    if (code === undefined) return { refused: 'gone' };
    return pending.fromOtherSite ? { refused: 'withheld' } : { pending, request, session, code };
  };
}

const goesToThisComputer = ({ redirect }: AuthorizationRequest): boolean =>
  redirectTarget(redirect).kind === 'loopback';

/** The page where the answer of an approved request can be asked for, if it goes to this computer. */
export const addressPage = ({ config }: FastifyInstance, opened: Opened): string | undefined =>
  config.copiesAddress && goesToThisComputer(opened.request) ? addressOf(opened, 'address') : undefined;
