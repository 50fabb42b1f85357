/** Handles uncaught errors in processes that run tests, in place of tap (`no-tracking.ts`). */
import { type Base, TestBase } from '@tapjs/core';

/**
 * An uncaught error fails the innermost running test. If no test runs, the process exits, which the runner counts as a
 * failure.
 */
export function failTestsOnUncaughtErrors(root: Base): void {
  for (const caught of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(caught, (error: unknown) => {
      const test = innermost(root);
      if (test !== root) return test.hookDomain.onerror(error, caught);
      console.error(error);
      process.exit(1);
    });
  }
}

function innermost(test: Base): Base {
  const [running] = test instanceof TestBase ? test.activeSubtests : [];
  return running === undefined ? test : innermost(running);
}
