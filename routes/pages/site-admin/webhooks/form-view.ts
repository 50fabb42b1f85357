import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../../../schema/school/webhook.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, field, linkButton, notice, postForm } from '../../kit/components.ts';
import { errorSummary } from '../../kit/error-summary.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';

export type WebhookEntry = { url: string; events: readonly WebhookEventName[] };
export type WebhookProblems = { url: boolean; events: boolean };

export type WebhookForm = {
  isNew: boolean;
  entry: WebhookEntry;
  problems: WebhookProblems;
  /** Whether the webhook has changed while this form was open. */
  isStale?: boolean;
  action: string;
  csrf: string;
  hidden: Readonly<Record<string, string>>;
  cancelHref: string;
};

const eventChoices = ({ entry, problems }: WebhookForm, { events, form }: Text['webhooks']): Html =>
  html`<fieldset class="choices" id="events"><legend>${form.events}</legend><p class="hint">${form.eventsHint}</p>
${problems.events && html`<p class="error">${form.eventsFault}</p>`}
${WEBHOOK_EVENT_NAMES.map(
  (name) =>
    html`<label class="choice"><input type="checkbox" name="event" value="${name}"${entry.events.includes(name) && html` checked`}>
<span>${events[name]}<br><code class="detail">${name}</code></span></label>`,
)}</fieldset>`;

/** The form that adds or changes a webhook. */
export const webhookFormPage = (frame: PageFrame, form: WebhookForm): string => {
  const text = textFor(frame.language);
  const { form: say } = text.webhooks;
  const title = form.isNew ? say.newTitle : say.editTitle;
  const wrong = [
    ...(form.problems.url ? [{ id: 'url', label: say.url }] : []),
    ...(form.problems.events ? [{ id: 'events', label: say.events }] : []),
  ];
  const address = field({
    name: 'url',
    label: say.url,
    type: 'url',
    autocomplete: 'off',
    maxLength: 500,
    value: form.entry.url,
    hint: say.urlHint,
    error: form.problems.url ? say.urlFault : undefined,
  });
  const actions = html`<div class="inline">${button(form.isNew ? say.create : text.shell.save)}${linkButton(form.cancelHref, text.shell.cancel, 'secondary')}</div>`;
  const body = html`<div class="intro"><h1>${title}</h1></div>
${form.isStale === true && notice('problem', html`<p>${say.stale}</p>`)}
${errorSummary(wrong, text)}
${postForm({ action: form.action, csrf: form.csrf, hidden: form.hidden, body: [address, eventChoices(form, text.webhooks), actions] })}`;
  return page(frame, { title, body, isWrong: wrong.length > 0 || form.isStale === true });
};
