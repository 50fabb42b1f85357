/** Messages of commands that work in steps, if a store goes away between two of them, or Ctrl-C ends them there. */
import { troubleOf, whyAway } from './outage.ts';
import { InterruptedError } from './progress.ts';
import { UsageError } from './usage.ts';

/**
 * Returns, for a store that goes away between two steps of a command and for Ctrl-C, an error that says what is done. Any
 * other error is returned as it is.
 */
export function interruptedBy(
  error: unknown,
  { at, done, next = 'run the command again' }: { at: string; done: string; next?: string },
): unknown {
  if (error instanceof InterruptedError) {
    return new InterruptedError(`Stopped ${at}: ${done}. ${next.charAt(0).toUpperCase()}${next.slice(1)}.`);
  }
  const trouble = troubleOf(error);
  if (trouble === undefined) return error;
  const cure = whyAway(error) === undefined ? 'Remove the cause' : 'See that it runs';
  return new UsageError(`Stopped ${at}, because ${trouble}: ${done}. ${cure}, and ${next}.`);
}

export const counted = (count: number, one: string, many: string): string =>
  `${count === 0 ? 'no' : count} ${count === 1 || count === 0 ? one : many}`;
