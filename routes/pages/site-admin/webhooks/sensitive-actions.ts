/** Forms that replace the secret of a webhook, turn it on again, or delete it, after a reauthentication. */
import type { FastifyInstance } from 'fastify';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import { at, missing, type OperatorRequest, type SiteAdminPages } from '../operator-pages.ts';
import { type FoundEndpoint, findWebhook, ONE, WEBHOOKS, webhookEvent, webhookPath, webhooksFrame } from './routes.ts';
import { alreadyIssuedWebhookPage, issuedWebhookPage } from './secret-view.ts';
import { sentTo } from './view.ts';

export function webhookDangers(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { webhookEndpoints, webhooks } = app.school;
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

  requireReauthentication<OperatorRequest, FoundEndpoint>(app, managers, {
    path: `${ONE}/secret`,
    find,
    frame: webhooksFrame,
    describe: (signedIn, webhook) => ({
      ...describe('rotate')(signedIn, webhook),
      // If the form is sent twice, the second one must not replace the new secret.
      hidden: { seen: String(webhook.updatedAt) },
    }),
    async act(signedIn, webhook, form, reply) {
      const { secret, sealedSecrets } = webhooks.makeSecret(webhook.sealedSecrets);
      const event = webhookEvent(app, signedIn, 'webhook_secret_rotated', webhook);
      const href = webhookPath(signedIn, webhook);
      const frame = webhooksFrame(signedIn);
      const isRotated =
        form.get('seen') === String(webhook.updatedAt) &&
        (await webhookEndpoints.rotate(webhook, sealedSecrets, event));
      if (!isRotated) return sendPage(reply.code(409), alreadyIssuedWebhookPage(frame, 'rotated', href), 'own');
      return sendPage(reply, issuedWebhookPage(frame, { what: 'rotated', secret, href }), 'own');
    },
    missing,
  });

  requireReauthentication<OperatorRequest, FoundEndpoint>(app, managers, {
    path: `${ONE}/enable`,
    async find(signedIn) {
      const webhook = await find(signedIn);
      return webhook?.status === 'disabled' ? webhook : undefined;
    },
    frame: webhooksFrame,
    describe: (signedIn, webhook) => ({
      title: signedIn.text.webhooks.one.enable,
      consequences: sentTo(webhook, signedIn.text),
      submit: signedIn.text.webhooks.one.enable,
      tone: 'primary',
      cancelHref: webhookPath(signedIn, webhook),
    }),
    async act(signedIn, webhook) {
      const event = webhookEvent(app, signedIn, 'webhook_enabled', webhook);
      const isDone = await webhookEndpoints.enable(webhook, event);
      webhooks.lookSoon();
      return `${webhookPath(signedIn, webhook)}${isDone ? '?done=enabled' : ''}`;
    },
    missing,
  });

  requireReauthentication<OperatorRequest, FoundEndpoint>(app, managers, {
    path: `${ONE}/delete`,
    find,
    frame: webhooksFrame,
    describe: describe('remove'),
    async act(signedIn, webhook) {
      await webhookEndpoints.delete(webhook, webhookEvent(app, signedIn, 'webhook_deleted', webhook));
      return at(signedIn, `${WEBHOOKS}?done=deleted`);
    },
    missing,
  });
}
