/**
 * Sends what the outbox contains: at once if all goes well, otherwise again and again, at growing intervals, until the
 * message expires. A message is deleted only after it was sent, so it may be sent twice if the process is killed, but it
 * is not lost when the process ends.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { makeIdentifier } from '../../schema/credential.ts';
import {
  CLAIM_LIFETIME,
  OUTGOING_LIFETIME,
  type OutgoingChannel,
  type OutgoingMessage,
  retryAfter,
} from '../../schema/data/outgoing-message.ts';

type Store = FastifyInstance['outboxStore'];
type Due = Awaited<ReturnType<Store['due']>>[number];
type Claim = NonNullable<Awaited<ReturnType<Store['claim']>>>;
type Step = ReturnType<Store['add']>;

/** A message that is to be sent now. */
export interface Delivery {
  readonly id: string;
  readonly createdAt: number;
  /** The content that `message` was called with. */
  readonly content: unknown;
  /** Aborts when the attempt is given up. */
  readonly signal: AbortSignal;
}

export type DeliveryOutcome =
  | { outcome: 'sent' }
  /** It was not sent itself: the others take its place, and the steps are part of the same unit of work. */
  | { outcome: 'replaced'; by: readonly OutgoingMessage[]; further?: readonly Step[] }
  /** The link in it has ended: its time was over before the e-mail was taken, or it was used or replaced by a newer one. */
  | { outcome: 'expired' | 'superseded' }
  /** Trying again would be of no use. */
  | { outcome: 'refused'; failure: string }
  /** `isDown`: others on this channel would fail as well. */
  | { outcome: 'failed'; failure: string; isDown: boolean };

export type Carrier = (delivery: Delivery) => Promise<DeliveryOutcome>;

/** What became of attempts to send an e-mail. `postponed` ones are tried again, `failed` ones were given up. */
export type EmailOutcome = 'sent' | 'postponed' | 'failed' | 'expired' | 'superseded';

const noneYet = () => ({ sent: 0, postponed: 0, failed: 0, expired: 0, superseded: 0 });

export interface Outbox {
  /** Attempts since the start, by outcome. */
  readonly emails: Readonly<Record<EmailOutcome, number>>;
  /** Makes a message. It is sent soon after the unit of work that stores it, so that should be the next thing to do. */
  message(channel: OutgoingChannel, kind: string, content: object): OutgoingMessage;
  /** Stores messages that belong to no other change. */
  post(...messages: readonly OutgoingMessage[]): Promise<void>;
  /** Opens the content of a message. */
  open(sealed: Buffer): unknown;
  /** Says how messages of a channel are sent. */
  carry(channel: OutgoingChannel, carrier: Carrier): void;
  /** Tries to send what is due. */
  sendDue(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly outbox: Outbox;
  }
}

const SECOND = 1000;
const SEALED_FOR = 'outbox';
/** Interval of checks for messages that other processes have stored, or that are due again. */
const POLL_MS = 2 * SECOND;
/**
 * A message is sent after a random delay up to this time. Otherwise, the duration of the sender's next request could
 * reveal that something is sent.
 */
const PAUSE_MS = SECOND / 4;
/** It checks again after this time, in case the unit of work took longer than the pause. */
const SECOND_POLL_MS = SECOND;
const ATTEMPT_MS = 90 * SECOND;
const BATCH = 20;
/** As many as there are connections to the mail server. */
const AT_ONCE = 2;
/** Attempts that are under way when the server stops have this long to end. Whatever is left is sent after a restart. */
const STOP_WITHIN_MS = 5 * SECOND;
const DROPPED = {
  expired: 'the link in it has ended before the mail server took the e-mail',
  superseded: 'the link in it has ended, because it was used, or a newer e-mail brings another',
} as const;
const ALARM_INTERVAL_MS = 3600 * SECOND;

export default fp<{ isOn: boolean }>(
  async (app, { isOn }) => {
    const { clock, keyRing, log, outboxStore: store } = app;
    const carriers = new Map<OutgoingChannel, Carrier>();
    const sending = new Map<OutgoingChannel, Promise<void>>();
    const timers = new Set<NodeJS.Timeout>();
    const stopping = new AbortController();
    const open = (sealed: Buffer): unknown => JSON.parse(keyRing.open(SEALED_FOR, sealed).toString('utf8'));
    const emails = noneYet();
    const deliver = delivering(app, open, emails);

    /** Messages that arrive while the channel is busy are found before it ends, because the last check finds nothing. */
    async function sendAll(channel: OutgoingChannel, carrier: Carrier): Promise<void> {
      while (!stopping.signal.aborted) {
        const line = (await store.due(channel, clock(), BATCH)).values();
        let [tried, isDown] = [0, false];
        const next = async (): Promise<void> => {
          for (const due of line) {
            if (stopping.signal.aborted || isDown) return;
            const result = await deliver(due, carrier);
            if (result !== 'taken') tried += 1;
            isDown ||= result === 'down';
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, next));
        if (tried === 0 || isDown) return;
      }
    }

    async function sendDue(): Promise<void> {
      const channels = [...carriers].map(async ([channel, carrier]) => {
        const before = sending.get(channel);
        if (before !== undefined) return before;
        const all = sendAll(channel, carrier)
          .catch((error: unknown) => log.warn({ err: error }, 'the outbox cannot be read; it is tried again'))
          .finally(() => sending.delete(channel));
        sending.set(channel, all);
        return all;
      });
      await Promise.all(channels);
    }

    function pollIn(ms: number): void {
      if (stopping.signal.aborted) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void sendDue();
      }, ms);
      timer.unref();
      timers.add(timer);
    }

    function wake(): void {
      // Several messages of one request need one check.
      if (timers.size > 1) return;
      const pause = randomInt(PAUSE_MS);
      pollIn(pause);
      pollIn(pause + SECOND_POLL_MS);
    }

    app.decorate('outbox', {
      emails,
      message(channel, kind, content) {
        const createdAt = clock();
        const sealed = keyRing.seal(SEALED_FOR, Buffer.from(JSON.stringify(content)));
        wake();
        const id = makeIdentifier('out');
        return { id, channel, kind, sealed, createdAt, expiresAt: createdAt + OUTGOING_LIFETIME };
      },
      post: (...messages) => store.post(...messages),
      open,
      carry: (channel, carrier) => void carriers.set(channel, carrier),
      sendDue,
    } satisfies Outbox);

    const polling = isOn ? pollRegularly(app, sendDue) : undefined;
    app.addHook('onClose', async () => {
      stopping.abort();
      polling?.stop();
      for (const timer of timers) clearTimeout(timer);
      await Promise.race([Promise.all(sending.values()), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    });
  },
  { name: 'outbox', dependencies: ['key-ring', 'stores'] },
);

