/** Forms that replace the secret of a webhook, turn it on again, or delete it, after a reauthentication. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type WebhookEndpoint, webhookTarget } from '../../../../schema/school/webhook.ts';
import { linkButton, notice } from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { page } from '../../kit/layout.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { copyScript } from '../../kit/scripts.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, type OperatorRequest, type SiteAdminPages } from '../operator-pages.ts';
import { type FoundEndpoint, findWebhook, ONE, sentTo, WEBHOOKS, webhookPath, webhooksPlace } from './list.ts';

export function webhookDangers(app: FastifyInstance, pages: SiteAdminPages): void {
  const { webhookEndpoints, webhooks } = app.school;
  const place = webhooksPlace(pages);
  const find = (signedIn: OperatorRequest) => findWebhook(app, signedIn);
  const describe = (what: 'rotate' | 'remove') => (signedIn: OperatorRequest, webhook: FoundEndpoint) => {
    const { danger, one } = signedIn.text.webhooks;
    return {
      title: danger[what].title,
      consequences: html`<p><code>${displayText(webhook.url)}</code></p><p>${danger[what].text}</p>`,
      submit: one[what],
      cancelHref: webhookPath(signedIn, webhook),
    };
  };

  requireReauthentication<OperatorRequest, FoundEndpoint>(app, place.pages, {
    ...place,
    path: `${ONE}/secret`,
    find,
    describe: (signedIn, webhook) => ({
      ...describe('rotate')(signedIn, webhook),
      // If the form is sent twice, the second one must not replace the new secret.
      hidden: { seen: String(webhook.updatedAt) },
    }),
    async act(signedIn, webhook, form, reply) {
      const { secret, sealedSecrets } = webhooks.makeSecret(webhook.sealedSecrets);
      const event = signedIn.event('webhook_secret_rotated', { target: webhookTarget(webhook) });
      const isRotated =
        form.get('seen') === String(webhook.updatedAt) &&
        (await webhookEndpoints.rotate(webhook, sealedSecrets, event));
      return sendSecret(signedIn, reply, webhook, 'rotated', isRotated ? secret : undefined);
    },
  });

  requireReauthentication<OperatorRequest, FoundEndpoint>(app, place.pages, {
    ...place,
    path: `${ONE}/enable`,
    async find(signedIn) {
      const webhook = await find(signedIn);
      return webhook?.status === 'disabled' ? webhook : undefined;
    },
    describe: (signedIn, webhook) => ({
      title: signedIn.text.webhooks.one.enable,
      consequences: sentTo(webhook, signedIn.text),
      submit: signedIn.text.webhooks.one.enable,
      tone: 'primary',
      cancelHref: webhookPath(signedIn, webhook),
    }),
    async act(signedIn, webhook) {
      const event = signedIn.event('webhook_enabled', { target: webhookTarget(webhook) });
      const isDone = await webhookEndpoints.enable(webhook, event);
      webhooks.lookSoon();
      return `${webhookPath(signedIn, webhook)}${isDone ? '?done=enabled' : ''}`;
    },
  });

  requireReauthentication<OperatorRequest, FoundEndpoint>(app, place.pages, {
    ...place,
    path: `${ONE}/delete`,
    find,
    describe: describe('remove'),
    async act(signedIn, webhook) {
      await webhookEndpoints.delete(webhook, signedIn.event('webhook_deleted', { target: webhookTarget(webhook) }));
      return at(signedIn, `${WEBHOOKS}?done=deleted`);
    },
  });
}

/**
 * Sends the page after a webhook was added or received a new secret. It is the only one that shows the secret.
 * @param secret `undefined` if the form was sent twice: the second one had no effect, and the secret is not shown again
 */
export function sendSecret(
  signedIn: OperatorRequest,
  reply: FastifyReply,
  webhook: Pick<WebhookEndpoint, 'id'>,
  what: 'created' | 'rotated',
  secret: string | undefined,
): FastifyReply {
  const { shell, webhooks } = signedIn.text;
  const { issued } = webhooks;
  const frame = adminFrame(signedIn, WEBHOOKS);
  const href = webhookPath(signedIn, webhook);
  if (secret === undefined) {
    const { title, text } = issued.again[what];
    const body = html`<div class="intro"><h1>${title}</h1><p>${text}</p></div>
<p>${linkButton(href, issued.on)}</p>`;
    return sendPage(reply.code(409), page(frame, { title, body }), 'own');
  }
  const title = issued.title[what];
  const body = html`<div class="intro"><h1>${title}</h1></div>
${notice('warning', html`<p>${issued.once}</p>`)}
${copyField(shell, 'secret', issued.label, secret)}
${what === 'rotated' && html`<p>${issued.overlap}</p>`}
<p>${linkButton(href, issued.on, 'secondary')}</p>`;
  return sendPage(reply, page(frame, { title, body, headExtra: copyScript }), 'own');
}
