/** What happened to the account of a person: sign-ins, and changes of what gives access to it. */
import type { FastifyInstance } from 'fastify';
import type { AccountEvent } from '../../../../schema/audit/account-event.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { type ActivityView, accountActivityPage } from './view.ts';

const PATH = '/account/activity';
const PER_PAGE = 30;
const EVENT_ID = /^[1-9][0-9]{0,14}$/;

export function activityPage(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  pages.get(PATH, async (signedIn, reply) => {
    const { memberships, request, session } = signedIn;
    const before = readParameters(request.query).get('before') ?? '';
    const { events, next } = await app.audit.accountLog.ofPerson(
      session.person.id,
      PER_PAGE,
      EVENT_ID.test(before) ? Number(before) : undefined,
    );
    const page = accountActivityPage(accountFrame(signedIn, PATH), {
      events: shownEvents(app, events),
      timeZone: timeZoneOf(memberships),
      olderHref: next === undefined ? undefined : `${PATH}?before=${next}`,
    });
    return sendPage(reply, page, 'own');
  });
}

/** Times are shown in the time zone of the school if there is exactly one, and in UTC otherwise. */
export const timeZoneOf = ([first, ...more]: SignedInRequest['memberships']): string =>
  first === undefined || more.length > 0 ? 'UTC' : first.timezone;

/** A sign-in and the new browser that it came from are one entry. */
export function shownEvents(app: FastifyInstance, events: readonly AccountEvent[]): ActivityView[] {
  const requestsOf = (name: AccountEvent['event']): Set<string | null> =>
    new Set(events.filter(({ event }) => event === name).map(({ requestId }) => requestId));
  const fromNewBrowser = requestsOf('new_browser');
  const signIns = requestsOf('sign_in');
  return events
    .filter(({ event, requestId }) => event !== 'new_browser' || !signIns.has(requestId))
    .map((one) => ({
      event: one.event,
      at: one.at,
      app: one.clientName,
      isBlocked: one.event === 'consent_given' && one.isBlocked,
      school: one.siteName,
      target: one.target,
      userAgent: one.userAgent,
      network: one.ip === null ? undefined : app.placeOf(one.ip),
      isNewBrowser: one.event === 'sign_in' && fromNewBrowser.has(one.requestId),
    }));
}
