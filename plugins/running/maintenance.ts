/**
 * Housekeeping while the server handles requests: deletes expired rows in small batches, and retired keys, and seals
 * the audit log. Of several nodes, one does it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { makeIdentifier } from '../../schema/credential.ts';

const SECOND = 1000;
const INTERVAL_MS = SECOND;
/** Of the time of a run that deletes, the part in which it may hold up requests. */
const SHARE = 1 / 15;
/** A run that deletes ends before the next one is due. */
const RUN_MS = 0.8 * SECOND;
/** After a run that deleted nothing, the next one comes later and later, up to this time. */
const LONGEST_PAUSE_MS = 60 * SECOND;
const SEAL_MS = 4 * SECOND;
/** Maximum delay of a scheduled post's status, of the subscriber counts of plans, and of the stored ends of enrollments. */
const SCHEDULE_MS = 60 * SECOND;
/** Copies from before a migration have the accounts that were erased since. */
const MIGRATION_COPIES_MS = 30 * 24 * 60 * 60 * SECOND;
const COPIES_CHECK_MS = 3600 * SECOND;

const LEASE = 'housekeeping';
/** Another node goes on after this time if the one that did it was killed. */
const LEASE_MS = 60 * SECOND;
const RENEW_MS = 20 * SECOND;

export interface MaintenanceOptions {
  /** True if housekeeping runs automatically. */
  isOn: boolean;
}

export default fp<MaintenanceOptions>(
  async (app, { isOn }) => {
    const { clock } = app;
    const turn = takingTurns(app);
    const closing = new AbortController();
    const tidy = tidying(app, closing.signal);
    let running: Promise<void> | undefined;

    async function run(): Promise<void> {
      try {
        const now = clock();
        if (await turn.isOurs(now)) await tidy(now);
      } catch (error) {
        app.log.warn({ err: error }, 'housekeeping failed; it is tried again');
      } finally {
        running = undefined;
      }
    }

    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      if (!isOn) return;
      timer = setInterval(() => {
        // Each node does this for itself.
        app.recheckKeys();
        running ??= run();
      }, INTERVAL_MS);
      timer.unref();
    });
    // Runs before the stores close.
    app.addHook('onClose', async () => {
      clearInterval(timer);
      closing.abort();
      await running;
      await turn.end();
    });
  },
  { name: 'maintenance', dependencies: ['stores', 'signer'] },
);

/** Decides which node does the housekeeping. All of them together would do no harm, but the same work many times. */
function takingTurns({ leases, log }: FastifyInstance) {
  const node = makeIdentifier('node');
  const isDue = timing();
  let isOurs = false;

  return {
    async isOurs(now: number): Promise<boolean> {
      if (!isDue(now, RENEW_MS)) return isOurs;
      isOurs = false;
      isOurs = await leases.take(LEASE, node, now, LEASE_MS);
      return isOurs;
    },

    /** Lets another node go on at once. */
    async end(): Promise<void> {
      if (!isOurs) return;
      await leases.release(LEASE, node).catch((error: unknown) => {
        log.warn({ err: error }, 'the lease of the housekeeping was not released; it expires by itself');
      });
    },
  };
}

/**
 * Deletes one batch after another, with pauses in which requests have their turn.
 * @returns whether there is more to delete
 */
async function purge({ retention, clock }: FastifyInstance, closing: AbortSignal): Promise<boolean> {
  const end = performance.now() + RUN_MS;
  let purged = await retention.batch(clock);
  while (purged.isBusy) {
    const pause = purged.heldMs / SHARE;
    if (closing.aborted || performance.now() + pause > end) return true;
    await sleep(pause);
    purged = await retention.nextBatch(clock);
  }
  return false;
}

function tidying(app: FastifyInstance, closing: AbortSignal): (now: number) => Promise<void> {
  const { audit } = app;
  const { enrollmentEnds, sales, scheduledPosts, schools } = app.school;
  const { signer } = app.oauth;
  const [mustSeal, mustDelete, mustCheckOthers, mustCheckCopies] = [timing(), timing(), timing(), timing()];
  let pause = INTERVAL_MS;
  let isDeleting = false;

  /** A school with many files takes long, so nothing else waits for it, not even the stop of the server. */
  async function deleteSchools(): Promise<void> {
    if (isDeleting) return;
    isDeleting = true;
    try {
      await schools.deleteDue();
    } catch (error) {
      app.log.warn({ err: error }, 'schools were not deleted completely; it is tried again');
    } finally {
      isDeleting = false;
    }
  }

  return async (now) => {
    if (mustSeal(now, SEAL_MS)) while (await audit.chains.seal(now));
    if (mustDelete(now, pause)) {
      const isBusy = await purge(app, closing);
      pause = isBusy ? INTERVAL_MS : Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
    if (mustCheckOthers(now, SCHEDULE_MS)) {
      await scheduledPosts.publishDue(now);
      await sales.forgetEnded(now);
      await enrollmentEnds.storeDue(now);
      await signer.rotateWhenDue();
      void deleteSchools();
      await signer.removeRetired();
    }
    // Their age is that of the files, whatever the clock of the server says.
    if (mustCheckCopies(now, COPIES_CHECK_MS)) app.deleteMigrationCopies(Date.now() - MIGRATION_COPIES_MS);
  };
}

/** Returns a function that says whether a time has passed since it last said so. It is also over if the clock is put back. */
function timing(): (now: number, ms: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (now, ms) => {
    // The timer is not quite regular.
    const isDue = now < last || now >= last + ms - INTERVAL_MS / 2;
    if (isDue) last = now;
    return isDue;
  };
}
