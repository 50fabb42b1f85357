/** Determines which tests reach which mutants, and how long they take, in one run without a mutant. */
import type { Mutant } from './mutants.ts';
import { selection } from './selection.ts';
import type { Outcome } from './worker.ts';

/** Tests of one file; default: all of them. */
export interface Errand {
  file: string;
  tests: readonly string[] | undefined;
  seconds: number;
}

export class Coverage {
  /** By mutant, then by test file. */
  readonly #reaching = new Map<string, Map<string, Set<string>>>();
  readonly #loading = new Set<string>();
  readonly #seconds = new Map<string, Map<string, number>>();

  add({ file, tests, loading }: Outcome): void {
    for (const id of loading) this.#loading.add(id);
    const seconds = new Map<string, number>();
    this.#seconds.set(file, seconds);
    for (const [path, { seconds: spent, reached }] of Object.entries(tests)) {
      // The time of overlapping tests is subtracted from the surrounding test twice.
      seconds.set(path, Math.max(0, spent));
      for (const id of reached) {
        const files = this.#reaching.get(id) ?? new Map<string, Set<string>>();
        this.#reaching.set(id, files);
        files.set(file, (files.get(file) ?? new Set()).add(path));
      }
    }
  }

  get tests(): number {
    return this.#seconds.values().reduce((sum, tests) => sum + tests.size, 0);
  }

  /** Returns whether the mutant is reached while modules are loaded, so that it must be active by then. */
  isLoading(mutant: Mutant): boolean {
    return this.#loading.has(mutant.id);
  }

  /**
   * Returns the tests that reach the mutant and may kill it. Values created while modules are loaded are later used
   * without reaching the mutant, so for such mutants all tests are run.
   * @param files test files in the order in which to run them
   */
  errands(mutant: Mutant, files: readonly string[]): Errand[] {
    const reaching = this.#reaching.get(mutant.id);
    return files.flatMap((file) => {
      const tests = this.isLoading(mutant) ? undefined : [...(reaching?.get(file) ?? [])];
      return tests?.length === 0 ? [] : [{ file, tests, seconds: this.secondsOf(file, tests) }];
    });
  }

  secondsOf(file: string, tests: Iterable<string> | undefined): number {
    const isWanted = selection(tests);
    return [...(this.#seconds.get(file) ?? [])].reduce((sum, [path, spent]) => sum + (isWanted(path) ? spent : 0), 0);
  }
}
