/** What the database is asked while something runs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { STATEMENT_CHANNEL } from '../../db/engine/statement-channel.ts';

/** Once a second, whoever needs a key first looks whether another process has reserved some. */
const LOOK = /^select\b.*\bfrom "key_blocks"/is;

const counting = new AsyncLocalStorage<string[]>();

/**
 * What housekeeping asks meanwhile is not of it. SQLite, though, commits what waits together, in the context of whoever
 * came first: a test that looks for writes turns housekeeping off, and finds some of them only among all statements.
 * @returns what came of it, every statement that was executed for it, without its values, and every one meanwhile
 */
export async function withStatements<Result>(run: () => Promise<Result>): Promise<[Result, string[], string[]]> {
  const statements: string[] = [];
  const meanwhile: string[] = [];
  const note = (sql: unknown): void => {
    meanwhile.push(String(sql));
    if (counting.getStore() === statements && !LOOK.test(String(sql))) statements.push(String(sql));
  };
  subscribe(STATEMENT_CHANNEL, note);
  try {
    return [await counting.run(statements, async () => await run()), statements, meanwhile];
  } finally {
    unsubscribe(STATEMENT_CHANNEL, note);
  }
}
