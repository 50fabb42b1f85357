import { MAX_ENDPOINTS, type WebhookEndpoint } from '../../../../schema/school/webhook.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { emptyList, linkButton, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';

export type Webhooks = {
  /** The path of the list. */
  base: string;
  webhooks: readonly WebhookEndpoint[];
  isDeleted: boolean;
};

/** The page of the manual for those who write a receiver. */
const GUIDE = '/docs/connect/webhooks';

export const stateBadge = ({ status, failures }: WebhookEndpoint, { state }: Text['webhooks']): Html => {
  if (status === 'disabled') return html`<span class="badge off">${state.disabled}</span>`;
  return failures > 0
    ? html`<span class="badge unknown">${state.failing}</span>`
    : html`<span class="badge">${state.active}</span>`;
};

const item = (webhook: WebhookEndpoint, base: string, text: Text['webhooks']): Html =>
  html`<li><div><h2><a href="${base}/${webhook.id}">${displayText(webhook.url)}</a></h2>
<p class="state">${stateBadge(webhook, text)}</p>
<p class="detail">${text.list.events({ count: webhook.events.length })}</p>
${webhook.stop !== null && html`<p class="detail">${text.stops[webhook.stop]}</p>`}</div></li>`;

/** The page that lists the webhooks of a school. */
export const webhooksPage = (frame: PageFrame, { base, webhooks, isDeleted }: Webhooks): string => {
  const text = textFor(frame.language);
  const { list } = text.webhooks;
  const title = text.admin.area.pages.webhooks;
  const add = linkButton(`${base}/new`, list.add);
  const body = html`<div class="intro"><h1>${title}</h1><p>${list.lead}</p><p><a href="${GUIDE}">${list.guide}</a></p></div>
${isDeleted && notice('info', html`<p role="status">${list.deleted}</p>`)}
${
  webhooks.length === 0
    ? emptyList(list.empty, list.emptyText, add)
    : html`<ul class="rows">${webhooks.map((one) => item(one, base, text.webhooks))}</ul>
${webhooks.length < MAX_ENDPOINTS ? html`<p>${add}</p>` : html`<p>${list.full({ most: MAX_ENDPOINTS })}</p>`}`
}`;
  return page(frame, { title, body });
};
