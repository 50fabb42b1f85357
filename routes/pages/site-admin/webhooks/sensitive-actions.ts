/** Forms that replace the secret of a webhook, turn it on again, or delete it, after a reauthentication. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { webhookTarget } from '../../../../schema/school/webhook.ts';
import { linkButton, notice } from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { pageSender } from '../../kit/page.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { copyScript } from '../../kit/scripts.ts';
import { at, type OperatorRequest, type Place } from '../operator-pages.ts';
import { type FoundEndpoint, findWebhook, ONE, sentTo, WEBHOOKS, webhookPath } from './list.ts';

export function webhookDangers(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { webhookEndpoints, webhooks } = app.school;
  const sendSecret = secretPage(app, place);
  const find = (signedIn: OperatorRequest) => findWebhook(app, signedIn);
  const describe = (action: 'rotate' | 'remove') => (signedIn: OperatorRequest, webhook: FoundEndpoint) => {
    const { danger, one } = signedIn.text.webhooks;
    return {
      title: danger[action].title,
      consequences: html`<p><code>${displayText(webhook.url)}</code></p><p>${danger[action].text}</p>`,
      submit: one[action],
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
      const { secret, sealedSecrets } = webhooks.makeSecret(webhook);
      const event = signedIn.event('webhook_secret_rotated', { target: webhookTarget(webhook) });
      const isRotated =
        form.get('seen') === String(webhook.updatedAt) &&
        (await webhookEndpoints.rotate(webhook, sealedSecrets, event));
      return sendSecret(signedIn, reply, {
        occasion: 'rotated',
        id: webhook.id,
        secret: isRotated ? secret : undefined,
      });
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
      webhooks.wake();
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

/** A webhook that was added, or received a new secret, which is shown on this page only and never again. */
interface IssuedSecret {
  occasion: 'created' | 'rotated';
  id: string;
  secret: string;
}

/** The page after a form that makes secrets, and the one after a form that was sent twice: the second had no effect. */
const issuedPages = (app: FastifyInstance, place: Place<OperatorRequest>) => ({
  issued: pageSender<OperatorRequest, IssuedSecret>(app, place, {
    title: ({ occasion }, { text }) => text.webhooks.issued.title[occasion],
    scripts: () => copyScript,
    body({ secret, occasion, ...webhook }, { signedIn, text }) {
      const { issued } = text.webhooks;
      return html`${notice('warning', html`<p>${issued.once}</p>`)}
${copyField(text.shell, 'secret', issued.label, secret)}
${occasion === 'rotated' && html`<p>${issued.overlap}</p>`}
<p>${linkButton(webhookPath(signedIn, webhook), issued.on, 'secondary')}</p>`;
    },
  }),
  alreadyIssued: pageSender<OperatorRequest, Omit<IssuedSecret, 'secret'>>(app, place, {
    title: ({ occasion }, { text }) => text.webhooks.issued.again[occasion].title,
    lead: ({ occasion }, { text }) => html`<p>${text.webhooks.issued.again[occasion].text}</p>`,
    body: (webhook, { signedIn, text }) =>
      html`<p>${linkButton(webhookPath(signedIn, webhook), text.webhooks.issued.on)}</p>`,
  }),
});

/** @returns what sends the page with a secret, or the one of a form that was sent twice if there is none */
export function secretPage(app: FastifyInstance, place: Place<OperatorRequest>) {
  const { alreadyIssued, issued } = issuedPages(app, place);
  return (
    signedIn: OperatorRequest,
    reply: FastifyReply,
    { secret, ...webhook }: Omit<IssuedSecret, 'secret'> & { secret: string | undefined },
  ): FastifyReply =>
    secret === undefined
      ? alreadyIssued(signedIn, reply.code(409), webhook)
      : issued(signedIn, reply, { ...webhook, secret });
}
