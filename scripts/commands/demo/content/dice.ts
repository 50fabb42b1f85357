/** Reproducible random numbers: each object has its own generator, seeded by its id. */

export interface Dice {
  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** Returns true with this probability in percent. */
  percent(chance: number): boolean;
  pick<Item>(list: readonly Item[]): Item;
  /** Returns some items of a list, each at most once, in the order of the list. */
  some<Item>(list: readonly Item[], count: number): Item[];
}

/** FNV-1a computes the seed, and mulberry32 the numbers. */
export function diceOf(seed: string): Dice {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);

  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return Math.floor((((z ^ (z >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };

  return {
    between: (least, most) => least + below(Math.max(0, most - least) + 1),
    percent: (chance) => below(100) < chance,
    pick: (list) => nth(list, below(list.length)),
    some(list, count) {
      let wanted = Math.min(count, list.length);
      return list.filter((_, index) => {
        const taken = below(list.length - index) < wanted;
        if (taken) wanted -= 1;
        return taken;
      });
    },
  };
}

/** Returns an item of a list, wrapping around at its end. */
export function nth<Item>(list: readonly Item[], index: number): Item {
  if (list.length === 0) throw new RangeError('an empty list has no items');
  return list[index % list.length] as Item;
}
