import {
  ABOUT_EVENTS,
  type AboutEvent,
  type AccountEvent,
  type EndedConnections,
} from '../../../../schema/audit/account-event.ts';
import { SIGN_IN_METHODS } from '../../../../schema/audit/audit-event.ts';
import type { Role } from '../../../../schema/oauth/scope.ts';
import { isOfOffer, type OfferKind } from '../../../../schema/people/ownership.ts';
import { type Language, type Text, textFor } from '../../../words/index.ts';
import { momentOfEvent, momentText } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { nameOfBrowser } from '../../kit/user-agent.ts';

export type ActivityView = {
  event: AccountEvent['event'] | AboutEvent['event'];
  at: number;
  app: string | null;
  school: string | null;
  /** How the person signed in, or who else acted. */
  target: string | null;
  /** The name of the school that acted, if it is recorded. */
  bySchool?: string | undefined;
  /** The other person, if it is about the ownership of a school; empty if the name is not known any more. */
  person: string | null;
  /** Whether an offer of ownership shares it or hands it over, if that is known. */
  offer?: OfferKind | undefined;
  /** Whether somebody else did it to the person. */
  isAbout?: boolean;
  /** The role before and after. */
  was?: Role | undefined;
  is?: Role | undefined;
  userAgent: string | null;
  network: string | undefined;
  isNewBrowser: boolean;
  /** Whether the person was signed in and wanted to confirm something. */
  isConfirmation?: boolean;
  /** Whether using the second factor cancelled the reset. */
  isByUse?: boolean;
  /** Whether the person disconnected the app. */
  isOwnEnd?: boolean;
  /** Who else ended connections with the app, how many, and whether the app is allowed again. */
  ended?: Pick<EndedConnections, 'by' | 'count' | 'isAllowedAgain'>;
  /** Of how many connections with the app this was one, and when it was connected; nothing if it was the only one. */
  place?: { count: number; since: number } | undefined;
  /** The browser that was signed out with another one, and since when it was signed in, if that is known. */
  otherBrowser?: { userAgent: string; since: number | undefined };
};

export type Activity = {
  events: readonly ActivityView[];
  timeZone: string;
  olderHref: string | undefined;
};

/** Says how or by whom, if it is known. */
function manner({ bySchool, event, target, isConfirmation }: ActivityView, text: Text['activity']): string | undefined {
  const { by, failedMethods, methods } = text;
  const method = SIGN_IN_METHODS.find((one) => one === target);
  // The title of a wrong confirmation says so.
  if (isConfirmation === true && method === 'password') return undefined;
  if (method !== undefined) return (event === 'sign_in_failed' ? failedMethods : methods)[method];
  if (target === 'school') return bySchool === undefined ? by.school : text.bySchool({ school: bySchool });
  return target?.startsWith('operator/') === true ? by.operator : undefined;
}

/**
 * Whether the person signed out other browsers with this one (the target is then the session that ended, or all others), or
 * was signed out by somebody else.
 */
function otherSignedOut(one: ActivityView, text: Text['activity']): keyof Text['activity']['otherSignOut'] | undefined {
  if (one.event !== 'sign_out' || one.target === null) return undefined;
  if (manner(one, text) !== undefined) return 'you';
  return one.target === 'others' ? 'others' : 'one';
}

/** The person, too, can cancel a reset, which is about no school then. */
const isOfPlace = (event: ActivityView['event'], isAbout: boolean | undefined): event is AboutEvent['event'] =>
  ABOUT_EVENTS.some((name) => name === event) && (event !== 'second_factor_reset_cancelled' || isAbout === true);

const isOfReset = (event: ActivityView['event']) =>
  event === 'second_factor_reset_approved' || event === 'second_factor_reset_cancelled';

function titleOfRole({ is, person, was }: ActivityView, school: string, { activity, roles }: Text): string {
  const change = { school, was: was ? roles[was] : '–', is: is ? roles[is] : '–' };
  // Nobody is named if the people who run the service did it, or somebody whose account was erased.
  return person ? activity.roleChangedBy({ ...change, person: displayText(person) }) : activity.roleChanged(change);
}

/** What happened to the place of the person at a school. */
function titleOfPlace(one: ActivityView, event: AboutEvent['event'], text: Text): string {
  const { activity } = text;
  const { isAbout, offer, person, school } = one;
  const at = displayText(school ?? '');
  if (event === 'member_role_changed') return titleOfRole(one, at, text);
  if (event === 'member_suspended' || event === 'member_reinstated' || event === 'member_removed')
    return activity.access[event]({ school: at });
  if (event === 'second_factor_reset_approved' || event === 'second_factor_reset_cancelled')
    return activity.secondFactorReset[event]({ school: at });
  const names = { school: at, person: displayText(person || activity.formerMember) };
  const by = isAbout === true ? 'ofOther' : 'own';
  if (offer === undefined || !isOfOffer(event)) return activity.ownership[by][event](names);
  const { handOver, share } = activity.offers[by];
  return (offer === 'share' ? share : handOver)[event](names);
}

