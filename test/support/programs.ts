/** Where the processes that tests start come from: the sources, or what the test runner built of them. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** The program of all commands. */
export const COMMAND = 'scripts/commands/schoolgate.ts';

/** @param script as `scripts/commands/schoolgate.ts` */
export const programFile = (script: string): string =>
  process.env.TEST_BUILD === undefined
    ? join(ROOT, script)
    : join(process.env.TEST_BUILD, script.replace(/\.ts$/, '.mjs'));
