/** Takes the place of `node:timers/promises` where the product waits before it tries again: it waits for the scheduler. */
import { current } from './hooks.ts';

export const setTimeout = async (_ms: number): Promise<void> => {
  await current().pass('pause', 0);
};
