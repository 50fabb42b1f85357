/** What the database is asked while something runs. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { STATEMENT_CHANNEL } from '../../db/statement-channel.ts';

/** @returns what came of it, and every statement that was executed meanwhile, without its values */
export async function withStatements<Result>(run: () => Promise<Result>): Promise<[Result, string[]]> {
  const statements: string[] = [];
  const note = (sql: unknown): void => {
    statements.push(String(sql));
  };
  subscribe(STATEMENT_CHANNEL, note);
  try {
    return [await run(), statements];
  } finally {
    unsubscribe(STATEMENT_CHANNEL, note);
  }
}
