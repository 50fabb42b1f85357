/** Runs the tests that reach a mutant until one fails. */
import type { Coverage, Errand } from './coverage.ts';
import type { Mutant } from './mutants.ts';
import type { Outcome } from './worker.ts';
import type { Worker } from './worker-process.ts';

/** The result for a mutant: the test that killed it, survival, or no test that reaches it. */
export type Fate = { by: string } | 'survived' | 'not reached';

/** Suffix for tests that a mutant kept from ending. */
export const UNENDED = ', which did not end';

const MIN_LIMIT_MS = 20_000;
const TIMES_AS_LONG = 6;
/** Number of tests that killed earlier mutants and are tried first. */
const FAVOURITES = 4;

export class Hunt {
  readonly #coverage: Coverage;
  readonly #testFiles: (file: string) => readonly string[];
  readonly #favourites = new Map<string, { file: string; test: string }[]>();
  /** By test: whether it passes on its own, without a mutant. */
  readonly #sound = new Map<string, Promise<boolean>>();
  /** Files whose tests depend on each other and are therefore run completely. */
  readonly #whole = new Set<string>();

  /** @param testFiles returns the test files that must kill the mutants of a file */
  constructor(coverage: Coverage, testFiles: (file: string) => readonly string[]) {
    this.#coverage = coverage;
    this.#testFiles = testFiles;
  }

  async fateOf(mutant: Mutant, worker: Worker): Promise<Fate> {
    const errands = this.#coverage.errands(mutant, this.#testFiles(mutant.file));
    if (errands.length === 0) return 'not reached';
    for (const errand of [...this.#firstTried(mutant, errands), ...errands]) {
      const killer = await this.#try(mutant, errand, worker);
      if (killer !== undefined) return { by: killer };
    }
    return 'survived';
  }

  #firstTried(mutant: Mutant, errands: readonly Errand[]): Errand[] {
    const favourites = this.#favourites.get(mutant.file) ?? [];
    return favourites
      .filter(({ file, test }) =>
        errands.some((errand) => errand.file === file && (errand.tests?.includes(test) ?? true)),
      )
      .map(({ file, test }) => ({ file, tests: [test], seconds: this.#coverage.secondsOf(file, [test]) }));
  }

  /** @returns the test that killed the mutant */
  async #try(mutant: Mutant, errand: Errand, worker: Worker): Promise<string | undefined> {
    const { file } = errand;
    const outcome = await this.#run(errand, worker, mutant);
    if (outcome === undefined) return file + UNENDED;
    const { failed } = outcome;
    if (failed === undefined) return undefined;
    if (this.#whole.has(file)) return `${file}: ${failed}`;
    // A test that also fails alone without the mutant proves nothing; nor does one that depends on earlier tests.
    const tests = failed === file ? errand.tests : [failed];
    const key = JSON.stringify([file, tests]);
    const sound =
      this.#sound.get(key) ??
      this.#run({ ...errand, tests }, worker).then((alone) => alone !== undefined && alone.failed === undefined);
    this.#sound.set(key, sound);
    if (!(await sound)) {
      this.#whole.add(file);
      return this.#try(mutant, errand, worker);
    }
    const others = (this.#favourites.get(mutant.file) ?? []).filter(({ test }) => test !== failed);
    if (failed !== file) this.#favourites.set(mutant.file, [{ file, test: failed }, ...others].slice(0, FAVOURITES));
    return `${file}: ${failed}`;
  }

  #run({ file, tests, seconds }: Errand, worker: Worker, mutant?: Mutant): Promise<Outcome | undefined> {
    const isWhole = this.#whole.has(file);
    const expected = isWhole ? this.#coverage.secondsOf(file, undefined) : seconds;
    return worker.run(
      {
        file,
        ...(isWhole || tests === undefined ? {} : { tests }),
        ...(mutant === undefined ? {} : { mutant: mutant.id, isFresh: this.#coverage.isLoading(mutant) }),
      },
      MIN_LIMIT_MS + TIMES_AS_LONG * expected * 1000,
    );
  }
}
