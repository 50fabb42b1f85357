/** One webhook with its last messages, and the forms that need no reauthentication. */
import type { FastifyInstance } from 'fastify';
import { OUTGOING_LIFETIME } from '../../../../schema/outgoing.ts';
import { TEST_EVENT, type WebhookDelivery, webhookTarget } from '../../../../schema/school/webhook.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { button, day, emptyList, fact, linkButton, moment, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { at, missing, type OperatorRequest, type SiteAdminPages } from '../operator-pages.ts';
import { type FoundEndpoint, findWebhook, ONE, stateBadge, WEBHOOKS, webhookPath, webhooksPlace } from './list.ts';

const SHOWN = 15;
/** The page has room for as many messages as it shows, whatever their answers are. */
const MAX_ANSWER = 80;

type OneWebhook = { webhook: FoundEndpoint; messages: readonly WebhookDelivery[] };

export function webhookPage(app: FastifyInstance, pages: SiteAdminPages): void {
  definePage<OperatorRequest, OneWebhook>(app, webhooksPlace(pages), {
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
  webhookForms(app, pages);
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
  const beginning = [...displayText(answer ?? '')].slice(0, MAX_ANSWER).join('');
  return html`<p class="detail">${log.status({ status })}${beginning !== '' && html` <code>${beginning}</code>`}</p>`;
};

function webhookForms(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { webhookEndpoints, webhooks } = app.school;

  /** @param act does it, and returns what the page reports */
  const form = (
    path: string,
    act: (
      signedIn: OperatorRequest,
      webhook: FoundEndpoint,
      delivery: string,
    ) => Promise<keyof Text['webhooks']['done'] | undefined>,
  ): void =>
    managers.post(`${ONE}${path}`, async (signedIn, sent, reply) => {
      const webhook = await findWebhook(app, signedIn);
      if (webhook === undefined) return missing(signedIn, reply);
      const done = await act(signedIn, webhook, sent.get('delivery') ?? '');
      webhooks.lookSoon();
      return goTo(reply, `${webhookPath(signedIn, webhook)}${done === undefined ? '' : `?done=${done}`}`);
    });

  form('/disable', async ({ event }, webhook) => {
    const disabled = event('webhook_disabled', { target: webhookTarget(webhook) });
    const isDone = webhook.status === 'active' && (await webhookEndpoints.disable(webhook, disabled));
    return isDone ? 'disabled' : undefined;
  });

  form('/test', async ({ event }, webhook) => {
    const test = webhooks.message(TEST_EVENT, webhook.siteId, { webhook_id: webhook.id });
    const sent = event('webhook_sent', { target: webhookTarget(webhook) });
    return (await webhookEndpoints.send(webhook, test, sent)) ? 'tested' : 'unsent';
  });

  form('/replay', async ({ event }, webhook, delivery) => {
    const sent = event('webhook_sent', { target: webhookTarget(webhook) });
    const isDone = await webhookEndpoints.replay(webhook, delivery, app.clock() + OUTGOING_LIFETIME, sent);
    return isDone ? 'replayed' : 'unsent';
  });
}
