/** Finds names in the environment that are almost those of settings. */

export type EnvironmentValues = Readonly<Record<string, string | undefined>>;

const plain = (name: string): string => name.replaceAll('_', '').toUpperCase();

/** Shorter names are one character away from too much else, such as `PORTS`. */
const LONG_ENOUGH = 5;
/** Of other programs, which may share an environment with this one. */
const OTHERS_NAMES: ReadonlySet<string> = new Set(['EMAIL_FROM']);

/** Finds misspelled names, which would otherwise leave a setting at its default without notice. */
export function misspelledIn(
  environment: EnvironmentValues,
  settings: readonly string[],
): { faults: string[]; faulty: Set<string> } {
  const [faults, faulty]: [string[], Set<string>] = [[], new Set()];
  for (const name of Object.keys(environment)) {
    if (settings.includes(name) || OTHERS_NAMES.has(name)) continue;
    const meant = meantBy(name, settings);
    if (meant !== undefined) {
      faults.push(`${name} is not a setting; did you mean ${meant}?`);
      faulty.add(meant);
    } else if (name.startsWith('SCHOOLGATE_')) {
      faults.push(`${name} is not a setting; settings have no prefix (see docs/reference/configuration.md)`);
      faulty.add(name.slice('SCHOOLGATE_'.length));
    }
  }
  return { faults, faulty };
}

/** @returns the setting, or other name, that differs only in underscores and case, or in one letter besides */
export function meantBy(name: string, settings: readonly string[]): string | undefined {
  const plainName = plain(name);
  // `host` and `port` in small letters are other programs' names.
  const same = settings.find((setting) => plain(setting) === plainName && `${name}${setting}`.includes('_'));
  return (
    same ?? settings.find((setting) => plain(setting).length >= LONG_ENOUGH && isOneEdit(plain(setting), plainName))
  );
}

/** Returns whether one letter is too many, missing or another, or two neighbours are swapped. */
function isOneEdit(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const swapped = `${a.slice(1, 2)}${a.slice(0, 1)}${a.slice(2)}`;
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || (a.length > 1 && swapped === b);
}
