/** RFC 9457: errors of the admin API as data. */
import type { z } from 'zod';

export const PROBLEM_STATUS = {
  'invalid-input': 400,
  'not-found': 404,
  conflict: 409,
  'precondition-failed': 412,
  'idempotency-mismatch': 422,
  'role-insufficient': 403,
  'approval-required': 403,
  'approval-declined': 403,
} as const;

/**
 * Whether a URL is below `/api/v1`. All errors there are problem documents, including unknown paths and malformed
 * requests.
 */
export const isAdminPath = (url: string): boolean => /^\/api\/v1(?:[/?#;]|$)/.test(url);

export type ProblemType = keyof typeof PROBLEM_STATUS;

/** One fault of the input, with its location. */
export interface InputFault {
  /** Path as in `price.amount` or `items.0.title`; empty for the whole input. */
  path: string;
  code: string;
  message: string;
}

const WRONG_TYPE = /^Invalid input: expected (.+), received (\w+)$/;

/** What a value of each type looks like. */
const EXAMPLES: Readonly<Record<string, string>> = {
  number: ' (such as 5)',
  int: ' (such as 5)',
  boolean: ' (true or false)',
  array: ' (such as ["a", "b"])',
  object: ' (such as {"a": "b"})',
};

const OUT_OF_BOUNDS = /^Too (?:big|small): expected \w+ to (be|have) ([<>]=?)(.+)$/;
const NOT_EXACT = /^Too (?:big|small): expected \w+ to (have exactly .+)$/;
const BOUNDS: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '<': 'less than',
  '>=': 'at least',
  '>': 'more than',
};
const NO_OPTION = /^Invalid option: expected one of (.+)$/;
const NOT_EQUAL = /^Invalid input: expected (\S+)$/;

/** Returns the validator's own message in words that follow the path of a value. Messages of ours are such words. */
function wordsOf(message: string): string {
  // A record is an object with any names.
  const [, expected, received] = WRONG_TYPE.exec(message.replace('expected record', 'expected object')) ?? [];
  if (expected !== undefined) return typeFault(expected, received);
  const [, verb, sign = '', bound] = OUT_OF_BOUNDS.exec(message) ?? [];
  if (verb !== undefined) return `must ${verb} ${BOUNDS[sign]} ${bound}`;
  const [, exact] = NOT_EXACT.exec(message) ?? [];
  if (exact !== undefined) return `must ${exact}`;
  const [, only] = NOT_EQUAL.exec(message) ?? [];
  if (only !== undefined) return `must be ${only}`;
  if (message === 'Invalid input') return 'is not valid';
  const [, options] = NO_OPTION.exec(message) ?? [];
  return options === undefined ? message : `must be one of ${options.replaceAll('"|"', '", "')}`;
}

function typeFault(expected: string, received: string | undefined): string {
  if (received === 'undefined') return 'is required';
  const instead = received === 'NaN' ? '' : `, not ${received}`;
  return `must be of the type ${expected}${EXAMPLES[expected] ?? ''}${instead}`;
}

/** An answer lists no more faults of an input, because that can have thousands. */
export const MAX_FAULTS = 20;

/** What is wrong with an input, each unknown field by itself. */
export const faultsOf = ({ issues }: z.core.$ZodError): InputFault[] =>
  issues
    .slice(0, MAX_FAULTS)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MAX_FAULTS).map((key) => unknownField([...issue.path, key].join('.')))
        : [faultOf(issue)],
    )
    .slice(0, MAX_FAULTS);

const unknownField = (path: string): InputFault => ({
  path,
  code: 'unrecognized_keys',
  message: 'is not a known field',
});

/** What is wrong with a value, in words that follow its path. */
export const faultOf = ({ code, message, path }: z.core.$ZodIssue): InputFault => ({
  path: path.join('.'),
  code: code ?? 'custom',
  message: wordsOf(message),
});

/** An error of an operation. REST returns it as a problem document, the tools as a tool error. */
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
