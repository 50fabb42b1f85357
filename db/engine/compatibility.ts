/**
 * Which versions of the program may run on the tables after a migration, so that nodes of two versions can work side by
 * side while they are replaced one by one.
 */

/**
 * The oldest version that may run on the tables after a migration, by the name of the migration. A migration without an
 * entry requires the version that brings it.
 */
export const OLDEST_VERSIONS: Readonly<Record<string, string>> = {};

/** Whether a version such as `1.2.3` comes before another. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)];
  const different = [0, 1, 2].find((part) => a[part] !== b[part]);
  return different !== undefined && Number(a[different]) < Number(b[different]);
}

const partsOf = (version: string): number[] =>
  version
    .replace(/[-+].*$/, '')
    .split('.')
    .map(Number);
