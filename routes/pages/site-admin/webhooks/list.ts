/** The webhooks of a school, for its owners and administrators: the list, and one with its last messages. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OUTGOING_LIFETIME } from '../../../../schema/data/outgoing-message.ts';
import {
  MAX_ENDPOINTS,
  TEST_EVENT,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookTarget,
} from '../../../../schema/school/webhook.ts';
import { beginningOf } from '../../../../schema/text/readable.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { button, day, emptyList, fact, linkButton, moment, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import type { SentForm } from '../../kit/reauthentication.ts';
import { at, type OperatorRequest, type Place, SCHOOL } from '../operator-pages.ts';

export const WEBHOOKS = '/webhooks';
/** The route of one webhook. */
export const ONE = `${SCHOOL}${WEBHOOKS}/:webhook`;
/** The page of the manual for those who write a receiver. */
const GUIDE = '/docs/connect/webhooks';

export type FoundEndpoint = WebhookEndpoint & { sealedSecrets: Buffer };

export const webhookPath = (signedIn: OperatorRequest, { id }: Pick<WebhookEndpoint, 'id'>): string =>
  at(signedIn, `${WEBHOOKS}/${id}`);

export const findWebhook = (
  { school: { webhookEndpoints } }: FastifyInstance,
  { request, membership }: OperatorRequest,
): Promise<FoundEndpoint | undefined> => webhookEndpoints.find(membership.siteId, pathParameter(request, 'webhook'));

/** A form that was sent for one webhook. */
interface SentFor extends SentForm<OperatorRequest> {
  webhook: FoundEndpoint;
}

export const takeForm = (
  app: FastifyInstance,
  { missing, pages }: Place<OperatorRequest>,
  path: string,
  take: (sent: SentFor) => Promise<FastifyReply>,
): void =>
  pages.post(`${ONE}${path}`, async (signedIn, form, reply) => {
    const webhook = await findWebhook(app, signedIn);
    return webhook === undefined ? missing(signedIn, reply) : take({ signedIn, form, reply, webhook });
  });

export const stateBadge = ({ status, failures }: WebhookEndpoint, { state }: Text['webhooks']): Html => {
  if (status === 'disabled') return html`<span class="badge off">${state.disabled}</span>`;
  return failures > 0
    ? html`<span class="badge unknown">${state.failing}</span>`
    : html`<span class="badge">${state.active}</span>`;
};

/** Returns the events and the host of a webhook. */
export const sentTo = ({ url, events: sent }: Pick<WebhookEndpoint, 'url' | 'events'>, { webhooks }: Text): Html =>
  html`<p><code>${displayText(url)}</code></p><p>${webhooks.one.events}</p><ul>${sent.map((name) => html`<li>${webhooks.events[name]}</li>`)}</ul>`;

const row = (webhook: WebhookEndpoint, href: string, text: Text['webhooks']): Html =>
  html`<li><div><h2><a href="${href}">${displayText(webhook.url)}</a></h2>
<p class="state">${stateBadge(webhook, text)}</p>
<p class="detail">${text.list.events({ count: webhook.events.length })}</p>
${webhook.stop !== null && html`<p class="detail">${text.stops[webhook.stop]}</p>`}</div></li>`;

