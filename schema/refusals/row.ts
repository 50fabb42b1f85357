/** The form of a refusal in `rows.ts`. */
import type { ErrorCode } from './codes.ts';

export type Who = 'developer' | 'school' | 'platform' | 'server' | 'person';

/** Several have a step each in the explanation (`attempts.rules` in `routes/words`), or another rule has the same explanation. */
export type Explained = Who | readonly [Who, Who] | { readonly as: string };
/** Of several, the place of the refusal gives another than the first. A number is the status, if it is not that of the code. */
type Codes = ErrorCode | readonly (ErrorCode | number)[];
/** With values in braces, and with a code that is not that of the row. */
type Sentence = string | readonly [code: ErrorCode, text: string];

export interface Row {
  readonly who: Explained;
  readonly code: Codes;
  /** Each of several has a name. */
  readonly says: string | Readonly<Record<string, Sentence>>;
}

export const row = <const By extends Explained, const Code extends Codes, const Says extends Row['says']>(
  who: By,
  code: Code,
  says: Says,
) => ({ who, code, says });