/** What the person did at a school, if the title names it. */
function atSchool({ app, event, isByUse, school }: ActivityView, { activity }: Text): string | undefined {
  if (school === null) return undefined;
  if (event === 'second_factor_removed') return activity.secondFactorResetDone({ school: displayText(school) });
  const { secondFactorKept: kept } = activity;
  if (event === 'second_factor_reset_cancelled') return isByUse === true ? kept.byUse : kept.asked;
  if (event === 'invitation_accepted') return activity.joined({ school: displayText(school) });
  return event === 'consent_given' && app !== null
    ? activity.allowed({ app: displayText(app), school: displayText(school) })
    : undefined;
}

function titleOf(one: ActivityView, timeZone: string, language: Language): string {
  const text = textFor(language);
  const { activity, audit, sessions } = text;
  const { app, ended, event, isConfirmation, isOwnEnd, otherBrowser, place, school } = one;
  if (isOfPlace(event, one.isAbout)) return titleOfPlace(one, event, text);
  const names = { app: displayText(app ?? audit.someApp), school: displayText(school ?? '') };
  if (place !== undefined) {
    const which = { ...names, count: place.count, since: momentText(place.since, language, timeZone, true) };
    return ended === undefined ? activity.ownEndOf(which) : activity.endedOf(which);
  }
  if (ended !== undefined) {
    return activity.ended[ended.by]({ ...names, count: ended.count });
  }
  if (isOwnEnd === true) return activity.ownEnd;
  if (isConfirmation === true) return activity.confirmationFailed;
  const other = otherSignedOut(one, activity);
  if (other === undefined) return atSchool(one, text) ?? activity.events[event];
  if (other !== 'one' || otherBrowser === undefined) return activity.otherSignOut[other];
  const browser = activity.otherBrowser({ browser: displayText(nameOfBrowser(otherBrowser.userAgent, sessions)) });
  return otherBrowser.since === undefined
    ? browser
    : `${browser} ${activity.signedInSince({ at: momentText(otherBrowser.since, language, timeZone, true) })}`;
}

/** What the title does not say, in the order in which it is shown. */
function detailsOf(one: ActivityView, text: Text): string[] {
  const { activity, sessions } = text;
  const { app, ended, network, person, place, school, userAgent } = one;
  if (ended !== undefined) return ended.by === 'school' || school === null ? [] : [displayText(school)];
  const other = otherSignedOut(one, activity);
  const isSaid = atSchool(one, text) !== undefined;
  const acting = userAgent === null ? undefined : nameOfBrowser(userAgent, sessions);
  const browser =
    other !== undefined && other !== 'you' && acting !== undefined ? activity.doneIn({ browser: acting }) : acting;
  return [
    one.isAbout === true && isOfReset(one.event)
      ? activity.byPerson({ person: person || activity.formerMember })
      : undefined,
    manner(one, activity),
    browser,
    network && activity.network({ network }),
    place !== undefined || isSaid ? null : app,
    isOfPlace(one.event, one.isAbout) || isSaid ? null : school,
  ]
    .filter((detail) => typeof detail === 'string' && detail !== '')
    .map((detail) => displayText(String(detail)));
}

/** @param isSection whether the list is a section of a page, and not the page itself */
export const activityItem = (
  one: ActivityView,
  { timeZone, isSection }: { timeZone: string; isSection: boolean },
  { language }: PageFrame,
): Html => {
  const text = textFor(language);
  const name = titleOf(one, timeZone, language);
  const details = detailsOf(one, text);
  return html`<li><div>${isSection ? html`<h3>${name}</h3>` : html`<h2>${name}</h2>`}
${one.isNewBrowser && html`<p><span class="badge">${text.activity.newBrowser}</span></p>`}
<p class="detail">${momentOfEvent(one.at, language, timeZone)}</p>
${details.length > 0 && html`<p class="detail">${details.join(' · ')}</p>`}
${one.ended?.isAllowedAgain === true && html`<p class="detail"><a href="/account/assistants">${text.activity.allowedAgain}</a></p>`}</div></li>`;
};

/** The page of the newest events of an account, or of those before. */
export const accountActivityPage = (frame: PageFrame, view: Activity): string => {
  const { activity, account } = textFor(frame.language);
  const { pages } = account.area;
  const link = (href: string, label: string): Html => html`<li><a href="${href}">${label}</a></li>`;
  const body = html`<div class="intro"><h1>${activity.title}</h1><p>${activity.lead}</p></div>
${view.events.length === 0 ? html`<p>${activity.none}</p>` : html`<ul class="rows">${view.events.map((one) => activityItem(one, { ...view, isSection: false }, frame))}</ul>`}
${view.olderHref !== undefined && html`<p class="more"><a href="${view.olderHref}" rel="next">${activity.older}</a></p>`}
<section class="stack"><h2>${activity.help}</h2><ul class="links">
${link('/account/sign-in', pages.signIn)}${link('/account/sessions', pages.sessions)}${link('/account/connected-apps', pages.connectedApps)}
</ul></section>`;
  return page(frame, { title: activity.title, body });
};
