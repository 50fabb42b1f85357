/** What happened to the account of a person: sign-ins, and changes of what gives access to it. */
import type { FastifyInstance } from 'fastify';
import {
  type AboutEvent,
  type AccountEvent,
  type AccountEventName,
  type AccountHistory,
  type EndedConnections,
  OWNERSHIP_EVENTS,
  type OwnershipEventName,
} from '../../../schema/audit/account-event.ts';
import {
  BY_SCHOOL,
  BY_USE,
  IS_CONFIRMATION,
  readFieldValues,
  SIGN_IN_METHODS,
} from '../../../schema/audit/audit-event.ts';
import { ROLES } from '../../../schema/oauth/scope.ts';
import { isOfOffer, recordedKind } from '../../../schema/people/ownership.ts';
import type { Text } from '../../words/index.ts';
import { nameOfClient } from '../kit/client.ts';
import { momentOfEvent, momentText } from '../kit/components.ts';
import { placeIn } from '../kit/connection-place.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Visit } from '../kit/page.ts';
import type { SignedInPages } from '../kit/signed-in.ts';
import { nameOfBrowser } from '../kit/user-agent.ts';
import { accountPlace } from './account-pages.ts';

const PATH = '/account/activity';
const PER_PAGE = 30;
const EVENT_ID = /^[1-9][0-9]{0,14}$/;

export function activityPage(app: FastifyInstance, pages: SignedInPages): void {
  definePage(app, accountPlace(pages, PATH), {
    at: PATH,
    load({ query, signedIn }) {
      const before = query.get('before') ?? '';
      const last = EVENT_ID.test(before) ? Number(before) : undefined;
      return app.audit.accountLog.ofPerson(signedIn.session.person.id, PER_PAGE, last);
    },
    title: (_history, { text }) => text.activity.title,
    lead: (_history, { text }) => html`<p>${text.activity.lead}</p>`,
    body(history, visit) {
      const { account, activity } = visit.text;
      const { pages: names } = account.area;
      const entries = activityEntries(app, history, visit);
      const link = (href: string, label: string): Html => html`<li><a href="${href}">${label}</a></li>`;
      return html`${entries.length === 0 ? html`<p>${activity.none}</p>` : activityList(entries, 'h2', visit)}
${history.next !== undefined && html`<p class="more"><a href="${PATH}?before=${history.next}" rel="next">${activity.older}</a></p>`}
<section class="stack"><h2>${activity.help}</h2><ul class="links">
${link('/account/sign-in', names.signIn)}${link('/account/sessions', names.sessions)}${link('/account/connected-apps', names.connectedApps)}
</ul></section>`;
    },
  });
}

/** @param heading of each entry: `h3` in a section of a page */
export function activityList(entries: readonly ActivityEntry[], heading: 'h2' | 'h3', visit: Visit): Html {
  const { language, text, timeZone } = visit;
  const item = ({ at, details, isAllowedAgain, isNewBrowser, title }: ActivityEntry): Html =>
    html`<li><div>${heading === 'h3' ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`}
