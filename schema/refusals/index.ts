/** Which refusals there are, by type and by key. */
import { keysOf } from '../data/objects.ts';
import type { ErrorCode } from './codes.ts';
import type { Row } from './row.ts';
import { REFUSALS } from './rows.ts';

type Rows = typeof REFUSALS;
/** The reason for a refusal, for the log and the tests. It is more specific than the error code that callers see. */
export type RefusalReason = keyof Rows;

/** A reason, followed by the name of one of its sentences if there are several, as in `pkce_mismatch.missing`. */
export type RefusalKey = {
  [Reason in RefusalReason]: Rows[Reason]['says'] extends infer Says
    ? Says extends string
      ? Reason
      : `${Reason}.${keyof Says & string}`
    : never;
}[RefusalReason];

type ReasonOf<Key> = Key extends `${infer Reason extends RefusalReason}.${string}` ? Reason : Key & RefusalReason;
type SentenceOf<Key> = Key extends `${infer Reason extends RefusalReason}.${infer Name}`
  ? Rows[Reason]['says'][Name & keyof Rows[Reason]['says']]
  : Rows[Key & RefusalReason]['says'];
type NamesIn<Text> = Text extends readonly [unknown, infer Own]
  ? NamesIn<Own>
  : Text extends `${string}{${infer Name}}${infer Rest}`
    ? Name | NamesIn<Rest>
    : never;

/** The codes that a refusal can have. */
export type CodesOf<Key> =
  SentenceOf<Key> extends readonly [infer Code, string]
    ? Code
    : Extract<
        Rows[ReasonOf<Key>]['code'] | Extract<Rows[ReasonOf<Key>]['code'], readonly unknown[]>[number],
        ErrorCode
      >;
export type KeyWith<Code extends ErrorCode> = {
  [Key in RefusalKey]: Extract<CodesOf<Key>, Code> extends never ? never : Key;
}[RefusalKey];

export type Values = Readonly<Record<string, string | number>>;
/** The values in the sentence of a refusal, and what else is known of it. Without values, both can be omitted. */
export type Arguments<Key, Details> = [NamesIn<SentenceOf<Key>>] extends [never]
  ? [values?: Readonly<Record<never, string>>, details?: Details]
  : [values: Readonly<Record<NamesIn<SentenceOf<Key>>, string | number>>, details?: Details];

interface Sentence {
  readonly reason: RefusalReason;
  readonly codes: readonly ErrorCode[];
  /** If it is not that of the code. */
  readonly status: number | undefined;
  readonly text: string;
}

const sentencesOf = (reason: RefusalReason): [string, Sentence][] => {
  const { code, says }: Row = REFUSALS[reason];
  const given = [code].flat();
  const status = given.find((one) => typeof one === 'number');
  const ofRow = given.filter((one) => typeof one !== 'number');
  return Object.entries(typeof says === 'string' ? { '': says } : says).map(([name, one]) => {
    const [codes, text] = typeof one === 'string' ? [ofRow, one] : [[one[0]], one[1]];
    return [name === '' ? reason : `${reason}.${name}`, { reason, codes, status, text }];
  });
};

/** Each sentence by its key. */
export const SENTENCES = new Map(keysOf(REFUSALS).flatMap(sentencesOf)) as ReadonlyMap<RefusalKey, Sentence>;

/** Returns the reason, the code, the status if it is not that of the code, and the sentence of a refusal. */
export function describe(key: RefusalKey, values: Values) {
  const { reason, codes, status, text } = SENTENCES.get(key) as Sentence;
  const description = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return { reason, code: codes[0] as ErrorCode, status, description };
}