export function webhookList(app: FastifyInstance, place: Place<OperatorRequest>): void {
  definePage(app, place, {
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

const SHOWN = 15;
/** The page has room for as many messages as it shows, whatever their answers are. */
const MAX_ANSWER = 80;

type OneWebhook = { webhook: FoundEndpoint; messages: readonly WebhookDelivery[] };

export function webhookPage(app: FastifyInstance, place: Place<OperatorRequest>): void {
  definePage<OperatorRequest, OneWebhook>(app, place, {
    at: ONE,
    async load({ signedIn }) {
      const webhook = await findWebhook(app, signedIn);
      return webhook && { webhook, messages: await app.school.webhookEndpoints.log(webhook.id, SHOWN) };
    },
    title: ({ webhook }) => displayText(new URL(webhook.url).host),
    lead: ({ webhook }, { text }) =>
      html`<p><code>${displayText(webhook.url)}</code></p><p>${stateBadge(webhook, text.webhooks)}</p>`,
    done: ({ text }) => text.webhooks.done,
    body(one, visit) {
      const { webhook } = one;
      const { webhooks } = visit.text;
      return html`${webhook.stop !== null && notice('warning', html`<p>${webhooks.stops[webhook.stop]}</p>`)}
${webhook.status === 'active' && webhook.failures > 0 && notice('warning', html`<p>${webhooks.one.failing}</p>`)}
${actions(webhook, visit)}
${facts(webhook, visit)}
${log(one, visit)}
<p><a href="${at(visit.signedIn, WEBHOOKS)}">${webhooks.one.back}</a></p>`;
    },
  });
  webhookForms(app, place);
}

function actions(webhook: FoundEndpoint, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const { one } = text.webhooks;
  const base = webhookPath(signedIn, webhook);
  const post = (path: string, label: string): Html =>
    postForm({ action: `${base}${path}`, csrf, body: button(label, 'secondary') });
  const link = (path: string, label: string): Html => linkButton(`${base}${path}`, label, 'secondary');
  const isActive = webhook.status === 'active';
  return html`<section class="stack"><div class="inline">
${isActive && post('/test', one.test)}
${link('/edit', one.edit)}
${link('/secret', one.rotate)}
${isActive ? post('/disable', one.disable) : link('/enable', one.enable)}
${link('/delete', one.remove)}</div></section>`;
}

/** The former secret also signs for a while. */
function facts(webhook: FoundEndpoint, { language, now, text, timeZone }: Visit<OperatorRequest>): Html {
  const { events, one } = text.webhooks;
  const oldSecretUntil = webhook.previousSecretEndsAt ?? 0;
  return html`<dl class="facts">
${fact(one.events, html`<ul>${webhook.events.map((name) => html`<li>${events[name]}</li>`)}</ul>`)}
${fact(one.added, day(webhook.createdAt, language, timeZone))}
${oldSecretUntil > now && fact(one.oldSecret, moment(oldSecretUntil, language, timeZone))}
</dl>`;
}

function log({ webhook, messages }: OneWebhook, visit: Visit<OperatorRequest>): Html {
  const { log: text } = visit.text.webhooks;
  const maySend = ({ dueAt }: WebhookDelivery): boolean => webhook.status === 'active' && dueAt === null;
  const all = html`<ul class="rows">${messages.map((one) => message(one, maySend(one), visit))}</ul>`;
  const action = `${webhookPath(visit.signedIn, webhook)}/replay`;
  const list = messages.some(maySend) ? postForm({ action, csrf: visit.csrf, body: all }) : all;
  return html`<section class="stack"><h2>${text.title}</h2>
${messages.length === 0 ? emptyList(text.empty, text.emptyText) : list}</section>`;
}

function message(one: WebhookDelivery, maySend: boolean, { language, text, timeZone }: Visit<OperatorRequest>): Html {
  const { log } = text.webhooks;
  return html`<li><div><h3><code>${one.name}</code></h3><p class="state">${outcome(one, log)}</p>
<p class="detail">${moment(one.createdAt, language, timeZone)} · ${log.attempts({ count: one.attempts })} · <code>${one.id}</code></p>
${answerTo(one, log)}</div>
${maySend && html`<button type="submit" class="plain" name="delivery" value="${one.id}" aria-label="${log.again}: ${one.id}">${log.again}</button>`}</li>`;
}

const outcome = ({ deliveredAt, failedAt }: WebhookDelivery, log: Text['webhooks']['log']): Html => {
  if (deliveredAt !== null) return html`<span class="badge">${log.delivered}</span>`;
  return failedAt === null
    ? html`<span class="badge unknown">${log.waiting}</span>`
    : html`<span class="badge off">${log.failed}</span>`;
};

const answerTo = ({ triedAt, status, answer }: WebhookDelivery, log: Text['webhooks']['log']): Html | undefined => {
  if (triedAt === null) return undefined;
  if (status === null) return html`<p class="detail">${log.noAnswer}</p>`;
  const beginning = beginningOf(displayText(answer ?? ''), MAX_ANSWER);
  return html`<p class="detail">${log.status({ status })}${beginning !== '' && html` <code>${beginning}</code>`}</p>`;
};

/** The forms that need no reauthentication. */
function webhookForms(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { webhookEndpoints, webhooks } = app.school;

  /** @param act does it, and returns what the page reports */
  const form = (path: string, act: (sent: SentFor) => Promise<keyof Text['webhooks']['done'] | undefined>): void =>
    takeForm(app, place, path, async (sent) => {
      const done = await act(sent);
      webhooks.wake();
      const { signedIn, reply, webhook } = sent;
      return goTo(reply, `${webhookPath(signedIn, webhook)}${done === undefined ? '' : `?done=${done}`}`);
    });

  form('/disable', async ({ signedIn, webhook }) => {
    const disabled = signedIn.event('webhook_disabled', { target: webhookTarget(webhook) });
    const isDone = webhook.status === 'active' && (await webhookEndpoints.disable(webhook, disabled));
    return isDone ? 'disabled' : undefined;
  });

  form('/test', async ({ signedIn, webhook }) => {
    const test = webhooks.message(TEST_EVENT, webhook.siteId, { webhook_id: webhook.id });
    const sent = signedIn.event('webhook_sent', { target: webhookTarget(webhook) });
    return (await webhookEndpoints.send(webhook, test, sent)) ? 'tested' : 'unsent';
  });

  form('/replay', async ({ signedIn, form: parameters, webhook }) => {
    const sent = signedIn.event('webhook_sent', { target: webhookTarget(webhook) });
    const isDone = await webhookEndpoints.replay(
      webhook,
      parameters.get('delivery') ?? '',
      app.clock() + OUTGOING_LIFETIME,
      sent,
    );
    return isDone ? 'replayed' : 'unsent';
  });
}
