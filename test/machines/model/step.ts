/** One event, by the table. */
import type { Case, Row, Table } from './table.ts';
import { type Answer, type Event, type Half, item, type Underway, type Whole, type World } from './world.ts';

export interface Outcome {
  readonly world: World;
  /** `null` while there is none. */
  readonly answer: Answer | null;
  /** The name of the row, or of what a half of a request did. */
  readonly row: string;
}

const READ = 'a request has read, and not written';
const LOST = 'another request was faster';
export const HALVES = [READ, LOST];

export function step(table: Table, world: World, event: Event): Outcome {
  switch (event.kind) {
    case 'read': {
      // No request looks at access tokens.
      const seen = { ...item(world.grants, event.request.grant), access: [] };
      return {
        world: at(world, event.node, { request: event.request, seen, hasLost: false }),
        answer: null,
        row: READ,
      };
    }
    case 'write':
      return written(table, world, event);
    default:
      return whole(table, world, event);
  }
}

/** A request that nobody interferes with. */
function whole(table: Table, world: World, event: Whole): Outcome {
  const seen = 'grant' in event ? item(world.grants, event.grant) : undefined;
  const outcome = apply(table, world, event, seen, false);
  if (outcome === 'lost') throw new Error('a request lost against itself');
  return outcome;
}

/** The second half of a request. If another one was faster, it reads again, and still has to write. */
function written(table: Table, world: World, { node }: Extract<Half, { kind: 'write' }>): Outcome {
  const underway = world.nodes[node];
  if (underway === null) throw new Error(`nothing is under way at node ${node}`);
  const { request, seen, hasLost } = underway;
  const present = item(world.grants, request.grant);
  const left = at(world, node, null);
  const outcome = apply(table, left, request, hasLost ? present : seen, hasLost);
  if (outcome !== 'lost') return outcome;
  return {
    world: at(world, node, { request, seen: { ...present, access: [] }, hasLost: true }),
    answer: null,
    row: LOST,
  };
}

const at = (world: World, node: 0 | 1, underway: Underway | null): World => ({
  ...world,
  nodes: node === 0 ? [underway, world.nodes[1]] : [world.nodes[0], underway],
});

function apply(
  table: Table,
  world: World,
  event: Whole,
  seen: Case<Whole>['seen'] | undefined,
  hasLost: boolean,
): Outcome | 'lost' {
  const grant = 'grant' in event ? item(world.grants, event.grant) : undefined;
  // The rows of an event without a grant look at none.
  const found = { world, event, seen, grant, hasLost } as Case<Whole>;
  const rows: readonly Row<never>[] = table[event.kind];
  const row = rows.find(({ holds }) => holds?.(found as never) ?? true);
  if (row === undefined) throw new Error(`no row holds for ${JSON.stringify(event)}`);
  const next = row.leads === undefined ? world : row.leads(found as never);
  if (next === 'lost') return next;
  return { world: next, answer: row.answer?.(found as never) ?? { is: 'done' }, row: row.name };
}
