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
import { signedInBy } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import type { SignedInPages } from '../../kit/signed-in.ts';
import { at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { type WebhookEntry, type WebhookForm, type WebhookProblems, webhookFormPage } from './form-view.ts';
import { type FoundEndpoint, findWebhook, ONE, WEBHOOKS, webhookEvent, webhookPath, webhooksFrame } from './routes.ts';
import { alreadyIssuedWebhookPage, issuedWebhookPage } from './secret-view.ts';
import { sentTo } from './view.ts';

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
    const { form: text } = signedIn.text.webhooks;
    const proof = await signedInBy(
      app,
      managers,
      { signedIn, form, reply },
      {
        frame: webhooksFrame(signedIn),
        title: text.newTitle,
        consequences: sentTo(wanted, signedIn.text),
        hidden: { url: wanted.url, event: wanted.events, once },
        submit: text.create,
        tone: 'primary',
        cancelHref: at(signedIn, WEBHOOKS),
      },
    );
    if ('sent' in proof) return proof.sent;
    return create(proof.entered, reply, wanted, once);
  });

  async function create(
    signedIn: OperatorRequest,
    reply: FastifyReply,
    wanted: NonNullable<Reading['wanted']>,
    once: string,
  ): Promise<FastifyReply> {
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
  }
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
    // What happens at the school is sent to another address afterwards.
    if (isSeen && wanted.url !== webhook.url) {
      const { webhooks, shell } = signedIn.text;
      const proof = await signedInBy(
        app,
        managers,
        { signedIn, form, reply },
        {
          frame: webhooksFrame(signedIn),
          title: webhooks.form.editTitle,
          consequences: html`<p><code>${displayText(webhook.url)}</code> → <code>${displayText(wanted.url)}</code></p>`,
          hidden: { url: wanted.url, event: wanted.events, seen: String(webhook.updatedAt) },
          submit: shell.save,
          cancelHref: webhookPath(signedIn, webhook),
        },
      );
      if ('sent' in proof) return proof.sent;
      operator = proof.entered;
    }
    const event = webhookEvent(app, operator, 'webhook_changed', { id: webhook.id, url: wanted.url });
    if (!isSeen || !(await webhookEndpoints.change(webhook, wanted, event))) {
      const present = (await findWebhook(app, operator)) ?? webhook;
      return showChanges(operator, reply.code(409), present, { isStale: true });
    }
    return goTo(reply, `${webhookPath(signedIn, webhook)}?done=changed`);
  });
}
