/** The page on which a person decides about a call of an app: its effect, what the app sent, who asks, and the choice. */
import type { OpenApproval } from '../../../plugins/school/stores.ts';
import type { Connection, ConnectionPlace } from '../../../schema/oauth/connection.ts';
import type { AnySession, SchoolMembership } from '../../../schema/people/person.ts';
import { ROLES } from '../../../schema/people/role.ts';
import { APPROVAL_COUNTS, type Involved } from '../../../schema/school/approval.ts';
import type { Input, Operation } from '../../../schema/school/operation.ts';
import { shortened } from '../../../schema/text/readable.ts';
import { type Language, type Text, textFor } from '../../words/index.ts';
import { endPath } from '../account/connected-apps.ts';
import { clientLabel, clientOrigin, clientTile, clientView } from '../kit/client.ts';
import { ago, button, errorSummary, fact, linkButton, notice, postForm } from '../kit/components.ts';
import { numbered, sinceText } from '../kit/connection-place.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { type Reading, valueWord } from '../kit/resource/field.ts';
import { SCHOOL_ACCOUNT, throughSchool } from '../kit/signed-in.ts';
import { deedOf } from './deed.ts';
import { givenSection, type Values } from './given.ts';

/** What a person decides about. */
export interface Subject {
  readonly approval: OpenApproval;
  readonly connection: Connection;
  readonly membership: SchoolMembership;
  readonly operation: Operation;
  /** As the app sent them, parsed. */
  readonly given: Input;
  /** What it is about, the object of the call first. */
  readonly involved: readonly Involved[];
  /** Where the connection stands among those with the same app, if it is not the only one. */
  readonly place: ConnectionPlace | undefined;
}

interface ShownApproval extends Subject {
  readonly session: AnySession;
  readonly csrf: string;
  /** The token that binds the form to this approval. */
  readonly bound: string;
  readonly now: number;
  readonly isUnchosen: boolean;
  /** What was sent and what is there, and how the person reads it. */
  readonly values: Values;
  readonly reading: Reading;
}

const MINUTE = 60_000;
/** Longer names are shortened, so that none pushes what follows it out of sight. */
const MAX_NAME = 80;

export const approvalPath = (id: string): string => `/approvals/${id}`;

/** The app, as sentences call it. */
export const appOf = ({ connection, membership }: Pick<Subject, 'connection' | 'membership'>): string =>
  clientLabel(clientView(connection.client, membership.siteName));

export function approvalPage(frame: PageFrame, shown: ShownApproval): string {
  const { approval, connection, isUnchosen, membership, now, session } = shown;
  const text = textFor(frame.language);
  const { approvals: words } = text;
  const client = clientView(connection.client, membership.siteName);
  const app = clientLabel(client);
  const counts = APPROVAL_COUNTS.filter((name) => (approval.effect.counts[name] ?? 0) > 0);
  const body = html`<div class="asker">${clientTile(client)}<div>
<p class="name">${words.title({ app })}</p>${clientOrigin(client, text)}
<p class="detail">${words.asked} ${ago(approval.askedAt, now, frame.language, { unit: 'minute', timeZone: membership.timezone })}</p>
<p><span class="badge unknown">${words.left({ minutes: Math.max(1, Math.ceil((approval.expiresAt - now) / MINUTE)) })}</span></p>
</div></div>
<div class="intro"><h1>${questionOf(shown, text)}</h1><p>${words.atMoment}</p></div>
${isUnchosen && errorSummary([{ id: 'decision', label: words.decision }], text)}
${counts.length > 0 && notice('warning', html`<ul>${counts.map((name) => html`<li>${words.counts[name]({ count: approval.effect.counts[name] ?? 0 })}</li>`)}</ul>`)}
${facts(shown, app, frame.language, text, now)}
${givenSection(shown.operation, shown.given, shown.values, shown.reading)}
${decisionForm(shown, text)}
<p class="detail">${[words.decidingAs({ name: displayText(session.person.name || session.person.email) }), throughSchool(session, text) ?? []].flat().join(' – ')}</p>
<p class="detail">${words.notAsked}</p>
<p>${linkButton(session.schoolId === undefined ? endPath(connection.grantId, 'one') : SCHOOL_ACCOUNT, words.end, 'secondary')}</p>`;
  return page(frame, { title: words.title({ app }), body, isWrong: isUnchosen });
}

