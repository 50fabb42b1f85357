/** The transitions in words, for the README. */
import { keysOf } from '../../../schema/data/objects.ts';
import { TABLE, type Table } from './table.ts';

const EVENTS: Readonly<Record<keyof Table, string>> = {
  ask: 'a client asks for authorization',
  exchange: 'a code is exchanged',
  refresh: 'a refresh token is used',
  revoke: 'a client revokes a token',
  disconnect: 'a person disconnects',
  suspend: 'a member is suspended',
  reinstate: 'a member is reinstated',
  steal: 'something is stolen',
  wait: 'time passes',
};

/** A line for each row of the table: the event, the condition, what changes, and the name of the row. */
export const transitionsInWords = (): string[][] =>
  keysOf(TABLE).flatMap((kind) =>
    TABLE[kind].map(({ name, when, becomes }: Words, row: number) => [
      row === 0 ? EVENTS[kind] : '',
      when,
      becomes ?? 'nothing changes',
      name,
    ]),
  );

interface Words {
  readonly name: string;
  readonly when: string;
  readonly becomes?: string;
}
