/** RFC 9457: what went wrong with a request to the admin API, as data. */

export const PROBLEM_STATUS = {
  'invalid-input': 400,
  'not-found': 404,
  conflict: 409,
  'precondition-failed': 412,
  'idempotency-mismatch': 422,
  'role-insufficient': 403,
} as const;

/** Below this address every refusal is a problem: what no operation answers, and what is no request, too. */
export const isAdminPath = (url: string): boolean => /^\/api\/v1(?:[/?#;]|$)/.test(url);

export type ProblemType = keyof typeof PROBLEM_STATUS;

/** One thing that is wrong with the input, and where. */
export interface InputFault {
  /** As in `price.amount` or `items.0.title`; empty for the whole. */
  path: string;
  code: string;
  message: string;
}

/** A refusal of an operation, whoever asked for it: REST answers it as a problem document, the tools as a tool error. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly type: ProblemType;
  readonly faults: readonly InputFault[];

  constructor(type: ProblemType, detail: string, faults: readonly InputFault[] = []) {
    super(detail);
    this.type = type;
    this.faults = faults;
  }

  get status(): number {
    return PROBLEM_STATUS[this.type];
  }
}

export const invalidInput = (faults: readonly InputFault[]): ProblemError =>
  new ProblemError(
    'invalid-input',
    faults.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; '),
    faults,
  );

export const notFound = (what: string): ProblemError => new ProblemError('not-found', `${what} not found`);
