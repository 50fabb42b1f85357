/** Attempts of the same app that follow each other within a minute, with what became of them. */
import { type Finding, takeFinding } from '../../../schema/attempts/attempt-finding.ts';
import type { AttemptRule, ConnectionAttempt } from '../../../schema/attempts/connection-attempt.ts';
import type { Parameters } from '../../../schema/data/parameters.ts';

const GAP_MS = 60_000;
/** Steps of a page, and of a group. */
const MOST_STEPS = 10;
/** With them an app is connected. */
const CONNECTED: ReadonlySet<ConnectionAttempt['step']> = new Set(['token', 'refresh', 'resource']);
/** After them a person has to answer. */
const ASKING: ReadonlySet<ConnectionAttempt['step']> = new Set(['authorize', 'sign_in', 'membership']);

export const GROUP_STATES = ['refused', 'waiting', 'connected', 'wentWell'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

export interface AttemptGroup {
  readonly first: ConnectionAttempt;
  readonly last: ConnectionAttempt;
  /** From the earliest on. */
  readonly steps: readonly ConnectionAttempt[];
  readonly state: GroupState;
}

export interface AttemptGroups {
  groups: readonly AttemptGroup[];
  counts: Readonly<Record<GroupState | 'all', number>>;
  state: GroupState | undefined;
  /** The id that the last steps of all groups of the page, and of the next one, are older than. */
  before: number | undefined;
  next: number | undefined;
}

/** The first request without a token is how a client learns where to sign in; a second factor follows a right password. */
const isExpected = (rule: AttemptRule | null, finding: Finding | undefined): boolean =>
  rule === 'token_missing' || (rule === null && finding !== undefined);

/** True if a step went well, or as it has to go. */
export const isFine = ({ rule, facts }: ConnectionAttempt): boolean =>
  rule === null || isExpected(rule, takeFinding(facts).finding);

function stateOf(steps: readonly ConnectionAttempt[]): GroupState {
  if (!steps.every(isFine)) return 'refused';
  const last = steps.at(-1);
  if (steps.some(({ step, rule }) => rule === null && CONNECTED.has(step))) return 'connected';
  return last !== undefined && ASKING.has(last.step) ? 'waiting' : 'wentWell';
}

/** @param attempts the newest first. @returns the groups, that with the newest attempt first */
function grouped(attempts: readonly ConnectionAttempt[]): AttemptGroup[] {
  const all: ConnectionAttempt[][] = [];
  const open = new Map<string, ConnectionAttempt[]>();
  for (const one of attempts.toReversed()) {
    const key = one.clientId ?? one.clientName ?? one.facts.find(([name]) => name === 'user-agent')?.[1] ?? '';
    const steps = open.get(key);
    if (steps !== undefined && steps.length < MOST_STEPS && one.at - (steps.at(-1)?.at ?? 0) <= GAP_MS) steps.push(one);
    else {
      const begun = [one];
      open.set(key, begun);
      all.push(begun);
    }
  }
  return all
    .flatMap(([first, ...more]) =>
      first === undefined
        ? []
        : [{ first, last: more.at(-1) ?? first, steps: [first, ...more], state: stateOf([first, ...more]) }],
    )
    .toSorted((a, b) => b.last.id - a.last.id);
}

/** Returns the groups of a page, which has a limited number of steps. */
export function groupsOf(attempts: readonly ConnectionAttempt[], query: Parameters): AttemptGroups {
  const asked = query.get('before') ?? '';
  const before = /^\d{1,15}$/.test(asked) ? Number(asked) : undefined;
  const state = GROUP_STATES.find((one) => one === query.get('state'));
  const all = grouped(attempts);
  const counted = GROUP_STATES.map((name) => [name, all.filter((one) => one.state === name).length] as const);
  const left = all
    .filter((one) => state === undefined || one.state === state)
    .filter(({ last }) => before === undefined || last.id < before);
  const stepsUpTo = (index: number): number => left.slice(0, index + 1).reduce((sum, one) => sum + one.steps.length, 0);
  const groups = left.slice(0, MOST_STEPS).filter((_, index) => index === 0 || stepsUpTo(index) <= MOST_STEPS);
  return {
    groups,
    counts: { ...(Object.fromEntries(counted) as Record<GroupState, number>), all: all.length },
    state,
    before,
    next: groups.length < left.length ? groups.at(-1)?.last.id : undefined,
  };
}
