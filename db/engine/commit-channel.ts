/** Publishes what a commit took, for the metrics. Without metrics, nobody subscribes. */
import { channel } from 'node:diagnostics_channel';

export const COMMIT_CHANNEL = 'schoolgate:commit';

export interface Commit {
  /** Transactions that shared the commit. */
  units: number;
  /** How long the first of them waited until it began, in milliseconds. */
  waitedMs: number;
}

const commits = channel(COMMIT_CHANNEL);

/** @param since when the first transaction was submitted, by `performance.now()` */
export function announceCommit(units: number, since: number, begun: number): void {
  if (commits.hasSubscribers) commits.publish({ units, waitedMs: begun - since } satisfies Commit);
}
