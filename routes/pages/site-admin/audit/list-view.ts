import type { AuditEntry } from '../../../../schema/audit/audit-event.ts';
import { type Language, type Text, textFor } from '../../../words/index.ts';
import { button, emptyList, field, linkButton, momentOfEvent, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { errorSummary } from '../../kit/error-summary.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type ClientChoices, clientFilter } from '../client-filter.ts';
import { detailsOf } from './details.ts';
import { eventFilter } from './event-filter.ts';
import type { Outcomes } from './outcome.ts';
import { type Reader, sentenceOf, unsaidApp } from './sentences.ts';
import { type Connections, throughWhich } from './through.ts';

/** The conditions in the query; an empty string means any value. */
export type AuditConditions = { event: string; person: string; client: string; from: string; to: string };

export type AuditView = {
  entries: readonly AuditEntry[];
  /** The names of the entries' targets, if they still exist. */
  names: ReadonlyMap<string, string>;
  connections: Connections;
  outcomes: Outcomes;
  conditions: AuditConditions;
  /** The apps that can be chosen. */
  clients: ClientChoices;
  deletedApps: readonly { id: string; name: string }[];
  /** The fields whose date is invalid. */
  badDays: readonly ('from' | 'to')[];
  base: string;
  timeZone: string;
  csrf: string;
  nextHref: string | undefined;
};

const filterForm = ({ conditions, clients, deletedApps, badDays, base }: AuditView, text: Text): Html => {
  const { filter } = text.audit;
  const named = (name: 'person' | 'from' | 'to') => ({
    name,
    label: filter[name],
    autocomplete: 'off',
    optional: true,
    ...(conditions[name] === '' ? {} : { value: conditions[name] }),
  });
  const dayField = (name: 'from' | 'to'): Html =>
    field({ ...named(name), type: 'date', error: badDays.includes(name) ? filter.badDay : undefined });
  const deleted = deletedApps.map(({ id, name }) => ({
    value: id,
    label: filter.deletedApp({ app: displayText(name) }),
  }));
  const isNarrow = Object.values(conditions).some((value) => value !== '');
  return html`<form method="get" action="${base}" class="filters roomy">
${eventFilter(conditions.event, text)}
${field({ ...named('person'), type: 'text', maxLength: 254, hint: filter.personHint })}
${clientFilter({ choices: clients, deleted, value: conditions.client }, text)}
${dayField('from')}
${dayField('to')}
<div class="inline">${button(filter.submit, 'secondary')}${isNarrow && html`<a href="${base}">${filter.reset}</a>`}</div>
</form>`;
};

/** More fields, and longer values, are on the page of the entry. */
const SHOWN = 3;

/** Only where the sentence could be about another connection as well. */
function connection(entry: AuditEntry, { connections }: AuditView, text: Text, reader: Reader): Html | false {
  const which = throughWhich(entry, connections, reader);
  return which?.isOneOfSeveral === true && html` · ${text.connections.since}: ${which.since}`;
}

const item = (entry: AuditEntry, view: AuditView, text: Text, language: Language): Html => {
  const { names, base, timeZone } = view;
  const reader = { language, timeZone };
  const app = unsaidApp(entry, names, text, reader);
  const outcome = view.outcomes.get(entry.id);
  const details = [...detailsOf(entry, text, SHOWN), ...(outcome === undefined ? [] : [outcome.said])];
  return html`<li><div><p><a href="${base}/${entry.id}">${sentenceOf(entry, names, text, reader)}</a></p>${details.map((one) => html`<p class="detail">${one}</p>`)}<p class="detail">${momentOfEvent(entry.at, language, timeZone)}${app !== undefined && html` · ${app}`}${connection(entry, view, text, reader)}</p></div></li>`;
};

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
  const { conditions, entries, badDays, nextHref } = view;
  const title = admin.area.pages.audit;
  const body = html`<div class="intro"><h1>${title}</h1><p>${audit.lead}</p></div>
${errorSummary(
  badDays.map((id) => ({ id, label: audit.filter[id] })),
  text,
)}
${filterForm(view, text)}
${entries.length === 0 ? emptyList(audit.empty, conditions.person === '' ? audit.emptyText : `${audit.emptyText} ${audit.emptyPerson}`) : html`<ul class="rows">${entries.map((entry) => item(entry, view, text, frame.language))}</ul>`}
${nextHref !== undefined && html`<p class="more">${linkButton(nextHref, shell.next, 'secondary')}</p>`}
${copies(view, text)}`;
  return page(frame, { title, body, isWrong: badDays.length > 0 });
};
