/** Handles the person's decision on the consent page, and sends the browser to the client. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AuditEvent, type AuditEventName, fieldValues } from '../../../schema/audit/audit-event.ts';
import type { Parameters } from '../../../schema/data/parameters.ts';
import { AuthorizationError } from '../../../schema/oauth/oauth-error.ts';
import { isChangingScope, isIdentityScope, narrowGranted, type Scope } from '../../../schema/oauth/scope.ts';
import type { REFUSALS } from '../../../schema/refusals/rows.ts';
import type { Leaving, OauthPages } from '../pages.ts';
import { type Approvals, errorAddress } from './issue-code.ts';
import { addressPage } from './manual-code.ts';
import type { Candidate } from './next-step.ts';
import type { Http, Interaction } from './pending-request.ts';

/** @param reopen sends the response if no code was issued */
export function decisions(
  app: FastifyInstance,
  approve: Approvals,
  pages: OauthPages,
  reopen: (http: Http, reply: FastifyReply) => Promise<FastifyReply>,
) {
  const { clock, originOf } = app;
  const { codes } = app.oauth;

  return { allow, deny };

  /** @param ticked the optional scopes that the person left selected */
  async function allow(
    http: Http,
    reply: FastifyReply,
    opened: Interaction,
    candidate: Candidate,
    ticked: readonly string[],
  ): Promise<FastifyReply> {
    const { request, pending } = opened;
    const scopes = narrowGranted(candidate.available, (scope) => isIdentityScope(scope) || ticked.includes(scope));
    const { siteId } = candidate.membership;
    if (scopes.length === 0) return deny(http, reply, opened, 'nothing_allowed', siteId);
    const url = await approve.byDecision(request, candidate, scopes, {
      requestId: pending.id,
      requested: [...candidate.available, ...leftOutBefore(candidate)],
      granted: scopes,
      event: { ...eventOf(http, opened, 'consent_given', siteId), after: fieldValues({ scopes }) },
    });
    if (url === undefined) return reopen(http, reply);
    return pages.leave(http, reply, approvedBy(app, opened, url));
  }

  /** @param siteId the school at which access was denied, if the person belongs to it */
  async function deny(
    http: Http,
    reply: FastifyReply,
    opened: Interaction,
    why: DenialReason,
    siteId?: string,
  ): Promise<FastifyReply> {
    const event = opened.session === undefined ? [] : [eventOf(http, opened, 'consent_denied', siteId)];
    if (!(await codes.deny(opened.pending.id, ...event))) return reopen(http, reply);
    const { error, leaving } = deniedBecause(app, http, opened, why);
    app.noteAttempt(http, { siteId, isProven: siteId !== undefined, error });
    return pages.leave(http, reply, leaving);
  }

  function eventOf(http: Http, { request, session }: Interaction, event: AuditEventName, siteId?: string): AuditEvent {
    return {
      ...originOf(http),
      event,
      at: clock(),
      clientId: request.client.id,
      ...(session === undefined ? {} : { personId: session.person.id }),
      ...(siteId === undefined ? {} : { siteId }),
    };
  }
}

export type DenialReason = keyof typeof REFUSALS.denied_by_person.says;

/** How the browser leaves for the client with a code. */
export function approvedBy(app: FastifyInstance, opened: Interaction, url: string): Leaving {
  const { client, uiLocales } = opened.request;
  const manualCodePage = addressPage(app, opened);
  return { url, clientName: client.name, outcome: 'approved', manualCodePage, uiLocales };
}

/** How the browser leaves for the client with the error that says why access was denied. */
export function deniedBecause({ config }: FastifyInstance, http: Http, { request }: Interaction, why: DenialReason) {
  const error = new AuthorizationError(request, `denied_by_person.${why}`);
  const { client, uiLocales } = request;
  const url = errorAddress(error, config, http.id);
  return { error, leaving: { url, clientName: client.name, outcome: 'denied', uiLocales } satisfies Leaving };
}

/** Returns the scopes that the person left out earlier and that this request does not ask for. They stay left out. */
const leftOutBefore = ({ available, consent }: Candidate): readonly Scope[] =>
  consent?.requested.filter((scope) => !consent.granted.includes(scope) && !available.includes(scope)) ?? [];

/** Returns the scopes that a form of the consent page leaves selected. */
export function selectedScopes(scopes: readonly Scope[], form: Parameters): readonly Scope[] {
  const ticked = new Set(form.all('scope'));
  const readsOnly = form.get('decision') === 'allow_read';
  return scopes.filter(
    (scope) => isIdentityScope(scope) || (ticked.has(scope) && !(readsOnly && isChangingScope(scope))),
  );
}
