import type { WebhookDelivery, WebhookEndpoint } from '../../../../schema/school/webhook.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, day, emptyList, fact, linkButton, moment, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { stateBadge } from './list-view.ts';

export type WebhookDone = keyof Text['webhooks']['done'];

export type OneWebhook = {
  webhook: WebhookEndpoint;
  /** Until when the former secret also signs, if it does. */
  oldSecretUntil: number | undefined;
  /** The latest first. */
  messages: readonly WebhookDelivery[];
  base: string;
  backHref: string;
  csrf: string;
  timeZone: string;
  done: WebhookDone | undefined;
};

/** The page has room for as many messages as it shows, whatever their answers are. */
const MAX_ANSWER = 80;

const outcome = ({ deliveredAt, failedAt }: WebhookDelivery, { log }: Text['webhooks']): Html => {
  if (deliveredAt !== null) return html`<span class="badge">${log.delivered}</span>`;
  return failedAt === null
    ? html`<span class="badge unknown">${log.waiting}</span>`
    : html`<span class="badge off">${log.failed}</span>`;
};

const answerTo = ({ triedAt, status, answer }: WebhookDelivery, { log }: Text['webhooks']): Html | undefined => {
  if (triedAt === null) return undefined;
  if (status === null) return html`<p class="detail">${log.noAnswer}</p>`;
  const beginning = [...displayText(answer ?? '')].slice(0, MAX_ANSWER).join('');
  return html`<p class="detail">${log.status({ status })}${beginning !== '' && html` <code>${beginning}</code>`}</p>`;
};

const maySend = ({ dueAt }: WebhookDelivery, { webhook }: OneWebhook): boolean =>
  webhook.status === 'active' && dueAt === null;

const message = (one: WebhookDelivery, view: OneWebhook, { language }: PageFrame): Html => {
  const { webhooks: text } = textFor(language);
  return html`<li><div><h3><code>${one.name}</code></h3><p class="state">${outcome(one, text)}</p>
<p class="detail">${moment(one.createdAt, language, view.timeZone)} · ${text.log.attempts({ count: one.attempts })} · <code>${one.id}</code></p>
${answerTo(one, text)}</div>
${maySend(one, view) && html`<button type="submit" class="plain" name="delivery" value="${one.id}" aria-label="${text.log.again}: ${one.id}">${text.log.again}</button>`}</li>`;
};

const log = (view: OneWebhook, frame: PageFrame): Html => {
  const { log: text } = textFor(frame.language).webhooks;
  const { messages, base, csrf } = view;
  const all = html`<ul class="rows">${messages.map((one) => message(one, view, frame))}</ul>`;
  const isForm = messages.some((one) => maySend(one, view));
  const list = isForm ? postForm({ action: `${base}/replay`, csrf, body: all }) : all;
  return html`<section class="stack"><h2>${text.title}</h2>
${messages.length === 0 ? emptyList(text.empty, text.emptyText) : list}</section>`;
};

const actions = ({ webhook, base, csrf }: OneWebhook, { one }: Text['webhooks']): Html => {
  const post = (path: string, label: string): Html =>
    postForm({ action: `${base}${path}`, csrf, body: button(label, 'secondary') });
  return html`<section class="stack"><div class="inline">
${webhook.status === 'active' && post('/test', one.test)}
${linkButton(`${base}/edit`, one.edit, 'secondary')}
${linkButton(`${base}/secret`, one.rotate, 'secondary')}
${webhook.status === 'active' ? post('/disable', one.disable) : linkButton(`${base}/enable`, one.enable, 'secondary')}
${linkButton(`${base}/delete`, one.remove, 'secondary')}</div></section>`;
};

const facts = ({ webhook, oldSecretUntil, timeZone }: OneWebhook, language: PageFrame['language']): Html => {
  const { events, one } = textFor(language).webhooks;
  return html`<dl class="facts">
${fact(one.events, html`<ul>${webhook.events.map((name) => html`<li>${events[name]}</li>`)}</ul>`)}
${fact(one.added, day(webhook.createdAt, language, timeZone))}
${oldSecretUntil !== undefined && fact(one.oldSecret, moment(oldSecretUntil, language, timeZone))}
</dl>`;
};

/** What is sent where. */
export const sentTo = ({ url, events: sent }: Pick<WebhookEndpoint, 'url' | 'events'>, { webhooks }: Text): Html =>
  html`<p><code>${displayText(url)}</code></p><p>${webhooks.one.events}</p><ul>${sent.map((name) => html`<li>${webhooks.events[name]}</li>`)}</ul>`;

/** The page of one webhook with its last messages. */
export const webhookPage = (frame: PageFrame, view: OneWebhook): string => {
  const { webhooks: text } = textFor(frame.language);
  const { webhook, done, backHref } = view;
  const title = displayText(new URL(webhook.url).host);
  const body = html`<div class="intro"><h1>${title}</h1><p><code>${displayText(webhook.url)}</code></p><p>${stateBadge(webhook, text)}</p></div>
${done !== undefined && notice('info', html`<p role="status">${text.done[done]}</p>`)}
${webhook.stop !== null && notice('warning', html`<p>${text.stops[webhook.stop]}</p>`)}
${webhook.status === 'active' && webhook.failures > 0 && notice('warning', html`<p>${text.one.failing}</p>`)}
${actions(view, text)}
${facts(view, frame.language)}
${log(view, frame)}
<p><a href="${backHref}">${text.one.back}</a></p>`;
  return page(frame, { title, body });
};
