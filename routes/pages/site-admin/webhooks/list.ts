/** The webhooks of a school, for its owners and administrators: where their pages are, and the list. */
import type { FastifyInstance } from 'fastify';
import { MAX_ENDPOINTS, type WebhookEndpoint } from '../../../../schema/school/webhook.ts';
import type { Text } from '../../../words/index.ts';
import { emptyList, linkButton } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { belowSchool, type Place } from '../placed-pages.ts';

export const WEBHOOKS = '/webhooks';
/** The route of one webhook. */
export const ONE = `${SCHOOL}${WEBHOOKS}/:webhook`;
/** The page of the manual for those who write a receiver. */
const GUIDE = '/docs/connect/webhooks';

export type FoundEndpoint = WebhookEndpoint & { sealedSecrets: Buffer };

export const webhooksPlace = ({ managers }: SiteAdminPages): Place<OperatorRequest> => belowSchool(managers, WEBHOOKS);

export const webhookPath = (signedIn: OperatorRequest, { id }: Pick<WebhookEndpoint, 'id'>): string =>
  at(signedIn, `${WEBHOOKS}/${id}`);

export const findWebhook = (
  { school: { webhookEndpoints } }: FastifyInstance,
  { request, membership }: OperatorRequest,
): Promise<FoundEndpoint | undefined> => webhookEndpoints.find(membership.siteId, pathParameter(request, 'webhook'));

export const stateBadge = ({ status, failures }: WebhookEndpoint, { state }: Text['webhooks']): Html => {
  if (status === 'disabled') return html`<span class="badge off">${state.disabled}</span>`;
  return failures > 0
    ? html`<span class="badge unknown">${state.failing}</span>`
    : html`<span class="badge">${state.active}</span>`;
};

/** What is sent where. */
export const sentTo = ({ url, events: sent }: Pick<WebhookEndpoint, 'url' | 'events'>, { webhooks }: Text): Html =>
  html`<p><code>${displayText(url)}</code></p><p>${webhooks.one.events}</p><ul>${sent.map((name) => html`<li>${webhooks.events[name]}</li>`)}</ul>`;

const row = (webhook: WebhookEndpoint, href: string, text: Text['webhooks']): Html =>
  html`<li><div><h2><a href="${href}">${displayText(webhook.url)}</a></h2>
<p class="state">${stateBadge(webhook, text)}</p>
<p class="detail">${text.list.events({ count: webhook.events.length })}</p>
${webhook.stop !== null && html`<p class="detail">${text.stops[webhook.stop]}</p>`}</div></li>`;

export function webhookList(app: FastifyInstance, pages: SiteAdminPages): void {
  definePage(app, webhooksPlace(pages), {
    at: `${SCHOOL}${WEBHOOKS}`,
    load: ({ signedIn }) => app.school.webhookEndpoints.ofSite(signedIn.membership.siteId),
    title: (_all, { text }) => text.admin.area.pages.webhooks,
    lead: (_all, { text: { webhooks } }) =>
      html`<p>${webhooks.list.lead}</p><p><a href="${GUIDE}">${webhooks.list.guide}</a></p>`,
    done: ({ text }) => ({ deleted: text.webhooks.list.deleted }),
    body(all, { signedIn, text: { webhooks } }) {
      const { list } = webhooks;
      const add = linkButton(at(signedIn, `${WEBHOOKS}/new`), list.add);
      if (all.length === 0) return emptyList(list.empty, list.emptyText, add);
      return html`<ul class="rows">${all.map((one) => row(one, webhookPath(signedIn, one), webhooks))}</ul>
<p>${all.length < MAX_ENDPOINTS ? add : list.full({ most: MAX_ENDPOINTS })}</p>`;
    },
  });
}
