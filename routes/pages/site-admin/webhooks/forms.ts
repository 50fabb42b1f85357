/** The form that adds and changes a webhook. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { randomSecret } from '../../../../schema/credential.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import {
  isWebhookEvent,
  readWebhookUrl,
  WEBHOOK_EVENT_NAMES,
  type WebhookEventName,
} from '../../../../schema/school/webhook.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { confirm, reauthenticate, renewSession } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { type SignedInPages, tellStale } from '../../kit/signed-in.ts';
import { at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { type WebhookEntry, type WebhookForm, type WebhookProblems, webhookFormPage } from './form-view.ts';
import { type FoundEndpoint, findWebhook, ONE, WEBHOOKS, webhookEvent, webhookPath, webhooksFrame } from './routes.ts';
import { alreadyIssuedWebhookPage, issuedWebhookPage } from './secret-view.ts';

const NEW = `${WEBHOOKS}/new`;
const ONE_TIME_ID = /^[A-Za-z0-9_-]{43}$/;

export function webhookForms(app: FastifyInstance, { managers }: SiteAdminPages): void {
  newWebhooks(app, managers);
  changedWebhooks(app, managers);
}

interface Reading {
  entry: WebhookEntry;
  problems: WebhookProblems;
  /** What is to be stored, if nothing is wrong. */
  wanted: { url: string; events: WebhookEventName[] } | undefined;
}

function readForm({ config }: FastifyInstance, form: Parameters): Reading {
  const entry = { url: form.get('url') ?? '', events: form.all('event').filter(isWebhookEvent) };
  const url = readWebhookUrl(entry.url, config.baseUrl, config.cimd.allowLoopback);
  const events = WEBHOOK_EVENT_NAMES.filter((name) => entry.events.includes(name));
  const problems = { url: url === undefined, events: events.length === 0 };
  return { entry, problems, wanted: url === undefined || problems.events ? undefined : { url, events } };
}

const show = (
  signedIn: OperatorRequest,
  reply: FastifyReply,
  form: Pick<WebhookForm, 'isNew' | 'entry' | 'action' | 'hidden' | 'cancelHref'> & Partial<WebhookForm>,
): FastifyReply => {
  const page = webhookFormPage(webhooksFrame(signedIn), {
    problems: { url: false, events: false },
    ...form,
    csrf: signedIn.csrf,
  });
  return sendPage(reply, page, 'own');
};

function newWebhooks(app: FastifyInstance, managers: SignedInPages<OperatorRequest>): void {
  const { loginSession } = app.people;
  const { webhookEndpoints, webhooks } = app.school;
  const showNew = (signedIn: OperatorRequest, reply: FastifyReply, form: Partial<WebhookForm>, once: string) =>
    show(signedIn, reply, {
      entry: { url: '', events: [] },
      ...form,
      isNew: true,
      action: at(signedIn, NEW),
      hidden: { once },
      cancelHref: at(signedIn, WEBHOOKS),
    });

  managers.get(`${SCHOOL}${NEW}`, (signedIn, reply) => showNew(signedIn, reply, {}, randomSecret()));

  managers.post(`${SCHOOL}${NEW}`, async (signedIn, form, reply) => {
    const { entry, problems, wanted } = readForm(app, form);
    const once = form.get('once') ?? '';
    if (!ONE_TIME_ID.test(once)) return showNew(signedIn, reply.code(400), { entry, problems }, randomSecret());
    if (wanted === undefined) return showNew(signedIn, reply.code(400), { entry, problems }, once);
    const { siteId } = signedIn.membership;
    // The id follows from the form, so that sending it twice adds one webhook.
    const id = `whe_${loginSession.formToken('webhook', siteId, signedIn.session.person.id, once).slice(0, 22)}`;
    const { secret, sealedSecrets } = webhooks.makeSecret();
    const event = webhookEvent(app, signedIn, 'webhook_created', { id, url: wanted.url });
    const frame = webhooksFrame(signedIn);
    if (!(await webhookEndpoints.create({ ...wanted, id, siteId, sealedSecrets }, event))) {
      const isThere = (await webhookEndpoints.find(siteId, id)) !== undefined;
      if (!isThere) return goTo(reply, at(signedIn, WEBHOOKS));
      const href = webhookPath(signedIn, { id });
      return sendPage(reply.code(409), alreadyIssuedWebhookPage(frame, 'created', href), 'own');
    }
    const page = issuedWebhookPage(frame, { what: 'created', secret, href: webhookPath(signedIn, { id }) });
    return sendPage(reply, page, 'own');
  });
}

