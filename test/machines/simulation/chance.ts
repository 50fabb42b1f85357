/** Chance that begins from a number, so that it can be had again. */
import { randomFrom } from '../../support/seed.ts';

export class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  /** @returns a whole number from 0 up to `count` */
  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  seed(): number {
    return this.below(2 ** 31);
  }

  /** @param share from 0 to 1 */
  happens(share: number): boolean {
    return this.#next() < share;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  pick<Item>(items: readonly Item[]): Item | undefined;
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** @returns a key; one of twice the weight is returned twice as often */
  weighed<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries<number>(weights) as [Key, number][];
    let left = this.#next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries[0]?.[0] as Key;
  }

  bytes(size: number): Buffer {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at += 1) bytes[at] = this.below(256);
    return bytes;
  }
}
