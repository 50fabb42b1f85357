/** What was looked at, and what would stop the client. */
import { ConnectError, UnreachableError } from '../connect/errors.ts';

/** In the order of the flow for most clients; the matrix of `test/README.md` has a column for each. */
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
  /** What held, what failed, or why it was left out. */
  readonly text: string;
  /** Each thing that would stop the client, and why. */
  readonly problems: readonly string[];
}

/** What the client would stumble over. */
export class Shortcoming extends Error {
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** A step in which this client does nothing. */
export class NothingToDo extends Error {}

/** What was seen of a step that held, and what the next ones need of it. */
export interface Held<Value> {
  readonly said: string;
  readonly value: Value;
}

export class Examination {
  readonly findings: Finding[] = [];
  readonly #tell: (finding: Finding) => void;

  constructor(tell: (finding: Finding) => void) {
    this.#tell = tell;
  }

  /** @returns `undefined` when it did not hold; a server that cannot be reached ends everything */
  async step<Value>(step: Step, look: () => Promise<Held<Value>>): Promise<Value | undefined> {
    try {
      const { said, value } = await look();
      this.#record({ step, outcome: 'held', text: said, problems: [] });
      return value;
    } catch (error) {
      if (error instanceof UnreachableError) throw error;
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

  /** Leaves out what is left. */
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
