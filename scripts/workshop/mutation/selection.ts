/** Selects tests by title. The path of a test consists of the titles of the surrounding tests and its own. */

const BETWEEN = ' > ';

export const pathOf = (around: string, title: string): string => (around === '' ? title : around + BETWEEN + title);

/** The path itself and the paths of the surrounding tests. */
function* upwards(path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf(BETWEEN, end - 1)) yield path.slice(0, end);
}

/**
 * Returns whether a test runs: the selected tests, those within them and those around them; all tests if none are
 * selected.
 */
export function selection(paths: Iterable<string> | undefined): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const selected = new Set(paths);
  const around = new Set([...selected].flatMap((path) => [...upwards(path)]));
  return (path) => around.has(path) || upwards(path).some((one) => selected.has(one));
}
