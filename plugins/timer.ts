/** Waiting, as code that gives something up after a while needs it: real, or a test's own. */

/** Does something once, after so many milliseconds. @returns what calls it off */
export type Timer = (action: () => void, ms: number) => () => void;

export const systemTimer: Timer = (action, ms) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};
