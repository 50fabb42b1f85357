/** What happened to the account of a person: sign-ins, and changes of what gives access to it. */
import type { FastifyInstance } from 'fastify';
import type {
  AboutEvent,
  AccountEvent,
  AccountHistory,
  EndedConnections,
} from '../../../schema/audit/account-event.ts';
import { BY_SCHOOL, IS_CONFIRMATION, readFieldValues, SIGN_IN_METHODS } from '../../../schema/audit/audit-event.ts';
import { isByOperator } from '../../../schema/audit/audit-target.ts';
import { connectionPlaceIn } from '../../../schema/audit/ended-connections.ts';
import { isWithdrawal, sentenceVariants } from '../../../schema/audit/sentence-variants.ts';
import { ROLES } from '../../../schema/people/role.ts';
import type { Text } from '../../words/index.ts';
import { nameOfClient } from '../kit/client.ts';
import { momentOfEvent, momentText } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { eventSentence } from '../kit/event-sentence.ts';
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
${isNewBrowser && html`<p><span class="badge unknown">${text.activity.newBrowser}</span></p>`}
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
    (event === 'grant_revoked' && isByOperator(target) && endTimes.has(at));
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

/** Where somebody else was is not told. */
function aboutEntry(one: AboutEvent, text: Text): ActivityEntry {
  const { activity } = text;
  const { at, event, byName, siteName } = one;
  const values = {
    school: displayText(siteName),
    person: displayText(byName || activity.formerMember),
    was: roleIn(one.before, text),
    is: roleIn(one.after, text),
  };
  const recorded = { ...one, personId: null, clientId: null, clientName: null, target: null };
  // Nobody is named if the platform changed a role, or somebody whose account was erased.
  const variants = event === 'member_role_changed' && byName ? ['byPerson'] : sentenceVariants(recorded);
  const title = eventSentence(recorded, 'toYou', values, text, variants);
  return { at, title, details: event.startsWith('second_factor') ? [activity.byPerson(values)] : [] };
}

function roleIn(state: string | null, { roles }: Pick<Text, 'roles'>): string {
  const role = ROLES.find((one) => one === readFieldValues(state)?.role);
  return role === undefined ? '–' : roles[role];
}

function ownEntry(app: FastifyInstance, one: AccountEvent, visit: Visit): ActivityEntry {
  const { activity, sessions } = visit.text;
  const { at, event, ip, siteName, userAgent } = one;
  const manner = mannerOf(one, activity);
  const browser = userAgent === null ? undefined : nameOfBrowser(userAgent, sessions);
  const endsOthers = event === 'sign_out' && one.target !== null && manner === undefined;
  const network = ip === null ? undefined : app.networkLabelOf(ip);
  const values = valuesOf(one, visit);
  const variants = sentenceVariants(one);
  const title = eventSentence(one, 'you', values, visit.text, variants);
  const isUnsaid = (name: 'app' | 'school'): boolean =>
    eventSentence(one, 'you', { ...values, [name]: '' }, visit.text, variants) === title;
  const isThrough = one.target === 'provider' && siteName !== null;
  const details = [
    manner,
    isThrough && visit.text.schoolSignIn.through({ school: siteName }),
    endsOthers && browser !== undefined ? activity.doneIn({ browser }) : browser,
    network && activity.network({ network }),
    isUnsaid('app') && appOf(one),
    !isThrough && isUnsaid('school') && siteName,
  ];
  const since = signedInSince(one, visit);
  return {
    at,
    title: since === undefined ? title : `${title} ${since}`,
    details: details
      .filter((detail) => typeof detail === 'string' && detail !== '')
      .map(String)
      .map(displayText),
  };
}

/** What a sentence may insert; empty where the event has none. */
function valuesOf(one: AccountEvent, visit: Visit) {
  const { activity, audit, sessions } = visit.text;
  const { count = 0, since } = connectionPlaceIn(readFieldValues(one.before)) ?? {};
  return {
    app: displayText(appOf(one) ?? audit.someApp),
    school: displayText(one.siteName ?? ''),
    person: displayText(one.otherName || activity.formerMember),
    browser: displayText(nameOfBrowser(String(readFieldValues(one.before)?.userAgent ?? ''), sessions)),
    count,
    since: since === undefined ? '' : second(since, visit),
  };
}

const isConfirmation = ({ after, event }: AccountEvent): boolean =>
  event === 'sign_in_failed' && readFieldValues(after)?.[IS_CONFIRMATION] === true;

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
  return isByOperator(target) ? by.operator : undefined;
}

/** Of another browser that the person signed out: since when it was signed in. */
function signedInSince({ before, event }: AccountEvent, visit: Visit): string | undefined {
  const since = event === 'sign_out' ? Date.parse(String(readFieldValues(before)?.signedInAt)) : Number.NaN;
  return Number.isNaN(since) ? undefined : visit.text.activity.signedInSince({ at: second(since, visit) });
}
