/**
 * Which versions of the program may run on the tables after a migration, so that nodes of two versions can work side by
 * side while they are replaced one by one.
 */

/**
 * The oldest released version that may run on the tables after a migration, by the name of the migration. A migration
 * without an entry requires the version that brings it.
 */
export const OLDEST_VERSIONS: Readonly<Record<string, string>> = {
  // An older version leaves a choice that it does not know as it is, and does what was its default.
  '0050_sign_in_choices': '1.1.0',
  // An older version writes words by its own rules and searches by them, so it does not find some letters meanwhile.
  '0051_search_folding': '1.1.0',
  '0052_search_unfolded': '1.1.0',
  '0053_audit_by_client': '1.1.0',
  '0054_learning_counts': '1.1.0',
  // An older version has no imports and no requests, and leaves those of others as they are.
  '0056_rosters_and_requests': '1.1.0',
};

/**
 * Returns whether a program may run on tables with a migration that it does not know, and which states the oldest
 * version for it. Programs of one unreleased version differ in their migrations, so of these, only one that knows the
 * migration may.
 */
export const mayRun = (version: string, oldest: string): boolean =>
  version === oldest ? !isUnreleased(version) : !isOlder(version, oldest);

/** Returns whether a version is one of the time between two releases, such as `1.3.0-dev`. */
export const isUnreleased = (version: string): boolean => version.includes('-');

/** Returns whether a version comes before another. That of the time before a release comes before the release. */
function isOlder(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)];
  const different = [0, 1, 2].find((part) => a[part] !== b[part]);
  if (different === undefined) return isUnreleased(version) && !isUnreleased(than);
  return Number(a[different]) < Number(b[different]);
}

const partsOf = (version: string): number[] =>
  version
    .replace(/[-+].*$/, '')
    .split('.')
    .map(Number);
