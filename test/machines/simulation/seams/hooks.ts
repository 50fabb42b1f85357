/**
 * What the product meets instead of chance, time and a store that answers at once. The build of the simulation (see
 * `build.ts`) puts the modules of this folder in place of Node's and of `db/database.ts`; the product's own code is the
 * same as in operation.
 */
import { randomBytes } from 'node:crypto';

/**
 * `read` and `write` come before a call of the store, `written` between its commit and its answer. At `pause`, the
 * product waits before it tries again.
 */
export type Seam = 'read' | 'write' | 'written' | 'pause';

export interface Hooks {
  randomBytes(size: number): Buffer;
  /** What `performance.now()` returns to the product. */
  now(): number;
  /** Returns when the call may go on. @throws what the call fails with */
  pass(seam: Seam, node: number): Promise<void> | undefined;
  /** Counts the calls that the store is working on. */
  working(change: 1 | -1): void;
  /** Is told of each database that a node opens. @param close closes it as the end of the process would */
  opened(node: number, close: () => Promise<void>): void;
}

const OUTSIDE: Hooks = {
  randomBytes,
  now: () => 0,
  pass: () => undefined,
  working: () => undefined,
  opened: () => undefined,
};

let hooks = OUTSIDE;
/** The node that is being built: the databases that are opened meanwhile are its own. */
let building = 0;

export const current = (): Hooks => hooks;
export const buildingNode = (): number => building;

export function install(next: Hooks | undefined): void {
  hooks = next ?? OUTSIDE;
}

export function buildNode<Result>(node: number, build: () => Promise<Result>): Promise<Result> {
  building = node;
  return build();
}
