/** The webhooks of a school, for its owners and administrators: the list, and each with its last messages. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../../schema/audit/audit-event.ts';
import { OUTGOING_LIFETIME } from '../../../../schema/outgoing.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { TEST_EVENT, type WebhookEndpoint, webhookTarget } from '../../../../schema/school/webhook.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { adminFrame, at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { webhooksPage } from './list-view.ts';
import { type WebhookDone, webhookPage } from './view.ts';

export const WEBHOOKS = '/webhooks';
/** The route of one webhook. */
export const ONE = `${SCHOOL}${WEBHOOKS}/:webhook`;

const SHOWN = 15;
const DONE: readonly WebhookDone[] = ['changed', 'enabled', 'disabled', 'tested', 'replayed', 'unsent'];

export type FoundEndpoint = WebhookEndpoint & { sealedSecrets: Buffer };

export const webhookPath = (signedIn: OperatorRequest, { id }: Pick<WebhookEndpoint, 'id'>): string =>
  at(signedIn, `${WEBHOOKS}/${id}`);

export const findWebhook = (
  { school: { webhookEndpoints } }: FastifyInstance,
  { request, membership }: OperatorRequest,
): Promise<FoundEndpoint | undefined> => webhookEndpoints.find(membership.siteId, pathParameter(request, 'webhook'));

export const webhooksFrame = (signedIn: OperatorRequest) => adminFrame(signedIn, WEBHOOKS);

/** Returns an event for the audit log about an operator's change of a webhook. */
export const webhookEvent = (
  { clock, originOf }: FastifyInstance,
  { request, membership, session }: OperatorRequest,
  event: AuditEventName,
  endpoint: Pick<WebhookEndpoint, 'id' | 'url'>,
): AuditEvent => ({
  ...originOf(request),
  event,
  at: clock(),
  siteId: membership.siteId,
  personId: session.person.id,
  target: webhookTarget(endpoint),
});

const doneOf = ({ request }: OperatorRequest): string | undefined => readParameters(request.query).get('done');

export function webhookPages(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { webhookEndpoints } = app.school;
  managers.get(`${SCHOOL}${WEBHOOKS}`, async (signedIn, reply) => {
    const page = webhooksPage(webhooksFrame(signedIn), {
      base: at(signedIn, WEBHOOKS),
      webhooks: await webhookEndpoints.ofSite(signedIn.membership.siteId),
      isDeleted: doneOf(signedIn) === 'deleted',
    });
    return sendPage(reply, page, 'own');
  });

  managers.get(ONE, async (signedIn, reply) => {
    const webhook = await findWebhook(app, signedIn);
    if (webhook === undefined) return missing(signedIn, reply);
    const until = webhook.previousSecretEndsAt ?? 0;
    const done = doneOf(signedIn);
    const page = webhookPage(webhooksFrame(signedIn), {
      webhook,
      oldSecretUntil: until > app.clock() ? until : undefined,
      messages: await webhookEndpoints.log(webhook.id, SHOWN),
      base: webhookPath(signedIn, webhook),
      backHref: at(signedIn, WEBHOOKS),
      csrf: signedIn.csrf,
      timeZone: signedIn.membership.timezone,
      done: DONE.find((key) => key === done),
    });
    return sendPage(reply, page, 'own');
  });

  webhookActions(app, managers);
}

function webhookActions(app: FastifyInstance, managers: SiteAdminPages['managers']): void {
  const { clock } = app;
  const { webhookEndpoints, webhooks } = app.school;

  /** @param act does it, and returns what the page reports */
  const action = (
    path: string,
    act: (signedIn: OperatorRequest, webhook: FoundEndpoint, delivery: string) => Promise<WebhookDone | undefined>,
  ): void =>
    managers.post(`${ONE}${path}`, async (signedIn, form, reply): Promise<FastifyReply> => {
      const webhook = await findWebhook(app, signedIn);
      if (webhook === undefined) return missing(signedIn, reply);
      const done = await act(signedIn, webhook, form.get('delivery') ?? '');
      webhooks.lookSoon();
      const base = webhookPath(signedIn, webhook);
      return goTo(reply, done === undefined ? base : `${base}?done=${done}`);
    });

  action('/disable', async (signedIn, webhook) => {
    const event = webhookEvent(app, signedIn, 'webhook_disabled', webhook);
    const isDone = webhook.status === 'active' && (await webhookEndpoints.disable(webhook, event));
    return isDone ? 'disabled' : undefined;
  });

  action('/test', async (signedIn, webhook) => {
    const message = webhooks.message(TEST_EVENT, webhook.siteId, { webhook_id: webhook.id });
    const event = webhookEvent(app, signedIn, 'webhook_sent', webhook);
    return (await webhookEndpoints.send(webhook, message, event)) ? 'tested' : 'unsent';
  });

  action('/replay', async (signedIn, webhook, delivery) => {
    const event = webhookEvent(app, signedIn, 'webhook_sent', webhook);
    const isDone = await webhookEndpoints.replay(webhook, delivery, clock() + OUTGOING_LIFETIME, event);
    return isDone ? 'replayed' : 'unsent';
  });
}
