/** The accounts of people: what can be done to one, and its page. */
import type { FastifyInstance } from 'fastify';
import type { AccountEvent } from '../../../../schema/audit/account-event.ts';
import { SIGN_IN_METHODS } from '../../../../schema/audit/audit-event.ts';
import { keysOf } from '../../../../schema/data/objects.ts';
import type { Person } from '../../../../schema/people/person.ts';
import type { AccountSummary } from '../../../../schema/platform/account-summary.ts';
import type { Text } from '../../../words/index.ts';
import { clientView, nameAndHost } from '../../kit/client.ts';
import { day, fact, linkButton, moment, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import { definePage, type PageSender, type Visit } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { nameOfBrowser } from '../../kit/user-agent.ts';
import { statusBadge } from '../members/member.ts';
import type { Place, PlacedRequest } from '../operator-pages.ts';

export type AccountActionName = keyof Text['accounts']['actions'];

/** The path of each action below that of its account. */
export const ACTION_PATHS: Readonly<Record<AccountActionName, string>> = {
  sendReset: 'send-reset',
  signOut: 'sign-out',
  endConnections: 'end-connections',
  resetSecondFactor: 'reset-second-factor',
  disable: 'disable',
  enable: 'enable',
  restoreEmail: 'undo-email',
  export: 'export',
  erase: 'erase',
};

/** Actions that take nothing away from the person who uses the account. */
export const HARMLESS: ReadonlySet<AccountActionName> = new Set(['enable', 'sendReset', 'export']);

const PERSON_ID = /^usr_[A-Za-z0-9_-]{1,64}$/;

export async function findAccount(app: FastifyInstance, { request }: PlacedRequest): Promise<Person | undefined> {
  const id = pathParameter(request, 'person');
  return PERSON_ID.test(id) ? app.people.persons.find(id) : undefined;
}

export const accountPath = <V extends PlacedRequest>(place: Place<V>, signedIn: V, { id }: Person, more = ''): string =>
  `${place.base(signedIn)}/${id}${more}`;

export const isOwn = ({ session }: PlacedRequest, { id }: Person): boolean => id === session.person.id;

/**
 * Returns whether an action makes sense for an account. Nobody acts on their own, so that somebody else always looks at
 * it.
 */
export async function isPossible(
  { people: { accountErasure, mailer, secondFactor } }: FastifyInstance,
  signedIn: PlacedRequest,
  person: Person,
  name: AccountActionName,
): Promise<boolean> {
  if (isOwn(signedIn, person) || person.erasedAt !== null) return false;
  switch (name) {
    case 'disable':
    case 'sendReset':
      return person.active;
    case 'enable':
      return !person.active;
    // Afterwards, a link to the former address is the only way in.
    case 'restoreEmail':
      return mailer.isOn;
    case 'resetSecondFactor':
      return secondFactor.hasAny(person.id);
    // Its schools would have nobody to run them.
    case 'erase':
      return (await accountErasure.onlyOwnerOf(person.id)).length === 0;
    case 'export':
    case 'signOut':
    case 'endConnections':
      return true;
  }
}

async function possibleActions(
  app: FastifyInstance,
  signedIn: PlacedRequest,
  person: Person,
): Promise<AccountActionName[]> {
  const possible: AccountActionName[] = [];
  for (const name of keysOf(ACTION_PATHS)) if (await isPossible(app, signedIn, person, name)) possible.push(name);
  return possible;
}

/** Returns the words of an action. Where no e-mail brings the link to a new password, the action shows it. */
export function wordsOf<Name extends AccountActionName>(name: Name, sendsMail: boolean, { accounts }: Text) {
  if (name !== 'sendReset' || sendsMail) return accounts.actions[name];
  const { ask: title, askText: text, ...words } = accounts.resetLink;
  return { ...words, title, text };
}

export interface Account extends AccountSummary {
  person: Person;
  possible: readonly AccountActionName[];
  /** The names of the schools because of which it cannot be deleted. */
  onlyOwnerOf: readonly string[];
  /** True if an action came to nothing, because the account had changed. */
  hasChanged?: boolean;
}

export async function describeAccount(app: FastifyInstance, signedIn: PlacedRequest): Promise<Account | undefined> {
  const { accountErasure, accountHelp } = app.people;
  const person = await findAccount(app, signedIn);
  if (person === undefined) return undefined;
  const possible = await possibleActions(app, signedIn, person);
  const isErasable = isOwn(signedIn, person) || person.erasedAt !== null || possible.includes('erase');
  const onlyOwnerOf = isErasable ? [] : (await accountErasure.onlyOwnerOf(person.id)).map(({ name }) => name);
  return { ...(await accountHelp.describe(person)), person, possible, onlyOwnerOf };
}

export function accountPage<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): PageSender<V, Account> {
  return definePage<V, Account>(app, place, {
    at: `${place.path}/:person`,
    load: ({ signedIn }) => describeAccount(app, signedIn),
    title: ({ person }) => displayText(person.name),
    lead: ({ person }) => person.erasedAt === null && html`<p>${displayText(person.email)}</p>`,
    done: ({ text }) => text.accounts.done,
    isWrong: ({ hasChanged = false }) => hasChanged,
    body(account, visit) {
      const { accounts } = visit.text;
      const hrefOf = (name: AccountActionName, more = ''): string =>
        accountPath(place, visit.signedIn, account.person, `/${ACTION_PATHS[name]}${more}`);
      const actions = account.possible
        .filter((name) => name !== 'restoreEmail')
        .map((name) => actionItem(name, hrefOf(name), app.people.mailer.isOn, visit));
      const listed = (title: string, items: readonly Html[]): Html =>
        html`<section class="stack"><h2>${title}</h2>${items.length === 0 ? html`<p class="quiet">${accounts.none}</p>` : html`<ul class="rows">${items}</ul>`}</section>`;
      return html`${account.hasChanged === true && notice('problem', html`<p>${accounts.changed}</p>`)}
${isOwn(visit.signedIn, account.person) && notice('info', html`<p>${accounts.own}</p>`)}
${facts(account, visit)}
${actions.length > 0 && listed(accounts.help, [...actions, ...notErasable(account, visit)])}
${listed(accounts.lists.schools, schoolItems(account, visit))}
${listed(accounts.lists.browsers, browserItems(account, visit))}
${listed(accounts.lists.connections, connectionItems(account, visit))}
${listed(accounts.lists.former, addressItems(account, hrefOf, visit))}
${listed(
  accounts.lists.signIns,
  account.signIns.map((one) => signInItem(one, visit)),
)}`;
    },
  });
}