/** The effect as a question, in words of ours. The name of a person is followed by the address, which nobody else has. */
export function questionOf({ approval, given, involved, membership, operation }: Subject, text: Text): string {
  const { question } = text.approvals;
  const { roles } = text;
  const { name: stored = '', from, to } = approval.effect;
  const address = addressOf(
    stored,
    involved.find(({ id }) => id === idOf(approval)),
  );
  const shown = displayText(shortened(stored, MAX_NAME));
  const name = address === undefined ? shown : `${shown} (${displayText(address)})`;
  const deed =
    deedOf(operation.name, stored || nameIn(given), text, address) ?? question.other({ tool: operation.summary });
  if (stored === '' || to === undefined) return deed;
  if (to === 'deleted') return question.delete({ name });
  if (to === 'suspended') return question.suspend({ name });
  if (to === 'removed') return question.remove({ name, school: displayText(membership.siteName) });
  const role = ROLES.find((one) => one === to);
  const wasRole = ROLES.some((one) => one === from);
  return role !== undefined && wasRole ? question.role({ name, role: roles[role] }) : deed;
}

const idOf = ({ target }: OpenApproval): string => target?.split('/')[1] ?? '';

/** The address of a person who is called something else. */
function addressOf(stored: string, own: Involved | undefined): string | undefined {
  const { address, role } = own ?? {};
  return role === undefined || address === stored ? undefined : address;
}

/** The name of what would be added. */
const nameIn = (given: Input): string => {
  const found = [given.title, given.name, given.code, given.email].find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : '';
};

function stateWord(state: string, text: Text): string {
  const role = ROLES.find((one) => one === state);
  return role === undefined ? valueWord(text, 'status', state) : text.roles[role];
}

function facts(subject: Subject, app: string, language: Language, text: Text, now: number): Html {
  const { approval, connection, involved, membership, place } = subject;
  const { facts: words } = text.approvals;
  const { from, to } = approval.effect;
  const { siteName, timezone: timeZone } = membership;
  const day = sinceText({ since: connection.since, place, timeZone }, language);
  const id = idOf(approval);
  const isUnread = id !== '' && !involved.some((one) => one.id === id);
  return html`<dl class="facts">
${fact(words.askedBy, words.connected({ app: numbered(app, place, language), day }))}
${fact(words.school, displayText(siteName))}
${isUnread && fact(words.object, html`${quoted(approval.effect.name ?? '')}<code>${displayText(id)}</code>`)}
${involved.length > 0 && fact(words.object, html`<ul>${involved.map((one) => html`<li>${asKnown(one, text)}${age(one, text, (at) => ago(at, now, language, { unit: 'minute', timeZone }))}</li>`)}</ul>`)}
${from !== undefined && to !== undefined && to !== 'deleted' && fact(words.state, html`${stateWord(from, text)} → ${stateWord(to, text)}`)}
</dl>`;
}

const quoted = (name: string): Html | false => name !== '' && html`“${displayText(shortened(name, MAX_NAME))}” `;

/** The name, which is quoted because anything can be called anything, and what tells it from others of that name. */
function asKnown({ address, id, name, role }: Involved, { roles }: Text): Html {
  const known = ROLES.find((one) => one === role);
  const parts = [
    address !== undefined && address !== name && html`<strong>${displayText(address)}</strong>`,
    known !== undefined && roles[known],
    html`<code>${displayText(id)}</code>`,
  ].filter((part) => part !== false);
  return html`${quoted(name)}${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

function age({ createdAt, joinedAt }: Involved, { approvals }: Text, moment: (at: number) => Html): Html | false {
  const at = joinedAt ?? createdAt;
  if (at === undefined) return false;
  return html` · ${joinedAt === undefined ? approvals.created : approvals.joined} ${moment(at)}`;
}

/** None is chosen beforehand, and the button is elsewhere: a click that somebody is led to decides nothing. */
function decisionForm({ approval, bound, csrf, isUnchosen }: ShownApproval, { approvals: words }: Text): Html {
  const choice = (value: string, label: string, detail: string): Html =>
    html`<label class="choice boxed"><input type="radio" name="decision" value="${value}" required>
<span><span class="name">${label}</span><br><span class="detail">${detail}</span></span></label>`;
  return postForm({
    action: `${approvalPath(approval.id)}/decide`,
    csrf,
    hidden: { approval: bound },
    body: html`<fieldset class="choices" id="decision"><legend>${words.decision}</legend>
${isUnchosen && html`<p class="error">${words.choose}</p>`}
${choice('declined', words.decline, words.declineText)}${choice('allowed', words.allow, words.allowText)}</fieldset>
<div class="inline">${button(words.send)}</div>`,
  });
}
