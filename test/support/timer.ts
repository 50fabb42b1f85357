/** A timer whose time passes when a test says so. */
import type { Timer } from '../../plugins/settings/timer.ts';

export interface TestTimer {
  timer: Timer;
  /** How many wait to be done. */
  readonly waiting: number;
  /** Does what is due by then, in its order. */
  advance(ms: number): void;
}

export function testTimer(): TestTimer {
  const waiting = new Set<{ at: number; action: () => void }>();
  let now = 0;
  return {
    timer(action, ms) {
      const entry = { at: now + ms, action };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    get waiting() {
      return waiting.size;
    },
    advance(ms) {
      now += ms;
      for (const entry of [...waiting].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
        if (waiting.delete(entry)) entry.action();
      }
    },
  };
}
