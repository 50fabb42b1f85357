/** Waiting for what a test cannot be told of. */
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** Waits no longer than a slow machine may need: what comes after says what is missing. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end && !(await condition()); ) await sleep(5);
}
