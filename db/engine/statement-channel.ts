/** Tells whoever listens what is executed, so that statements can be counted. Nobody listens while the product runs. */
import { channel } from 'node:diagnostics_channel';

export const STATEMENT_CHANNEL = 'schoolgate:statement';

const statements = channel(STATEMENT_CHANNEL);

/** @param sql without its values */
export function announce(sql: string): void {
  if (statements.hasSubscribers) statements.publish(sql);
}