export const accountBadge = (active: boolean, { accounts }: Text): Html =>
  html`<span class="badge${!active && ' off'}">${active ? accounts.statuses.active : accounts.statuses.disabled}</span>`;

function facts({ person, passkeys, authenticator }: Account, { language, text, timeZone }: Visit<PlacedRequest>): Html {
  const { facts: terms, notConfirmed, set, notSet, codesLeft, statuses } = text.accounts;
  const isErased = person.erasedAt !== null;
  const email = displayText(person.email);
  return html`<dl class="facts plain-facts">
${fact(terms.id, html`<code>${person.id}</code>`)}
${!isErased && fact(terms.email, person.emailVerified ? email : notConfirmed({ email }))}
${fact(terms.status, isErased ? html`<span class="badge off">${statuses.deleted}</span>` : accountBadge(person.active, text))}
${fact(terms.password, person.passwordHash === null ? notSet : set)}
${fact(terms.app, authenticator === undefined ? notSet : html`${day(authenticator.since, language, timeZone)} · ${codesLeft({ count: authenticator.recoveryCodesLeft })}`)}
${fact(terms.passkeys, String(passkeys))}
</dl>`;
}

/** One of a list. @param beside what is at its side */
const item = (name: string, details: readonly Renderable[], beside?: Renderable): Html =>
  html`<li><div><h3 class="name">${name}</h3>${details.map((one) => html`<p class="detail">${one}</p>`)}</div>${beside}</li>`;

