/** Takes the place of the global functions for time in the product. The time of the world passes when the plan says so. */
import { current } from './hooks.ts';

export const performance = { now: (): number => current().now() };

class Waiting {
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

/** What is to be done after a while, such as sending e-mails, is not done here. */
export const setTimeout = (): Waiting => new Waiting();
export const setInterval = (): Waiting => new Waiting();
export const clearTimeout = (): void => undefined;
export const clearInterval = (): void => undefined;
