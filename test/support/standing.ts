/** What people, schools and clients lose, and get back. */
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
