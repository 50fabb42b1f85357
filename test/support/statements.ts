/** What the database is asked while something runs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { STATEMENT_CHANNEL } from '../../db/statement-channel.ts';

const counting = new AsyncLocalStorage<string[]>();

/**
 * What housekeeping asks meanwhile is not of it. SQLite, though, commits what waits together, in the context of whoever
 * came first: a test that looks for writes turns housekeeping off.
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
