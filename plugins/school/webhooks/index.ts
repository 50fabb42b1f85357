/**
 * Sends webhooks. What happens is stored by triggers with the change itself (`webhook_events`), is handed to the
 * endpoints of the school, and is sent from there until it arrives or 48 hours are over. Something may be sent twice if
 * the process is killed, always with the same id, and nothing is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { makeIdentifier } from '../../../schema/credential.ts';
import { OUTGOING_LIFETIME } from '../../../schema/data/outgoing-message.ts';
import { makeWebhookSecret, webhookPayload } from '../../../schema/school/webhook.ts';
import type { Network } from '../../http/guarded-request.ts';
import { outsideTraces } from '../../http/tracing.ts';
import { provide } from '../../provide.ts';
import type { EndpointClaim, WebhookEvent } from '../stores.ts';
import { CLAIM_MS, takingTurns } from './turns.ts';

export interface Webhooks {
  /** Attempts since the start, by their results. A receiver that answered anything but 2xx has `refused`. */
  readonly attempts: Record<'delivered' | 'refused' | 'unanswered', number>;
  /** Makes a secret, encrypted with those before that still sign. */
  makeSecret(endpoint?: Pick<EndpointClaim, 'sealedSecrets' | 'previousSecretEndsAt'>): {
    secret: string;
    sealedSecrets: Buffer;
  };
  /** Decrypts the secrets of an endpoint, the current one first. */
  open(sealedSecrets: Buffer): string[];
  /** A delivery of a message to one endpoint, to be stored. */
  message(name: string, siteId: string, data: object): ReturnType<typeof deliveryOf>;
  /** Sends what is due, and waits for all attempts. */
  sendDue(): Promise<void>;
  /** Checks soon for what was just stored. */
  wake(): void;
}

declare module '../stores.ts' {
  interface School {
    readonly webhooks: Webhooks;
  }
}

const SECOND = 1000;
const SEALED_FOR = 'webhook secrets';
/** Of one endpoint, with those that sign for the rest of a day. */
const MAX_SECRETS = 5;
/** Interval of checks for new events and due deliveries. */
const POLL_MS = 3 * SECOND;
const SOON_MS = SECOND / 5;
const EVENTS_AT_ONCE = 100;
const ENDPOINTS_READ = 100;
/** Turns at the same time, in all and of one school. A school whose receivers are slow takes no turn of another. */
const AT_ONCE = { all: 16, school: 2 };
/** Attempts that are under way when the server stops have this long to end. */
const STOP_WITHIN_MS = 5 * SECOND;

const deliveryOf = (
  name: string,
  personId: string | null,
  payload: string,
  now: number,
  id = makeIdentifier('msg'),
) => ({
  id,
  name,
  personId,
  payload,
  createdAt: now,
  expiresAt: now + OUTGOING_LIFETIME,
});

export default fp<{ isOn: boolean; network: Network }>(
  async (app, { isOn, network }) => {
    const { clock, keyRing } = app;
    const stopping = new AbortController();
    const open = (sealed: Buffer): string[] => JSON.parse(keyRing.open(SEALED_FOR, sealed).toString('utf8'));
    const handOut = handingOut(app, stopping.signal);
    const turns = schedule(app, network, stopping.signal, () => wake());
    let polling: Promise<number> | undefined;
    let isToPollAgain = false;

    async function pollUntilDone(): Promise<number> {
      let started = 0;
      try {
        do {
          isToPollAgain = false;
          await handOut();
          started += await turns.start();
        } while (isToPollAgain && !stopping.signal.aborted);
      } finally {
        polling = undefined;
      }
      return started;
    }

    /**
     * Checks for new events and due deliveries, once at a time: a call during a check leads to another one afterwards.
     * @returns how many turns have started
     */
    function poll(): Promise<number> {
      isToPollAgain = true;
      polling ??= pollUntilDone();
      return polling;
    }
    const pollSafely = (): Promise<unknown> =>
      poll().catch((error: unknown) => app.log.warn({ err: error }, 'webhooks cannot be read; it is tried again'));

    function wake(): void {
      // Messages of others are sent as well, so it belongs to the trace of no visitor.
      if (isOn && !stopping.signal.aborted) outsideTraces(() => setTimeout(pollSafely, SOON_MS).unref());
    }

    provide(app.school, 'webhooks', {
      attempts: { delivered: 0, refused: 0, unanswered: 0 },
      makeSecret(endpoint) {
        const secret = makeWebhookSecret();
        // Each was promised to sign for a day. One of a rotation on the same day signs as long as the one after it.
        const overlap = clock() < (endpoint?.previousSecretEndsAt ?? 0) ? MAX_SECRETS - 1 : 1;
        const secrets = [secret, ...(endpoint === undefined ? [] : open(endpoint.sealedSecrets).slice(0, overlap))];
        return { secret, sealedSecrets: keyRing.seal(SEALED_FOR, Buffer.from(JSON.stringify(secrets))) };
      },
      open,
      message: (name, siteId, data) => deliveryOf(name, null, webhookPayload(name, clock(), siteId, data), clock()),
      async sendDue() {
        while ((await poll()) > 0) await turns.ended();
      },
      wake,
    } satisfies Webhooks);

    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      if (isOn) timer = setInterval(pollSafely, POLL_MS).unref();
    });
    app.addHook('onClose', async () => {
      stopping.abort();
      clearInterval(timer);
      const ended = Promise.allSettled([polling]).then(() => turns.ended());
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    });
  },
  { name: 'webhooks', dependencies: ['config', 'key-ring', 'stores', 'mailer'] },
);

