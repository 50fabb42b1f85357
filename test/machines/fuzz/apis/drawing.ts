/** Draws input for operations, with ids of what is there at that moment. */
import * as fc from 'fast-check';
import { fitting, type JsonSchema, nearly, toJson, wild } from '../../../support/arbitrary-input.ts';
import { type Kind, type KnownIds, kindOfSegment } from '../../../support/school-rows.ts';
import { randomFrom } from '../../../support/seed.ts';

/** Stands for one of the ids of a kind. Arbitraries are made once, and what is there changes. */
const STANDIN = /@@([A-Za-z]+)\/(\d)/g;
const STANDINS = 5;
/** So many are drawn at once, because each draw begins with some work. */
const DRAWN = 40;
const KEPT = 30;

export type Manner = 'fitting' | 'nearly' | 'wild';

/** Ids that are there, the latest first. */
export class Pool {
  readonly #ids: Map<Kind, string[]>;

  constructor(known: KnownIds) {
    this.#ids = new Map([...known].map(([kind, ids]) => [kind, [...ids]]));
  }

  of(kind: Kind | undefined): readonly string[] {
    return (kind && this.#ids.get(kind)) ?? [];
  }

  kinds(): Kind[] {
    return [...this.#ids.keys()];
  }

  add(kind: Kind, id: string): void {
    const ids = this.#ids.get(kind) ?? [];
    this.#ids.set(kind, [id, ...ids.filter((one) => one !== id)].slice(0, KEPT));
  }
}

export class Draw {
  readonly random: () => number;
  readonly #kinds: readonly Kind[];
  readonly #waiting = new Map<string, unknown[]>();
  readonly #arbitraries = new Map<string, fc.Arbitrary<unknown>>();

  constructor(seed: number, kinds: readonly Kind[]) {
    this.random = randomFrom(seed);
    this.#kinds = kinds;
  }

  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  oneOf<Item>(some: readonly Item[]): Item {
    const item = some[this.below(some.length)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }

  /** @returns JSON. @param key names the schema */
  input(key: string, schema: JsonSchema, manner: Manner, pool: Pool): string {
    const name = `${key} ${manner}`;
    const waiting = this.#waiting.get(name) ?? [];
    if (waiting.length === 0) {
      const arbitrary = this.#arbitraries.get(name) ?? this.#arbitraryOf(schema, manner);
      this.#arbitraries.set(name, arbitrary);
      waiting.push(...fc.sample(arbitrary, { numRuns: DRAWN, seed: this.below(2 ** 31) }));
      this.#waiting.set(name, waiting);
    }
    return toJson(waiting.pop() ?? null).replaceAll(STANDIN, (_all, kind: Kind, index: string) => {
      const ids = pool.of(kind);
      return ids[(Number(index) + this.below(3)) % Math.max(1, ids.length)] ?? 'none_such';
    });
  }

  /** An id for a place in a path: mostly one that is there. */
  id(segment: string, pool: Pool): string {
    const there = pool.of(kindOfSegment(segment));
    const isThere = there.length > 0 && this.random() < 0.85;
    return isThere ? this.oneOf(there) : this.oneOf(['none_such', '\0', '%', 'é🎻', "'", 'x'.repeat(99), 'crs_1']);
  }

  #arbitraryOf(schema: JsonSchema, manner: Manner): fc.Arbitrary<unknown> {
    const standins = new Map(
      this.#kinds.map((kind) => [kind, Array.from({ length: STANDINS }, (_, n) => `@@${kind}/${n}`)]),
    );
    if (manner === 'wild') return wild;
    return manner === 'fitting' ? fitting(schema, standins) : nearly(schema, standins);
  }
}
