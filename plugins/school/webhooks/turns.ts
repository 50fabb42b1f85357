/** The turn of an endpoint: sends what is due to it, one message after the other, until one fails or the turn is over. */
import type { FastifyInstance } from 'fastify';
import { byChance, retryAfter } from '../../../schema/data/outgoing-message.ts';
import { FAILING_FOR, webhookHeaders, webhookTarget } from '../../../schema/school/webhook.ts';
import type { Network } from '../../http/guarded-request.ts';
import type { AttemptResult, DueDelivery, EndpointClaim } from '../stores.ts';
import { sendWebhook, type WebhookAnswer } from './request.ts';

const SECOND = 1000;
/** The longest wait that a receiver can ask for. */
const LONGEST_RETRY_AFTER_MS = 24 * 3600 * SECOND;
/** Longer than any turn with its last attempt. */
export const CLAIM_MS = 45 * SECOND;
const TURN_MS = 15 * SECOND;
const PER_TURN = 20;
const FIRST_BREAK_MS = 5 * SECOND;
const LONGEST_BREAK_MS = 600 * SECOND;
/** 410 Gone: the receiver wants nothing any more. */
const GONE = 410;

/** The time without attempts after failures in a row, whichever messages failed. */
const breakAfter = (failures: number): number =>
  byChance(Math.min(FIRST_BREAK_MS * 2 ** Math.min(failures - 1, 20), LONGEST_BREAK_MS));

/** @param isStopping whether the server is about to stop */
export function takingTurns(app: FastifyInstance, network: Network, isStopping: () => boolean) {
  const { clock, config, log, timer } = app;
  const { webhookSending: store } = app.school;
  const { mailer } = app.people;

  const mayBeLoopback = (url: string): boolean =>
    config.cimd.allowLoopback && config.cimd.hosts.allowed.includes(new URL(url).host);

  function send(endpoint: EndpointClaim, { id, payload }: DueDelivery): Promise<WebhookAnswer> {
    const now = clock();
    const { url, previousSecretEndsAt } = endpoint;
    const secrets = app.school.webhooks.open(endpoint.sealedSecrets);
    const signing = now < (previousSecretEndsAt ?? 0) ? secrets : secrets.slice(0, 1);
    const headers = webhookHeaders(id, payload, signing, now);
    return sendWebhook(network, timer, { url, headers, body: payload, mayBeLoopback: mayBeLoopback(url) });
  }

  /** Sends a message, and stores what became of it. */
  async function attempt(endpoint: EndpointClaim, delivery: DueDelivery): Promise<WebhookAnswer> {
    const { id, name } = delivery;
    const answer = await send(endpoint, delivery);
    const result = resultOf(delivery, answer, clock());
    await store.tried(delivery, result);
    const { status } = answer;
    app.school.webhooks.attempts[outcomeOf(status)] += 1;
    if (!isSuccess(status)) {
      const reason = answer.status === null ? answer.reason : `status ${status}`;
      const { attempts } = result;
      log.warn({ id, endpoint: endpoint.id, name, attempts, reason }, 'a webhook was not delivered');
    }
    return answer;
  }

  /** Disables an endpoint, and tells the owners of the school. */
  async function stop(endpoint: EndpointClaim, why: 'gone' | 'failing'): Promise<void> {
    const { id, siteId, url } = endpoint;
    log.warn({ endpoint: id, siteId, why }, 'a webhook endpoint was disabled');
    const outgoing = mailer.outgoing({ order: 'webhook_stopped', siteId, host: new URL(url).host, why });
    const event = { event: 'webhook_stopped', at: clock(), siteId, target: webhookTarget(endpoint), outgoing } as const;
    await store.stop(endpoint, why, event);
  }

  /** When something is due again. What is overdue waits behind the endpoints that have waited longer for their turn. */
  async function nextFrom({ id }: EndpointClaim, earliest: number): Promise<number | null> {
    const delivery = await store.next(id);
    return delivery === undefined ? null : Math.max(delivery.dueAt, earliest);
  }

  async function afterFailure(endpoint: EndpointClaim, answer: WebhookAnswer): Promise<void> {
    const now = clock();
    const { status } = answer;
    const failingSince = endpoint.failingSince ?? now;
    if (status === GONE) return stop(endpoint, 'gone');
    if (now - failingSince >= FAILING_FOR) return stop(endpoint, 'failing');
    const failures = endpoint.failures + 1;
    const notBefore = now + Math.max(breakAfter(failures), waitAskedFor(answer, now));
    return store.release(endpoint, { next: await nextFrom(endpoint, notBefore), notBefore, failures, failingSince });
  }

  return async function takeTurn(endpoint: EndpointClaim): Promise<void> {
    const until = clock() + TURN_MS;
    let { failures, failingSince } = endpoint;
    for (let sent = 0; sent < PER_TURN && clock() < until && !isStopping(); sent += 1) {
      const delivery = await store.next(endpoint.id);
      if (delivery === undefined || delivery.dueAt > clock()) break;
      if (delivery.expiresAt <= clock()) {
        const { attempts } = delivery;
        const over = { dueAt: null, triedAt: null, deliveredAt: null, failedAt: clock() };
        await store.tried(delivery, { attempts, ...over, status: null, answer: null });
        continue;
      }
      const answer = await attempt(endpoint, delivery);
      if (!isSuccess(answer.status)) return afterFailure({ ...endpoint, failures, failingSince }, answer);
      [failures, failingSince] = [0, null];
    }
    await store.release(endpoint, { next: await nextFrom(endpoint, clock()), notBefore: 0, failures, failingSince });
  };
}

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

const outcomeOf = (status: number | null) => {
  if (status === null) return 'unanswered';
  return isSuccess(status) ? 'delivered' : 'refused';
};

/** Returns the milliseconds that a receiver asks to wait, in seconds or as a date (RFC 9110 §10.2.3). */
function waitAskedFor(answer: WebhookAnswer, now: number): number {
  const asked = (answer.status === null ? undefined : answer.retryAfter)?.trim() ?? '';
  const ms = /^[0-9]{1,9}$/.test(asked) ? Number(asked) * SECOND : Date.parse(asked) - now;
  return Math.min(Math.max(ms || 0, 0), LONGEST_RETRY_AFTER_MS);
}

/** Returns the result of a delivery from the answer. */
function resultOf(delivery: DueDelivery, answer: WebhookAnswer, now: number): AttemptResult {
  const attempts = delivery.attempts + 1;
  const { status } = answer;
  const seen = { attempts, triedAt: now, status, answer: answer.status === null ? null : answer.answer };
  if (isSuccess(status)) return { ...seen, dueAt: null, deliveredAt: now, failedAt: null };
  const dueAt = now + Math.max(retryAfter(attempts), waitAskedFor(answer, now));
  const isOver = status === GONE || dueAt >= delivery.expiresAt;
  return { ...seen, deliveredAt: null, dueAt: isOver ? null : dueAt, failedAt: isOver ? now : null };
}
