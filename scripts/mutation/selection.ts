/** Tests are named by their title, after those of the tests around it. */

const BETWEEN = ' > ';

export const pathOf = (around: string, title: string): string => (around === '' ? title : around + BETWEEN + title);

/** The path itself and those of the tests around it. */
function* upwards(path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf(BETWEEN, end - 1)) yield path.slice(0, end);
}

/** Which tests run when some are asked for: those, the ones in them and the ones around them; all when none are named. */
export function selection(paths: Iterable<string> | undefined): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const asked = new Set(paths);
  const around = new Set([...asked].flatMap((path) => [...upwards(path)]));
  return (path) => around.has(path) || upwards(path).some((one) => asked.has(one));
}
