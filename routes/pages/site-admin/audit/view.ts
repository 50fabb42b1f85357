import { type AuditEntry, fingerprintIn } from '../../../../schema/audit/audit-event.ts';
import { nameOfClient } from '../../kit/client.ts';
import { momentOfEvent } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import { nameOfBrowser } from '../../kit/user-agent.ts';
import { changedFields, namesOfChanged } from './changes.ts';
import { type Reader, sentenceOf } from './sentences.ts';
import { type Connections, throughWhich } from './through.ts';

export type AuditEntryView = {
  entry: AuditEntry;
  names: ReadonlyMap<string, string>;
  connections: Connections;
  /** The path of the log. */
  base: string;
  membersBase: string;
  /** The ids of the members that the entry is about. A removed one has no page. */
  members: { has(id: string): boolean };
  timeZone: string;
};

const fact = (term: string, description: Renderable): Html => html`<dt>${term}</dt><dd>${description}</dd>`;

const OPERATOR = /^operator\/(.+)$/;

/** Whom an event is about, if that is not who acted. */
const termOfPerson = ({ event }: AuditEntry, { audit, roles }: Text): string => {
  if (event === 'school_handed_over') return audit.facts.newOwner;
  return event === 'school_created' ? roles.owner : audit.facts.person;
};

const MEMBER = /^member\/(usr_[A-Za-z0-9_-]+)$/;

/** Returns the id of the member that an entry is about, or was. */
export const memberIn = ({ target }: AuditEntry): string | undefined => MEMBER.exec(target ?? '')?.[1];

const targetOf = (target: string, { entry, members, membersBase }: AuditEntryView): Renderable => {
  const member = memberIn(entry);
  return member === undefined || !members.has(member)
    ? displayText(target)
    : html`<a href="${membersBase}/${member}">${displayText(target)}</a>`;
};

/** Leads to all events of the same person or app. */
const filtered = (base: string, name: 'person' | 'client', value: string, label: string): Html =>
  html`<a href="${base}?${new URLSearchParams({ [name]: value }).toString()}">${displayText(label)}</a>`;

/** The fingerprint of an object whose values are not recorded. */
function fingerprint(label: string, state: string | null): Html | false {
  const digest = fingerprintIn(state);
  return digest !== undefined && fact(label, html`<code>${displayText(digest)}</code>`);
}

/** What changed, in words; or what was allowed, if there was nothing before. */
function changes({ entry }: AuditEntryView, text: Text): Html | false {
  const { title, allowed, fieldNames } = text.audit.change;
  const names = namesOfChanged(entry, text);
  if (names !== undefined) {
    return html`<section class="stack"><h2>${title}</h2><p>${names || fieldNames.unchanged}</p>
<p class="quiet">${fieldNames.unrecorded}</p></section>`;
  }
  const fields = changedFields(entry, text);
  return (
    fields.length > 0 &&
    html`<section class="stack"><h2>${entry.event === 'consent_given' ? allowed : title}</h2>
<dl class="particulars">${fields.map(({ label, said }) => fact(label, said))}</dl></section>`
  );
}

const facts = (view: AuditEntryView, text: Text, reader: Reader): Html => {
  const { audit, connections, sessions } = text;
  const { entry, base } = view;
  const { facts } = audit;
  const which = throughWhich(entry, view.connections, reader);
  const { personId, personName, personEmail, clientId, clientName, target, ip, userAgent, requestId, before, after } =
    entry;
  const operator = OPERATOR.exec(target ?? '')?.[1];
  return html`<dl class="particulars">
${personId !== null && fact(termOfPerson(entry, text), filtered(base, 'person', (personName !== null && personEmail) || personId, personEmail ?? personId))}
${operator !== undefined && fact(audit.change.fields.operator, displayText(operator))}
${clientId !== null && fact(facts.app, filtered(base, 'client', clientId, clientName === null ? clientId : nameOfClient(clientId, clientName)))}
${which !== undefined && fact(connections.since, which.since)}
${ip !== null && fact(facts.ip, displayText(ip))}
${userAgent !== null && userAgent !== '' && fact(facts.userAgent, displayText(nameOfBrowser(userAgent, sessions)))}
</dl>
<details><summary>${audit.change.technical}</summary><dl class="particulars">
${fact(facts.event, html`<code>${entry.event}</code>`)}
${target !== null && fact(facts.target, targetOf(target, view))}
${requestId !== null && fact(facts.request, html`<code>${displayText(requestId)}</code>`)}
${fingerprint(facts.before, before)}
${fingerprint(facts.after, after)}
</dl></details>`;
};

/** The page of one entry of the audit log. */
export const auditEntryPage = (frame: PageFrame, view: AuditEntryView): string => {
  const text = textFor(frame.language);
  const { entry, names, base, timeZone } = view;
  const reader = { language: frame.language, timeZone };
  const title = text.audit.entry;
  const body = html`<div class="intro"><h1>${title}</h1><p>${sentenceOf(entry, names, text, reader)}</p>
<p class="detail">${momentOfEvent(entry.at, frame.language, timeZone)}</p></div>
${changes(view, text)}
${facts(view, text, reader)}
<p><a href="${base}">${text.admin.area.pages.audit}</a></p>`;
  return page(frame, { title, body });
};