${isNewBrowser && html`<p><span class="badge">${text.activity.newBrowser}</span></p>`}
<p class="detail">${momentOfEvent(at, language, timeZone)}</p>
${details.length > 0 && html`<p class="detail">${details.join(' · ')}</p>`}
${isAllowedAgain && html`<p class="detail"><a href="/account/assistants">${text.activity.allowedAgain}</a></p>`}</div></li>`;
  return html`<ul class="rows">${entries.map(item)}</ul>`;
}

/** Safe to display. */
interface ActivityEntry {
  at: number;
  title: string;
  /** What the title does not say. */
  details: readonly string[];
  isNewBrowser?: boolean;
  /** Whether an app that was blocked is allowed again. */
  isAllowedAgain?: boolean;
}

/** The newest first, with what others ended. A sign-in and the new browser that it came from are one entry. */
export function activityEntries(
  app: FastifyInstance,
  { events, ended, about }: AccountHistory,
  visit: Visit,
): ActivityEntry[] {
  const requestsOf = (name: AccountEvent['event']): Set<string | null> =>
    new Set(events.filter(({ event }) => event === name).map(({ requestId }) => requestId));
  const fromNewBrowser = requestsOf('new_browser');
  const signIns = requestsOf('sign_in');
  const endTimes = new Set(ended.map(({ at }) => at));
  // Connections that others ended have entries with their apps, beside an event of the whole.
  const isPartOfOther = ({ at, event, requestId, target }: AccountEvent): boolean =>
    (event === 'new_browser' && signIns.has(requestId)) ||
    (event === 'grant_revoked' && target?.startsWith('operator/') === true && endTimes.has(at));
  return [
    ...ended.map((one) => endEntry(one, visit)),
    ...about.filter((one) => !isWithdrawal(one)).map((one) => aboutEntry(one, visit.text)),
    ...events
      .filter((one) => !isPartOfOther(one))
      .map((one) => ({
        ...ownEntry(app, one, visit),
        isNewBrowser: one.event === 'sign_in' && fromNewBrowser.has(one.requestId),
      })),
  ].sort((a, b) => b.at - a.at);
}

const appOf = ({ clientId, clientName }: Pick<AccountEvent, 'clientId' | 'clientName'>): string | undefined =>
  clientName === null ? undefined : nameOfClient(clientId, clientName);

/** Entries are exact to the second, and so is what they refer to. */
const second = (at: number, { language, timeZone }: Visit): string => momentText(at, language, timeZone, true);

function endEntry(one: EndedConnections, visit: Visit): ActivityEntry {
  const { activity, audit } = visit.text;
  const { at, by, count, isAllowedAgain, of, since, siteName } = one;
  const school = displayText(siteName);
  const names = { app: displayText(appOf(one) ?? audit.someApp), school };
  const title =
    by === 'school' && count === 1 && of > 1
      ? activity.endedOf({ ...names, count: of, since: second(since, visit) })
      : activity.ended[by]({ ...names, count });
  return { at, title, details: by === 'school' ? [] : [school], isAllowedAgain };
}

/** Whether a school removed somebody who had not accepted its invitation. */
const isWithdrawal = ({ event, before }: AboutEvent): boolean =>
  event === 'member_removed' && readFieldValues(before)?.status === 'invited';

/** Where somebody else was is not told. */
function aboutEntry(one: AboutEvent, text: Text): ActivityEntry {
  const { activity } = text;
  const { at, event, byName, siteName } = one;
  const school = displayText(siteName);
  switch (event) {
    case 'member_role_changed':
      return { at, title: roleTitle(one, school, text), details: [] };
    case 'member_suspended':
    case 'member_reinstated':
    case 'member_removed':
      return { at, title: activity.access[event]({ school }), details: [] };
    case 'second_factor_reset_approved':
    case 'second_factor_reset_cancelled': {
      const by = displayText(activity.byPerson({ person: byName || activity.formerMember }));
      return { at, title: activity.secondFactorReset[event]({ school }), details: [by] };
    }
    default:
      return { at, title: ownershipTitle({ ...one, event, by: 'ofOther', person: byName }, activity), details: [] };
  }
}

function roleTitle({ after, before, byName }: AboutEvent, school: string, { activity, roles }: Text): string {
  const roleIn = (state: string | null): string => {
    const role = ROLES.find((one) => one === readFieldValues(state)?.role);
    return role === undefined ? '–' : roles[role];
  };
  const change = { school, was: roleIn(before), is: roleIn(after) };
  // Nobody is named if the people who run the service did it, or somebody whose account was erased.
  return byName ? activity.roleChangedBy({ ...change, person: displayText(byName) }) : activity.roleChanged(change);
}

type AboutOwnership = Pick<AccountEvent, 'before' | 'after' | 'siteName'> & {
  event: OwnershipEventName;
  by: 'own' | 'ofOther';
  /** Empty if the name is not known any more. */
  person: string | null;
};

/** Says as well whether an offer shares the school or hands it over, if that is known. */
function ownershipTitle(one: AboutOwnership, activity: Text['activity']): string {
  const { by, event, person, siteName } = one;
  const names = { school: displayText(siteName ?? ''), person: displayText(person || activity.formerMember) };
  const offer = recordedKind(one);
  return offer === undefined || !isOfOffer(event)
    ? activity.ownership[by][event](names)
    : activity.offers[by][offer][event](names);
}

function ownEntry(app: FastifyInstance, one: AccountEvent, visit: Visit): ActivityEntry {
  const { activity, sessions } = visit.text;
  const { at, event, ip, siteName, userAgent } = one;
  const manner = mannerOf(one, activity);
  const atSchool = titleAtSchool(one, visit.text);
  const place = isOwnEnd(one) ? placeIn(readFieldValues(one.before)) : undefined;
  const browser = userAgent === null ? undefined : nameOfBrowser(userAgent, sessions);
  const endsOthers = event === 'sign_out' && one.target !== null && manner === undefined;
  const network = ip === null ? undefined : app.networkLabelOf(ip);
  const details = [
    manner,
    endsOthers && browser !== undefined ? activity.doneIn({ browser }) : browser,
    network && activity.network({ network }),
    place === undefined && atSchool === undefined && appOf(one),
    !isOfOwnership(event) && atSchool === undefined && siteName,
  ];
  return {
    at,
    title: isOfOwnership(event)
      ? ownershipTitle({ ...one, event, by: 'own', person: one.otherName }, activity)
      : (atSchool ?? titleOf({ ...one, event }, { manner, place }, visit)),
    details: details
      .filter((detail) => typeof detail === 'string' && detail !== '')
      .map(String)
      .map(displayText),
  };
}

const isOfOwnership = (event: AccountEvent['event']): event is OwnershipEventName =>
  OWNERSHIP_EVENTS.some((one) => one === event);

const isConfirmation = ({ after, event }: AccountEvent): boolean =>
  event === 'sign_in_failed' && readFieldValues(after)?.[IS_CONFIRMATION] === true;

/** A grant also ends where a request finds that something it depends on is missing. Such an event knows nothing of before. */
const isOwnEnd = ({ event, target, before }: AccountEvent): boolean =>
  event === 'grant_revoked' && (target === 'all' || before !== null);

/** Says how or by whom, if it is known. */
function mannerOf(one: AccountEvent, { by, bySchool, failedMethods, methods }: Text['activity']): string | undefined {
  const { after, event, target } = one;
  const method = SIGN_IN_METHODS.find((known) => known === target);
  // The title of a wrong confirmation says so.
  if (method === 'password' && isConfirmation(one)) return undefined;
  if (method !== undefined) return (event === 'sign_in_failed' ? failedMethods : methods)[method];
  if (target === 'school') {
    const school = readFieldValues(after)?.[BY_SCHOOL];
    return typeof school === 'string' ? bySchool({ school }) : by.school;
  }
  return target?.startsWith('operator/') === true ? by.operator : undefined;
}

/** What the person did at a school, if the title names it. */
function titleAtSchool(one: AccountEvent, { activity }: Text): string | undefined {
  if (one.siteName === null) return undefined;
  const app = appOf(one);
  const school = displayText(one.siteName);
  switch (one.event) {
    case 'second_factor_removed':
      return activity.secondFactorResetDone({ school });
    case 'second_factor_reset_cancelled':
      return activity.secondFactorKept[readFieldValues(one.after)?.[BY_USE] === true ? 'byUse' : 'asked'];
    case 'invitation_accepted':
      return activity.joined({ school });
    case 'consent_given':
      return app === undefined ? undefined : activity.allowed({ app: displayText(app), school });
    default:
      return undefined;
  }
}

type Known = { manner: string | undefined; place: ReturnType<typeof placeIn> };

function titleOf(one: AccountEvent & { event: AccountEventName }, { manner, place }: Known, visit: Visit): string {
  const { activity, audit } = visit.text;
  if (place !== undefined) {
    const app = displayText(appOf(one) ?? audit.someApp);
    return activity.ownEndOf({ app, count: place.count, since: second(place.since, visit) });
  }
  if (isOwnEnd(one)) return activity.ownEnd;
  if (isConfirmation(one)) return activity.confirmationFailed;
  if (one.event === 'sign_out' && one.target !== null) return signOutTitle(one, manner, visit);
  return activity.events[one.event];
}

/** The person signed out other browsers with this one (the target is the session that ended, or all others), or was signed out. */
function signOutTitle({ before, target }: AccountEvent, manner: string | undefined, visit: Visit): string {
  const { activity, sessions } = visit.text;
  if (manner !== undefined) return activity.otherSignOut.you;
  if (target === 'others') return activity.otherSignOut.others;
  const { userAgent, signedInAt } = readFieldValues(before) ?? {};
  if (typeof userAgent !== 'string') return activity.otherSignOut.one;
  const browser = activity.otherBrowser({ browser: displayText(nameOfBrowser(userAgent, sessions)) });
  const since = Date.parse(String(signedInAt));
  return Number.isNaN(since) ? browser : `${browser} ${activity.signedInSince({ at: second(since, visit) })}`;
}