function changedWebhooks(app: FastifyInstance, managers: SignedInPages<OperatorRequest>): void {
  const { webhookEndpoints } = app.school;
  const path = `${ONE}/edit`;

  const showChanges = (
    signedIn: OperatorRequest,
    reply: FastifyReply,
    webhook: FoundEndpoint,
    form: Partial<WebhookForm> = {},
  ) =>
    show(signedIn, reply, {
      entry: { url: webhook.url, events: webhook.events },
      ...form,
      isNew: false,
      action: `${webhookPath(signedIn, webhook)}/edit`,
      hidden: { seen: String(webhook.updatedAt) },
      cancelHref: webhookPath(signedIn, webhook),
    });

  managers.get(path, async (signedIn, reply) => {
    const webhook = await findWebhook(app, signedIn);
    return webhook === undefined ? missing(signedIn, reply) : showChanges(signedIn, reply, webhook);
  });

  managers.post(path, async (signedIn, form, reply) => {
    const webhook = await findWebhook(app, signedIn);
    if (webhook === undefined) return missing(signedIn, reply);
    const { entry, problems, wanted } = readForm(app, form);
    if (wanted === undefined) return showChanges(signedIn, reply.code(400), webhook, { entry, problems });
    const isSeen = form.get('seen') === String(webhook.updatedAt);
    let operator = signedIn;
    if (isSeen && wanted.url !== webhook.url) {
      const entered = await askedToRedirect(app, managers, { signedIn, webhook, wanted, form, reply });
      if ('sent' in entered) return entered.sent;
      operator = entered.operator;
    }
    const event = webhookEvent(app, operator, 'webhook_changed', { id: webhook.id, url: wanted.url });
    if (!isSeen || !(await webhookEndpoints.change(webhook, wanted, event))) {
      const present = (await findWebhook(app, operator)) ?? webhook;
      return showChanges(operator, reply.code(409), present, { isStale: true });
    }
    return goTo(reply, `${webhookPath(signedIn, webhook)}?done=changed`);
  });
}

interface Redirection {
  signedIn: OperatorRequest;
  webhook: FoundEndpoint;
  wanted: NonNullable<Reading['wanted']>;
  form: Parameters;
  reply: FastifyReply;
}

/**
 * Another address requires reauthentication, because what happens at the school is sent there afterwards.
 * @returns the operator as read afterwards, or the response that was sent
 */
async function askedToRedirect(
  app: FastifyInstance,
  managers: SignedInPages<OperatorRequest>,
  { signedIn, webhook, wanted, form, reply }: Redirection,
): Promise<{ operator: OperatorRequest } | { sent: FastifyReply }> {
  const isAnswered = form.get('password') !== undefined || form.get('passkey') !== undefined;
  const result = isAnswered ? await reauthenticate(app, signedIn, form, reply) : { problem: undefined };
  if ('problem' in result) {
    const { webhooks, shell } = signedIn.text;
    const sent = await confirm(app, signedIn, reply, webhooksFrame(signedIn), {
      title: webhooks.form.editTitle,
      consequences: html`<p><code>${displayText(webhook.url)}</code> → <code>${displayText(wanted.url)}</code></p>`,
      hidden: { url: wanted.url, event: wanted.events, seen: String(webhook.updatedAt) },
      submit: shell.save,
      cancelHref: webhookPath(signedIn, webhook),
      problem: result.problem,
    });
    return { sent };
  }
  // Verifying the password takes time, so the operator's rights are read again afterwards.
  const operator = await managers.reload(signedIn, reply);
  if (operator === undefined) return { sent: reply };
  const isRenewed = await renewSession(app, operator, reply, result.person);
  return isRenewed ? { operator } : { sent: await tellStale(operator.request, reply) };
}
