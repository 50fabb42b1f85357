/** The form that adds and changes a webhook. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isSecret } from '../../../../schema/credential.ts';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import {
  readWebhookUrl,
  WEBHOOK_EVENT_NAMES,
  type WebhookEndpoint,
  webhookTarget,
} from '../../../../schema/school/webhook.ts';
import { goTo } from '../../../http.ts';
import { button, errorSummary, field, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { at, type OperatorRequest, type Place, SCHOOL } from '../operator-pages.ts';
import { type FoundEndpoint, findWebhook, ONE, sentTo, takeForm, WEBHOOKS, webhookPath } from './list.ts';
import { secretPage } from './sensitive-actions.ts';

const NEW = `${WEBHOOKS}/new`;

/** The form of a webhook, or of a new one, which is added once. */
interface WebhookForm extends Pick<WebhookEndpoint, 'url' | 'events'> {
  wrong?: readonly ('url' | 'events')[];
  /** True if the webhook has changed while the form was open. */
  isStale?: boolean;
  webhook?: FoundEndpoint;
}

export function webhookForm(app: FastifyInstance, place: Place<OperatorRequest>): void {
  addingForm(app, place);
  changingForm(app, place);
}

function readForm({ config }: FastifyInstance, form: Parameters) {
  const enteredUrl = form.get('url') ?? '';
  const url = readWebhookUrl(enteredUrl, config.baseUrl, config.cimd.allowLoopback);
  const events = WEBHOOK_EVENT_NAMES.filter((name) => form.all('event').includes(name));
  const isRight = { url: url !== undefined, events: events.length > 0 };
  const wrong = (['url', 'events'] as const).filter((name) => !isRight[name]);
  return { url: wrong.length === 0 && url !== undefined ? url : enteredUrl, events, wrong };
}

/** @returns what sends the page with other contents */
const formPage = (
  app: FastifyInstance,
  place: Place<OperatorRequest>,
  path: string,
  load: (signedIn: OperatorRequest) => Promise<WebhookForm | undefined> | WebhookForm,
) =>
  definePage<OperatorRequest, WebhookForm>(app, place, {
    at: path,
    load: ({ signedIn }) => load(signedIn),
    title: ({ webhook }, { text: { webhooks } }) => webhooks.form[webhook === undefined ? 'newTitle' : 'editTitle'],
    isWrong: ({ wrong = [], isStale = false }) => wrong.length > 0 || isStale,
    body(form, visit) {
      const { csrf, signedIn, text } = visit;
      const { form: words } = text.webhooks;
      const { webhook, wrong = [] } = form;
      const address = field({
        name: 'url',
        label: words.url,
        type: 'url',
        autocomplete: 'off',
        maxLength: 500,
        value: form.url,
        hint: words.urlHint,
        error: wrong.includes('url') ? words.urlFault : undefined,
      });
      const cancelHref = webhook === undefined ? at(signedIn, WEBHOOKS) : webhookPath(signedIn, webhook);
      const submit = webhook === undefined ? words.create : text.shell.save;
      const actions = html`<div class="inline">${button(submit)}${linkButton(cancelHref, text.shell.cancel, 'secondary')}</div>`;
      return html`${form.isStale === true && notice('problem', html`<p>${words.stale}</p>`)}
${errorSummary(
  wrong.map((id) => ({ id, label: words[id] })),
  text,
)}
${postForm({
  action: webhook === undefined ? at(signedIn, NEW) : `${cancelHref}/edit`,
  csrf,
  hidden: webhook === undefined ? {} : { seen: String(webhook.updatedAt) },
  body: [address, eventChoices(form, visit), actions],
})}`;
    },
  });

const eventChoices = (
  { events: chosen, wrong = [] }: WebhookForm,
  { text: { webhooks } }: Visit<OperatorRequest>,
): Html =>
  html`<fieldset class="choices" id="events"><legend>${webhooks.form.events}</legend><p class="hint">${webhooks.form.eventsHint}</p>
${wrong.includes('events') && html`<p class="error">${webhooks.form.eventsFault}</p>`}
${WEBHOOK_EVENT_NAMES.map(
  (name) =>
    html`<label class="choice"><input type="checkbox" name="event" value="${name}"${chosen.includes(name) && html` checked`}>