function actionItem(
  name: Exclude<AccountActionName, 'restoreEmail'>,
  href: string,
  sendsMail: boolean,
  { text }: Visit<PlacedRequest>,
): Html {
  const { button, hint } = wordsOf(name, sendsMail, text);
  return item(button, [hint], linkButton(href, button, HARMLESS.has(name) ? 'secondary' : 'secondary danger'));
}

/** Says why an account is not offered to be deleted. */
function notErasable({ onlyOwnerOf }: Account, { language, text: { accounts } }: Visit<PlacedRequest>): Html[] {
  const schools = new Intl.ListFormat(language).format(onlyOwnerOf.map(displayText));
  return onlyOwnerOf.length === 0 ? [] : [item(accounts.actions.erase.button, [accounts.onlyOwner({ schools })])];
}

const schoolItems = ({ schools }: Account, { text }: Visit<PlacedRequest>): Html[] =>
  schools.map(({ siteName, slug, role, status }) => {
    const beside = html`<p class="made"><span>${text.roles[role]}</span> ${statusBadge(status, text)}</p>`;
    return item(displayText(siteName), [displayText(slug)], beside);
  });

const browserItems = (
  { browsers }: Account,
  { language, text: { sessions }, timeZone }: Visit<PlacedRequest>,
): Html[] =>
  browsers.map(({ userAgent, authenticatedAt, lastSeenAt }) =>
    item(displayText(nameOfBrowser(userAgent, sessions)), [
      html`${sessions.since} ${moment(authenticatedAt, language, timeZone)}`,
      html`${sessions.lastSeen} ${moment(lastSeenAt, language, timeZone)}`,
    ]),
  );

const connectionItems = (
  { connections }: Account,
  { language, text: { connections: words }, timeZone }: Visit<PlacedRequest>,
): Html[] =>
  connections.map(({ client, site, since, lastUsedAt }) =>
    item(nameAndHost(clientView(client, site.name)), [
      displayText(site.name),
      html`${words.since} ${day(since, language, timeZone)}`,
      html`${words.lastUsed} ${day(lastUsedAt, language, timeZone)}`,
    ]),
  );

function addressItems(
  { formerAddresses, possible }: Account,
  hrefOf: (name: AccountActionName, more: string) => string,
  { language, text: { accounts }, timeZone }: Visit<PlacedRequest>,
): Html[] {
  const { actions, former } = accounts;
  return formerAddresses.map(({ email, changedAt, until }) => {
    const href = hrefOf('restoreEmail', `?${new URLSearchParams({ email })}`);
    const restore = linkButton(href, actions.restoreEmail.button, 'secondary danger');
    const [changed, keptUntil] = [moment(changedAt, language, timeZone), moment(until, language, timeZone)];
    const details = [html`${former.changed} ${changed}`, html`${former.until} ${keptUntil}`];
    return item(displayText(email), details, possible.includes('restoreEmail') && restore);
  });
}

function signInItem({ event, at, target, ip, userAgent }: AccountEvent, visit: Visit<PlacedRequest>): Html {
  const { activity, events, sessions } = visit.text;
  const method = SIGN_IN_METHODS.find((one) => one === target);
  const methods = event === 'sign_in_failed' ? activity.failedMethods : activity.methods;
  const how = [method && methods[method], userAgent === null ? null : nameOfBrowser(userAgent, sessions), ip];
  const details = how.filter((one) => one !== null && one !== undefined).map(displayText);
  const happened = moment(at, visit.language, visit.timeZone);
  return item(events[event].kind, [happened, ...(details.length > 0 ? [details.join(' · ')] : [])]);
}
