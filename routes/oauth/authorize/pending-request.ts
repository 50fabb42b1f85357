/** Finds a pending request and checks that it belongs to this browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sameHash } from '../../../schema/credential.ts';
import type { PendingRequest } from '../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import type { AnySession } from '../../../schema/people/person.ts';
import type { ReadAuthorizationRequest } from './request.ts';

export interface Interaction {
  pending: PendingRequest;
  request: AuthorizationRequest;
  session: AnySession | undefined;
}

/** The reason why the request cannot continue, and the HTTP status. */
export interface ClosedRequest {
  closed: 'completed' | 'expired' | 'other_browser';
  status: number;
}

/** A route below `/oauth/continue/:id`. */
export interface PageRoute {
  Params: { id: string };
}

export type Http = FastifyRequest<PageRoute>;

export type OpenRequest = (http: Http, reply: FastifyReply) => Promise<Interaction | ClosedRequest>;

export function requestOpener(app: FastifyInstance, readRequest: ReadAuthorizationRequest): OpenRequest {
  const { clock } = app;
  const { loginSession } = app.people;

  return async (http, reply) => {
    const pending = await requestOfBrowser(app, http);
    if ('closed' in pending) return pending;
    if (pending.outcome !== null) return { closed: 'completed', status: 409 };
    if (pending.expiresAt <= clock()) return { closed: 'expired', status: 410 };
    // The request is verified again, because the client may have changed since it was stored.
    const request = await readRequest(pending.parameters, http, reply);
    app.logCaller(http, { claimed_client_id: request.client.id });
    return { pending, request, session: await loginSession.findAny(http) };
  };
}

/** Finds the request, whatever has become of it, for the browser that opened it. */
export async function requestOfBrowser(
  { oauth, people }: FastifyInstance,
  http: Http,
): Promise<PendingRequest | ClosedRequest> {
  const pending = await oauth.requests.find(http.params.id);
  if (pending === undefined) return { closed: 'expired', status: 404 };
  const browser = people.loginSession.findBrowser(http);
  const isSameBrowser = browser !== undefined && sameHash(browser, pending.browserHash);
  return isSameBrowser ? pending : { closed: 'other_browser', status: 403 };
}

/** Returns the path of the request's page, or of one of its forms. */
export const addressOf = ({ pending }: Pick<Interaction, 'pending'>, form?: string): string =>
  form === undefined ? `/oauth/continue/${pending.id}` : `/oauth/continue/${pending.id}/${form}`;

/** The values to which the forms of the request are bound: the request, the browser and the session. */
export const formBinding = ({ pending, session }: Pick<Interaction, 'pending' | 'session'>): (string | Buffer)[] => [
  'authorization request',
  pending.id,
  pending.browserHash,
  session?.id ?? 'nobody',
];
