/** What a process that runs tests does about errors that nobody catches, in place of what tap does (`no-tracking.ts`). */
import { type Base, TestBase } from '@tapjs/core';

/** Each fails the innermost test that is running. */
export function failTestsOnUncaughtErrors(root: Base): void {
  for (const caught of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(caught, (error: unknown) => innermost(root).hookDomain.onerror(error, caught));
  }
}

function innermost(test: Base): Base {
  const [running] = test instanceof TestBase ? test.activeSubtests : [];
  return running === undefined ? test : innermost(running);
}
