/** Looks at every state that events lead to within bounds, the nearest first, and checks every change between them. */
import { hash } from 'node:crypto';
import { type Bounds, eventsIn, isBeyond } from './bounds.ts';
import { brokenBy, type Said, saidAfter } from './invariants.ts';
import { step } from './step.ts';
import type { Table } from './table.ts';
import { BEGINNING, type Event, type World } from './world.ts';

interface Node {
  readonly world: World;
  readonly said: Said;
  readonly depth: number;
  readonly parent: number;
  readonly event: Event | undefined;
}

/** A way that leads to what must not be, one of the shortest. */
export interface Fault {
  readonly invariants: readonly string[];
  readonly trace: readonly Event[];
}

export interface Found {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly seconds: number;
  /** How often each row of the table was taken. */
  readonly rows: ReadonlyMap<string, number>;
  readonly fault: Fault | undefined;
}

/** The two nodes are alike, so it makes no difference which of them handles which request. */
const keyOf = (world: World, said: Said): string => {
  const nodes = world.nodes.map((one) => JSON.stringify(one)).sort();
  // A digest takes a tenth of the memory.
  return hash('sha256', JSON.stringify([world.isSuspended, world.consent, world.grants, nodes, said]), 'base64');
};

interface Looking {
  /** The one invariant to look at; all if it is missing. */
  readonly only?: string;
  /** Is told of each change, whether or not it leads to a new state, with the events that lead to it. */
  readonly visit?: (before: World, row: string, trace: () => Event[]) => void;
}

export function search(table: Table, bounds: Bounds, { only, visit }: Looking = {}): Found {
  const begin = performance.now();
  const nodes: Node[] = [{ world: BEGINNING, said: null, depth: 0, parent: -1, event: undefined }];
  const seen = new Set([keyOf(BEGINNING, null)]);
  const rows = new Map<string, number>();
  let transitions = 0;
  let fault: Fault | undefined;
  for (let index = 0; index < nodes.length && fault === undefined; index += 1) {
    const { world: before, said, depth } = nodes[index] as Node;
    for (const event of eventsIn(before, bounds)) {
      const outcome = step(table, before, event);
      const change = { before, event, outcome, said };
      transitions += 1;
      rows.set(outcome.row, (rows.get(outcome.row) ?? 0) + 1);
      visit?.(before, outcome.row, () => [...traceTo(nodes, index), event]);
      const invariants = brokenBy(change, only);
      if (invariants.length > 0) {
        fault = { invariants, trace: [...traceTo(nodes, index), event] };
        break;
      }
      const next = saidAfter(change);
      if ((outcome.world === before && next === said) || isBeyond(outcome.world, bounds)) continue;
      const key = keyOf(outcome.world, next);
      if (seen.has(key)) continue;
      seen.add(key);
      nodes.push({ world: outcome.world, said: next, depth: depth + 1, parent: index, event });
    }
  }
  const depth = nodes.at(-1)?.depth ?? 0;
  return { states: nodes.length, transitions, depth, seconds: (performance.now() - begin) / 1000, rows, fault };
}

function traceTo(nodes: readonly Node[], index: number): Event[] {
  const events: Event[] = [];
  for (let node = nodes[index]; node?.event !== undefined; node = nodes[node.parent]) events.unshift(node.event);
  return events;
}
