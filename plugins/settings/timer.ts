/** Timeouts that tests can replace. */

/**
 * Runs an action once, after a number of milliseconds.
 * @returns a function that cancels it
 */
export type Timer = (action: () => void, ms: number) => () => void;

export const systemTimer: Timer = (action, ms) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};
