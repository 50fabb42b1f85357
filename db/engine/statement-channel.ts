/** Publishes executed statements, so that tests and benchmarks can count them. The server itself has no subscriber. */
import { AsyncResource } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

export const STATEMENT_CHANNEL = 'schoolgate:statement';

const statements = channel(STATEMENT_CHANNEL);

/**
 * Publishes a statement.
 * @param sql the statement without its values
 */
export function announce(sql: string): void {
  if (statements.hasSubscribers) statements.publish(sql);
}

/** Has statements that are run later published in the asynchronous context of now, by which observers attribute them. */
export const publishedInThisContext = (run: () => void): (() => void) =>
  statements.hasSubscribers ? AsyncResource.bind(run) : run;
