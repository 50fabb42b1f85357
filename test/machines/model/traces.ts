/** Which traces are replayed: those that reach every row of the table in every kind of state, and then random ones. */
import { randomFrom } from '../../support/seed.ts';
import { type Bounds, eventsIn } from './bounds.ts';
import type { NextEvent, Played } from './replay.ts';
import { search } from './search.ts';
import { TABLE } from './table.ts';
import { type Event, type Grant, isPast, isSuperseded, LASTS, type Whole, type World } from './world.ts';

/** Everything at once, for random walks. */
const EVERYTHING: Bounds = {
  codes: 2,
  generations: 6,
  accessTokens: 8,
  holders: ['client', 'thief'],
  steps: ['moment', 'hour', 'month', 'year'],
  isConcurrent: false,
  scopes: ['less', 'more'],
  hasVariants: true,
  others: ['revoke', 'disconnect', 'suspend', 'foreign', 'decisions'],
};
/** A consent lasts a year, which thirteen months of 28 days are not. */
const MOST_MONTHS = 10;
const LONGEST = 14;
const OFTEN_BOTH = 0.25;
const OFTEN_INSPECTED = 0.15;

function kindOf(grant: Grant): string {
  const { refresh } = grant;
  const [predecessor, current] = [refresh.at(-2), refresh.at(-1)];
  return [
    grant.isRedeemed ? 'spent' : grant.codeAge > LASTS.code ? 'old' : 'fresh',
    grant.isEnded ? 'ended' : isPast(grant) ? 'past' : 'open',
    current === undefined ? '' : current.isRevoked || current.age > LASTS.refresh ? 'idle' : 'current',
    predecessor === undefined ? '' : ['grace', 'late', 'over'][Math.max(0, predecessor.supersededFor - LASTS.grace)],
    predecessor?.isRepeated === true ? 'late before' : '',
    refresh.some(({ isReplaced }) => isReplaced) ? 'replaced' : '',
    Math.min(refresh.filter(isSuperseded).length, 2),
    grant.has.thief >= 0 && grant.has.thief < grant.has.client ? 'behind' : '',
  ].join(' ');
}

/** States that the same rows treat alike. */
export const classOf = ({ isSuspended, consent, grants }: World): string =>
  JSON.stringify([isSuspended, consent, ...grants.map(kindOf)]);

/**
 * The shortest way to each row of the table in each kind of state, without those that are the beginning of another.
 * @param kindOfWorld which states are of one kind
 */
export function coveringTraces(searches: readonly Bounds[], kindOfWorld = classOf): Whole[][] {
  const found = new Map<string, Whole[]>();
  for (const bounds of searches) {
    let latest: { world: World; kind: string } | undefined;
    const visit = (before: World, row: string, trace: () => Event[]): void => {
      if (latest?.world !== before) latest = { world: before, kind: kindOfWorld(before) };
      const key = `${row} ${latest.kind}`;
      if (!found.has(key)) found.set(key, trace().filter(isWhole));
    };
    search(TABLE, bounds, { visit });
  }
  const beginnings = new Set([...found.values()].flatMap(beginningsOf));
  return [...found.values()].filter((trace) => !beginnings.has(JSON.stringify(trace)));
}

const beginningsOf = (trace: readonly Whole[]): string[] =>
  trace.slice(1).map((_, length) => JSON.stringify(trace.slice(0, length + 1)));

/** The trace, with an inspection before its last event. */
export function asGiven(trace: readonly Whole[]): NextEvent {
  const events: Played[] = [...trace.slice(0, -1), { kind: 'inspect' }, ...trace.slice(-1)];
  return (_, length) => events[length];
}

/** A walk by chance: each kind of event is as likely as the others, and at times two requests come at once. */
export function randomWalk(seed: number): NextEvent {
  const random = randomFrom(seed);
  const oneOf = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];
  const length = 4 + Math.floor(random() * (LONGEST - 3));
  let months = 0;
  return (world, played) => {
    if (played >= length) return undefined;
    if (played > 0 && random() < OFTEN_INSPECTED) return { kind: 'inspect' };
    const events = eventsIn(world, EVERYTHING).filter(isWhole);
    const kind = oneOf([...new Set(events.map((event) => event.kind))]);
    const event = oneOf(events.filter((one) => one.kind === kind));
    if (event === undefined || !(event.kind === 'exchange' || event.kind === 'refresh')) {
      if (event?.kind !== 'wait' || event.step !== 'month') return event;
      months += 1;
      return months > MOST_MONTHS ? { kind: 'wait', step: 'moment' } : event;
    }
    const others = events.filter((one) => one.kind === 'exchange' || one.kind === 'refresh');
    const second = oneOf(others.filter((one) => one.grant === event.grant));
    return second !== undefined && random() < OFTEN_BOTH ? { kind: 'both', first: event, second } : event;
  };
}

const isWhole = (event: Event): event is Whole => event.kind !== 'read' && event.kind !== 'write';