<span>${webhooks.events[name]}<br><code class="detail">${name}</code></span></label>`,
)}</fieldset>`;

function addingForm(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { webhookEndpoints, webhooks } = app.school;
  const path = `${SCHOOL}${NEW}`;
  const sendSecret = secretPage(app, place);
  const show = formPage(app, place, path, () => ({ url: '', events: [] }));

  place.pages.post(path, async (signedIn, form, reply) => {
    const wanted = readForm(app, form);
    const once = form.get('once') ?? '';
    if (wanted.wrong.length > 0 || !isSecret(once)) return show(signedIn, reply.code(400), wanted);
    const { text } = signedIn;
    const sent = { signedIn, form, reply };
    const proof = await signedInBy(app, place.pages, sent, {
      frame: place.frame(signedIn),
      title: text.webhooks.form.newTitle,
      consequences: sentTo(wanted, text),
      hidden: { url: wanted.url, event: wanted.events, once },
      submit: text.webhooks.form.create,
      tone: 'primary',
      cancelHref: at(signedIn, WEBHOOKS),
    });
    return 'sent' in proof ? proof.sent : add(proof.entered, reply, wanted, once);
  });

  async function add(
    signedIn: OperatorRequest,
    reply: FastifyReply,
    { url, events }: ReturnType<typeof readForm>,
    once: string,
  ) {
    const { siteId } = signedIn.membership;
    // The id follows from the form, so that sending it twice adds one webhook.
    const token = app.people.loginSession.formToken('webhook', siteId, signedIn.session.person.id, once);
    const id = `whe_${token.slice(0, 22)}`;
    const { secret, sealedSecrets } = webhooks.makeSecret();
    const event = signedIn.event('webhook_created', { target: webhookTarget({ id, url }) });
    const isNew = await webhookEndpoints.create({ url, events, id, siteId, sealedSecrets }, event);
    const isThere = isNew || (await webhookEndpoints.find(siteId, id)) !== undefined;
    if (!isThere) return goTo(reply, at(signedIn, WEBHOOKS));
    return sendSecret(signedIn, reply, { occasion: 'created', id, secret: isNew ? secret : undefined });
  }
}

function changingForm(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const formOf = (webhook: FoundEndpoint): WebhookForm => ({ webhook, url: webhook.url, events: webhook.events });
  const show = formPage(app, place, `${ONE}/edit`, async (signedIn) => {
    const webhook = await findWebhook(app, signedIn);
    return webhook && formOf(webhook);
  });

  takeForm(app, place, '/edit', async (sent) => {
    const { signedIn, form, reply, webhook } = sent;
    const wanted = readForm(app, form);
    if (wanted.wrong.length > 0) return show(signedIn, reply.code(400), { ...wanted, webhook });
    const isSeen = form.get('seen') === String(webhook.updatedAt);
    let operator = signedIn;
    // What happens at the school is sent to another address afterwards.
    if (isSeen && wanted.url !== webhook.url) {
      const { webhooks, shell } = signedIn.text;
      const proof = await signedInBy(app, place.pages, sent, {
        frame: place.frame(signedIn),
        title: webhooks.form.editTitle,
        consequences: html`<p><code>${displayText(webhook.url)}</code> → <code>${displayText(wanted.url)}</code></p>`,
        hidden: { url: wanted.url, event: wanted.events, seen: String(webhook.updatedAt) },
        submit: shell.save,
        cancelHref: webhookPath(signedIn, webhook),
      });
      if ('sent' in proof) return proof.sent;
      operator = proof.entered;
    }
    const event = operator.event('webhook_changed', { target: webhookTarget({ id: webhook.id, url: wanted.url }) });
    if (!isSeen || !(await app.school.webhookEndpoints.change(webhook, wanted, event))) {
      const present = (await findWebhook(app, operator)) ?? webhook;
      return show(operator, reply.code(409), { ...formOf(present), isStale: true });
    }
    return goTo(reply, `${webhookPath(signedIn, webhook)}?done=changed`);
  });
}
