/** The findings of the doctor: the result of each step, and the problems that would stop the client. */
import { ConnectError, UnreachableError } from '../connect/errors.ts';

/** The steps in the usual order. The table in `test/README.md` has a column for each. */
export const STEPS = [
  'discovery',
  'probes',
  'preflights',
  'challenge',
  'identity',
  'authorize',
  'dead token',
  'consent',
  'exchange',
  'userinfo',
  'refresh',
  'revocation',
] as const;

export type Step = (typeof STEPS)[number];

export interface Finding {
  readonly step: Step;
  readonly outcome: 'held' | 'failed' | 'left out';
  /** A description of what works, of what failed, or of why the step was skipped. */
  readonly text: string;
  /** Each problem that would stop the client, with its reason. */
  readonly problems: readonly string[];
}

/** A problem that would stop the client. */
export class Shortcoming extends Error {
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The server refuses the client itself, so that every later request of it would fail for the same cause. */
export class ClientRefused extends Shortcoming {}

/** The client does nothing in this step. */
export class NothingToDo extends Error {}

/** The description of a successful step, and its result for the next steps. */
export interface HeldFinding<Value> {
  readonly text: string;
  readonly value: Value;
}

export class Examination {
  readonly findings: Finding[] = [];
  /** The scopes that the client asks for, once they are known. */
  scope: string | undefined;
  isClientRefused = false;
  readonly #tell: (finding: Finding) => void;

  constructor(tell: (finding: Finding) => void) {
    this.#tell = tell;
  }

  /** @returns `undefined` if the step failed; an unreachable server ends the whole examination */
  async step<Value>(step: Step, check: () => Promise<HeldFinding<Value>>): Promise<Value | undefined> {
    try {
      const { text, value } = await check();
      this.#record({ step, outcome: 'held', text, problems: [] });
      return value;
    } catch (error) {
      if (error instanceof UnreachableError) throw error;
      if (error instanceof ClientRefused) this.isClientRefused = true;
      if (error instanceof NothingToDo) {
        this.#record({ step, outcome: 'left out', text: error.message, problems: [] });
      } else if (error instanceof Shortcoming) {
        this.#record({ step, outcome: 'failed', text: 'would stop this client', problems: error.problems });
      } else if (error instanceof ConnectError) {
        this.#record({ step, outcome: 'failed', text: 'would stop this client', problems: [error.message] });
      } else throw error;
      return undefined;
    }
  }

  /** Skips the remaining steps. */
  end(why: string): void {
    for (const step of STEPS.filter((name) => !this.findings.some((finding) => finding.step === name))) {
      this.#record({ step, outcome: 'left out', text: why, problems: [] });
    }
  }

  get holds(): boolean {
    return this.findings.every(({ outcome }) => outcome !== 'failed');
  }

  #record(finding: Finding): void {
    this.findings.push(finding);
    this.#tell(finding);
  }
}