/** Returns a function that makes deliveries of what happened. */
function handingOut({ clock, log, school: { webhookSending: store } }: FastifyInstance, stopping: AbortSignal) {
  async function toEndpoints(siteId: string, events: readonly WebhookEvent[]): Promise<void> {
    const endpoints = await store.endpointsOf(siteId);
    const now = clock();
    // What is due at the same time is sent in the order of the ids.
    const ids = events.flatMap(() => endpoints.map(() => makeIdentifier('msg'))).sort();
    const deliveries = events.flatMap(({ name, at, personId, data }) => {
      const payload = webhookPayload(name, at, siteId, JSON.parse(data));
      return endpoints
        .filter((endpoint) => endpoint.events.includes(name))
        .map(({ id: endpointId }) => ({ ...deliveryOf(name, personId, payload, now, ids.shift()), endpointId }));
    });
    // If another node has handed one of them out, the next check finds the rest.
    await store.handOut(
      siteId,
      events.map(({ id }) => id),
      deliveries,
      now,
    );
  }

  return async (): Promise<void> => {
    let last: Pick<WebhookEvent, 'at' | 'id'> | undefined = { at: 0, id: '' };
    while (last !== undefined) {
      const events: WebhookEvent[] = await store.events(last, EVENTS_AT_ONCE);
      for (const [siteId, ofSite] of Map.groupBy(events, (event) => event.siteId)) {
        if (stopping.aborted) return;
        // What fails at one school must not delay the others. The next check tries it again.
        await toEndpoints(siteId, ofSite).catch((error: unknown) =>
          log.error({ err: error, siteId }, 'webhooks of a school could not be made; it is tried again'),
        );
      }
      last = events.length < EVENTS_AT_ONCE ? undefined : events.at(-1);
    }
  };
}

/** Gives endpoints their turns, as many at the same time as may be. @param onEnd is called after each turn */
function schedule(app: FastifyInstance, network: Network, stopping: AbortSignal, onEnd: () => void) {
  const { clock, log } = app;
  const { webhookSending: store } = app.school;
  const running = new Map<string, { siteId: string; end: Promise<void> }>();
  const takeTurn = takingTurns(app, network, () => stopping.aborted);
  const hasTurn = (siteId: string, id: string): boolean =>
    !running.has(id) &&
    running.size < AT_ONCE.all &&
    [...running.values()].filter((turn) => turn.siteId === siteId).length < AT_ONCE.school;

  /** Claims an endpoint whose turn is counted already. */
  async function claim(endpoint: Parameters<typeof store.claim>[0]): Promise<EndpointClaim | undefined> {
    const now = clock();
    let claimed: EndpointClaim | undefined;
    try {
      claimed = await store.claim(endpoint, now + CLAIM_MS, now);
      return claimed;
    } finally {
      if (claimed === undefined) running.delete(endpoint.id);
    }
  }

  const wholeTurn = (endpoint: EndpointClaim): Promise<void> =>
    takeTurn(endpoint)
      .catch((error: unknown) =>
        log.error({ err: error, endpoint: endpoint.id }, 'webhooks could not be sent; it is tried again'),
      )
      .finally(() => {
        running.delete(endpoint.id);
        onEnd();
      });

  async function start(): Promise<number> {
    let started = 0;
    for (const endpoint of await store.due(clock(), ENDPOINTS_READ)) {
      const { id, siteId } = endpoint;
      if (stopping.aborted || !hasTurn(siteId, id)) continue;
      running.set(id, { siteId, end: Promise.resolve() });
      const claimed = await claim(endpoint);
      if (claimed === undefined) continue;
      started += 1;
      running.set(id, { siteId, end: wholeTurn(claimed) });
    }
    return started;
  }

  return {
    start,
    async ended(): Promise<void> {
      await Promise.all([...running.values()].map(({ end }) => end));
    },
  };
}
