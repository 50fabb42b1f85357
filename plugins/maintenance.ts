/**
 * Housekeeping while the server handles requests: deletes expired rows in small batches, and retired keys, and seals
 * the audit log.
 */
import fp from 'fastify-plugin';

/** With 500 rows of each kind per run, this is faster than rows can be created. */
const INTERVAL_MS = 1000;
/** Maximum delay of a scheduled post's status and of the subscriber counts of plans. */
const SCHEDULE_MS = 60_000;

export interface MaintenanceOptions {
  /** Whether housekeeping runs automatically. */
  isOn: boolean;
}

export default fp<MaintenanceOptions>(
  async (app, { isOn }) => {
    const { audit, clock, retention } = app;
    const { sales, scheduledPosts, schools } = app.school;
    const { signer } = app.oauth;
    let running = false;
    let deleting = false;
    let lookedAt = Number.NEGATIVE_INFINITY;

    async function tidy(): Promise<void> {
      if (running) return;
      running = true;
      try {
        const now = clock();
        while (await audit.chains.seal(now));
        await retention.batch(now);
        if (now >= lookedAt + SCHEDULE_MS) {
          await scheduledPosts.publishDue(now);
          await sales.forgetEnded(now);
          await signer.rotateWhenDue();
          void deleteSchools();
          lookedAt = now;
        }
        await signer.removeRetired();
      } catch (error) {
        app.log.warn({ err: error }, 'housekeeping failed; it is tried again');
      } finally {
        running = false;
      }
    }

    /** A school with many files takes long, so nothing else waits for it. */
    async function deleteSchools(): Promise<void> {
      if (deleting) return;
      deleting = true;
      try {
        await schools.deleteDue();
      } finally {
        deleting = false;
      }
    }

    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      if (!isOn) return;
      timer = setInterval(tidy, INTERVAL_MS);
      timer.unref();
    });
    app.addHook('onClose', async () => clearInterval(timer));
  },
  { name: 'maintenance', dependencies: ['stores', 'signer'] },
);
