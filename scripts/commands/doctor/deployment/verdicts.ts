/** The result of a check of a deployment. */
import { withTimeout } from '../../../../plugins/timeout.ts';

export type Result = 'OK' | 'WARN' | 'FAIL';

export interface Verdict {
  readonly check: string;
  readonly result: Result;
  /** The finding. */
  readonly says: string;
  /** The remedy. */
  readonly toDo?: string;
}

/** No check takes longer, whatever does not answer. */
const CHECK_MS = 20_000;

export const ok = (check: string, says: string): Verdict => ({ check, result: 'OK', says });
export const warn = (check: string, says: string, toDo: string): Verdict => ({ check, result: 'WARN', says, toDo });
export const fail = (check: string, says: string, toDo: string): Verdict => ({ check, result: 'FAIL', says, toDo });

/** An error in one line, also those of the network, some of which have a code and no message. */
export const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message || String('code' in error ? error.code : '') : String(error);
  return message.trim().replaceAll(/\s*\n\s*/g, '; ');
};

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Runs a check. One that does not end in time, or throws, has failed under its name. */
export async function limited(check: string, examine: () => Promise<readonly Verdict[]>): Promise<readonly Verdict[]> {
  try {
    return await withTimeout(CHECK_MS, examine());
  } catch (error) {
    return [fail(check, `could not be examined: ${messageOf(error)}`, 'Remove the cause, and run the doctor again')];
  }
}
