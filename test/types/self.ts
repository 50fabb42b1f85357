/** Type tests of the assertions themselves: each of them fails where it must. `tsc` checks them (`assertions.ts`). */
import {
  type Assignable,
  type Closed,
  type Demands,
  type Equal,
  type Failed,
  type Frozen,
  holds,
  type KeepsBrands,
  type MembersNamed,
  type NamesIn,
  type NotAssignable,
  type Unproven,
} from './assertions.ts';

declare const anything: ReturnType<typeof JSON.parse>;
type Any = typeof anything;

declare const key: unique symbol;
type Brand = string & { readonly [key]: true };
type Proof = { readonly name: string; readonly [key]: true };
declare function consume(proof: Proof, more?: number): void;

holds<Equal<Assignable<string, Brand>, Failed<'is not assignable', string, Brand>>>();
holds<Equal<Assignable<Any, Brand>, Failed<'any or never', Any, Brand>>>();
holds<Equal<Assignable<never, Brand>, Failed<'any or never', never, Brand>>>();
holds<Equal<NotAssignable<Brand, string>, Failed<'is assignable', Brand, string>>>();
holds<Equal<NotAssignable<string, Any>, Failed<'any or never', string, Any>>>();
holds<Equal<NotAssignable<string, never>, Failed<'any or never', string, never>>>();
holds<Equal<Equal<{ a: 1 }, { readonly a: 1 }>, Failed<'is another type', { a: 1 }, { readonly a: 1 }>>>();
holds<Equal<Equal<Any, string>, Failed<'is another type', Any, string>>>();
holds<Equal<Equal<'a' | 'b', 'a'>, Failed<'is another type', 'a' | 'b', 'a'>>>();

// A consumer that takes anything is seen, and so is a call that was wrong from the beginning.
type Unchecked = (proof: Unproven<Proof>) => void;
holds<Demands<typeof consume, [Proof], [Unproven<Proof>]>>();
holds<NotAssignable<Demands<Unchecked, [Proof], [Unproven<Proof>]>, true>>();
holds<NotAssignable<Demands<(proof: Any) => void, [Proof], [Unproven<Proof>]>, true>>();
holds<NotAssignable<Demands<typeof consume, [string], [Unproven<Proof>]>, true>>();

holds<Closed<'a' | 'b'>>();
holds<NotAssignable<Closed<string>, true>>();
holds<NotAssignable<Closed<'a' | (string & {})>, true>>();
holds<NotAssignable<Closed<'a' | (string & Record<never, never>)>, true>>();
holds<NotAssignable<Closed<'a' | `b_${string}`>, true>>();
holds<NotAssignable<Closed<Any>, true>>();

holds<Frozen<{ readonly a: 1; readonly b?: 2 }>>();
holds<Equal<Frozen<{ readonly a: 1; b?: 2 }>, Failed<'can be set', 'b', { readonly a: 1; b?: 2 }>>>();
holds<NotAssignable<KeepsBrands<{ key: typeof key; other: string }>, true>>();

type Deep = { list: readonly { hash: Buffer; name: string }[]; one?: { secret: string } | undefined; tell(): void };
type Loose = { code: number; parameters: Record<string, string> };
holds<Equal<NamesIn<Deep>, 'list' | 'hash' | 'name' | 'one' | 'secret' | 'tell'>>();
holds<Equal<NamesIn<Loose>, 'code' | 'parameters'>>();
holds<Equal<MembersNamed<Deep, 'hash'>, Buffer>>();
