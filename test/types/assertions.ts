/**
 * What the type tests of this folder say of types. Nothing here runs, and no file ends in `.test.ts`: `tsc` checks
 * them, in `npm run lint`, and an assertion that fails is a compile error at its own line that names what was found.
 *
 * They say `NotAssignable` rather than `@ts-expect-error`, which is content with any error: a name that is misspelled,
 * an argument that is missing. For the same reason `Demands` sets a call that fits beside the one that must not.
 */

/** What became of an assertion that fails: no `true`, and so an error that shows it. */
export interface Failed<What extends string, One, Other> {
  what: What;
  one: One;
  other: Other;
}

/** The whole assertion: `holds<NotAssignable<string, VerifiedRedirect>>()`. */
export declare function holds<Assertion extends true>(): Assertion;

/** What fits everywhere proves nothing. */
type IsVoid<T> = 0 extends 1 & T ? true : [T] extends [never] ? true : false;

export type Assignable<From, To> = true extends IsVoid<From> | IsVoid<To>
  ? Failed<'any or never', From, To>
  : [From] extends [To]
    ? true
    : Failed<'is not assignable', From, To>;

export type NotAssignable<From, To> = true extends IsVoid<From> | IsVoid<To>
  ? Failed<'any or never', From, To>
  : [From] extends [To]
    ? Failed<'is assignable', From, To>
    : true;

/** The very same type, `any` and modifiers included. */
export type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2
    ? true
    : Failed<'is another type', One, Other>;

type Callable = (...given: never[]) => unknown;

/** A function takes the one list of arguments, and not the other, which differs in what is not proven. */
export type Demands<Called extends Callable, Proven extends unknown[], Unproven extends unknown[]> = [
  Assignable<Proven, Parameters<Called>>,
  NotAssignable<Unproven, Parameters<Called>>,
] extends [true, true]
  ? true
  : [Assignable<Proven, Parameters<Called>>, NotAssignable<Unproven, Parameters<Called>>];

/** A union of so many literals and no more: no `string`, and no pattern that strings fit into. */
export type Closed<Union extends string> =
  IsVoid<Union> extends true
    ? Failed<'any or never', Union, string>
    : [string extends Union ? string : OpenMember<Union>] extends [never]
      ? true
      : Failed<'is open', Union, string>;

type OpenMember<Member extends string> = Member extends unknown
  ? Record<never, never> extends Record<Member, 1>
    ? Member
    : never
  : never;

type MutableKey<T> = {
  [Key in keyof T]-?: Equal<Pick<T, Key>, Readonly<Pick<T, Key>>> extends true ? never : Key;
}[keyof T];

/** Every member is `readonly`. */
export type Frozen<T> = [MutableKey<T>] extends [never] ? true : Failed<'can be set', MutableKey<T>, T>;

/** All that an object says, without the symbol that proves it. */
export type Unproven<T> = Pick<T, Extract<keyof T, string>>;

/** The same with other members. */
export type With<T, Other> = Omit<T, keyof Other> & Other;

/** No symbol leaves the module: whoever had the key of a brand could make the brand. */
export type KeepsBrands<Module> = [Extract<Module[keyof Module], symbol>] extends [never]
  ? true
  : Failed<'gives a symbol away', keyof Module, Module>;

/** What the methods of a store resolve to. */
export type Answers<Store> = {
  [Method in keyof Store]: Store[Method] extends Callable ? Awaited<ReturnType<Store[Method]>> : never;
}[keyof Store];

type Leaf = string | number | bigint | boolean | symbol | null | undefined | Uint8Array | Callable;

/** The names of all members, however deep. Where any name may stand, none is known. */
export type NamesIn<T> = T extends Leaf
  ? never
  : T extends readonly (infer Item)[]
    ? NamesIn<Item>
    : { [Key in keyof T]-?: (string extends Key ? never : Key) | NamesIn<T[Key]> }[keyof T];

/** What the members of a name may be, however deep. */
export type MembersNamed<T, Name extends string> = T extends Leaf
  ? never
  : T extends readonly (infer Item)[]
    ? MembersNamed<Item, Name>
    : { [Key in keyof T]-?: Key extends Name ? T[Key] : MembersNamed<T[Key], Name> }[keyof T];
