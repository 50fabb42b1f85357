/** The page on which a person decides about a call of an app: its effect, what the app sent, who asks, and the choice. */
import type { OpenApproval } from '../../../plugins/school/stores.ts';
import type { Connection } from '../../../schema/oauth/connection.ts';
import type { AnySession, SchoolMembership } from '../../../schema/people/person.ts';
import { ROLES } from '../../../schema/people/role.ts';
import { APPROVAL_COUNTS } from '../../../schema/school/approval.ts';
import type { Input, Operation } from '../../../schema/school/operation.ts';
import { shortened } from '../../../schema/text/readable.ts';
import { type Text, textFor } from '../../words/index.ts';
import { clientLabel, clientOrigin, clientTile, clientView } from '../kit/client.ts';
import { ago, button, dayText, errorSummary, fact, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';

/** What a person decides about. */
export interface Subject {
  readonly approval: OpenApproval;
  readonly connection: Connection;
  readonly membership: SchoolMembership;
  readonly operation: Operation;
  /** As the app sent them, parsed. */
  readonly given: Input;
}

interface Asking extends Subject {
  readonly session: AnySession;
  readonly csrf: string;
  /** The token that binds the form to this approval. */
  readonly bound: string;
  readonly now: number;
  readonly isUnchosen: boolean;
}

const MINUTE = 60_000;
/** Longer names are shortened. */
const MAX_NAME = 200;

export const approvalPath = (id: string): string => `/approvals/${id}`;

/** The app, as sentences call it. */
export const appOf = ({ connection, membership }: Pick<Subject, 'connection' | 'membership'>): string =>
  clientLabel(clientView(connection.client, membership.siteName));

export function approvalPage(frame: PageFrame, asking: Asking): string {
  const { approval, connection, isUnchosen, membership, now, session } = asking;
  const text = textFor(frame.language);
  const { approvals: words } = text;
  const client = clientView(connection.client, membership.siteName);
  const app = clientLabel(client);
  const counts = APPROVAL_COUNTS.filter((name) => (approval.effect.counts[name] ?? 0) > 0);
  const body = html`<div class="asker">${clientTile(client)}<div>
<p class="name">${words.title({ app })}</p>${clientOrigin(client, text)}
<p class="detail">${words.asked} ${ago(approval.askedAt, now, frame.language)}</p>
<p><span class="badge unknown">${words.left({ minutes: Math.max(1, Math.ceil((approval.expiresAt - now) / MINUTE)) })}</span></p>
</div></div>
<div class="intro"><h1>${questionOf(asking, text)}</h1><p>${words.atMoment}</p></div>
${isUnchosen && errorSummary([{ id: 'decision', label: words.decision }], text)}
${counts.length > 0 && notice('warning', html`<ul>${counts.map((name) => html`<li>${words.counts[name]({ count: approval.effect.counts[name] ?? 0 })}</li>`)}</ul>`)}
${facts(asking, app, frame.language, text)}
${givenSection(asking.given, text)}
${decisionForm(asking, text)}
<p class="detail">${words.decidingAs({ name: displayText(session.person.name || session.person.email) })}</p>
<p class="detail">${words.notAsked} <a href="/account/connected-apps">${words.end}</a></p>`;
  return page(frame, { title: words.title({ app }), body, isWrong: isUnchosen });
}

/** The effect as a question, in words of ours. */
export function questionOf({ approval, membership, operation }: Subject, { approvals, roles }: Text): string {
  const { question } = approvals;
  const { name: stored = '', from, to } = approval.effect;
  const name = displayText(stored);
  if (name === '' || to === undefined) return question.other({ tool: operation.name });
  if (to === 'deleted') return question.delete({ name });
  if (to === 'suspended') return question.suspend({ name });
  if (to === 'removed') return question.remove({ name, school: displayText(membership.siteName) });
  const role = ROLES.find((one) => one === to);
  const wasRole = ROLES.some((one) => one === from);
  return role !== undefined && wasRole
    ? question.role({ name, role: roles[role] })
    : question.other({ tool: operation.name });
}

function facts(
  { approval, connection, membership, operation }: Subject,
  app: string,
  language: string,
  text: Text,
): Html {
  const { facts: words } = text.approvals;
  const { name, from, to } = approval.effect;
  const [, id = ''] = approval.target?.split('/') ?? [];
  const day = dayText(connection.since, language, membership.timezone);
  return html`<dl class="facts">
${fact(words.askedBy, words.connected({ app, day }))}
${fact(words.school, displayText(membership.siteName))}
${id !== '' && fact(words.object, html`${name !== undefined && html`“${displayText(shortened(name, MAX_NAME))}” `}<code>${displayText(id)}</code>`)}
${from !== undefined && to !== undefined && fact(words.state, html`<code>${from}</code> → <code>${to}</code>`)}
${fact(words.tool, html`<code>${operation.name}</code>`)}
</dl>`;
}

/** A value line by line, cleaned of what is not seen or reorders the page. Empty lines push nothing out of sight. */
const linesOf = (value: string): string =>
  value
    .split(/\r\n?|\n/)
    .map(displayText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');

/** The arguments as the app sent them: quoted and whole, because what is left out could matter most. */
function givenSection(given: Input, { approvals: words }: Text): Html | false {
  const shown = Object.entries(given)
    .filter(([name]) => name !== 'include')
    .map(([name, value]) => ({ name, is: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }));
  if (shown.length === 0) return false;
  const isCleaned = shown.some(({ is }) => linesOf(is).replace(/[\u2068\u2069]/g, '') !== is);
  return html`<section class="stack"><h2>${words.given}</h2><p class="detail">${words.givenText}${isCleaned && html` ${words.cleaned}`}</p>
<dl class="facts">${shown.map(({ name, is }) => fact(html`<code>${displayText(name)}</code>`, html`<span class="whole">“${linesOf(is)}”</span>`))}</dl></section>`;
}

/** None is chosen beforehand, and the button is elsewhere: a click that somebody is led to decides nothing. */
function decisionForm({ approval, bound, csrf, isUnchosen }: Asking, { approvals: words }: Text): Html {
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
