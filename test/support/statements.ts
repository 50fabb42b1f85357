/** What the database is asked while something runs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { STATEMENT_CHANNEL } from '../../db/statement-channel.ts';

const counting = new AsyncLocalStorage<string[]>();

/**
 * What housekeeping asks meanwhile, once a second, is not of it, unless SQLite commits it together with what was asked.
 * @returns what came of it, and every statement that was executed for it, without its values
 */
export async function withStatements<Result>(run: () => Promise<Result>): Promise<[Result, string[]]> {
  const statements: string[] = [];
  const note = (sql: unknown): void => {
    if (counting.getStore() === statements) statements.push(String(sql));
  };
  subscribe(STATEMENT_CHANNEL, note);
  try {
    return [await counting.run(statements, async () => await run()), statements];
  } finally {
    unsubscribe(STATEMENT_CHANNEL, note);
  }
}
