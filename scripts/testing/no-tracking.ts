/**
 * Loaded first in each process of the runner. tap follows every promise and callback back to the test that made it, to
 * know to which test an error belongs that nobody catches, which makes every promise dearer. The runner knows which test
 * is running (`uncaught-errors.ts`), so nothing is followed.
 */
import { registerHooks } from 'node:module';

/** In place of the one of `async-hook-domain`. */
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
