import type { AccountEvent } from '../../../../schema/audit/account-event.ts';
import { SIGN_IN_METHODS } from '../../../../schema/audit/audit-event.ts';
import type { AccountSummary } from '../../../../schema/people/account-summary.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { clientView, nameAndHost } from '../../kit/client.ts';
import { day, fact, linkButton, moment, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { nameOfBrowser } from '../../kit/user-agent.ts';
import { statusBadge } from '../members/names.ts';
import { type AccountItem, accountBadge } from './list-view.ts';

export type AccountActionName = keyof Text['accounts']['actions'];

export type AccountView = AccountSummary & {
  account: AccountItem & { emailVerified: boolean; hasPassword: boolean; isErased: boolean };
  /** The possible actions that concern no former address, with the paths of their forms. */
  actions: readonly { name: Exclude<AccountActionName, 'restoreEmail'>; href: string }[];
  /** The names of the schools because of which it cannot be deleted. */
  onlyOwnerOf: readonly string[];
  /** Returns the path of the form that gives the account a former address back; `undefined` if that is not possible. */
  restoreHref: ((email: string) => string) | undefined;
  isOwn: boolean;
  /** Whether the server sends e-mails; otherwise it shows the link to a new password. */
  sendsMail: boolean;
  timeZone: string;
  done: keyof Text['accounts']['done'] | undefined;
  /** Whether an action came to nothing, because the account had changed. */
  hasChanged: boolean;
};

const facts = ({ account, passkeys, authenticator, timeZone }: AccountView, text: Text, language: string): Html => {
  const { facts: terms, notConfirmed, set, notSet, codesLeft } = text.accounts;
  const email = displayText(account.email);
  const badge = account.isErased
    ? html`<span class="badge off">${text.accounts.statuses.deleted}</span>`
    : accountBadge(account.active, text);
  return html`<dl class="facts plain-facts">
${fact(terms.id, html`<code>${account.id}</code>`)}
${!account.isErased && fact(terms.email, account.emailVerified ? email : notConfirmed({ email }))}
${fact(terms.status, badge)}
${fact(terms.password, account.hasPassword ? set : notSet)}
${fact(terms.app, authenticator === undefined ? notSet : html`${day(authenticator.since, language, timeZone)} · ${codesLeft({ count: authenticator.recoveryCodesLeft })}`)}
${fact(terms.passkeys, String(passkeys))}
</dl>`;
};

const listed = (title: string, items: readonly Html[], { accounts }: Text): Html =>
  html`<section class="stack"><h2>${title}</h2>${items.length === 0 ? html`<p class="quiet">${accounts.none}</p>` : html`<ul class="rows">${items}</ul>`}</section>`;

const schoolItems = ({ schools }: AccountView, text: Text): Html[] =>
  schools.map(
    ({ siteName, slug, role, status }) => html`<li><div><h3 class="name">${displayText(siteName)}</h3>
<p class="detail">${displayText(slug)}</p></div>
<p class="made"><span>${text.roles[role]}</span> ${statusBadge(status, text)}</p></li>`,
  );

const browserItems = ({ browsers, timeZone }: AccountView, { sessions }: Text, language: string): Html[] =>
  browsers.map(
    ({ userAgent, authenticatedAt, lastSeenAt }) =>
      html`<li><div><h3 class="name">${displayText(nameOfBrowser(userAgent, sessions))}</h3>
<p class="detail">${sessions.since} ${moment(authenticatedAt, language, timeZone)}</p>
<p class="detail">${sessions.lastSeen} ${moment(lastSeenAt, language, timeZone)}</p></div></li>`,
  );

const connectionItems = (
  { connections: all, timeZone }: AccountView,
  { connections }: Text,
  language: string,
): Html[] =>
  all.map(
    ({ client, site, since, lastUsedAt }) =>
      html`<li><div><h3 class="name">${nameAndHost(clientView(client, site.name))}</h3>
<p class="detail">${displayText(site.name)}</p>
<p class="detail">${connections.since} ${day(since, language, timeZone)}</p>
<p class="detail">${connections.lastUsed} ${day(lastUsedAt, language, timeZone)}</p></div></li>`,
  );

const addressItems = ({ formerAddresses, restoreHref, timeZone }: AccountView, text: Text, language: string): Html[] =>
  formerAddresses.map(({ email, changedAt, until }) => {
    const { former, actions } = text.accounts;
    return html`<li><div><h3 class="name">${displayText(email)}</h3>
<p class="detail">${former.changed} ${moment(changedAt, language, timeZone)}</p>
<p class="detail">${former.until} ${moment(until, language, timeZone)}</p></div>
${restoreHref !== undefined && html`<a class="secondary danger" href="${restoreHref(email)}">${actions.restoreEmail.button}</a>`}</li>`;
  });

const signInItem = (
  { event, at, target, ip, userAgent }: AccountEvent,
  timeZone: string,
  language: PageFrame['language'],
): Html => {
  const { audit, activity, sessions } = textFor(language);
  const method = SIGN_IN_METHODS.find((one) => one === target);
  const details = [
    ...(method === undefined ? [] : [(event === 'sign_in_failed' ? activity.failedMethods : activity.methods)[method]]),
    ...(userAgent === null ? [] : [nameOfBrowser(userAgent, sessions)]),
    ...(ip === null ? [] : [ip]),
  ];
  return html`<li><div><h3 class="name">${audit.kinds[event]}</h3>
<p class="detail">${moment(at, language, timeZone)}</p>
${details.length > 0 && html`<p class="detail">${details.map(displayText).join(' · ')}</p>`}</div></li>`;
};

/** Whether the action shows a link to a new password, because no e-mail brings it. */
const showsLink = (name: AccountActionName, sendsMail: boolean): boolean => name === 'sendReset' && !sendsMail;

/** What is said of an action before it is carried out. */
export function wordsOf(name: AccountActionName, sendsMail: boolean, { accounts }: Text) {
  if (!showsLink(name, sendsMail)) return accounts.actions[name];
  const { button, ask, askText } = accounts.resetLink;
  return { button, title: ask, text: askText };
}

const actionItem = ({ name, href }: AccountView['actions'][number], sendsMail: boolean, text: Text): Html => {
  const { button: label } = wordsOf(name, sendsMail, text);
  const { hint } = showsLink(name, sendsMail) ? text.accounts.resetLink : text.accounts.actions[name];
  const link = HARMLESS.has(name)
    ? linkButton(href, label, 'secondary')
    : html`<a class="secondary danger" href="${href}">${label}</a>`;
  return html`<li><div><h3 class="name">${label}</h3><p class="detail">${hint}</p></div>${link}</li>`;
};

/** Says why an account is not offered to be deleted. */
function notErasable({ onlyOwnerOf }: AccountView, { accounts }: Text, language: string): Html[] {
  if (onlyOwnerOf.length === 0) return [];
  const schools = new Intl.ListFormat(language).format(onlyOwnerOf.map(displayText));
  return [
    html`<li><div><h3 class="name">${accounts.actions.erase.button}</h3><p class="detail">${accounts.onlyOwner({ schools })}</p></div></li>`,
  ];
}

/** What takes nothing away from whoever uses the account. */
export const HARMLESS: ReadonlySet<AccountActionName> = new Set(['enable', 'sendReset', 'export']);

/** The page of one account, and the possible actions. */
export const accountPage = (frame: PageFrame, view: AccountView): string => {
  const { language } = frame;
  const text = textFor(language);
  const { accounts } = text;
  const { account, actions, done, hasChanged, isOwn, sendsMail, signIns, timeZone } = view;
  const name = displayText(account.name);
  const body = html`<div class="intro"><h1>${name}</h1>${!account.isErased && html`<p>${displayText(account.email)}</p>`}</div>
${hasChanged && notice('problem', html`<p>${accounts.changed}</p>`)}
${done !== undefined && notice('info', html`<p role="status">${accounts.done[done]}</p>`)}
${isOwn && notice('info', html`<p>${accounts.own}</p>`)}
${facts(view, text, language)}
${
  actions.length > 0 &&
  listed(
    accounts.help,
    [...actions.map((one) => actionItem(one, sendsMail, text)), ...notErasable(view, text, language)],
    text,
  )
}
${listed(accounts.lists.schools, schoolItems(view, text), text)}
${listed(accounts.lists.browsers, browserItems(view, text, language), text)}
${listed(accounts.lists.connections, connectionItems(view, text, language), text)}
${listed(accounts.lists.former, addressItems(view, text, language), text)}
${listed(
  accounts.lists.signIns,
  signIns.map((one) => signInItem(one, timeZone, language)),
  text,
)}`;
  return page(frame, { title: name, body, isWrong: hasChanged });
};
