import { type Text, textFor } from '../../words/index.ts';
import { button, linkButton, postForm } from './components.ts';
import { displayText, linkTarget } from './display-text.ts';
import { type Html, html } from './html.ts';
import { type PageFrame, page } from './layout.ts';
import type { LinkView } from './views.ts';

export type MessageKind = Exclude<
  keyof Text['message'],
  'details' | 'error' | 'description' | 'request' | 'start' | 'toForm'
>;

export type TechnicalDetails = {
  error: string;
  description: string;
  /** Where the error is explained. */
  explained?: string;
  /** The parameters of the app that the error may be about. */
  sent?: Readonly<Record<string, string>>;
  requestId?: string;
};

export type Message = {
  kind: MessageKind;
  detail?: string;
  technical?: TechnicalDetails;
  links?: readonly LinkView[];
  /** A form with one action that the person can take here. */
  form?: { action: string; csrf: string; label: string };
};

const code = (text: string): Html => html`<code>${displayText(text)}</code>`;

const technicalDetails = (
  { error, description, explained, sent = {}, requestId }: TechnicalDetails,
  text: Text['message'],
): Html => html`<section class="small">
<h2>${text.details}</h2>
<dl>
<dt>${text.error}</dt><dd>${explained === undefined ? code(error) : html`<a href="${linkTarget(explained)}">${code(error)}</a>`}</dd>
<dt>${text.description}</dt><dd>${displayText(description)}</dd>
${Object.entries(sent).map(([name, value]) => html`<dt>${code(name)}</dt><dd>${code(value)}</dd>`)}
${requestId !== undefined && html`<dt>${text.request}</dt><dd><code>${displayText(requestId)}</code></dd>`}
</dl></section>`;

const linkList = (links: readonly LinkView[]): Html | undefined =>
  links.length === 0
    ? undefined
    : html`<ul class="links">${links.map(({ href, label }) => html`<li><a href="${linkTarget(href)}">${displayText(label)}</a></li>`)}</ul>`;

/** The link of a message that has none of its own, so that no page is a dead end. */
const WAYS_ON: Readonly<Partial<Record<MessageKind, (text: Text) => LinkView>>> = {
  not_found: ({ message }) => ({ href: '/', label: message.start }),
  method_not_allowed: ({ message }) => ({ href: '/', label: message.start }),
  no_operator: ({ shell }) => ({ href: '/account', label: shell.areas.account }),
  school_closed: ({ shell }) => ({ href: '/account', label: shell.areas.account }),
  page_too_old: ({ shell }) => ({ href: '/account', label: shell.areas.account }),
  account_deleted: ({ message }) => ({ href: '/', label: message.start }),
  signed_out: ({ home }) => ({ href: '/sign-in', label: home.signIn }),
};

/** A page that explains what happened and what to do next. */
export const messagePage = (frame: PageFrame, { kind, detail, technical, links, form }: Message): string => {
  const all = textFor(frame.language);
  const text = all.message;
  const wayOn = WAYS_ON[kind]?.(all);
  const { title, text: sentence } = text[kind];
  const body = html`<div class="intro"><h1>${title}</h1><p>${sentence}</p>${detail !== undefined && html`<p>${displayText(detail)}</p>`}</div>
${form !== undefined && postForm({ action: form.action, csrf: form.csrf, body: button(form.label) })}
${linkList(links ?? (wayOn === undefined ? [] : [wayOn]))}
${technical !== undefined && technicalDetails(technical, text)}`;
  // The request id is shown once, in the technical details if there are any.
  const { requestId: _, ...bare } = frame;
  return page(technical?.requestId === undefined ? frame : bare, { title, body });
};

export type Outcome = {
  title: string;
  sentences: readonly string[];
  /** A link to the next page. */
  next: { href: string; label: string };
};

/** A page that reports the result of an action and links to the next page. */
export const outcomePage = (frame: PageFrame, { title, sentences, next }: Outcome): string =>
  page(frame, {
    title,
    body: html`<div class="intro"><h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>
<div class="inline">${linkButton(next.href, next.label, 'secondary')}</div>`,
  });
