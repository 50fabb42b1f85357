/** Objects as records, where TypeScript knows less of them than is true. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The keys of an object that is written out in full, so that it has no others than its type says. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  // TypeScript says `string`, because an object may have more keys than its type; this one has not.
  Object.keys(record) as Key[];
