/** `schoolgate webhooks …`: lists the webhooks of a school, switches them off and on, and sends again what failed. */
import type { FastifyInstance } from 'fastify';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import { OUTGOING_LIFETIME } from '../../schema/data/outgoing-message.ts';
import { type WebhookEndpoint, webhookTarget } from '../../schema/school/webhook.ts';
import { counted, interruptedBy } from './interruption.ts';
import { openApp } from './process.ts';
import { step } from './progress.ts';
import { readArguments, refuseArguments, runOn, UsageError } from './usage.ts';

export const USAGE = `Usage: schoolgate webhooks list <slug> [--json]      list the webhooks of a school, with their waiting and failed messages
       schoolgate webhooks disable <slug> <id>       switch one off; waiting messages are kept for 48 hours
       schoolgate webhooks enable <slug> <id>        switch it on again, and send waiting messages
       schoolgate webhooks replay <slug> <id>        retry all failed messages for two days

A running server sends what is due. Only the host of an address is shown, because the path may contain a secret.
`;

/** Of the messages of a webhook, which are kept for 14 days. */
const NEWEST = 10_000;
const OPTIONS = { json: { type: 'boolean', default: false } } as const;

type Decide = (app: FastifyInstance, webhook: WebhookEndpoint) => Promise<string>;

const DECISIONS: ReadonlyMap<string, Decide> = new Map<string, Decide>([
  ['disable', disable],
  ['enable', enable],
  ['replay', replay],
]);

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [name = '', slug, id, ...rest] = positionals;
  const decide = DECISIONS.get(name);
  const isRight = name === 'list' ? id === undefined : decide !== undefined && id !== undefined && !values.json;
  if (slug === undefined || !isRight || rest.length > 0) return refuseArguments(USAGE, { positionals, values });
  const app = await openApp({ LOG_LEVEL: 'silent' }, { housekeeping: false });
  await runOn(app, async () => {
    const site = await app.school.sites.bySlug(slug);
    if (site === undefined) throw new UsageError(`no school has the slug ${slug}`);
    const webhooks = await app.school.webhookEndpoints.ofSite(site.id);
    if (decide === undefined) return list(app, webhooks, values.json);
    const webhook = webhooks.find((one) => one.id === id);
    if (webhook === undefined) throw new UsageError(`${slug} has no webhook ${id}`);
    process.stdout.write(`${await decide(app, webhook)}\n`);
  });
}

async function list(app: FastifyInstance, webhooks: readonly WebhookEndpoint[], json: boolean): Promise<void> {
  const lines = await Promise.all(
    webhooks.map(async (webhook) => {
      const messages = await app.school.webhookEndpoints.log(webhook.id, NEWEST);
      const waiting = messages.filter(({ dueAt }) => dueAt !== null).length;
      const failed = messages.filter(({ failedAt }) => failedAt !== null).length;
      const { id, status, stop, failingSince, events } = webhook;
      const { host } = new URL(webhook.url);
      if (json) return JSON.stringify({ id, host, events, status, stop, failingSince, waiting, failed });
      const state = stop === null ? status : `${status} (${stop})`;
      const since = failingSince === null ? '' : `failing since ${new Date(failingSince).toISOString()}`;
      return [id, host, state, `${waiting} waiting`, `${failed} failed`, since].join('  ').trimEnd();
    }),
  );
  process.stdout.write(lines.length > 0 ? `${lines.join('\n')}\n` : json ? '' : 'none\n');
}

const eventOf = ({ clock }: FastifyInstance, event: AuditEventName, webhook: WebhookEndpoint) =>
  ({ event, at: clock(), siteId: webhook.siteId, target: webhookTarget(webhook) }) as const;

async function disable(app: FastifyInstance, webhook: WebhookEndpoint): Promise<string> {
  if (webhook.status === 'disabled') return 'it is disabled already';
  requireUnchanged(await app.school.webhookEndpoints.disable(webhook, eventOf(app, 'webhook_disabled', webhook)));
  return `disabled ${webhookTarget(webhook)}`;
}

async function enable(app: FastifyInstance, webhook: WebhookEndpoint): Promise<string> {
  if (webhook.status === 'active') return 'it is active already';
  requireUnchanged(await app.school.webhookEndpoints.enable(webhook, eventOf(app, 'webhook_enabled', webhook)));
  return `enabled ${webhookTarget(webhook)}`;
}

async function replay(app: FastifyInstance, webhook: WebhookEndpoint): Promise<string> {
  const { clock, school } = app;
  if (webhook.status === 'disabled') throw new UsageError('it is disabled, so nothing can be sent; enable it first');
  let sent = 0;
  try {
    // The oldest first.
    for (const { id, failedAt } of (await school.webhookEndpoints.log(webhook.id, NEWEST)).reverse()) {
      if (failedAt === null) continue;
      step(sent);
      const event = eventOf(app, 'webhook_sent', webhook);
      if (await school.webhookEndpoints.replay(webhook, id, clock() + OUTGOING_LIFETIME, event)) sent += 1;
    }
  } catch (error) {
    throw interruptedBy(error, { at: 'early', done: `${counted(sent, 'message', 'messages')} will be sent again` });
  }
  return `will be sent again: ${sent}`;
}

function requireUnchanged(isDone: boolean): void {
  if (!isDone) throw new UsageError('it has changed in the meantime; run list again');
}
