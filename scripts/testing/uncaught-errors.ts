/** What a process that runs tests does about errors that nobody catches, in place of what tap does (`no-tracking.ts`). */
import { type Base, TestBase } from '@tapjs/core';

/** Each fails the innermost test that is running. Where none is, the process ends: the runner counts that as a failure. */
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
