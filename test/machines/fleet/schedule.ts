/** Programs that wait for one another on a clock that a test moves. */

/** What a client does. It yields how long it waits, in milliseconds, before it goes on. */
export type Program = AsyncGenerator<number, void, void>;

interface Turn {
  readonly at: number;
  readonly program: Program;
}

/** Programs by the time at which they go on. */
class Turns {
  readonly #byTime = new Map<number, Program[]>();
  #times: number[] = [];

  add({ at, program }: Turn): void {
    const present = this.#byTime.get(at);
    if (present !== undefined) {
      present.push(program);
      return;
    }
    this.#byTime.set(at, [program]);
    const place = this.#times.findIndex((time) => time < at);
    this.#times.splice(place === -1 ? this.#times.length : place, 0, at);
  }

  /** The earliest ones. */
  next(): { at: number; programs: Program[] } | undefined {
    const at = this.#times.pop();
    if (at === undefined) return undefined;
    const programs = this.#byTime.get(at) ?? [];
    this.#byTime.delete(at);
    return { at, programs };
  }
}

/** How many of those that go on at the same time do so at once. */
const AT_ONCE = 8;

/** Lets the programs go on in the order of their times, until `end`. @param moveTo sets the clock */
export async function play(programs: readonly Program[], end: number, moveTo: (time: number) => void, begin: number) {
  const turns = new Turns();
  for (const program of programs) turns.add({ at: begin, program });
  for (let turn = turns.next(); turn !== undefined && turn.at < end; turn = turns.next()) {
    const { at, programs: ready } = turn;
    moveTo(at);
    while (ready.length > 0) {
      const some = ready.splice(0, AT_ONCE);
      const waits = await Promise.all(some.map((program) => program.next()));
      for (const [i, { done, value }] of waits.entries()) {
        const program = some[i];
        if (done !== true && program !== undefined) turns.add({ at: at + value, program });
      }
    }
  }
}