/** Checks for messages from the start on, and says from time to time how many could not be sent. */
function pollRegularly(app: FastifyInstance, sendDue: () => Promise<void>): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let alarmAgainAt = 0;
  async function poll(): Promise<void> {
    await sendDue();
    if (performance.now() < alarmAgainAt) return;
    alarmAgainAt = performance.now() + ALARM_INTERVAL_MS;
    const { failed } = await app.outboxStore.counts();
    if (failed > 0) app.log.warn({ failed }, 'messages could not be sent; schoolgate outbox list --failed shows them');
  }
  const pollSafely = (): Promise<void> =>
    poll().catch((error: unknown) => app.log.warn({ err: error }, 'the outbox cannot be read; it is tried again'));
  app.addHook('onReady', async () => {
    timer = setInterval(pollSafely, POLL_MS);
    timer.unref();
  });
  return { stop: () => clearInterval(timer) };
}

/** A shorter one is over before the next attempts anyway. */
const OUTAGE_MS = 15 * 60_000;

/** Returns a function that tries to send one message. `taken`: another node is sending it. */
function delivering(
  { clock, log, outboxStore: store }: FastifyInstance,
  open: (sealed: Buffer) => unknown,
  emails: Record<EmailOutcome, number>,
) {
  /** Since when nothing was sent because of the mail server. */
  let downSince: number | undefined;

  async function attempt({ id, createdAt, sealed }: Due, carrier: Carrier): Promise<DeliveryOutcome> {
    const late = new AbortController();
    const failed = { outcome: 'failed', failure: 'timeout', isDown: true } as const;
    const tooLong = sleep(ATTEMPT_MS, failed, { ref: false }).finally(() => late.abort());
    try {
      return await Promise.race([carrier({ id, createdAt, content: open(sealed), signal: late.signal }), tooLong]);
    } catch (error) {
      log.error({ err: error, id }, 'a message of the outbox could not be prepared');
      return { outcome: 'failed', failure: 'internal', isDown: false };
    }
  }

  async function settle({ kind, expiresAt }: Due, claim: Claim, result: DeliveryOutcome): Promise<void> {
    const { attempts, id } = claim;
    const now = clock();
    switch (result.outcome) {
      case 'sent':
        emails.sent += 1;
        return store.sent(claim);
      case 'replaced':
        // A step that fails means that the occasion has passed. A claim that was lost changes nothing.
        if (!(await store.replace(claim, result.by, result.further))) await store.replace(claim, []);
        return;
      case 'expired':
      case 'superseded':
        emails[result.outcome] += 1;
        log.warn(
          { id, kind, attempts, why: DROPPED[result.outcome] },
          'an e-mail was dropped, as it would be of no use any more',
        );
        await store.replace(claim, []);
        return;
      case 'refused':
        emails.failed += 1;
        log.error({ id, kind, attempts, failure: result.failure }, 'an e-mail could not be delivered');
        return store.giveUp(claim, now, result.failure);
      case 'failed': {
        const { failure } = result;
        emails[now < expiresAt ? 'postponed' : 'failed'] += 1;
        if (now < expiresAt) {
          // The last attempt is at the end of its time.
          const dueAt = Math.min(now + retryAfter(attempts), expiresAt);
          log.warn({ id, kind, attempts, failure }, 'an e-mail could not be sent; it will be retried');
          return store.postpone(claim, dueAt, failure);
        }
        log.error({ id, kind, attempts, failure }, 'an e-mail could not be delivered');
        return store.giveUp(claim, now, failure);
      }
    }
  }

  return async (due: Due, carrier: Carrier): Promise<'taken' | 'down' | 'done'> => {
    const now = clock();
    const claim = await store.claim(due, now + CLAIM_LIFETIME, now);
    if (claim === undefined) return 'taken';
    const result = await attempt(due, carrier);
    await settle(due, claim, result);
    const isDown = result.outcome === 'failed' && result.isDown;
    if (isDown) downSince ??= now;
    if (result.outcome === 'sent') {
      // A mail server that is back gets what waits at once, instead of after up to four hours. One that fails only with some
      // e-mails is not: they would be tried after each of the others.
      if (downSince !== undefined && now - downSince >= OUTAGE_MS) await store.hastenAll(clock());
      downSince = undefined;
    }
    return isDown ? 'down' : 'done';
  };
}
