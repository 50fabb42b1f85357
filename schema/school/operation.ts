/** Declares operations of the admin API. REST, its documentation and the tools are generated from them. */
import { z } from 'zod';
import type { Scope } from '../oauth/scope.ts';
import type { Role } from '../people/role.ts';
import type { Effect } from './effect.ts';
import type { Field } from './fields.ts';

/** An approval whose call is carried out. */
export interface CarriedOut {
  readonly id: string;
  /** The name of the operation. */
  readonly operation: string;
  readonly digest: string;
}

/** A change that is about to be made. */
export interface PlannedChange {
  /** As in `course/crs_1`. */
  readonly target: string;
  readonly before?: object;
  readonly after?: object;
}

/** The person on whose behalf an operation runs. Every store is called with the site. */
export interface Operator {
  readonly siteId: string;
  readonly personId: string;
  /** Absent if the person uses the web pages. */
  readonly clientId?: string;
  /** The grant of the token. Absent if the person uses the web pages. */
  readonly grantId?: number;
  readonly role: Role;
  /** The scopes of the token that apply now. Absent if the person uses the web pages. */
  readonly scopes?: readonly Scope[];
  readonly now: number;
  readonly requestId: string;
  /** The `updatedAt` values of the versions that may be changed or deleted; default: any version. */
  readonly onlyVersions?: readonly number[];
  /** The idempotency keys, stored in the same transaction as the change, so that the change is never repeated. */
  readonly idempotencyKeys?: readonly string[];
  /** What a person has allowed, and is carried out with the change. */
  readonly approval?: CarriedOut;
  /** Called where the operation is about to write, on the rows that it has read. Nothing is written if it throws. */
  readonly beforeWrite?: (change: PlannedChange) => void;
  /** Only what would be changed is to be found out: `beforeWrite` always throws. */
  readonly isRehearsal?: true;
  readonly ip?: string;
  readonly userAgent?: string;
}

export type Input = Readonly<Record<string, unknown>>;

/** A text of this many characters can be longer than a short body, if none of them is Latin. */
const LONG_TEXT = 10_000;

/** Returns whether one of the fields of an input is a long text. */
export const takesLongText = ({ shape }: z.ZodObject): boolean => Object.values(shape).some(isLongText);

function isLongText(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodString) return (schema.maxLength ?? LONG_TEXT) >= LONG_TEXT;
  const { innerType, in: piped } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = innerType ?? piped;
  return inner !== undefined && isLongText(inner);
}

/** Input as it was sent: the names are known, but the values have not been validated. */
export type UnparsedInput<In extends z.ZodObject> = { readonly [Name in keyof z.input<In>]?: unknown };

export interface RestForm {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below `/api/v1`. Path parameters are written `:name`. */
  readonly path: string;
  /** HTTP status of a successful response. */
  readonly status: 200 | 201 | 204;
}

/** The required properties of an operation. */
interface Definition<Name extends string, In extends z.ZodObject, Out extends z.ZodType> {
  /** Also the operation id of OpenAPI and the name of the tool: `list_courses`. */
  readonly name: Name;
  readonly summary: string;
  readonly scope: Scope;
  readonly input: In;
  readonly output: Out;
  readonly rest: RestForm;
  /** Runs the operation. @throws {ProblemError} if it is refused */
  run(operator: Operator, input: z.output<In>): Promise<z.output<Out>>;
}

/** The optional properties of an operation, whose defaults depend on the method and the summary. */
interface Traits {
  /** Written for people and models: what the operation does, when to use it, and its limits. */
  readonly description: string;
  /** The effect cannot be undone, or it ends something for someone. */
  readonly isDestructive: boolean;
  /** Its effect besides changing its object, if that makes it sensitive. */
  readonly effect?: Effect;
  /** Returns whether this input, which has not been validated, has the effect; by default, every input does. */
  readonly hasEffect?: SensitiveInput;
  /** Which input a person decides about besides, if an app sends it. */
  readonly personDecidesOn?: SensitiveInput;
  /** Repeating the operation has no further effect. */
  readonly isIdempotent: boolean;
  /** The operation changes or deletes the object in its path, and observes `onlyVersions`. */
  readonly isConditional: boolean;
  /** Of an action: the states of its object in which it changes something. By default, all of them. */
  readonly from?: readonly string[];
  /** Of an action: what it does to a second object undoes it on the first. */
  readonly isExclusive?: boolean;
  /** Of what adds or changes an object: its fields. */
  readonly sets?: Readonly<Record<string, Field>>;
  /** Of an action: what a page asks for, besides the object itself. */
  readonly pageFields?: Readonly<Record<string, Field>>;
  /** Of a list: its pages in both directions, which programs have no need of. */
  readonly beside?: ReadBeside;
}

/** A page of a list that begins or ends next to a row. */
export interface RowsBeside {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  /** There are more rows in the direction in which the page was read. */
  readonly hasMore: boolean;
}

/**
 * Reads the rows before or after a row, or the first ones. The row is named by its id, because a cursor would have a name in
 * it where a list is sorted by names.
 * @returns `undefined` if there is no such row
 */
export type ReadBeside = (
  operator: Operator,
  input: Input,
  next: { readonly id: string; readonly isBefore: boolean } | undefined,
) => Promise<RowsBeside | undefined>;

/** Which input is sensitive, in words that follow "for", and as a test of it. */
export interface SensitiveInput {
  readonly words: string;
  /** @param before the row before the change, unless it is created */
  isGiven(input: Input, before?: Input): boolean;
}

/** A person decides about each call of an app, although a page asks for nothing. */
export const ALWAYS: SensitiveInput = { words: 'every call', isGiven: () => true };

/** States in which strangers see an object, or will. The page of a cancelled event remains. */
const PUBLIC_STATES: readonly unknown[] = ['published', 'scheduled', 'active', 'cancelled'];

/** The object is public, so that a change of it is seen by strangers at once. */
export const PUBLIC: SensitiveInput = {
  words: 'something that is public',
  isGiven: (_input, before) => before === undefined || PUBLIC_STATES.includes(before.status),
};

/** When an operation needs the consent of a person to exactly this. */
export const needsConsent = ({
  isDestructive,
  effect,
  hasEffect,
}: Pick<Traits, 'isDestructive' | 'effect' | 'hasEffect'>): boolean | SensitiveInput =>
  isDestructive || (effect !== undefined && (hasEffect ?? true));

/** An operation with the types of its input and output. By default, the type of any operation. */
export interface Operation<
  Name extends string = string,
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodType = z.ZodType,
> extends Definition<Name, In, Out>,
    Traits {}

export const defineOperation = <const Name extends string, In extends z.ZodObject, Out extends z.ZodType>(
  operation: Definition<Name, In, Out> & Partial<Traits>,
): Operation<Name, In, Out> => ({
  description: operation.summary,
  isDestructive: operation.rest.method === 'DELETE',
  isIdempotent: operation.rest.method !== 'POST',
  isConditional: operation.rest.method !== 'POST' && operation.rest.method !== 'GET',
  ...operation,
});
