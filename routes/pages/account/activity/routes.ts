/** What happened to the account of a person: sign-ins, and changes of what gives access to it. */
import type { FastifyInstance } from 'fastify';
import type {
  AboutEvent,
  AccountEvent,
  AccountHistory,
  EndedConnections,
} from '../../../../schema/audit/account-event.ts';
import { BY_SCHOOL, BY_USE, IS_CONFIRMATION, readFieldValues } from '../../../../schema/audit/audit-event.ts';
import { ROLES, type Role } from '../../../../schema/oauth/scope.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { recordedKind } from '../../../../schema/people/ownership.ts';
import { nameOfClient } from '../../kit/client.ts';
import { placeIn } from '../../kit/connection-place.ts';
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
    const history = await app.audit.accountLog.ofPerson(
      session.person.id,
      PER_PAGE,
      EVENT_ID.test(before) ? Number(before) : undefined,
    );
    const page = accountActivityPage(accountFrame(signedIn, PATH), {
      events: shownEvents(app, history),
      timeZone: timeZoneOf(memberships),
      olderHref: history.next === undefined ? undefined : `${PATH}?before=${history.next}`,
    });
    return sendPage(reply, page, 'own');
  });
}

/** Times are shown in the time zone of the school if there is exactly one, and in UTC otherwise. */
export const timeZoneOf = ([first, ...more]: SignedInRequest['memberships']): string =>
  first === undefined || more.length > 0 ? 'UTC' : first.timezone;

/** The newest first, with what others ended. A sign-in and the new browser that it came from are one entry. */
export function shownEvents(app: FastifyInstance, { events, ended, about }: AccountHistory): ActivityView[] {
  const requestsOf = (name: AccountEvent['event']): Set<string | null> =>
    new Set(events.filter(({ event }) => event === name).map(({ requestId }) => requestId));
  const fromNewBrowser = requestsOf('new_browser');
  const signIns = requestsOf('sign_in');
  const endTimes = new Set(ended.map(({ at }) => at));
  // Connections that others ended have entries with their apps, beside an event of the whole.
  const isSaid = ({ at, event, requestId, target }: AccountEvent): boolean =>
    (event === 'new_browser' && signIns.has(requestId)) ||
    (event === 'grant_revoked' && target?.startsWith('operator/') === true && endTimes.has(at));
  const shown: ActivityView[] = events
    .filter((one) => !isSaid(one))
    .map((one) => ({
      event: one.event,
      at: one.at,
      app: appOf(one),
      school: one.siteName,
      target: one.target,
      bySchool: one.target === 'school' ? schoolIn(one.after) : undefined,
      person: one.otherName,
      offer: recordedKind(one),
      userAgent: one.userAgent,
      network: one.ip === null ? undefined : app.placeOf(one.ip),
      isNewBrowser: one.event === 'sign_in' && fromNewBrowser.has(one.requestId),
      isByUse: readFieldValues(one.after)?.[BY_USE] === true,
      isOwnEnd: isOwnEnd(one),
      place: isOwnEnd(one) ? placeIn(readFieldValues(one.before)) : undefined,
      ...otherBrowserIn(one),
      isConfirmation: one.event === 'sign_in_failed' && readFieldValues(one.after)?.[IS_CONFIRMATION] === true,
    }));
  const ofPlace = about.filter((one) => !isWithdrawal(one)).map(aboutView);
  return [...ended.map(endView), ...ofPlace, ...shown].sort((a, b) => b.at - a.at);
}

/** A grant also ends where a request finds that something it depends on is missing. Such an event knows nothing of before. */
const isOwnEnd = ({ event, target, before }: AccountEvent): boolean =>
  event === 'grant_revoked' && (target === 'all' || before !== null);

function schoolIn(state: string | null): string | undefined {
  const name = readFieldValues(state)?.[BY_SCHOOL];
  return typeof name === 'string' ? name : undefined;
}

function otherBrowserIn({ event, before }: AccountEvent): Pick<ActivityView, 'otherBrowser'> {
  const values = event === 'sign_out' ? readFieldValues(before) : undefined;
  if (typeof values?.userAgent !== 'string') return {};
  const since = Date.parse(String(values.signedInAt));
  return { otherBrowser: { userAgent: values.userAgent, since: Number.isNaN(since) ? undefined : since } };
}

const roleIn = (state: string | null): Role | undefined => {
  const value = readFieldValues(state)?.role;
  return ROLES.find((role) => role === value);
};

/** Whether a school removed somebody who had not accepted its invitation. */
const isWithdrawal = ({ event, before }: AboutEvent): boolean =>
  event === 'member_removed' && readFieldValues(before)?.status === 'invited';

/** Where somebody else was is not told. */
const ELSEWHERE = { app: null, target: null, userAgent: null, network: undefined, isNewBrowser: false } as const;

const aboutView = ({ at, event, byName, siteName, before, after }: AboutEvent): ActivityView => ({
  ...ELSEWHERE,
  event,
  at,
  school: siteName,
  person: byName,
  isAbout: true,
  offer: recordedKind({ before, after }),
  was: roleIn(before),
  is: roleIn(after),
});

const appOf = ({ clientId, clientName }: Pick<AccountEvent, 'clientId' | 'clientName'>): string | null =>
  clientName === null ? null : nameOfClient(clientId, clientName);

const endView = (one: EndedConnections): ActivityView => ({
  ...ELSEWHERE,
  event: 'grant_revoked',
  at: one.at,
  app: appOf(one),
  school: one.siteName,
  person: null,
  ended: one,
  place: one.by === 'school' && one.count === 1 && one.of > 1 ? { count: one.of, since: one.since } : undefined,
});
