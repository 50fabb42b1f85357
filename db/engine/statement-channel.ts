/** Publishes executed statements, so that tests and benchmarks can count them. The server itself has no subscriber. */
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
