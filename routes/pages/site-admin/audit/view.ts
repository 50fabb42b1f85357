import { type AuditEntry, type AuditEventName, readFieldValues } from '../../../../schema/audit/audit-event.ts';
import { namedThing } from '../../../../schema/audit/audit-target.ts';
import { ROLES } from '../../../../schema/oauth/scope.ts';
import { BETA_FEATURES } from '../../../../schema/school/beta-feature.ts';
import { button, emptyList, field, linkButton, moment, postForm, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { errorSummary } from '../../kit/error-summary.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import { type ClientChoices, clientFilter } from '../client-filter.ts';

/** The conditions in the query; an empty string means any value. */
export type AuditConditions = { event: string; person: string; client: string; from: string; to: string };

export type AuditView = {
  entries: readonly AuditEntry[];
  /** The names of the entries' targets, if they still exist. */
  names: ReadonlyMap<string, string>;
  conditions: AuditConditions;
  /** The apps that can be chosen. */
  clients: ClientChoices;
  /** The fields whose date is invalid. */
  badDays: readonly ('from' | 'to')[];
  base: string;
  membersBase: string;
  timeZone: string;
  csrf: string;
  nextHref: string | undefined;
};

/** Events of an account or of the whole platform, which the log of a school never has. */
const OF_NO_SCHOOL: ReadonlySet<string> = new Set<AuditEventName>([
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'recovery_codes_replaced',
  'password_changed',
  'password_reset',
  'email_change_asked',
  'account_secured',
  'account_exported',
  'account_erased',
  'access_ended',
  'key_rotated',
  'key_revoked',
]);

const filterForm = ({ conditions, clients, badDays, base }: AuditView, text: Text): Html => {
  const { filter, kinds } = text.audit;
  const named = (name: 'person' | 'from' | 'to') => ({
    name,
    label: filter[name],
    autocomplete: 'off',
    optional: true,
    ...(conditions[name] === '' ? {} : { value: conditions[name] }),
  });
  const dayField = (name: 'from' | 'to'): Html =>
    field({ ...named(name), type: 'date', error: badDays.includes(name) ? filter.badDay : undefined });
  const options = Object.entries(kinds)
    .filter(([value]) => !OF_NO_SCHOOL.has(value))
    .map(([value, label]) => ({ value, label }));
  const isNarrow = Object.values(conditions).some((value) => value !== '');
  return html`<form method="get" action="${base}" class="filters roomy">
${select({ name: 'event', label: filter.event, options: [{ value: '', label: filter.every }, ...options], value: conditions.event })}
${field({ ...named('person'), type: 'text', maxLength: 254 })}
${clientFilter({ choices: clients, value: conditions.client }, text)}
${dayField('from')}
${dayField('to')}
<div class="inline">${button(filter.submit, 'secondary')}${isNarrow && html`<a href="${base}">${filter.reset}</a>`}</div>
</form>`;
};

const whoOf = ({ personId, personName, personEmail }: AuditEntry, { audit }: Text): string =>
  displayText(personName || personEmail || (personId ?? audit.nobody));

const appOf = ({ clientId, clientName }: AuditEntry, { audit }: Text): string =>
  clientId === null ? audit.noApp : displayText(clientName ?? audit.someApp);

function sayingOf({ event, clientId, target }: AuditEntry, { audit }: Text) {
  if (event === 'grant_revoked' && clientId === null) {
    return target?.startsWith('member/') ? audit.ended.person : audit.ended.all;
  }
  // An event name of an earlier version may have no sentence any more. Its entry is still shown.
  return Object.hasOwn(audit.events, event) ? audit.events[event] : () => event;
}

/** Returns the name of an event's target, as people know it. */
function nameOfTarget(
  { event, target }: AuditEntry,
  names: ReadonlyMap<string, string>,
  { audit, settings }: Text,
): string {
  const feature = BETA_FEATURES.find((one) => one === target);
  if (feature !== undefined) return settings.features[feature].name;
  const name = names.get(target ?? '');
  const thing = namedThing(target ?? '')?.thing;
  if (name === undefined || thing === undefined) return displayText(target ?? '');
  // Sentences about actions of people contain a name only. Those about records must also say what kind of record it is.
  return event.startsWith('resource_') ? audit.named(displayText(name), audit.things[thing]) : displayText(name);
}

/** Returns the sentence for an event, in the language of the reader. */
export const sentenceOf = (entry: AuditEntry, names: ReadonlyMap<string, string>, text: Text): string =>
  sayingOf(
    entry,
    text,
  )({
    who: whoOf(entry, text),
    app: appOf(entry, text),
    target: nameOfTarget(entry, names, text),
    was: roleIn(entry.before, text),
    is: roleIn(entry.after, text),
  });

/** Returns the name of the role in a recorded state; empty if the state says nothing of a role. */
function roleIn(state: string | null, { roles }: Text): string {
  const value = readFieldValues(state)?.role;
  const role = ROLES.find((one) => one === value);
  return role === undefined ? '' : roles[role];
}

const fact = (term: string, description: Renderable): Html => html`<dt>${term}</dt><dd>${description}</dd>`;

const MEMBER = /^member\/(usr_[A-Za-z0-9_-]+)$/;

const targetOf = (target: string, membersBase: string): Renderable => {
  const member = MEMBER.exec(target)?.[1];
  return member === undefined
    ? displayText(target)
    : html`<a href="${membersBase}/${member}">${displayText(target)}</a>`;
};

/** The address is relative to the page, which would otherwise repeat its path in each entry. */
const filtered = (name: 'person' | 'client', value: string, label: string): Html =>
  html`<a href="?${new URLSearchParams({ [name]: value }).toString()}">${displayText(label)}</a>`;

/** Shows the recorded values, or the fingerprint of an object whose values are not recorded. */
function stateFact(label: string, labelOfFingerprint: string, state: string): Html {
  const values = readFieldValues(state);
  if (values === undefined) return fact(labelOfFingerprint, html`<code>${state}</code>`);
  const shown = Object.entries(values).map(([name, value]) => `${name}: ${textOf(value)}`);
  return fact(label, displayText(shown.join(', ')));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const details = (entry: AuditEntry, { membersBase }: AuditView, { audit }: Text): Html => {
  const { facts } = audit;
  const { personId, personEmail, clientId, clientName, target, ip, userAgent, requestId, before, after } = entry;
  return html`<details><summary>${audit.details}</summary><dl class="particulars">
${fact(facts.event, html`<code>${entry.event}</code>`)}
${personId !== null && fact(facts.person, filtered('person', personEmail ?? personId, personEmail ?? personId))}
${clientId !== null && fact(facts.app, filtered('client', clientId, clientName ?? clientId))}
${target !== null && fact(facts.target, targetOf(target, membersBase))}
${ip !== null && fact(facts.ip, displayText(ip))}
${userAgent !== null && userAgent !== '' && fact(facts.userAgent, displayText(userAgent))}
${requestId !== null && fact(facts.request, html`<code>${displayText(requestId)}</code>`)}
${before !== null && stateFact(facts.was, facts.before, before)}
${after !== null && stateFact(facts.is, facts.after, after)}
</dl></details>`;
};

const item = (entry: AuditEntry, view: AuditView, text: Text, language: PageFrame['language']): Html =>
  html`<li><div><p>${sentenceOf(entry, view.names, text)}</p><p class="detail">${moment(entry.at, language, view.timeZone)}</p>
${details(entry, view, text)}</div></li>`;

const copies = ({ conditions, base, csrf }: AuditView, { audit }: Text): Html =>
  html`<section class="stack"><h2>${audit.download}</h2><p class="quiet">${audit.downloadText}</p>
${postForm({
  action: `${base}/export`,
  csrf,
  hidden: conditions,
  body: html`<div class="inline"><button type="submit" class="secondary" name="format" value="csv">${audit.csv}</button>
<button type="submit" class="secondary" name="format" value="jsonl">${audit.lines}</button></div>`,
})}</section>`;

/** The page of the audit log. */
export const auditPage = (frame: PageFrame, view: AuditView): string => {
  const text = textFor(frame.language);
  const { audit, shell, admin } = text;
  const { entries, badDays, nextHref } = view;
  const title = admin.area.pages.audit;
  const body = html`<div class="intro"><h1>${title}</h1><p>${audit.lead}</p></div>
${errorSummary(
  badDays.map((id) => ({ id, label: audit.filter[id] })),
  text,
)}
${filterForm(view, text)}
${entries.length === 0 ? emptyList(audit.empty, audit.emptyText) : html`<ul class="rows">${entries.map((entry) => item(entry, view, text, frame.language))}</ul>`}
${nextHref !== undefined && html`<p class="more">${linkButton(nextHref, shell.next, 'secondary')}</p>`}
${copies(view, text)}`;
  return page(frame, { title, body, isWrong: badDays.length > 0 });
};
