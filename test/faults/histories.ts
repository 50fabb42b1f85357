/**
 * Whether what clients saw of a code or token can be explained by operations that happened one after the other, each at
 * some moment between its request and its answer (linearizability, by the search of Wing and Gong with the memo of
 * Lowe). A request whose answer was lost may have happened at any later moment, or never.
 */

export interface Operation {
  readonly action: 'present' | 'read' | 'end';
  /** What the answer said; `undefined` if there was none, or one that says nothing, such as an outage. */
  readonly said: string | undefined;
  /** When the request was sent and when the answer came, on one clock. */
  readonly from: number;
  readonly to: number;
}

/** Returns the states that may follow; none if the operation could not have been answered like this. */
export type Register = (state: string, operation: Operation) => readonly string[];

/** The answers of the server, as a history notes them. */
export const REFUSED = 'refused';
export const ACTIVE = 'active';
export const INACTIVE = 'inactive';
export const WON = 'won';
const NEW = 'new';
const ENDED = 'ended';
const SPENT = 'spent';

/** A code: one presentation is answered with tokens, and whoever comes later is refused. */
export const codeRegister: Register = (state, { said }) => {
  if (said === REFUSED) return state === SPENT ? [SPENT] : [];
  return state === NEW || said === undefined ? [SPENT] : [];
};

/**
 * A token. Whoever presents a refresh token gets its successor, which is the same for all; it is active until then. It
 * ends with its grant. An access token is never presented.
 */
export const tokenRegister: Register = (state, { action, said }) => {
  if (action === 'end') return [ENDED];
  if (action === 'read') return said === undefined || (said === ACTIVE) === (state === NEW) ? [state] : [];
  if (said === REFUSED) return state === ENDED ? [ENDED] : [];
  if (state === ENDED) return said === undefined ? [ENDED] : [];
  if (state === NEW || state === SPENT) return [said ?? SPENT];
  return said === undefined || said === state ? [state] : [];
};

/** @returns whether the operations can have happened one after the other */
export function isLinearizable(register: Register, history: readonly Operation[]): boolean {
  // Reads that say nothing explain nothing.
  const operations = history.filter(({ action, said }) => action !== 'read' || said !== undefined);
  const answered = operations.reduce((bits, { said }, index) => (said === undefined ? bits : bits | bit(index)), 0n);
  const seen = new Set<string>();
  const open: Place[] = [{ done: 0n, state: NEW }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if ((place.done & answered) === answered) return true;
    for (const next of following(register, operations, place)) {
      const key = `${next.done} ${next.state}`;
      if (!seen.has(key)) open.push(next);
      seen.add(key);
    }
  }
  return false;
}

/** What has happened so far, as a set of bits, and the state after it. */
interface Place {
  readonly done: bigint;
  readonly state: string;
}

const bit = (index: number): bigint => 1n << BigInt(index);

/** Next may be whatever was sent before each of the others was answered. */
function following(register: Register, operations: readonly Operation[], { done, state }: Place): Place[] {
  const waiting = [...operations.entries()].filter(([index]) => (done & bit(index)) === 0n);
  const soonest = Math.min(...waiting.map(([, { said, to }]) => (said === undefined ? Number.POSITIVE_INFINITY : to)));
  return waiting
    .filter(([, { from }]) => from <= soonest)
    .flatMap(([index, operation]) =>
      register(state, operation).map((next) => ({ done: done | bit(index), state: next })),
    );
}
