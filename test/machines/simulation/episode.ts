/**
 * One world from its beginning to its end. A plan says what happens; between two things, the scheduler lets go on what is
 * under way. Each thing brings its own chance, so a plan without some of its things still means the same for the others.
 */
import { ACTIONS, FIRST } from './actions/index.ts';
import { Chance } from './chance.ts';
import { Violation } from './oracle/invariants.ts';
import { Oracle } from './oracle/oracle.ts';
import { Unanswered } from './scheduler.ts';
import { Stage } from './stage.ts';
import { World, type WorldOptions } from './world.ts';

/** `clock`, `crash` and `crash all` happen to the world, everything else is an action of somebody. */
interface Event {
  readonly what: string;
  readonly seed: number;
}

export interface Failure {
  readonly invariant: string;
  readonly message: string;
}

export interface Outcome {
  /** Decisions of the scheduler: what begins, what continues, and each answer. */
  readonly steps: number;
  readonly requests: number;
  readonly digest: string;
  readonly crashes: number;
  readonly done: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly failure: Failure | undefined;
  readonly trace: readonly string[];
  /** What the process occupies, in bytes. */
  readonly memory: number;
}

export interface EpisodeOptions extends WorldOptions {
  /** How many things happen. */
  readonly length: number;
  /** Whether processes end. */
  readonly crashes: boolean;
  /** Which of these things happen, by their place in the plan; all of them if this is missing. */
  readonly only?: readonly number[];
  /** Whether what was asked and answered is wanted. */
  readonly traced: boolean;
}

const WORLDLY: Readonly<Record<string, number>> = { clock: 9, crash: 0.4, 'crash all': 0.25, 'store failure': 3 };
const AT_ONCE = 8;
/** No operation goes on for longer than this. */
const MOST_DECISIONS = 20_000;

function planOf({ seed, length, crashes, only }: EpisodeOptions): Event[] {
  const chance = new Chance(seed);
  const weights: Record<string, number> = { ...WORLDLY };
  if (!crashes) for (const crash of ['crash', 'crash all']) weights[crash] = 0;
  for (const [what, [weight]] of Object.entries(ACTIONS)) weights[what] = weight;
  const plan = Array.from({ length }, (_, place) => ({
    what: place === 0 ? FIRST : chance.weighed(weights),
    seed: chance.seed(),
  }));
  return only === undefined ? plan : plan.filter((_, place) => only.includes(place));
}

const SECOND = 1000;
/** By how much the clock goes, and how often compared with the others. */
const JUMPS: readonly (readonly [weight: number, ms: number])[] = [
  [55, 5 * SECOND],
  [18, 31 * SECOND],
  [10, 61 * SECOND],
  [8, 20 * 60 * SECOND],
  [4, 3601 * SECOND],
  [1, 11 * 86_400 * SECOND],
  [0.5, 31 * 86_400 * SECOND],
  [3.5, -40 * SECOND],
];

class Episode {
  readonly #world: World;
  readonly #stage: Stage;
  readonly #under = new Set<Promise<void>>();
  #failure: Failure | undefined;
  /** How many of the next calls of the store fail. */
  #failing = 0;
  /** How likely each of them fails. */
  #share = 0;

  constructor(world: World, stage: Stage) {
    this.#world = world;
    this.#stage = stage;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  async run(plan: readonly Event[]): Promise<void> {
    for (const event of plan) {
      const chance = new Chance(event.seed);
      await this.#begin(event, chance);
      // Often, nothing else happens meanwhile, and what came of it is certain.
      const others = chance.happens(0.4) ? AT_ONCE - 1 : 0;
      await this.#goOn(chance, others, chance.below(24));
      if (this.#failure !== undefined) return;
    }
    await this.#goOn(new Chance(0), 0, 0);
  }

  async #begin({ what, seed }: Event, chance: Chance): Promise<void> {
    const world = this.#world;
    if (what === 'clock') return this.#advance(chance);
    if (what === 'crash') return world.crash(chance.below(world.nodes));
    if (what === 'crash all') return world.crashAll();
    if (what === 'store failure') {
      // Mostly, a call fails here and there. In an outage, all of them do for a while.
      [this.#failing, this.#share] = chance.happens(0.7) ? [1 + chance.below(2), 0.2] : [2 + chance.below(4), 1];
      return;
    }
    const [, act] = ACTIONS[what] ?? [];
    if (act === undefined) throw new Error(`unknown: ${what}`);
    world.note(() => `${what} (${seed})`);
    const doing = act(this.#stage, this.#stage.actor(seed))
      .catch((error: unknown) => this.#caught(error))
      .finally(() => this.#under.delete(doing));
    this.#under.add(doing);
    await world.scheduler.settled();
  }

  #advance(chance: Chance): void {
    const ms = Number(chance.weighed(Object.fromEntries(JUMPS.map(([weight, jump]) => [`${jump}`, weight]))));
    this.#stage.advance(ms);
  }

  /** Lets things continue until only so many are under way and so many decisions were made. */
  async #goOn(chance: Chance, others: number, decisions: number): Promise<void> {
    const { scheduler } = this.#world;
    for (let made = 0; made < MOST_DECISIONS && this.#failure === undefined; made += 1) {
      if (this.#under.size <= others && made >= decisions) return;
      if (scheduler.canContinue) {
        const fails = this.#failing > 0 && chance.happens(this.#share);
        if (fails) this.#failing -= 1;
        await scheduler.decide(chance, fails);
      } else if (this.#under.size > 0) await scheduler.settled();
      else return;
    }
  }

  #caught(error: unknown): void {
    if (error instanceof Unanswered) return;
    if (error instanceof Violation) this.#failure ??= { invariant: error.invariant, message: error.message };
    else this.#failure ??= { invariant: 'simulation', message: String(error instanceof Error ? error.stack : error) };
  }
}

export async function runEpisode(options: EpisodeOptions): Promise<Outcome> {
  const world = await World.open(options);
  if (options.traced) world.trace = [];
  const oracle = new Oracle();
  oracle.highest = world.now;
  const stage = new Stage(world, oracle);
  const episode = new Episode(world, stage);
  await episode.run(planOf(options));
  const { digest, requests, statuses, crashes, trace = [] } = world;
  const steps = world.scheduler.decisions;
  await world.close();
  const { done } = stage;
  const memory = process.memoryUsage.rss();
  return { steps, requests, digest, crashes, statuses, trace, done, memory, failure: episode.failure };
}
