/** What people, schools and clients lose, and get back. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { STATEMENT_CHANNEL } from '../../db/engine/statement-channel.ts';
import type { DatabaseFile, Value } from './database-edit.ts';

type Editing = Pick<DatabaseFile, 'edit'>;
type Edit = readonly [sql: string, ...values: Value[]];
type Table = 'people' | 'sites' | 'clients';

/** Has it so while something is done, and back as it was whatever came of that: what comes after relies on it. */
export async function during<Result>(
  { edit }: Editing,
  change: Edit,
  back: Edit,
  act: () => Promise<Result>,
): Promise<Result> {
  await edit(...change);
  try {
    return await act();
  } finally {
    await edit(...back);
  }
}

/**
 * Has a request answered while another node makes a change: the request reads what was before, and the change is
 * committed just before the first statement that contains `until`.
 */
export async function changedMeanwhile<Result>(
  { hold }: Pick<DatabaseFile, 'hold'>,
  [sql, ...values]: Edit,
  until: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const commit = await hold(sql, ...values);
  let committed: Promise<void> | undefined;
  const onStatement = (statement: unknown): void => {
    if (String(statement).includes(until)) committed ??= commit();
  };
  subscribe(STATEMENT_CHANNEL, onStatement);
  try {
    const result = await act();
    if (committed === undefined) throw new Error(`no statement contained ${until}`);
    return result;
  } finally {
    unsubscribe(STATEMENT_CHANNEL, onStatement);
    await (committed ?? commit());
  }
}

const activeTo = (flag: boolean, table: Table, id: string): Edit => [
  `update ${table} set active = ? where id = ?`,
  flag,
  id,
];

/**
 * Edits the row. Disabling an account by the command also ends what it has. Nothing closes a school, or disables a client
 * that is no school's own.
 */
export const disable = ({ edit }: Editing, table: Table, id: string): Promise<void> =>
  edit(...activeTo(false, table, id));

export const whileDisabled = <Result>(file: Editing, table: Table, id: string, act: () => Promise<Result>) =>
  during(file, activeTo(false, table, id), activeTo(true, table, id), act);
