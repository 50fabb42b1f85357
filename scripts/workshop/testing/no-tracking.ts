/**
 * Loaded first in each process of the runner. tap tracks every promise and callback back to its test, in order to
 * attribute uncaught errors, which makes every promise slower. The runner knows the running test
 * (`uncaught-errors.ts`), so it disables the tracking.
 */
import { registerHooks } from 'node:module';

/** Replaces the class of `async-hook-domain`. */
export class Domain {
  readonly onerror: (error: unknown, caught: string) => void;

  constructor(onerror: Domain['onerror']) {
    this.onerror = onerror;
  }

  destroy(): void {}
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});
